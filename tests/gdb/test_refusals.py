"""Every contradiction that is refused, with its place; and what is sound though it looks odd."""

from typing import Any

import pytest

from melee_cli.core.problems import path_text
from melee_cli.core.rules import House
from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import melee, problems, resolved, unit

INFANTRY, HORSE = unit("B"), unit("B", "cossacks")


def found(scenario: dict[str, Any], house: House | None = None) -> list[tuple[str, str, str]]:
    return [(p.code, path_text(p.path), p.on) for p in problems(scenario, house)]


def a(field: str, on: str = "value", place: int = 0) -> tuple[str, str]:
    return f"sides[0].units[{place}].{field}", on


SQUARE, CC = {"formation": "square"}, {"formation": "company_column"}
AREA = {"built_up": {"capacity": 2}}
RESERVE = {"reinforcing": True}
HOLDER = unit("B", cover="building")

# code, (place, on), first side, second side, fields of the scenario
REFUSED: list[tuple[str, tuple[str, str], Any, Any, dict[str, Any]]] = [
    ("formation-of-arm", a("formation"), unit("A", "cossacks", **SQUARE), INFANTRY, {}),
    ("formation-of-arm", a("formation"), unit("A", "artillery", **SQUARE), INFANTRY, {}),
    ("formation-of-arm", a("formation"), unit("A", **CC), INFANTRY, {}),
    ("formation-of-arm", a("formation"), unit("A", "artillery", **CC), INFANTRY, {}),
    ("formation-of-arm", a("formation"), unit("A", "artillery", formation="column"), INFANTRY, {}),
    ("mounted-only", a("horses", "key"), unit("A", horses="average"), INFANTRY, {}),
    ("mounted-only", a("straight_cm", "key"), unit("A", "artillery", straight_cm=0), INFANTRY, {}),
    ("figures-over-initial", a("figures"), unit("A", figures=25, initial=24), INFANTRY, {}),
    ("fighting-over-figures", a("fighting"), unit("A", figures=24, fighting=25), INFANTRY, {}),
    ("gdb.bua.no_charge", a("action"), unit("A", cover="building", action="charging"), INFANTRY, {}),
    ("charge-round", a("action"), unit("A", action="charging"), INFANTRY, {"round": 2}),
    ("square-has-no-flank", a("attacked"), unit("A", attacked="flank", **SQUARE), INFANTRY, {}),
    ("square-has-no-flank", a("attacked"), unit("A", attacked="rear", **SQUARE), INFANTRY, {}),
    (
        "building-bonus-without-building",
        a("building_bonus", "key"),
        unit("A", building_bonus=4),
        INFANTRY,
        {},
    ),
    (
        "building-bonus-without-building",
        a("building_bonus", "key"),
        unit("A", building_bonus=4, cover="cover"),
        INFANTRY,
        {},
    ),
    ("place-without-cover", a("place", "key"), unit("A", place="farm"), INFANTRY, {}),
    ("through-without-reinforcing", a("through", "key"), [unit("A", through="C"), unit("C")], INFANTRY, {}),
    ("reinforcing-retreating", a("order"), unit("A", order="retreating", **RESERVE), INFANTRY, {}),
    ("reinforcing-action", a("action"), unit("A", action="pursuing", **RESERVE), INFANTRY, {}),
    ("reinforcing-action", a("action"), unit("A", action="pressing", **RESERVE), INFANTRY, {}),
    ("unknown-friend", a("through"), [unit("A", through="B", **RESERVE), unit("C")], INFANTRY, {}),
    ("unknown-friend", a("through"), [unit("A", through="A", **RESERVE), unit("C")], INFANTRY, {}),
    (
        "gdb.reinf.through",
        a("through"),
        [unit("A", "cossacks", through="C", **RESERVE), unit("C")],
        INFANTRY,
        {},
    ),
    (
        "gdb.reinf.through",
        a("through"),
        [unit("A", "cossacks", through="C", **RESERVE, **CC), unit("C", "cossacks")],
        INFANTRY,
        {},
    ),
    ("gdb.reinf.through", a("through"), [unit("A", through="C", **RESERVE), unit("C")], HOLDER, AREA),
    (
        "gdb.reinf.through",
        a("through"),
        [unit("A", through="C", **RESERVE), unit("C", cover="building")],
        INFANTRY,
        {},
    ),
    (
        "gdb.reinf.through",
        a("through"),
        [unit("A", "artillery", through="C", **RESERVE), unit("C", cover="building")],
        INFANTRY,
        AREA,
    ),
    ("largest-is-smaller", a("largest"), [unit("A", largest=True), unit("C", figures=30)], INFANTRY, {}),
    (
        "largest-is-smaller",
        a("largest"),
        [unit("A", figures=30, fighting=9, largest=True), unit("C")],
        INFANTRY,
        {},
    ),
    (
        "largest-twice",
        a("largest", place=1),
        [unit("A", largest=True), unit("C", largest=True)],
        INFANTRY,
        {},
    ),
    ("follow-up-of-infantry", a("follow_up", "key"), unit("A", "cossacks", follow_up="press"), INFANTRY, {}),
    ("follow-up-of-infantry", a("follow_up", "key"), unit("A", "artillery", follow_up="stand"), INFANTRY, {}),
    ("unknown-enemy", a("against[1]"), [unit("A", against=["B", "C"]), unit("C")], INFANTRY, {}),
    ("unknown-enemy", a("against[0]"), unit("A", against=["X"]), INFANTRY, {}),
    ("no-enemy", a("against"), [unit("A", against=[]), unit("C")], INFANTRY, {}),
    (
        "no-enemy",
        a("name"),
        [unit("A"), unit("C")],
        unit("B", against=["C"]),
        {},
    ),
    ("built-up-without-holders", ("built_up", "key"), unit("A"), unit("B", cover="cover"), AREA),
    (
        "gdb.bua.all_occupants",
        a("against"),
        [unit("A", against=["B"]), unit("C")],
        [HOLDER, unit("D", cover="building")],
        AREA,
    ),
    (
        "gdb.bua.all_occupants",
        a("against"),
        [unit("A", cover="building", against=["B"]), unit("C")],
        [INFANTRY, unit("D")],
        AREA,
    ),
]


