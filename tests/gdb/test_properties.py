"""What holds of every melee, on random ones."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from melee_cli.core.rules import total
from melee_cli.core.stages import Dealer, play
from melee_cli.core.system import open_book
from melee_cli.systems.gdb import SYSTEM
from melee_cli.systems.gdb.contact import Tables
from melee_cli.systems.gdb.melee import Engagement
from tests.gdb.playing import book_of, problems, resolved, unit, units_of
from tests.gdb.strategies import random_scenario, scenarios

SOME = settings(max_examples=120, deadline=None)
BADNESS = {"win": 0, "draw": 1, "loss": 2}


@SOME
@given(scenarios())
def test_a_total_is_the_roll_and_its_lines(scenario: dict[str, Any]) -> None:
    for found in units_of(resolved(scenario)).values():
        assert found["total"] == total(found["modifiers"], found["roll"])


@SOME
@given(scenarios())
def test_losses_never_exceed_figures_and_start_is_left_and_lost(scenario: dict[str, Any]) -> None:
    for found in units_of(resolved(scenario)).values():
        assert 0 <= found["losses"] <= found["figures_before"]
        assert found["figures_before"] == found["losses"] + found["figures_after"]


@SOME
@given(scenarios())
def test_swapping_the_sides_mirrors_the_result(scenario: dict[str, Any]) -> None:
    ours = resolved(scenario)
    mirrored = resolved({**scenario, "sides": scenario["sides"][::-1]})
    assert mirrored["outcome"] == ours["outcome"]
    for side, other in zip(ours["sides"], mirrored["sides"][::-1], strict=True):
        assert {k: v for k, v in side.items() if k != "units"} == {
            k: v for k, v in other.items() if k != "units"
        }
        for mine, its in zip(side["units"], other["units"], strict=True):
            assert mine == its
    assert sorted(map(str, ours["duties"])) == sorted(map(str, mirrored["duties"]))


@SOME
@given(scenarios(), st.integers(0, 5), st.integers(1, 9))
def test_a_better_modifier_never_worsens_a_side(scenario: dict[str, Any], place: int, more: int) -> None:
    before = resolved(scenario)
    better = deepcopy(scenario)
    side = better["sides"][place % 2]["units"]
    lucky = side[place // 2 % len(side)]
    lucky["modifiers"] = [*lucky.get("modifiers", []), {"value": more}]
    after = resolved(better)
    mine, its = before["sides"][place % 2], after["sides"][place % 2]
    assert its["score"] >= mine["score"]
    assert BADNESS[its["result"]] <= BADNESS[mine["result"]]


@SOME
@given(scenarios(dice=0.5), st.integers(0, 10**6))
def test_a_seed_gives_the_same_melee_again_and_entering_its_dice_repeats_it(
    scenario: dict[str, Any], seed: int
) -> None:
    rolled = resolved(scenario, seed)
    assert str(resolved(scenario, seed)) == str(rolled)
    entered = deepcopy(scenario)
    for side in entered["sides"]:
        for unit_ in side["units"]:
            dice = units_of(rolled)[unit_["name"]]
            unit_["roll"] = dice["dice"] or dice["roll"]
    again = resolved(entered, seed + 1)
    assert again["outcome"] == rolled["outcome"]
    assert {u["roll_origin"] for u in units_of(again).values()} == {"entered"}


@SOME
@given(scenarios())
def test_dice_given_at_once_say_what_asking_for_each_would(scenario: dict[str, Any]) -> None:
    model = SYSTEM.scenario().model_validate(scenario)
    melee = SYSTEM.open(model, book_of(scenario))
    at_once, asked = (play(melee, Dealer(0, 1), ask_all=every) for every in (False, True))
    assert at_once == asked


@SOME
@given(scenarios())
def test_units_that_share_an_account_would_have_the_same_one_by_themselves(scenario: dict[str, Any]) -> None:
    book = book_of(scenario)
    shared = Engagement(SYSTEM.scenario().model_validate(scenario), book)
    alone = Engagement(SYSTEM.scenario().model_validate(scenario), open_book(SYSTEM, scenario.get("rulings")))
    assert isinstance(alone.tables, Tables)
    assert alone.tables is not shared.tables
    alone.tables.has_rows_of_the_house = True  # so that no account is shared
    assert shared.accounts(shared.start) == alone.accounts(alone.start)


@SOME
@given(scenarios(dice=0.7), st.integers(0, 10**6))
def test_what_odds_count_of_an_end_is_what_its_result_says(scenario: dict[str, Any], seed: int) -> None:
    model = SYSTEM.scenario().model_validate(scenario)
    melee = SYSTEM.open(model, book_of(scenario))
    state, record = play(melee, Dealer(seed, 1))
    facts, result = melee.facts(state), melee.result(state, record)
    outcome = result["outcome"]
    assert (facts.winner, facts.difference, facts.band) == tuple(outcome.values())
    for name, found in units_of(result).items():
        assert facts.units[name] == {
            "outcome": found["outcome"],
            "casualties": found["losses"],
            "figures_left": found["figures_after"],
        }


@SOME
@given(scenarios())
def test_a_preview_has_the_modifiers_of_the_result(scenario: dict[str, Any]) -> None:
    model = SYSTEM.scenario().model_validate(scenario)
    shown = units_of(SYSTEM.open(model, book_of(scenario)).preview())
    for name, found in units_of(resolved(scenario)).items():
        assert shown[name]["modifiers"] == found["modifiers"]
        assert shown[name]["bonus"] == found["total"] - found["roll"]


@pytest.mark.parametrize("seed", range(60))
def test_every_variation_is_a_sound_scenario_of_its_own(seed: int) -> None:
    scenario = random_scenario(Random(seed))
    model = SYSTEM.scenario().model_validate(scenario)
    assert SYSTEM.variations is not None
    for message, varied in SYSTEM.variations(model):
        assert problems(varied) == [], (message, varied)
        assert varied != scenario


def test_fifty_units_a_side_and_one_figure_against_9999_are_resolved() -> None:
    many = [{"name": n, "units": [unit(f"{n}{i}", figures=i + 1) for i in range(50)]} for n in "AB"]
    assert len(units_of(resolved({"rules": "gdb", "sides": many}))) == 100
    sides = [
        {"name": "A", "units": [unit("A", figures=1)]},
        {"name": "B", "units": [unit("B", figures=9999)]},
    ]
    found = units_of(resolved({"rules": "gdb", "sides": sides}))
    assert (found["A"]["losses"], found["B"]["losses"]) == (1, 0)
