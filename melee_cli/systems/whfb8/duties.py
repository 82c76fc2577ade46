"""What the players still do on the table, in its order: removals, flights, pursuits, overruns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.systems.whfb8 import breaking, flight, pursuit
from melee_cli.systems.whfb8.fight import Party, Troop

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.combat import Combat

Units = Mapping[int, Mapping[str, Any]]


def duties(combat: Combat, units: Units) -> list[dict[str, Any]]:
    """Return the duties of both sides, the losers' first; *units* are the units' results by index."""
    if combat.winner is None or combat.loser is None:
        return []
    loser = combat.scenario.sides[combat.parties.index(combat.loser)]
    winner = combat.scenario.sides[combat.parties.index(combat.winner)]
    outcomes = {unit["outcome"] for unit in units.values()}
    found: list[dict[str, Any]] = []
    if "destroyed" in outcomes or combat.crumbled:
        found += _removals(combat.loser, units)
    if "broken" in outcomes:
        found += _flights(combat, combat.loser, units, loser.flee_order or ())
    if "pursues" in outcomes and combat.terms.pursuit_moves:
        found += _pursuits(combat, combat.winner, units, winner.pursuit_order or ())
    if "stays" in outcomes and combat.terms.overrun:
        found += _overruns(combat.winner, units)
    return found


def _duty(rule: str, party: Party, unit: str | None, text: Message) -> dict[str, Any]:
    return {"rule": rule, "side": party.name, "unit": unit, "text": text}


def _removals(party: Party, units: Units) -> Iterator[dict[str, Any]]:
    for troop in party.troops:
        unit = units[troop.index]
        wounds = unit["crumble_wounds"]
        if wounds is not None and unit["outcome"] == "destroyed":
            text = M("Remove {unit}: crumbled away", unit=troop.name)
            yield _duty(breaking.UNSTABLE.id, party, troop.name, text)
        elif wounds is not None:
            text = MN(
                "Take {n} more wound from {unit}, without a save",
                "Take {n} more wounds from {unit}, without saves",
                wounds,
                unit=troop.name,
            )
            yield _duty(breaking.UNSTABLE.id, party, troop.name, text)
        elif unit["outcome"] == "destroyed":
            by = Phrases(tuple(unit["flight"]["caught_by"]))
            text = M("Remove {unit}: caught by {pursuers}", unit=troop.name, pursuers=by)
            yield _duty(flight.CAUGHT.id, party, troop.name, text)


def _flights(combat: Combat, party: Party, units: Units, order: Sequence[str]) -> Iterator[dict[str, Any]]:
    going = in_order([t for t in party.troops if units[t.index]["outcome"] == "broken"], order)
    if len(going) > 1 and combat.terms.flight_order:
        yield _duty(flight.ORDER.id, party, None, _order(going, order))
    for troop in going:
        fled = units[troop.index]["flight"]
        if fled["from"] is None:
            text = M('{unit} must flee {distance}"', unit=troop.name, distance=fled["roll"])
            yield _duty(flight.ROLL.id, party, troop.name, text)
        else:
            text = M(
                'Turn {unit} straight away from {enemy} and flee {distance}"',
                unit=troop.name,
                enemy=fled["from"],
                distance=fled["roll"],
            )
            yield _duty(flight.FROM.id, party, troop.name, text)
    if going and combat.terms.overlap:
        text = M("A unit that stands on another after turning goes on all the same, and stays on the table")
        yield _duty(flight.OVERLAP.id, party, None, text)


def _pursuits(combat: Combat, party: Party, units: Units, order: Sequence[str]) -> Iterator[dict[str, Any]]:
    going = in_order([t for t in party.troops if units[t.index]["pursuit"] is not None], order)
    if len(going) > 1:
        yield _duty(pursuit.MOVE.id, party, None, _order(going, order))
    fleeing = [units[t.index] for t in combat.troops if units[t.index]["outcome"] == "broken"]
    for troop in going:
        chase = units[troop.index]["pursuit"]
        slower = tuple(
            unit["name"]
            for unit in fleeing
            if unit["name"] != chase["target"] and unit["flight"]["roll"] < chase["roll"]
        )
        text = M(
            'Turn {unit} towards {target} and pursue {distance}"',
            unit=troop.name,
            target=chase["target"],
            distance=chase["roll"],
        )
        if slower:
            text = M(
                '{move}; on reaching {others}, stop 1" away',
                move=text,
                others=Phrases(slower, "or"),
            )
        yield _duty(pursuit.MOVE.id, party, troop.name, text)


def _overruns(party: Party, units: Units) -> Iterator[dict[str, Any]]:
    for troop in party.troops:
        if units[troop.index]["outcome"] == "stays" and troop.unit.charged:
            text = M("{unit} charged this turn and may overrun: no enemy left", unit=troop.name)
            yield _duty(pursuit.OVERRUN.id, party, troop.name, text)


def in_order(troops: Sequence[Troop], order: Sequence[str]) -> list[Troop]:
    """Return *troops* in the players' *order*, those it leaves out after it as they stand."""
    if not order:
        return list(troops)
    rank = {name: place for place, name in reversed(list(enumerate(order)))}
    return sorted(troops, key=lambda troop: rank.get(troop.name, len(rank)))


def _order(troops: Sequence[Troop], order: Sequence[str]) -> Message:
    names = tuple(troop.name for troop in troops)
    if any(name in order for name in names):
        return M("They move in this order: {units}", units=Phrases(names, ","))
    return M("Their player chooses in which order {units} move", units=Phrases(names))
