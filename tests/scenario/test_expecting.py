"""``expect:`` compares what it names and nothing else."""

from __future__ import annotations

import pytest

from melee_cli.api.comparison import compare
from melee_cli.api.resolve import resolve
from melee_cli.scenario.book import Options
from tests.scenario.reading import DUEL, checked, said, told

# Roland 3+1 = 4, Oliver 3+2 = 5: Blue by 1.
MELEE = DUEL + "expect: {expected}\n"


def differences(expected: str, text: str = MELEE) -> list[str]:
    found = checked(text.replace("{expected}", expected))
    problems = compare(found, resolve(found, Options()))
    return [f"{told(problem).split(' ', 1)[1]} {said(problem.message)}" for problem in problems]


@pytest.mark.parametrize(
    "expected",
    [
        "{}",
        "{winner: Blue}",
        "{difference: 1}",
        "{band: null}",
        "{scores: {Red: 4, Blue: 5}}",
        "{scores: {Blue: 5}}",
        "{next_round: false}",
        "{duties: []}",
        "{problems: []}",
        "{units: {Roland: {total: 4, outcome: yields, modifiers: {duel.rested: 1}, withheld: []}}}",
        "{units: {Roland: {}, Oliver: {modifiers: {duel.height: 2, duel.rested: 0}}}}",
        "{lines: {Red: {}, Blue: {duel.anything: 0}}}",
    ],
)
def test_what_is_named_and_right_is_silent(expected):
    assert differences(expected) == []


@pytest.mark.parametrize(
    ("expected", "wanted"),
    [
        ("{winner: Red}", "expectation-failed <Red> expected Red, came Blue"),
        ("{winner: draw}", "expectation-failed <draw> expected draw, came Blue"),
        ("{difference: 2}", "expectation-failed <2> expected 2, came 1"),
        ("{scores: {Red: 5}}", "expectation-failed <5> expected 5, came 4"),
        ("{next_round: true}", "expectation-failed <true> expected true, came false"),
        ("{duties: [duel.x]}", "expectation-failed <duel.x> expected duel.x, came nothing"),
        (
            "{problems: [wrong-type]}",
            "expectation-failed <[wrong-type]> expected wrong-type, came no problem",
        ),
        ("{units: {Roland: {total: 5}}}", "expectation-failed <5> expected 5, came 4"),
        ("{units: {Roland: {outcome: stands}}}", "expectation-failed <stands> expected stands, came yields"),
        (
            "{units: {Oliver: {modifiers: {duel.height: 1}}}}",
            "expectation-failed <{duel.height: 1}> expected duel.height +1, came duel.height +2",
        ),
        (
            "{units: {Oliver: {modifiers: {}}}}",
            "expectation-failed <{}> expected nothing, came duel.height +2",
        ),
        (
            "{units: {Roland: {withheld: [duel.height]}}}",
            "expectation-failed <duel.height> expected duel.height, came nothing",
        ),
        ("{units: {Roland: {losses: 1}}}", "expectation-failed <1> expected 1, came nothing"),
        ("{lines: {Red: {duel.x: 1}}}", "expectation-failed <{duel.x: 1}> expected duel.x +1, came nothing"),
    ],
)
def test_each_difference_is_a_problem_at_its_value(expected, wanted):
    assert differences(expected) == [wanted]


def test_every_difference_is_told():
    assert len(differences("{winner: Red, difference: 3, scores: {Red: 1, Blue: 1}}")) == 4


def test_a_draw_is_the_winner_called_draw():
    level = MELEE.replace("roll: 3}]\n  - name: Blue", "roll: 4}]\n  - name: Blue")
    assert differences("{winner: draw, difference: 0}", level) == []
    assert differences("{winner: null}", level) == []
    assert differences("{winner: Red}", level) == ["expectation-failed <Red> expected Red, came draw"]


BROKEN = MELEE.replace("rested: true", "rested: maybe")


def test_a_scenario_that_must_fail_is_right_with_just_these_problems():
    assert differences("{problems: [wrong-type]}", BROKEN) == []


@pytest.mark.parametrize(
    "expected", ["{problems: [unknown-key]}", "{problems: []}", "{problems: [wrong-type, x]}"]
)
def test_a_scenario_that_fails_otherwise_is_wrong(expected):
    assert differences(expected, BROKEN)[-1].startswith("expectation-failed")


def test_a_scenario_that_fails_unexpectedly_has_its_own_problems():
    assert [line.split()[0] for line in differences("{winner: Red}", BROKEN)] == ["wrong-type"]


def test_exact_numbers_are_compared_as_numbers():
    text = """\
rules: gdb
sides:
  - {name: A, units: [{name: A1, type: infantry, figures: 25, roll: 9}]}
  - {name: B, units: [{name: B1, type: infantry, figures: 25, roll: 5}]}
expect: {expected}
"""
    assert differences("{units: {A1: {losses_exact: 25/12}, B1: {losses_exact: 25/6}}}", text) == []
    assert differences("{units: {A1: {losses_exact: 50/24}}}", text) == []
    assert differences("{units: {A1: {losses_exact: 2}}}", text) == [
        "expectation-failed <2> expected 2, came 25/12"
    ]
