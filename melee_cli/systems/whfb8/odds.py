"""What odds count of an end of the combat: who holds, breaks, is destroyed, and who catches whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from melee_cli.core.stages import Facts, UnitFacts
from melee_cli.systems.whfb8.states import Chosen, Fled, Flight

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.combat import Combat

Flags = Mapping[str, Any]
HOLDS: Flags = {"holds": True, "breaks": False, "destroyed": False}
BREAKS: Flags = {"holds": False, "breaks": True, "destroyed": False}
CAUGHT: Flags = {"holds": False, "breaks": True, "destroyed": True}
CRUMBLED: Flags = {"holds": False, "breaks": False, "destroyed": True}
CATCHES: Flags = {"catches": True}
MISSES: Flags = {"catches": False}


def facts(combat: Combat, state: Chosen | Fled) -> Facts:
    """Return what counts of *state*; before the flights a broken unit is not yet destroyed.

    Every unit of the losing side that is not wiped out is there, and of the winning side every unit
    that pursues.
    """
    chosen = state.chosen if isinstance(state, Fled) else state
    winner = combat.winner.name if combat.winner else None
    units: dict[str, Flags] = {}
    if combat.loser:
        for troop in combat.loser.troops:
            if troop.alive:
                settled = combat.settled.get(troop.index)
                units[troop.name] = (
                    BREAKS if troop.index in chosen.broken else CRUMBLED if settled == "destroyed" else HOLDS
                )
        for who, target in chosen.targets:
            if target is not None:
                units[combat.troops[who].name] = MISSES
    if isinstance(state, Fled):
        for place, flight in enumerate(state.flights):
            units.update(part(combat, chosen, place, flight))
    return Facts(winner, combat.difference, None, units)


def part(combat: Combat, state: Chosen, lane: int, end: Flight) -> UnitFacts:
    """Return what one flight decides of the fleeing unit and of those who pursue it."""
    index = state.broken[lane]
    units: dict[str, Flags] = {combat.troops[index].name: CAUGHT if any(end.caught) else BREAKS}
    pursuers = (who for who, target in state.targets if target == index)
    for who, caught in zip(pursuers, end.caught, strict=True):
        units[combat.troops[who].name] = CATCHES if caught else MISSES
    return units
