"""What the table is asked, in which order, and what it is never asked."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from melee_cli.core.dice import Roll
from melee_cli.core.stages import Answer, Ask, Choice, Dealer, Die, Record, Stage, enter, play
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import ENGLISH, fight, opened, resolved, units_of
from tests.whfb8.strategies import scenario

FIT = {"leadership": 7}
BREAKS = {"leadership": 7, "break_roll": 12}


class Table:
    """Answers every question with the highest roll, the last option, and writes them down."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str]] = []
        self.choices: dict[tuple[str, str], list[Answer]] = {}
        self.verdicts: list[tuple[str, int, str]] = []

    def __call__(self, stage: Stage, ask: Ask, record: Record) -> Answer:
        if ask.given is not None:
            return enter(ask, ask.given, record)
        assert ENGLISH.text(stage.title)
        assert ask.unit in ENGLISH.text(ask.prompt)
        self.asked.append((ask.unit, ask.key))
        answer = self.answers.get(ask.key)
        if isinstance(ask, Die):
            roll = Roll(ask.pool.high if answer is None else answer)
            if ask.verdict:
                self.verdicts.append((ask.key, roll.total, ENGLISH.text(ask.verdict(roll.total))))
            return enter(ask, roll, record)
        self.choices[ask.unit, ask.key] = [option.value for option in ask.options]
        assert all(ENGLISH.text(option.label) for option in ask.options)
        return enter(ask, ask.options[-1].value if answer is None else answer, record)


def asked(scenario: dict[str, Any], **answers: Any) -> list[tuple[str, str]]:
    """Return what the table is asked, in order."""
    table = Table(**answers)
    play(opened(scenario), table)
    return table.asked


def test_break_tests_then_choices_then_all_flights_then_all_pursuits() -> None:
    scenario = fight([{"wounds": 9, **FIT}, {**FIT}], [FIT, FIT])
    assert asked(scenario, restrain=False, pursue="B2", flee_roll=2) == [
        ("B1", "break_roll"),
        ("B2", "break_roll"),
        ("A1", "restrain"),
        ("A1", "pursue"),
        ("A2", "restrain"),
        ("A2", "pursue"),
        ("B1", "flee_roll"),
        ("B2", "flee_roll"),
        ("B1", "flees_from"),
        ("A1", "pursuit_roll"),
        ("A2", "pursuit_roll"),
    ]


def test_a_failed_test_is_rolled_again_at_once_near_the_standard() -> None:
    near = {"battle_standard_near": True, **FIT}
    scenario = fight([{"wounds": 1, "models": 0}, {}], [near, FIT])
    assert asked(scenario)[:3] == [("B1", "break_roll"), ("B1", "break_reroll"), ("B2", "break_roll")]
    assert asked(scenario, break_roll=2) == [("B1", "break_roll"), ("B2", "break_roll")]


def test_restraint_is_rolled_and_rolled_again_before_a_target_is_chosen() -> None:
    held = {"wounds": 9, "restrain": True, "battle_standard_near": True, **FIT}
    scenario = fight([held], [BREAKS, BREAKS])
    assert asked(scenario)[:3] == [("A1", "restrain_roll"), ("A1", "restrain_reroll"), ("A1", "pursue")]
    assert asked(scenario, restrain_roll=7) == [
        ("A1", "restrain_roll"),
        ("B1", "flee_roll"),
        ("B2", "flee_roll"),
    ]


def test_whom_to_pursue_is_asked_only_of_two_or_more() -> None:
    one = fight([{"wounds": 9}], [BREAKS, {"models": 0}])
    assert asked(one, flee_roll=2) == [("B1", "flee_roll"), ("A1", "pursuit_roll")]
    two = Table(flee_roll=2)
    play(opened(fight([{"wounds": 9}], [BREAKS, BREAKS])), two)
    assert two.choices["A1", "pursue"] == ["B1", "B2"]


def test_restraint_is_not_offered_without_leadership_nor_to_a_unit_that_fights_on() -> None:
    assert ("A1", "restrain") not in asked(fight([{"wounds": 9}], [BREAKS]))
    assert ("A1", "restrain") not in asked(fight([{"wounds": 9, **FIT}], [BREAKS, {"unbreakable": True}]))


def test_an_order_of_chance_is_asked_only_of_a_unit_that_gets_away_from_equals() -> None:
    equals = fight([{"wounds": 9, "pursuit_roll": 7}, {"pursuit_roll": 7}], [BREAKS])
    assert asked(equals, flee_roll=8) == [("B1", "flee_roll"), ("B1", "flees_from")]
    assert asked(equals, flee_roll=7) == [("B1", "flee_roll")]
    deeper = fight([{"wounds": 9, "pursuit_roll": 7}, {"pursuit_roll": 7, "ranks": 1}], [BREAKS])
    assert asked(deeper, flee_roll=8) == [("B1", "flee_roll")]


