"""Checks of the names by which units speak of each other: enemies touched or chased, orders of moving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Path, Problem, Unsound
from melee_cli.core.rules import Book

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
    from difflib import get_close_matches

    near = get_close_matches(named, candidates, 1)
    return M("did you mean '{name}'?", name=near[0]) if near else _one_of(candidates)
