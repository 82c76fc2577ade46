"""What an output can do: its width, colour, encoding and glyphs, and the text that it can carry."""

from __future__ import annotations

import codecs
import os
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple, TextIO

#: The name of the codec error handler that writes ``\uXXXX``, for ``stream.reconfigure(errors=...)``.
ESCAPE = "melee-escape"

SPACES = {"\n": " ", "\r": " ", "\t": " "}
# Overrides and isolates of writing direction would turn round the numbers that follow in a table's line.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
STEERING = frozenset(("Cc", "Cs", "Zl", "Zp"))


def escaped(char: str) -> str:
    r"""Return *char* as ``\uXXXX``, as two of them beyond the basic plane, as JSON has it."""
    code = ord(char)
    if code > 0xFFFF:
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(escaped, error.object[error.start : error.end])), error.end


codecs.register_error(ESCAPE, _handle)


def shown(text: str, encoding: str) -> str:
    r"""Return *text* on one line as a terminal of *encoding* can show it.

    Line breaks and tabs become spaces; other control characters, and those that the encoding lacks,
    are written ``\uXXXX``.
    """
    if text.isascii() and text.isprintable():
        return text
    if not text.isprintable():
        text = "".join(SPACES.get(char) or (escaped(char) if _steers(char) else char) for char in text)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode(encoding, ESCAPE).decode(encoding)
    return text


def harmless(text: str) -> str:
    r"""Return *text* with what would steer a terminal as ``\uXXXX``; its line breaks and tabs stay."""
    if text.isprintable():
        return text
    return "".join(escaped(char) if char not in SPACES and _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    return char in TURNING or unicodedata.category(char) in STEERING


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
