"""The steps of the combat at the table: Break tests, choices, flight and pursuit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from melee_cli.core.dice import Roll, entered
from melee_cli.core.messages import M, Message
from melee_cli.core.stages import (
    Answer,
    Ask,
    Choice,
    Die,
    Facts,
    Lane,
    Marginals,
    Melee,
    Option,
    Record,
    Stage,
    UnitFacts,
)
from melee_cli.core.system import Book
from melee_cli.systems.whfb8 import odds, result
from melee_cli.systems.whfb8.combat import Combat, LeadershipTest
from melee_cli.systems.whfb8.flight import RESTRAIN as RESTRAINT
from melee_cli.systems.whfb8.flight import Broken, Chosen, Fled, Flight, FlightLane, ties
from melee_cli.systems.whfb8.units import Scenario, Troop

FIRST, AGAIN, PASSED, FAILED = "first", "again", "passed", "failed"
RESTRAIN, WHOM, HELD = "restrain", "whom", "held"
PURSUE_OR_RESTRAIN = (Option(False, M("pursue")), Option(True, M("try to restrain")))


VERDICTS = {
    "break": {PASSED: M("holds"), FAILED: M("breaks"), AGAIN: M("rolls again")},
    "restrain": {PASSED: M("does not pursue"), FAILED: M("must pursue"), AGAIN: M("rolls again")},
}


def test_die(test: LeadershipTest, key: str, known: str) -> Die:
    """Return the throw of a Leadership test, or its re-roll: *key* is break or restrain."""
    unit = test.troop.unit
    again = known == AGAIN

    def verdict(roll: int) -> Message:
        return VERDICTS[key][taken(test, known, roll)]

    name = f"{key}_reroll" if again else f"{key}_roll"
    value = getattr(unit, name)
    given = None if value is None else entered(value, test.pool)
    if key == "break":
        text = (
            M("{unit}: Break test again, at most {target} holds", unit=unit.name, target=test.target)
            if again
            else M("{unit}: Break test, at most {target} holds", unit=unit.name, target=test.target)
        )
    else:
        text = (
            M("{unit}: restraint again, at most {target} passes", unit=unit.name, target=test.target)
            if again
            else M("{unit}: restraint, at most {target} passes", unit=unit.name, target=test.target)
        )
    return Die(unit.name, name, test.pool, given, text, verdict)


class BreakLane(Lane):
    """One unit's Break test, and its second roll where a first one failed near the battle standard."""

    def __init__(self, test: LeadershipTest) -> None:
        self.test = test
        self.start = FIRST

    def ask(self, known: str) -> Ask | None:
        """Return the test's roll, then the re-roll where one is due."""
        if known in (FIRST, AGAIN):
            return test_die(self.test, "break", known)
        return None

    def take(self, known: str, answer: Answer) -> str:
        """Return whether the roll passed, failed, or is to be made again."""
        return taken(self.test, known, int(answer))


def taken(test: LeadershipTest, known: str, roll: int) -> str:
    """Return what a Leadership test comes to with *roll*, its first or, if *known* is AGAIN, its second."""
    if test.passes(roll):
        return PASSED
    return AGAIN if test.again and known == FIRST else FAILED


class BreakTests(Stage):
    """The first step: every losing unit that must, tests."""

    title = M("Break tests")
    across = False
    parts = False

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self._lanes = [BreakLane(test) for test in combat.tests]

    def lanes(self, state: None) -> Sequence[BreakLane]:
        """Return one lane for each unit that must test."""
        return self._lanes

    def at_once(self, state: None, record: Record) -> Broken | None:
        """Return the units that broke where every roll due is given, None where one is not."""
        rolls: dict[tuple[str, str], Roll] = {}
        broken: list[int] = []
        for lane in self._lanes:
            end, test = lane.start, lane.test
            unit = test.troop.unit
            while end in (FIRST, AGAIN):
                key, given = (
                    ("break_roll", unit.break_roll) if end == FIRST else ("break_reroll", unit.break_reroll)
                )
                if given is None:
                    return None
                roll = rolls[unit.name, key] = entered(given, test.pool)
                end = lane.take(end, roll.total)
            if end == FAILED:
                broken.append(test.troop.index)
        record.rolls |= rolls
        return tuple(broken)

    def join(self, state: None, ends: Sequence[str]) -> Broken:
        """Return the units that broke."""
        return tuple(
            lane.test.troop.index for lane, end in zip(self._lanes, ends, strict=True) if end == FAILED
        )


