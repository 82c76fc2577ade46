"""The progress bar of a long batch: on standard error, on a terminal only, from 200 scenarios on."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
