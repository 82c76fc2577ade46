"""What is refused: each contradiction with its code, its place and a hint; and what is not refused."""

from __future__ import annotations

from typing import Any

import pytest

from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check_mapping
from tests.whfb8.playing import ENGLISH, fight, problems

UNIT = ("sides", 0, "units", 0)
FIT = {"leadership": 7}
WON = {"wounds": 1}

REFUSED: list[tuple[str, dict[str, Any], str, tuple[Any, ...], str]] = [
    ("ranks and models", fight([{"ranks": 3, "models": 15}], [FIT]), "ranks-twice", (*UNIT, "ranks"), "key"),
    ("ranks and width", fight([{"ranks": 3, "width": 5}], [FIT]), "ranks-twice", (*UNIT, "ranks"), "key"),
    (
        "ranks of monstrous troops",
        fight([{"type": "monstrous_cavalry", "ranks": 2}], [FIT]),
        "ranks-of-monstrous",
        (*UNIT, "ranks"),
        "key",
    ),
    (
        "ranks of a chariot",
        fight([{"type": "chariot", "ranks": 1}], [FIT]),
        "ranks-of-rankless",
        (*UNIT, "ranks"),
        "key",
    ),
    (
        "ranks of skirmishers",
        fight([{"skirmishing": True, "ranks": 2}], [FIT]),
        "ranks-of-rankless",
        (*UNIT, "ranks"),
        "key",
    ),
    ("models without width", fight([{"models": 2}], [FIT]), "width-needed", (*UNIT, "models"), "key"),
    (
        "stubborn and never steadfast",
        fight([{"stubborn": True, "never_steadfast": True}], [FIT]),
        "stubborn-never-steadfast",
        (*UNIT, "never_steadfast"),
        "key",
    ),
    ("no Leadership to test with", fight([{}], [WON]), "leadership-needed", UNIT, "value"),
    (
        "only the general's Leadership",
        fight([{"general_leadership": 9}], [WON]),
        "leadership-needed",
        UNIT,
        "value",
    ),
    (
        "no Leadership to restrain itself with",
        fight([{**WON, "restrain": True}], [FIT]),
        "leadership-needed",
        UNIT,
        "value",
    ),
    (
        "no Leadership to restrain itself with, the enemy broken by given dice",
        fight([{**WON, "restrain": True}], [{**FIT, "break_roll": 12}]),
        "leadership-needed",
        UNIT,
        "value",
    ),
    (
        "attacks on a friend",
        fight([{"attacks": {"A2": "front"}}, {"attacks": {"B1": "front"}}], [FIT]),
        "unknown-enemy",
        (*UNIT, "attacks", "A2"),
        "key",
    ),
    (
        "attacks on nobody",
        fight([{"attacks": {"B7": "front"}}], [FIT]),
        "unknown-enemy",
        (*UNIT, "attacks", "B7"),
        "key",
    ),
    ("pursuit of a friend", fight([{"pursue": "A1"}], [FIT]), "unknown-enemy", (*UNIT, "pursue"), "value"),
    ("pursuit of nobody", fight([{"pursue": "B7"}], [FIT]), "unknown-enemy", (*UNIT, "pursue"), "value"),
    (
        "flight from a friend",
        fight([{"flees_from": "A1"}], [FIT]),
        "unknown-enemy",
        (*UNIT, "flees_from"),
        "value",
    ),
    (
        "flight from nobody",
        fight([{"flees_from": "C"}], [FIT]),
        "unknown-enemy",
        (*UNIT, "flees_from"),
        "value",
    ),
    (
        "a unit without contact",
        fight([{}, {"attacks": {"B1": "front"}}], [FIT]),
        "no-enemy",
        UNIT,
        "value",
    ),
    *(
        (
            f"{count} dice for {key} of a unit that is {state or 'plain'}",
            fight([{key: [1] * count, **state}], [FIT]),
            "wrong-dice",
            (*UNIT, key),
            "value",
        )
        for keys, state, counts in (
            (("break_roll", "break_reroll", "restrain_roll", "restrain_reroll"), {}, (1, 3)),
            (
                ("break_roll", "break_reroll", "restrain_roll", "restrain_reroll"),
                {"cold_blooded": True},
                (2,),
            ),
            (("flee_roll", "pursuit_roll"), {}, (1, 3)),
            (("flee_roll", "pursuit_roll"), {"type": "cavalry"}, (2,)),
            (("flee_roll", "pursuit_roll"), {"type": "cavalry", "swiftstride": False}, (3,)),
        )
        for key in keys
        for count in counts
    ),
]


