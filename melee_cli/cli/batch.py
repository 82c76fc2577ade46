"""A batch: documents in, results out in the same order, in one process or several, each as it is done."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from melee_cli.cli.output import Done, Frame
from melee_cli.cli.streams import ENDING, Output, say

if TYPE_CHECKING:
    from melee_cli.formats.limits import Document, Unread
    from melee_cli.render.progress import ProgressBar


FROM = 200
EVERY_S = 0.1


class Bar:
    """Counts scenarios and, on a terminal, draws how far the batch is; silent everywhere else."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._bytes = _size(paths) if self._shown else None
        self._read = 0
        self._drawn_at = 0.0
        self._bar: ProgressBar | None = None
        self.count = 0

    def step(self, size: int) -> None:
        """Count one scenario of *size* characters, and draw if it is time."""
        self.count += 1
        if not self._shown:
            return
        self._read += size
        if self.count >= FROM and monotonic() - self._drawn_at >= EVERY_S:
            self._draw()
            self._drawn_at = monotonic()

    def clear(self) -> None:
        """Take the bar away, before anything else is written to the terminal."""
        if self._bar is not None:
            self._bar.clear()
            self._bar = None

    def _draw(self) -> None:
        if self._bar is None:
            from melee_cli.render.progress import ProgressBar

            self._bar = ProgressBar(self._bytes)
        done = None if self._bytes is None else min(self._read, self._bytes)
        self._bar.draw(done, self.count)


def _size(paths: Sequence[str]) -> int | None:
    """Return the bytes of all files in *paths*, None where a folder or a pipe hides them."""
    try:
        return sum(os.path.getsize(path) for path in paths) if all(map(os.path.isfile, paths)) else None
    except OSError:
        return None


Work: TypeAlias = "Callable[[Document, int], Done]"
Cut: TypeAlias = "Document | Unread"
Prepare: TypeAlias = "Callable[[], Work]"


def is_batch(paths: Sequence[str]) -> bool:
    """Return whether *paths* alone tell that there may be more than one scenario."""
    return len(paths) > 1 or any(os.path.isdir(path) for path in paths)


def read(paths: Sequence[str]) -> Iterator[Cut]:
    """Return the documents of *paths*, ``-`` being standard input, cut out of their streams."""
    from melee_cli.formats.documents import cut_documents

    return cut_documents(paths, None if sys.stdin is None else sys.stdin.buffer)


def has_several(found: Iterator[Cut]) -> tuple[bool, Iterator[Cut]]:
    """Return whether there are two documents or more, and all of them."""
    first = list(islice(found, 2))
    return len(first) > 1, chain(first, found)


class Tally:
    """Writes what comes back, frames it, and counts."""

    def __init__(self, out: Output, frame: Frame, bar: Bar, beside: Output | None) -> None:
        self._out, self._frame, self._bar, self._beside = out, frame, bar, beside
        self._between = frame.first
        self._between_beside = ""
        self.beside = 0
        self.done = 0
        self.failed = 0
        self.stopped = False

    def take(self, results: Iterable[Done], sizes: Iterable[int]) -> None:
        """Write *results*, of scenarios of *sizes* characters."""
        for (text, notes, ok, beside, stop), size in zip(results, sizes, strict=True):
            self.done += ok
            self.failed += not ok
            if text:
                if self._out.is_terminal:
                    self._bar.clear()
                self._out.write(self._between + text)
                self._between = self._frame.between
            if beside and self._beside is not None:
                self._beside.write(self._between_beside + beside)
                self._between_beside = "---\n"
                self.beside += 1
            if notes:
                self._bar.clear()
                say(notes)
            self._bar.step(size)
            if stop:
                self.stopped = True
                break
        if not gc.isenabled():  # started up: from here on there may be garbage, in what comes after this
            gc.freeze()
            gc.enable()

    def end(self) -> None:
        """Write what closes the output."""
        self._bar.clear()
        started = self._between != self._frame.first or not self._frame.first
        self._out.write(self._frame.last if started else self._frame.none)


