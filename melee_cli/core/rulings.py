"""Rulings: what a rule book leaves open, decided openly; those with values are switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from melee_cli.core.message import Message

Value: TypeAlias = "str | int"


class Ruling(NamedTuple):
    """One ruling: its id, what and why in our words, and its values, the default first.

    A ruling without values is a decision on record and cannot be switched. ``at_least`` makes it a
    whole number from there up instead of a list (the default is then ``values[0]``).
    """

    id: str
    text: Message
    values: tuple[Value, ...] = ()
    at_least: int | None = None

    @property
    def cite(self) -> str:
        """How a result cites this ruling."""
        return f"ruling:{self.id}"

    @property
    def default(self) -> Value:
        """The value in force when nobody says otherwise; IndexError where it is no switch."""
        return self.values[0]

    def accept(self, value: object) -> Value | None:
        """Return *value* as one of this ruling's, None where it is none of them."""
        if isinstance(value, bool):
            return None
        if self.at_least is not None:
            text = str(value)
            return int(text) if text.isdecimal() and self.at_least <= int(text) <= 9999 else None
        return next((v for v in self.values if str(v) == str(value)), None)


def defaults(rulings: tuple[Ruling, ...]) -> Mapping[str, Value]:
    """Return every switch at its default, in the order of the digest."""
    return {ruling.id: ruling.default for ruling in rulings if ruling.values}
