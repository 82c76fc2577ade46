"""Contradictions inside one unit for which a whfb8 scenario is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from melee_cli.core.messages import M
from melee_cli.core.problems import Path, Problem, Unsound
from melee_cli.core.rules import Book
from melee_cli.systems.whfb8.troops import MONSTROUS, WITHOUT_RANKS, is_swift

if TYPE_CHECKING:
    from melee_cli.core.system import Check

Found: TypeAlias = "Sequence[Problem]"
Find: TypeAlias = "Callable[[Any, Path, Book], Found]"

TESTS = ("break_roll", "break_reroll", "restrain_roll", "restrain_reroll")
MOVES = ("flee_roll", "pursuit_roll")
NO_RANKS = M("leave ranks out: chariots, monsters, war machines, characters and skirmishers have none")


def each_unit(*finds: Find) -> Check:
    """Return the check that asks *finds* of every unit; what is unsound ends one question, not the others."""

    def check(scenario: Any, book: Book) -> Iterator[Problem]:
        for s, side in enumerate(scenario.sides):
            try:
                units = side.units
            except Unsound:
                continue
            for u, unit in enumerate(units):
                path = ("sides", s, "units", u)
                for find in finds:
                    try:
                        found = find(unit, path, book)
                    except Unsound:
                        continue
                    if found:
                        yield from found

    return check


def ranks_twice(unit: Any, path: Path, book: Book) -> Found:
    """Ranks are written or follow from models and width, not both."""
    if unit.ranks is None or (unit.models is None and unit.width is None):
        return ()
    message = M("ranks stand instead of models and width, not beside them")
    hint = M("leave out ranks, or models and width")
    return (Problem("ranks-twice", message, (*path, "ranks"), "key", hint=hint),)


def ranks_of_monstrous(unit: Any, path: Path, book: Book) -> Found:
    """Monstrous troops count ranks of three here and of five there, so their models are needed."""
    if unit.ranks is None or unit.type not in MONSTROUS:
        return ()
    message = M("the ranks of monstrous troops must follow from their models")
    hint = M("write models and width instead")
    return (Problem("ranks-of-monstrous", message, (*path, "ranks"), "key", hint=hint),)


def ranks_of_rankless(unit: Any, path: Path, book: Book) -> Found:
    """Some types, and skirmishers, have no ranks."""
    if unit.ranks is None:
        return ()
    if unit.type in WITHOUT_RANKS:
        message = M("units of the type {type} have no ranks", type=unit.type)
    elif unit.skirmishing:
        message = M("skirmishers have no ranks")
    else:
        return ()
    return (Problem("ranks-of-rankless", message, (*path, "ranks"), "key", hint=NO_RANKS),)


def width_needed(unit: Any, path: Path, book: Book) -> Found:
    """More than one model of a type with ranks need a width."""
    if unit.width is not None or (unit.models or 0) < 2 or unit.ranks is not None:
        return ()
    if unit.type in WITHOUT_RANKS:
        return ()
    message = M("how wide do the {n} models stand?", n=unit.models)
    hint = M("write width, the models in the front rank: width: 5, or {n}x5 in a line", n=unit.models)
    return (Problem("width-needed", message, (*path, "models"), "key", hint=hint),)


def stubborn_and_never(unit: Any, path: Path, book: Book) -> Found:
    """Stubborn is always steadfast."""
    if not (unit.never_steadfast and unit.stubborn):
        return ()
    message = M("a stubborn unit is always steadfast, so it cannot be never steadfast")
    hint = M("leave out one of stubborn and never_steadfast")
    return (Problem("stubborn-never-steadfast", message, (*path, "never_steadfast"), "key", hint=hint),)


def dice_of(key: str) -> Find:
    """Return the check of how many dice the roll *key* has.

    Leadership tests take two dice, of a cold-blooded unit three; flights and pursuits two, with
    swiftstride three.
    """
    test = key in TESTS

    def find(unit: Any, path: Path, book: Book) -> Found:
        roll = getattr(unit, key)
        if not isinstance(roll, list):
            return ()
        if test:
            three = unit.cold_blooded and "whfb8.cold_blooded" not in book.off
            why, why_not = M("it is cold-blooded"), M("it is not cold-blooded")
        else:
            three = is_swift(unit) and "whfb8.flee.roll" not in book.off
            why, why_not = M("it has swiftstride"), M("it has no swiftstride")
        if len(roll) == (3 if three else 2):
            return ()
        if three:
            message = M("three dice are needed, since {reason}", reason=why)
            hint = M(
                "write all three dice, [4, 2, 6], or 4+2+6 in a line; or the total of the two that are kept"
            )
        else:
            message = M("two dice are needed, since {reason}", reason=why_not)
            hint = M("write two dice, [4, 2], or 4+2 in a line; or their total")
        return (Problem("wrong-dice", message, (*path, key), hint=hint),)

    return find


ranks_sound = each_unit(ranks_twice, ranks_of_monstrous, ranks_of_rankless, width_needed)
unit_sound = each_unit(stubborn_and_never, *map(dice_of, (*TESTS, *MOVES)))
