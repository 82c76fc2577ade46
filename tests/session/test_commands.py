"""Commands in two languages and two keyboard layouts."""

from __future__ import annotations

import pytest

from melee_cli.core.problems import Problem
from melee_cli.session.commands import COMMANDS, Called, read_command
from melee_cli.session.machine import Opening
from tests.session.sitting import Sitting, wrong


@pytest.mark.parametrize(
    ("line", "command", "argument"),
    [
        (":edit 3", "edit", "3"),
        (":e 3", "edit", "3"),
        (":правка 3", "edit", "3"),
        (":прав 3", "edit", "3"),
        ("Жувше 3", "edit", "3"),  # :edit with the Russian layout on
        ("^ghfdrf 3", "edit", "3"),  # :правка with the Latin layout on
        (":увше 3", "edit", "3"),
        (":del 3", "del", "3"),
        (":удалить 3", "del", "3"),
        (":clone 3", "clone", "3"),
        (":swap", "swap", ""),
        (":undo", "undo", ""),
        (":odds", "odds", ""),
        (":шансы", "odds", ""),
        (":load a file.yaml", "load", "a file.yaml"),
        (":SAVE x.yaml", "save", "x.yaml"),
        (":roster save r.yaml", "roster", "save r.yaml"),
        (":log evening.yaml", "log", "evening.yaml"),
        (":q", "quit", ""),
        ("Жй", "quit", ""),
        (":выход", "quit", ""),
        (":", "help", ""),
        (": edit 2", "edit", "2"),
    ],
)
def test_a_command_is_called_by_its_words(line, command, argument):
    called = read_command(line)
    assert isinstance(called, Called), called
    assert (called.command.id, called.argument) == (command, argument)


@pytest.mark.parametrize(
    "line", ["Жандармы: тк 12", "Жук: inf 24", "^carets: inf 3", "46", "17 col chg", "", "r"]
)
def test_what_does_not_begin_with_a_colon_is_no_command(line):
    assert read_command(line) is None


@pytest.mark.parametrize(("line", "code"), [(":frobnicate", "command-unknown"), (":lo", "command-ambiguous")])
def test_what_is_no_command_says_so(line, code):
    problem = read_command(line)
    assert isinstance(problem, Problem)
    assert problem.code == code


def test_an_exclamation_mark_insists():
    assert read_command(":save! x.yaml") == Called(
        next(c for c in COMMANDS if c.id == "save"), "x.yaml", True
    )


def test_no_two_commands_share_a_word():
    words = [word for command in COMMANDS for word in (*command.english, *command.russian)]
    assert len(words) == len(set(words))


WORKED = ("17th: inf 30 col ch", "13th: inf 24 col ch", "", "40th: inf 24 brit", "")


def test_why_tells_how_it_came_to_that_before_the_dice_and_after():
    sitting = Sitting(Opening(rules="gdb", sides=("French", "British"), seed=1))
    sitting.say(*WORKED, ":why")
    assert "Before the dice" in sitting.shown(sitting.turn)
    sitting.say("8", "5", "10")
    assert "§multi" not in sitting.shown(sitting.turn)  # the result is brief
    sitting.say(":why")
    assert "§multi" in sitting.shown(sitting.turn)


def test_why_of_a_unit_tells_its_modifiers_and_what_was_withheld():
    sitting = Sitting(Opening(rules="gdb", sides=("French", "British"), seed=1))
    sitting.say(*WORKED, ":why 2")
    before = sitting.shown(sitting.turn)
    assert "13th: +5" in before
    assert "withheld: another unit of its side is the largest" in before
    assert "+7" not in before
    sitting.say("8", "5", "10", ":why 17")
    assert "17th: 15" in sitting.shown(sitting.turn)
    assert "withheld" not in sitting.shown(sitting.turn)


def test_why_of_a_unit_of_a_side_that_counts_together_tells_its_own_points():
    sitting = Sitting(Opening(rules="whfb8", sides=("Empire", "Orcs"), seed=1))
    sitting.say(
        "Halberds: 20x5 ld=7 std", "Swords: 10x5 ld=7", "", "Boyz: 30x5 ld=7 w=4 charged", "", ":why 1"
    )
    assert "Standard" in sitting.shown(sitting.turn)
    sitting.say(":why 2")
    assert "Standard" not in sitting.shown(sitting.turn)


def test_why_needs_a_melee_and_a_unit_that_is_there():
    sitting = Sitting(Opening(rules="gdb", sides=("French", "British"), seed=1))
    assert wrong(sitting.say(":why")) == ["unfinished"]
    sitting.say(*WORKED)
    assert wrong(sitting.say(":why 9")) == ["no-such-unit"]


def test_before_blows_from_profiles_the_chances_are_said_not_a_score_without_wounds():
    sitting = Sitting(Opening(rules="whfb8", sides=("Elves", "Goblins"), seed=1))
    sitting.say(
        "Spears: 20x5 ld=8 ws4 s3 t3 w1 i5 a1 5+ spear std", "", "Goblins: 30x5 ld=6 ws2 s3 t3 w1 i2 a1 6+"
    )
    sitting.say("")
    shown = sitting.shown(sitting.turn)
    assert "Elves win" in shown
    assert "by" not in shown.split("Combat result")[0]
