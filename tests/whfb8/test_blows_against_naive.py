"""The odds of the round of blows against every die of random small melees, and against many rolled ones.

``MELEE_BLOWS=500`` asks for so many random melees instead of a few.
"""

from __future__ import annotations

import os
import random
from fractions import Fraction
from typing import Any

import pytest

from melee_cli.core.odds import Odds, odds
from melee_cli.core.stages import Dealer, play
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.naive_blows import Melee
from tests.whfb8.playing import fight, opened, problems
from tests.whfb8.reading import troops

MELEES = int(os.environ.get("MELEE_BLOWS", "24"))
ROLLED = 300
TYPES = ("infantry", "infantry", "cavalry", "monstrous_infantry", "chariot", "monster", "character", "swarm")
WEAPONS = (
    "hand_weapon",
    "hand_weapon_and_shield",
    "two_hand_weapons",
    "spear",
    "halberd",
    "great_weapon",
    "flail",
    "lance",
)
RULES = (
    "always_strikes_first",
    "always_strikes_last",
    "hatred",
    "frenzy",
    "poisoned_attacks",
    "killing_blow",
    "heroic_killing_blow",
    "ignores_armour",
    "ignores_ward",
    "flaming_attacks",
)
AGAIN = ("none", "ones", "sixes", "failed", "successful")


def any_unit(chance: random.Random, most: int) -> dict[str, Any]:
    """Return a random unit of at most so many models."""
    models = chance.randint(1, most)
    kind = chance.choice(TYPES)
    found = troops(
        models,
        chance.randint(1, max(1, models)),
        type=kind,
        ws=chance.randint(0, 6),
        s=chance.randint(2, 6),
        t=chance.randint(2, 6),
        i=chance.randint(0, 10),
        w=chance.choice((1, 1, 2, 3)),
        a=chance.choice((1, 1, 2)),
        weapon=chance.choice(WEAPONS),
        rules=chance.sample(RULES, chance.choice((0, 0, 1, 2))),
    )
    profile = found["profile"]
    for key, values in (
        ("save", (1, 3, 5, 6)),
        ("ward", (4, 6)),
        ("regeneration", (4, 5)),
        ("to_hit", (-1, 1)),
        ("to_wound", (-1, 1)),
        ("harder_to_hit", (1,)),
        ("armour_piercing", (1, 2)),
        ("multiple_wounds", (2, "D3")),
        ("extra_attacks", (-1, 1)),
        ("extra_ranks", (1,)),
        ("reroll_hits", AGAIN),
        ("reroll_wounds", AGAIN),
        ("reroll_saves", AGAIN),
        ("reroll_wards", AGAIN),
        ("impact_hits", (1, "D3")),
        ("impact_strength", (5,)),
        ("stomp", ("none", "stomp")),
    ):
        if chance.random() < 0.15:
            profile[key] = chance.choice(values)
    if kind == "monster":
        profile["stomp"] = "stomp"
    for key in ("charged", "champion", "standard", "fear_failed", "unstable"):
        if chance.random() < 0.2:
            found[key] = True
    if chance.random() < 0.2 or kind == "cavalry":
        found["mount"] = {"ws": 3, "s": chance.randint(3, 5), "i": chance.randint(1, 5)}
    if profile["w"] > 1 and chance.random() < 0.3:
        found["wounds_lost"] = 1
    return found


def any_melee(seed: int) -> dict[str, Any]:
    """Return a random melee of one against one, or two against one with one perhaps in the flank."""
    chance = random.Random(seed)
    two = chance.random() < 0.4
    most = 4 if two else 6
    first = [any_unit(chance, most) for _ in range(1 + two)]
    if two and chance.random() < 0.6:
        first[0]["attacks"] = {"B1": chance.choice(("front", "flank", "rear"))}
        first[1]["attacks"] = {"B1": "front"}
    scenario = fight(first, [any_unit(chance, most)], round=chance.choice((1, 1, 2)))
    assert problems(scenario) == []
    return scenario


def counted(scenario: dict[str, Any]) -> Odds:
    found = odds(opened(scenario), SYSTEM, SYSTEM.scenario().model_validate(scenario))
    assert isinstance(found, Odds)
    return found


def chances_of(found: Odds) -> dict[Any, Fraction]:
    """Return the odds under the keys of the other implementation."""
    shown: dict[Any, Fraction] = {}
    for (winner, difference, _), weight in found.ends.items():
        shown[winner, difference] = shown.get((winner, difference), Fraction(0)) + Fraction(
            weight, found.total
        )
    for name, measures in found.units.items():
        for measure in ("holds", "breaks", "catches"):
            if measure in measures:
                shown[name, measure] = measures[measure].chance()
        for models, weight in measures["models_left"].weights.items():
            shown[name, "models", models] = Fraction(weight, measures["models_left"].total)
    for side, (_, sums) in enumerate(found.sums.items()):
        for wounds, weight in sums.weights.items():
            shown[side, "wounds", wounds] = Fraction(weight, sums.total)
    return {key: chance for key, chance in shown.items() if chance}


@pytest.mark.parametrize("seed", range(MELEES))
def test_the_odds_are_those_of_every_die(seed: int) -> None:
    scenario = any_melee(seed)
    assert chances_of(counted(scenario)) == Melee(scenario).chances()


@pytest.mark.parametrize("seed", range(4))
def test_rolled_melees_come_out_as_the_odds_say(seed: int) -> None:
    chance = random.Random(1000 + seed)
    first, second = ([any_unit(chance, 20) for _ in range(2)] for _ in range(2))
    scenario = fight(first, second)
    found = counted(scenario)
    melee = opened(scenario)
    names = [side["name"] for side in scenario["sides"]]
    wins = dict.fromkeys((*names, None), 0)
    left: dict[str, int] = {}
    for dice in range(ROLLED):
        state, record = play(melee, Dealer(dice, 1))
        result = melee.result(state, record)
        wins[result["outcome"]["winner"]] += 1
        for side in result["sides"]:
            for unit in side["units"]:
                left[unit["name"]] = left.get(unit["name"], 0) + unit["models_left"]
    for who, count in wins.items():
        assert near(count, found.wins(who), ROLLED)
    for name, total in left.items():
        measure = found.units[name]["models_left"]
        square = sum(value * value * weight for value, weight in measure.weights.items())
        spread = float(Fraction(square, measure.total) - measure.mean**2)
        assert abs(total / ROLLED - float(measure.mean)) <= 4 * (spread / ROLLED) ** 0.5 + 1e-9


def near(count: int, share: Fraction, times: int) -> bool:
    """Whether *count* of so many throws is within four standard deviations of *share*."""
    p = float(share)
    return abs(count / times - p) <= 4 * (p * (1 - p) / times) ** 0.5 + 1e-9
