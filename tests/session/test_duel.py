"""The machine held with the tests' own system, of which no line of the session knows."""

from __future__ import annotations

import pytest

from melee_cli.session.machine import Machine, Opening
from tests.session.sitting import Sitting, wrong

UNITS = ("", "", "Roland: rested", "", "Oliver: uphill", "")


def at_dice() -> Sitting:
    sitting = Sitting()
    sitting.say(*UNITS)
    return sitting


def at_result() -> Sitting:
    sitting = at_dice()
    sitting.say("4", "3")
    return sitting


def test_a_whole_duel_from_the_first_question_to_the_result():
    sitting = Sitting(Opening(seed=1))
    sitting.say("duel", "Franks", "Moors", "Roland: rested", "", "Oliver: uphill", "", "5", "5")
    outcome = sitting.result["outcome"]
    assert (outcome["winner"], outcome["difference"]) == ("Moors", 1)
    assert "Moors by 1" in sitting.text


@pytest.mark.parametrize("answer", ["duel", "3", "du", "DUEL", ""])
def test_the_system_is_named_numbered_or_remembered(answer):
    sitting = Sitting(machine=Machine(Opening(seed=1), remembered="duel"))
    assert sitting.asks == "Rules (1 gdb, 2 whfb8, 3 duel) [duel]> "
    sitting.say(answer)
    assert sitting.machine.table.system == "duel"


@pytest.mark.parametrize("answer", ["chess", "0", "9", "-1", "٣٣٣"])
def test_a_system_that_is_not_there_is_refused_with_those_that_are(answer):
    sitting = Sitting(Opening(seed=1))
    assert wrong(sitting.say(answer)) == ["unknown-system"]
    assert "one of gdb, whfb8 or duel" in sitting.text
    assert sitting.draft == answer


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("draw", None, "side-name"),
        ("x" * 201, None, "side-name"),
        ("a\x07b", None, "side-name"),
        ("Franks", "Franks", "side-name"),
    ],
)
def test_a_side_name_that_will_not_do_is_refused_where_it_is_typed(first, second, code):
    sitting = Sitting()
    turn = sitting.say(first) if second is None else sitting.say(first, second)
    assert wrong(turn) == [code]


@pytest.mark.parametrize(
    "sides", [("draw", None), ("x", "x"), ("\udcd0", None), ("a\nb", "c"), (None, "y" * 201)]
)
def test_names_from_the_command_line_that_will_not_do_end_the_session(sides):
    sitting = Sitting(Opening(rules="duel", sides=sides))
    assert sitting.turn.leave == 1
    assert [problem.code for problem in sitting.turn.warnings] == ["side-name"]


def test_names_from_the_command_line_are_not_asked():
    sitting = Sitting(Opening(rules="duel", sides=("Franks", "Moors")))
    assert sitting.asks == "Franks, unit 1> "


def test_each_unit_is_echoed_with_its_modifiers_so_far():
    sitting = Sitting()
    sitting.say("", "", "Roland: rested")
    assert "1. Roland: rested\n   so far +1: Rested +1\n" in sitting.text


def test_an_empty_side_does_not_go_on():
    sitting = Sitting()
    assert wrong(sitting.say("", "", "")) == ["no-unit"]


def test_before_the_dice_both_sides_and_the_odds_are_shown():
    sitting = at_dice()
    assert "Before the dice" in sitting.text
    assert "A win 27.8%, draw 13.9%, B win 58.3%" in sitting.text
    assert sitting.asks == "One die for Roland> "


def test_enter_rolls_one_and_r_the_rest_by_the_seed():
    sitting, again = at_dice(), at_dice()
    sitting.say("", "")
    again.say("r")
    assert sitting.result["outcome"] == again.result["outcome"]
    assert "rolled" in sitting.text


def test_dice_again_are_other_dice():
    sitting = at_dice()
    sitting.say("r")
    rolls = set()
    for _ in range(12):
        rolls.add(tuple(unit["roll"] for side in sitting.result["sides"] for unit in side["units"]))
        sitting.say("2", "r")
    assert len(rolls) > 4


def test_a_refused_line_stays_for_correction():
    sitting = at_dice()
    assert wrong(sitting.say("7")) == ["dice"]
    assert sitting.draft == "7"
    sitting.say("4")
    assert sitting.draft == ""


@pytest.mark.parametrize(
    "lines",
    [
        ("",),
        ("", ""),
        ("", "", "Roland: rested"),
        ("", "", "Roland: rested", ""),
        UNITS[:5],
        UNITS,
        (*UNITS, "4"),
        (*UNITS, "4", "3"),
        (*UNITS, "4", "3", "2"),
        (*UNITS, "4", "3", "1"),
    ],
)
def test_a_step_back_from_anywhere_puts_the_old_answer_into_the_line(lines):
    sitting = Sitting()
    sitting.say(*lines[:-1])
    before = sitting.machine.table
    sitting.say(lines[-1])
    assert sitting.machine.table != before
    sitting.say("<")
    assert sitting.machine.table == before
    assert sitting.draft == lines[-1]


def test_back_to_the_very_beginning_and_no_further():
    sitting = at_result()
    for _ in range(8):
        sitting.say("<")
    assert sitting.asks == "First side [A]> "
    assert wrong(sitting.say("<")) == ["no-way-back"]


