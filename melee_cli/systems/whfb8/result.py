"""The result of the combat in the shape of the contract, from its last state and what was rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from melee_cli.core.dice import Roll
from melee_cli.core.stages import Record
from melee_cli.systems.whfb8 import breaking, flight, points, pursuit
from melee_cli.systems.whfb8.breaking import LeadershipTest
from melee_cli.systems.whfb8.duties import duties
from melee_cli.systems.whfb8.fight import Troop
from melee_cli.systems.whfb8.fleeing import ties
from melee_cli.systems.whfb8.next_round import next_round
from melee_cli.systems.whfb8.notes import notes
from melee_cli.systems.whfb8.states import Fled

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.combat import Combat


def result(combat: Combat, state: Fled, record: Record) -> Mapping[str, Any]:
    """Return outcome, sides, duties, notes and next round."""
    fates = _fates(combat, state)
    tests = {test.troop.index: test for test in combat.tests}
    units = {
        troop.index: _unit(combat, troop, fates[troop.index], tests.get(troop.index), record)
        for troop in combat.troops
    }
    _flights(combat, state, record, units)
    found = _frame(combat)
    for side, party in zip(found["sides"], combat.parties, strict=True):
        side["units"] = [units[troop.index] for troop in party.troops]
    found["duties"] = duties(combat, units)
    found["notes"] = notes(combat, state.chosen, units)
    found["next_round"] = next_round(combat, {i: outcome for i, (outcome, _) in fates.items()})
    return found


def preview(combat: Combat) -> Mapping[str, Any]:
    """Return what is known before the dice: the points, who wins, and every Break test's target."""
    tests = {test.troop.index: test for test in combat.tests}
    found = _frame(combat)
    for side, party in zip(found["sides"], combat.parties, strict=True):
        side["units"] = [_before(combat, troop, tests.get(troop.index)) for troop in party.troops]
    return found


def _frame(combat: Combat) -> dict[str, Any]:
    winner = combat.winner
    return {
        "outcome": {"winner": winner.name if winner else None, "difference": combat.difference},
        "sides": [
            {
                "name": party.name,
                "score": party.total,
                "result": "draw" if winner is None else "win" if party is winner else "loss",
                "lines": party.lines,
                "withheld": party.withheld,
                "units": [],
            }
            for party in combat.parties
        ],
        "duties": [],
        "notes": [],
        "next_round": None,
    }


def _before(combat: Combat, troop: Troop, test: LeadershipTest | None) -> dict[str, Any]:
    settled = combat.settled.get(troop.index)
    return {
        "name": troop.name,
        "ranks": troop.ranks,
        "disrupted": troop.disrupted,
        "contact": [{"enemy": enemy.name, "part": troop.parts[enemy.index]} for enemy in troop.enemies],
        "steadfast": test.steadfast if test else None,
        "steadfast_reason": test.reason if test else None,
        "outcome": settled or (None if troop.alive else "wiped_out"),
        "crumble_wounds": combat.crumbled.get(troop.index),
        "break_test": test and {"target": test.target, "modifiers": test.lines, "withheld": test.withheld},
    }


def _unit(
    combat: Combat, troop: Troop, fate: tuple[str, str], test: LeadershipTest | None, record: Record
) -> dict[str, Any]:
    restrained = record.choices.get((troop.name, "restrain"))
    return {
        "name": troop.name,
        "ranks": troop.ranks,
        "disrupted": troop.disrupted,
        "contact": [{"enemy": enemy.name, "part": troop.parts[enemy.index]} for enemy in troop.enemies],
        "steadfast": test.steadfast if test else None,
        "steadfast_reason": test.reason if test else None,
        "outcome": fate[0],
        "outcome_rule": fate[1],
        "crumble_wounds": combat.crumbled.get(troop.index),
        "break_test": _test(test, "break", combat.terms.insane_courage, record) if test else None,
        "restrain_test": (
            _test(LeadershipTest(troop, combat.terms), "restrain", combat.terms.restraint, record)
            if restrained
            else None
        ),
        "flight": None,
        "pursuit": None,
    }


