"""A house may set the numbers of a row, and the combat comes out by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from melee_cli.core.rules import House
from melee_cli.core.system import open_book
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import fight, resolved
from tests.whfb8.reading import FIT, RANKS, Result, broken, point, unit


@pytest.mark.parametrize(
    ("rule", "numbers", "scenario", "read", "value"),
    [
        ("whfb8.rear", {"value": 3}, fight([{"attacks": {"B1": "rear"}}], [FIT]), point("whfb8.rear"), 3),
        ("whfb8.ranks", {"most": 1}, fight([{"models": 30, "width": 5}], [FIT]), point("whfb8.ranks"), 1),
        ("whfb8.ranks", {"value": 2}, fight([RANKS], [FIT]), point("whfb8.ranks"), 2),
        (
            "whfb8.rank_count",
            {"models": 4},
            fight([{"models": 8, "width": 4}], [FIT]),
            unit("A1", "ranks"),
            2,
        ),
        (
            "whfb8.rank_count",
            {"monstrous": 2},
            fight([{"type": "monstrous_beasts", "models": 4, "width": 2}], [FIT]),
            unit("A1", "ranks"),
            2,
        ),
        (
            "whfb8.disrupted",
            {"ranks": 1},
            fight([{"models": 5, "width": 5, "attacks": {"B1": "flank"}}], [FIT]),
            unit("B1", "disrupted"),
            True,
        ),
        (
            "whfb8.unstable",
            {"wounds": 2},
            fight([{"wounds": 3}], [{"unstable": True}]),
            unit("B1", "crumble_wounds"),
            6,
        ),
        (
            "whfb8.steadfast",
            {"ranks": 2},
            fight([{"wounds": 1}], [{**FIT, "ranks": 1}]),
            unit("B1", "steadfast"),
            False,
        ),
        (
            "whfb8.flee.from",
            {"models": 3},
            broken({"type": "monstrous_infantry", "models": 12, "width": 3}, {"models": 5, "width": 5}),
            unit("B1", "flight", "from"),
            "A1",
        ),
        (
            "whfb8.insane_courage",
            {"total": 3},
            fight([{"wounds": 9}], [{**FIT, "break_roll": 3}]),
            unit("B1", "outcome"),
            "holds",
        ),
        (
            "whfb8.pursue.restrain",
            {"total": 12},
            broken({**FIT, "restrain": True, "restrain_roll": 12}),
            unit("A1", "outcome"),
            "restrains",
        ),
    ],
)
def test_the_house_may_set_numbers(
    rule: str, numbers: dict[str, int], scenario: dict[str, Any], read: Callable[[Result], Any], value: Any
) -> None:
    assert read(resolved(scenario)) != value
    assert read(resolved(scenario, open_book(SYSTEM, None, House("club", numbers={rule: numbers})))) == value
