"""An evening of melees: units recalled, losses carried, rounds, and the log that repeats them."""

from __future__ import annotations

from pathlib import Path

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.formats.documents import documents
from melee_cli.render.json import dumps
from melee_cli.render.language import language_for
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check
from melee_cli.session.machine import Opening
from tests.session.sitting import Sitting, wrong

GDB = Opening(rules="gdb", sides=("French", "British"), seed=7)
WHFB = Opening(rules="whfb8", sides=("Empire", "Orcs"), seed=7)


def gdb(*lines: str) -> Sitting:
    sitting = Sitting(GDB)
    sitting.say(*lines)
    return sitting


def modifiers(sitting: Sitting, unit: str) -> dict[str, int]:
    return {
        line.rule: line.value
        for side in sitting.result["sides"]
        for one in side["units"]
        if one["name"] == unit
        for line in one["modifiers"]
        if line.value
    }


def test_losses_are_carried_so_that_half_lost_is_not_forgotten():
    sitting = gdb("17th: inf 30 col ch", "", "40th: inf 10", "", "=12", "3", ":apply", ":new")
    sitting.say("17 col", "", "40", "", "8", "8")
    assert sitting.machine.table.sides[1][0].fields["figures"] == 5
    assert modifiers(sitting, "40th")["gdb.half_lost"] == -4


def test_losses_are_not_carried_unless_the_umpire_says_so():
    sitting = gdb(
        "17th: inf 30 col ch", "", "40th: inf 10", "", "=12", "3", ":new", "17 col", "", "40", "", "8", "8"
    )
    assert sitting.machine.table.sides[1][0].fields["figures"] == 10
    assert "gdb.half_lost" not in modifiers(sitting, "40th")


def test_losses_said_to_be_kept_can_be_taken_back():
    sitting = gdb(
        "17th: inf 30 col ch", "", "40th: inf 10", "", "=12", "3", ":apply", "<", ":new", "17", "", "40"
    )
    assert sitting.machine.table.sides[1][0].fields["figures"] == 10


def test_losses_of_earlier_rounds_are_kept_with_those_of_the_last():
    sitting = gdb("17th: inf 30", "", "40th: inf 24", "66th: inf 20", "", "8", "6", "2", "1")
    assert sitting.result["next_round"] is not None
    sitting.say("1")
    assert sitting.machine.table.keys["round"] == 2
    left = {unit.name: unit.fields["figures"] for side in sitting.machine.table.sides for unit in side}
    sitting.say("r")
    while sitting.machine.prompt().kind != "menu":
        sitting.say("")
    sitting.say(":apply", ":new")
    known = {known.name: known.fields.get("figures") for known in sitting.machine.table.known}
    assert set(known) == {"17th", "40th", "66th"}
    assert all(known[name] <= figures for name, figures in left.items())


def test_a_name_with_a_colon_still_knows_what_it_was_at_first():
    sitting = gdb("17th: inf 30 col ch", "", "40th: inf 24", "", "12", "3", ":new", "17th: inf 15 col")
    assert sitting.machine.table.sides[0][0].fields["initial"] == 30


def test_several_equal_units_are_one_line():
    sitting = gdb("3x 9th: inf 24 col")
    assert [unit.name for unit in sitting.machine.table.sides[0]] == ["9th/1", "9th/2", "9th/3"]
    sitting.say(":clone 2")
    assert [unit.name for unit in sitting.machine.table.sides[0]] == ["9th/1", "9th/2", "9th/3", "9th/4"]


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("17th: inf 30 gh", "gh"),  # horses on foot
        ("17th: inf 30/24", "30/24"),  # more than at first
        ("17th: cuir 12 sq", "sq"),
        ("17th: inf 30 bld ch", "ch"),
        ("17th: inf 30 sq flank", "flank"),
        ("17th: inf 0", "0"),
        ("17th: inf 30 col line square", "square"),
        ("17th: inf 30 col clumn", "clumn"),
    ],
)
def test_a_contradiction_inside_a_unit_is_refused_where_it_is_typed(line, marked):
    sitting = gdb()
    turn = sitting.say(line)
    assert turn.problems
    spans = [line[start:end] for p in turn.problems if p.span for start, end in [p.span]]
    assert marked in spans
    assert sitting.draft == line
    assert not sitting.machine.table.sides[0]


def test_what_needs_the_other_units_is_refused_as_soon_as_they_are_known():
    sitting = gdb("17th: inf 30 against=66", "")
    assert not sitting.turn.problems
    sitting.say("40th: inf 24", "")
    assert sitting.machine.prompt().kind == "mend"
    assert sitting.draft == ":edit 1"
    sitting.say(":edit 1", "17th: inf 30 against=40")
    assert sitting.machine.prompt().kind == "die"
    assert wrong(gdb("17th: inf 30", "").say("40th: inf 24 against=66")) != []


