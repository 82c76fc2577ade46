"""Each modifier row where it applies, where it does not, and where it is withheld, with the citation."""

from typing import Any

import pytest

from melee_cli.core.rules import Entries, Modifier
from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import melee, resolved, unit, units_of, worth

# What is asked of the first unit of side A: (what it is, row, its value or the citation it is withheld by,
# fields of the scenario, of the unit, and side B). None: the row says nothing at all.
FOOT, HORSE, CUIRASSIERS = unit("B"), unit("B", "light_cavalry"), unit("B", "cuirassiers")
MIXED = [unit("B1"), unit("B2", "cuirassiers")]

CASES: list[tuple[str, int | str | None, dict[str, Any], Any]] = [
    ("gdb.type", 5, {"arm": "cuirassiers"}, FOOT),
    ("gdb.type", 4, {"arm": "heavy_cavalry"}, FOOT),
    ("gdb.type", 4, {"arm": "lancers", "action": "charging"}, FOOT),
    ("gdb.type", 2, {"arm": "light_cavalry"}, FOOT),
    ("gdb.type", 0, {"arm": "cossacks"}, FOOT),
    ("gdb.type", 1, {"arm": "infantry"}, FOOT),
    ("gdb.type", -2, {"arm": "artillery"}, FOOT),
    ("gdb.type", "T1/1", {"arm": "lancers"}, FOOT),
    ("gdb.lancers_as_light", 2, {"arm": "lancers"}, FOOT),
    ("gdb.lancers_as_light", 2, {"arm": "lancers", "action": "charging", "order": "wavering"}, FOOT),
    ("gdb.lancers_as_light", 2, {"arm": "lancers", "action": "pursuing"}, FOOT),
    ("gdb.lancers_as_light", 2, {"arm": "lancers", "action": "charging"}, CUIRASSIERS),
    ("gdb.lancers_as_light", 2, {"arm": "lancers", "action": "charging"}, MIXED),
    ("gdb.lancers_as_light", 2, {"arm": "lancers", "action": "charging", "straight_cm": 4}, FOOT),
    ("gdb.lancers_as_light", None, {"arm": "lancers", "action": "charging", "straight_cm": 5}, FOOT),
    ("gdb.lancers_as_light", None, {"arm": "light_cavalry"}, FOOT),
    ("gdb.horses", 1, {"arm": "cossacks", "horses": "good"}, FOOT),
    ("gdb.horses", -1, {"arm": "cossacks", "horses": "poor"}, FOOT),
    ("gdb.horses", None, {"arm": "cossacks", "horses": "average"}, FOOT),
    ("gdb.charge", 2, {"action": "charging"}, FOOT),
    ("gdb.charge", 2, {"action": "pursuing", "order": "retreating"}, FOOT),
    ("gdb.charge", 2, {"arm": "cossacks", "action": "pursuing", "formation": "company_column"}, FOOT),
    ("gdb.charge", 2, {"arm": "artillery", "action": "charging"}, FOOT),
    ("gdb.charge", "T1/3", {"arm": "cossacks", "action": "charging", "straight_cm": 4}, FOOT),
    ("gdb.charge", "T1/3", {"arm": "cossacks", "action": "charging", "formation": "company_column"}, FOOT),
    ("gdb.charge", "T1/3", {"action": "charging", "formation": "square"}, FOOT),
    ("gdb.charge", "T1/3", {"action": "charging", "order": "disordered"}, FOOT),
    ("gdb.charge", "T1/3", {"action": "charging", "order": "retreating"}, FOOT),
    ("gdb.charge", "§reinf", {"action": "charging", "reinforcing": True}, FOOT),
    ("gdb.charge", None, {"action": "pressing"}, FOOT),
    ("gdb.press", 2, {"action": "pressing"}, FOOT),
    ("gdb.press", None, {"action": "charging"}, FOOT),
    ("gdb.column", 2, {"formation": "column"}, FOOT),
    ("gdb.column", "T1/4", {"formation": "column", "cover": "cover"}, FOOT),
    ("gdb.column", "T1/4", {"formation": "column"}, [FOOT, unit("C", cover="cover")]),
    ("gdb.column", None, {"arm": "cossacks", "formation": "column"}, FOOT),
    ("gdb.square", 4, {"formation": "square"}, HORSE),
    ("gdb.square", "T1/5", {"formation": "square"}, FOOT),
    ("gdb.square", "ruling:mixed_opponents", {"formation": "square"}, MIXED),
    ("gdb.square", None, {"formation": "line"}, HORSE),
    ("gdb.lancers_vs_foot", 2, {"arm": "lancers", "action": "charging"}, FOOT),
    ("gdb.lancers_vs_foot", 2, {"arm": "lancers", "action": "charging"}, unit("B", "artillery")),
    ("gdb.lancers_vs_foot", "ruling:lancers_as_light_keep_foot_bonus", {"arm": "lancers"}, FOOT),
    (
        "gdb.lancers_vs_foot",
        "ruling:mixed_opponents",
        {"arm": "lancers", "action": "charging"},
        [FOOT, unit("C", "cossacks")],
    ),
    ("gdb.lancers_vs_foot", None, {"arm": "lancers", "action": "charging"}, HORSE),
    ("gdb.quality", 2, {"quality": "guard"}, FOOT),
    ("gdb.quality", 1, {"quality": "elite"}, FOOT),
    ("gdb.quality", 0, {"quality": "veteran"}, FOOT),
    ("gdb.quality", 0, {"quality": "line"}, FOOT),
    ("gdb.quality", 0, {"quality": "second_line"}, FOOT),
    ("gdb.quality", -1, {"quality": "conscript"}, FOOT),
    ("gdb.british_line", 1, {"british": True}, FOOT),
    ("gdb.british_line", None, {"british": True, "formation": "column"}, FOOT),
    ("gdb.british_line", None, {"british": True, "cover": "building"}, FOOT),
    ("gdb.british_line", None, {"british": True, "arm": "artillery"}, FOOT),
    ("gdb.disordered", -2, {"order": "disordered"}, FOOT),
    ("gdb.disordered", -2, {"order": "wavering"}, FOOT),
    ("gdb.disordered", -2, {"reinforcing": True}, FOOT),
    ("gdb.disordered", -2, {"reinforcing": True, "order": "wavering"}, FOOT),
    ("gdb.disordered", "T1/6", {"order": "retreating"}, FOOT),
    ("gdb.disordered", None, {}, FOOT),
    ("gdb.pushed_back", -2, {"pushed_back": True}, FOOT),
    ("gdb.pushed_back", None, {}, FOOT),
    ("gdb.retreating", -6, {"order": "retreating"}, FOOT),
    ("gdb.retreating", None, {"order": "wavering"}, FOOT),
    ("gdb.flank_or_rear", -4, {"attacked": "flank"}, FOOT),
    ("gdb.flank_or_rear", -4, {"attacked": "rear"}, FOOT),
    ("gdb.flank_or_rear", None, {"attacked": "front"}, FOOT),
    ("gdb.half_lost", -4, {"figures": 12, "initial": 24}, FOOT),
    ("gdb.half_lost", None, {"figures": 13, "initial": 25}, FOOT),
    ("gdb.building", 2, {"cover": "building"}, FOOT),
    ("gdb.building", 5, {"cover": "building", "building_bonus": 5}, FOOT),
    ("gdb.building", 2, {"cover": "building"}, unit("B", cover="cover")),
    ("gdb.building", 2, {"cover": "building", "place": "x"}, unit("B", cover="building", place="y")),
    ("gdb.building", "T1/7", {"cover": "building", "place": "x"}, unit("B", cover="building")),
    ("gdb.building", "T1/7", {"cover": "building"}, unit("B", cover="building")),
    ("gdb.building", "ruling:mixed_opponents", {"cover": "building"}, [FOOT, unit("C", cover="building")]),
    ("gdb.building", None, {"cover": "cover"}, FOOT),
    ("gdb.cover_or_height", 1, {"cover": "cover"}, FOOT),
    ("gdb.cover_or_height", 1, {"cover": "cover", "higher": True}, FOOT),
    ("gdb.cover_or_height", 1, {"higher": True}, [FOOT, unit("C", higher=True)]),
    ("gdb.cover_or_height", 1, {"cover": "cover", "higher": True}, unit("B", cover="cover")),
    ("gdb.cover_or_height", 1, {"cover": "building", "higher": True}, FOOT),
    ("gdb.cover_or_height", "T1/7", {"cover": "cover"}, unit("B", cover="cover")),
    ("gdb.cover_or_height", "ruling:mixed_opponents", {"cover": "cover"}, [FOOT, unit("C", cover="cover")]),
    ("gdb.cover_or_height", None, {"cover": "building"}, FOOT),
    ("gdb.outnumber", 1, {"figures": 36}, FOOT),
    ("gdb.outnumber", 1, {"figures": 47}, FOOT),
    ("gdb.outnumber", 2, {"figures": 48}, FOOT),
    ("gdb.outnumber", 6, {"figures": 9999}, FOOT),
    ("gdb.outnumber", None, {"figures": 35}, FOOT),
    ("gdb.outnumber", None, {"figures": 48, "fighting": 35}, FOOT),
    ("gdb.other", 3, {"modifiers": [{"value": 1, "reason": "x"}, {"value": 2, "reason": "x"}]}, FOOT),
    ("gdb.other", None, {}, FOOT),
]


