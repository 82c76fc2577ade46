"""Commands in two languages and two keyboard layouts."""

from __future__ import annotations

import pytest

from melee_cli.core.problems import Problem
from melee_cli.session.commands import COMMANDS, Called, read_command


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
