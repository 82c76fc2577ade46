"""What a reader of the result should know: answers that could not be used, wounds nobody keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.systems.whfb8.fleeing import ties
from melee_cli.systems.whfb8.states import Chosen

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.combat import Combat

Units = Mapping[int, Mapping[str, Any]]


def notes(combat: Combat, chosen: Chosen, units: Units) -> list[Message]:
    """Return the notes on the result, *units* being the units' results by index."""
    found = list(_of_the_winner(combat))
    if chosen.broken:
        found += _of_pursuit(combat, chosen)
        found += _of_flight(combat, chosen)
    if combat.crumbled:
        found += _of_crumbling(combat, units)
    return found


def _of_the_winner(combat: Combat) -> Iterator[Message]:
    one, other = combat.parties
    if not one.alive and not other.alive:
        yield M("Both sides are wiped out: a draw, whatever the points")
        return
    winner, loser = combat.winner, combat.loser
    if winner and loser and not loser.alive and loser.total >= winner.total:
        yield M("{side} lost, whatever the points: wiped out", side=loser.name)


def _of_pursuit(combat: Combat, chosen: Chosen) -> Iterator[Message]:
    for who, target in chosen.targets:
        troop = combat.troops[who]
        options = combat.targets(troop, chosen.broken) or ()
        names = [enemy.name for enemy in options]
        if target is None or len(names) < 2 or troop.unit.pursue in names:
            continue
        if troop.unit.pursue is None:
            yield M(
                "{unit} could pursue {options}; nothing was said, so the target is {target}",
                unit=troop.name,
                options=Phrases(tuple(names), "or"),
                target=combat.troops[target].name,
            )
        else:
            yield M(
                "{unit} cannot pursue {named}; the target is {target}",
                unit=troop.name,
                named=troop.unit.pursue,
                target=combat.troops[target].name,
            )


def _of_flight(combat: Combat, chosen: Chosen) -> Iterator[Message]:
    if not combat.terms.direction:
        return
    for index in chosen.broken:
        troop = combat.troops[index]
        named = troop.unit.flees_from
        if named is not None and all(enemy.name != named for enemy in ties(troop)):
            yield M(
                "{unit} cannot flee from {named}: not among the enemies with the most ranks",
                unit=troop.name,
                named=named,
            )


def _of_crumbling(combat: Combat, units: Units) -> Iterator[Message]:
    for index, wounds in combat.crumbled.items():
        troop = combat.troops[index]
        if units[index]["outcome"] != "crumbles":
            continue
        if troop.models is None:
            yield M(
                "{unit}: how many models it has is not known, so see whether any is left", unit=troop.name
            )
        elif left := wounds % troop.unit.wounds_each:
            yield MN(
                "{unit}: {n} wound on a single model is not carried into the next round",
                "{unit}: {n} wounds on a single model are not carried into the next round",
                left,
                unit=troop.name,
            )
