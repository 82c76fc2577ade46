"""Every cell of the casualty table, halving, rounding, sharing out and the cap."""

from typing import Any

import pytest

from melee_cli.systems.gdb.casualties import ROWS
from tests.gdb.playing import melee, resolved, unit, units_of


def inflicted(first: Any, second: Any, name: str = "A", **fields: Any) -> dict[str, Any]:
    """Return what the unit *name* does to its first enemy."""
    return dict(units_of(resolved(melee(first, second, **fields)))[name]["inflicted"][0])


MUCH, BIT = [{"value": 4}], [{"value": 1}]
# (row, who does it and how far it is ahead, to whom, rate, fields of the scenario)
CELLS: list[tuple[str, dict[str, Any], dict[str, Any], str, dict[str, Any]]] = [
    ("gdb.loss.cavalry_broken_foot", unit("A", "cuirassiers"), unit("B"), "1/1", {}),
    ("gdb.loss.cavalry_broken_foot", unit("A", "light_cavalry", roll=8), unit("B"), "1/1", {}),
    ("gdb.loss.cavalry_broken_foot", unit("A", "cuirassiers"), unit("B", "artillery"), "1/1", {}),
    ("gdb.loss.cossacks_broken_foot", unit("A", "cossacks", roll=12), unit("B"), "1/4", {}),
    ("gdb.loss.cossacks_broken_foot", unit("A", "cossacks"), unit("B", "artillery"), "1/4", {}),
    ("gdb.loss.cavalry_cavalry", unit("A", "cuirassiers"), unit("B", "light_cavalry"), "1/4", {}),
    ("gdb.loss.cavalry_cavalry", unit("A", "cossacks", roll=12), unit("B", "light_cavalry"), "1/4", {}),
    ("gdb.loss.cavalry_pushed", unit("A", "cuirassiers"), unit("B", "heavy_cavalry"), "1/6", {}),
    ("gdb.loss.cavalry_pushed", unit("A", "cossacks", roll=10), unit("B", "light_cavalry"), "1/6", {}),
    ("gdb.loss.cavalry_square", unit("A", "cuirassiers", roll=9), unit("B", formation="square"), "1/8", {}),
    (
        "gdb.loss.cavalry_square",
        unit("A", "cossacks", roll=12),
        unit("B", formation="square", roll=6),
        "1/8",
        {},
    ),
    ("gdb.loss.cavalry_beaten", unit("A", "cossacks"), unit("B"), "1/8", {}),
    ("gdb.loss.cavalry_beaten", unit("A", "cossacks"), unit("B", "cossacks"), "1/8", {}),
    ("gdb.loss.cavalry_beaten", unit("A", "light_cavalry", roll=5), unit("B", roll=6), "1/8", {}),
    ("gdb.loss.foot", unit("A", modifiers=MUCH), unit("B"), "1/6", {}),
    ("gdb.loss.foot", unit("A", "artillery", roll=12), unit("B", roll=6), "1/6", {}),
    ("gdb.loss.foot", unit("A", modifiers=BIT), unit("B", order="retreating", roll=12), "1/6", {}),
    ("gdb.loss.foot_pushed", unit("A", modifiers=BIT), unit("B"), "1/8", {}),
    ("gdb.loss.foot_pushed", unit("A", "artillery", roll=11), unit("B"), "1/8", {}),
    ("gdb.loss.foot_beaten", unit("A"), unit("B", modifiers=BIT), "1/12", {}),
    ("gdb.loss.foot_beaten", unit("A"), unit("B"), "1/12", {}),
    ("gdb.loss.artillery_beaten", unit("A", "artillery"), unit("B"), "0", {}),
    ("gdb.loss.artillery_beaten", unit("A", "artillery", roll=10), unit("B"), "0", {}),
    (
        "gdb.loss.artillery_beaten",
        unit("A", "artillery"),
        unit("B"),
        "1/12",
        {"rulings": {"beaten_artillery_rate": 12}},
    ),
]


