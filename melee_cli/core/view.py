"""What to show, without how: the sections between a result and a renderer, each cell with its role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

from melee_cli.core.messages import M, Marked, Message, Phrases, Role

Cell: TypeAlias = "Message | Phrases | Marked | str | int | None"
#: How much of a view is wanted: the verdict only, the summary that fits one screen, the full
#: breakdown, or also what was considered and withheld.
Depth: TypeAlias = Literal["verdict", "summary", "full", "explain"]
#: At which depths a part is shown: at all but the verdict, at the summary only, from full on, or
#: with what was withheld only.
Shown: TypeAlias = Literal["always", "summary", "full", "explain"]


#: The heading of a table whose first column says what it is.
UNTITLED = Message("")


def is_shown(part: Shown, depth: Depth) -> bool:
    """Return whether a *part* belongs to what is shown at *depth*."""
    if part == "always":
        return depth != "verdict"
    return part == depth or (part == "full" and depth == "explain")


class Column(NamedTuple):
    """One column of a grid; figures are set to the right.

    ``detail``: shown with ``--explain`` only. ``role`` is that of its cells which have none.
    """

    title: Message | str
    align: Literal["left", "right"] = "left"
    detail: bool = False
    role: Role = ""


class Entry(NamedTuple):
    """One row of a grid: its cells, and the role of those which have none.

    ``detail``: shown with ``--explain`` only. ``apart``: an empty line stands before it. ``level``: how
    far its first cell is set in.
    """

    cells: Sequence[Cell]
    role: Role = ""
    detail: bool = False
    apart: bool = False
    level: int = 0


class Grid(NamedTuple):
    """A table with named columns; where its narrowest form does not fit, a block a row.

    ``cut``: the columns between the first and the last may be cut into several tables of as many as
    there is room for, the outer ones repeated. ``shown`` says at which depths it is shown.
    """

    title: Message | Marked
    columns: Sequence[Column]
    rows: Sequence[Entry | Sequence[Cell]]
    cut: bool = False
    shown: Shown = "always"


class Lines(NamedTuple):
    """A heading and plain sentences: duties, notes, rulings in force.

    ``shown`` says at which depths it is shown. ``mark``: what stands before each, ``1`` where they are
    to be done in their order.
    """

    title: Message
    items: Sequence[Cell]
    shown: Shown = "always"
    mark: Literal["-", "1", ""] = "-"


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


Section: TypeAlias = "Grid | Lines | Bars"


class View(NamedTuple):
    """A result as sections, the verdict first (all that ``--brief`` shows).

    ``found`` are words that were searched for, to be marked where they stand.
    """

    verdict: Message
    sections: Sequence[Section]
    found: Sequence[str] = ()


def visible(grid: Grid, depth: Depth) -> Grid:
    """Return *grid* with the rows and columns of *depth* alone, without columns that have nothing in them."""
    explain = depth == "explain"
    rows = [row for row in rows_of(grid) if explain or not row.detail]
    kept = [
        i
        for i, column in enumerate(grid.columns)
        if (explain or not column.detail) and any(bare(row.cells[i]) not in (None, "") for row in rows)
    ]
    cut_rows = [row._replace(cells=[row.cells[i] for i in kept]) for row in rows]
    return grid._replace(columns=[grid.columns[i] for i in kept], rows=cut_rows)


def rows_of(grid: Grid) -> list[Entry]:
    """Return the rows of *grid*, each with its role."""
    return [row if isinstance(row, Entry) else Entry(row) for row in grid.rows]


def bare(cell: Cell) -> Message | Phrases | str | int | None:
    """Return *cell* without its role."""
    return cell.said if isinstance(cell, Marked) else cell


class Chances(NamedTuple):
    """The odds as a screen before the dice shows them.

    ``wins``: the chance of each side, and of a draw under None; ``units``: unit → measure → value → chance.
    """

    wins: Mapping[str | None, Fraction]
    units: Mapping[str, Mapping[str, Mapping[Any, Fraction]]]


def tenths(value: Fraction) -> int:
    """Return *value* in tenths, rounded half up: the only place where odds are rounded."""
    return (20 * value.numerator + value.denominator) // (2 * value.denominator)


def percent(chance: Fraction) -> Message:
    """Return *chance* as a percentage with one decimal; what is not quite 0 or 100 % never reads so."""
    parts = tenths(100 * chance)
    if parts == 0 and chance:
        return M("<0.1%")
    if parts == 1000 and chance != 1:
        return M(">99.9%")
    return M("{whole}.{tenth}%", whole=parts // 10, tenth=parts % 10)


def gained(value: int) -> Marked:
    """Return a signed *value*: a gain, a penalty, or nothing."""
    return Marked(f"{value:+d}" if value else "0", "gain" if value > 0 else "penalty" if value else "")