def _test(test: LeadershipTest, key: str, always: int | None, record: Record) -> dict[str, Any]:
    name = test.troop.name
    first = record.rolls[name, f"{key}_roll"]
    again = record.rolls.get((name, f"{key}_reroll"))
    roll = again or first
    passed = roll.total <= test.target or roll.total == always
    return {
        "target": test.target,
        **_thrown(roll),
        "rerolled": again is not None,
        "first_roll": first.total if again else None,
        "first_dice": list(first.dice) if again else [],
        "result": "passed" if passed else "failed",
        "modifiers": test.lines,
        "withheld": test.withheld,
    }


def _thrown(roll: Roll) -> dict[str, Any]:
    return {"roll": roll.total, "dice": list(roll.dice), "roll_origin": roll.origin}


def _fates(combat: Combat, state: Fled) -> dict[int, tuple[str, str]]:
    """Return each unit's outcome and the rule that gives it, by index."""
    chosen = state.chosen
    caught = {i: any(flight.caught) for i, flight in zip(chosen.broken, state.flights, strict=True)}
    targets = dict(chosen.targets)
    fates: dict[int, tuple[str, str]] = {}
    for party in combat.parties:
        for troop in party.troops:
            i = troop.index
            if not troop.alive:
                fates[i] = ("wiped_out", points.WINNER.id)
            elif combat.winner is None:
                fates[i] = ("fights_on", points.WINNER.id)
            elif party is combat.loser:
                fates[i] = _losing(combat, troop, caught.get(i))
            else:
                fates[i] = _winning(combat, troop, chosen.broken, targets)
    return fates


def _losing(combat: Combat, troop: Troop, caught: bool | None) -> tuple[str, str]:
    settled = combat.settled.get(troop.index)
    if settled is not None:
        return settled, (breaking.UNBREAKABLE if settled == "holds" else breaking.UNSTABLE).id
    if caught is None:
        return "holds", breaking.BREAK.id
    return ("destroyed", flight.CAUGHT.id) if caught else ("broken", breaking.BREAK.id)


def _winning(
    combat: Combat, troop: Troop, broken: tuple[int, ...], targets: Mapping[int, int | None]
) -> tuple[str, str]:
    if troop.index in targets:
        if targets[troop.index] is None:
            return "restrains", pursuit.RESTRAIN.id
        return "pursues", pursuit.ONE.id
    if combat.targets(troop, broken) is None:
        return "fights_on", pursuit.WHO.id
    return "stays", pursuit.OVERRUN.id


def _flights(combat: Combat, state: Fled, record: Record, units: Mapping[int, dict[str, Any]]) -> None:
    """Write the flights and pursuits into the units' results."""
    for index, end in zip(state.chosen.broken, state.flights, strict=True):
        troop = combat.troops[index]
        pursuers = [combat.troops[who] for who, target in state.chosen.targets if target == index]
        tied = ties(troop) if combat.terms.direction else ()
        away, origin = _direction(troop, tied, record)
        units[index]["flight"] = {
            **_thrown(record.rolls[troop.name, "flee_roll"]),
            "from": away,
            "from_origin": origin,
            "tie": [enemy.name for enemy in tied] if len(tied) > 1 else [],
            "caught": any(end.caught),
            "caught_by": [who.name for who, hit in zip(pursuers, end.caught, strict=True) if hit],
        }
        for who, hit in zip(pursuers, end.caught, strict=True):
            units[who.index]["pursuit"] = {
                "target": troop.name,
                **_thrown(record.rolls[who.name, "pursuit_roll"]),
                "catches": hit,
            }


def _direction(troop: Troop, tied: tuple[Troop, ...], record: Record) -> tuple[str | None, str | None]:
    """Return from whom *troop* flees and what settled it; nothing where a caught unit's tie stays open."""
    if len(tied) < 2:
        return (tied[0].name, "most_ranks") if tied else (None, None)
    given = troop.unit.flees_from
    if given is not None and any(enemy.name == given for enemy in tied):
        return given, "entered"
    drawn = record.choices.get((troop.name, "flees_from"))
    return (str(drawn), "rolled") if drawn is not None else (None, None)
