"""Units, sides and the scenario as the umpire says them, and the shape of a result."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from pydantic import Field, PlainValidator
from pydantic_core import PydanticCustomError

from melee_cli.core.rules import Line, Withheld
from melee_cli.systems.models import (
    Decimal,
    Entry,
    Face,
    Name,
    OutcomeShape,
    ResultShape,
    ScenarioModel,
    SideModel,
    Sides,
    SideShape,
    Strict,
    Text,
    Thrown,
    Total,
    UnitModel,
    Units,
    as_roll,
)

Arm = Literal["cuirassiers", "heavy_cavalry", "lancers", "light_cavalry", "cossacks", "infantry", "artillery"]
Quality = Literal["guard", "elite", "veteran", "line", "second_line", "conscript"]
Formation = Literal["none", "line", "column", "square", "company_column"]
Horses = Literal["good", "average", "poor"]
Action = Literal["none", "charging", "pursuing", "pressing"]
Order = Literal["good", "disordered", "wavering", "retreating"]
Attacked = Literal["front", "flank", "rear"]
Cover = Literal["none", "cover", "building"]
FollowUp = Literal["press", "stand"]
Figures = Annotated[int, Field(ge=1, le=9999)]


def two_dice(value: object) -> int | list[int]:
    """Return a roll of 2D6: its total, or its two dice; a wrong die is pointed at."""
    if isinstance(value, list) and len(value) != 2:
        raise PydanticCustomError("two-dice", "two dice are needed, or their total")
    return as_roll(value)


Roll = Annotated[
    int | list[int],
    PlainValidator(
        two_dice,
        json_schema_input_type=Total | Annotated[list[Face], Field(min_length=2, max_length=2)],
    ),
]


class Unit(UnitModel):
    """One unit as the umpire says it is at the start of the round."""

    type: Arm
    figures: Figures
    fighting: Figures | None = None
    initial: Figures | None = None
    quality: Quality = "line"
    formation: Formation | None = None
    british: bool = False
    horses: Horses | None = None
    action: Action = "none"
    straight_cm: Annotated[Decimal, Field(ge=0, le=9999)] | None = None
    order: Order = "good"
    pushed_back: bool = False
    attacked: Attacked = "front"
    cover: Cover = "none"
    place: Text | None = None
    building_bonus: Annotated[int, Field(ge=2, le=9)] | None = None
    higher: bool = False
    against: list[Name] | None = None
    largest: bool = False
    follow_up: FollowUp | None = None
    reinforcing: bool = False
    through: Name | None = None
    modifiers: Annotated[list[Entry], Field(default_factory=list)]
    roll: Roll | None = None


class Side(SideModel):
    """One of the two sides."""

    units: Units[Unit]


class BuiltUp(Strict):
    """The built-up area that the units in buildings hold."""

    capacity: Annotated[int, Field(ge=1, le=9999)] | None = None
    sectors: bool = False


class Scenario(ScenarioModel):
    """A melee of the Napoleonic rules."""

    sides: Sides[Side]
    terrain: Literal["open", "difficult"] = "open"
    scale: Literal["15mm", "28mm"] | None = None
    built_up: BuiltUp | None = None


class Inflicted(TypedDict):
    """What one unit did to one enemy; exact numbers are fractions as text."""

    target: str
    rule: str
    figures: str
    rate: str
    halved: bool
    casualties: str


class PushBack(TypedDict, total=False):
    """How far a push back goes, on each scale that the scenario leaves open."""

    cm: int
    inches: int


class UnitResult(Thrown):
    """One unit: its dice, its total, what becomes of it, what it does and suffers."""

    name: str
    modifiers: list[Line]
    withheld: list[Withheld]
    total: int
    outcome: Literal[
        "rout",
        "retreat",
        "pushed_back",
        "holds",
        "fall_back",
        "stand",
        "pursuit_test",
        "press",
        "press_or_stand",
        "continue",
    ]
    outcome_rule: str
    push_back: PushBack | None
    inflicted: list[Inflicted]
    losses: int
    losses_exact: str
    figures_before: int
    figures_after: int


class SideResult(SideShape):
    """One side; its score is the best total among its units."""

    counting_unit: str
    units: list[UnitResult]


class Outcome(OutcomeShape):
    """Who won, by how much, and the band of the result table."""

    band: str


class Result(ResultShape):
    """What this system adds to a result."""

    outcome: Outcome
    sides: list[SideResult]
