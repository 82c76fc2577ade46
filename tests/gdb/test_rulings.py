"""Every value of every switch in a scenario where it differs from each other value."""

from typing import Any

import pytest

from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import melee, resolved, unit, units_of, worth

MIXED = [unit("B", figures=12), unit("C", "cuirassiers", figures=12)]
LITTLE = [{"value": 1}]


def of_a(scenario: dict[str, Any]) -> Any:
    return worth(units_of(resolved(scenario))["A"]["modifiers"])


def outcome_of_b(scenario: dict[str, Any]) -> Any:
    return units_of(resolved(scenario))["B"]["outcome"]


def losses_of_b(scenario: dict[str, Any]) -> Any:
    return units_of(resolved(scenario))["B"]["losses_exact"]


def rounded_losses_of_b(scenario: dict[str, Any]) -> Any:
    return units_of(resolved(scenario))["B"]["losses"]


def charging(arm: str, **fields: Any) -> dict[str, Any]:
    return unit("A", arm, action="charging", **fields)


SQUARE_FIRST = [unit("A", "cossacks", figures=12, roll=8), unit("C", figures=12, roll=2)]
# For each switch: a scenario, what is read of it, and what each value makes of it.
SWITCHES: list[tuple[str, dict[str, Any], Any, dict[Any, Any]]] = [
    (
        "mixed_opponents",
        melee(unit("A", formation="square"), MIXED),
        of_a,
        {"strict": {"gdb.type": 1}, "generous": {"gdb.type": 1, "gdb.square": 4}},
    ),
    (
        "mixed_opponents",
        melee(unit("A", formation="column"), [unit("B", figures=12), unit("C", figures=12, cover="cover")]),
        of_a,
        {"strict": {"gdb.type": 1}, "generous": {"gdb.type": 1, "gdb.column": 2}},
    ),
    (
        "mixed_opponents",
        melee(charging("lancers"), MIXED),
        of_a,
        {
            "strict": {"gdb.lancers_as_light": 2, "gdb.charge": 2},
            "generous": {"gdb.type": 4, "gdb.charge": 2, "gdb.lancers_vs_foot": 2},
        },
    ),
    (
        "mixed_opponents",
        melee(unit("A", cover="building"), [unit("B", figures=12), unit("C", figures=12, cover="building")]),
        of_a,
        {"strict": {"gdb.type": 1}, "generous": {"gdb.type": 1, "gdb.building": 2}},
    ),
    (
        "mixed_opponents",
        melee(unit("A", cover="cover"), [unit("B", figures=12), unit("C", figures=12, cover="cover")]),
        of_a,
        {"strict": {"gdb.type": 1}, "generous": {"gdb.type": 1, "gdb.cover_or_height": 1}},
    ),
    (
        "lancers_as_light_keep_foot_bonus",
        melee(unit("A", "lancers"), unit("B")),
        of_a,
        {"no": {"gdb.lancers_as_light": 2}, "yes": {"gdb.lancers_as_light": 2, "gdb.lancers_vs_foot": 2}},
    ),
    (
        "lancers_pursuing_count_as_charging",
        melee(unit("A", "lancers", action="pursuing"), unit("B", "cossacks")),
        of_a,
        {"no": {"gdb.lancers_as_light": 2, "gdb.charge": 2}, "yes": {"gdb.type": 4, "gdb.charge": 2}},
    ),
    (
        "fractions",
        melee(unit("A", figures=28), unit("B", figures=28)),  # 28/12 = 7/3
        rounded_losses_of_b,
        {"down": 2, "nearest": 2, "up": 3},
    ),
    (
        "fractions",
        melee(unit("A", figures=30), unit("B", figures=30)),  # 30/12 = 5/2
        rounded_losses_of_b,
        {"down": 2, "nearest": 3, "up": 3},
    ),
    (
        "split",
        melee(unit("A", figures=48), [unit("B", figures=12), unit("C", figures=36)]),
        losses_of_b,
        {"even": "2", "by_figures": "1"},
    ),
    (
        "foot_pushed_back_by_mixed",
        melee(
            [unit("A", "cossacks", figures=12, roll=2), unit("C", figures=12, roll=8)],
            unit("B"),
        ),
        outcome_of_b,
        {
            "rout_if_any_cavalry": "rout",
            "rout_if_all_cavalry": "pushed_back",
            "by_counting_unit": "pushed_back",
        },
    ),
    (
        "foot_pushed_back_by_mixed",
        melee(
            [unit("A", "cossacks", figures=12, roll=9), unit("C", figures=12, roll=2)],
            unit("B"),
        ),
        outcome_of_b,
        {"rout_if_any_cavalry": "rout", "rout_if_all_cavalry": "pushed_back", "by_counting_unit": "rout"},
    ),
    (
        "halving_covers",
        melee(unit("A", "artillery", roll=12), unit("B", "cossacks", roll=2)),
        losses_of_b,
        {"infantry": "4", "foot": "2"},
    ),
    (
        "halving_terrain",
        melee(unit("A", roll=12), unit("B", "cossacks"), terrain="difficult"),
        losses_of_b,
        {"open_only": "4", "always": "2"},
    ),
    (
        "beaten_artillery_rate",
        melee(unit("A", "artillery"), unit("B")),
        losses_of_b,
        {"none": "0", 12: "2"},
    ),
    (
        "square_beats_cavalry_by_1_2",
        melee(unit("A", formation="square", roll=4), unit("B", "cossacks", modifiers=LITTLE)),
        outcome_of_b,
        {"pushed_back": "pushed_back", "fall_back": "fall_back"},
    ),
    (
        "buildings_and_height",
        melee(unit("A", cover="building", higher=True), unit("B")),
        of_a,
        {
            "add": {"gdb.type": 1, "gdb.building": 2, "gdb.cover_or_height": 1},
            "best": {"gdb.type": 1, "gdb.building": 2},
        },
    ),
]