def test_a_unit_renamed_is_renamed_where_others_name_it():
    sitting = gdb(
        "17th: inf 30", "", "40th: inf 24 against=17", "66th: inf 20", "", ":edit 1", "18th: inf 30"
    )
    assert sitting.machine.prompt().kind == "die"


def test_an_answer_that_no_longer_fits_is_asked_again():
    sitting = Sitting(WHFB)
    sitting.say("Halberds: 20x5 ld=7", "", "Boyz: 30x5 ld=7 w=9", "", "3 4 5")
    assert wrong(sitting.turn) == ["dice"]
    sitting.say("34", ":edit 1", "Halberds: 20x5 ld=7 cold")
    assert "no longer fits" in sitting.text
    assert sitting.asks.endswith("Halberds: Break test, at most -2 holds> ")


@pytest.mark.parametrize("number", range(3))
def test_the_log_is_repeated_to_the_letter(tmp_path, number):
    path = tmp_path / "evening.yaml"
    if number == 2:
        sitting = Sitting(WHFB)
        sitting.say("Halberds: 20x5 ld=7 std", "Swords: 10x5 ld=7", "", "Boyz: 30x5 ld=7 w=9 std ch")
        sitting.say("Boars: cav 6x6 ld=7 w=3 flank=Halb", "")
        sitting.say(":edit 3", "Boyz: 30x5 ld=7 w=9 std ch front=Halb,Sw", "r")
    else:
        sitting = gdb("1st: inf 24", "2nd: inf 24", "", "40th: inf 30 line", "66th: lan 12 ch against=1", "")
    results = []
    for _ in range(3):
        while sitting.machine.prompt().kind in ("die", "choice"):
            sitting.say("" if number == 0 else "r" if sitting.machine.prompt().kind == "die" else "")
        results.append(letters(sitting.result))
        sitting.say("1")
        if sitting.machine.prompt().kind == "unit":
            break
    sitting.say(f":log {path}")
    repeated = [letters(resolve(check(d, Options()), Options()).data) for d in documents([str(path)])]
    assert repeated[: len(results)] == results


def letters(result) -> str:
    return dumps({**result, "source": None}, language_for("en"))


def test_house_rules_and_rulings_of_the_command_line_go_into_what_is_saved(tmp_path):
    house = tmp_path / "club.yaml"
    house.write_text("rules: gdb\nnumbers: {gdb.column: 3}\n", encoding="utf-8")
    saved = Path(tmp_path / "elsewhere" / "melee.yaml")
    saved.parent.mkdir()
    keys = {"house": str(house), "rulings": {"fractions": "up"}}
    sitting = Sitting(Opening(rules="gdb", sides=("A", "B"), seed=1, keys=keys))
    sitting.say("17th: inf 30 col", "", "40th: inf 24", "", "8", "5", f":save {saved}")
    assert not sitting.turn.problems
    (document,) = documents([str(saved)])
    assert letters(resolve(check(document, Options()), Options()).data) == letters(sitting.result)


def test_a_village_is_set_at_the_table():
    sitting = gdb(
        ":set built_up.capacity=1",
        "17th: inf 30",
        "13th: inf 24",
        "",
        "40th: inf 24 bld",
        "",
        "=12",
        "8",
        "3",
    )
    assert sitting.machine.table.keys == {"built_up": {"capacity": 1}}
    assert "gdb.bua.capacity" in [duty["rule"] for duty in sitting.result["duties"]]
    sitting.say(":edit 3", "40th: inf 24 cover=none", "")
    assert sitting.machine.prompt().kind == "mend"
    assert sitting.draft == ":set built_up="
    sitting.say(":set built_up=")
    assert sitting.machine.table.keys == {}
    assert wrong(sitting.say(":set built_up.capacity=many")) != []


def test_a_unit_without_a_colon_is_asked_back_and_enter_takes_it():
    sitting = Sitting(GDB)
    assert not sitting.say("13th Light 24 inf col ch").problems
    assert sitting.asks == "13th Light: 24 inf col ch ?> "
    sitting.say("")
    assert [unit.name for unit in sitting.machine.table.sides[0]] == ["13th Light"]
    assert "1. 13th Light: figures 24, infantry, column, charging" in sitting.text
    assert sitting.asks == "French, unit 2> "


def test_another_line_or_a_step_back_does_without_the_unit_that_was_offered():
    sitting = Sitting(GDB)
    sitting.say("13th Light 24 inf", "<")
    assert (sitting.asks, sitting.draft) == ("French, unit 1> ", "13th Light: 24 inf")
    sitting.say("13th Light 24 inf", "17th: inf 30")
    assert [unit.name for unit in sitting.machine.table.sides[0]] == ["17th"]
    assert sitting.asks == "French, unit 2> "


def test_a_known_name_is_recalled_before_a_colon_is_offered():
    sitting = gdb("13th Light: inf 24", "13 col")
    assert sitting.machine.table.sides[0][0].fields["formation"] == "column"
