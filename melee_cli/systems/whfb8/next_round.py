"""What goes on after a combat: the next round as a whole scenario, and what stays with a unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from melee_cli.systems.whfb8.combat import Combat
from melee_cli.systems.whfb8.units import Troop, models_of

STILL_FIGHTING = frozenset({"holds", "crumbles", "fights_on"})
DROPPED = frozenset(
    {
        "wounds",
        "overkill",
        "charged",
        "break_roll",
        "break_reroll",
        "restrain",
        "restrain_roll",
        "restrain_reroll",
        "pursue",
        "flee_roll",
        "pursuit_roll",
        "flees_from",
        "attacks",
        "blows",
        "mount_blows",
        "impact_blows",
        "stomp_blows",
        "fear_failed",
        "first_round",
    }
)
MODELS = frozenset({"profile", "mount"})
ENTRIES = frozenset({"other", "break_modifiers"})
CARRIED = ("rules", "title", "rulings", "house", "seed")


def next_round(combat: Combat, units: Mapping[int, Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the scenario of the next round, None where no two enemy units in contact are left.

    *units* are the units' results by index: one goes on if it holds, crumbles or fights on and still
    touches such an enemy.
    """
    going = {index for index, unit in units.items() if unit["outcome"] in STILL_FIGHTING}
    if not going:
        return None
    sides = []
    for party, side in zip(combat.parties, combat.scenario.sides, strict=True):
        kept = [
            _unit(combat, troop, foes)
            for troop in party.troops
            if troop.index in going and (foes := [e for e in troop.enemies if e.index in going])
        ]
        if not kept:
            return None
        sides.append({"name": side.name, "units": kept})
    scenario = combat.scenario
    carried = {key: value for key in CARRIED if (value := getattr(scenario, key)) is not None}
    return {**carried, "round": scenario.round + 1, "sides": sides}


def _unit(combat: Combat, troop: Troop, foes: list[Troop]) -> dict[str, Any]:
    """Return what the scenario says of *troop* as it stands in the next round, its contact written out."""
    unit = troop.unit
    said = unit.model_fields_set - DROPPED
    kept = {key: value for key, value in unit.__dict__.items() if key in said and value is not None}
    for key in ENTRIES & said:
        if key in kept:
            kept[key] = [{"value": entry.value, "reason": entry.reason} for entry in kept[key]]
    for key in MODELS & said:
        if key in kept:
            kept[key] = kept[key].model_dump(exclude_unset=True)
    wounds = combat.crumbled.get(troop.index, 0) + unit.wounds_lost
    models = troop.models
    if models is not None and (lost := wounds // unit.wounds_each):
        kept["models"] = models - lost
    if unit.profile is not None:
        kept.pop("wounds_each", None)
        kept["wounds_lost"] = wounds % unit.wounds_each
        if "fighting" in kept and unit.fighting is not None:
            left = kept["models"]
            named = {foe.name for foe in foes}
            kept["fighting"] = {n: min(many, left) for n, many in unit.fighting.items() if n in named}
    kept["attacks"] = {enemy.name: troop.parts[enemy.index] for enemy in foes}
    return kept


STAYS = (
    "type",
    "models",
    "width",
    "ranks",
    "wounds_each",
    "skirmishing",
    "leadership",
    "standard",
    "battle_standard",
    "musician",
    "stubborn",
    "unbreakable",
    "unstable",
    "cold_blooded",
    "swiftstride",
    "profile",
    "champion",
    "mount",
    "base_mm",
    "wounds_lost",
)
GONE = frozenset({"destroyed", "wiped_out"})


def lasting(unit: Any, after: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return a unit's lasting fields, less the models that crumbled by its part of a result, *after*.

    Models are counted after casualties already when a combat is entered. None for a unit that is gone.
    """
    said = unit.model_fields_set
    kept = {key: getattr(unit, key) for key in STAYS if key in said and getattr(unit, key) is not None}
    for key in MODELS & kept.keys():
        kept[key] = kept[key].model_dump(exclude_unset=True)
    if after is None:
        return kept
    if after["outcome"] in GONE:
        return None
    models = after.get("models_left", models_of(unit))
    each = unit.profile.w if unit.profile else unit.wounds_each
    lost, pending = divmod((after.get("crumble_wounds") or 0) + after.get("wounds_lost", 0), each)
    if models is not None and (lost or "models_left" in after):
        kept["models"] = models - lost
    if unit.profile is not None:
        kept["wounds_lost"] = pending
    return kept
