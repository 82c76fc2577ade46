"""Scenarios as YAML: one unit a line, and nothing in it that our own reader would read otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from re import compile as pattern
from typing import Any

from melee_cli.formats.limits import plain

BARE = pattern(r"[^\W_](?:[\w ./+°'’()-]*[\w.)'’°+])?")
# Words that older readers of YAML take for something else; in quotes they are text to everybody.
OLD_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def to_yaml(data: Mapping[str, Any]) -> str:
    """Return *data*, a scenario's mapping, as YAML that our reader reads back as the same data.

    Sides are laid out with one unit a line in flow style; every other value stands on its key's line.
    """
    lines: list[str] = []
    for key, value in data.items():
        if key == "sides" and isinstance(value, list) and all(isinstance(side, Mapping) for side in value):
            lines.append("sides:" if value else "sides: []")
            for side in value:
                lines.extend(_side(side))
        else:
            lines.append(f"{_text(key)}: {_flow(value)}")
    return "\n".join(lines) + "\n" if lines else "{}\n"


def _side(side: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    for key, value in side.items():
        start = "    " if lines else "  - "
        if isinstance(value, list) and value and (key == "units" or isinstance(value[0], Mapping)):
            lines.append(f"{start}{_text(key)}:")
            lines.extend(f"      - {_flow(item)}" for item in value)
        else:
            lines.append(f"{start}{_text(key)}: {_flow(value)}")
    return lines or ["  - {}"]


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_text(str(key))}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(getattr(value, "written", value))
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.12f}".rstrip("0")
    return _text(value)


def _text(text: str) -> str:
    """Return *text* as a scalar: bare where that reads back as the same text, else in quotes."""
    bare = BARE.fullmatch(text) is not None and text.lower() not in OLD_WORDS
    return text if bare and type(plain(text)) is type(text) else _quoted(text)


def _quoted(text: str) -> str:
    parts = []
    for character in text:
        if character in '"\\':
            parts.append("\\" + character)
        elif character.isprintable():
            parts.append(character)
        elif ord(character) < 0x100:
            parts.append(f"\\x{ord(character):02x}")
        elif ord(character) < 0x10000:
            parts.append(f"\\u{ord(character):04x}")
        else:
            parts.append(f"\\U{ord(character):08x}")
    return '"' + "".join(parts) + '"'
