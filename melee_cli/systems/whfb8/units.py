"""What a whfb8 scenario may say of its units, who is in the fight, and the shape of its result."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Annotated, Literal, TypedDict

from pydantic import Field, PlainValidator

from melee_cli.core.messages import Message
from melee_cli.core.rules import Line, Row, Withheld
from melee_cli.systems.models import (
    Entry,
    Face,
    Name,
    OutcomeShape,
    ResultShape,
    ScenarioModel,
    SideModel,
    Sides,
    SideShape,
    Thrown,
    Total,
    UnitModel,
    Units,
    as_roll,
)
from melee_cli.systems.whfb8.profile import Mount, Profile, Struck

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
    profile: Profile | None = None
    champion: bool = False
    mount: Mount | None = None
    base_mm: Annotated[int, Field(ge=10, le=250)] | None = None
    fighting: dict[Name, Count] | None = None
    blows: dict[Name, Struck] | None = None
    mount_blows: dict[Name, Struck] | None = None
    impact_blows: dict[Name, Struck] | None = None
    stomp_blows: dict[Name, Struck] | None = None
    wounds_lost: Annotated[int, Field(ge=0, le=19)] = 0
    fear_failed: bool = False
    first_round: bool | None = None


class Side(SideModel):
    """One of the two sides, and the order in which its player moves what flees or pursues."""

    units: Units[Unit]
    flee_order: list[Name] | None = None
    pursuit_order: list[Name] | None = None


class Scenario(ScenarioModel):
    """A multiple combat at the moment its result is worked out."""

    sides: Sides[Side]


WITHOUT_RANKS = frozenset({"chariot", "monster", "war_machine", "character"})
MONSTROUS = frozenset({"monstrous_infantry", "monstrous_beasts", "monstrous_cavalry"})
SWIFT = frozenset({"cavalry", "war_beasts", "monstrous_beasts", "monstrous_cavalry", "chariot"})


def models_of(unit: Unit) -> int | None:
    """Return how many models *unit* has, None where only its ranks are known."""
    if unit.models is not None:
        return unit.models
    return 1 if unit.ranks is None else None


def is_swift(unit: Unit) -> bool:
    """Whether *unit* has swiftstride: as it says, else by its type."""
    return unit.type in SWIFT if unit.swiftstride is None else unit.swiftstride


def fought_out(scenario: Scenario) -> bool:
    """Whether the combat begins with its blows: its units have profiles."""
    return any(unit.profile is not None for side in scenario.sides for unit in side.units)


class Troop:
    """A unit in its place in the fight. What the scenario says of it is read from ``unit``.

    ``index`` counts through both sides in file order. ``enemies`` are the enemy units in contact,
    ``parts`` the part of each of them (by index) that this unit touches. ``ranks`` is its rank count,
    ``fives`` the same with five models a rank whatever its type.
    """

    __slots__ = ("alive", "disrupted", "enemies", "fives", "index", "name", "parts", "ranks", "unit")

    def __init__(self, index: int, unit: Unit) -> None:
        self.index = index
        self.unit = unit
        self.name = unit.name
        self.alive = unit.models != 0
        self.enemies: list[Troop] = []
        self.parts: dict[int, Part] = {}
        self.ranks = 0
        self.fives = 0
        self.disrupted = False

    @property
    def models(self) -> int | None:
        """How many models it has, None where only its ranks are known."""
        return models_of(self.unit)

    @property
    def swiftstride(self) -> bool:
        """Whether it has swiftstride, by its type where the scenario does not say."""
        return is_swift(self.unit)


class Party:
    """A side in the fight: its units, and the combat result points it earns or is refused.

    ``said`` are the fields that the scenario says of any of its units: a row about another is passed by.
    ``flanks`` and ``rears`` are the enemies that its units touch there, each with the unit, enemy by enemy.
    """

    __slots__ = ("alive", "flanks", "lines", "name", "rears", "said", "total", "troops", "withheld")

    def __init__(self, name: str, troops: list[Troop]) -> None:
        self.name = name
        self.troops = troops
        self.alive = any(troop.alive for troop in troops)
        self.said: set[str] = set().union(*[troop.unit.model_fields_set for troop in troops])
        self.flanks: list[tuple[Troop, Troop]] = []
        self.rears: list[tuple[Troop, Troop]] = []
        self.lines: list[Line] = []
        self.withheld: list[Withheld] = []
        self.total = 0

    def only(self, troops: list[Troop]) -> Party:
        """Return this side with *troops* alone, its points as they are."""
        party = copy(self)
        party.troops = troops
        return party

    def earn(self, row: Row, value: int, troops: Iterable[Troop], label: Message | None = None) -> None:
        """Add a line of *value* points by *row* that came from *troops*."""
        self.lines.append(Line(row.id, label or row.label, value, row.cite, tuple(t.name for t in troops)))
        self.total += value

    def withhold(self, row: Row, reason: Message, cite: str | None = None) -> None:
        """Write down that *row* would have earned a point but for *reason*."""
        self.withheld.append(Withheld(row.id, reason, cite or row.cite))


class LeadershipTest(Thrown):
    """A Break test or a test of restraint; the target is the sum of its modifiers."""

    target: int
    rerolled: bool
    first_roll: int | None
    first_dice: list[int]
    result: Literal["passed", "failed"]
    modifiers: list[Line]
    withheld: list[Withheld]


# ``from`` is a word of Python's: a class cannot have it as a field.
Direction = TypedDict("Direction", {"from": str | None})


class FlightResult(Thrown, Direction):
    """A flight: how far, from whom (nobody where the unit is caught), and who catches it."""

    from_origin: Literal["most_ranks", "entered", "rolled"] | None
    tie: list[str]
    caught: bool
    caught_by: list[str]


class PursuitResult(Thrown):
    """A pursuit: whom, how far, and whether it catches it."""

    target: str
    catches: bool


class Contact(TypedDict):
    """An enemy in contact, and the part of it that the unit touches."""

    enemy: str
    part: Literal["front", "flank", "rear"]


class MadeOf(TypedDict):
    """How many attacks come from one rule."""

    rule: str
    value: int


class Reroll(TypedDict):
    """Which roll of a group of blows is rolled again, on which faces, and by which rule."""

    roll: Literal["hit", "wound", "save", "ward"]
    faces: str
    rule: str


class BlowsResult(TypedDict):
    """A group of blows: what it needed, and what came of it (null where that was not said)."""

    step: int
    kind: Literal["fighting", "mount", "impact", "stomp"]
    target: str
    attacks: int | None
    made_of: list[MadeOf]
    hit_on: int | None
    wound_on: int | None
    save_on: int | None
    ward_on: int | None
    rerolls: list[Reroll]
    rules: list[str]
    hits: int | None
    wounds: int | None
    unsaved: int | None
    counted: int | None
    origin: Literal["entered", "rolled"] | None


class StruckResult(TypedDict, total=False):
    """What a unit with a profile has struck and lost; the Wounds are those that have not cost a model."""

    blows: list[BlowsResult]
    models_before: int
    models_left: int
    wounds_lost: int


class UnitResult(StruckResult):
    """What became of one unit, and the rule that says so."""

    name: str
    ranks: int
    disrupted: bool
    contact: list[Contact]
    steadfast: bool | None
    steadfast_reason: Message | None
    outcome: Literal[
        "holds",
        "broken",
        "destroyed",
        "crumbles",
        "fights_on",
        "pursues",
        "restrains",
        "stays",
        "wiped_out",
    ]
    outcome_rule: str
    crumble_wounds: int | None
    break_test: LeadershipTest | None
    restrain_test: LeadershipTest | None
    flight: FlightResult | None
    pursuit: PursuitResult | None


class SideResult(SideShape):
    """One side: its score is the sum of its lines; ``withheld`` is what it was refused."""

    withheld: list[Withheld]
    units: list[UnitResult]


class Result(ResultShape):
    """The system's own part of a result."""

    outcome: OutcomeShape
    sides: list[SideResult]