def test_nothing_is_asked_in_a_draw_or_of_those_who_need_not_test() -> None:
    assert asked(fight([FIT], [FIT])) == []
    assert asked(fight([{"wounds": 3}], [{"unbreakable": True}, {"unstable": True}, {"models": 0}])) == []


def test_every_answer_is_a_field_of_the_scenario() -> None:
    scenario = fight([{"wounds": 9, **FIT, "battle_standard_near": True}, FIT], [FIT, FIT])
    fields = SYSTEM.scenario().model_fields["sides"].annotation.__args__[0].model_fields["units"]
    unit = fields.annotation.__args__[0]
    assert {key for _, key in asked(scenario, restrain=False, flee_roll=3)} <= set(unit.model_fields)


def test_a_tie_is_drawn_from_the_seed_and_shown_as_drawn() -> None:
    scenario = fight([{"wounds": 9, "pursuit_roll": 2}, {"pursuit_roll": 2}], [{**BREAKS, "flee_roll": 9}])
    drawn = [units_of(resolved({**scenario, "seed": seed}))["B1"]["flight"] for seed in range(40)]
    assert {flight["from"] for flight in drawn} == {"A1", "A2"}
    assert all(flight["tie"] == ["A1", "A2"] and flight["from_origin"] == "rolled" for flight in drawn)


@pytest.mark.parametrize(
    ("named", "origin", "notes"),
    [("A2", "entered", 0), ("A3", "rolled", 1), (None, "rolled", 0)],
)
def test_a_tie_may_be_given_and_what_is_not_tied_is_ignored(
    named: str | None, origin: str, notes: int
) -> None:
    away = {**BREAKS, "flee_roll": 9, **({"flees_from": named} if named else {})}
    slow = {"pursuit_roll": 2}
    result = resolved(fight([{"wounds": 9, "ranks": 1, **slow}, {"ranks": 1, **slow}, slow], [away]))
    flight = units_of(result)["B1"]["flight"]
    assert flight["from_origin"] == origin
    assert flight["tie"] == ["A1", "A2"]
    assert len(result["notes"]) == notes
    if origin == "entered":
        assert flight["from"] == named


def test_given_choices_are_taken_without_asking() -> None:
    pursuer = {"wounds": 9, **FIT, "restrain": False, "pursue": "B2", "pursuit_roll": 9}
    scenario = fight([pursuer], [{**BREAKS, "flee_roll": 9}, {**BREAKS, "flee_roll": 9}])
    assert asked(scenario) == []
    assert units_of(resolved(scenario))["A1"]["pursuit"]["target"] == "B2"


def test_choices_before_the_flight_are_free_of_chance() -> None:
    scenario = fight([{"wounds": 9, **FIT}], [BREAKS, BREAKS])
    table = Table(restrain=False)
    play(opened(scenario), table)
    melee = opened(scenario)
    lanes = melee.stages[1].lanes((1, 2))
    asks = [lane.ask(lane.start) for lane in lanes]
    assert all(isinstance(ask, Choice) and not ask.random for ask in asks)


def test_what_is_given_is_taken_at_once_as_if_it_were_asked_for() -> None:
    random = Random(5)
    for _ in range(200):
        made = scenario(random, dice=random.choice((0.8, 1.0)))
        melee = opened(made)
        taken, asked_for = (play(melee, Dealer(made["seed"], 1), ask_all=every) for every in (False, True))
        assert taken == asked_for
        assert list(taken[1].rolls) == list(asked_for[1].rolls)


def test_a_throw_says_at_once_what_comes_of_it() -> None:
    near = {"battle_standard_near": True, **FIT}
    scenario = fight([{"wounds": 2, "restrain": True, **FIT}], [near])
    said: dict[str, set[tuple[int, str]]] = {}
    for break_roll, restrain_roll, pursuit_roll in product((5, 6), (7, 8), (6, 7)):
        table = Table(
            break_roll=break_roll,
            break_reroll=8,
            restrain_roll=restrain_roll,
            flee_roll=7,
            pursuit_roll=pursuit_roll,
        )
        play(opened(scenario), table)
        for key, roll, verdict in table.verdicts:
            said.setdefault(key, set()).add((roll, verdict))
    assert said == {
        "break_roll": {(5, "holds"), (6, "rolls again")},
        "break_reroll": {(8, "breaks")},
        "restrain_roll": {(7, "does not pursue"), (8, "must pursue")},
        "pursuit_roll": {(6, "does not catch it"), (7, "catches its target")},
    }
