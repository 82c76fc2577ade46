"""The field type of a throw as a scenario gives it: its kept total, or its dice one by one."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from pydantic_core import InitErrorDetails, PydanticCustomError, ValidationError


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
