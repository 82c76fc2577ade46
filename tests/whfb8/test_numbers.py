"""The exact chances of the digest, counted over every throw of the dice, through the very stages."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from melee_cli.core.enumeration import Budget, LaneFolder
from melee_cli.core.odds import odds
from melee_cli.core.stages import Lane
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import fight, opened, resolved, units_of

ON_TWO_DICE = {2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33, 11: 35, 12: 36}
DROPPING_HIGHEST = {2: 16, 3: 43, 4: 77, 5: 113, 6: 147, 7: 174, 8: 193, 9: 205, 10: 212}


def losing(target: int, **keys: Any) -> dict[str, Any]:
    """Return a combat lost by one, of which the only Break test needs *target*."""
    unit = {"leadership": 9, "break_modifiers": [{"value": target - 8, "reason": "for the test"}], **keys}
    return fight([{"wounds": 1}], [unit])


def chance(scenario: dict[str, Any], unit: str, measure: str) -> Fraction:
    """Return the exact odds of a measure."""
    found = odds(opened(scenario), SYSTEM, SYSTEM.scenario().model_validate(scenario))
    return found.units[unit][measure].chance()  # type: ignore[union-attr]  # never over budget here


@pytest.mark.parametrize(("leadership", "ways"), ON_TWO_DICE.items())
def test_two_dice_hold(leadership: int, ways: int) -> None:
    holding = sum(
        units_of(resolved(losing(leadership, break_roll=list(dice))))["B1"]["outcome"] == "holds"
        for dice in product(range(1, 7), repeat=2)
    )
    assert holding == ways
    assert chance(losing(leadership), "B1", "holds") == Fraction(ways, 36)
    assert (
        chance(losing(leadership, battle_standard_near=True), "B1", "breaks") == Fraction(36 - ways, 36) ** 2
    )


@pytest.mark.parametrize("leadership", [1, 0, -5])
def test_below_two_only_a_double_one_holds(leadership: int) -> None:
    assert chance(losing(leadership), "B1", "holds") == Fraction(1, 36)


@pytest.mark.parametrize(("leadership", "ways"), DROPPING_HIGHEST.items())
def test_three_dice_without_the_highest_hold(leadership: int, ways: int) -> None:
    holding = sum(
        units_of(resolved(losing(leadership, cold_blooded=True, break_roll=list(dice))))["B1"]["outcome"]
        == "holds"
        for dice in product(range(1, 7), repeat=3)
    )
    assert holding == ways
    assert chance(losing(leadership, cold_blooded=True), "B1", "holds") == Fraction(ways, 216)


FOOT, SWIFT = {}, {"swiftstride": True}
PURSUITS = [
    ([FOOT], FOOT, Fraction(721, 1296)),
    ([FOOT, FOOT], FOOT, Fraction(11207, 15552)),
    ([SWIFT], FOOT, Fraction(1877, 2592)),
    ([FOOT], SWIFT, Fraction(247, 648)),
]


@pytest.mark.parametrize(("pursuers", "fleeing", "caught"), PURSUITS)
def test_pursuers_catch(pursuers: list[dict[str, Any]], fleeing: dict[str, Any], caught: Fraction) -> None:
    scenario = fight(
        [{"wounds": 1, **unit} for unit in pursuers], [{"leadership": 7, "break_roll": 12, **fleeing}]
    )
    assert chance(scenario, "B1", "destroyed") == caught


def test_every_throw_of_one_on_foot_after_one_on_foot() -> None:
    caught = 0
    for flee, pursuit in product(product(range(1, 7), repeat=2), repeat=2):
        scenario = fight(
            [{"wounds": 1, "pursuit_roll": list(pursuit)}],
            [{"leadership": 7, "break_roll": 12, "flee_roll": list(flee)}],
        )
        caught += units_of(resolved(scenario))["B1"]["flight"]["caught"]
    assert Fraction(caught, 6**4) == Fraction(721, 1296)


def test_pursuers_of_one_unit_share_its_flee_roll() -> None:
    scenario = fight([{"wounds": 1}, {"wounds": 1}], [{"leadership": 7, "break_roll": 12}])
    either = chance(scenario, "B1", "destroyed")
    alone = chance(scenario, "A1", "catches")
    assert either < 1 - (1 - alone) ** 2


class Plain(Lane):
    """A lane without its closed form, so that folding throws every die."""

    def __init__(self, lane: Lane) -> None:
        self.start, self.ask, self.take = lane.start, lane.ask, lane.take


@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("given", [{}, {"flee_roll": 7}, {"swiftstride": True}])
def test_the_closed_form_of_a_flight_equals_every_throw(count: int, given: dict[str, Any]) -> None:
    pursuers = [{"wounds": 1}, {"type": "cavalry"}, {"pursuit_roll": 6}][:count]
    pursuers = pursuers or [{"wounds": 1, "leadership": 7, "restrain": True, "restrain_roll": 2}]
    melee = opened(fight(pursuers, [{"leadership": 7, "break_roll": 12, **given}]))
    folder = LaneFolder(Budget(), {}, False)
    first, second, third = melee.stages
    broken = first.join(None, ["failed"])
    chosen = second.join(broken, [end for lane in second.lanes(broken) for end in folder.fold(lane)[0]])
    (lane,) = third.lanes(chosen)
    closed, closed_total = folder.fold(lane)
    thrown, total = folder.fold(Plain(lane))
    assert {end: Fraction(weight, closed_total) for end, weight in closed.items()} == {
        end: Fraction(weight, total) for end, weight in thrown.items()
    }
