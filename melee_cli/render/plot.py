"""Bars in plain characters: readable without colour, in any encoding, from 20 columns on.

A side is told from the other by the heading over its bars and by how they are filled.
"""

from __future__ import annotations

from rich.cells import cell_len

from melee_cli.core.view import Bar, Bars
from melee_cli.render.layout import Line, Paper, Span, padded, paragraph

INDENT = 2
GAP = 2
#: Below this many cells for bars, figures are given up from the last one on.
BAR_LEAST = 10
BAR_MOST = 60
TONES = ("first", "neither", "second")


def bars_lines(bars: Bars, paper: Paper) -> list[Line]:
    """Return *bars* as lines, none where there are no bars."""
    if not bars.bars:
        return []
    figures, room = _fitted(bars, paper)
    longest = max(bar.length for bar in bars.bars) or 1
    title = paper.say(bars.title)
    lines = paragraph(title, paper.width, style="bold", rest="  ") if title else []
    lines.append(_row([paper.say(bars.label), *map(paper.say, bars.figures)], figures, (), "bold"))
    for bar in bars.bars:
        if bar.group is not None:
            lines += paragraph(paper.say(bar.group), paper.width, style="dim", rest="  ")
        texts = [paper.say(bar.label), *map(paper.say, bar.figures)]
        lines.append(_row(texts, figures, ((drawn(bar, longest, room, paper), "plain"),)))
    return lines


def _fitted(bars: Bars, paper: Paper) -> tuple[list[int], int]:
    """Return the widths of label and figures, as many as leave room, and the cells for the bars."""
    rows = [[bars.label, *bars.figures], *([bar.label, *bar.figures] for bar in bars.bars)]
    widths = [max(cell_len(paper.say(cell)) for cell in column) for column in zip(*rows, strict=True)]
    while True:
        room = paper.width - INDENT - sum(widths) - GAP * len(widths)
        if room >= BAR_LEAST or len(widths) <= 2:
            return widths, max(0, min(room, BAR_MOST))
        widths.pop()


def _row(texts: list[str], widths: list[int], tail: tuple[Span, ...], style: str = "plain") -> Line:
    cells = (padded(text, width, "right") for text, width in zip(texts, widths, strict=False))
    front = " " * INDENT + (" " * GAP).join(cells) + " " * GAP
    return ((front, "bold" if style == "bold" else "plain"), *tail)


def drawn(bar: Bar, longest: int, room: int, paper: Paper) -> str:
    """Return the bar as characters, to an eighth of a cell where its filling can; never nothing at all."""
    eighths = (16 * room * bar.length + longest) // (2 * longest)
    fill = paper.fills[TONES.index(bar.tone)]
    if bar.tone == "first" and paper.eighths:
        whole, part = divmod(eighths, 8)
        text = fill * whole + paper.eighths[part - 1 : part]
    else:
        text = fill * ((eighths + 4) // 8)
    return text or (paper.eighths[:1] or ".") * bool(bar.length and room)
