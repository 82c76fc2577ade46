"""The numbers a blow needs, by the tables and by fifteen melees worked out elsewhere."""

import json
from pathlib import Path

import pytest

from melee_cli.systems.whfb8.blows.needs import armour, step, to_hit, to_wound

MELEES = json.loads((Path(__file__).parent / "values" / "whfb8_profiles.json").read_text(encoding="utf-8"))
STRENGTH = {"halberd": 1, "great_weapon": 2, "lance": 2}
BLOWS = [
    pytest.param(melee, group, id=f"{melee['scenario']['title']}: {group['unit']}")
    for melee in MELEES
    for group in melee["groups"]
    if group["kind"] == "fighting"
]


@pytest.mark.parametrize(("melee", "group"), BLOWS)
def test_fighting_blows_need_what_the_other_implementation_says(melee, group):
    units = {unit["name"]: unit for side in melee["scenario"]["sides"] for unit in side["units"]}
    mine, enemy = units[group["unit"]]["profile"], units[group["target"]]["profile"]
    strength = mine["s"] + STRENGTH.get(mine.get("weapon"), 0)
    assert to_hit(mine["ws"], enemy["ws"]) == group["hit_on"]
    assert to_wound(strength, enemy["t"]) == group["wound_on"]
    assert armour(enemy.get("save"), strength) == group["save_on"]
    first = "always_strikes_first" in mine.get("rules", [])
    assert step(mine["i"], first, mine.get("weapon") == "great_weapon") == group["order"]


def test_weapon_skill_of_nothing_is_hit_without_a_roll():
    assert to_hit(3, 0) is None
    assert to_hit(0, 1) == 5


def test_modifiers_stay_within_two_and_six():
    assert (to_hit(5, 3, modifier=3), to_hit(3, 3, harder=3)) == (2, 6)
    assert (to_wound(1, 9), to_wound(1, 9, modifier=1), to_wound(9, 1, modifier=-1)) == (6, 5, 3)


def test_armour_may_be_better_than_two_and_ends_above_six():
    assert (armour(1, 3), armour(5, 4, piercing=1), armour(None, 3)) == (1, None, None)


def test_striking_first_and_last_is_neither():
    assert step(4, first=True, last=True) == step(4) == 8
