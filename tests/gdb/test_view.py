"""What a gdb result shows: verdicts, accounts, casualties, and nothing that the result does not say."""

import re
from random import Random
from typing import Any

import pytest

from melee_cli.core.messages import Marked, Message, Phrases
from melee_cli.core.odds import odds
from melee_cli.core.view import Entry, Grid, Lines, View, rows_of
from melee_cli.render.language import language_for
from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import book_of, melee, resolved, unit, units_of
from tests.gdb.strategies import random_scenario

ENGLISH = language_for("en")


def shown(scenario: dict[str, Any]) -> View:
    return SYSTEM.view(resolved(scenario), book_of(scenario))


def verdict(scenario: dict[str, Any]) -> str:
    return ENGLISH.text(shown(scenario).verdict)


COLUMN = {"formation": "column", "action": "charging"}
SOMERSET = melee(
    [unit("17th Line", figures=30, roll=8, **COLUMN), unit("13th Light", roll=5, **COLUMN)],
    unit("40th Somersetshire", roll=10, british=True),
)
SOMERSET["sides"][0]["name"], SOMERSET["sides"][1]["name"] = "French", "British"


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (SOMERSET, "French by 3: 40th Somersetshire retreats, 9 of 24 lost"),
        (melee(unit("A", roll=12), [unit("B", roll=2), unit("C", "cossacks", roll=2)]),
         "A by 8: B routs, 2 of 24 lost; C routs, 1 of 24 lost"),
        (melee(unit("A"), unit("B")), "A draw at 8: the melee goes on"),
        (melee(unit("X", "light_cavalry", 24, 4, action="charging"), unit("B")), "A draw at 8: X falls back"),
        (melee([unit("X", "light_cavalry", 12, 4, action="charging"), unit("A", figures=12)], unit("B")),
         "A draw at 8: X falls back; the melee goes on"),
        (melee(unit("A"), unit("B", roll=8)), "B by 1: A pushed back, 3 of 24 lost"),
        (melee(unit("A", "cuirassiers"), unit("B", formation="square", roll=3)),
         "A by 4: B holds, 3 of 24 lost"),
    ],
)  # fmt: skip
def test_the_verdict_comes_first_and_says_what_became_of_the_losers(scenario: Any, said: str) -> None:
    assert verdict(scenario) == said


def grids(view: View) -> list[Grid]:
    return [section for section in view.sections if isinstance(section, Grid)]


def breakdown(scenario: dict[str, Any]) -> list[tuple[list[str], Entry]]:
    """Return the rows of the first side's breakdown as texts, each with its entry."""
    grid = grids(shown(scenario))[1]
    return [([ENGLISH.text(cell) for cell in row.cells], row) for row in rows_of(grid)]


def test_a_breakdown_has_dice_modifiers_total_and_outcome_of_every_unit() -> None:
    grid = grids(shown(SOMERSET))[1]
    assert ENGLISH.text(grid.title) == "French: 15"
    assert [ENGLISH.text(column.title) for column in grid.columns] == [
        "Modifier", "17th Line", "13th Light", "Source",
    ]  # fmt: skip
    assert [texts for texts, row in breakdown(SOMERSET) if not row.detail] == [
        ["Two dice", "8", "5", "§multi"],
        ["Infantry", "+1", "+1", "T1"],
        ["Charging", "+2", "+2", "T1/3, §reinf"],
        ["Column", "+2", "+2", "T1/4"],
        ["Outnumbering", "+2", "·", "T1, §11.4, §multi"],
        ["Total", "15", "10", ""],
        ["Outcome", "◆ stands", "stands", "T2"],
    ]


def test_what_is_withheld_is_a_dim_row_with_its_reason_below() -> None:
    scenario = melee(unit("A", formation="square"), unit("B"))
    (held,) = [texts for texts, row in breakdown(scenario) if row.detail]
    assert held == ["Square against cavalry", "(+4)", "T1/5"]
    (reasons,) = [s for s in shown(scenario).sections if isinstance(s, Lines) and s.title.text == "Withheld"]
    assert reasons.shown == "explain"
    assert [ENGLISH.text(item) for item in reasons.items] == [
        "A: Square against cavalry: it does not fight cavalry (T1/5)"
    ]


def test_modifiers_of_one_rule_with_different_words_are_rows_of_their_own() -> None:
    extra = [
        {"value": 2, "reason": "general"},
        {"value": 2, "reason": "general"},
        {"value": -1, "reason": "mud"},
    ]
    rows = breakdown(melee([unit("A", modifiers=extra), unit("B", "cuirassiers")], unit("C")))
    found = [texts for texts, row in rows if texts[0] in ("general", "mud", "Infantry", "Cuirassiers")]
    assert [texts[:3] for texts in found] == [
        ["Infantry", "+1", "·"],
        ["Cuirassiers", "·", "+5"],
        ["general", "+2", "·"],
        ["general", "+2", "·"],
        ["mud", "-1", "·"],
    ]


