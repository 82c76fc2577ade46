"""Random whfb8 scenarios as plain dicts, valid by construction, for whoever needs combats to try.

``scenarios()`` gives units of every type, contact written out or not, rulings, and dice that are
given or left open. ``unit(...)`` and ``scenario(...)`` make the same from a ``random.Random``, which
is faster where thousands are wanted.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

RANKED = ("infantry", "infantry", "infantry", "war_beasts", "swarm", "cavalry")
MONSTROUS = ("monstrous_infantry", "monstrous_beasts", "monstrous_cavalry")
RANKLESS = ("chariot", "monster", "war_machine", "character")
SWIFT = ("cavalry", "war_beasts", "monstrous_beasts", "monstrous_cavalry", "chariot")
RULINGS: dict[str, tuple[Any, ...]] = {
    "steadfast_disrupted": ("enemy", "self", "both", "none"),
    "steadfast_against": ("facing", "all"),
    "charge_bonus": ("once", "per_unit", "off"),
    "battle_standard_bonus": ("on", "off"),
    "high_ground": ("standing", "charged"),
    "overkill_cap": (5, 0, 2, 9),
    "musician_breaks_draws": ("no", "yes"),
}
PARTS = (None, "front", "flank", "rear")
FLAGS = ("standard", "battle_standard", "musician", "charged", "high_ground")
STATES = ("stubborn", "unbreakable", "unstable", "battle_standard_near", "cold_blooded")


def unit(random: Random, name: str, dice: float = 1.0) -> dict[str, Any]:
    """Return a valid unit; each of its rolls is given with the chance *dice*."""
    made: dict[str, Any] = {"name": name}
    kind = random.choice(random.choice((RANKED, RANKED, MONSTROUS, RANKLESS)))
    if kind != "infantry" or random.random() < 0.5:
        made["type"] = kind
    if random.random() < 0.08:
        made["models"] = 0
    elif kind in RANKED and random.random() < 0.15:
        made["ranks"] = random.randrange(6)
    elif random.random() < 0.9:
        made["models"] = random.randint(1, 6 if kind in RANKLESS else 30)
        if kind not in RANKLESS and (made["models"] > 1 or random.random() < 0.5):
            made["width"] = random.choice((1, 2, 3, 4, 5, 5, 6, 7, 10))
    if "ranks" not in made and random.random() < 0.05:
        made["skirmishing"] = True
    if random.random() < 0.3:
        made["wounds_each"] = random.randint(1, 4)
    made["leadership"] = random.randint(1, 10)
    if random.random() < 0.2:
        made["general_leadership"] = random.randint(1, 10)
    if random.random() < 0.7:
        made["wounds"] = random.randrange(6)
    if random.random() < 0.1:
        made["overkill"] = random.randrange(9)
    made |= {flag: random.random() < 0.7 for flag in FLAGS if random.random() < 0.3}
    made |= {state: True for state in STATES if random.random() < 0.08}
    if not made.get("stubborn") and random.random() < 0.08:
        made["never_steadfast"] = True
    if random.random() < 0.1:
        made["swiftstride"] = random.random() < 0.5
    for key in ("other", "break_modifiers"):
        if random.random() < 0.1:
            made[key] = [
                {"value": random.randint(-2, 3), "reason": "mud"} for _ in range(random.randint(1, 2))
            ]
    if random.random() < 0.3:
        made["restrain"] = random.random() < 0.7
    _roll(random, made, dice)
    return made


def _roll(random: Random, made: dict[str, Any], chance: float) -> None:
    """Give *made* its rolls, as totals or dice by dice."""
    swift = made.get("swiftstride", made.get("type") in SWIFT)
    for key in (
        "break_roll",
        "break_reroll",
        "restrain_roll",
        "restrain_reroll",
        "flee_roll",
        "pursuit_roll",
    ):
        if random.random() < chance:
            three = swift if key in ("flee_roll", "pursuit_roll") else made.get("cold_blooded", False)
            dice = [random.randint(1, 6) for _ in range(3 if three else 2)]
            made[key] = dice if random.random() < 0.5 else random.randint(2, 12)


def contacts(random: Random, sides: list[dict[str, Any]]) -> None:
    """Write random contact into the units of *sides*, so that every unit touches an enemy."""
    one, other = (side["units"] for side in sides)
    touched: set[str] = set()
    for units, enemies in ((one, other), (other, one)):
        for made in units:
            attacks = {e["name"]: part for e in enemies if (part := random.choice(PARTS))}
            if attacks:
                made["attacks"] = attacks
                touched |= {made["name"], *attacks}
    if touched:
        for units, enemies in ((one, other), (other, one)):
            for made in units:
                if made["name"] not in touched:
                    made["attacks"] = {random.choice(enemies)["name"]: "front"}


def scenario(
    random: Random, sizes: tuple[int, int] | None = None, dice: float = 1.0, rulings: bool = True
) -> dict[str, Any]:
    """Return a valid scenario of *sizes* units a side (1...3 if not said)."""
    count = sizes or (random.randint(1, 3), random.randint(1, 3))
    sides: list[dict[str, Any]] = [
        {"name": side, "units": [unit(random, f"{side}{i + 1}", dice) for i in range(count[s])]}
        for s, side in enumerate("AB")
    ]
    if random.random() < 0.7:
        contacts(random, sides)
    for s, side in enumerate(sides):
        friends = [made["name"] for made in side["units"]]
        enemies = [made["name"] for made in sides[1 - s]["units"]]
        for made in side["units"]:
            if random.random() < 0.4:
                made["pursue"] = random.choice(enemies)
            if random.random() < 0.2:
                made["flees_from"] = random.choice(enemies)
        for key in ("flee_order", "pursuit_order"):
            if random.random() < 0.1:
                side[key] = random.sample(friends, random.randint(1, len(friends)))
    made_up: dict[str, Any] = {"rules": "whfb8", "sides": sides, "seed": random.randrange(1000)}
    if rulings and random.random() < 0.5:
        made_up["rulings"] = {
            key: random.choice(values) for key, values in RULINGS.items() if random.random() < 0.5
        }
    return made_up


def scenarios(
    sizes: tuple[int, int] | None = None, dice: float = 0.5, rulings: bool = True
) -> st.SearchStrategy[dict[str, Any]]:
    """Return the strategy of valid scenarios; *dice* is the chance that a roll is given.

    Each comes from one number: drawing every choice of it by itself takes ten times as long.
    """
    return st.integers(0, 2**32).map(lambda seed: scenario(Random(seed), sizes, dice, rulings))
