"""The next round of the combat as a whole scenario: who still fights whom, dice and wounds left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from melee_cli.systems.whfb8.fight import Troop
from melee_cli.systems.whfb8.troops import models_of

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.combat import Combat

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
    }
)
ENTRIES = frozenset({"other", "break_modifiers"})


def next_round(combat: Combat, outcomes: Mapping[int, str]) -> dict[str, Any] | None:
    """Return the scenario of the next round, None where no two enemy units in contact are left.

    A unit goes on if it holds, crumbles or fights on and still touches such an enemy.
    """
    going = {index for index, outcome in outcomes.items() if outcome in STILL_FIGHTING}
    sides = []
    for party, side in zip(combat.parties, combat.scenario.sides, strict=True):
        units = [
            _unit(combat, troop, foes)
            for troop in party.troops
            if troop.index in going and (foes := [e for e in troop.enemies if e.index in going])
        ]
        if not units:
            return None
        sides.append({"name": side.name, "units": units})
    scenario = combat.scenario
    return {
        **{key: value for key, value in _said(scenario).items() if key not in ("sides", "expect", "round")},
        "round": scenario.round + 1,
        "sides": sides,
    }


def _said(model: Any) -> dict[str, Any]:
    """Return what the scenario says of *model*, in the order of its fields."""
    said = model.model_fields_set
    return {key: value for key, value in model.__dict__.items() if key in said and value is not None}


def _unit(combat: Combat, troop: Troop, foes: list[Troop]) -> dict[str, Any]:
    """Return *troop* as it stands in the next round, its contact written out."""
    kept: dict[str, Any] = {}
    for key, value in _said(troop.unit).items():
        if key in ENTRIES:
            kept[key] = [{"value": entry.value, "reason": entry.reason} for entry in value]
        elif key not in DROPPED:
            kept[key] = value
    wounds = combat.crumbled.get(troop.index)
    models = models_of(troop.unit)
    if wounds is not None and models is not None and (lost := wounds // troop.unit.wounds_each):
        kept["models"] = models - lost
    kept["attacks"] = {enemy.name: troop.parts[enemy.index] for enemy in foes}
    return kept