def test_undo_takes_back_commands_too_and_leaves_the_line_empty():
    sitting = at_dice()
    sitting.say(":swap")
    assert sitting.machine.table.names == ("B", "A")
    sitting.say(":undo")
    assert sitting.machine.table.names == ("A", "B")
    assert sitting.draft == ""


def test_editing_keeps_the_dice_already_entered():
    sitting = at_dice()
    sitting.say("4", ":edit 1")
    assert sitting.draft == "Roland: rested"
    sitting.say("Roland: uphill rested")
    assert sitting.asks == "One die for Oliver> "
    sitting.say("3")
    assert [side["score"] for side in sitting.result["sides"]] == [7, 5]


def test_a_unit_renamed_keeps_its_dice():
    sitting = at_dice()
    sitting.say("4", ":edit 1", "Orlando: rested", "3")
    assert sitting.result["sides"][0]["units"][0]["name"] == "Orlando"
    assert sitting.result["sides"][0]["score"] == 5


@pytest.mark.parametrize("which", ["2", "Oli", "oliver"])
def test_a_unit_is_edited_by_number_or_name(which):
    sitting = at_dice()
    sitting.say(f":edit {which}")
    assert sitting.draft == "Oliver: uphill"


@pytest.mark.parametrize("line", [":edit 3", ":edit", ":del 0", ":clone x", ":edit -1", ":edit 99999999999"])
def test_a_unit_that_is_not_there_is_no_unit(line):
    assert wrong(at_dice().say(line)) == ["no-such-unit"]


def test_an_empty_line_leaves_the_unit_as_it_was():
    sitting = at_dice()
    sitting.say(":edit 1", "")
    assert sitting.machine.table.sides[0][0].text == "Roland: rested"
    assert sitting.asks == "One die for Roland> "


def test_a_unit_taken_away_leaves_its_side_asking_for_one():
    sitting = at_dice()
    sitting.say(":del 2")
    assert sitting.asks == "B, unit 1> "
    sitting.say("Otto: uphill", "")
    assert sitting.asks == "One die for Roland> "


def test_the_last_unit_of_the_other_side_taken_away_leads_back_to_it():
    sitting = Sitting()
    sitting.say("", "", "Roland: rested", "", ":del 1")
    assert sitting.asks == "A, unit 1> "
    sitting.say("Otto: rested", "", "Oliver: uphill", "")
    assert sitting.machine.prompt().kind == "die"


def test_a_contradiction_between_units_of_a_side_is_refused_where_it_is_typed():
    sitting = Sitting()
    assert wrong(sitting.say("", "", "Roland: rested", "Turpin: rested")) == ["one-champion"]
    assert sitting.draft == "Turpin: rested"


def test_one_name_on_both_sides_is_refused_as_soon_as_it_is_known():
    sitting = Sitting()
    assert wrong(sitting.say("", "", "Roland: rested", "", "Roland: uphill")) == ["same-name"]


def test_a_clone_that_does_not_fit_is_to_be_mended():
    sitting = at_dice()
    sitting.say(":clone 1")
    assert "a side has one champion" in sitting.asks
    assert sitting.draft == ":edit 2"
    sitting.say(":del 2")
    assert sitting.asks == "One die for Roland> "


def test_the_menu_leads_to_a_new_melee_with_the_same_sides():
    sitting = at_result()
    assert "1 new melee, 2 dice again, 3 edit, 4 save, 5 quit" in sitting.asks
    sitting.say("")
    assert sitting.asks == "A, unit 1> "
    sitting.say("Rol", "", "Otto: uphill", "")
    assert sitting.machine.table.sides[0][0].name == "Roland"


def test_quit_leaves():
    assert at_result().say("5").leave == 0
    assert at_dice().say(":quit").leave == 0


@pytest.mark.parametrize("line", ["", "Roland: rested", "4"])
def test_help_is_there_at_every_prompt_and_changes_nothing(line):
    sitting = Sitting()
    for answer in (*UNITS, "4", "3"):
        before = (sitting.machine.table, sitting.asks)
        turn = sitting.say("?")
        assert turn.shows
        assert not turn.problems
        assert (sitting.machine.table, sitting.asks) == before
        sitting.say(answer)


def test_help_in_the_middle_of_a_line_leaves_the_line():
    sitting = Sitting()
    turn = sitting.say("", "", "Roland: rest ?")
    assert turn.shows
    assert sitting.draft == "Roland: rest "


def test_odds_can_be_asked_for_in_full_once_the_units_are_there():
    assert wrong(Sitting().say(":odds")) == ["too-early"]
    sitting = Sitting()
    assert wrong(sitting.say("", "", ":odds")) == ["unfinished"]
    assert not at_dice().say(":odds").problems


def test_settings_that_do_not_fit_end_the_session_at_once():
    sitting = Sitting(Opening(rules="duel", keys={"night": "perhaps"}))
    assert sitting.turn.leave == 1
    assert sitting.turn.warnings


def test_a_setting_is_set_at_the_table():
    sitting = at_dice()
    sitting.say(":set night=true")
    assert "A win 41.7%" not in sitting.text
    assert sitting.machine.table.keys == {"night": True}
    assert wrong(sitting.say(":set knight=true")) == ["unknown-key"]
