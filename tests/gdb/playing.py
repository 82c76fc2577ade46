"""Scenarios of the tests resolved by the system itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from melee_cli.core.problems import Problem
from melee_cli.core.rules import House
from melee_cli.core.stages import Dealer, play
from melee_cli.core.system import Book, open_book
from melee_cli.systems.gdb import SYSTEM

Plain = Mapping[str, Any]


@lru_cache(maxsize=512)
def _book(rulings: tuple[tuple[str, Any], ...]) -> Book:
    return open_book(SYSTEM, dict(rulings))


def book_of(scenario: Plain, house: House | None = None) -> Book:
    if house is not None:
        return open_book(SYSTEM, scenario.get("rulings"), house)
    return _book(tuple(scenario.get("rulings", {}).items()))


def problems(scenario: Plain, house: House | None = None) -> list[Problem]:
    model = SYSTEM.scenario().model_validate(scenario)
    book = book_of(scenario, house)
    return [problem for check in SYSTEM.checks for problem in check(model, book)]


def resolved(scenario: Plain, seed: int = 0, house: House | None = None) -> dict[str, Any]:
    model = SYSTEM.scenario().model_validate(scenario)
    melee = SYSTEM.open(model, book_of(scenario, house))
    state, record = play(melee, Dealer(seed, model.round))
    return dict(melee.result(state, record))


def units_of(result: Plain) -> dict[str, Any]:
    return {unit["name"]: unit for side in result["sides"] for unit in side["units"]}


def worth(lines: Any) -> dict[str, int]:
    """Return what each rule adds, lines of nothing aside."""
    sums: dict[str, int] = {}
    for line in lines:
        sums[line.rule] = sums.get(line.rule, 0) + line.value
    return {rule: value for rule, value in sums.items() if value}


def held(unit: Plain) -> set[str]:
    return {row.rule for row in unit["withheld"]}


def unit(name: str, arm: str = "infantry", figures: int = 24, roll: Any = 7, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": arm, "figures": figures, "roll": roll, **fields}


def melee(first: Any, second: Any, **fields: Any) -> dict[str, Any]:
    """Return a scenario of sides A and B; one unit may stand for its side."""
    sides = [
        {"name": name, "units": units if isinstance(units, list) else [units]}
        for name, units in (("A", first), ("B", second))
    ]
    return {"rules": "gdb", "sides": sides, **fields}
