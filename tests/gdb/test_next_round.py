"""The next round: who is in it, what is carried over, and that it can always be fought."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.gdb.playing import melee, problems, resolved, unit, units_of
from tests.gdb.strategies import random_scenario


def following(first: Any, second: Any, **fields: Any) -> Any:
    return resolved(melee(first, second, **fields))["next_round"]


def by_name(scenario: Any) -> dict[str, Any]:
    return {u["name"]: u for side in scenario["sides"] for u in side["units"]}


def test_cavalry_presses_what_it_has_pushed_back() -> None:
    assert following(unit("A", "light_cavalry", roll=8), unit("B", "light_cavalry")) == {
        "rules": "gdb",
        "sides": [
            {
                "name": "A",
                "units": [
                    {
                        "name": "A",
                        "type": "light_cavalry",
                        "figures": 21,
                        "initial": 24,
                        "formation": "line",
                        "action": "pressing",
                        "against": ["B"],
                    }
                ],
            },
            {
                "name": "B",
                "units": [
                    {
                        "name": "B",
                        "type": "light_cavalry",
                        "figures": 20,
                        "initial": 24,
                        "formation": "line",
                        "pushed_back": True,
                        "against": ["A"],
                    }
                ],
            },
        ],
        "round": 2,
    }


@pytest.mark.parametrize(("follow_up", "goes_on"), [("press", True), ("stand", False), (None, False)])
def test_infantry_stays_in_contact_only_if_it_presses(follow_up: str | None, goes_on: bool) -> None:
    extra = {} if follow_up is None else {"follow_up": follow_up}
    assert (following(unit("A", roll=8, **extra), unit("B")) is not None) == goes_on


@pytest.mark.parametrize("roll", [10, 12])
def test_nobody_is_left_in_contact_after_a_retreat(roll: int) -> None:
    assert following(unit("A", roll=roll, follow_up="press"), unit("B", roll=4)) is None


def test_after_a_draw_those_who_both_go_on_stay_in_contact() -> None:
    scenario = following(
        [unit("A", "cossacks", 12, 6, action="charging"), unit("C", figures=12)],
        [unit("B", figures=12), unit("D", "cossacks", 12)],
    )
    assert {name: u["against"] for name, u in by_name(scenario).items()} == {
        "C": ["B", "D"],
        "B": ["C"],
        "D": ["C"],
    }


def test_a_draw_that_cavalry_leaves_is_over() -> None:
    assert following(unit("A", "light_cavalry", 24, 4, action="charging"), unit("B")) is None


def test_units_without_figures_are_out() -> None:
    assert following(unit("A", "cuirassiers", 99), unit("B", "cuirassiers", 1, 12)) is None


def test_initial_fighting_and_modifiers_are_carried_over() -> None:
    extra = [{"value": 1, "reason": "general"}, {"value": -1}]
    scenario = following(
        unit("A", figures=24, initial=36, fighting=23, quality="elite", attacked="flank", modifiers=extra),
        unit("B", figures=30, initial=30, order="wavering", roll=6),
        title="x",
        terrain="difficult",
        scale="15mm",
        seed=7,
        rulings={"fractions": "up"},
        round=4,
    )
    carried = by_name(scenario)["A"]
    assert carried == {
        "name": "A",
        "type": "infantry",
        "quality": "elite",
        "attacked": "flank",
        "figures": 21,
        "fighting": 21,
        "initial": 36,
        "formation": "line",
        "against": ["B"],
        "modifiers": extra,
    }
    assert by_name(scenario)["B"]["order"] == "wavering"
    kept = {key: scenario[key] for key in scenario if key not in ("sides", "rules")}
    assert kept == {
        "title": "x",
        "terrain": "difficult",
        "scale": "15mm",
        "seed": 7,
        "rulings": {"fractions": "up"},
        "round": 5,
    }


def test_what_belongs_to_one_round_is_dropped() -> None:
    scenario = following(
        unit("A", "light_cavalry", largest=True, straight_cm=20, action="charging", roll=6),
        unit("B", "light_cavalry", action="charging", roll=[3, 3]),
        expect={"winner": "draw"},
    )
    gone = {"roll", "largest", "straight_cm", "action", "follow_up", "through", "pushed_back", "reinforcing"}
    assert not gone & set(by_name(scenario)["A"])
    assert "expect" not in scenario


def test_a_reinforcing_unit_is_disordered_and_no_longer_reinforcing() -> None:
    carried = by_name(following([unit("A", figures=9), unit("R", reinforcing=True)], unit("B", figures=30)))[
        "R"
    ]
    assert carried["order"] == "disordered"
    assert "reinforcing" not in carried


def test_the_pushed_back_and_their_pressers_leave_cover_and_height() -> None:
    scenario = following(
        unit("A", cover="building", place="farm", building_bonus=3, higher=True, follow_up="press"),
        unit("B", cover="cover", place="hedge", higher=True, roll=9),
    )
    for carried in by_name(scenario).values():
        assert not {"cover", "place", "building_bonus", "higher"} & set(carried)
    assert by_name(scenario)["A"]["formation"] == "none"


def test_a_pushed_back_holder_of_a_built_up_area_keeps_its_buildings_but_not_its_height() -> None:
    scenario = following(
        unit("A", roll=12, follow_up="press"),
        unit("B", cover="building", place="farm", building_bonus=3, higher=True),
        built_up={"capacity": 2},
    )
    carried = by_name(scenario)["B"]
    assert (carried["cover"], carried["place"], carried["building_bonus"]) == ("building", "farm", 3)
    assert "higher" not in carried
    assert scenario["built_up"] == {"capacity": 2}


def test_the_built_up_area_goes_when_nobody_is_left_in_buildings() -> None:
    scenario = following(
        unit("A", roll=6),
        unit("B", cover="building", roll=6, follow_up="press"),
        built_up={"capacity": 2},
    )
    assert "cover" not in by_name(scenario)["B"]
    assert "built_up" not in scenario


def test_contact_that_was_narrowed_inside_an_area_stays_so_and_can_be_fought() -> None:
    scenario = following(
        [
            unit("A1", roll=10, follow_up="press", cover="building", against=["B1"]),
            unit("A2", follow_up="press", against=["B2"]),
        ],
        [unit("B1", cover="building"), unit("B2", cover="building")],
        built_up={"capacity": 2},
    )
    assert by_name(scenario)["B1"]["against"] == ["A1"]
    assert scenario["built_up"] == {"capacity": 2, "sectors": True}
    assert problems(scenario) == []


def test_three_rounds_of_a_cavalry_melee_lead_into_each_other() -> None:
    scenario: Any = melee(unit("A", "cossacks", 40), unit("B", "cossacks", 40))
    for rolls in ((7, 7), (8, 7)):
        for side, roll in zip(scenario["sides"], rolls, strict=True):
            side["units"][0]["roll"] = roll
        scenario = resolved(scenario)["next_round"]
    assert scenario["round"] == 3
    assert by_name(scenario)["A"]["action"] == "pressing"
    assert (by_name(scenario)["A"]["initial"], by_name(scenario)["B"]["pushed_back"]) == (40, True)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**40))
def test_a_next_round_can_always_be_fought_until_nobody_is_left_in_contact(seed: int) -> None:
    random = Random(seed)
    scenario = random_scenario(random)
    for _ in range(6):
        result = resolved(scenario)
        after = result["next_round"]
        if after is None:
            return
        assert problems(after) == []
        before, units = by_name(scenario), units_of(result)
        for name, carried in by_name(after).items():
            assert carried["against"]
            assert 1 <= carried["figures"] == units[name]["figures_after"] <= before[name]["figures"]
            assert units[name]["outcome"] in ("press", "pushed_back", "continue")
            assert "roll" not in carried
            carried["roll"] = random.randint(2, 12)
            if carried["type"] == "infantry" and random.random() < 0.7:
                carried["follow_up"] = "press"
        assert after["round"] == scenario.get("round", 1) + 1
        scenario = after
