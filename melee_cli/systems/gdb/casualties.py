"""Casualties: the rows of the table, who inflicts how many on whom, exactly, and what that takes away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Any, Literal, TypeAlias

from melee_cli.core.messages import M, Message
from melee_cli.core.rules import Row
from melee_cli.core.stages import UnitFacts
from melee_cli.core.system import Book
from melee_cli.systems.gdb.contact import Fighter
from melee_cli.systems.gdb.results import Outcome

SECTION = M("Casualties")


def _rate(id: str, label: Message, text: Message, one_for: int) -> Row:
    return Row(
        id=id,
        section=SECTION,
        cite="T3",
        label=label,
        text=text,
        numbers={"one_for": one_for},
        shown=M("1 for {one_for}"),
    )


CAVALRY_BROKEN_FOOT = _rate(
    "gdb.loss.cavalry_broken_foot",
    M("Winning cavalry against broken foot"),
    M("Winning cavalry against foot that routs or retreats."),
    1,
)
COSSACKS_BROKEN_FOOT = _rate(
    "gdb.loss.cossacks_broken_foot",
    M("Winning Cossacks against broken foot"),
    M("Winning Cossacks against foot that routs or retreats."),
    4,
)
CAVALRY_CAVALRY = _rate(
    "gdb.loss.cavalry_cavalry",
    M("Winning cavalry against cavalry"),
    M("Winning cavalry against cavalry that is not pushed back."),
    4,
)
CAVALRY_PUSHED = _rate(
    "gdb.loss.cavalry_pushed",
    M("Winning cavalry against pushed-back cavalry"),
    M("Winning cavalry against cavalry that is pushed back."),
    6,
)
CAVALRY_SQUARE = _rate(
    "gdb.loss.cavalry_square",
    M("Winning cavalry against an unbroken square"),
    M("Winning cavalry against a square that holds."),
    8,
)
CAVALRY_BEATEN = _rate(
    "gdb.loss.cavalry_beaten",
    M("Cavalry that does not win"),
    M("Losing or drawing cavalry against anybody."),
    8,
)
FOOT = _rate(
    "gdb.loss.foot",
    M("Winning foot"),
    M("Winning infantry or artillery against anybody who is not pushed back."),
    6,
)
FOOT_PUSHED = _rate(
    "gdb.loss.foot_pushed",
    M("Winning foot against pushed-back enemies"),
    M("Winning infantry or artillery against units that are pushed back."),
    8,
)
FOOT_BEATEN = _rate(
    "gdb.loss.foot_beaten",
    M("Infantry that does not win"),
    M("Losing or drawing infantry against anybody."),
    12,
)
ARTILLERY_BEATEN = Row(
    id="gdb.loss.artillery_beaten",
    section=SECTION,
    cite="T3",
    label=M("Artillery that does not win"),
    text=M(
        "Losing or drawing artillery inflicts nothing, unless the ruling beaten_artillery_rate gives a rate."
    ),
    shown=M("none"),
)
CAVALRY_OTHER = _rate(
    "gdb.loss.cavalry_other",
    M("Winning cavalry against other foot"),
    M("Winning cavalry against foot that neither breaks nor holds in square; possible under a ruling."),
    8,
)
FOOT_VS_MOUNTED = Row(
    id="gdb.foot_vs_mounted",
    section=SECTION,
    cite="T1/2, T3+",
    label=M("Foot against mounted"),
    text=M(
        "In open ground infantry inflicts on cavalry its rate divided by {divisor}; in difficult terrain "
        "the full rate. This is no modifier of a roll and halves no figures."
    ),
    numbers={"divisor": 2},
    shown=M("rate / {divisor}"),
)

ROWS = (
    CAVALRY_BROKEN_FOOT,
    COSSACKS_BROKEN_FOOT,
    CAVALRY_CAVALRY,
    CAVALRY_PUSHED,
    CAVALRY_SQUARE,
    CAVALRY_BEATEN,
    FOOT,
    FOOT_PUSHED,
    FOOT_BEATEN,
    ARTILLERY_BEATEN,
    CAVALRY_OTHER,
    FOOT_VS_MOUNTED,
)


BROKEN = frozenset({"rout", "retreat"})

# What one unit does to one enemy: the enemy's place, the row, its figures as numerator and
# denominator, how many of them inflict one loss (0: none), and by what that is divided (1: nothing).
Hit: TypeAlias = tuple[int, str, int, int, int, int]


class Rates:
    """The casualty table as a book has it in force; a row switched off inflicts nothing."""

    def __init__(self, book: Book) -> None:
        number, rulings, off = book.number, book.rulings, book.off
        self.one_for = {
            row.id: 0 if row.id in off else number(row.id, "one_for")
            for row in ROWS
            if "one_for" in row.numbers
        }
        beaten = rulings["beaten_artillery_rate"]
        self.one_for[ARTILLERY_BEATEN.id] = (
            beaten if isinstance(beaten, int) and ARTILLERY_BEATEN.id not in off else 0
        )
        self.divisor = 1 if FOOT_VS_MOUNTED.id in off else max(1, number(FOOT_VS_MOUNTED.id, "divisor"))
        self.halving_covers_foot = rulings["halving_covers"] == "foot"
        self.halving_always = rulings["halving_terrain"] == "always"
        self.split_even = rulings["split"] == "even"
        self.fractions = str(rulings["fractions"])


@lru_cache(maxsize=64)
def rates(book: Book) -> Rates:
    """Return the casualty table of *book*; the same object for the same book."""
    return Rates(book)


class End:
    """One end of a melee: outcomes, exact losses, losses and hits of all units in scenario order.

    ``band`` is the band of the result table as the contract writes it. ``facts`` and ``following`` are
    what odds count of it and the next round, once somebody has asked.
    """

    __slots__ = ("band", "dealt", "exact", "facts", "following", "losses", "outcomes")

    def __init__(
        self,
        outcomes: list[Outcome],
        exact: list[tuple[int, int]],
        losses: list[int],
        dealt: list[list[Hit]],
        band: str,
    ) -> None:
        self.outcomes = outcomes
        self.exact = exact
        self.losses = losses
        self.dealt = dealt
        self.band = band
        self.facts: UnitFacts | None = None
        self.following: Mapping[str, Any] | Literal[False] | None = False


def beaten_row(inflictor: Fighter) -> str:
    """Return the id of the row for *inflictor* that does not win, whomever it hits."""
    if inflictor.mounted:
        return CAVALRY_BEATEN.id
    return (FOOT_BEATEN if inflictor.infantry else ARTILLERY_BEATEN).id


def winning_row(inflictor: Fighter, target: Fighter, outcome: str) -> str:
    """Return the id of the row for *inflictor*, a winner, against *target*, which has *outcome*."""
    if not inflictor.mounted:
        return FOOT_PUSHED.id if outcome == "pushed_back" else FOOT.id
    if target.mounted:
        return CAVALRY_PUSHED.id if outcome == "pushed_back" else CAVALRY_CAVALRY.id
    if outcome in BROKEN:
        cossacks = inflictor.unit.type == "cossacks"
        return COSSACKS_BROKEN_FOOT.id if cossacks else CAVALRY_BROKEN_FOOT.id
    return CAVALRY_SQUARE.id if outcome == "holds" else CAVALRY_OTHER.id


def hits(
    inflictor: Fighter, fighters: Sequence[Fighter], wins: bool, outcomes: Sequence[Outcome], rates: Rates
) -> list[Hit]:
    """Return what *inflictor* does to each of its enemies; *outcomes* are those of all *fighters*."""
    against = inflictor.opposition
    halving = 1
    if (
        against.mounted
        and (inflictor.infantry or (rates.halving_covers_foot and not inflictor.mounted))
        and (rates.halving_always or inflictor.scenario.terrain != "difficult")
    ):
        halving = rates.divisor
    fighting = inflictor.fighting
    figures, shares = fighting, against.count
    rule = "" if wins else beaten_row(inflictor)
    dealt = []
    for place in against.places:
        target = fighters[place]
        if wins:
            rule = winning_row(inflictor, target, outcomes[place][0])
        if not rates.split_even:
            figures, shares = fighting * target.fighting, against.fighting
        divisor = halving if target.mounted else 1
        dealt.append((place, rule, figures, shares, rates.one_for[rule], divisor))
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
