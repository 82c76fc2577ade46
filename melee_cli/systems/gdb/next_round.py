"""The scenario of the next round: who is still in contact, and what the last round did to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from melee_cli.core.rulings import defaults
from melee_cli.systems.gdb.contact import Fighter
from melee_cli.systems.gdb.outcomes import STAYS_IN_MELEE

if TYPE_CHECKING:
    from melee_cli.systems.gdb.melee import End, Engagement

# What belongs to one round: given anew, or worked out anew, in the next.
DROPPED = frozenset(
    {"roll", "follow_up", "largest", "through", "straight_cm", "reinforcing", "pushed_back", "action"}
)
LEFT_BEHIND = frozenset({"cover", "place", "building_bonus", "higher"})
BUILDINGS = LEFT_BEHIND - {"higher"}


def next_round(melee: Engagement, end: End) -> dict[str, Any] | None:
    """Return the scenario of the next round, None where nobody is left in contact."""
    met = _still_in_contact(melee, end)
    if not met:
        return None
    scenario = melee.scenario
    plain = scenario.model_dump(exclude_unset=True, exclude={"sides", "expect", "built_up", "rulings"})
    sides = [
        {
            "name": name,
            "units": [_carried_over(melee, end, fighter, met) for fighter in side if fighter.index in met],
        }
        for name, side in zip(melee.names, melee.sides, strict=True)
    ]
    following: dict[str, Any] = {"rules": scenario.rules}
    for key in ("title", "terrain", "scale"):
        if key in plain:
            following[key] = plain[key]
    if scenario.built_up and any(unit.get("cover") == "building" for side in sides for unit in side["units"]):
        built_up = scenario.built_up.model_dump(exclude_unset=True)
        if not scenario.built_up.sectors and _fights_in_parts(sides):
            built_up["sectors"] = True
        following["built_up"] = built_up
    following["sides"] = sides
    if rulings := _rulings(melee):
        following["rulings"] = rulings
    for key in ("house", "seed"):
        if plain.get(key) is not None:
            following[key] = plain[key]
    following["round"] = scenario.round + 1
    return following


def _still_in_contact(melee: Engagement, end: End) -> dict[int, list[Fighter]]:
    """Return for each unit that fights on the enemies it is still in contact with.

    These are a pushed-back unit and each enemy that presses it, and after a draw two units that both
    go on; units without figures are out.
    """
    fights_on = {("pushed_back", "press"), ("press", "pushed_back"), (STAYS_IN_MELEE, STAYS_IN_MELEE)}
    met: dict[int, list[Fighter]] = {}
    for fighter in melee.fighters:
        outcome = end.outcomes[fighter.index][0]
        if outcome not in ("pushed_back", "press", STAYS_IN_MELEE) or not _left(end, fighter):
            continue
        enemies = [
            enemy
            for enemy in fighter.opposition.enemies
            if (outcome, end.outcomes[enemy.index][0]) in fights_on and _left(end, enemy)
        ]
        if enemies:
            met[fighter.index] = enemies
    return met


def _left(end: End, fighter: Fighter) -> int:
    return fighter.figures - end.losses[fighter.index]


def _carried_over(
    melee: Engagement, end: End, fighter: Fighter, met: dict[int, list[Fighter]]
) -> dict[str, Any]:
    """Return one unit as it is at the start of the next round."""
    unit, outcome = fighter.unit, end.outcomes[fighter.index][0]
    figures = _left(end, fighter)
    given = unit.model_dump(exclude_unset=True)
    left_behind = LEFT_BEHIND if outcome in ("pushed_back", "press") else frozenset()
    if outcome == "pushed_back" and melee.scenario.built_up and unit.cover == "building":
        left_behind -= BUILDINGS
    changed: dict[str, Any] = {
        "figures": figures,
        "initial": fighter.initial,
        "formation": fighter.formation,
        "against": [enemy.name for enemy in met[fighter.index]],
    }
    if unit.fighting is not None:
        changed["fighting"] = min(unit.fighting, figures)
    if outcome == "press":
        changed["action"] = "pressing"
    if outcome == "pushed_back":
        changed["pushed_back"] = True
    if unit.reinforcing:
        changed["order"] = "disordered"
    kept = {
        key: value
        for key, value in given.items()
        if key not in DROPPED and key not in left_behind and value is not None
    }
    return {**kept, **changed}


def _fights_in_parts(sides: list[dict[str, Any]]) -> bool:
    """Whether an attacker of the area and one of its holders are out of contact.

    That happens where both sides were in the buildings, so that nobody was the attacker and contact
    could be narrowed; they go on fighting in parts of the place, as in its sectors.
    """
    inside = [[u for u in side["units"] if u.get("cover") == "building"] for side in sides]
    if all(inside):
        return False
    holders = inside[0] or inside[1]
    attackers = sides[1 if inside[0] else 0]["units"]
    return any(holder["name"] not in attacker["against"] for holder in holders for attacker in attackers)


def _rulings(melee: Engagement) -> dict[str, Any]:
    """Return the switches to write: those given, and those in force that are no default."""
    house = melee.book.house
    usual = {**defaults(melee.book.system.rulings), **(house.rulings if house else {})}
    given = melee.scenario.rulings or {}
    return {key: value for key, value in melee.book.rulings.items() if key in given or value != usual[key]}
