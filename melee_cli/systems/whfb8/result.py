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
from melee_cli.systems.whfb8.states import Chosen, Fled

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.combat import Combat


def result(combat: Combat, state: Fled, record: Record) -> Mapping[str, Any]:
    """Return outcome, sides, duties, notes and next round."""
    chosen = state.chosen
    caught = {i: flight.caught for i, flight in zip(chosen.broken, state.flights, strict=True)}
    targets = dict(chosen.targets)
    tests = {test.troop.index: test for test in combat.tests}
    units: dict[int, dict[str, Any]] = {}
    found = _frame(combat)
    for side, party in zip(found["sides"], combat.parties, strict=True):
        for troop in party.troops:
            index = troop.index
            unit = _plain(combat, troop, tests.get(index))
            units[index] = unit
            side["units"].append(unit)
            if not troop.alive:
                unit["outcome"], unit["outcome_rule"] = "wiped_out", points.WINNER.id
            elif combat.winner is None:
                unit["outcome"], unit["outcome_rule"] = "fights_on", points.WINNER.id
            elif party is combat.winner:
                _winning(combat, troop, chosen, targets, record, unit)
            else:
                _losing(combat, troop, tests.get(index), caught.get(index), record, unit)
    if caught:
        _flights(combat, state, record, units)
    found["duties"] = duties(combat, units)
    found["notes"] = notes(combat, chosen, units)
    found["next_round"] = next_round(combat, units)
    return found


def preview(combat: Combat) -> Mapping[str, Any]:
    """Return what is known before the dice: the points, who wins, and every Break test's target."""
    tests = {test.troop.index: test for test in combat.tests}
    found = _frame(combat)
    for side, party in zip(found["sides"], combat.parties, strict=True):
        side["units"] = [_plain(combat, troop, tests.get(troop.index)) for troop in party.troops]
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


def _plain(combat: Combat, troop: Troop, test: LeadershipTest | None) -> dict[str, Any]:
    """Return what is known of *troop* before any dice, its outcome where that is settled."""
    settled = combat.settled.get(troop.index)
    return {
        "name": troop.name,
        "ranks": troop.ranks,
        "disrupted": troop.disrupted,
        "contact": [{"enemy": enemy.name, "part": troop.parts[enemy.index]} for enemy in troop.enemies],
        "steadfast": test.steadfast if test else None,
        "steadfast_reason": test.reason if test else None,
        "outcome": settled or (None if troop.alive else "wiped_out"),
        "outcome_rule": None,
        "crumble_wounds": combat.crumbled.get(troop.index),
        "break_test": test and {"target": test.target, "modifiers": test.lines, "withheld": test.withheld},
        "restrain_test": None,
        "flight": None,
        "pursuit": None,
    }


def _test(test: LeadershipTest, key: str, record: Record) -> dict[str, Any]:
    name = test.troop.name
    first = record.rolls[name, f"{key}_roll"]
    again = record.rolls.get((name, f"{key}_reroll"))
    roll = again or first
    return {
        "target": test.target,
        **_thrown(roll),
        "rerolled": again is not None,
        "first_roll": first.total if again else None,
        "first_dice": list(first.dice) if again else [],
        "result": "passed" if test.passes(roll.total) else "failed",
        "modifiers": test.lines,
        "withheld": test.withheld,
    }


def _thrown(roll: Roll) -> dict[str, Any]:
    return {"roll": roll.total, "dice": list(roll.dice), "roll_origin": roll.origin}


def _losing(
    combat: Combat,
    troop: Troop,
    test: LeadershipTest | None,
    caught: tuple[bool, ...] | None,
    record: Record,
    unit: dict[str, Any],
) -> None:
    """Write into *unit* how *troop* of the losing side came out of it, and by which rule."""
    if test is None:
        if unit["crumble_wounds"] is not None:
            unit["outcome_rule"] = breaking.UNSTABLE.id
        else:
            unit["outcome_rule"] = (breaking.UNBREAKABLE if troop.unit.unbreakable else breaking.BREAK).id
        return
    thrown = unit["break_test"] = _test(test, "break", record)
    if caught is None:
        lucky = thrown["roll"] > test.target
        unit["outcome"] = "holds"
        unit["outcome_rule"] = breaking.INSANE_COURAGE.id if lucky else breaking.BREAK.id
    elif any(caught):
        unit["outcome"], unit["outcome_rule"] = "destroyed", flight.CAUGHT.id
    else:
        unit["outcome"], unit["outcome_rule"] = "broken", breaking.BREAK.id


def _winning(
    combat: Combat,
    troop: Troop,
    chosen: Chosen,
    targets: Mapping[int, int | None],
    record: Record,
    unit: dict[str, Any],
) -> None:
    """Write into *unit* what *troop* of the winning side does, and by which rule."""
    if record.choices.get((troop.name, "restrain")):
        test = LeadershipTest(troop, combat.terms, pursuit.RESTRAIN, combat.terms.restraint)
        unit["restrain_test"] = _test(test, "restrain", record)
    if troop.index not in targets:
        fights = combat.targets(troop, chosen.broken) is None
        unit["outcome"] = "fights_on" if fights else "stays"
        unit["outcome_rule"] = pursuit.WHO.id if fights else pursuit.OVERRUN.id
    elif targets[troop.index] is None:
        unit["outcome"], unit["outcome_rule"] = "restrains", pursuit.RESTRAIN.id
    else:
        unit["outcome"], unit["outcome_rule"] = "pursues", pursuit.ONE.id


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
