"""A progress bar on standard error, drawn when it is told to."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn


class ProgressBar:
    """A bar with a count beside it; *total* is None where nobody knows how much there is."""

    def __init__(self, total: int | None) -> None:
        self._live = Progress(
            BarColumn(),
            TextColumn("{task.fields[count]}"),
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
        )
        self._task = self._live.add_task("", total=total, count=0)
        self._live.start()

    def draw(self, done: int | None, count: int) -> None:
        """Draw *done* of the total and *count*."""
        self._live.update(self._task, completed=done, count=count, refresh=True)

    def clear(self) -> None:
        """Take the bar away."""
        self._live.stop()
