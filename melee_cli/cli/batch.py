"""A batch: documents in, results out in the same order, each as soon as it is done."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeAlias

from melee_cli.cli.progress import Bar
from melee_cli.cli.results import Done, Frame
from melee_cli.cli.streams import Output, say

if TYPE_CHECKING:
    from melee_cli.formats.limits import Document, Unread

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
