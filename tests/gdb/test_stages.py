"""The steps of the table: only the choices that matter are asked, and each answer has its key."""

from typing import Any

import pytest

from melee_cli.core.stages import Choice, Dealer, Die, next_question, play
from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import book_of, melee, resolved, unit, units_of, worth


def opened(scenario: dict[str, Any]) -> Any:
    return SYSTEM.open(SYSTEM.scenario().model_validate(scenario), book_of(scenario))


def asked(scenario: dict[str, Any]) -> tuple[str, str] | None:
    question = next_question(opened(scenario))
    return question and (question[1].unit, question[1].key)


def undiced(name: str, arm: str = "infantry", figures: int = 24, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": arm, "figures": figures, **fields}


TWO = [undiced("A1"), undiced("A2")]


@pytest.mark.parametrize(
    ("scenario", "question"),
    [
        (melee(TWO, undiced("B")), ("A1", "largest")),
        (melee([undiced("A1"), undiced("A2", largest=True)], undiced("B")), ("A1", "roll")),
        (melee([undiced("A1"), undiced("A2", figures=25)], undiced("B")), ("A1", "roll")),
        (melee(TWO, undiced("B", figures=40)), ("A1", "roll")),
        (melee([undiced("A1"), undiced("A2", fighting=20)], undiced("B")), ("A1", "roll")),
        (melee(unit("A"), undiced("B")), ("B", "roll")),
    ],
)
def test_a_choice_is_asked_where_it_matters_then_the_dice_in_order(scenario: Any, question: Any) -> None:
    assert asked(scenario) == question


@pytest.mark.parametrize(
    ("scenario", "question"),
    [
        (melee(unit("A", roll=8), unit("B")), ("A", "follow_up")),
        (melee(unit("A", roll=8, follow_up="stand"), unit("B")), None),
        (melee(unit("A", roll=10), unit("B")), None),
        (melee(unit("A"), unit("B")), None),
        (melee(unit("A", "cossacks"), unit("B", "cossacks", roll=6)), None),
        (melee(unit("A", roll=8), unit("B", order="retreating", roll=12)), None),
        (melee(unit("A", roll=8), unit("B", "artillery", roll=10)), None),
        (melee(unit("A", roll=2, figures=96), unit("B", figures=2)), None),
        (melee([unit("A", roll=8, figures=9), unit("C", "cossacks", figures=9)], unit("B")), None),
    ],
)
def test_press_or_stand_is_asked_only_where_somebody_is_pushed_back_and_left(
    scenario: Any, question: Any
) -> None:
    assert asked(scenario) == question


def test_the_answer_to_each_question_is_a_key_of_the_scenario() -> None:
    (_stage, ask) = next_question(opened(melee(TWO, undiced("B")))) or (None, None)
    assert isinstance(ask, Choice)
    assert [option.sets for option in ask.options] == [
        (("A1", "largest", True),),
        (("A2", "largest", True),),
    ]
    assert ask.default == "A1"
    question = next_question(opened(melee(unit("A", roll=8), unit("B"))))
    assert question is not None
    assert isinstance(question[1], Choice)
    assert [option.value for option in question[1].options] == ["press", "stand"]


def test_nobody_decides_for_a_player_who_has_not_said_to_press() -> None:
    scenario = melee(unit("A", roll=8), unit("B"))
    _state, record = play(opened(scenario), Dealer(0, 1))
    assert record.choices == {("A", "follow_up"): "stand"}
    assert units_of(resolved(scenario))["A"]["outcome"] == "press_or_stand"


def test_another_unit_chosen_at_the_table_outnumbers() -> None:
    def second(stage: Any, ask: Any, record: Any) -> Any:
        if isinstance(ask, Die):
            return Dealer(3, 1)(stage, ask, record)
        record.choices[ask.unit, ask.key] = ask.options[1].value
        return ask.options[1].value

    engagement = opened(melee(TWO, undiced("B")))
    state, record = play(engagement, second)
    result = engagement.result(state, record)
    assert [n for n, u in units_of(result).items() if "gdb.outnumber" in worth(u["modifiers"])] == ["A2"]
    assert result["notes"] == []


def test_dice_are_thrown_by_the_seed_the_round_and_the_unit_alone() -> None:
    alone = units_of(resolved(melee(undiced("A"), unit("B")), 7))["A"]["dice"]
    among = units_of(resolved(melee([unit("X"), undiced("A")], [undiced("B"), unit("C")]), 7))["A"]["dice"]
    other = [units_of(resolved(melee(undiced("A"), unit("B")), seed))["A"]["dice"] for seed in range(9)]
    assert alone == among
    assert len({tuple(dice) for dice in other}) > 3
