"""The two invented armies: sound, fit to fight each other, and showing every weapon and special rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

from melee_cli.core.odds import odds
from melee_cli.formats.documents import documents
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import Checked, check_mapping
from melee_cli.systems.whfb8 import SYSTEM
from melee_cli.systems.whfb8.next_round import lasting
from melee_cli.systems.whfb8.profile import Special, Weapon
from tests.whfb8.playing import fight, resolved
from tests.whfb8.reading import troops

ROSTERS = Path(__file__).parents[2] / "scenarios" / "rosters"


def side(name: str) -> dict[str, Any]:
    """Return the only side of a roster, as plain data."""
    (document,) = documents([str(ROSTERS / f"{name}.yaml")])
    (found,) = document.data["sides"]
    return found


def both() -> Checked:
    """Return the two armies as a scenario, all against all."""
    return check_mapping({"rules": "whfb8", "sides": [side("greenvale"), side("ashfell")]}, Options())


def test_both_armies_are_sound_and_of_ten_units():
    checked = both()
    assert checked.problems == []
    assert [len(one.units) for one in checked.scenario.sides] == [10, 10]


def test_every_weapon_and_rule_is_shown():
    units = [unit for one in both().scenario.sides for unit in one.units]
    assert {unit.profile.weapon for unit in units} == set(get_args(Weapon))
    assert {rule for unit in units for rule in unit.profile.rules or ()} == set(get_args(Special))


def test_twenty_units_all_against_all_are_refused_before_they_are_counted():
    checked = both()
    found = odds(SYSTEM.open(checked.scenario, checked.book), SYSTEM, checked.scenario)
    assert getattr(found, "code", None) == "odds-budget"


def test_a_unit_keeps_its_profile_and_its_losses_for_the_evening():
    trolls = troops(4, 4, w=3, type="monstrous_infantry", unbreakable=True, champion=True)
    scenario = fight([troops(blows={"B1": 5})], [trolls])
    after = resolved(scenario)["sides"][1]["units"][0]
    unit = SYSTEM.scenario().model_validate(scenario).sides[1].units[0]
    kept = lasting(unit, after)
    assert kept is not None
    assert (kept["models"], kept["wounds_lost"], kept["champion"]) == (3, 2, True)
    assert kept["profile"]["w"] == 3
    assert lasting(unit, None)["models"] == 4
