"""What a plain scalar means: YAML 1.2's whole numbers, truth values and nothing; all else is text."""

from __future__ import annotations

from re import compile as pattern
from typing import TypeAlias

from melee_cli.systems.models import Numeral, Written

Scalar: TypeAlias = "str | int | bool | None"

WHOLE = pattern(r"0|[-+]?[1-9][0-9]*")
DECIMAL = pattern(r"[-+]?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,30}")
CLAMP_DIGITS = 24
CLAMPED = 10**CLAMP_DIGITS

NAMED: dict[str, Scalar] = {"": None, "~": None, "null": None, "true": True, "false": False}
STARTS_NUMBER = frozenset("+-0123456789")


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
