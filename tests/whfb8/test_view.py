"""What is shown of a combat: the verdict first, then points, units, tests, flights, duties, notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.core.odds import odds
from melee_cli.core.system import open_book
from melee_cli.core.view import Grid, Lines, View, rows_of
from melee_cli.formats.documents import documents
from melee_cli.render.language import language_for
from melee_cli.render.tables import draw
from melee_cli.render.terminal import Terminal
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import ENGLISH, fight, opened, resolved

BOOK = open_book(SYSTEM)
FIT = {"leadership": 7}
GOLDEN = Path(__file__).parent / "golden"
SHIPPED = Path(__file__).parent.parent.parent / "scenarios/whfb8"


def shown(scenario: dict[str, Any]) -> View:
    return SYSTEM.view(resolved(scenario), BOOK)


def titles(view: View) -> list[str]:
    """Return what names the sections that are not empty: a title, or the heading of the first column."""
    found = []
    for section in view.sections:
        if isinstance(section, Grid):
            found.append(ENGLISH.text(section.title) or ENGLISH.text(section.columns[0].title))
        elif isinstance(section, Lines) and section.items:
            found.append(ENGLISH.text(section.title))
    return found


def texts(grid: Grid) -> list[list[str]]:
    return [[ENGLISH.text(cell) for cell in row.cells] for row in rows_of(grid)]


def named(view: View, name: str) -> Grid:
    (grid,) = (s for s in view.sections if isinstance(s, Grid) and ENGLISH.text(s.columns[0].title) == name)
    return grid


VERDICTS = [
    (fight([{}], [{}]), "A draw: all fight on"),
    (fight([{"models": 0}], [{"models": 0}]), "A draw: both sides are wiped out"),
    (fight([{"wounds": 3}], [{**FIT, "break_roll": 2}]), "A by 3: B1 held"),
    (
        fight(
            [{"wounds": 3, "pursuit_roll": 8}, {"pursuit_roll": 9}],
            [{**FIT, "break_roll": 9, "flee_roll": 8}],
        ),
        "A by 3: B1 broke and fell to A1 and A2",
    ),
    (
        fight([{"wounds": 1}], [{"unstable": True, "ranks": 0}, {"unstable": True}, {"models": 0}]),
        "A by 1: B1 crumbled by 1 wound; B2 crumbled away; B3 wiped out",
    ),
    (fight([{}], [{"models": 0}]), "A, by default: the enemy is wiped out"),
]


@pytest.mark.parametrize(("scenario", "said"), VERDICTS)
def test_the_verdict_says_who_won_and_what_became_of_the_losers(scenario: dict[str, Any], said: str) -> None:
    assert ENGLISH.text(shown(scenario).verdict) == said


def test_the_sections_come_in_the_order_of_the_table() -> None:
    held = {**FIT, "wounds": 9, "restrain": True, "restrain_roll": 2, "attacks": {"B1": "front"}}
    loser = {**FIT, "break_roll": 12, "flee_roll": 9}
    view = shown(fight([held, {"attacks": {"B2": "front"}, "pursue": "B1"}], [loser, loser]))
    assert titles(view) == [
        "Combat result", "Points", "Unit", "Break test", "Restraint", "Flight", "To do",
    ]  # fmt: skip


def test_a_withheld_point_says_which_it_is() -> None:
    view = shown(fight([{"standard": True, "charged": True, "models": 0}, {}], [FIT]))
    held = [row.cells for row in rows_of(named(view, "Points")) if row.detail]
    assert [[ENGLISH.text(cell) for cell in cells[:2]] for cells in held] == [
        ["withheld: Standard: A1 wiped out", "–"],
        ["withheld: Charge: A1 wiped out", "–"],
    ]


def test_a_point_is_a_column_and_marks_who_earned_it() -> None:
    winner = {"wounds": 3, "standard": True, "attacks": {"B1": "front"}}
    view = shown(fight([winner, {"charged": True}], [{**FIT, "break_roll": 2, "wounds": 1}]))
    points = named(view, "Combat result")
    assert [ENGLISH.text(column.title) for column in points.columns[1:-3]] == ["Wounds", "Standard", "Charge"]
    assert texts(points) == [
        ["A", "3", "+1", "+1", "5", "wins by 4", ""],
        ["A1", "◆", "◆", "", "", "fights on", ""],
        ["A2", "", "", "◆", "", "stays", ""],
        ["B", "1", "·", "·", "1", "loses by 4", ""],
        ["B1", "◆", "", "", "", "holds", ""],
    ]


def test_a_break_test_says_what_was_needed_what_came_and_why() -> None:
    again = {"battle_standard_near": True, "break_roll": [6, 5], "break_reroll": 2}
    view = shown(
        fight([{"wounds": 3}], [{**FIT, **again, "break_modifiers": [{"value": 1, "reason": "drums"}]}])
    )
    (row,) = texts(named(view, "Break test"))
    assert row[:7] == ["B1", "7", "-3", "drums +1", "5", "11 (6+5), again 2", "holds"]
    assert row[7].startswith("not steadfast: ")


def test_before_the_dice_the_points_and_targets_are_known() -> None:
    scenario = fight([{"wounds": 3}], [FIT, {"unbreakable": True}, {"unstable": True}, {"models": 0}])
    opened_ = opened(scenario)
    view = SYSTEM.preview(opened_.preview(), BOOK, None)
    assert (
        ENGLISH.text(view.verdict)
        == "A by 3: B1 must test on 4; B2 will hold; B3 crumbled away; B4 wiped out"
    )
    assert titles(view) == ["Combat result", "Points", "Unit", "Break test"]
    assert [row[-2] for row in texts(named(view, "Combat result"))[3:]] == [
        "tests on 4", "holds", "destroyed", "wiped out",
    ]  # fmt: skip


def test_before_the_dice_with_its_chances_it_shows_who_will_hold() -> None:
    melee = opened(fight([{"wounds": 3}], [FIT]))
    model = SYSTEM.scenario().model_validate(fight([{"wounds": 3}], [FIT]))
    found = odds(melee, SYSTEM, model)
    assert found is not None
    view = SYSTEM.preview(melee.preview(), BOOK, found.chances())
    assert texts(named(view, "Combat result"))[-1][-1] == "16.7%"


def test_the_tie_is_shown_as_drawn_or_as_chosen() -> None:
    winners = [{"wounds": 9, "pursuit_roll": 2}, {"pursuit_roll": 2}]
    for chosen, how in ((None, "drawn among A1, A2"), ("A1", "chosen among A1, A2")):
        view = shown(fight(winners, [{**FIT, "break_roll": 12, "flee_roll": 9, "flees_from": chosen}]))
        assert how in texts(named(view, "Flight"))[0][-1]


def drawn(name: str, width: int) -> str:
    (document,) = documents([str(SHIPPED / f"{name}.yaml")], None)
    checked = check(document, Options(seed=1))
    result = resolve(checked, Options(seed=1)).data
    view = SYSTEM.view(result, checked.book or BOOK)
    return draw(view, language_for("en", SYSTEM), Terminal(width), "explain")


@pytest.mark.parametrize("name", ["knights_choose_a_target", "lizards_near_the_slann", "the_battery_is_lost"])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_shipped_combat_looks_like_this(name: str, width: int) -> None:
    assert drawn(name, width) == (GOLDEN / f"{name}.{width}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for one in ("knights_choose_a_target", "lizards_near_the_slann", "the_battery_is_lost"):
        for cells in (60, 80, 120):
            (GOLDEN / f"{one}.{cells}.txt").write_text(drawn(one, cells), encoding="utf-8")
