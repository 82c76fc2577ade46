"""The words of troop profiles on one line, in both languages, and what of them cannot be understood."""

from __future__ import annotations

from typing import Any

import pytest

from melee_cli.entry.parser import parse_line
from melee_cli.systems.whfb8 import SYSTEM


def fields(text: str) -> dict[str, Any]:
    """Return the fields that a unit's words set; they must all be understood."""
    line = parse_line(f"A: {text}", SYSTEM.words)
    assert line.problems == []
    return line.fields


def profile(text: str) -> dict[str, Any]:
    """Return the profile that a unit's words set."""
    found: dict[str, Any] = fields(text)["profile"]
    return found


@pytest.mark.parametrize("text", ["ws4 s3 t3 w2 i5 a2", "бн4 с3 т3 ж2 и5 а2"])
def test_a_profile_is_typed_in_either_language(text):
    assert profile(text) == {"ws": 4, "s": 3, "t": 3, "w": 2, "i": 5, "a": 2}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5+", {"save": 5}),
        ("ward5+", {"ward": 5}),
        ("спас5+", {"ward": 5}),
        ("regen4+", {"regeneration": 4}),
        ("реген4+", {"regeneration": 4}),
        ("shield", {"weapon": "hand_weapon_and_shield"}),
        ("hand weapon and shield", {"weapon": "hand_weapon_and_shield"}),
        ("hand weapon", {"weapon": "hand_weapon"}),
        ("two weapons", {"weapon": "two_hand_weapons"}),
        ("2hw", {"weapon": "two_hand_weapons"}),
        ("копьём", {"weapon": "spear"}),
        ("two-handed", {"weapon": "great_weapon"}),
        ("алебарды", {"weapon": "halberd"}),
        ("цеп", {"weapon": "flail"}),
        ("утренняя звезда", {"weapon": "morning_star"}),
        ("cs", {"weapon": "cavalry_spear"}),
        ("strikes first", {"rules": ["always_strikes_first"]}),
        ("бьёт последним", {"rules": ["always_strikes_last"]}),
        ("hatred frenzy яд", {"rules": ["hatred", "frenzy", "poisoned_attacks"]}),
        (
            "kb hkb ia flm",
            {"rules": [*("killing_blow", "heroic_killing_blow"), "ignores_armour", "flaming_attacks"]},
        ),
        (
            "impact=D6 impacts=5 multiple=d3",
            {"impact_hits": "D6", "impact_strength": 5, "multiple_wounds": "D3"},
        ),
        (
            "harder=1 piercing=2 reroll_hits=ones",
            {"harder_to_hit": 1, "armour_piercing": 2, "reroll_hits": "ones"},
        ),
    ],
)
def test_what_the_troops_carry_and_can_do_is_typed(text, said):
    assert profile(text) == said


def test_what_goes_with_a_profile_is_typed():
    assert fields("champ base=25 lost=1") == {"champion": True, "base_mm": 25, "wounds_lost": 1}
    assert fields("чемпион") == {"champion": True}
    assert fields("mount=(ws3 s4 i3 a1)") == {"mount": {"ws": 3, "s": 4, "i": 3, "a": 1}}
    assert fields("mount=(ws3 s4 i3 killing blow)")["mount"]["rules"] == ["killing_blow"]
    assert fields('fights="Orcs:4,Trolls:2"') == {"fighting": {"Orcs": 4, "Trolls": 2}}
    assert fields('blows="Orcs:7 5 3,Trolls:2"') == {
        "blows": {"Orcs": {"hits": 7, "wounds": 5, "unsaved": 3}, "Trolls": 2}
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ws4 ws5", "said-twice"),
        ("spear halberd", "said-twice"),
        ("mount=(lance)", "wrong-type"),
        ('blows="Orcs:many"', "wrong-type"),
        ("fights=4", "wrong-type"),
    ],
)
def test_what_cannot_be_meant_is_a_problem(text, code):
    assert [problem.code for problem in parse_line(f"A: {text}", SYSTEM.words).problems] == [code]


def test_two_weapons_are_named_where_they_contradict():
    (problem,) = parse_line("A: ws3 spear halberd", SYSTEM.words).problems
    assert problem.message.params == {"one": "halberd", "other": "spear"}