@pytest.mark.parametrize(("rule", "wanted", "fields", "enemies"), CASES)
def test_a_row_applies_is_withheld_or_is_silent(
    rule: str, wanted: int | str | None, fields: dict[str, Any], enemies: Any
) -> None:
    ours = unit("A", **fields)
    found = units_of(resolved(melee(ours, enemies)))["A"]
    lines = [line for line in found["modifiers"] if line.rule == rule]
    held = [row.cite for row in found["withheld"] if row.rule == rule]
    if isinstance(wanted, str):
        assert (lines, held) == ([], [wanted])
    elif wanted is None:
        assert (lines, held) == ([], [])
    else:
        assert (sum(line.value for line in lines), held) == (wanted, [])
        assert {line.cite for line in lines} == {SYSTEM_ROWS[rule].cite}


SYSTEM_ROWS = {row.id: row for row in SYSTEM.rows}
MODIFIERS = [row for row in SYSTEM.rows if isinstance(row, (Modifier, Entries))]


@pytest.mark.parametrize("row", MODIFIERS, ids=lambda row: row.id)
def test_every_modifier_has_a_case_that_applies_and_one_that_does_not(row: Any) -> None:
    wanted = [case[1] for case in CASES if case[0] == row.id]
    assert any(isinstance(value, int) for value in wanted)
    assert any(not isinstance(value, int) for value in wanted) or row.id == "gdb.quality"


