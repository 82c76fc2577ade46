"""Duties: each with the row that causes it, in the order in which they are done at the table."""

from typing import Any

import pytest

from melee_cli.core.rules import House
from tests.gdb.playing import melee, resolved, unit, units_of

AREA = {"capacity": 1}


def duties(
    first: Any, second: Any, house: House | None = None, **fields: Any
) -> list[tuple[str, str | None, str]]:
    result = resolved(melee(first, second, **fields), house=house)
    return [(duty["rule"], duty["unit"], duty["text"].text) for duty in result["duties"]]


def rules(first: Any, second: Any, **fields: Any) -> set[str]:
    return {rule for rule, _, _ in duties(first, second, **fields)}


ONE: list[tuple[Any, Any, list[tuple[str, str, str]]]] = [
    (unit("A", roll=12), unit("B", roll=4), [("gdb.result.8", "B", "{unit} routs")]),
    (unit("A", roll=11), unit("B"), [("gdb.result.3", "B", "{unit} retreats")]),
    (
        unit("A", roll=12),
        unit("B", roll=12, order="retreating"),
        [("gdb.result.3", "B", "{unit} goes on retreating")],
    ),
    (
        unit("A", "cossacks", roll=12),
        unit("B"),
        [("gdb.result.3", "B", "{unit} retreats"), ("gdb.result.3", "A", "{unit} tests for pursuit")],
    ),
    (
        unit("A", roll=8),
        unit("B"),
        [
            (
                "gdb.result.1",
                "B",
                "{unit} is pushed back {cm} cm (15 mm figures) or {inches} inches (28 mm figures)",
            ),
            ("gdb.result.1", "A", "{unit} presses or stands, as its player chooses"),
        ],
    ),
    (
        unit("A", "cossacks"),
        unit("B", "cossacks", roll=6),
        [
            (
                "gdb.result.1",
                "B",
                "{unit} is pushed back {cm} cm (15 mm figures) or {inches} inches (28 mm figures)",
            ),
            ("gdb.result.1", "A", "{unit} follows {enemies} and presses"),
        ],
    ),
    (
        unit("A", "cossacks", roll=9),
        unit("B"),
        [
            ("gdb.result.1", "B", "{unit} routs"),
            ("gdb.result.1", "A", "{unit} presses; nobody is left in contact"),
        ],
    ),
    (
        unit("A", "light_cavalry", 24, 4, action="charging"),
        unit("B"),
        [("gdb.result.0", "A", "{unit} falls back to where it started")],
    ),
    (
        unit("A", "cossacks", 24, 12, quality="guard"),
        unit("B", formation="square"),
        [("gdb.square_holds", "A", "{unit} falls back to where it started")],
    ),
    (
        unit("A"),
        unit("B"),
        [
            ("gdb.result.0", "A", "{unit} fights on next turn"),
            ("gdb.result.0", "B", "{unit} fights on next turn"),
        ],
    ),
    (
        unit("A", "cuirassiers", 60, 8),
        unit("B"),
        [
            ("gdb.result.8", "B", "{unit} has no figures left and is taken off"),
            ("gdb.result.8", "A", "{unit} tests for pursuit"),
        ],
    ),
]


@pytest.mark.parametrize(("first", "second", "wanted"), ONE)
def test_what_a_result_asks_of_its_units(first: Any, second: Any, wanted: list[tuple[str, str, str]]) -> None:
    assert duties(first, second) == wanted


@pytest.mark.parametrize(
    ("scale", "text"),
    [("15mm", "{unit} is pushed back {cm} cm"), ("28mm", "{unit} is pushed back {inches} inches")],
)
def test_a_push_back_is_said_on_the_scale(scale: str, text: str) -> None:
    assert duties(unit("A", roll=8), unit("B"), scale=scale)[0][2] == text


def test_losers_move_before_winners_and_a_place_is_taken_last() -> None:
    asked = duties(
        [unit("A1", roll=12), unit("A2", "cossacks")],
        [unit("B1", cover="building"), unit("B2", roll=2)],
        built_up=AREA,
    )
    assert [(rule, name) for rule, name, _ in asked] == [
        ("gdb.result.3", "B1"),
        ("gdb.bua.clear_out", "B1"),
        ("gdb.result.3", "B2"),
        ("gdb.result.3", "A2"),
        ("gdb.bua.occupy", None),
        ("gdb.bua.capacity", None),
    ]