@pytest.mark.parametrize(
    ("roll", "seeded", "cell"),
    [(7, False, r"7"), ([3, 4], False, r"7 \(3\+4\)"), (None, True, r"rolled \d+ \(\d\+\d\)")],
)
def test_dice_are_shown_as_they_were_given(roll: Any, seeded: bool, cell: str) -> None:
    (texts, _), *_ = breakdown(melee(unit("A", roll=roll), unit("B")))
    assert re.fullmatch(cell, texts[1])


def test_the_summary_has_a_row_a_unit_under_its_side() -> None:
    summary = grids(shown(SOMERSET))[0]
    assert summary.shown == "summary"
    assert [[ENGLISH.text(cell) for cell in row.cells] for row in rows_of(summary)] == [
        ["French", "", "", "15", "wins by 3", "2", "52"],
        ["◆ 17th Line", "8", "+7", "15", "stands", "1", "29"],
        ["13th Light", "5", "+5", "10", "stands", "1", "23"],
        ["British", "", "", "12", "loses by 3", "9", "15"],
        ["◆ 40th Somersetshire", "10", "+2", "12", "retreats", "9", "15"],
    ]


def test_casualties_have_a_total_a_side_and_mark_a_unit_that_is_gone() -> None:
    scenario = melee(unit("A", "cuirassiers", 40, 12, action="charging"), unit("B", "artillery", 2, 2))
    sides = [side["name"] for side in scenario["sides"]]
    casualties = grids(shown(scenario))[-1]
    rows = rows_of(casualties)
    assert [[ENGLISH.text(cell) for cell in row.cells][:5] for row in rows] == [
        [sides[0], "40", "0", "", "40"],
        ["A", "40", "0", "0", "40"],
        [sides[1], "2", "2", "", "0"],
        ["B", "2", "2", "40", "0"],
    ]
    assert [cell.role for cell in (row.cells[2] for row in rows) if isinstance(cell, Marked)] == ["", "worst"]


def said(value: Any) -> list[str]:
    """Return every text in a view, however deep."""
    if isinstance(value, (Message, Phrases, Marked, str)):
        return [ENGLISH.text(value)]
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in said(item)]
    if hasattr(value, "__dataclass_fields__"):
        return [text for name in value.__dataclass_fields__ for text in said(getattr(value, name))]
    return []


@pytest.mark.parametrize("seed", range(150))
def test_every_text_of_a_view_can_be_said_and_names_every_unit(seed: int) -> None:
    scenario = random_scenario(Random(seed))
    view = shown(scenario)
    texts = said(view)
    assert all("{" not in text for text in texts)
    for name in units_of(resolved(scenario)):
        assert any(name in text for text in texts)
    for grid in (grids(view)[0], grids(view)[-1]):
        assert len(grid.rows) == 2 + sum(len(side["units"]) for side in scenario["sides"])


def test_empty_sections_are_left_out() -> None:
    scenario = melee(unit("A", roll=12), unit("B"))
    titles = [ENGLISH.text(s.title) for s in shown(scenario).sections if isinstance(s, Lines)]
    assert titles == ["How they were inflicted, figures × rate", "To do"]


def test_before_the_dice_each_unit_shows_what_it_adds() -> None:
    model = SYSTEM.scenario().model_validate(SOMERSET)
    book = book_of(SOMERSET)
    shown = SYSTEM.open(model, book).preview()
    (grid,) = grids(SYSTEM.preview(shown, book, None))
    assert [[ENGLISH.text(cell) for cell in row.cells] for row in rows_of(grid)] == [
        ["French", "", "", ""],
        ["17th Line", "+7", "Infantry +1, Charging +2, Column +2, Outnumbering +2", ""],
        ["13th Light", "+5", "Infantry +1, Charging +2, Column +2", ""],
        ["British", "", "", ""],
        ["40th Somersetshire", "+2", "Infantry +1, British line +1", ""],
    ]


def melee_without_dice(scenario: dict[str, Any]) -> dict[str, Any]:
    sides = [
        {**side, "units": [{k: v for k, v in one.items() if k != "roll"} for one in side["units"]]}
        for side in scenario["sides"]
    ]
    return {**scenario, "sides": sides}


def test_before_the_dice_with_its_chances_it_shows_the_likeliest_outcome() -> None:
    model = SYSTEM.scenario().model_validate(melee_without_dice(SOMERSET))
    book = book_of(SOMERSET)
    opened = SYSTEM.open(model, book)
    found = odds(opened, SYSTEM, model)
    assert found is not None
    (grid,) = grids(SYSTEM.preview(opened.preview(), book, found.chances()))
    assert [[ENGLISH.text(cell) for cell in row.cells[2:]] for row in rows_of(grid)[2:]] == [
        ["Infantry +1, Charging +2, Column +2", "stands 83%"],
        ["win 2.6%, draw 2.9%", ""],
        ["Infantry +1, British line +1", "retreats 55%"],
    ]
