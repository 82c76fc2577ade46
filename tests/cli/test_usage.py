"""Wrong usage in the language asked for: by --lang, wherever it stands, else by the environment."""

from __future__ import annotations

import re

import pytest

from tests.cli.running import melee

CASES = [
    (["resolve", "--frob", "x"], "параметра --frob нет"),
    (["resolve"], "не хватает: PATH"),
    (["frob"], "команды frob нет"),
    (["resolve", "--format", "xml", "x"], "--format' / '-f: не годится: "),
    (["resolve", "x", "--seed"], "--seed: нужно значение"),
    (["resolve", "--ruling", "fractions", "x"], "не вида KEY=VALUE"),
    (["rules", "chess"], "системы правил 'chess' нет"),
    (["rules", "gdb", "--ruling", "nothing=no"], "у gdb нет решения 'nothing'"),
    (["odds", "--rounds", "2", "--until-decided", "x"], "исключают друг друга"),
    (["guide", "frob"], "страницы 'frob' нет"),
]


@pytest.mark.parametrize(("arguments", "said"), CASES, ids=[" ".join(case[0]) for case in CASES])
def test_it_is_told_in_russian(arguments: list[str], said: str) -> None:
    ran = melee(*arguments, env={"MELEE_LANG": "ru"})
    assert (ran.out, ran.code) == ("", 2)
    assert said in ran.err


def test_the_option_beats_the_environment() -> None:
    assert "параметра --frob нет" in melee("resolve", "--frob", "x", "--lang", "ru").err
    assert "No such option" in melee("resolve", "--frob", "x", "--lang=en", env={"MELEE_LANG": "ru"}).err


def test_in_english_it_says_which_option_and_why() -> None:
    err = melee("resolve", "--ruling", "fractions", "x").err
    assert re.match(r"melee resolve: --ruling: 'fractions' is not KEY=VALUE\n", err)
