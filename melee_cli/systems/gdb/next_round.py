"""What goes on: the scenario of the next round, and what stays with a unit from melee to melee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from melee_cli.systems.gdb.casualties import End
from melee_cli.systems.gdb.contact import Encounter, Fighter
from melee_cli.systems.gdb.results import STAYS_IN_MELEE

# What a unit keeps as it was said; the rest belongs to one round or is worked out anew.
KEPT = ("name", "type", "quality", "british", "horses", "order", "attacked")
MET_BY = {"pushed_back": "press", "press": "pushed_back", STAYS_IN_MELEE: STAYS_IN_MELEE}
BUILDINGS = ("cover", "place", "building_bonus")
LEFT_BEHIND = (*BUILDINGS, "higher")


def next_round(melee: Encounter, end: End) -> dict[str, Any] | None:
    """Return the scenario of the next round, None where nobody is left in contact."""
    met = _still_in_contact(melee, end)
    if not met:
        return None
    scenario = melee.scenario
    sides: list[dict[str, Any]] = [
        {
            "name": name,
            "units": [_carried_over(melee, end, fighter, met) for fighter in side if fighter.index in met],
        }
        for name, side in zip(melee.names, melee.sides, strict=True)
    ]
    following = {"rules": scenario.rules, **_as_said(scenario, ("title", "terrain", "scale"))}
    if scenario.built_up and any(unit.get("cover") == "building" for side in sides for unit in side["units"]):
        area = scenario.built_up
        built_up = _as_said(area, ("capacity", "sectors"))
        if not area.sectors and _fights_in_parts(sides):
            built_up["sectors"] = True
        following["built_up"] = built_up
    following["sides"] = sides
    if rulings := _rulings(melee):
        following["rulings"] = rulings
    following |= _as_said(scenario, ("house", "seed"))
    following["round"] = scenario.round + 1
    return following


def _as_said(part: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    """Return what *part* of the scenario says under *keys*, where it says something."""
    said, values = part.model_fields_set, vars(part)
    return {key: values[key] for key in keys if key in said and values[key] is not None}


def _still_in_contact(melee: Encounter, end: End) -> dict[int, list[Fighter]]:
    """Return for each unit that fights on the enemies it is still in contact with.

    These are a pushed-back unit and each enemy that presses it, and after a draw two units that both
    go on; units without figures are out.
    """
    met: dict[int, list[Fighter]] = {}
    for fighter in melee.fighters:
        outcome = end.outcomes[fighter.index][0]
        met_by = MET_BY.get(outcome)
        if met_by is None or not _left(end, fighter):
            continue
        enemies = [
            enemy
            for enemy in map(melee.fighters.__getitem__, fighter.opposition.places)
            if end.outcomes[enemy.index][0] == met_by and _left(end, enemy)
        ]
        if enemies:
            met[fighter.index] = enemies
    return met


def _left(end: End, fighter: Fighter) -> int:
    return fighter.figures - end.losses[fighter.index]


def _carried_over(
    melee: Encounter, end: End, fighter: Fighter, met: dict[int, list[Fighter]]
) -> dict[str, Any]:
    """Return one unit as it is at the start of the next round."""
    unit, outcome = fighter.unit, end.outcomes[fighter.index][0]
    figures = _left(end, fighter)
    pushed = outcome == "pushed_back"
    kept = _as_said(unit, KEPT)
    kept["figures"] = figures
    if unit.fighting is not None:
        kept["fighting"] = min(unit.fighting, figures)
    kept["initial"] = fighter.initial
    kept["formation"] = fighter.formation
    if outcome == "press":
        kept["action"] = "pressing"
    if pushed:
        kept["pushed_back"] = True
    if unit.reinforcing and fighter.tables.reinforcing_is_disordered:
        kept["order"] = "disordered"
    moves = pushed or outcome == "press"
    stays_inside = pushed and unit.cover == "building" and melee.scenario.built_up is not None
    if stays_inside:
        kept |= _as_said(unit, BUILDINGS)
    elif not moves:
        kept |= _as_said(unit, LEFT_BEHIND)
    kept["against"] = [enemy.name for enemy in met[fighter.index]]
    if unit.modifiers:
        kept["modifiers"] = [
            {"value": entry.value, "reason": entry.reason} if entry.reason else {"value": entry.value}
            for entry in unit.modifiers
        ]
    return kept


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


def _rulings(melee: Encounter) -> dict[str, Any]:
    """Return the switches to write: those given, and those in force that are no default."""
    unusual, given = melee.tables.unusual, melee.scenario.rulings or ()
    if not (unusual or given):
        return {}
    return {key: value for key, value in melee.book.rulings.items() if key in given or key in unusual}


STAYS = ("quality", "british", "horses")


def lasting(unit: Any, after: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return a unit's lasting fields, with the figures that its part of a result, *after*, leaves.

    ``initial`` is always written, so that half lost is known of whatever is left. None for a unit
    without figures.
    """
    figures = unit.figures if after is None else after["figures_after"]
    if not figures:
        return None
    said = unit.model_fields_set
    kept = {key: getattr(unit, key) for key in STAYS if key in said and getattr(unit, key) is not None}
    return {"type": unit.type, "figures": figures, "initial": unit.initial or unit.figures, **kept}
