"""Dice as umpires type them."""

from __future__ import annotations

import pytest

from melee_cli.core.dice import Pool
from melee_cli.core.problems import Problem
from melee_cli.render.language import language_for
from melee_cli.session.play import read_dice

TWO, ONE = Pool(), Pool(1)
THREE_LOW, THREE_HIGH = Pool(3, 6, "lowest"), Pool(3, 6, "highest")


@pytest.mark.parametrize(
    ("text", "pool", "value"),
    [
        ("46", TWO, [4, 6]),
        ("4 6", TWO, [4, 6]),
        ("4+6", TWO, [4, 6]),
        ("4,6", TWO, [4, 6]),
        ("4, 6", TWO, [4, 6]),
        (" 4  6 ", TWO, [4, 6]),
        ("４６", TWO, [4, 6]),
        ("４　６", TWO, [4, 6]),
        ("4，6", TWO, [4, 6]),
        ("10", TWO, 10),
        ("1 0".replace(" ", ""), TWO, 10),
        ("１０", TWO, 10),
        ("8", TWO, 8),
        ("2", TWO, 2),
        ("=11", TWO, 11),
        ("= 12", TWO, 12),
        ("=46", TWO, [4, 6]),
        ("=4,6", TWO, [4, 6]),
        ("=4/6", TWO, [4, 6]),
        ("=4 6", TWO, [4, 6]),
        ('="4 6"', TWO, [4, 6]),
        ("4/6", TWO, [4, 6]),
        ("=466", THREE_LOW, [4, 6, 6]),
        ("1 1", TWO, [1, 1]),
        ("1 2", TWO, [1, 2]),
        ("13", TWO, [1, 3]),
        ("4", ONE, 4),
        ("=4", ONE, 4),
        ("466", THREE_LOW, [4, 6, 6]),
        ("4 6 6", THREE_HIGH, [4, 6, 6]),
        ("12", THREE_LOW, 12),
        ("11", THREE_HIGH, 11),
        ("9", THREE_LOW, 9),
    ],
)
def test_a_throw_is_read(text, pool, value):
    typed = read_dice(text, pool)
    assert not isinstance(typed, Problem), typed
    assert (typed.kind, typed.value) == ("throw", value)


@pytest.mark.parametrize("text", ["", "   "])
def test_enter_rolls_it(text):
    assert read_dice(text, TWO).kind == "roll"


@pytest.mark.parametrize("text", ["r", "R", "к", "К", "rest"])
def test_r_rolls_the_rest_in_either_layout(text):
    assert read_dice(text, TWO).kind == "rest"


@pytest.mark.parametrize(
    ("text", "pool", "message", "hint"),
    [
        ("11", TWO, "11 is two things: the dice 1 1, or a total", "type 1 1 or =11"),
        ("12", TWO, "12 is two things: the dice 1 2, or a total", "type 1 2 or =12"),
        ("１１", TWO, "11 is two things: the dice 1 1, or a total", "type 1 1 or =11"),
        ("7,1", TWO, "a die shows 1 to 6, not 7", "wanted: 2 dice, or their total, 2 to 12"),
        ("0,3", TWO, "a die shows 1 to 6, not 0", "wanted: 2 dice, or their total, 2 to 12"),
        ("7 9", TWO, "a die shows 1 to 6, not 7 and 9", "wanted: 2 dice, or their total, 2 to 12"),
        ("1 2 3", TWO, "these are 3 dice", "wanted: 2 dice, or their total, 2 to 12"),
        ("123", TWO, "123 reads neither as dice nor as a total", "wanted: 2 dice, or their total, 2 to 12"),
        ("1", TWO, "1 is no total of this throw", "wanted: 2 dice, or their total, 2 to 12"),
        ("=17", TWO, "17 is no total of this throw", "wanted: 2 dice, or their total, 2 to 12"),
        ("17", TWO, "17 reads neither as dice nor as a total", "wanted: 2 dice, or their total, 2 to 12"),
        ("-3", TWO, "-3 is no dice", "wanted: 2 dice, or their total, 2 to 12"),
        ("4.6", TWO, "4.6 is no dice", "wanted: 2 dice, or their total, 2 to 12"),
        ("six", TWO, "six is no dice", "wanted: 2 dice, or their total, 2 to 12"),
        ("4 6", THREE_LOW, "these are 2 dice", "wanted: all 3 dice, or the kept total, 2 to 12"),
        (
            "46",
            THREE_LOW,
            "46 reads neither as dice nor as a total",
            "wanted: all 3 dice, or the kept total, 2 to 12",
        ),
        ("7", ONE, "7 reads neither as dice nor as a total", "wanted: one die, 1 to 6"),
        (
            "9" * 5000,
            TWO,
            "9" * 20 + "… reads neither as dice nor as a total",
            "wanted: 2 dice, or their total, 2 to 12",
        ),
    ],
)
def test_what_is_no_throw_gets_the_right_complaint(text, pool, message, hint):
    problem = read_dice(text, pool)
    assert isinstance(problem, Problem)
    say = language_for("en").text
    assert (say(problem.message), say(problem.hint)) == (message, hint)
