"""The shape of a gdb result, from which its JSON Schema is made."""

from __future__ import annotations

from typing import Literal, TypedDict

from melee_cli.core.rules import Line, Withheld
from melee_cli.systems.models import OutcomeShape, ResultShape, SideShape, Thrown


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
