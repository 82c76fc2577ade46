"""Every value of every ruling in a combat where it differs from the others, and the fixed rulings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import fight, lines_of, resolved, units_of
from tests.whfb8.reading import blow, troops

FIT = {"leadership": 7}
DEEP = {"models": 15, "width": 5}


def steadfast(*units: str) -> Callable[[dict[str, Any]], Any]:
    return lambda result: tuple(units_of(result)[unit]["steadfast"] for unit in units)


def points(rule: str) -> Callable[[dict[str, Any]], Any]:
    return lambda result: lines_of(result, "A").get(rule, 0)


# B1, three ranks, is disrupted by A1 in its flank and faces A2, which B2 disrupts; B2 faces A2 alone.
DISRUPTED = fight(
    [
        {"wounds": 9, "models": 10, "width": 5, "attacks": {"B1": "flank"}},
        {"models": 20, "width": 5, "attacks": {"B1": "front", "B2": "front"}},
    ],
    [{**FIT, **DEEP}, {**FIT, "models": 10, "width": 5, "attacks": {"A2": "flank"}}],
)
DEEP_ALONE = fight([{"wounds": 9, "models": 10, "width": 5, "attacks": {"B1": "flank"}}], [{**FIT, **DEEP}])
APART = fight(
    [{"wounds": 9, "attacks": {"B1": "front"}}, {"ranks": 4, "attacks": {"B2": "front"}}],
    [{**FIT, "ranks": 3}, {**FIT, "ranks": 5}],
)
CHARGE = fight([{"charged": True}, {"charged": True}, {"charged": True, "models": 0}], [FIT])
HEIGHT = fight([{"high_ground": True}, {"charged": True}], [FIT])
CHARGED_HEIGHT = fight([{"high_ground": True, "charged": True}], [FIT])
MUSIC = fight([{"musician": True}, {}], [{**FIT, "musician": True, "models": 0}, FIT])
SILENCE = fight([{"musician": True, "models": 0}], [{"musician": True, "models": 0}])

WIDE = fight([troops(20, 10)], [troops()])
SWIFT = fight([troops(i=5, blows={"B1": 3})], [troops()])
SLAUGHTER = fight([troops(a=4, blows={"B1": 15})], [troops(10, 5)])
SLAYER = fight(
    [troops(1, 1, type="character", ws=9, s=9, a=20, rules=["killing_blow"])], [troops(30, 10, w=3)]
)


def uncounted(result: dict[str, Any]) -> int:
    """Return how many of its unsaved wounds do not count for A1."""
    found = blow("A1")(result)
    return int(found["unsaved"] - found["counted"])


VALUES: list[tuple[str, Any, dict[str, Any], Callable[[dict[str, Any]], Any], Any]] = [
    ("steadfast_disrupted", "enemy", DISRUPTED, steadfast("B1", "B2"), (True, True)),
    ("steadfast_disrupted", "self", DISRUPTED, steadfast("B1", "B2"), (False, False)),
    ("steadfast_disrupted", "both", DISRUPTED, steadfast("B1", "B2"), (False, True)),
    ("steadfast_disrupted", "none", DISRUPTED, steadfast("B1", "B2"), (False, False)),
    ("steadfast_disrupted", "self", DEEP_ALONE, steadfast("B1"), (False,)),
    ("steadfast_disrupted", "none", DEEP_ALONE, steadfast("B1"), (True,)),
    ("steadfast_against", "facing", APART, steadfast("B1", "B2"), (True, True)),
    ("steadfast_against", "all", APART, steadfast("B1", "B2"), (False, True)),
    ("charge_bonus", "once", CHARGE, points("whfb8.charge"), 1),
    ("charge_bonus", "per_unit", CHARGE, points("whfb8.charge"), 2),
    ("charge_bonus", "off", CHARGE, points("whfb8.charge"), 0),
    (
        "battle_standard_bonus",
        "on",
        fight([{"battle_standard": True}], [FIT]),
        points("whfb8.battle_standard"),
        1,
    ),
    (
        "battle_standard_bonus",
        "off",
        fight([{"battle_standard": True}], [FIT]),
        points("whfb8.battle_standard"),
        0,
    ),
    ("high_ground", "standing", HEIGHT, points("whfb8.high_ground"), 1),
    ("high_ground", "charged", HEIGHT, points("whfb8.high_ground"), 0),
    ("high_ground", "charged", CHARGED_HEIGHT, points("whfb8.high_ground"), 1),
    ("overkill_cap", 5, fight([{"overkill": 7}], [FIT]), points("whfb8.overkill"), 5),
    ("overkill_cap", 0, fight([{"overkill": 7}], [FIT]), points("whfb8.overkill"), 0),
    ("overkill_cap", 6, fight([{"overkill": 7}], [FIT]), points("whfb8.overkill"), 6),
    (
        "musician_breaks_draws",
        "no",
        MUSIC,
        lambda result: result["outcome"],
        {"winner": None, "difference": 0},
    ),
    (
        "musician_breaks_draws",
        "yes",
        MUSIC,
        lambda result: result["outcome"],
        {"winner": "A", "difference": 1},
    ),
    (
        "musician_breaks_draws",
        "yes",
        SILENCE,
        lambda result: result["outcome"],
        {"winner": None, "difference": 0},
    ),
    ("corners", "touch", WIDE, blow("A1", "attacks"), 14),
    ("corners", "flush", WIDE, blow("A1", "attacks"), 10),
    ("step_up", "on", SWIFT, blow("B1", "attacks"), 10),
    ("step_up", "off", SWIFT, blow("B1", "attacks"), 4),
    ("excess_wounds", "lost", SLAUGHTER, points("whfb8.wounds"), 10),
    ("excess_wounds", "counted", SLAUGHTER, points("whfb8.wounds"), 15),
    ("killing_blow_counts", "wounds", SLAYER, uncounted, 0),
    ("killing_blow_counts", "one", SLAYER, uncounted, 2),
]


@pytest.mark.parametrize(("ruling", "value", "scenario", "read", "expected"), VALUES)
def test_a_ruling_decides(
    ruling: str, value: Any, scenario: dict[str, Any], read: Callable[[dict[str, Any]], Any], expected: Any
) -> None:
    assert read(resolved({**scenario, "rulings": {ruling: value}})) == expected


def test_every_value_of_every_ruling_is_tried() -> None:
    tried = {(ruling, value) for ruling, value, *_ in VALUES}
    for ruling in SYSTEM.rulings:
        assert all((ruling.id, value) in tried for value in ruling.values)


def test_the_first_value_is_the_default() -> None:
    for ruling in SYSTEM.rulings:
        for name, value, scenario, read, expected in VALUES:
            if name == ruling.id and value == ruling.default:
                assert read(resolved(scenario)) == expected


def test_a_unit_wiped_out_counts_by_its_wounds_and_its_flank_only() -> None:
    everything = dict.fromkeys(("standard", "battle_standard", "musician", "charged", "high_ground"), True)
    gone = {"models": 0, "wounds": 2, "overkill": 3, "other": [{"value": 4}], **everything}
    result = resolved(
        fight([{**gone, "attacks": {"B1": "rear"}}, {}], [{"attacks": {"A1": "flank", "A2": "front"}}])
    )
    assert lines_of(result, "A") == {"whfb8.wounds": 2, "whfb8.overkill": 3}
    assert lines_of(result, "B") == {"whfb8.flank": 1}
    assert units_of(result)["A1"]["disrupted"] is False


def test_a_third_unit_in_a_flank_earns_what_the_pair_does_not() -> None:
    flankers = [{"attacks": {"B1": "flank"}}, {"attacks": {"B1": "flank"}}]
    result = resolved(fight(flankers, [{**FIT, "attacks": {"A1": "flank"}}]))
    assert lines_of(result, "A") == {"whfb8.flank": 1}
    assert [line.units for line in result["sides"][0]["lines"]] == [("A2",)]


@pytest.mark.parametrize(
    ("points", "outcome"),
    [({"wounds": 9}, "holds"), ({}, "fights_on"), ({"other": [{"value": -9}]}, "stays")],
)
def test_a_unit_without_an_enemy_left_tests_fights_on_or_stays(points: dict[str, Any], outcome: str) -> None:
    sides = (
        [{**points, "attacks": {"B2": "front"}}, {"models": 0, "attacks": {"B1": "front"}}],
        [{**FIT, "break_roll": 2}, {**FIT, "unbreakable": True}],
    )
    assert units_of(resolved(fight(*sides)))["B1"]["outcome"] == outcome
