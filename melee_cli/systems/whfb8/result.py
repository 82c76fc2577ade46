"""What came of a combat: the result in the shape of the contract, its duties and its notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from melee_cli.core.dice import Roll
from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.stages import Record
from melee_cli.systems.whfb8 import combat as breaking
from melee_cli.systems.whfb8 import flight, points
from melee_cli.systems.whfb8.combat import Combat, LeadershipTest
from melee_cli.systems.whfb8.flight import Chosen, Fled, ties
from melee_cli.systems.whfb8.next_round import next_round
from melee_cli.systems.whfb8.units import Party, Troop

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
        found += _flight_duties(combat, combat.loser, units, loser.flee_order or ())
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


def _flight_duties(
    combat: Combat, party: Party, units: Units, order: Sequence[str]
) -> Iterator[dict[str, Any]]:
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
        yield _duty(flight.MOVE.id, party, None, _order(going, order))
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
        yield _duty(flight.MOVE.id, party, troop.name, text)


def _overruns(party: Party, units: Units) -> Iterator[dict[str, Any]]:
    for troop in party.troops:
        if units[troop.index]["outcome"] == "stays" and troop.unit.charged:
            text = M("{unit} charged this turn and may overrun: no enemy left", unit=troop.name)
            yield _duty(flight.OVERRUN.id, party, troop.name, text)


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
        test = LeadershipTest(troop, combat.terms, flight.RESTRAIN, combat.terms.restraint)
        unit["restrain_test"] = _test(test, "restrain", record)
    if troop.index not in targets:
        fights = combat.targets(troop, chosen.broken) is None
        unit["outcome"] = "fights_on" if fights else "stays"
        unit["outcome_rule"] = flight.WHO.id if fights else flight.OVERRUN.id
    elif targets[troop.index] is None:
        unit["outcome"], unit["outcome_rule"] = "restrains", flight.RESTRAIN.id
    else:
        unit["outcome"], unit["outcome_rule"] = "pursues", flight.ONE.id


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


# ``from`` is a word of Python's: a class cannot have it as a field.
