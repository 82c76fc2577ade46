"""The rows themselves: complete, cited, told in words, and the only place where the numbers stand."""

import ast
from pathlib import Path
from typing import Any

import pytest

import melee_cli.systems.gdb
from melee_cli.core.messages import M
from melee_cli.core.rules import House, Modifier
from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import melee, resolved, unit, units_of, worth

IDS = """
gdb.all_figures gdb.each_rolls gdb.best_counts gdb.winner gdb.winners_share gdb.losers_share
gdb.type gdb.lancers_as_light gdb.horses gdb.charge gdb.press gdb.column gdb.square gdb.lancers_vs_foot
gdb.quality gdb.british_line gdb.disordered gdb.pushed_back gdb.retreating gdb.flank_or_rear gdb.half_lost
gdb.building gdb.cover_or_height gdb.outnumber gdb.other
gdb.result.8 gdb.result.3 gdb.result.1 gdb.result.0 gdb.square_holds
gdb.loss.cavalry_broken_foot gdb.loss.cossacks_broken_foot gdb.loss.cavalry_cavalry gdb.loss.cavalry_pushed
gdb.loss.cavalry_square gdb.loss.cavalry_beaten gdb.loss.foot gdb.loss.foot_pushed gdb.loss.foot_beaten
gdb.loss.artillery_beaten gdb.loss.cavalry_other gdb.foot_vs_mounted
gdb.reinf.when gdb.reinf.morale gdb.reinf.disordered gdb.reinf.through
gdb.bua.all_occupants gdb.bua.capacity gdb.bua.push_back gdb.bua.bonus_move gdb.bua.clear_out gdb.bua.occupy
gdb.bua.no_charge
"""
SWITCHES = """
mixed_opponents lancers_as_light_keep_foot_bonus lancers_pursuing_count_as_charging fractions split
foot_pushed_back_by_mixed halving_covers halving_terrain beaten_artillery_rate square_beats_cavalry_by_1_2
buildings_and_height
"""
DECISIONS = """
blank_cells third_band largest figures rate stacking outside charge_round draw square cossacks_gunners
routed_by_press
"""


def test_the_rows_are_these_in_this_order() -> None:
    assert [row.id for row in SYSTEM.rows] == IDS.split()


def test_the_rulings_are_these_in_this_order() -> None:
    assert [ruling.id for ruling in SYSTEM.rulings] == [*SWITCHES.split(), *DECISIONS.split()]
    assert [ruling.id for ruling in SYSTEM.rulings if ruling.values] == SWITCHES.split()


@pytest.mark.parametrize("row", SYSTEM.rows, ids=lambda row: row.id)
def test_a_row_has_citation_label_and_text(row: Any) -> None:
    assert row.cite
    assert row.label.text
    assert len(row.text.text) > 9
    assert row.section.text


def test_the_rows_that_are_only_notes_are_marked() -> None:
    assert [row.id for row in SYSTEM.rows if row.note_only] == ["gdb.reinf.when", "gdb.bua.bonus_move"]


def test_every_condition_is_named_and_says_what_it_is() -> None:
    for row in SYSTEM.rows:
        if isinstance(row, Modifier):
            for condition in (row.when, *(bar.when for bar in row.withheld)):
                assert condition.__name__ != "<lambda>"
                assert condition.__doc__


def test_every_row_that_the_code_names_is_there() -> None:
    folder = Path(melee_cli.systems.gdb.__file__).parent
    named = {
        node.value
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("gdb.")
    }
    assert named - {"gdb."} <= set(IDS.split())


NUMBERS: list[tuple[str, dict[str, int], Any, Any, Any]] = [
    ("gdb.type", {"infantry": 3}, unit("A"), unit("B"), {"gdb.type": 3}),
    ("gdb.charge", {"value": 1}, unit("A", action="charging"), unit("B"), {"gdb.type": 1, "gdb.charge": 1}),
    (
        "gdb.charge",
        {"straight_cm": 12},
        unit("A", "cossacks", action="charging", straight_cm=10),
        unit("B"),
        {},
    ),
    ("gdb.outnumber", {"most": 3}, unit("A", figures=999), unit("B"), {"gdb.type": 1, "gdb.outnumber": 3}),
    (
        "gdb.outnumber",
        {"step_percent": 100},
        unit("A", figures=71),
        unit("B"),
        {"gdb.type": 1, "gdb.outnumber": 1},
    ),
    (
        "gdb.building",
        {"value": 3},
        unit("A", cover="building"),
        unit("B"),
        {"gdb.type": 1, "gdb.building": 3},
    ),
    ("gdb.lancers_as_light", {"value": 1}, unit("A", "lancers"), unit("B"), {"gdb.lancers_as_light": 1}),
]