class ChoiceLane(Lane):
    """One unit that may pursue: whether it restrains itself, and if not, whom it pursues.

    Ends with the index of its target, or with ``HELD``.
    """

    def __init__(self, combat: Combat, troop: Troop, targets: Sequence[Troop]) -> None:
        self.troop = troop
        self.targets = targets
        self.terms = combat.terms
        may = self.terms.restraint is not None and troop.unit.leadership is not None
        self.start: str | int = RESTRAIN if may else self._go()

    @cached_property
    def test(self) -> LeadershipTest:
        """The test it takes if it tries to restrain itself."""
        return LeadershipTest(self.troop, self.terms, RESTRAINT, self.terms.restraint)

    def _go(self) -> str | int:
        return WHOM if len(self.targets) > 1 else self.targets[0].index

    def ask(self, known: str | int) -> Ask | None:
        """Return the next question: restrain, the test's rolls, then whom to pursue."""
        unit = self.troop.unit
        if known == RESTRAIN:
            prompt = M("{unit}: pursue or try to restrain?", unit=unit.name)
            return Choice(unit.name, "restrain", PURSUE_OR_RESTRAIN, False, unit.restrain, prompt)
        if known in (FIRST, AGAIN):
            return test_die(self.test, "restrain", str(known))
        if known == WHOM:
            names = [target.name for target in self.targets]
            given = unit.pursue if unit.pursue in names else None
            return Choice(
                unit.name,
                "pursue",
                tuple(Option(name, M("{unit}", unit=name)) for name in names),
                names[0],
                given,
                M("{unit}: whom to pursue?", unit=unit.name),
            )
        return None

    def take(self, known: str | int, answer: Answer) -> str | int:
        """Return what follows from the answer."""
        if known == RESTRAIN:
            return FIRST if answer else self._go()
        if known == WHOM:
            return next(target.index for target in self.targets if target.name == answer)
        after = taken(self.test, str(known), int(answer))
        return HELD if after == PASSED else self._go() if after == FAILED else after


class Choices(Stage):
    """The second step: each unit that may pursue decides, before any flee or pursuit roll."""

    title = M("Pursue or restrain")
    across = False
    parts = False

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self._known: dict[Broken, list[ChoiceLane]] = {}

    def lanes(self, state: Broken) -> Sequence[ChoiceLane]:
        """Return one lane for each unit that may pursue."""
        if not state or not self.combat.winner:
            return ()
        lanes = self._known.get(state)
        if lanes is None:
            lanes = self._known[state] = [
                ChoiceLane(self.combat, troop, targets)
                for troop in self.combat.winner.troops
                if troop.alive and (targets := self.combat.targets(troop, state))
            ]
        return lanes

    def join(self, state: Broken, ends: Sequence[str | int]) -> Chosen:
        """Return who goes after whom."""
        pairs = zip(self.lanes(state), ends, strict=True)
        return Chosen(
            state, tuple((lane.troop.index, end if isinstance(end, int) else None) for lane, end in pairs)
        )


class FlightAndPursuit(Stage):
    """The last step: all flee rolls, then all pursuit rolls, then the directions that chance decides.

    One lane for each fleeing unit, its pursuers in it: they share its roll and nothing else does.
    """

    title = M("Flight and pursuit")
    across = True
    parts = True

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self._known: dict[tuple[int, tuple[int, ...]], FlightLane] = {}

    def lanes(self, state: Chosen) -> Sequence[FlightLane]:
        """Return one lane for each broken unit."""
        return [
            self._lane(index, tuple(who for who, target in state.targets if target == index))
            for index in state.broken
        ]

    def at_once(self, state: Chosen, record: Record) -> Fled | None:
        """Return the end where every roll and the direction of every flight is given, else None."""
        throws: list[dict[tuple[str, str], Roll]] = []
        flights: list[Flight] = []
        away: dict[tuple[str, str], Answer] = {}
        for lane in self.lanes(state):
            fled = lane.given(throws)
            if fled is None:
                return None
            if lane.open(fled):
                unit = lane.fleeing.unit
                if all(enemy.name != unit.flees_from for enemy in lane.tied):
                    return None
                away[unit.name, "flees_from"] = str(unit.flees_from)
            flights.append(fled)
        for one in throws:
            record.rolls |= one
        record.choices |= away
        return Fled(state, tuple(flights))

    def _lane(self, index: int, pursuers: tuple[int, ...]) -> FlightLane:
        """Return the lane of a flight; the same object for the same flight, so that odds fold it once."""
        lane = self._known.get((index, pursuers))
        if lane is None:
            troops = self.combat.troops
            terms = self.combat.terms
            fleeing = troops[index]
            tied = ties(fleeing) if terms.direction else ()
            lane = FlightLane(fleeing, tuple(troops[who] for who in pursuers), tied, terms)
            self._known[index, pursuers] = lane
        return lane

    def join(self, state: Chosen, ends: Sequence[Flight]) -> Fled:
        """Return the end of the combat."""
        return Fled(state, tuple(ends))