@pytest.mark.parametrize(
    ("scenario", "code", "path", "on"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED]
)
def test_it_is_refused_at_its_place_with_a_hint(
    scenario: dict[str, Any], code: str, path: tuple[Any, ...], on: str
) -> None:
    (problem,) = problems(scenario)
    assert (problem.code, problem.path, problem.on) == (code, path, on)
    assert ENGLISH.text(problem.message)
    assert problem.hint is not None
    assert ENGLISH.text(problem.hint)


@pytest.mark.parametrize("key", ["flee_order", "pursuit_order"])
@pytest.mark.parametrize("named", ["B1", "C1"])
def test_an_order_names_friends_only(key: str, named: str) -> None:
    scenario = fight([FIT, FIT], [FIT])
    scenario["sides"][0][key] = ["A1", named]
    (problem,) = problems(scenario)
    assert (problem.code, problem.path) == ("unknown-friend", ("sides", 0, key, 1))
    assert problem.hint is not None


SOUND = {
    "one model without width": fight([{"models": 1}], [FIT]),
    "no model without width": fight([{"models": 0}], [FIT]),
    "a battery without width": fight([{"type": "war_machine", "models": 3}], [FIT]),
    "no Leadership on the winning side": fight([WON], [FIT]),
    "no Leadership in a draw": fight([{}], [{}]),
    "no Leadership of the unbreakable": fight([{"unbreakable": True}], [WON]),
    "no Leadership of the unstable": fight([{"unstable": True}], [WON]),
    "no Leadership of a unit wiped out": fight([{"models": 0}, FIT], [WON]),
    "restraint without Leadership before an enemy that holds": fight(
        [{**WON, "restrain": True}], [{**FIT, "break_roll": 2}]
    ),
    "restraint without Leadership beside an enemy that cannot break": fight(
        [{**WON, "restrain": True}], [FIT, {"unbreakable": True}]
    ),
    "restraint without Leadership on the losing side": fight([WON], [{**FIT, "restrain": True}]),
    "pursuit of a unit that it does not touch": fight(
        [{**WON, "attacks": {"B1": "front"}, "pursue": "B2"}, {"attacks": {"B2": "front"}}], [FIT, FIT]
    ),
    "a re-roll that nobody needs": fight([WON], [{**FIT, "break_roll": 2, "break_reroll": 12}]),
    "three dice of the swift and of the cold-blooded": fight(
        [{**WON, "swiftstride": True, "pursuit_roll": [1, 2, 3]}],
        [{**FIT, "cold_blooded": True, "break_roll": [6, 6, 6], "flee_roll": [1, 1]}],
    ),
    "a partial order of moves": {
        "rules": "whfb8",
        "sides": [
            {"name": "A", "units": [{"name": "x"}, {"name": "y"}], "flee_order": ["y"], "pursuit_order": []},
            {"name": "B", "units": [{"name": "z"}]},
        ],
    },
    "empty contact": fight([{"attacks": {}}], [{**FIT, "attacks": None}]),
}


@pytest.mark.parametrize("scenario", [pytest.param(value, id=name) for name, value in SOUND.items()])
def test_nothing_else_is_refused(scenario: dict[str, Any]) -> None:
    assert problems(scenario) == []


def checked(scenario: dict[str, Any]) -> list[str]:
    """Return the codes of all problems of a whole check, in order."""
    return sorted(problem.code for problem in check_mapping(scenario, Options()).problems)


def test_a_wrong_field_hides_no_contradiction_elsewhere() -> None:
    scenario = fight([{"models": 5, "width": 99999}], [{"ranks": 2, "models": 4, "wounds": True}])
    assert "ranks-twice" in checked(scenario)
    assert len(checked(scenario)) == 3


def test_a_wrong_leadership_does_not_hide_a_missing_one() -> None:
    assert "leadership-needed" in checked(fight([WON], [{"leadership": 11}, {}]))


def test_who_must_test_is_not_guessed_from_contradictions() -> None:
    assert checked(fight([{"models": 20}], [WON])) == ["width-needed"]
    assert checked(fight([{"attacks": {"C": "front"}}], [WON])) == ["unknown-enemy"]
    assert checked(fight([{"pursue": "C"}], [WON])) == ["leadership-needed", "unknown-enemy"]


@pytest.mark.parametrize(
    ("value", "where"),
    [([0, 3], (0,)), ([3, 7], (1,)), (1, ()), (13, ()), ("7", ()), (True, ()), ([True, 2], (0,)), ([], ())],
)
def test_a_roll_that_is_none_is_refused_at_the_wrong_die(value: Any, where: tuple[int, ...]) -> None:
    found = check_mapping(fight([{"flee_roll": value}], [FIT]), Options()).problems
    assert [problem.path for problem in found] == [("sides", 0, "units", 0, "flee_roll", *where)]
