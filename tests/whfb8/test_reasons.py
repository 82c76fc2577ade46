"""Why points are withheld and units steadfast, in words; what rows of the house's own earn."""

from __future__ import annotations

from typing import Any

import pytest

from melee_cli.core.rules import House
from melee_cli.core.system import open_book
from melee_cli.scenario.house import added_row
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import ENGLISH, fight, lines_of, resolved, units_of, withheld_of

FIT = {"leadership": 7}
RANKS = {"models": 10, "width": 5}

WITHHELD = [
    (
        fight([{"standard": True}, {"standard": True}], [FIT]),
        "whfb8.standard",
        "A2 too, but it counts once for a side",
    ),
    (fight([{"standard": True, "models": 0}, {}], [FIT]), "whfb8.standard", "A1 wiped out"),
    (
        fight([RANKS, {"ranks": 4}], [FIT]),
        "whfb8.ranks",
        "A1 with a rank bonus of 1, but only the best of the side counts",
    ),
    (
        fight([RANKS, RANKS], [FIT]),
        "whfb8.ranks",
        "A2 with a rank bonus of 1, but only the best of the side counts",
    ),
    (
        fight([RANKS], [{**FIT, **RANKS, "attacks": {"A1": "flank"}}]),
        "whfb8.ranks",
        "A1 disrupted, so no points for ranks",
    ),
    (
        fight([{"attacks": {"B1": "flank"}}, {"attacks": {"B1": "flank"}}], [FIT]),
        "whfb8.flank",
        "A2 too in the flank of B1, which counts once",
    ),
    (
        fight([{"attacks": {"B1": "rear"}}, {"attacks": {"B1": "rear"}}], [FIT]),
        "whfb8.rear",
        "A2 too in the rear of B1, which counts once",
    ),
    (
        fight([{"attacks": {"B1": "flank"}}], [{**FIT, "attacks": {"A1": "flank"}}]),
        "whfb8.flank",
        "A1 and B1 touch flank to flank",
    ),
    (fight([{"overkill": 8}], [FIT]), "whfb8.overkill", "A1 with 8 excess wounds, of which at most 5 count"),
    (
        fight([{"other": [{"value": 1}], "models": 0}, {}], [FIT]),
        "whfb8.other",
        "A1 wiped out",
    ),
]


@pytest.mark.parametrize(("scenario", "rule", "reason"), WITHHELD)
def test_a_point_is_withheld_with_its_reason(scenario: dict[str, Any], rule: str, reason: str) -> None:
    assert (rule, reason) in withheld_of(resolved(scenario), "A")


REASONS = [
    ([{"ranks": 4}, {"ranks": 2}], {"ranks": 5}, "5 ranks against 4 and 2"),
    ([{}], {"ranks": 1}, "1 rank against 0"),
    ([{"models": 0}], {"ranks": 1, "attacks": {"A1": "front"}}, "1 rank, no living enemy"),
    (
        [{"ranks": 2}, {"ranks": 4}],
        {"ranks": 3, "attacks": {"A1": "front", "A2": "flank"}},
        "3 ranks against 2; disrupted and not counted: A2",
    ),
    ([{"ranks": 4}], {"ranks": 3, "attacks": {"A1": "rear"}}, "3 ranks; disrupted and not counted: A1"),
    ([{}], {"stubborn": True}, "stubborn"),
    ([{}], {"never_steadfast": True}, "never steadfast, by its ground or its own rules"),
]


@pytest.mark.parametrize(("enemies", "loser", "reason"), REASONS)
def test_why_a_unit_is_steadfast_in_words(
    enemies: list[dict[str, Any]], loser: dict[str, Any], reason: str
) -> None:
    if "attacks" in loser:  # somebody must be left to win against it
        enemies = [*enemies, {"wounds": 9, "attacks": {"B2": "front"}}]
    losers = [{**FIT, **loser}, {"unbreakable": True}]
    result = resolved(fight([{"wounds": 9, **unit} for unit in enemies], losers))
    assert ENGLISH.text(units_of(result)["B1"]["steadfast_reason"]) == reason


def test_a_row_of_the_house_counts_for_each_living_unit() -> None:
    entry = {"id": "club.music", "label": "Fine music", "value": 2, "when": {"musician": True}}
    made = added_row(entry, ("add", 0), SYSTEM, {row.id: row for row in SYSTEM.rows}, ())
    assert isinstance(made, tuple)
    book = open_book(SYSTEM, None, House("club", added=(made[0],)))
    players = [{"musician": True}, {"musician": True}, {"musician": True, "models": 0}, {}]
    assert lines_of(resolved(fight(players, [FIT]), book), "A") == {"club.music": 4}
