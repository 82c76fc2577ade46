"""The shape of a whfb8 result, from which its JSON Schema is made."""

from __future__ import annotations

from typing import Literal, TypedDict

from melee_cli.core.messages import Message
from melee_cli.core.rules import Line, Withheld
from melee_cli.systems.models import OutcomeShape, ResultShape, SideShape, Thrown


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


class UnitResult(TypedDict):
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
