"""Casualties: who inflicts how many on whom, exactly, and how many figures that takes away."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd
from typing import Any, TypeAlias

from melee_cli.systems.gdb import casualties as rows
from melee_cli.systems.gdb.contact import Fighter
from melee_cli.systems.gdb.outcomes import Outcome

BROKEN = frozenset({"rout", "retreat"})

# What one unit does to one enemy: the enemy's place, the row, its figures as numerator and
# denominator, how many of them inflict one loss (0: none), and by what that is divided (1: nothing).
Hit: TypeAlias = tuple[int, str, int, int, int, int]


CAVALRY_BEATEN, FOOT_BEATEN = rows.CAVALRY_BEATEN.id, rows.FOOT_BEATEN.id
ARTILLERY_BEATEN = rows.ARTILLERY_BEATEN.id


def beaten_row(inflictor: Fighter) -> str:
    """Return the id of the row for *inflictor* that does not win, whomever it hits."""
    if inflictor.mounted:
        return CAVALRY_BEATEN
    return FOOT_BEATEN if inflictor.infantry else ARTILLERY_BEATEN


def winning_row(inflictor: Fighter, target: Fighter, outcome: str) -> str:
    """Return the id of the row for *inflictor*, a winner, against *target*, which has *outcome*."""
    if not inflictor.mounted:
        return rows.FOOT_PUSHED.id if outcome == "pushed_back" else rows.FOOT.id
    if target.mounted:
        return rows.CAVALRY_PUSHED.id if outcome == "pushed_back" else rows.CAVALRY_CAVALRY.id
    if outcome in BROKEN:
        cossacks = inflictor.unit.type == "cossacks"
        return rows.COSSACKS_BROKEN_FOOT.id if cossacks else rows.CAVALRY_BROKEN_FOOT.id
    return rows.CAVALRY_SQUARE.id if outcome == "holds" else rows.CAVALRY_OTHER.id


def hits(
    inflictor: Fighter, fighters: Sequence[Fighter], wins: bool, outcomes: Sequence[Outcome]
) -> list[Hit]:
    """Return what *inflictor* does to each of its enemies; *outcomes* are those of all *fighters*."""
    tables = inflictor.tables
    against = inflictor.opposition
    halving = 1
    if (
        against.mounted
        and (inflictor.infantry or (tables.halving_covers_foot and not inflictor.mounted))
        and (tables.halving_always or inflictor.scenario.terrain != "difficult")
    ):
        halving = tables.divisor
    fighting = inflictor.fighting
    figures, shares = fighting, against.count
    rule = "" if wins else beaten_row(inflictor)
    dealt = []
    for place in against.places:
        target = fighters[place]
        if wins:
            rule = winning_row(inflictor, target, outcomes[place][0])
        if not tables.split_even:
            figures, shares = fighting * target.fighting, against.fighting
        divisor = halving if target.mounted else 1
        dealt.append((place, rule, figures, shares, tables.one_for[rule], divisor))
    return dealt


def suffered(dealt: Sequence[Sequence[Hit]], count: int) -> list[tuple[int, int]]:
    """Return for each of *count* units the exact sum of what hits it, as numerator and denominator."""
    sums = [(0, 1)] * count
    for blows in dealt:
        for place, _, figures, shares, one_for, divisor in blows:
            if not one_for:
                continue
            below = shares * one_for * divisor
            top, bottom = sums[place]
            if not top:
                sums[place] = figures, below
            elif bottom == below:
                sums[place] = top + figures, below
            else:
                common = gcd(bottom, below)
                sums[place] = (
                    top * (below // common) + figures * (bottom // common),
                    bottom // common * below,
                )
    return sums


def rounded(top: int, bottom: int, how: str) -> int:
    """Return the whole losses that an exact number comes to (ruling fractions)."""
    if how == "down":
        return top // bottom
    return -(-top // bottom) if how == "up" else (2 * top + bottom) // (2 * bottom)


@lru_cache(maxsize=8192)
def exact(top: int, bottom: int) -> str:
    """Return *top* / *bottom* in lowest terms as text: ``5``, ``5/2``."""
    if not top % bottom:
        return str(top // bottom)
    common = gcd(top, bottom)
    return f"{top // common}/{bottom // common}"


def shown(hit: Hit, fighters: Sequence[Fighter]) -> dict[str, Any]:
    """Return *hit* as a result holds it."""
    place, rule, figures, shares, one_for, divisor = hit
    return {
        "target": fighters[place].name,
        "rule": rule,
        "figures": exact(figures, shares),
        "rate": f"1/{one_for}" if one_for else "0",
        "halved": divisor > 1,
        "casualties": exact(figures, shares * one_for * divisor) if one_for else "0",
    }
