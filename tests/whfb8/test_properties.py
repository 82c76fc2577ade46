"""What must hold of every combat, whatever is in it."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import given, settings

from melee_cli.core.stages import Dealer, play
from tests.whfb8.playing import opened, problems, resolved, units_of
from tests.whfb8.strategies import scenario, scenarios

QUICK = settings(max_examples=80, deadline=None)
RANDOM_COMBATS = 400


def mirrored(made: dict[str, Any]) -> dict[str, Any]:
    """Return *made* with its sides swapped."""
    return {**made, "sides": [*reversed(made["sides"])]}


@QUICK
@given(scenarios(dice=0.5))
def test_random_scenarios_are_sound(made: dict[str, Any]) -> None:
    assert problems(made) == []


@QUICK
@given(scenarios(dice=0.5))
def test_swapping_the_sides_mirrors_the_result(made: dict[str, Any]) -> None:
    result, other = resolved(made), resolved(mirrored(made))
    assert result["outcome"] == other["outcome"]
    assert units_of(result) == units_of(other)
    assert [side["lines"] for side in result["sides"]] == [side["lines"] for side in reversed(other["sides"])]
    assert [duty["rule"] for duty in result["duties"]] == [duty["rule"] for duty in other["duties"]]


@QUICK
@given(scenarios(dice=0.3))
def test_a_total_is_the_sum_of_its_lines(made: dict[str, Any]) -> None:
    result = resolved(made)
    for side in result["sides"]:
        assert side["score"] == sum(line.value for line in side["lines"])
        for unit in side["units"]:
            for test in (unit["break_test"], unit["restrain_test"]):
                assert test is None or test["target"] == sum(line.value for line in test["modifiers"])


@QUICK
@given(scenarios(dice=0.3))
def test_a_larger_difference_never_raises_a_target(made: dict[str, Any]) -> None:
    before = resolved(made)
    if before["outcome"]["winner"] is None:
        return
    worse = deepcopy(made)
    for side in worse["sides"]:
        if side["name"] == before["outcome"]["winner"]:
            side["units"][0]["wounds"] = side["units"][0].get("wounds", 0) + 3
    after = units_of(resolved(worse))
    for name, unit in units_of(before).items():
        if unit["break_test"]:
            assert after[name]["break_test"]["target"] <= unit["break_test"]["target"]


def test_who_pursues_and_who_is_caught() -> None:
    random = Random(7)
    for _ in range(RANDOM_COMBATS):
        made = scenario(random, dice=0.5)
        units = units_of(resolved(made))
        for unit in units.values():
            enemies = [units[contact["enemy"]] for contact in unit["contact"]]
            if unit["pursuit"]:
                gone = {"broken", "destroyed", "wiped_out"}
                assert {enemy["outcome"] for enemy in enemies} <= gone
                assert unit["pursuit"]["target"] in {enemy["name"] for enemy in enemies}
                assert units[unit["pursuit"]["target"]]["flight"]
            if unit["flight"]:
                after = [u for u in units.values() if u["pursuit"] and u["pursuit"]["target"] == unit["name"]]
                assert unit["flight"]["caught_by"] == [u["name"] for u in after if u["pursuit"]["catches"]]
                assert unit["flight"]["caught"] == (
                    max((u["pursuit"]["roll"] for u in after), default=0) >= unit["flight"]["roll"]
                )


def test_next_rounds_are_sound_but_for_the_wounds_and_lead_on() -> None:
    random = Random(9)
    rounds = 0
    for _ in range(RANDOM_COMBATS):
        made: dict[str, Any] | None = scenario(random, dice=0.5)
        for _ in range(4):
            assert made is not None
            assert problems(made) == []
            made = resolved(made)["next_round"]
            if made is None:
                break
            rounds += 1
            dropped = {"wounds", "overkill", "charged", "break_roll", "flee_roll", "pursue", "restrain"}
            assert all(dropped.isdisjoint(unit) for side in made["sides"] for unit in side["units"])
    assert rounds > RANDOM_COMBATS / 2


def test_entering_a_roll_changes_no_other() -> None:
    random = Random(10)
    for _ in range(100):
        made = scenario(random, dice=0)
        melee = opened(made)
        _, record = play(melee, Dealer(made["seed"], 1))
        given = deepcopy(made)
        units = {unit["name"]: unit for side in given["sides"] for unit in side["units"]}
        for (name, key), roll in record.rolls.items():
            if random.random() < 0.5:
                units[name][key] = list(roll.dice)
        before, after = units_of(resolved(made)), units_of(resolved(given))
        for name, unit in before.items():
            assert after[name]["outcome"] == unit["outcome"]
            for part in ("break_test", "restrain_test", "flight", "pursuit"):
                assert (unit[part] and unit[part]["roll"]) == (
                    after[name][part] and after[name][part]["roll"]
                )


def test_resolving_twice_gives_the_same() -> None:
    random = Random(11)
    for _ in range(50):
        made = scenario(random, dice=0.3)
        assert resolved(made) == resolved(deepcopy(made))
