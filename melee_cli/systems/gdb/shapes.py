"""The shape of a gdb result, from which its JSON Schema is made."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from melee_cli.core.message import Message
from melee_cli.core.rows import Line, Withheld


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


class UnitResult(TypedDict):
    """One unit: its dice, its total, what becomes of it, what it does and suffers."""

    name: str
    roll: int
    dice: list[int]
    roll_origin: Literal["entered", "rolled"]
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


class SideResult(TypedDict):
    """One side; its score is the best total among its units."""

    name: str
    score: int
    result: Literal["win", "loss", "draw"]
    counting_unit: str
    lines: list[Line]
    units: list[UnitResult]


class Outcome(TypedDict):
    """Who won, by how much, and the band of the result table; no winner is a draw."""

    winner: str | None
    difference: int
    band: str


class Duty(TypedDict):
    """Something to do at the table, with the row that causes it; no unit where a whole side does it."""

    rule: str
    side: str
    unit: str | None
    text: Message


class Result(TypedDict):
    """What this system adds to a result."""

    outcome: Outcome
    sides: list[SideResult]
    duties: list[Duty]
    notes: list[Message]
    next_round: dict[str, Any] | None
