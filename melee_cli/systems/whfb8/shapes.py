"""The shape of a whfb8 result, from which its JSON Schema is made."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from melee_cli.core.message import Message
from melee_cli.core.rows import Line, Withheld


class LeadershipTest(TypedDict):
    """A Break test or a test of restraint; the target is the sum of its modifiers."""

    target: int
    roll: int
    dice: list[int]
    roll_origin: Literal["entered", "rolled"]
    rerolled: bool
    first_roll: int | None
    first_dice: list[int]
    result: Literal["passed", "failed"]
    modifiers: list[Line]
    withheld: list[Withheld]


FlightResult = TypedDict(
    "FlightResult",
    {
        "roll": int,
        "dice": list[int],
        "roll_origin": Literal["entered", "rolled"],
        "from": str | None,
        "from_origin": Literal["most_ranks", "entered", "rolled"] | None,
        "tie": list[str],
        "caught": bool,
        "caught_by": list[str],
    },
)


class PursuitResult(TypedDict):
    """A pursuit: whom, how far, and whether it catches it."""

    target: str
    roll: int
    dice: list[int]
    roll_origin: Literal["entered", "rolled"]
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


class SideResult(TypedDict):
    """One side: its score as the sum of its lines, and what it was refused."""

    name: str
    score: int
    result: Literal["win", "loss", "draw"]
    lines: list[Line]
    withheld: list[Withheld]
    units: list[UnitResult]


class Outcome(TypedDict):
    """Who won the combat and by how much; None for a draw."""

    winner: str | None
    difference: int


class Duty(TypedDict):
    """What a player still does on the table."""

    rule: str
    side: str
    unit: str | None
    text: Message


class Result(TypedDict):
    """The system's own part of a result."""

    outcome: Outcome
    sides: list[SideResult]
    duties: list[Duty]
    notes: list[Message]
    next_round: dict[str, Any] | None
