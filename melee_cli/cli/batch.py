"""A batch: documents in, results out in the same order, in one process or several, each as it is done."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING

from melee_cli.cli.output import Cut, Done, Frame, Prepare
from melee_cli.cli.streams import Output, say

if TYPE_CHECKING:
    from melee_cli.render.progress import ProgressBar


FROM_S = 1.0
EVERY_S = 0.1


class Bar:
    """Counts scenarios and, on a terminal, draws after a second how far the batch is; else silent."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._bytes = _size(paths) if self._shown else None
        self._read = 0
        self._drawn_at = monotonic() + FROM_S - EVERY_S
        self._bar: ProgressBar | None = None
        self.count = 0

    def step(self, size: int) -> None:
        """Count one scenario of *size* characters, and draw if it is time."""
        self.count += 1
        if not self._shown:
            return
        self._read += size
        if monotonic() - self._drawn_at >= EVERY_S:
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
    jobs: int | None = 1,
    beside: Output | None = None,
) -> Tally:
    """Give each document of *found* to the work that *prepare* returns, over *jobs* processes.

    Where *jobs* is None there are as many as processors, once the batch is long enough to gain by it.
    Texts for *beside* go there, as documents of one YAML stream.
    """
    tally = Tally(out, frame, bar, beside)
    if jobs is None or jobs > 1:
        from melee_cli.cli.jobs import spread_out

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
