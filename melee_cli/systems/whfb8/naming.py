"""Checks of the names by which units speak of each other: enemies touched or chased, orders of moving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from melee_cli.core.book import Book
from melee_cli.core.message import M, Message, Phrases
from melee_cli.core.problem import Path, Problem, Unsound


def names(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit attacks, pursues and flees from units of the other side."""
    for s, side in enumerate(scenario.sides):
        friends = [unit.name for unit in side.units]
        enemies = [unit.name for unit in scenario.sides[1 - s].units]
        for u, unit in enumerate(side.units):
            path = ("sides", s, "units", u)
            for key, on, named in _spoken_of(unit):
                if named not in enemies:
                    yield _no_enemy(named, friends, enemies, (*path, *key), on)


def _spoken_of(unit: Any) -> Iterator[tuple[Path, Any, str]]:
    """Return each enemy *unit* names: where, whether as key or value, the name."""
    try:
        for name in unit.attacks or ():
            yield ("attacks", name), "key", name
    except Unsound:
        pass
    for key in ("pursue", "flees_from"):
        try:
            name = getattr(unit, key)
        except Unsound:
            continue
        if name is not None:
            yield (key,), "value", name


def _no_enemy(named: str, friends: Sequence[str], enemies: Sequence[str], path: Path, on: Any) -> Problem:
    if named in friends:
        message = M("{name} is of the same side, not an enemy", name=named)
        return Problem("not-an-enemy", message, path, on, hint=_one_of(enemies))
    message = M("there is no enemy unit called {name}", name=named)
    return Problem("unknown-unit", message, path, on, hint=_nearest(named, enemies))


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
            friends = [unit.name for unit in side.units]
            enemies = [unit.name for unit in scenario.sides[1 - s].units]
            for place, named in enumerate(order):
                path = ("sides", s, key, place)
                if named in enemies:
                    message = M("{name} is an enemy; a side orders its own units", name=named)
                    yield Problem("not-a-friend", message, path, hint=_one_of(friends))
                elif named not in friends:
                    message = M("this side has no unit called {name}", name=named)
                    yield Problem("unknown-unit", message, path, hint=_nearest(named, friends))


def contact(scenario: Any, book: Book) -> Iterator[Problem]:
    """Once any unit says whom it touches, every unit must touch somebody."""
    touched: set[str] = set()
    for s, side in enumerate(scenario.sides):
        enemies = {unit.name for unit in scenario.sides[1 - s].units}
        for unit in side.units:
            if unit.attacks:
                if not enemies.issuperset(unit.attacks):
                    return  # who touches whom is known only once every name is
                touched.add(unit.name)
                touched.update(unit.attacks)
    if not touched:
        return
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            if unit.name not in touched:
                enemies_here = [enemy.name for enemy in scenario.sides[1 - s].units]
                yield Problem(
                    "no-contact",
                    M("{name} touches no enemy, while other units say whom they touch", name=unit.name),
                    ("sides", s, "units", u),
                    hint=M(
                        "write whom it touches, attacks: {{{name}: front}}, or leave it out",
                        name=enemies_here[0],
                    ),
                )


def _one_of(names: Iterable[str]) -> Message:
    return M("name one of {names}", names=Phrases(tuple(names), "or"))


def _nearest(named: str, candidates: Sequence[str]) -> Message:
    from difflib import get_close_matches

    near = get_close_matches(named, candidates, 1)
    return M("did you mean '{name}'?", name=near[0]) if near else _one_of(candidates)
