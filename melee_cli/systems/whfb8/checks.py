"""Contradictions inside one unit for which a whfb8 scenario is refused, and the list of all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from melee_cli.core.book import Book
from melee_cli.core.message import M
from melee_cli.core.problem import Path, Problem, Unsound
from melee_cli.systems.whfb8.due import break_leadership, restraint_leadership
from melee_cli.systems.whfb8.naming import contact, names, orders
from melee_cli.systems.whfb8.troops import MONSTROUS, WITHOUT_RANKS, is_swift

if TYPE_CHECKING:
    from melee_cli.core.message import Message
    from melee_cli.core.system import Check

NO_RANKS = M("leave ranks out: chariots, monsters, war machines, characters and skirmishers have none")


def each_unit(*finds: Callable[[Any, Path, Book], Iterator[Problem]]) -> Check:
    """Return the check that asks *finds* of every unit; what is unsound ends one question, not the others."""

    def check(scenario: Any, book: Book) -> Iterator[Problem]:
        for s, side in enumerate(scenario.sides):
            try:
                units = side.units
            except Unsound:
                continue
            for u, unit in enumerate(units):
                for find in finds:
                    try:
                        yield from find(unit, ("sides", s, "units", u), book)
                    except Unsound:
                        continue

    return check


def ranks_twice(unit: Any, path: Path, book: Book) -> Iterator[Problem]:
    """Ranks are written or follow from models and width, not both."""
    if unit.ranks is None:
        return
    beside = "models" if unit.models is not None else "width" if unit.width is not None else None
    if beside is not None:
        yield Problem(
            "ranks-twice",
            M("ranks stand instead of models and width, not beside them"),
            (*path, "ranks"),
            "key",
            hint=M("leave out ranks, or models and width"),
        )


def ranks_of_monstrous(unit: Any, path: Path, book: Book) -> Iterator[Problem]:
    """Monstrous troops count ranks of three here and of five there, so their models are needed."""
    if unit.ranks is not None and unit.type in MONSTROUS:
        yield Problem(
            "ranks-of-monstrous",
            M("the ranks of monstrous troops must follow from their models"),
            (*path, "ranks"),
            "key",
            hint=M("write models and width instead"),
        )


def ranks_of_rankless(unit: Any, path: Path, book: Book) -> Iterator[Problem]:
    """Some types, and skirmishers, have no ranks."""
    if unit.ranks is None:
        return
    if unit.type in WITHOUT_RANKS or unit.skirmishing:
        message = (
            M("units of the type {type} have no ranks", type=unit.type)
            if unit.type in WITHOUT_RANKS
            else M("skirmishers have no ranks")
        )
        yield Problem("ranks-of-rankless", message, (*path, "ranks"), "key", hint=NO_RANKS)


def width_needed(unit: Any, path: Path, book: Book) -> Iterator[Problem]:
    """More than one model of a type with ranks need a width."""
    if unit.width is not None or (unit.models or 0) < 2 or unit.ranks is not None:
        return
    if unit.type not in WITHOUT_RANKS:
        yield Problem(
            "width-needed",
            M("how wide do the {n} models stand?", n=unit.models),
            (*path, "models"),
            "key",
            hint=M("write width, the models in the front rank: width: 5, or {n}x5 in a line", n=unit.models),
        )


def stubborn_and_never(unit: Any, path: Path, book: Book) -> Iterator[Problem]:
    """Stubborn is always steadfast."""
    if unit.never_steadfast and unit.stubborn:
        yield Problem(
            "stubborn-never-steadfast",
            M("a stubborn unit is always steadfast, so it cannot be never steadfast"),
            (*path, "never_steadfast"),
            "key",
            hint=M("leave out one of stubborn and never_steadfast"),
        )


def dice_of_tests(unit: Any, path: Path, book: Book) -> Iterator[Problem]:
    """A Leadership test takes two dice, of a cold-blooded unit three."""
    cold = None
    for key in ("break_roll", "break_reroll", "restrain_roll", "restrain_reroll"):
        roll = getattr(unit, key)
        if isinstance(roll, list):
            if cold is None:
                cold = unit.cold_blooded and "whfb8.cold_blooded" not in book.off
            if len(roll) != (3 if cold else 2):
                yield _wrong_dice((*path, key), cold, M("it is cold-blooded"), M("it is not cold-blooded"))


def dice_of_moves(unit: Any, path: Path, book: Book) -> Iterator[Problem]:
    """A flight or pursuit takes two dice, with swiftstride three."""
    for key in ("flee_roll", "pursuit_roll"):
        roll = getattr(unit, key)
        if isinstance(roll, list):
            swift = is_swift(unit) and "whfb8.flee.roll" not in book.off
            if len(roll) != (3 if swift else 2):
                yield _wrong_dice((*path, key), swift, M("it has swiftstride"), M("it has no swiftstride"))


def _wrong_dice(path: Path, three: bool, why: Message, why_not: Message) -> Problem:
    if three:
        message = M("three dice are needed, since {reason}", reason=why)
        hint = M("write all three dice, [4, 2, 6], or the total of the two that are kept")
    else:
        message = M("two dice are needed, since {reason}", reason=why_not)
        hint = M("write two dice, [4, 2], or their total")
    return Problem("wrong-dice", message, path, hint=hint)


CHECKS: tuple[Check, ...] = (
    each_unit(
        ranks_twice,
        ranks_of_monstrous,
        ranks_of_rankless,
        width_needed,
        stubborn_and_never,
        dice_of_tests,
        dice_of_moves,
    ),
    names,
    orders,
    contact,
    break_leadership,
    restraint_leadership,
)