def run_batch(
    found: Iterator[Cut],
    prepare: Prepare,
    out: Output,
    frame: Frame,
    bar: Bar,
    jobs: int = 1,
    beside: Output | None = None,
) -> Tally:
    """Give each document of *found* to the work that *prepare* returns, over *jobs* processes.

    Texts for *beside* go there, as documents of one YAML stream.
    """
    tally = Tally(out, frame, bar, beside)
    if jobs > 1:
        for results, sizes in spread_out(found, prepare, jobs):
            tally.take(results, sizes)
            if tally.stopped:
                break
    else:
        from melee_cli.formats.documents import read_document

        work = prepare()
        for place, document in enumerate(map(read_document, found)):
            tally.take((work(document, place),), (len(document.text),))
            if tally.stopped:
                break
    tally.end()
    return tally


Results: TypeAlias = "tuple[list[Done], list[int]]"

BUNDLE = 50
AHEAD = 4
TRIES = 2

_work: Work


class Bundle(NamedTuple):
    """Documents under way to a worker: their place in the batch, and what becomes of them."""

    place: int
    cuts: list[Cut]
    future: Future[Results]


def spread_out(found: Iterator[Cut], prepare: Prepare, jobs: int) -> Iterator[Results]:
    """Yield what the work of *prepare* gives for *found*, bundle after bundle, with each one's size.

    The first document is worked on here: what that imports, the processes forked after it have. At most
    ``AHEAD`` bundles a process are under way, so that memory stays flat. An interrupt waits for no more
    than the bundles that are being worked on. What was lost with a process that died is worked out again,
    document by document; a document of which two processes die is one with a problem.
    """
    work = prepare()
    for document in found:
        yield _worked(work, [document], 0)
        break
    bundles = _bundles(found, 1)
    waiting: deque[Bundle] = deque()
    pool = _pool(jobs, prepare)
    try:
        while True:
            for place, cuts in islice(bundles, jobs * AHEAD - len(waiting)):
                waiting.append(Bundle(place, cuts, _submitted(pool, cuts, place)))
            if not waiting:
                break
            bundle = waiting.popleft()
            try:
                yield bundle.future.result()
            except BrokenProcessPool:
                yield from _one_by_one(bundle, prepare, work)
                pool.shutdown()
                pool = _pool(jobs, prepare)
                waiting = deque(_renewed(other, pool) for other in waiting)
    finally:
        pool.shutdown(cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, cuts: list[Cut], place: int) -> Future[Results]:
    try:
        return pool.submit(_do, cuts, place)
    except BrokenProcessPool as error:  # a worker died since the last result: told when this one is due
        future: Future[Results] = Future()
        future.set_exception(error)
        return future


def _renewed(bundle: Bundle, pool: ProcessPoolExecutor) -> Bundle:
    """Return *bundle*, given to *pool* where its result was lost with another one."""
    future = bundle.future
    if future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool):
        return bundle
    return bundle._replace(future=_submitted(pool, bundle.cuts, bundle.place))


def _one_by_one(bundle: Bundle, prepare: Prepare, work: Work) -> Iterator[Results]:
    """Yield the results of *bundle*, each document worked on alone by a process of its own if need be."""
    from melee_cli.formats.documents import fatal

    pool = _pool(1, prepare)
    try:
        for place, cut in enumerate(bundle.cuts, bundle.place):
            for _ in range(TRIES):
                try:
                    results = _submitted(pool, [cut], place).result()
                    break
                except BrokenProcessPool:
                    pool.shutdown()
                    pool = _pool(1, prepare)
            else:
                results = _worked(work, [fatal(cut)], place)
            yield results
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(jobs: int, prepare: Prepare) -> ProcessPoolExecutor:
    ways = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in ways else "spawn")
    return ProcessPoolExecutor(jobs, context, _begin, (prepare,))


def _bundles(found: Iterator[Cut], place: int) -> Iterator[tuple[int, list[Cut]]]:
    bundle = []
    for document in found:
        bundle.append(document)
        if len(bundle) == BUNDLE:
            yield place, bundle
            place, bundle = place + BUNDLE, []
    if bundle:
        yield place, bundle


def _begin(prepare: Callable[[], Work]) -> None:
    """Make a worker ready; the interrupt key is the parent's business, and other signals end it at once."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    _work = prepare()
    gc.freeze()
    gc.enable()


def _do(bundle: list[Cut], place: int) -> Results:
    return _worked(_work, bundle, place)


def _worked(work: Work, bundle: list[Cut], place: int) -> Results:
    from melee_cli.formats.documents import read_document

    documents = [read_document(cut) for cut in bundle]
    done = [work(document, place + index) for index, document in enumerate(documents)]
    return done, [len(document.text) for document in documents]
