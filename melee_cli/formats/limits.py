"""Limits of a document, what its plain scalars mean, and where it came from: what every format shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from re import compile as pattern
from typing import Any, Literal, NamedTuple, TypeAlias

from melee_cli.core.numbers import Numeral, Written
from melee_cli.core.problems import Problem

BYTES = 1_000_000
NODES = 20_000
DEPTH = 20


class Source(NamedTuple):
    """A document's file as given on the command line (``<stdin>`` for ``-``), its number, its first line."""

    file: str
    document: int = 1
    line: int = 1


class Unread(NamedTuple):
    """One document cut out of its stream and not yet parsed, so that another process can do that."""

    data: bytes
    source: Source
    kind: Literal["yaml", "json"] = "yaml"


@dataclass(slots=True)
class Document:
    """One document as plain data: dicts, lists, text, whole numbers, truth values, nothing, numerals.

    ``problems`` are what the reader found, each with its place; ``text`` is the document as written,
    for placing what is found later; ``line`` of the source counts from its first line.
    """

    source: Source
    data: Any = None
    problems: list[Problem] = field(default_factory=list)
    text: str = ""
    kind: Literal["yaml", "json"] = "yaml"


Scalar: TypeAlias = "str | int | bool | None"

WHOLE = pattern(r"0|[-+]?[1-9][0-9]*")
# The floats of JSON and YAML 1.2, as serialisers write them: 4.5, .5, 4., 1e-05.
DECIMAL = pattern(
    r"(?=[^.eE]*[.eE])[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,4})?"
)
CLAMP_DIGITS = 24
CLAMPED = 10**CLAMP_DIGITS

NAMED: dict[str, Scalar] = {"": None, "~": None, "null": None, "true": True, "false": False}
STARTS_NUMBER = frozenset("+-.0123456789")


def plain(text: str) -> Scalar:
    """Return what the plain scalar *text* means.

    A whole number of more digits than any field takes is clamped, but keeps how it was written, as does
    one with a plus sign; a number with decimals is a :class:`Numeral`, which is text to all but decimal
    fields.
    """
    if text[:1] not in STARTS_NUMBER:
        return NAMED.get(text, text)
    if WHOLE.fullmatch(text):
        if len(text) > CLAMP_DIGITS:
            return Written(-CLAMPED if text[0] == "-" else CLAMPED, text)
        return Written(int(text), text) if text[0] == "+" else int(text)
    return Numeral(text) if DECIMAL.fullmatch(text) else text


class Unusual(Exception):
    """Raised where a document needs the careful reader: a defect, an anchor, a tag, or great length."""


class Plain(dict[str, Scalar]):
    """The meaning of each plain scalar met so far; bounded, since a stream may hold any number of them."""

    limit = 4096

    def __missing__(self, text: str) -> Scalar:
        """Return the meaning of *text* and remember it where it is short."""
        value = plain(text)
        if len(text) <= 40:
            if len(self) >= self.limit:
                self.clear()
            self[text] = value
        return value


PLAIN = Plain()
