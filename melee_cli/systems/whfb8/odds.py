"""What odds count of an end of the combat: who holds, breaks, is destroyed, and who catches whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from melee_cli.core.messages import M, Message
from melee_cli.core.stages import Facts, UnitFacts
from melee_cli.systems.whfb8.combat import Combat
from melee_cli.systems.whfb8.flight import Chosen, Fled, Flight
from melee_cli.systems.whfb8.units import Scenario

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


#: What troops of a type may carry instead of what they have, where that is among it.
WEAPONS: Mapping[str, Mapping[str, Message]] = {
    "infantry": {
        "hand_weapon_and_shield": M("hand weapon and shield"),
        "spear": M("spears"),
        "halberd": M("halberds"),
        "great_weapon": M("great weapons"),
        "two_hand_weapons": M("two hand weapons"),
    },
    "cavalry": {"lance": M("lances"), "cavalry_spear": M("cavalry spears")},
}
Variation = tuple[Message, Mapping[str, Any]]


def variations(scenario: Scenario) -> Iterator[Variation]:
    """Return each change of *scenario* with its name, as a whole scenario."""
    plain = scenario.model_dump(exclude_unset=True)
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            if unit.models == 0:
                continue
            charged = (
                M("{unit} does not charge", unit=unit.name)
                if unit.charged
                else M("{unit} charges", unit=unit.name)
            )
            yield charged, _with(plain, s, u, charged=not unit.charged)
            height = (
                M("{unit} leaves the higher ground", unit=unit.name)
                if unit.high_ground
                else M("{unit} takes the higher ground", unit=unit.name)
            )
            yield height, _with(plain, s, u, high_ground=not unit.high_ground)
            yield from _parts(plain, s, u)
            if unit.profile is not None:
                yield from _drawn_up(plain, s, u)
            if len(side.units) > 1:
                yield M("without {unit}", unit=unit.name), _without(plain, s, u)


def _with(plain: Mapping[str, Any], s: int, u: int, **fields: Any) -> dict[str, Any]:
    changed: dict[str, Any] = deepcopy(dict(plain))
    changed["sides"][s]["units"][u].update(fields)
    return changed


def _parts(plain: Mapping[str, Any], s: int, u: int) -> Iterator[Variation]:
    """Return the unit in another part of each enemy whose part it names."""
    unit = plain["sides"][s]["units"][u]
    attacks = unit.get("attacks") or {}
    for enemy, part in attacks.items():
        texts = {
            "front": M("{unit} in the front of {enemy}", unit=unit["name"], enemy=enemy),
            "flank": M("{unit} in the flank of {enemy}", unit=unit["name"], enemy=enemy),
            "rear": M("{unit} in the rear of {enemy}", unit=unit["name"], enemy=enemy),
        }
        for other, text in texts.items():
            if other != part:
                yield text, _with(plain, s, u, attacks={**attacks, enemy: other})


def _drawn_up(plain: Mapping[str, Any], s: int, u: int) -> Iterator[Variation]:
    """Return the unit of troops with a profile wider and narrower, and with other weapons."""
    unit = plain["sides"][s]["units"][u]
    name, width, models = unit["name"], unit.get("width"), unit.get("models") or 1
    if width is not None and width < models:
        yield M("{unit} one file wider", unit=name), _with(plain, s, u, width=width + 1)
    if width is not None and width > 1:
        yield M("{unit} one file narrower", unit=name), _with(plain, s, u, width=width - 1)
    weapons = WEAPONS.get(unit.get("type", "infantry"), {})
    carried = unit["profile"].get("weapon", "hand_weapon")
    for weapon, label in weapons.items():
        if weapon != carried and carried in weapons:
            text = M("{unit} with {weapon}", unit=name, weapon=label)
            yield text, _with(plain, s, u, profile={**unit["profile"], "weapon": weapon})


def _without(plain: Mapping[str, Any], s: int, u: int) -> dict[str, Any]:
    """Return the scenario without one unit, and without what others say of it."""
    changed: dict[str, Any] = deepcopy(dict(plain))
    gone = changed["sides"][s]["units"].pop(u)["name"]
    for side in changed["sides"]:
        for key in ("flee_order", "pursuit_order"):
            if side.get(key):
                side[key] = [name for name in side[key] if name != gone]
        for unit in side["units"]:
            for key in ("attacks", "fighting", "blows", "mount_blows", "impact_blows", "stomp_blows"):
                if unit.get(key):
                    unit[key] = {name: said for name, said in unit[key].items() if name != gone}
            for key in ("pursue", "flees_from"):
                if unit.get(key) == gone:
                    del unit[key]
    return changed


Unit = Mapping[str, Any]


def break_target(unit: Unit) -> int | None:
    """Return the target of its Break test, None where it took none."""
    test = unit["break_test"]
    return None if test is None else int(test["target"])


def modifiers(unit: Unit) -> Any:
    """Return the lines of its Break test's target."""
    return unit["break_test"]["modifiers"] if unit["break_test"] else []


def withheld(unit: Unit) -> Any:
    """Return what was withheld from its Break test's target."""
    return unit["break_test"]["withheld"] if unit["break_test"] else []


def caught(unit: Unit) -> bool:
    """Return whether it fled and was caught."""
    return bool(unit["flight"] and unit["flight"]["caught"])


def flees_from(unit: Unit) -> str | None:
    """Return the enemy it flees from, None where it does not flee or there is none."""
    return unit["flight"]["from"] if unit["flight"] else None


def models_left(unit: Unit) -> int | None:
    """Return how many models the blows have left it, None where there were none."""
    return unit.get("models_left")


def attacks(unit: Unit) -> dict[str, int]:
    """Return with how many attacks its blows were struck, those of one kind on all enemies together."""
    found: dict[str, int] = {}
    for blow in unit.get("blows", ()):
        found[blow["kind"]] = found.get(blow["kind"], 0) + blow["attacks"]
    return found


EXPECTATIONS: Mapping[str, Callable[[Unit], Any]] = {
    "break_target": break_target,
    "attacks": attacks,
    "caught": caught,
    "flees_from": flees_from,
    "models_left": models_left,
    "modifiers": modifiers,
    "withheld": withheld,
}
