"""What a whfb8 scenario may say: the fields of its units, sides and of the scenario itself."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, PlainValidator

from melee_cli.systems.models import (
    Entry,
    Face,
    Name,
    ScenarioModel,
    SideModel,
    Sides,
    Total,
    UnitModel,
    Units,
    as_roll,
)

Troops = Literal[
    "infantry",
    "war_beasts",
    "swarm",
    "cavalry",
    "monstrous_infantry",
    "monstrous_beasts",
    "monstrous_cavalry",
    "chariot",
    "monster",
    "war_machine",
    "character",
]
Part = Literal["front", "flank", "rear"]
Count = Annotated[int, Field(ge=0, le=9999)]
Positive = Annotated[int, Field(ge=1, le=9999)]
Leadership = Annotated[int, Field(ge=1, le=10)]
Roll = Annotated[
    int | list[int],
    PlainValidator(
        as_roll,
        json_schema_input_type=Total | Annotated[list[Face], Field(min_length=2, max_length=3)],
    ),
]


class Unit(UnitModel):
    """One unit as the umpire says it is when the combat result is worked out.

    ``models`` is None where the scenario does not say it: one, or unknown beside ``ranks``.
    """

    type: Troops = "infantry"
    models: Count | None = None
    width: Positive | None = None
    ranks: Count | None = None
    wounds_each: Positive = 1
    skirmishing: bool = False
    leadership: Leadership | None = None
    general_leadership: Leadership | None = None
    wounds: Count = 0
    overkill: Count = 0
    standard: bool = False
    battle_standard: bool = False
    musician: bool = False
    charged: bool = False
    high_ground: bool = False
    attacks: dict[Name, Part] | None = None
    stubborn: bool = False
    unbreakable: bool = False
    unstable: bool = False
    cold_blooded: bool = False
    never_steadfast: bool = False
    battle_standard_near: bool = False
    swiftstride: bool | None = None
    break_modifiers: list[Entry] | None = None
    other: list[Entry] | None = None
    break_roll: Roll | None = None
    break_reroll: Roll | None = None
    restrain: bool | None = None
    restrain_roll: Roll | None = None
    restrain_reroll: Roll | None = None
    pursue: Name | None = None
    flee_roll: Roll | None = None
    pursuit_roll: Roll | None = None
    flees_from: Name | None = None


class Side(SideModel):
    """One of the two sides, and the order in which its player moves what flees or pursues."""

    units: Units[Unit]
    flee_order: list[Name] | None = None
    pursuit_order: list[Name] | None = None


class Scenario(ScenarioModel):
    """A multiple combat at the moment its result is worked out."""

    sides: Sides[Side]
