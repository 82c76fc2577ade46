"""Casualties: who inflicts how many on whom, exactly, and how many figures that takes away."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any, TypeAlias

from melee_cli.systems.gdb import casualties as rows
from melee_cli.systems.gdb.contact import Fighter
from melee_cli.systems.gdb.outcomes import Outcome

BROKEN = frozenset({"rout", "retreat"})


# What one unit does to one enemy: the enemy's place, the row, its figures as numerator and
# denominator, how many of them inflict one loss (0: none), and by what that is divided (1: nothing).
Hit: TypeAlias = tuple[int, str, int, int, int, int]


def rate_row(inflictor: Fighter, target: Fighter, wins: bool, outcome: str) -> str:
    """Return the id of the row for *inflictor* against *target*, which has *outcome* this round."""
    if inflictor.mounted:
        if not wins:
            return rows.CAVALRY_BEATEN.id
        if target.mounted:
            return rows.CAVALRY_PUSHED.id if outcome == "pushed_back" else rows.CAVALRY_CAVALRY.id
        if outcome in BROKEN:
            cossacks = inflictor.unit.type == "cossacks"
            return rows.COSSACKS_BROKEN_FOOT.id if cossacks else rows.CAVALRY_BROKEN_FOOT.id
        return rows.CAVALRY_SQUARE.id if outcome == "holds" else rows.CAVALRY_OTHER.id
    if wins:
        return rows.FOOT_PUSHED.id if outcome == "pushed_back" else rows.FOOT.id
    return rows.FOOT_BEATEN.id if inflictor.infantry else rows.ARTILLERY_BEATEN.id


def hits(
    inflictor: Fighter, fighters: Sequence[Fighter], wins: bool, outcomes: Sequence[Outcome]
) -> list[Hit]:
    """Return what *inflictor* does to each of its enemies; *outcomes* are those of all *fighters*."""
    tables = inflictor.tables
    against = inflictor.opposition
    halves = inflictor.infantry or (tables.halving_covers_foot and not inflictor.mounted)
    if not tables.halving_always and inflictor.scenario.terrain == "difficult":
        halves = False
    fighting = inflictor.fighting
    dealt = []
    figures, shares = fighting, against.count
    for place in against.places:
        target = fighters[place]
        rule = rate_row(inflictor, target, wins, outcomes[place][0])
        if not tables.split_even:
            figures, shares = fighting * target.fighting, against.fighting
        divisor = tables.divisor if halves and target.mounted else 1
        dealt.append((place, rule, figures, shares, tables.one_for[rule], divisor))
    return dealt


def suffered(dealt: Sequence[Sequence[Hit]], count: int) -> list[tuple[int, int]]:
    """Return for each of *count* units the exact sum of what hits it, as numerator and denominator."""
    tops, bottoms = [0] * count, [1] * count
    for blows in dealt:
        for place, _, figures, shares, one_for, divisor in blows:
            if not one_for:
                continue
            below = shares * one_for * divisor
            bottom = bottoms[place]
            if bottom == below:
                tops[place] += figures
            else:
                common = gcd(bottom, below)
                tops[place] = tops[place] * (below // common) + figures * (bottom // common)
                bottoms[place] = bottom // common * below
    return list(zip(tops, bottoms, strict=True))


def rounded(top: int, bottom: int, how: str) -> int:
    """Return the whole losses that an exact number comes to (ruling fractions)."""
    if how == "down":
        return top // bottom
    return -(-top // bottom) if how == "up" else (2 * top + bottom) // (2 * bottom)


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
