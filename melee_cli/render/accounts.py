"""Accounts as text: signed lines with their citations at the right, alone or side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from melee_cli.core.messages import M, Message
from melee_cli.core.view import Account, Entry
from melee_cli.render.layout import Line, Paper, Span, Style, padded, paragraph, side_by_side, size, wrapped

INDENT = 2
GAP = 2
BETWEEN = 4
# A long reason is folded here, so that the citations of all others stay near what they cite.
LABEL_MOST = 60
LABEL_LEAST = 18
# A longer citation (of a ruling) makes no room for itself: it stands under its line where it must.
CITE_MOST = 18


class Row(NamedTuple):
    """An entry as text."""

    value: str
    label: str
    cite: str
    style: Style


class Columns(NamedTuple):
    """The widths, in cells, that the rows of several accounts share."""

    value: int
    label: int
    cite: int

    @property
    def whole(self) -> int:
        """The width of a row."""
        return INDENT + self.value + GAP + self.label + (GAP + self.cite if self.cite else 0)


def rows(account: Account, paper: Paper) -> list[Row]:
    """Return the entries of *account* that are shown, as text."""
    return [_row(entry, paper) for entry in account.entries if paper.explain or entry.tone != "held"]


def _row(entry: Entry, paper: Paper) -> Row:
    value, label, cite = signed(entry), paper.say(entry.label), paper.say(entry.cite)
    if entry.tone == "held":
        return Row(paper.say(value) or paper.dash, paper.say(withheld(entry)), cite, "dim")
    return Row(paper.say(value), label, cite, "bold" if entry.tone == "total" else "plain")


def withheld(entry: Entry) -> Message:
    """Return the label of a withheld entry: words say so, where neither tone nor colour can."""
    return M("withheld: {what}", what=entry.label)


def signed(entry: Entry) -> str:
    """Return the value of *entry* as it is printed: ``+2``, ``-4``, ``0``, a plain total."""
    if isinstance(entry.value, int) and entry.signed and entry.value:
        return f"{entry.value:+d}"
    return "" if entry.value is None else str(entry.value)


def columns(accounts: Iterable[Account], paper: Paper) -> Columns:
    """Return the widths with which the rows of *accounts* stand under each other."""
    value, label, cite = 3, 0, 0
    for account in accounts:
        for row in rows(account, paper):
            value = max(value, cell_len(row.value))
            label = max(label, min(cell_len(row.label), LABEL_MOST))
            cite = max(cite, min(cell_len(row.cite), CITE_MOST))
    return Columns(value, label, cite)


def fitted(wish: Columns, width: int) -> Columns | None:
    """Return *wish* with its labels narrowed to *width* cells, None where they would get too narrow."""
    label = wish.label - max(0, wish.whole - width)
    return Columns(wish.value, label, wish.cite) if label >= min(wish.label, LABEL_LEAST) else None


def account_lines(account: Account, paper: Paper, wish: Columns | None, width: int) -> list[Line]:
    """Return *account* in *width* cells: aligned where there is room, else one entry after the other."""
    fit = wish and fitted(wish, width)
    lines = paragraph(paper.say(account.title), width, style="bold", rest="  ")
    for row, entry in zip(rows(account, paper), _shown(account, paper), strict=True):
        if fit is None:
            lines += _loose(row, width)
            continue
        if entry.tone == "total" and not paper.narrow:
            lines.append(((" " * INDENT + paper.single * fit.value, "dim"),))
        lines += _aligned(row, fit, width)
    if account.tail:
        lines += paragraph(paper.say(account.tail), width, "  ")
    return lines


def _shown(account: Account, paper: Paper) -> list[Entry]:
    return [entry for entry in account.entries if paper.explain or entry.tone != "held"]


def _aligned(row: Row, fit: Columns, width: int) -> list[Line]:
    lines: list[Line] = []
    blank = " " * (INDENT + fit.value + GAP)
    room = width - len(blank) - fit.label - GAP
    beside = row.cite and cell_len(row.cite) <= room
    for i, label in enumerate(wrapped(row.label, fit.label)):
        front = blank if i else " " * INDENT + padded(row.value, fit.value, "right") + " " * GAP
        spans: list[Span] = [(front, row.style), (padded(label, fit.label), row.style)]
        if beside and not i:
            spans.append((" " * GAP + row.cite, "dim"))
        lines.append(tuple(spans))
    if row.cite and not beside:
        lines += paragraph(row.cite, width, blank, style="dim")
    return lines


def _loose(row: Row, width: int) -> list[Line]:
    text = f"{row.label} ({row.cite})" if row.cite else row.label
    return paragraph(text, width, padded(row.value, 3, "right") + " ", style=row.style)


def beside_lines(accounts: Sequence[Account], paper: Paper) -> list[Line]:
    """Return *accounts* next to each other, as many in a row as there is room for, else stacked."""
    for count in range(len(accounts), 1, -1):
        room = (paper.width - BETWEEN * (count - 1)) // count
        fits = [fitted(columns([account], paper), room) for account in accounts]
        if paper.narrow or None in fits:
            continue
        blocks = []
        for account, fit in zip(accounts, fits, strict=True):
            block = account_lines(account, paper, fit, room)
            blocks.append((block, max(map(size, block))))
        rows = [blocks[start : start + count] for start in range(0, len(blocks), count)]
        return apart(side_by_side(row, BETWEEN) for row in rows)
    wish = columns(accounts, paper)
    return apart(account_lines(account, paper, wish, paper.width) for account in accounts)


def apart(blocks: Iterable[Sequence[Line]]) -> list[Line]:
    """Return *blocks* under each other with an empty line between them."""
    lines: list[Line] = []
    for block in blocks:
        if lines and block:
            lines.append(())
        lines += block
    return lines
