"""The progress bar of a long batch: on standard error, on a terminal only, from 200 scenarios on."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Any

FROM = 200
EVERY_S = 0.1


class Bar:
    """Counts scenarios and, on a terminal, draws how far the batch is; silent everywhere else."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._bytes = _size(paths) if self._shown else None
        self._read = 0
        self._drawn_at = 0.0
        self._live: Any = None
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
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _draw(self) -> None:
        if self._live is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self._live = Progress(
                BarColumn(),
                TextColumn("{task.fields[count]}"),
                console=Console(stderr=True),
                transient=True,
                auto_refresh=False,
            )
            self._live.add_task("", total=self._bytes, count=self.count)
            self._live.start()
        done = None if self._bytes is None else min(self._read, self._bytes)
        self._live.update(self._live.task_ids[0], completed=done, count=self.count, refresh=True)


def _size(paths: Sequence[str]) -> int | None:
    """Return the bytes of all files in *paths*, None where a folder or a pipe hides them."""
    try:
        return sum(os.path.getsize(path) for path in paths) if all(map(os.path.isfile, paths)) else None
    except OSError:
        return None
