"""What an umpire types out of turn, in haste or half, and what the session makes of it."""

from __future__ import annotations

import json

import pytest

from melee_cli.cli.terminal import Screen, text_of
from melee_cli.core.messages import M
from melee_cli.render.language import language_for
from melee_cli.render.terminal import Terminal
from melee_cli.session.machine import Machine, NoSuchRules, Opening
from tests.session.sitting import Sitting

UNITS = ("", "", "Roland: rested", "", "Oliver: uphill", "")
GDB = Opening(rules="gdb", seed=1)


@pytest.mark.parametrize("names", [(), ("French",)])
def test_a_unit_typed_where_a_name_is_asked_is_a_unit(names):
    sitting = Sitting(GDB)
    sitting.say(*names, "17th: inf 30 col ch")
    assert [unit.name for unit in sitting.machine.table.sides[0]] == ["17th"]
    assert sitting.machine.table.names == ((*names, "A")[0], "B")
    assert f"{(*names, 'A')[0]} against B" in sitting.text
    sitting.say("<")
    assert sitting.draft == "17th: inf 30 col ch"
    assert sitting.asks == ("Second side [B]> " if names else "First side [A]> ")


@pytest.mark.parametrize("name", ["Corps: the Reserve", "I: inf", "17th", "Army: inf 30 ="])
def test_a_name_that_is_no_sound_unit_stays_a_name(name):
    sitting = Sitting(GDB)
    sitting.say(name)
    assert sitting.machine.table.names[0] == name


@pytest.mark.parametrize("line", ["17th: inf 30 clumn?", "17th: inf 30 clumn ?"])
def test_a_question_mark_behind_a_line_explains_and_keeps_the_line(line):
    sitting = Sitting(GDB)
    sitting.say("", "", line)
    assert "Here: a unit" in sitting.text
    assert sitting.draft.strip() == "17th: inf 30 clumn"


def test_a_question_mark_may_be_of_a_name_or_a_file():
    sitting = Sitting()
    sitting.say("Who?", "", ":save what?")
    assert sitting.machine.table.names[0] == "Who?"
    assert "Here:" not in sitting.text


def test_the_dice_known_so_far_are_shown_whenever_both_sides_are():
    sitting = Sitting()
    sitting.say(*UNITS, "4")
    for turn in (sitting.say(":show"), Machine.of(sitting.machine.data()).opening()):
        said = [language_for("en").text(shown) for shown in turn.shows if not hasattr(shown, "sections")]
        assert "Roland: 4, +1 makes 5" in said
    sitting.say("3", ":show")
    assert sitting.text.count("A by ") + sitting.text.count("B by ") + sitting.text.count("A draw") >= 2


@pytest.mark.parametrize(
    ("typed", "phase"),
    [("кубики", "ready"), ("dice", "ready"), ("нов", "units"), ("new", "units"), ("next", "ready")],
)
def test_the_menu_knows_the_words_it_shows_in_either_language(typed, phase):
    sitting = Sitting()
    sitting.say(*UNITS, "4", "3")
    turn = sitting.say(typed)
    if typed == "next":  # a duel has no next round
        assert turn.problems
    else:
        assert (sitting.machine.table.phase, bool(turn.problems)) == (phase, False)


def test_losses_are_told_in_the_words_of_the_language():
    sitting = Sitting(Opening(rules="gdb", seed=1), lang="ru")
    sitting.say("", "", "17-й: п 30 кол", "", "40-й: п 24", "", "9", "3", ":применить")
    kept = sitting.text[sitting.text.index("До конца вечера") :]
    assert "figures" not in kept
    assert "initial" not in kept


def test_lines_pasted_behind_a_refused_one_stay_with_it():
    machine = Sitting(GDB).machine
    machine.answer("")
    machine.answer("")
    machine.answer("17th: inf 30 clumn")
    machine.draft_more(["13th: inf 24", ""])
    assert machine.prompt().draft == "17th: inf 30 clumn\n13th: inf 24\n"


def test_rules_used_last_that_are_gone_are_no_default():
    machine = Machine(remembered="chess")
    assert language_for("en").text(machine.prompt().text).endswith("[gdb]")
    assert machine.answer("").table.system == "gdb"


def test_a_session_of_rules_that_are_not_installed_says_which():
    sitting = Sitting()
    sitting.say(*UNITS)
    data = json.loads(json.dumps(sitting.machine.data()).replace('"duel"', '"chess"'))
    with pytest.raises(NoSuchRules, match="chess"):
        Machine.of(data)


def test_a_narrow_line_breaks_between_words_and_keeps_a_number_with_its_word():
    menu = M("1 new melee, 2 dice again, 3 edit, 4 save, 5 keep losses, 6 quit")
    assert text_of(menu, language_for("en"), Terminal(width=30)).splitlines() == [
        "1 new melee, 2 dice again,",
        "   3 edit, 4 save, 5 keep",
        "   losses, 6 quit",
    ]
    wide = text_of(M("{name}", name="龍騎兵 龍騎兵 龍騎兵"), language_for("en"), Terminal(width=14))
    assert wide.splitlines() == ["龍騎兵 龍騎兵", "   龍騎兵"]
    path = "/a/folder/whose/name/is/long/roster.yaml"
    assert path in text_of(M("{file} is there already", file=path), language_for("en"), Terminal(width=20))


def test_help_about_all_rules_is_in_the_language_of_the_session(capsys):
    screen = Screen("ru", with_terminal=False)
    screen.system(None)
    machine = Machine(tongue="ru")
    screen.show(machine.answer("?").shows)
    shown = capsys.readouterr().out
    assert "рукопашная" in shown
    assert "the Napoleonic melee" not in shown
