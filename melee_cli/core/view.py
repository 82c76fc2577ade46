"""What to show, without how: the sections between a result and a renderer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from melee_cli.core.messages import Message

Cell: TypeAlias = "Message | str | int | None"


class Entry(NamedTuple):
    """A row of an account: a signed value, a plain figure or nothing, its label and its citation.

    ``tone``: ``total`` for a sum, ``held`` for what was considered and withheld (shown with
    ``--explain`` only), ``plain`` otherwise.
    """

    label: Message
    value: int | str | None = None
    cite: str | None = None
    signed: bool = True
    tone: Literal["plain", "total", "held"] = "plain"


class Account(NamedTuple):
    """A heading with signed lines under it: how one unit or side came to its total."""

    title: Message
    entries: Sequence[Entry]
    tail: Message | None = None


class Column(NamedTuple):
    """One column of a grid; figures are set to the right.

    ``detail``: shown with ``--explain`` only.
    """

    title: Message
    align: Literal["left", "right"] = "left"
    detail: bool = False


class Grid(NamedTuple):
    """A table with named columns; stacked as "column: value" lines where the terminal is narrow."""

    title: Message
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


class Beside(NamedTuple):
    """Accounts that belong next to each other, one under the other where there is no room."""

    accounts: Sequence[Account]


class Lines(NamedTuple):
    """A heading and plain sentences: duties, notes, rulings in force.

    ``detail``: shown with ``--explain`` only.
    """

    title: Message
    items: Sequence[Message | str]
    detail: bool = False


class Heading(NamedTuple):
    """A heading over the sections that follow: a side's name, say."""

    title: Message


class Bar(NamedTuple):
    """One bar: its label, its length as a whole number, the figures beside it, whose it is.

    ``group`` is the heading over it and those after it, where a new one begins.
    """

    label: Message | str
    length: int
    figures: Sequence[Message | str]
    tone: Literal["first", "second", "neither"]
    group: Message | None = None


class Bars(NamedTuple):
    """Bars under headings, the longest as long as there is room; ``figures`` name what stands beside them.

    Where nothing can be drawn, :meth:`grid` is the same as a table.
    """

    title: Message
    label: Message
    figures: Sequence[Message]
    bars: Sequence[Bar]

    def grid(self) -> Grid:
        """Return labels, groups and figures as a table."""
        rows: list[Sequence[Cell]] = []
        group: Message | None = None
        for bar in self.bars:
            group = bar.group or group
            rows.append([group, bar.label, *bar.figures])
        figures = [Column(title, "right") for title in self.figures]
        return Grid(self.title, [Column(Message("Result")), Column(self.label, "right"), *figures], rows)


Section: TypeAlias = "Account | Grid | Beside | Lines | Heading | Bars"


class View(NamedTuple):
    """A result as sections, the verdict first (all that ``--brief`` shows)."""

    verdict: Message
    sections: Sequence[Section]