@pytest.mark.parametrize(("row", "numbers", "first", "second", "wanted"), NUMBERS)
def test_a_house_changes_a_modifier_by_its_row(
    row: str, numbers: dict[str, int], first: Any, second: Any, wanted: Any
) -> None:
    found = resolved(melee(first, second), house=House("club", {row: numbers}))
    assert worth(units_of(found)["A"]["modifiers"]) == wanted


def test_a_house_changes_the_bands_and_their_names() -> None:
    house = House("club", {"gdb.result.8": {"from": 7}, "gdb.result.3": {"from": 4}})
    for difference, band, outcome in ((3, "1-3", "pushed_back"), (6, "4-6", "retreat"), (7, "7+", "rout")):
        found = resolved(melee(unit("A", modifiers=[{"value": difference}]), unit("B")), house=house)
        assert found["outcome"]["band"] == band
        assert units_of(found)["B"]["outcome"] == outcome


def test_a_house_changes_rates_push_backs_halving_and_squares() -> None:
    house = House(
        "club",
        {
            "gdb.loss.foot_pushed": {"one_for": 3},
            "gdb.result.1": {"cm": 8},
            "gdb.foot_vs_mounted": {"divisor": 3},
            "gdb.square_holds": {"below": 2},
        },
    )
    lost = units_of(resolved(melee(unit("A", roll=8), unit("B")), house=house))["B"]
    assert (lost["losses"], lost["push_back"]) == (8, {"cm": 8, "inches": 6})
    horse = units_of(resolved(melee(unit("A", roll=12), unit("B", "cossacks")), house=house))["B"]
    assert horse["losses_exact"] == "4/3"
    square = units_of(
        resolved(melee(unit("A", "cuirassiers"), unit("B", formation="square", roll=3)), house=house)
    )
    assert square["B"]["outcome"] == "retreat"


OFF: list[tuple[str, Any, Any, str, Any]] = [
    ("gdb.charge", unit("A", action="charging"), unit("B"), "modifiers", {"gdb.type": 1}),
    (
        "gdb.lancers_as_light",
        unit("A", "lancers"),
        unit("B"),
        "modifiers",
        {"gdb.type": 4, "gdb.lancers_vs_foot": 2},
    ),
    (
        "gdb.building",
        unit("A", cover="building", higher=True),
        unit("B"),
        "modifiers",
        {"gdb.type": 1, "gdb.cover_or_height": 1},
    ),
    (
        "gdb.reinf.disordered",
        unit("A", reinforcing=True),
        unit("B"),
        "modifiers",
        {"gdb.type": 1, "gdb.charge": 2},
    ),
    (
        "gdb.reinf.disordered",
        unit("A", "light_cavalry", reinforcing=True, straight_cm=4),
        unit("B"),
        "modifiers",
        {"gdb.type": 2},
    ),
    ("gdb.loss.foot_beaten", unit("A"), unit("B"), "losses_exact", "0"),
    ("gdb.foot_vs_mounted", unit("A", "cossacks"), unit("B", roll=12), "losses_exact", "4"),
    (
        "gdb.square_holds",
        unit("A", formation="square", roll=3),
        unit("B", "cuirassiers"),
        "outcome",
        "retreat",
    ),
    ("gdb.result.8", unit("A", roll=2), unit("B", roll=12), "outcome", "retreat"),
    ("gdb.result.1", unit("A", roll=6), unit("B"), "outcome", "continue"),
]


@pytest.mark.parametrize(("row", "first", "second", "key", "wanted"), OFF)
def test_a_row_that_the_house_switches_off_applies_nowhere(
    row: str, first: Any, second: Any, key: str, wanted: Any
) -> None:
    fields = {"rulings": {"buildings_and_height": "best"}} if row == "gdb.building" else {}
    scenario = melee(first, second, **fields)
    found = units_of(resolved(scenario, house=House("club", off=frozenset({row}))))["A"]
    assert (worth(found[key]) if key == "modifiers" else found[key]) == wanted


def test_a_house_adds_a_row_of_its_own() -> None:
    drums = Modifier(
        id="club.drums",
        section=M("Club"),
        cite="club",
        label=M("Drums"),
        text=M("Guards with drums."),
        numbers={"value": 1},
        when=lambda fighter: fighter.unit.quality == "guard",
    )
    house = House("club", added=(drums,))
    found = units_of(resolved(melee(unit("A", quality="guard"), unit("B")), house=house))
    assert worth(found["A"]["modifiers"]) == {"gdb.type": 1, "gdb.quality": 2, "club.drums": 1}
    assert worth(found["B"]["modifiers"]) == {"gdb.type": 1}