@pytest.mark.parametrize("row", MODIFIERS, ids=lambda row: row.id)
def test_every_reason_to_withhold_has_a_case(row: Any) -> None:
    cites = {case[1] for case in CASES if case[0] == row.id}
    ruled = {"ruling:buildings_and_height"}  # asked for by a ruling, see test_rulings
    assert {bar.cite for bar in getattr(row, "withheld", ())} - ruled - {"§11.4"} <= cites


def test_only_the_largest_unit_counts_the_outnumbering_and_the_others_say_so() -> None:
    units = units_of(resolved(melee([unit("A1"), unit("A2", figures=30)], unit("B"))))
    assert worth(units["A2"]["modifiers"]) == {"gdb.type": 1, "gdb.outnumber": 2}
    assert [(row.rule, row.cite) for row in units["A1"]["withheld"]] == [("gdb.outnumber", "§11.4")]


def test_largest_counts_fighting_figures() -> None:
    units = units_of(
        resolved(melee([unit("A1"), unit("A2", figures=40, fighting=20)], unit("B", figures=10)))
    )
    assert "gdb.outnumber" in worth(units["A1"]["modifiers"])


@pytest.mark.parametrize("chosen", ["A1", "A2"])
def test_of_equal_units_the_player_chooses(chosen: str) -> None:
    ours = [unit(name, largest=name == chosen) for name in ("A1", "A2")]
    result = resolved(melee(ours, unit("B")))
    having = [n for n, u in units_of(result).items() if "gdb.outnumber" in worth(u["modifiers"])]
    assert having == [chosen]
    assert result["notes"] == []


def test_without_a_choice_the_first_of_equal_units_outnumbers_and_a_note_says_so() -> None:
    result = resolved(melee([unit("A1"), unit("A2")], unit("B")))
    assert worth(units_of(result)["A1"]["modifiers"])["gdb.outnumber"] == 2
    assert len(result["notes"]) == 1
    assert "ruling:largest" in result["notes"][0].text


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({"action": "charging"}, "Charging"),
        ({"action": "pursuing"}, "Pursuing"),
        ({"order": "wavering"}, "Wavering"),
        ({"reinforcing": True}, "Disordered by coming in"),
        ({"attacked": "rear"}, "Attacked in the rear"),
        ({"cover": "cover", "higher": True}, "Cover and higher ground"),
        ({"cover": "building", "higher": True}, "Higher ground"),
        ({"modifiers": [{"value": 1, "reason": "[general] {x}"}]}, "{reason}"),
        ({"modifiers": [{"value": 1}]}, "Other"),
    ],
)
def test_a_line_says_which_of_its_cases_it_is(fields: dict[str, Any], label: str) -> None:
    lines = units_of(resolved(melee(unit("A", **fields), unit("B"))))["A"]["modifiers"]
    assert label in [line.label.text for line in lines]