class Played(Combat, Melee):
    """A combat as it is walked: its stages, what came of them, and what odds count of that."""

    start = None  # nothing is known before the first stage but what the combat itself holds

    def __init__(self, scenario: Scenario, book: Book) -> None:
        super().__init__(scenario, book)
        self._stages: tuple[Stage, ...] | None = None

    @property
    def stages(self) -> Sequence[Stage]:
        """Break tests; choices; flight and pursuit."""
        if self._stages is None:
            self._stages = (BreakTests(self), Choices(self), FlightAndPursuit(self))
        return self._stages

    def apart(self, steps: int) -> Sequence[Melee]:
        """Return one combat for each group of units in contact: no test, choice or flight reaches beyond.

        Groups too large to be followed in so many *steps* are taken apart into the Break tests of single
        units: these are exact, and what becomes of those who flee stays open.
        """
        if not self.winner or not self.loser:
            return ()
        found: list[Melee] = []
        for group in self._groups():
            one = self._part(group)
            if one.cost <= steps:
                found.append(one)
            else:
                found += [OnlyTests(self._part([troop])) for troop in group if troop in self.loser.troops]
        return found

    @property
    def cost(self) -> int:
        """About how many steps it takes to follow which units break, and what each pursuer then does."""
        pursuers = sum(1 for troop in self.winner.troops if troop.alive) if self.winner else 0
        return len(self.tests) * (1 + pursuers) << len(self.tests)

    def _groups(self) -> list[list[Troop]]:
        """Return the units by contact: those of one group touch each other, if only by way of others."""
        seen: set[int] = set()
        groups: list[list[Troop]] = []
        for troop in self.troops:
            if troop.index in seen:
                continue
            seen.add(troop.index)
            group = [troop]
            for one in group:  # it grows while it is walked
                for enemy in one.enemies:
                    if enemy.index not in seen:
                        seen.add(enemy.index)
                        group.append(enemy)
            groups.append(sorted(group, key=lambda member: member.index))
        return groups

    def _part(self, group: Sequence[Troop]) -> Played:
        """Return this combat with the units of *group* alone: points, winner and tests stay as they are."""
        inside = {troop.index for troop in group}
        part = copy(self)
        part._stages = None
        part._tests = [test for test in self.tests if test.troop.index in inside]
        part.winner, part.loser = (
            party and party.only([troop for troop in party.troops if troop.index in inside])
            for party in (self.winner, self.loser)
        )
        return part

    def result(self, state: Fled, record: Record) -> Mapping[str, Any]:
        """Return the result's own part of the contract."""
        return result.result(self, state, record)

    def preview(self) -> Mapping[str, Any]:
        """Return points, winner and tests before any dice."""
        return result.preview(self)

    def facts(self, state: Chosen | Fled) -> Facts:
        """Return what odds count of *state*, the flights left out where they are still to come."""
        return odds.facts(self, state)

    def part(self, state: Chosen, lane: int, end: Any) -> UnitFacts:
        """Return what one flight decides: whether the unit is destroyed, and who catches it."""
        return odds.part(self, state, lane, end)


class OnlyTests(Melee):
    """The Break tests of a combat and nothing after them, for odds of who breaks."""

    start = None

    def __init__(self, combat: Played) -> None:
        self.combat = combat

    @property
    def stages(self) -> Sequence[Stage]:
        """The first step of the combat."""
        return (BreakTests(self.combat),)

    def facts(self, state: Broken) -> Facts:
        """Return who broke; whether anybody who flees is caught stays open."""
        told = odds.facts(self.combat, Chosen(state, ()))
        units = {
            name: {flag: value for flag, value in flags.items() if flag != "destroyed"}
            for name, flags in told.units.items()
        }
        return told._replace(units=units)

    def marginals(self) -> Marginals:
        """Return nothing but that flight and pursuit are left open."""
        why = M("flight and pursuit are left open: too many units are in contact")
        return Marginals({}, {}, left_open=why)


_last: tuple[Scenario, Book, Played] | None = None


def combat_of(scenario: Scenario, book: Book) -> Played:
    """Return the combat of *scenario*; asked again for the very same objects, the same one.

    The check that asks who must test has just worked out all that opening the melee needs.
    """
    global _last
    if _last is None or _last[0] is not scenario or _last[1] is not book:
        _last = (scenario, book, Played(scenario, book))
    return _last[2]
