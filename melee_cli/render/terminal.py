"""What an output can do: its width, colour, encoding and glyphs, and the text that it can carry."""

from __future__ import annotations

import codecs
import os
import unicodedata
from collections.abc import Mapping
from typing import Literal, NamedTuple, TextIO, TypeAlias

from melee_cli.core.messages import Message

#: The name of the codec error handler that writes ``\uXXXX``, for ``stream.reconfigure(errors=...)``.
ESCAPE = "melee-escape"

SPACES = {"\n": " ", "\r": " ", "\t": " "}
# Overrides and isolates of writing direction would turn round the numbers that follow in a table's line.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
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


#: Signs of ours and what stands for them where an encoding lacks them.
SIGNS = {"◆": "*", "·": ".", "×": "x", "–": "-", "→": "->"}


def signs(encoding: str) -> dict[int, str]:
    """Return what stands for those of our signs that *encoding* lacks, for ``str.translate``."""
    return {ord(sign): instead for sign, instead in SIGNS.items() if not _has(encoding, sign)}


def _has(encoding: str, sign: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def cells(text: str) -> int:
    """Return how many cells *text* takes on a terminal."""
    from rich.cells import cell_len

    return cell_len(text)


def _steers(char: str) -> bool:
    return char in TURNING or unicodedata.category(char) in STEERING


Colour: TypeAlias = Literal["auto", "always", "never"]
_asked: list[Colour] = ["auto"]
#: What is wrong with the user's own settings, to be said once beside the results.
complaints: list[Message] = []


def choose_colour(colour: Colour) -> None:
    """Let *colour* be in force for every output from here on, over what the environment says."""
    _asked[:] = [colour]


class Terminal(NamedTuple):
    """An output as the renderers need it; ``width`` in cells, never below 20."""

    width: int = 80
    colour: bool = False
    encoding: str = "utf-8"

    def glyph(self, wanted: str, instead: str) -> str:
        """Return *wanted* where the encoding has it, else *instead*."""
        return wanted if _has(self.encoding, wanted) else instead


def terminal_of(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Terminal:
    """Return what *stream* can do, by itself and by COLUMNS, NO_COLOR, FORCE_COLOR and TERM.

    Escape codes only on a terminal that takes them, or where ``--color always`` asks for them.
    """
    interactive = stream.isatty()
    kind = environ.get("TERM") or (environ.get("FORCE_COLOR") and "unknown")
    colour = interactive and not environ.get("NO_COLOR") and kind not in ("dumb", "", None)
    if _asked != ["auto"]:
        colour = _asked == ["always"]
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
