"""Text in terminal cells: wrapped, padded, set side by side; nothing is ever cut off.

Rich measures (wide characters, accents that combine, joined emoji). Its tables and console are not
used: they give up columns where there is no room, and importing them costs a tenth of a whole run.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal, TypeAlias

from rich.cells import cell_len, chop_cells

from melee_cli.render.language import Language, Said
from melee_cli.render.terminal import Terminal, shown

Style = Literal["plain", "bold", "dim"]
Span: TypeAlias = "tuple[str, Style]"
Line: TypeAlias = "tuple[Span, ...]"
CODES: dict[Style, str] = {"bold": "\x1b[1m", "dim": "\x1b[2m"}


def wrapped(text: str, width: int) -> list[str]:
    """Return *text* as lines of at most *width* cells, broken at spaces, inside words where it must be."""
    if cell_len(text) <= width:
        return [text]
    lines: list[str] = []
    line: str | None = None
    for word in text.split(" "):
        longer = word if line is None else f"{line} {word}"
        if cell_len(longer) <= width:
            line = longer
            continue
        if line is not None:
            lines.append(line)
        *full, line = chop_cells(word, max(2, width)) if cell_len(word) > width else [word]
        lines += full
    return [*lines, line or ""]


def padded(text: str, width: int, align: Literal["left", "right"] = "left") -> str:
    """Return *text* filled with spaces to *width* cells."""
    space = " " * (width - cell_len(text))
    return space + text if align == "right" else text + space


def size(line: Line) -> int:
    """Return how many cells *line* takes."""
    return sum(cell_len(text) for text, _ in line)


class Paper:
    """What the drawing functions share: how to say, how wide, how to mark."""

    def __init__(self, language: Language, terminal: Terminal, explain: bool = False) -> None:
        self.language = language
        self.width = terminal.width
        self.narrow = terminal.narrow
        self.explain = explain
        self._encoding = terminal.encoding
        self._colour = terminal.colour
        self.single = terminal.glyph("─", "-")
        self.double = terminal.glyph("═", "=")
        self.dash = terminal.glyph("–", "-")
        self.more = terminal.glyph("…", "...")
        self.fills = terminal.glyph("█▒░", "#=o")
        self.eighths = terminal.glyph("▏▎▍▌▋▊▉", "")

    def say(self, said: Said) -> str:
        """Return *said* as one line of text that the terminal can show."""
        return shown(self.language.text(said), self._encoding)

    def written(self, lines: Sequence[Line]) -> str:
        """Return *lines* as text, styled where the terminal takes colour, without spaces at their ends."""
        if not self._colour:
            return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines)
        return "".join("".join(map(_styled, _trimmed(line))) + "\n" for line in lines)


def _trimmed(line: Line) -> Line:
    while line and not line[-1][0].rstrip():
        line = line[:-1]
    return (*line[:-1], (line[-1][0].rstrip(), line[-1][1])) if line else ()


def _styled(span: Span) -> str:
    text, style = span
    return text if style == "plain" or not text.strip() else f"{CODES[style]}{text}\x1b[0m"


def paragraph(
    text: str, width: int, first: str = "", rest: str | None = None, style: Style = "plain"
) -> list[Line]:
    """Return *text* wrapped to *width* cells, *first* before its first line, *rest* before the others."""
    rest = " " * cell_len(first) if rest is None else rest
    lines = wrapped(text, width - max(cell_len(first), cell_len(rest)))
    return [((rest if i else first, "plain"), (line, style)) for i, line in enumerate(lines)]


def side_by_side(blocks: Sequence[tuple[Sequence[Line], int]], gap: int) -> list[Line]:
    """Return blocks of lines next to each other, each filled to its width, *gap* cells between them."""
    lines: list[Line] = []
    for row in zip_longest(*(block for block, _ in blocks), fillvalue=()):
        spans: list[Span] = []
        for line, (_, width) in zip(row, blocks, strict=True):
            spans += [*line, (" " * (width - size(line) + gap), "plain")]
        lines.append(tuple(spans))
    return lines