@pytest.mark.parametrize(("code", "at", "first", "second", "fields"), REFUSED)
def test_a_contradiction_is_refused_at_its_place_and_alone(
    code: str, at: tuple[str, str], first: Any, second: Any, fields: dict[str, Any]
) -> None:
    assert found(melee(first, second, **fields)) == [(code, *at)]


@pytest.mark.parametrize(("code", "at", "first", "second", "fields"), REFUSED)
def test_every_refusal_has_a_hint(
    code: str, at: Any, first: Any, second: Any, fields: dict[str, Any]
) -> None:
    (problem,) = problems(melee(first, second, **fields))
    assert problem.hint is not None


SOUND: list[tuple[str, Any, Any, dict[str, Any]]] = [
    ("one figure", unit("A", figures=1), INFANTRY, {}),
    ("artillery that charges", unit("A", "artillery", action="charging"), INFANTRY, {}),
    ("artillery that presses", unit("A", "artillery", action="pressing"), INFANTRY, {}),
    ("charging while retreating", unit("A", action="charging", order="retreating"), INFANTRY, {}),
    ("pursuing while retreating", unit("A", action="pursuing", order="retreating"), INFANTRY, {}),
    ("pressing and pushed back", unit("A", action="pressing", pushed_back=True), INFANTRY, {}),
    ("cavalry in buildings", unit("A", "cossacks", cover="building"), INFANTRY, {}),
    ("british guns", unit("A", "artillery", british=True, formation="line"), INFANTRY, {}),
    ("cavalry in column", unit("A", "cossacks", formation="column"), INFANTRY, {}),
    ("artillery in no formation", unit("A", "artillery", formation="none"), INFANTRY, {}),
    ("a charging reserve in a later round", unit("A", action="charging", **RESERVE), INFANTRY, {"round": 2}),
    ("a pursuing unit in a later round", unit("A", action="pursuing"), INFANTRY, {"round": 3}),
    ("a wavering reserve", unit("A", order="wavering", **RESERVE), INFANTRY, {}),
    ("a reserve beside its friends", [unit("A", **RESERVE), unit("C")], INFANTRY, {}),
    ("the largest alone", unit("A", largest=True), INFANTRY, {}),
    (
        "the largest of the smaller side",
        [unit("A", figures=9, largest=True), unit("C", figures=3)],
        unit("B", figures=60),
        {},
    ),
    (
        "cavalry in line through cavalry",
        [unit("A", "cossacks", through="C", **RESERVE), unit("C", "cuirassiers")],
        INFANTRY,
        {},
    ),
    (
        "infantry through friends in the area",
        [unit("A", through="C", **RESERVE), unit("C", "cossacks", cover="building")],
        INFANTRY,
        AREA,
    ),
    (
        "leaving out a holder where there are sectors",
        [unit("A", against=["B"]), unit("C")],
        [HOLDER, unit("D", cover="building")],
        {"built_up": {"capacity": 2, "sectors": True}},
    ),
    (
        "leaving out a holder where both sides are inside",
        [unit("A", against=["B"]), unit("C", cover="building")],
        [HOLDER, unit("D", cover="building")],
        AREA,
    ),
    (
        "leaving out an enemy outside the buildings",
        [unit("A", against=["B"]), unit("C")],
        [HOLDER, unit("D")],
        AREA,
    ),
    (
        "leaving out a holder where no built-up area is named",
        [unit("A", against=["B"]), unit("C")],
        [HOLDER, unit("D", cover="building")],
        {},
    ),
    ("an enemy named twice", unit("A", against=["B", "B"]), INFANTRY, {}),
    ("a built-up area of unknown capacity", unit("A"), HOLDER, {"built_up": {}}),
]


