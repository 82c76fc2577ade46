"""Grids as text: columns where there is room, else each row as "column: value" lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from rich.cells import cell_len

from melee_cli.core.view import Cell, Column, Grid
from melee_cli.render.layout import Line, Paper, Span, padded, paragraph, wrapped

INDENT = 2
GAP = 2
WORD_MOST = 24


class Strip(NamedTuple):
    """One column as text: its heading and its cells from the top."""

    head: str
    cells: list[str]
    align: Literal["left", "right"]

    @property
    def natural(self) -> int:
        """The width, in cells, at which nothing has to be folded."""
        return max(map(cell_len, (self.head, *self.cells)))

    @property
    def least(self) -> int:
        """The width below which words would be torn; a column of figures is never folded."""
        if self.align == "right":
            return self.natural
        words = [word for text in (self.head, *self.cells) for word in text.split(" ")]
        return min(WORD_MOST, max(map(cell_len, words)))


def strips(grid: Grid, paper: Paper) -> list[Strip]:
    """Return the columns of *grid* that have something to show."""
    found = []
    for index, column in enumerate(grid.columns):
        cells = [paper.say(row[index]) for row in grid.rows]
        if any(cells) and (paper.explain or not column.detail):
            found.append(Strip(paper.say(column.title), cells, column.align))
    return found


def grid_lines(grid: Grid, paper: Paper) -> list[Line]:
    """Return *grid* as lines, none where it has no rows."""
    if not grid.rows:
        return []
    shown = strips(grid, paper)
    widths = None if paper.narrow else fit(shown, paper.width - INDENT)
    title = paper.say(grid.title)
    lines = paragraph(title, paper.width, style="bold", rest="  ") if title else []
    return lines + (_stacked(shown, paper) if widths is None else _table(shown, widths, paper))


def fit(shown: Sequence[Strip], width: int) -> list[int] | None:
    """Return the widths at which *shown* fits into *width* cells, None where no fair widths do.

    The widest column gives way first, down to its longest word.
    """
    widths = [strip.natural for strip in shown]
    least = [strip.least for strip in shown]
    over = sum(widths) + GAP * (len(shown) - 1) - width
    while over > 0:
        spare = [i for i in range(len(widths)) if widths[i] > least[i]]
        if not spare:
            return None
        widest = max(spare, key=lambda i: widths[i])
        widths[widest] -= 1
        over -= 1
    return widths


def _table(shown: Sequence[Strip], widths: Sequence[int], paper: Paper) -> list[Line]:
    lines = _row([strip.head for strip in shown], shown, widths, bold=True)
    lines.append(((" " * INDENT + (" " * GAP).join(paper.single * width for width in widths), "dim"),))
    for cells in zip(*(strip.cells for strip in shown), strict=True):
        lines += _row(cells, shown, widths)
    return lines


def _row(
    cells: Sequence[str], shown: Sequence[Strip], widths: Sequence[int], bold: bool = False
) -> list[Line]:
    folded = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines: list[Line] = []
    for i in range(max(map(len, folded))):
        spans: list[Span] = [(" " * INDENT, "plain")]
        for part, strip, width in zip(folded, shown, widths, strict=True):
            text = padded(part[i] if i < len(part) else "", width, strip.align)
            spans += [(text, "bold" if bold else "plain"), (" " * GAP, "plain")]
        lines.append(tuple(spans))
    return lines


def _stacked(shown: Sequence[Strip], paper: Paper) -> list[Line]:
    lines: list[Line] = []
    for cells in zip(*(strip.cells for strip in shown), strict=True):
        if lines:
            lines.append(())
        for strip, cell in zip(shown, cells, strict=True):
            if cell:
                text = f"{strip.head}: {cell}" if strip.head else cell
                lines += paragraph(text, paper.width, "  ", "    ")
    return lines


def visible(grid: Grid, explain: bool) -> tuple[list[Column], list[list[Cell]]]:
    """Return the columns of *grid* to show and the rows cut to them, for outputs without widths."""
    kept = [i for i, column in enumerate(grid.columns) if explain or not column.detail]
    kept = [i for i in kept if any(row[i] not in (None, "") for row in grid.rows)]
    return [grid.columns[i] for i in kept], [[row[i] for i in kept] for row in grid.rows]
