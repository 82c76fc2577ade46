"""What every system's scenarios and results share: the bases of their models, their field types."""

from __future__ import annotations

import unicodedata
from math import inf
from typing import Annotated, Any, Literal, TypedDict, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator
from pydantic_core import InitErrorDetails, PydanticCustomError, ValidationError

from melee_cli.core.messages import Message
from melee_cli.core.numbers import Numeral, Written
from melee_cli.core.rules import Line


def as_text(value: object) -> object:
    """Return a plain scalar as its text, where text is wanted; anything else as it is."""
    if type(value) is str:
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Written):
        return value.written
    if isinstance(value, int):
        return str(value)
    return str(value) if isinstance(value, Numeral) else value


def as_name(value: object) -> object:
    """Return a name, refused when empty, over 200 characters, or with control characters."""
    text = as_text(value)
    if not isinstance(text, str):
        return text
    if text.isascii() and text.isprintable() and text and len(text) <= 200 and text != " " * len(text):
        return text
    if not text.strip():
        raise PydanticCustomError("empty-name", "a name with something in it is needed")
    if len(text) > 200:
        raise PydanticCustomError("long-name", "a name of at most 200 characters is needed")
    if any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text):
        raise PydanticCustomError("control-character", "a name without control characters is needed")
    return text


def as_decimal(value: object) -> float:
    """Return a number with or without decimals; refused as a whole number would be."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return inf
    if isinstance(value, Numeral):
        return float(value)
    raise PydanticCustomError("not-a-number", "a number is needed")


Text = Annotated[str, BeforeValidator(as_text)]
Name = Annotated[str, BeforeValidator(as_name)]
Decimal = Annotated[float, PlainValidator(as_decimal, json_schema_input_type=float)]


class Strict(BaseModel):
    """The base of every part of a scenario: unknown keys refused, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class Entry(Strict):
    """A value the umpire adds, with its reason."""

    value: Annotated[int, Field(ge=-99, le=99)]
    reason: Text = ""


class UnitModel(Strict):
    """What a unit of any system has: its name, unique in the scenario."""

    name: Name


T = TypeVar("T")
Units = Annotated[list[T], Field(min_length=1)]
Sides = Annotated[list[T], Field(min_length=2, max_length=2)]


class SideModel(Strict):
    """A side: its name and its units, at least one; a system says ``units: Units[ItsUnit]``.

    Not generic, since pydantic would build a further model for every parameter at start-up.
    """

    name: Name
    units: Units[Any]


class ScenarioModel(Strict):
    """A scenario: exactly two sides (``sides: Sides[ItsSide]``), and the keys that every system has."""

    rules: Text
    title: Text | None = None
    sides: Sides[Any]
    rulings: dict[str, Any] | None = None
    house: Text | None = None
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None
    round: Annotated[int, Field(ge=1, le=9999)] = 1
    expect: dict[str, Any] | None = None


def as_roll(value: object) -> int | list[int]:
    """Return a throw of D6: a kept total of 2...12, or a list of dice, each 1...6.

    A wrong die is pointed at. How many dice a throw needs depends on the unit, so a check of the
    system looks at that.
    """
    if isinstance(value, list):
        wrong = [
            InitErrorDetails(type=_outside(die, 1, 6), loc=(place,), input=die)
            for place, die in enumerate(value)
            if not (_is_whole(die) and 1 <= die <= 6)
        ]
        if wrong:
            raise ValidationError.from_exception_data("roll", wrong)
        return value
    if isinstance(value, int) and _is_whole(value) and 2 <= value <= 12:
        return value
    raise _outside(value, 2, 12)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _outside(value: object, low: int, high: int) -> PydanticCustomError:
    if not _is_whole(value):
        return PydanticCustomError("not-a-roll", "a total of two dice or a list of dice is needed")
    return PydanticCustomError(
        "out-of-range", "a number from {low} to {high} is needed", {"low": low, "high": high}
    )


Total = Annotated[int, Field(ge=2, le=12)]
Face = Annotated[int, Field(ge=1, le=6)]


class Thrown(TypedDict):
    """A throw: its kept total, its dice where they are known, and whether the scenario gave it."""

    roll: int
    dice: list[int]
    roll_origin: Literal["entered", "rolled"]


class OutcomeShape(TypedDict):
    """Who won and by how much; no winner is a draw."""

    winner: str | None
    difference: int


class SideShape(TypedDict):
    """One side: its score, how it fared, the lines that are the side's own."""

    name: str
    score: int
    result: Literal["win", "loss", "draw"]
    lines: list[Line]


class Duty(TypedDict):
    """Something to do at the table, with the row that causes it; no unit where a whole side does it."""

    rule: str
    side: str
    unit: str | None
    text: Message


class ResultShape(TypedDict):
    """What follows a result: duties in the order of the table, notes, the next round's scenario."""

    duties: list[Duty]
    notes: list[Message]
    next_round: dict[str, Any] | None
