"""Scenarios, results and sessions as JSON text that gives back the same values."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from melee_cli.core.messages import Marked, Message, Phrases
from melee_cli.core.numbers import Numeral, Written
from melee_cli.core.rules import Change, Line, Withheld


def pack(value: Any) -> Any:
    """Return *value* as plain JSON data from which :func:`unpack` makes it again.

    Numbers remember how they were written; messages stay untranslated, so that a result kept in one
    language is read in another. Tuples come back as lists where they are none of a known value's own.
    """
    if isinstance(value, Mapping):
        return {str(key): pack(item) for key, item in value.items()}
    writer = WRITERS.get(type(value))
    if writer is not None:
        return writer(value)
    return [pack(item) for item in value] if isinstance(value, (list, tuple)) else value


def unpack(value: Any) -> Any:
    """Return what :func:`pack` packed; LookupError, TypeError or ValueError where it is no such thing."""
    if isinstance(value, list):
        return [unpack(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) <= 2:
        for mark, read in READERS.items():
            if mark in value:
                return read(value)
    return {key: unpack(item) for key, item in value.items()}


def text_of(value: Any) -> str:
    """Return *value* packed, as one line of JSON."""
    return json.dumps(pack(value), ensure_ascii=False, separators=(",", ":"))


def value_of(text: str) -> Any:
    """Return what :func:`text_of` wrote."""
    return unpack(json.loads(text))


def _message(message: Message) -> dict[str, Any]:
    return {"$message": [message.text, pack(message.params), message.plural]}


def _line(line: Line) -> dict[str, Any]:
    units = None if line.units is None else list(line.units)
    return {"$line": [line.rule, pack(line.label), line.value, line.cite, units]}


WRITERS: dict[type, Callable[[Any], Any]] = {
    Numeral: lambda value: {"$decimal": str(value)},
    Written: lambda value: {"$written": value.written, "value": int(value)},
    Fraction: lambda value: {"$fraction": str(value)},
    Message: _message,
    Marked: lambda value: {"$marked": [pack(value.said), value.role]},
    Phrases: lambda value: {"$phrases": [pack(list(value.items)), value.joiner]},
    Line: _line,
    Withheld: lambda value: {"$withheld": [value.rule, pack(value.reason), value.cite]},
    Change: lambda value: {"$change": [value.rule, pack(value.text)]},
}


def _as_message(value: Any) -> Message:
    text, params, plural = value["$message"]
    return Message(text, unpack(params), plural)


def _as_phrases(value: Any) -> Phrases:
    items, joiner = value["$phrases"]
    return Phrases(tuple(unpack(items)), joiner)


def _as_line(value: Any) -> Line:
    rule, label, number, cite, units = value["$line"]
    return Line(rule, unpack(label), number, cite, None if units is None else tuple(units))


def _as_withheld(value: Any) -> Withheld:
    rule, reason, cite = value["$withheld"]
    return Withheld(rule, unpack(reason), cite)


READERS: dict[str, Callable[[Any], Any]] = {
    "$decimal": lambda value: Numeral(value["$decimal"]),
    "$written": lambda value: Written(value["value"], value["$written"]),
    "$fraction": lambda value: Fraction(value["$fraction"]),
    "$message": _as_message,
    "$marked": lambda value: Marked(unpack(value["$marked"][0]), value["$marked"][1]),
    "$phrases": _as_phrases,
    "$line": _as_line,
    "$withheld": _as_withheld,
    "$change": lambda value: Change(value["$change"][0], unpack(value["$change"][1])),
}