@pytest.mark.parametrize(("ruling", "scenario", "read", "wanted"), SWITCHES)
def test_a_switch_changes_what_its_ruling_says(
    ruling: str, scenario: dict[str, Any], read: Any, wanted: dict[Any, Any]
) -> None:
    for value, expected in wanted.items():
        assert read({**scenario, "rulings": {ruling: value}}) == expected, value


@pytest.mark.parametrize("ruling", [r for r in SYSTEM.rulings if r.values], ids=lambda r: r.id)
def test_every_value_of_every_switch_differs_from_each_other_somewhere(ruling: Any) -> None:
    seen = [wanted for name, _, _, wanted in SWITCHES if name == ruling.id]
    assert all(set(wanted) == set(ruling.values) for wanted in seen)
    for one in ruling.values:
        for other in ruling.values:
            assert one == other or any(wanted[one] != wanted[other] for wanted in seen), (one, other)


@pytest.mark.parametrize("ruling", [r for r in SYSTEM.rulings if r.values], ids=lambda r: r.id)
def test_the_first_value_is_what_happens_when_nobody_says_otherwise(ruling: Any) -> None:
    for name, scenario, read, wanted in SWITCHES:
        if name == ruling.id:
            assert read(scenario) == wanted[ruling.default]


def test_one_arm_of_winners_decides_alone_whatever_unit_counts() -> None:
    fields = {"rulings": {"foot_pushed_back_by_mixed": "by_counting_unit"}}
    horse = [
        unit("A", "cossacks", figures=12, roll=6, against=["B"]),
        unit("C", figures=12, roll=8, against=["D"]),
    ]
    foot = [unit("B", figures=12, against=["A"]), unit("D", figures=12, against=["C"])]
    units = units_of(resolved(melee(horse, foot, **fields)))
    assert (units["B"]["outcome"], units["D"]["outcome"]) == ("rout", "pushed_back")


def test_cavalry_retreating_before_goes_on_retreating_from_a_square() -> None:
    scenario = melee(
        unit("A", formation="square", roll=3),
        unit("B", "cossacks", order="retreating", roll=12),
        rulings={"square_beats_cavalry_by_1_2": "fall_back"},
    )
    assert outcome_of_b(scenario) == "retreat"


def test_the_worse_of_buildings_and_height_is_withheld_with_its_ruling() -> None:
    scenario = melee(
        unit("A", cover="building", higher=True), unit("B"), rulings={"buildings_and_height": "best"}
    )
    held = units_of(resolved(scenario))["A"]["withheld"]
    assert [(row.rule, row.cite) for row in held] == [("gdb.cover_or_height", "ruling:buildings_and_height")]
