"""Combats played straight through the system, without files or commands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from melee_cli.core.problems import Problem
from melee_cli.core.stages import Dealer, Melee, play
from melee_cli.core.system import Book, open_book
from melee_cli.render.language import language_for
from melee_cli.systems.whfb8 import SYSTEM

ENGLISH = language_for("en")


@lru_cache(maxsize=256)
def _book(rulings: tuple[tuple[str, Any], ...]) -> Book:
    return open_book(SYSTEM, dict(rulings))


def opened(scenario: dict[str, Any], book: Book | None = None) -> Melee:
    """Return the combat of *scenario*, a plain dict, before its dice."""
    model = SYSTEM.scenario().model_validate(scenario)
    return SYSTEM.open(model, book or _book(tuple((scenario.get("rulings") or {}).items())))


def resolved(scenario: dict[str, Any], book: Book | None = None) -> dict[str, Any]:
    """Return the system's part of the result of *scenario*."""
    melee = opened(scenario, book)
    state, record = play(melee, Dealer(scenario.get("seed", 1), scenario.get("round", 1)))
    return dict(melee.result(state, record))


def problems(scenario: dict[str, Any]) -> list[Problem]:
    """Return what the system's checks say of *scenario*, whose fields are sound."""
    model = SYSTEM.scenario().model_validate(scenario)
    book = _book(tuple((scenario.get("rulings") or {}).items()))
    return [problem for check in SYSTEM.checks for problem in check(model, book)]


def units_of(result: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the units of *result* by name."""
    return {unit["name"]: unit for side in result["sides"] for unit in side["units"]}


def lines_of(result: dict[str, Any], side: str) -> dict[str, int]:
    """Return the points of *side* by rule, those of value 0 aside."""
    lines: dict[str, int] = {}
    for one in result["sides"]:
        if one["name"] == side:
            for line in one["lines"]:
                lines[line.rule] = lines.get(line.rule, 0) + line.value
    return {rule: value for rule, value in lines.items() if value}


def withheld_of(result: dict[str, Any], side: str) -> list[tuple[str, str]]:
    """Return rule and reason of what *side* was refused."""
    return [
        (held.rule, ENGLISH.text(held.reason))
        for one in result["sides"]
        if one["name"] == side
        for held in one["withheld"]
    ]


def fight(*sides: list[dict[str, Any]], **keys: Any) -> dict[str, Any]:
    """Return a scenario of the sides A and B; units without name are called A1, A2, ..., B1, ..."""
    return {
        "rules": "whfb8",
        "sides": [
            {"name": letter, "units": [{"name": f"{letter}{i + 1}", **unit} for i, unit in enumerate(units)]}
            for letter, units in zip("AB", sides, strict=True)
        ],
        **keys,
    }
