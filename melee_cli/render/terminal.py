"""What an output can do: its width, whether it takes colour, its encoding and glyphs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple, TextIO

NARROW = 60


class Terminal(NamedTuple):
    """An output as the renderers need it; ``width`` in cells, never below 20."""

    width: int = 80
    colour: bool = False
    encoding: str = "utf-8"

    @property
    def narrow(self) -> bool:
        """Whether tables are stacked as "column: value"."""
        return self.width < NARROW

    def glyph(self, wanted: str, instead: str) -> str:
        """Return *wanted* where the encoding has it, else *instead*."""
        try:
            wanted.encode(self.encoding)
        except UnicodeEncodeError:
            return instead
        return wanted


def terminal_of(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Terminal:
    """Return what *stream* can do, by itself and by COLUMNS, NO_COLOR and TERM.

    Escape codes only on a terminal that takes them; FORCE_COLOR is not asked.
    """
    interactive = stream.isatty()
    colour = interactive and not environ.get("NO_COLOR") and environ.get("TERM", "") not in ("dumb", "")
    return Terminal(_width(stream, interactive, environ), colour, stream.encoding or "utf-8")


def _width(stream: TextIO, interactive: bool, environ: Mapping[str, str]) -> int:
    columns = environ.get("COLUMNS", "")
    if columns.isdecimal() and 0 < int(columns) <= 10_000:
        return max(20, int(columns))
    if interactive:
        try:
            size = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError):
            size = 0
        if size:
            return max(20, size)
    return 80
