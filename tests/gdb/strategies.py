"""Random sound gdb scenarios as plain dictionaries, from a ``random.Random`` or as a hypothesis strategy."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

MOUNTED = ("cuirassiers", "heavy_cavalry", "lancers", "light_cavalry", "cossacks")
ARMS = (*MOUNTED, "infantry", "infantry", "infantry", "artillery")
RULINGS: dict[str, tuple[Any, ...]] = {
    "mixed_opponents": ("strict", "generous"),
    "lancers_as_light_keep_foot_bonus": ("no", "yes"),
    "lancers_pursuing_count_as_charging": ("no", "yes"),
    "fractions": ("down", "nearest", "up"),
    "split": ("even", "by_figures"),
    "foot_pushed_back_by_mixed": ("rout_if_any_cavalry", "rout_if_all_cavalry", "by_counting_unit"),
    "halving_covers": ("infantry", "foot"),
    "halving_terrain": ("open_only", "always"),
    "beaten_artillery_rate": ("none", 12),
    "square_beats_cavalry_by_1_2": ("pushed_back", "fall_back"),
    "buildings_and_height": ("add", "best"),
}


def random_scenario(random: Random, most: int = 3, dice: float = 1.0) -> dict[str, Any]:
    """Return a sound scenario of up to *most* units a side; each roll is given with the chance *dice*."""
    round_ = random.choice((1, 1, 2))
    sides = [
        {"name": name, "units": [_unit(random, f"{name}{i}", round_) for i in range(random.randint(1, most))]}
        for name in "AB"
    ]
    scenario: dict[str, Any] = {"rules": "gdb", "sides": sides}
    if random.random() < 0.3:
        scenario["terrain"] = random.choice(("open", "difficult"))
    if random.random() < 0.2:
        scenario["scale"] = random.choice(("15mm", "28mm"))
    if random.random() < 0.5:
        scenario["rulings"] = {
            key: random.choice(values) for key, values in RULINGS.items() if random.random() < 0.4
        }
    if round_ > 1:
        scenario["round"] = round_
    _area(random, scenario)
    _narrow(random, scenario)
    for side in sides:
        _mark_largest(random, side["units"])
        _pass_through(random, scenario, side["units"])
        for unit in side["units"]:
            if random.random() < dice:
                two = [random.randint(1, 6), random.randint(1, 6)]
                unit["roll"] = random.choice((sum(two), two))
    return scenario


def scenarios(most: int = 3, dice: float = 1.0) -> st.SearchStrategy[dict[str, Any]]:
    """Return the strategy of sound scenarios of up to *most* units a side."""
    return st.integers(0, 2**40).map(lambda seed: random_scenario(Random(seed), most, dice))


def _unit(random: Random, name: str, round_: int) -> dict[str, Any]:
    arm = random.choice(ARMS)
    figures = random.choice((1, 6, 12, 12, 18, 24, 24, 36, random.randint(1, 60)))
    unit: dict[str, Any] = {"name": name, "type": arm, "figures": figures}

    def maybe(chance: float) -> bool:
        return random.random() < chance

    if maybe(0.3):
        unit["initial"] = figures + random.choice((0, 1, figures, 2 * figures))
    if maybe(0.2):
        unit["fighting"] = random.randint(1, figures)
    if maybe(0.4):
        unit["quality"] = random.choice(("guard", "elite", "veteran", "line", "second_line", "conscript"))
    formations = {
        "infantry": ("none", "line", "column", "column", "square", "square"),
        "artillery": ("none", "line"),
    }.get(arm, ("none", "line", "column", "company_column"))
    if maybe(0.6):
        unit["formation"] = random.choice(formations)
    if maybe(0.2):
        unit["british"] = True
    if arm in MOUNTED and maybe(0.3):
        unit["horses"] = random.choice(("good", "average", "poor"))
    if arm in MOUNTED and maybe(0.3):
        unit["straight_cm"] = random.choice((0, 4, 5, 20))
    if maybe(0.3):
        unit["cover"] = random.choice(("cover", "building"))
        if unit["cover"] == "building" and maybe(0.3):
            unit["building_bonus"] = random.randint(2, 5)
        if maybe(0.3):
            unit["place"] = random.choice(("farm", "church"))
    if maybe(0.25):
        unit["order"] = random.choice(("good", "disordered", "wavering", "retreating"))
    if maybe(0.15) and unit.get("order") != "retreating":
        unit["reinforcing"] = True
    actions = (
        ["none", "charging"] if unit.get("reinforcing") else ["none", "charging", "pursuing", "pressing"]
    )
    if unit.get("cover") == "building" or (round_ > 1 and not unit.get("reinforcing")):
        actions.remove("charging")
    if maybe(0.6):
        unit["action"] = random.choice(actions)
    if maybe(0.15):
        unit["pushed_back"] = True
    if maybe(0.15) and unit.get("formation") != "square":
        unit["attacked"] = random.choice(("front", "flank", "rear"))
    if maybe(0.2):
        unit["higher"] = True
    if arm == "infantry" and maybe(0.5):
        unit["follow_up"] = random.choice(("press", "press", "stand"))
    if maybe(0.15):
        unit["modifiers"] = [
            {"value": random.randint(-3, 3), "reason": random.choice(("general", "mud", ""))}
            for _ in range(random.randint(1, 2))
        ]
    return unit


def _inside(side: dict[str, Any]) -> list[dict[str, Any]]:
    return [unit for unit in side["units"] if unit.get("cover") == "building"]


def _area(random: Random, scenario: dict[str, Any]) -> None:
    if any(_inside(side) for side in scenario["sides"]) and random.random() < 0.6:
        scenario["built_up"] = {"capacity": random.randint(1, 3)}
        if random.random() < 0.3:
            scenario["built_up"]["sectors"] = True


def _narrow(random: Random, scenario: dict[str, Any]) -> None:
    """Leave some pairs out of contact, so that everybody keeps an enemy and an area is fought as a whole."""
    first, second = scenario["sides"]
    if random.random() < 0.6:
        return
    for mine, theirs in ((first, second), (second, first)):
        for unit in mine["units"]:
            if random.random() < 0.5:
                names = [enemy["name"] for enemy in theirs["units"]]
                unit["against"] = random.sample(names, random.randint(1, len(names)))
    area = scenario.get("built_up")
    undivided = area and not area.get("sectors") and not (_inside(first) and _inside(second))
    held = [bool(_inside(first)), bool(_inside(second))]
    for s, (mine, theirs) in enumerate(((first, second), (second, first))):
        for unit in mine["units"]:
            if "against" not in unit:
                continue
            if undivided and held[1 - s]:
                needed = [enemy["name"] for enemy in _inside(theirs)]
                unit["against"] += [name for name in needed if name not in unit["against"]]
            if undivided and held[s] and unit.get("cover") == "building":
                del unit["against"]
    for _ in range(20):
        lonely = [
            (unit, theirs)
            for mine, theirs in ((first, second), (second, first))
            for unit in mine["units"]
            if not any(_meet(unit, enemy) for enemy in theirs["units"])
        ]
        if not lonely:
            return
        unit, theirs = lonely[0]
        unit.pop("against", None)
        for enemy in theirs["units"]:
            enemy.pop("against", None)


def _meet(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return other["name"] in one.get("against", [other["name"]]) and one["name"] in other.get(
        "against", [one["name"]]
    )


def _mark_largest(random: Random, units: list[dict[str, Any]]) -> None:
    most = max(unit.get("fighting", unit["figures"]) for unit in units)
    if random.random() < 0.3:
        tied = [unit for unit in units if unit.get("fighting", unit["figures"]) == most]
        random.choice(tied)["largest"] = True


def _pass_through(random: Random, scenario: dict[str, Any], units: list[dict[str, Any]]) -> None:
    for unit in units:
        if not unit.get("reinforcing") or random.random() < 0.3:
            continue
        for friend in units:
            in_line = unit.get("formation", "line" if unit.get("cover") != "building" else "none") == "line"
            both_mounted = unit["type"] in MOUNTED and friend["type"] in MOUNTED and in_line
            into_the_area = (
                unit["type"] == "infantry" and friend.get("cover") == "building" and "built_up" in scenario
            )
            if friend is not unit and (both_mounted or into_the_area):
                unit["through"] = friend["name"]