@pytest.mark.parametrize(("rule", "first", "second", "rate", "fields"), CELLS)
def test_every_cell_of_the_table(
    rule: str, first: dict[str, Any], second: dict[str, Any], rate: str, fields: dict[str, Any]
) -> None:
    hit = inflicted(first, second, **fields)
    assert (hit["rule"], hit["rate"], hit["figures"]) == (rule, rate, "24")


def test_winning_cavalry_against_foot_that_is_only_pushed_back_has_its_own_row() -> None:
    hit = inflicted(
        [unit("A", "cossacks", figures=12, roll=8), unit("C", figures=12, roll=8)],
        unit("B"),
        rulings={"foot_pushed_back_by_mixed": "rout_if_all_cavalry"},
    )
    assert (hit["rule"], hit["rate"]) == ("gdb.loss.cavalry_other", "1/8")


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.id.startswith("gdb.loss")], ids=lambda row: row.id
)
def test_every_row_has_a_cell(row: Any) -> None:
    assert row.id in {cell[0] for cell in CELLS} | {"gdb.loss.cavalry_other"}


@pytest.mark.parametrize(
    ("arm", "enemy", "fields", "halved"),
    [
        ("infantry", "cossacks", {}, True),
        ("infantry", "cossacks", {"terrain": "difficult"}, False),
        ("infantry", "infantry", {}, False),
        ("artillery", "cossacks", {}, False),
        ("cossacks", "cossacks", {}, False),
        ("artillery", "cossacks", {"rulings": {"halving_covers": "foot"}}, True),
        ("infantry", "cossacks", {"terrain": "difficult", "rulings": {"halving_terrain": "always"}}, True),
    ],
)
def test_infantry_does_half_to_cavalry_in_the_open(
    arm: str, enemy: str, fields: dict[str, Any], halved: bool
) -> None:
    hit = inflicted(unit("A", arm, roll=12), unit("B", enemy, roll=2), **fields)
    assert hit["halved"] is halved
    if arm != "cossacks":
        assert hit["casualties"] == ("2" if halved else "4")


@pytest.mark.parametrize(("fractions", "lost"), [("down", [2, 1]), ("nearest", [2, 2]), ("up", [3, 2])])
def test_fractions_are_rounded_once_a_target(fractions: str, lost: list[int]) -> None:
    result = resolved(
        melee(unit("A", figures=27), unit("B", figures=19), rulings={"fractions": fractions})
    )  # a draw: 27/12 = 9/4 and 19/12
    units = units_of(result)
    assert [units["B"]["losses_exact"], units["A"]["losses_exact"]] == ["9/4", "19/12"]
    assert [units["B"]["losses"], units["A"]["losses"]] == lost


def test_fractions_of_all_that_hit_one_target_are_added_first() -> None:
    enemies = [unit("A", figures=11), unit("C", figures=11), unit("D", figures=14)]
    lost = units_of(resolved(melee(enemies, unit("B", roll=9))))["B"]
    assert (lost["losses_exact"], lost["losses"]) == ("3", 3)


@pytest.mark.parametrize(("split", "shares"), [("even", ["12", "12"]), ("by_figures", ["6", "18"])])
def test_figures_are_shared_out_among_the_enemies(split: str, shares: list[str]) -> None:
    scenario = melee(
        unit("A"), [unit("B", figures=9, fighting=5), unit("C", figures=15)], rulings={"split": split}
    )
    hits = units_of(resolved(scenario))["A"]["inflicted"]
    assert [hit["figures"] for hit in hits] == shares


def test_fighting_figures_inflict_and_all_figures_can_be_lost() -> None:
    units = units_of(resolved(melee(unit("A", "cuirassiers", fighting=6), unit("B", figures=8, fighting=2))))
    assert units["A"]["inflicted"][0]["figures"] == "6"
    assert (units["B"]["losses"], units["B"]["figures_after"]) == (6, 2)


def test_casualties_never_exceed_the_figures_and_the_exact_number_is_shown_uncapped() -> None:
    lost = units_of(resolved(melee(unit("A", "cuirassiers", figures=50), unit("B", figures=10))))["B"]
    assert (lost["losses_exact"], lost["losses"], lost["figures_after"]) == ("50", 10, 0)
