"""Odds of combats that fall into groups of units in contact: each by itself, exactly as all together."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from melee_cli.core.enumeration import Budget, fold
from melee_cli.core.odds import Odds, count, odds, sides_of
from melee_cli.core.system import open_book
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check_mapping
from melee_cli.systems.whfb8 import SYSTEM
from tests.cli.running import melee


def units(count: int, side: str, draw: Random, contacts: dict[int, list[int]]) -> list[dict[str, Any]]:
    other = "b" if side == "a" else "a"
    made = []
    for place in range(count):
        unit: dict[str, Any] = {"name": f"{side}{place}", "leadership": draw.randint(4, 9)}
        unit |= {"models": draw.choice([10, 20, 30]), "width": 5, "wounds": draw.randint(0, 4)}
        unit["attacks"] = {f"{other}{enemy}": "front" for enemy in contacts[place]}
        if draw.random() < 0.3:
            unit |= {"unstable": True} if draw.random() < 0.5 else {"restrain": True}
        made.append(unit)
    return made


def combat(groups: list[tuple[int, int]], seed: int) -> dict[str, Any]:
    """Return a combat of groups of so many units of either side, within which all touch all."""
    draw = Random(seed)
    first: dict[int, list[int]] = {}
    second: dict[int, list[int]] = {}
    for many, few in groups:
        own = range(len(first), len(first) + many)
        enemies = range(len(second), len(second) + few)
        first |= {place: list(enemies) for place in own}
        second |= {place: list(own) for place in enemies}
    sides = [
        {"name": "A", "units": units(len(first), "a", draw, first)},
        {"name": "B", "units": units(len(second), "b", draw, second)},
    ]
    return {"rules": "whfb8", "sides": sides}


def told(found: Odds) -> dict[str, Any]:
    """Return every chance of *found* as a fraction."""
    measures = {
        unit: {
            name: {value: Fraction(weight, measure.total) for value, weight in measure.weights.items()}
            for name, measure in of.items()
        }
        for unit, of in found.units.items()
    }
    joint = {
        (joint.measure, joint.units, joint.others): {
            names: Fraction(weight, joint.total) for names, weight in joint.weights.items()
        }
        for joint in found.joint
    }
    ends = {end: Fraction(weight, found.total) for end, weight in found.ends.items()}
    return {"units": measures, "joint": joint, "ends": ends}


@pytest.mark.parametrize("seed", range(25))
def test_groups_by_themselves_are_what_all_together_are(seed: int) -> None:
    draw = Random(seed)
    groups = [(draw.randint(1, 2), draw.randint(1, 2)) for _ in range(draw.randint(2, 3))]
    checked = check_mapping(combat(groups, seed), Options())
    assert not checked.problems
    scenario, book = checked.scenario, open_book(SYSTEM)
    opened = SYSTEM.open(scenario, book)
    apart = odds(opened, SYSTEM, scenario)
    budget = Budget()
    whole = count(opened, SYSTEM, sides_of(scenario), fold(opened, budget), budget)
    assert isinstance(apart, Odds)
    assert told(apart) == told(whole)
    assert len(apart.decisions) == len(whole.decisions)


def test_many_groups_are_many_small_sums() -> None:
    checked = check_mapping(combat([(1, 1)] * 60, 1), Options())
    budget = Budget(200_000)
    scenario = checked.scenario
    found = odds(SYSTEM.open(scenario, open_book(SYSTEM)), SYSTEM, scenario, budget)
    assert isinstance(found, Odds)
    assert found.left_open is None


def test_a_group_too_large_to_be_followed_is_told_as_far_as_its_break_tests() -> None:
    data = combat([(20, 20), (1, 1)], 3)
    shown = json.loads(melee("odds", "-", "--format", "json", stdin=json.dumps(data)).out)[0]
    assert shown["left_open"] == "flight and pursuit are left open: too many units are in contact"
    assert shown["differences"][0]["exactly"]["percent"] == 100
    loser = next(side for side in shown["sides"] if side["win"]["percent"] == 0)
    large, small = loser["units"][:20], loser["units"][20]
    assert all({"holds", "breaks"} <= unit.keys() and "destroyed" not in unit for unit in large)
    assert "destroyed" in small
    assert "flight and pursuit are left open" in melee("odds", "-", stdin=json.dumps(data)).out


def test_a_break_test_told_by_itself_has_the_chance_it_has_in_a_small_combat() -> None:
    checked = check_mapping(combat([(20, 20)], 5), Options())
    scenario = checked.scenario
    opened = SYSTEM.open(scenario, open_book(SYSTEM))
    found = odds(opened, SYSTEM, scenario)
    assert isinstance(found, Odds)
    for test in opened.tests:  # type: ignore[attr-defined]  # whfb8's own
        passed = Fraction(
            sum(w for total, w in test.pool.spread.items() if test.passes(total)), test.pool.spread.total
        )
        assert found.units[test.troop.name]["holds"].chance() == passed
