"""Contradictions a whfb8 scenario is refused for: in a unit, between names, a Leadership that is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Path, Problem, Unsound, did_you_mean
from melee_cli.core.stages import Die
from melee_cli.core.system import Book, Check
from melee_cli.systems.whfb8.combat import Combat
from melee_cli.systems.whfb8.melee import FAILED, BreakLane, combat_of
from melee_cli.systems.whfb8.units import MONSTROUS, WITHOUT_RANKS, Troop, fought_out, is_swift

On: TypeAlias = Literal["key", "value"]


def attacks(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit attacks units of the other side."""
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            try:
                listed = unit.attacks
            except Unsound:
                continue
            if listed:
                friends, enemies = _names(side), _names(scenario.sides[1 - s])
                for named in listed:
                    if named not in enemies:
                        path = ("sides", s, "units", u, "attacks", named)
                        yield _no_enemy(named, friends, enemies, path, "key")


def targets(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit pursues and flees from units of the other side."""
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            for key in ("pursue", "flees_from"):
                try:
                    named = getattr(unit, key)
                except Unsound:
                    continue
                if named is not None:
                    friends, enemies = _names(side), _names(scenario.sides[1 - s])
                    if named not in enemies:
                        yield _no_enemy(named, friends, enemies, ("sides", s, "units", u, key), "value")


def _names(side: Any) -> list[str]:
    return [unit.name for unit in side.units]


def _no_enemy(named: str, friends: Sequence[str], enemies: Sequence[str], path: Path, on: On) -> Problem:
    if named in friends:
        message = M("{name} is of the same side, not an enemy", name=named)
        return Problem("unknown-enemy", message, path, on, hint=_one_of(enemies))
    message = M("there is no enemy unit called {name}", name=named)
    return Problem("unknown-enemy", message, path, on, hint=_nearest(named, enemies))


def enemy_problem(scenario: Any, side: int, named: str, path: Path) -> Problem | None:
    """Return the problem of *named*, said at the key *path* by a unit of *side*, that is no enemy of it."""
    friends, enemies = _names(scenario.sides[side]), _names(scenario.sides[1 - side])
    return None if named in enemies else _no_enemy(named, friends, enemies, path, "key")


def orders(scenario: Any, book: Book) -> Iterator[Problem]:
    """A side orders its own units."""
    for s, side in enumerate(scenario.sides):
        for key in ("flee_order", "pursuit_order"):
            try:
                order = getattr(side, key)
            except Unsound:
                continue
            if not order:
                continue
            friends, enemies = _names(side), _names(scenario.sides[1 - s])
            for place, named in enumerate(order):
                path = ("sides", s, key, place)
                if named in enemies:
                    message = M("{name} is an enemy; a side orders its own units", name=named)
                    yield Problem("unknown-friend", message, path, hint=_one_of(friends))
                elif named not in friends:
                    message = M("this side has no unit called {name}", name=named)
                    yield Problem("unknown-friend", message, path, hint=_nearest(named, friends))


def contact(scenario: Any, book: Book) -> Iterator[Problem]:
    """Once any unit says whom it touches, every unit must touch somebody."""
    touched: set[str] = set()
    for s, side in enumerate(scenario.sides):
        for unit in side.units:
            if unit.attacks:
                if not set(_names(scenario.sides[1 - s])).issuperset(unit.attacks):
                    return  # who touches whom is known only once every name is
                touched.add(unit.name)
                touched.update(unit.attacks)
    if not touched:
        return
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            if unit.name not in touched:
                enemy = scenario.sides[1 - s].units[0].name
                yield Problem(
                    "no-enemy",
                    M("{name} touches no enemy, while other units say whom they touch", name=unit.name),
                    ("sides", s, "units", u),
                    hint=M(
                        "write whom it touches, attacks: {{{name}: front}}, or "
                        'front="{name}" in a line; or leave the unit out',
                        name=enemy,
                    ),
                )


def _one_of(names: Iterable[str]) -> Message:
    return M("name one of {names}", names=Phrases(tuple(names), "or"))


def _nearest(named: str, candidates: Sequence[str]) -> Message:
    return did_you_mean(named, candidates) or _one_of(candidates)


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


HINT = M("write the unit's own Leadership, leadership: 7, or ld=7 in a line; the general's is no substitute")


def break_leadership(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit that must take a Break test needs its Leadership."""
    lacking = dict(_lacking(scenario))
    if lacking and _points_known(scenario, book):
        for troop in combat_of(scenario, book).testing:
            if troop.name in lacking:
                message = M(
                    "{unit} lost the combat and must test: its Leadership is missing", unit=troop.name
                )
                yield Problem("leadership-needed", message, lacking[troop.name], hint=HINT)


def restraint_leadership(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit that is to restrain itself and may come to pursue needs its Leadership."""
    lacking = dict(_lacking(scenario, restrain=True))
    if lacking and _points_known(scenario, book):
        combat = combat_of(scenario, book)
        if combat.winner is None or combat.terms.restraint is None:
            return
        for troop in combat.winner.troops:
            if troop.name in lacking and _might_pursue(combat, troop):
                message = M("{unit} is to restrain itself: its Leadership is missing", unit=troop.name)
                yield Problem("leadership-needed", message, lacking[troop.name], hint=HINT)


def lacking_leadership(scenario: Any, name: str) -> Iterator[Problem]:
    """Return the problem that the unit called *name* lacks its Leadership where a test may be due."""
    path = dict(_lacking(scenario))[name]
    message = M("{unit} may have to test: its Leadership is missing", unit=name)
    yield Problem("leadership-needed", message, path, hint=HINT)


def _points_known(scenario: Any, book: Book) -> bool:
    """Whether ranks and contact are sound, without which nobody knows who lost.

    Where there are profiles it takes the blows to know.
    """
    if fought_out(scenario):
        return False
    doubts = (ranks_sound, attacks, contact)
    return not any(True for check in doubts for _ in check(scenario, book))


def _lacking(scenario: Any, restrain: bool = False) -> Iterator[tuple[str, Path]]:
    """Return name and path of the units without a Leadership, of those to restrain where so asked."""
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            try:
                if unit.leadership is None and (not restrain or unit.restrain):
                    yield unit.name, ("sides", s, "units", u)
            except Unsound:
                continue


def _might_pursue(combat: Combat, troop: Troop) -> bool:
    """Whether the dice that are still open may let *troop* pursue."""
    lanes = {test.troop.index: BreakLane(test) for test in combat.tests if test.troop in troop.enemies}
    ends = {index: _ends(lane) for index, lane in lanes.items()}
    breaking = tuple(index for index, end in ends.items() if FAILED in end)
    return troop.alive and bool(combat.targets(troop, breaking))


def _ends(lane: BreakLane) -> set[str]:
    """Return what a Break test may still come to, given rolls taken as given."""
    known, ends = {lane.start}, set()
    while known:
        state = known.pop()
        die = lane.ask(state)
        if isinstance(die, Die):
            rolls = [die.given.total] if die.given else range(die.pool.low, die.pool.high + 1)
            known.update(lane.take(state, roll) for roll in rolls)
        else:
            ends.add(state)
    return ends


CHECKS: tuple[Check, ...] = (
    ranks_sound,
    unit_sound,
    attacks,
    targets,
    orders,
    contact,
    break_leadership,
    restraint_leadership,
)
