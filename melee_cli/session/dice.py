"""Dice as they are typed at the table: one by one, run together, or their total."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from melee_cli.core.dice import Pool, Roll
from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.problems import Problem

APART = re.compile(r"[\s,;+/]+")
SHOWN_DIGITS = 20


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line of dice asks for: this throw, a throw by the program, or all the rest by it."""

    kind: Literal["throw", "roll", "rest"]
    value: int | list[int] | None = None


def read_dice(text: str, pool: Pool) -> Typed | Problem:
    """Return what *text* says of a throw of *pool*: its dice, its kept total, or who rolls it.

    A text that reads both as dice and as a total is asked back; anything else that does not fit is a
    problem that says what would.
    """
    text = unicodedata.normalize("NFKC", text).strip()
    if not text:
        return Typed("roll")
    if text.casefold() in ("r", "rest", "к", "р", "все", "остальное"):
        return Typed("rest")
    if text.startswith("="):
        return _total(text[1:].strip(), pool)
    parts = [part for part in APART.split(text) if part]
    if not parts or not all(part.isdecimal() for part in parts):
        return _problem(M("{text} is no dice", text=_short(text)), pool)
    if len(parts) > 1:
        return _dice([int(part) if len(part) < 4 else 9999 for part in parts], pool)
    return _run(parts[0], pool)


def value_of(roll: Roll, pool: Pool) -> int | list[int]:
    """Return *roll* as a scenario writes it: its dice, of a single die the number."""
    return list(roll.dice) if pool.count > 1 and roll.dice else roll.total


def _run(digits: str, pool: Pool) -> Typed | Problem:
    """Return what digits without anything between them say."""
    as_total = len(digits) < 4 and not (digits[0] == "0" and len(digits) > 1) and _in_range(int(digits), pool)
    faces = [int(digit) for digit in digits] if len(digits) == pool.count and pool.sides < 10 else []
    as_dice = pool.count > 1 and bool(faces) and all(1 <= face <= pool.sides for face in faces)
    if as_dice and as_total:
        spaced = " ".join(str(face) for face in faces)
        return Problem(
            "dice-two-ways",
            M("{text} is two things: the dice {spaced}, or a total", text=digits, spaced=spaced),
            hint=M("type {spaced} or ={text}", text=digits, spaced=spaced),
        )
    if as_dice:
        return Typed("throw", faces)
    if as_total:
        return Typed("throw", int(digits))
    if pool.count > 1 and len(digits) == 1:
        return _problem(M("{text} is no total of this throw", text=digits), pool)
    return _problem(M("{text} reads neither as dice nor as a total", text=_short(digits)), pool)


def _total(text: str, pool: Pool) -> Typed | Problem:
    if text.isdecimal() and len(text) < 4 and _in_range(int(text), pool):
        return Typed("throw", int(text))
    return _problem(M("{text} is no total of this throw", text=_short(text) or "="), pool)


def _dice(dice: list[int], pool: Pool) -> Typed | Problem:
    bad = [str(die) for die in dice if not 1 <= die <= pool.sides]
    if bad:
        return _problem(
            M("a die shows 1 to {sides}, not {bad}", sides=pool.sides, bad=Phrases(tuple(bad))), pool
        )
    if len(dice) != pool.count:
        return _problem(MN("this is {n} die", "these are {n} dice", len(dice)), pool)
    return Typed("throw", dice)


def _in_range(total: int, pool: Pool) -> bool:
    return pool.low <= total <= pool.high


def wanted(pool: Pool) -> Message:
    """Return what can be typed for a throw of *pool*."""
    if pool.count == 1:
        return M("one die, 1 to {sides}", sides=pool.sides)
    if pool.drop:
        return M(
            "all {n} dice, or the kept total, {low} to {high}", n=pool.count, low=pool.low, high=pool.high
        )
    return M("{n} dice, or their total, {low} to {high}", n=pool.count, low=pool.low, high=pool.high)


def _problem(message: Message, pool: Pool) -> Problem:
    return Problem("dice", message, hint=M("wanted: {what}", what=wanted(pool)))


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_DIGITS else text[:SHOWN_DIGITS] + "…"
