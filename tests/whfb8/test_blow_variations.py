"""Single changes of troops with profiles: drawn up and armed otherwise, compared by their whole round."""

from __future__ import annotations

from typing import Any

from melee_cli.api.what_if import what_if
from melee_cli.core.enumeration import Budget
from melee_cli.core.odds import Odds, Variation, odds
from melee_cli.core.system import open_book
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import ENGLISH, fight
from tests.whfb8.reading import troops


def changes(scenario: dict[str, Any]) -> dict[str, Variation]:
    """Return every change of *scenario* by what it is called."""
    book = open_book(SYSTEM)
    model = SYSTEM.scenario().model_validate(scenario)
    now = odds(SYSTEM.open(model, book), SYSTEM, model)
    assert isinstance(now, Odds)
    found = what_if(model, book, now, Budget())
    assert isinstance(found, list)
    return {ENGLISH.text(one.text): one for one in found}


def test_troops_with_profiles_are_drawn_up_and_armed_otherwise():
    found = changes(fight([troops(20, 5, weapon="spear")], [troops(20, 5)]))
    assert {"A1 one file wider", "A1 one file narrower", "A1 with halberds", "B1 charges"} <= found.keys()
    assert "B1 with halberds" not in found
    assert found["A1 with halberds"].gain != 0
    assert found["A1 one file narrower"].gain < 0


def test_a_charge_takes_the_spears_their_third_rank():
    found = changes(fight([troops(25, 5, weapon="spear", standard=True)], [troops(20, 5)]))
    charging = found["A1 charges"]
    assert charging.side == "A"
    assert charging.lead > 0


def test_without_a_unit_nobody_strikes_it():
    found = changes(fight([troops(fighting={"B1": 2, "B2": 3})], [troops(10, 5), troops(10, 5)]))
    assert {"without B1", "without B2"} <= found.keys()
