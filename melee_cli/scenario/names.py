"""The checks that every system shares: two sides, and the names of sides and units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.problems import Path, Problem
from melee_cli.systems.models import as_text

DRAW = "draw"


def names_are_fine(scenario: Any) -> bool:
    """Whether the names of a valid *scenario* need no complaint: the quick answer."""
    first, second = scenario.sides
    if first.name == second.name or DRAW in (first.name, second.name):
        return False
    names = [unit.name for unit in first.units]
    names += [unit.name for unit in second.units]
    return len(set(names)) == len(names)


def two_sides(count: int) -> Problem:
    """Return the problem of a scenario with *count* sides."""
    return Problem("two-sides", M("a melee has two sides, not {n}", n=count), ("sides",), "key")


def check_names(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with the sides and names in *data*, a scenario's mapping however unsound."""
    if isinstance(data.get("sides"), list) and len(data["sides"]) != 2:
        yield two_sides(len(data["sides"]))
    sides = [(path, name) for path, name in _names(data.get("sides"), ("sides",))]
    seen: dict[str, str] = {}
    for path, name in sides:
        if name == DRAW:
            yield Problem("called-draw", M("a side cannot be called {name}", name=name), path)
        if name in seen:
            message = M("both sides are called {name}; they need different names", name=name)
            yield Problem("same-name", message, path)
        seen[name] = name
    units: dict[str, str] = {}
    for place, side in enumerate(data["sides"]) if isinstance(data.get("sides"), list) else ():
        if not isinstance(side, dict):
            continue
        of = str(as_text(side.get("name", place + 1)))
        for path, name in _names(side.get("units"), ("sides", place, "units")):
            if name in units:
                message = M("another unit of {side} is already called {name}", side=units[name], name=name)
                yield Problem("same-name", message, path)
            units.setdefault(name, of)


def _names(items: Any, base: Path) -> Iterator[tuple[Path, str]]:
    for place, item in enumerate(items) if isinstance(items, list) else ():
        name = as_text(item.get("name")) if isinstance(item, dict) else None
        if isinstance(name, str) and name.strip():
            yield (*base, place, "name"), name
