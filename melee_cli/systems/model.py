"""What every system's scenario shares: the pydantic bases and field types of units, sides, scenarios."""

from __future__ import annotations

import unicodedata
from math import inf
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator
from pydantic_core import PydanticCustomError


class Numeral(str):
    """A plain scalar that reads as a decimal number (``4.5``): text everywhere but in a decimal field."""

    __slots__ = ()


class Written(int):
    """A whole number that keeps how it was written, where that differs from its digits (``+17``)."""

    written: str

    def __new__(cls, value: int, written: str) -> Written:
        """Return *value* remembering *written*."""
        number = super().__new__(cls, value)
        number.written = written
        return number


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
