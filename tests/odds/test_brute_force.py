"""Odds equal playing every combination of throws, for every system, with and without given dice."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from melee_cli.core.odds import Odds
from melee_cli.core.system import System
from melee_cli.systems import find
from tests.gdb.strategies import random_scenario as gdb_scenario
from tests.odds.brute import TooMany, brute, odds_of, opened
from tests.whfb8.strategies import scenario as whfb8_scenario


def duel_scenario(random: Random) -> dict[str, Any]:
    def champion(name: str) -> dict[str, Any]:
        unit: dict[str, Any] = {
            "name": name,
            "height": random.random() < 0.5,
            "rested": random.random() < 0.5,
        }
        if random.random() < 0.4:
            unit["roll"] = random.randint(1, 6)
        return unit

    sides = [{"name": side, "units": [champion(name)]} for side, name in (("Red", "R"), ("Blue", "B"))]
    plain: dict[str, Any] = {"rules": "duel", "night": random.random() < 0.5, "sides": sides}
    if random.random() < 0.5:
        plain["rulings"] = {"height_at_night": random.choice(("yes", "no"))}
    return plain


def system_of(name: str) -> System:
    system = find(name)
    assert system is not None
    return system


def scenarios(name: str, wanted: int) -> list[dict[str, Any]]:
    """Return *wanted* random scenarios few of whose dice are open, some with none, some with several."""
    found: list[dict[str, Any]] = []
    for seed in range(10_000):
        random = Random(f"{name} {seed}")
        if name == "duel":
            found.append(duel_scenario(random))
        elif name == "gdb":
            found.append(gdb_scenario(random, 2, random.choice((0.3, 0.7, 1.0))))
        else:
            found.append(whfb8_scenario(random, None, random.choice((0.4, 0.75, 1.0))))
        if len(found) >= wanted:
            break
    return found


def compare(system: System, plain: dict[str, Any]) -> None:
    melee, _, _ = opened(system, plain)
    ends, units, pursuits = brute(melee)
    found = odds_of(system, plain)
    assert {end: Fraction(weight, found.total) for end, weight in found.ends.items()} == ends
    for unit, measures in found.units.items():
        for name, measure in measures.items():
            exact = {value: Fraction(w, measure.total) for value, w in measure.weights.items() if w}
            assert exact == {v: c for (m, v), c in units[unit].items() if m == name}, (unit, name, plain)
    for joint in found.joint:
        for true in (units for units in joint.weights if len(units) > 1):
            together = sum(
                Fraction(j.weights.get(true, 0), j.total) for j in found.joint if j.others == joint.others
            )
            assert together == pursuits[joint.others[0], true], plain
    silent = {unit for unit in units if unit not in found.units}
    for unit in silent:
        assert not any(value is True for (_, value) in units[unit]), (unit, plain)


def sums_to_one(found: Odds) -> None:
    assert sum(found.ends.values()) == found.total
    for measures in found.units.values():
        for measure in measures.values():
            assert sum(measure.weights.values()) == measure.total
    sides = [name for name, _ in found.sides]
    assert found.wins(sides[0]) + found.wins(None) + found.wins(sides[1]) == 1
    assert sum(Fraction(row.exactly, row.total) for row in found.differences()) == 1
    if found.bands():
        assert sum(chance for _, _, chance in found.bands()) == 1


@pytest.mark.parametrize(("name", "wanted"), [("duel", 20), ("gdb", 30), ("whfb8", 40)])
def test_odds_are_what_playing_every_combination_of_throws_gives(name: str, wanted: int) -> None:
    system = system_of(name)
    compared = 0
    for plain in scenarios(name, wanted):
        try:
            compare(system, plain)
        except TooMany:
            continue
        compared += 1
    assert compared > wanted / 2


@pytest.mark.parametrize("name", ["duel", "gdb", "whfb8"])
def test_chances_sum_to_exactly_one(name: str) -> None:
    for plain in scenarios(name, 30):
        sums_to_one(odds_of(system_of(name), plain))


def test_with_all_dice_given_the_odds_are_the_result() -> None:
    for seed in range(30):
        plain = gdb_scenario(Random(seed), 3, 1.0)
        melee, _, _ = opened(system_of("gdb"), plain)
        [(end, _)] = brute(melee)[0].items()
        found = odds_of(system_of("gdb"), plain)
        assert (dict(found.ends), found.total) == ({end: 1}, 1)
        for measures in found.units.values():
            assert all(len(measure.weights) == 1 for measure in measures.values())