@pytest.mark.parametrize(("first", "second", "fields"), [s[1:] for s in SOUND], ids=[s[0] for s in SOUND])
def test_what_is_sound_is_resolved(first: Any, second: Any, fields: dict[str, Any]) -> None:
    scenario = melee(first, second, **fields)
    assert found(scenario) == []
    assert resolved(scenario)["sides"]


def test_all_contradictions_of_a_scenario_come_at_once() -> None:
    first = [unit("A", horses="good", place="x", fighting=30), unit("C", "cossacks", follow_up="press")]
    assert {code for code, _, _ in found(melee(first, INFANTRY, round=2))} == {
        "mounted-only",
        "place-without-cover",
        "fighting-over-figures",
        "follow-up-of-infantry",
    }


@pytest.mark.parametrize("row", ["gdb.bua.no_charge", "gdb.reinf.through", "gdb.bua.all_occupants"])
def test_a_row_that_the_house_switches_off_refuses_nothing(row: str) -> None:
    for code, _, first, second, fields in REFUSED:
        if code == row:
            assert found(melee(first, second, **fields), House("club", off=frozenset({row}))) == []


@pytest.mark.parametrize(
    ("roll", "kind", "at"),
    [
        (1, "out-of-range", ()),
        (13, "out-of-range", ()),
        (True, "not-a-roll", ()),
        ("8", "not-a-roll", ()),
        ([3], "two-dice", ()),
        ([1, 2, 3], "two-dice", ()),
        ([3, 7], "out-of-range", (1,)),
        ([0, 3], "out-of-range", (0,)),
        ([3, "x"], "not-a-roll", (1,)),
    ],
)
def test_a_wrong_roll_gets_the_right_complaint(roll: Any, kind: str, at: tuple[int, ...]) -> None:
    from pydantic import ValidationError

    with pytest.raises(ValidationError) as caught:
        SYSTEM.scenario().model_validate(melee(unit("A", roll=roll), INFANTRY))
    (error,) = caught.value.errors()
    assert (error["type"], error["loc"]) == (kind, ("sides", 0, "units", 0, "roll", *at))
