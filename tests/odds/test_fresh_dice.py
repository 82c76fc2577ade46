"""Odds of a scenario that gives dice: those of some units count, those of all were thrown already."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.running import melee

BARE = """\
rules: gdb
sides:
  - name: French
    units: ["17th Line: infantry 30 column charging", "13th Light: infantry 24 column charging"]
  - {name: British, units: ["40th: infantry 24 line british"]}
"""
ONE = BARE.replace("30 column charging", "30 column charging =8")
ALL = ONE.replace("24 column charging", "24 column charging =5").replace("british", "british =10")


def odds(text: str, *arguments: str) -> dict[str, Any]:
    shown = json.loads(melee("odds", "-", "--format", "json", *arguments, stdin=text).out)[0]
    del shown["source"]
    return dict(shown)


def test_where_all_dice_are_given_the_odds_are_those_before_them_and_say_so():
    assert odds(ALL) == {**odds(BARE), "fresh_dice": True}
    said = melee("odds", "-", stdin=ALL).out
    assert said.startswith("French win 94.5%, draw 2.9%, British win 2.6% (before the dice that are given)")
    assert "--fresh-dice" in said
    assert "100.0" not in said


def test_where_some_dice_are_given_they_count_unless_fresh_dice_are_asked_for():
    assert odds(ONE)["fresh_dice"] is False
    assert odds(ONE)["sides"][0]["win"] != odds(BARE)["sides"][0]["win"]
    assert odds(ONE, "--fresh-dice") == {**odds(BARE), "fresh_dice": True}
    assert "do not count" in melee("odds", "-", "--fresh-dice", stdin=ONE).out


def test_a_scenario_without_dice_is_answered_as_ever():
    said = melee("odds", "-", stdin=BARE).out
    assert "before the dice" not in said.lower()


@pytest.mark.parametrize("option", [["--rounds", "3"], ["--what-if"]])
def test_rounds_and_changes_are_counted_before_the_dice_too(option: list[str]):
    assert odds(ALL, *option) == {**odds(BARE, *option), "fresh_dice": True}
