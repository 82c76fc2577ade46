"""Odds the slow way: every combination of throws played through ``play``, results read as results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from melee_cli.core.dice import Pool, Roll
from melee_cli.core.odds import Odds, odds
from melee_cli.core.stages import Answer, Ask, Choice, Die, Melee, Pending, Record, Stage, enter, play
from melee_cli.core.system import Book, System, open_book

Chances = dict[Any, Fraction]


class TooMany(Exception):
    """Raised where playing every combination would take the tests too long."""


def opened(system: System, plain: Mapping[str, Any]) -> tuple[Melee, Any, Book]:
    scenario = system.scenario().model_validate(plain)
    book = open_book(system, plain.get("rulings") or {})
    return system.open(scenario, book), scenario, book


def odds_of(system: System, plain: Mapping[str, Any]) -> Odds:
    melee, scenario, _ = opened(system, plain)
    found = odds(melee, system, scenario)
    assert isinstance(found, Odds)
    return found


def every_way(melee: Melee, most: int) -> Iterator[tuple[Fraction, Any, Record]]:
    """Yield the chance, the end and the record of every combination of throws."""
    waiting: list[tuple[Fraction, dict[tuple[str, str], Roll | Answer]]] = [(Fraction(1), {})]
    count = 0
    while waiting:
        chance, answers = waiting.pop()
        try:
            state, record = play(melee, Answering(answers))
        except Pending as pending:
            ask = pending.ask
            waiting += [(chance * c, {**answers, (ask.unit, ask.key): a}) for a, c in ways(ask)]
            if len(waiting) > most:
                raise TooMany from None
            continue
        count += 1
        if count > most:
            raise TooMany
        yield chance, state, record


class Answering:
    def __init__(self, answers: Mapping[tuple[str, str], Roll | Answer]) -> None:
        self.answers = answers

    def __call__(self, stage: Stage, ask: Ask, record: Record) -> Answer:
        if ask.given is not None:
            return enter(ask, ask.given, record)
        if isinstance(ask, Choice) and not ask.random:
            return enter(ask, ask.default, record)
        if (ask.unit, ask.key) not in self.answers:
            raise Pending(stage, ask)
        return enter(ask, self.answers[ask.unit, ask.key], record)


def ways(ask: Ask) -> list[tuple[Roll | Answer, Fraction]]:
    if isinstance(ask, Die):
        totals = throws(ask.pool)
        return [(Roll(total), Fraction(count, sum(totals.values()))) for total, count in totals.items()]
    return [(option.value, Fraction(1, len(ask.options))) for option in ask.options]


def throws(pool: Pool) -> dict[int, int]:
    """Count the throws of each kept total, die by die."""
    counts: dict[int, int] = defaultdict(int)
    for dice in product(range(1, pool.sides + 1), repeat=pool.count):
        shown = sorted(dice)
        kept = shown[1:] if pool.drop == "lowest" else shown[:-1] if pool.drop == "highest" else shown
        counts[sum(kept)] += 1
    return counts


def brute(melee: Melee, most: int = 800) -> tuple[Chances, dict[str, Chances], dict[str, Any]]:
    """Return the chances of (winner, difference, band), and of each unit's results by what they say.

    Each unit's results are keyed by (name of the measure, value).
    """
    ends: Chances = defaultdict(Fraction)
    units: dict[str, Chances] = defaultdict(lambda: defaultdict(Fraction))
    pursuits: Chances = defaultdict(Fraction)
    for chance, state, record in every_way(melee, most):
        result = melee.result(state, record)
        outcome = result["outcome"]
        ends[outcome["winner"], outcome["difference"], outcome.get("band")] += chance
        caught: dict[str, tuple[str, ...]] = {}
        for side in result["sides"]:
            for unit in side["units"]:
                for measure, value in measured(unit, side["result"]).items():
                    units[unit["name"]][measure, value] += chance
                if unit.get("flight"):
                    caught[unit["name"]] = tuple(unit["flight"]["caught_by"])
        for target, by in caught.items():
            pursuits[target, by] += chance
    return dict(ends), {name: dict(chances) for name, chances in units.items()}, dict(pursuits)


def measured(unit: Mapping[str, Any], result: str) -> dict[str, Any]:
    """Return what a unit's result says of the measures that odds count."""
    if "figures_after" in unit:
        left = unit["figures_after"]
        return {"outcome": unit["outcome"], "casualties": unit["losses"], "figures_left": left}
    if "flight" not in unit and "outcome" in unit and "total" in unit:
        return {"outcome": unit["outcome"]}
    outcome = unit["outcome"]
    caught = bool(unit.get("flight") and unit["flight"]["caught"])
    return {
        "holds": result == "loss" and outcome not in ("broken", "destroyed", "wiped_out"),
        "breaks": outcome == "broken" or caught,
        "destroyed": outcome == "destroyed",
        "catches": bool(unit.get("pursuit") and unit["pursuit"]["catches"]),
    }
