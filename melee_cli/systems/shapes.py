"""What every system's result shares: the bases of the TypedDicts from which its JSON Schema is made."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from melee_cli.core.message import Message
from melee_cli.core.rows import Line


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