HOLDER, FIELD = unit("B", cover="building"), unit("B")
TWO = [unit("A1", figures=12, roll=12), unit("A2", figures=12)]
# row, and then a melee in which it speaks and one in which it is silent
AREAS: list[tuple[str, tuple[Any, Any, Any], tuple[Any, Any, Any]]] = [
    ("gdb.bua.push_back", (unit("A", roll=10), HOLDER, AREA), (unit("A", roll=10), HOLDER, None)),
    ("gdb.bua.push_back", (unit("A", roll=10), HOLDER, AREA), (unit("A", roll=12), HOLDER, AREA)),
    ("gdb.bua.clear_out", (unit("A", roll=12), HOLDER, AREA), (unit("A", roll=12), HOLDER, None)),
    ("gdb.bua.clear_out", (unit("A", roll=12), HOLDER, AREA), (unit("A", roll=10), HOLDER, AREA)),
    ("gdb.bua.occupy", (unit("A", roll=12), HOLDER, AREA), (unit("A", roll=10), HOLDER, AREA)),
    ("gdb.bua.occupy", (unit("A", roll=12), HOLDER, AREA), (unit("A", roll=2), HOLDER, AREA)),
    (
        "gdb.bua.occupy",
        (unit("A", roll=12), HOLDER, AREA),
        (unit("A", roll=12, cover="building"), HOLDER, AREA),
    ),
    ("gdb.bua.capacity", (TWO, HOLDER, AREA), (TWO, HOLDER, {"capacity": 2})),
    ("gdb.bua.capacity", (TWO, HOLDER, AREA), (TWO, HOLDER, {})),
    ("gdb.bua.capacity", (TWO, HOLDER, AREA), (unit("A", roll=12), HOLDER, AREA)),
]


@pytest.mark.parametrize(("rule", "speaks", "silent"), AREAS)
def test_a_row_of_built_up_areas_speaks_where_it_should(rule: str, speaks: Any, silent: Any) -> None:
    for (first, second, area), said in ((speaks, True), (silent, False)):
        fields = {} if area is None else {"built_up": area}
        assert (rule in rules(first, second, **fields)) is said


def test_holders_of_both_sides_are_pushed_back_and_cleared_out_but_nobody_occupies() -> None:
    inside = unit("A", cover="building", roll=12)
    assert rules(inside, HOLDER, built_up=AREA) == {"gdb.result.3", "gdb.bua.clear_out"}


def test_one_holder_who_stays_keeps_the_place() -> None:
    holders = [HOLDER, unit("C", "artillery", cover="building")]
    said = rules(unit("A", figures=48, roll=10), holders, built_up=AREA)
    assert said == {"gdb.result.1", "gdb.bua.push_back", "gdb.bua.clear_out"}


@pytest.mark.parametrize("row", ["gdb.bua.occupy", "gdb.bua.capacity", "gdb.bua.clear_out"])
def test_a_row_that_the_house_switches_off_asks_nothing(row: str) -> None:
    house = House("club", off=frozenset({row}))
    said = {rule for rule, _, _ in duties(TWO, HOLDER, house, built_up=AREA)}
    assert said == {"gdb.result.3", "gdb.bua.occupy", "gdb.bua.capacity", "gdb.bua.clear_out"} - {row}


def test_a_reserve_is_noted_as_having_passed_its_morale_test() -> None:
    notes = resolved(melee([unit("A"), unit("R", reinforcing=True, figures=9)], unit("B")))["notes"]
    assert ["gdb.reinf.morale" in note.text for note in notes] == [True]
    assert resolved(melee([unit("A"), unit("R", figures=9)], unit("B")))["notes"] == []


def test_nobody_presses_those_who_are_no_more() -> None:
    pressed = unit("B", "cossacks", figures=2, roll=12), unit("C", "cossacks", roll=12)
    result = resolved(melee(unit("A", "cuirassiers", figures=48, roll=7), list(pressed)))
    assert units_of(result)["B"]["outcome"] == "pushed_back"
    (follows,) = [duty["text"] for duty in result["duties"] if duty["unit"] == "A"]
    assert follows.params["enemies"].items == ("C",)
