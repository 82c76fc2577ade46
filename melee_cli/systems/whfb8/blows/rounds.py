"""One unit against one, round after round: losses carried on, the charge and the first round only once.

The number of states grows with the product of all units' Wounds, and the exact weights with every round;
so this is for one unit a side, and in floating point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from melee_cli.core.dice import entered
from melee_cli.core.odds import Outcome, Round, RoundOfUnit, Rounds
from melee_cli.core.system import Book
from melee_cli.systems.whfb8.blows.endings import Endings, Meetings
from melee_cli.systems.whfb8.blows.exchange import KEYS, Exchange
from melee_cli.systems.whfb8.combat import Combat, LeadershipTest, break_test
from melee_cli.systems.whfb8.flight import RESTRAIN, FlightLane
from melee_cli.systems.whfb8.rulings import terms_of
from melee_cli.systems.whfb8.units import Scenario, Troop

#: Rounds until it is decided are followed no further than this.
MOST_ROUNDS = 12
#: What is less likely than this is not followed: a few hundred of such do not show in a percentage.
UNLIKELY = 1e-14
ONLY_FIRST: Mapping[str, Any] = {
    "charged": False,
    "fear_failed": False,
    "first_round": None,
    "overkill": 0,
    "break_roll": None,
    "break_reroll": None,
    "restrain": None,
    "restrain_roll": None,
    "restrain_reroll": None,
    "flee_roll": None,
    "pursuit_roll": None,
    **dict.fromkeys(KEYS.values()),
}


class Stand(NamedTuple):
    """How a unit stands: its models, and the Wounds lost that have not yet cost one."""

    models: int
    pending: int


State: TypeAlias = "tuple[Stand, Stand]"


class Fate(NamedTuple):
    """What becomes of a losing unit: the chances to hold, to get away broken, to be caught; Wounds lost."""

    holds: float
    escapes: float
    caught: float
    crumbles: int


class Loss(NamedTuple):
    """One number of Wounds that a unit may lose: how likely it is, what it leaves, and what counts of it."""

    chance: float
    shape: Any
    counted: int
    stand: Stand


@dataclass(slots=True)
class Node:
    """One round from one state: how it may end, what may follow, and what becomes of each unit."""

    ends: dict[str | None, float] = field(default_factory=dict)
    follows: dict[State, float] = field(default_factory=dict)
    breaks: list[float] = field(default_factory=lambda: [0.0, 0.0])
    destroyed: list[float] = field(default_factory=lambda: [0.0, 0.0])
    left: tuple[dict[int, float], dict[int, float]] = field(default_factory=lambda: ({}, {}))


class Duel:
    """The rounds of a scenario of one unit a side, from profiles."""

    def __init__(self, scenario: Scenario, book: Book) -> None:
        self.scenario = scenario
        self.book = book
        self.terms = terms_of(book)
        self.points = book.number("whfb8.wounds") if "whfb8.wounds" not in book.off else 0
        self._meetings: tuple[Meetings, Meetings] = ({}, {})
        self._fates: dict[tuple[bool, int, Any, int], Fate] = {}
        self._nodes: dict[tuple[bool, State], Node] = {}
        units = [side.units[0] for side in scenario.sides]
        self.names = [unit.name for unit in units]
        self.start: State = (
            Stand(1 if units[0].models is None else units[0].models, units[0].wounds_lost),
            Stand(1 if units[1].models is None else units[1].models, units[1].wounds_lost),
        )

    def rounds(self, asked: int | None, bound: Fraction) -> Rounds:
        """Return the odds over *asked* rounds, or until it is decided where that is None.

        That is until less than *bound* is left, and :data:`MOST_ROUNDS` at most.
        """
        layer: dict[State, float] = {self.start: 1.0}
        shown: list[Round] = []
        lost = [0.0, 0.0]
        while layer and len(shown) < (asked or MOST_ROUNDS):
            if asked is None and sum(layer.values()) < bound:
                break
            nodes = {state: self._node(state, not shown) for state in layer}
            shown.append(self._round(len(shown), layer, nodes))
            follows: dict[State, float] = {}
            for state, chance in layer.items():
                node = nodes[state]
                for after, weight in node.follows.items():
                    follows[after] = follows.get(after, 0.0) + chance * weight
                for side in (0, 1):
                    mean = sum(models * weight for models, weight in node.left[side].items())
                    lost[side] += chance * (state[side].models - mean)
            layer = {state: chance for state, chance in follows.items() if chance > UNLIKELY}
        left = Fraction(sum(layer.values()))
        losses = {name: Fraction(count) for name, count in zip(self.names, lost, strict=True)}
        return Rounds(asked, tuple(shown), left, Fraction(0), bound, losses, exact=False)

    def _round(self, number: int, layer: Mapping[State, float], nodes: Mapping[State, Node]) -> Round:
        """Return what all states of a round come to together."""
        ends: dict[Outcome, Fraction] = {}
        units: dict[str, RoundOfUnit] = {}
        for winner in (self.scenario.sides[0].name, None, self.scenario.sides[1].name):
            chance = sum(c * nodes[state].ends.get(winner, 0.0) for state, c in layer.items())
            if chance:
                ends[winner, None] = Fraction(chance)
        for side, name in enumerate(self.names):
            left: dict[int, float] = {}
            for state, chance in layer.items():
                for models, weight in nodes[state].left[side].items():
                    left[models] = left.get(models, 0.0) + chance * weight
            units[name] = RoundOfUnit(
                Fraction(sum(c * nodes[state].breaks[side] for state, c in layer.items())),
                Fraction(sum(c * nodes[state].destroyed[side] for state, c in layer.items())),
                {models: Fraction(weight) for models, weight in sorted(left.items())},
            )
        goes_on = sum(c * sum(nodes[state].follows.values()) for state, c in layer.items())
        reached = Fraction(sum(layer.values()))
        return Round(self.scenario.round + number, ends, Fraction(goes_on), reached, units)

    def _node(self, state: State, first: bool) -> Node:
        found = self._nodes.get((first, state))
        if found is None:
            found = self._nodes[first, state] = self._work_out(state, first)
        return found

    def _standing(self, state: State, first: bool) -> Scenario:
        """Return the scenario of a round, its units as they stand in *state*."""
        sides = []
        for side, stand in zip(self.scenario.sides, state, strict=True):
            update = {"models": stand.models, "wounds_lost": stand.pending}
            unit = side.units[0].model_copy(update=update if first else {**ONLY_FIRST, **update})
            sides.append(side.model_copy(update={"units": [unit]}))
        number = self.scenario.round + (not first)
        return self.scenario.model_copy(update={"sides": sides, "round": number})

    def _work_out(self, state: State, first: bool) -> Node:
        exchange = Exchange(self._standing(state, first), self.book)
        endings = Endings(exchange, self.book, exact=False, meetings=self._meetings[not first])
        node = Node()
        for branch in endings.branching.branches():
            rows = [list(self._losses(endings, unit, branch[unit].weights)) for unit in (0, 1)]
            for unit in (0, 1):
                others = sum(one.chance for one in rows[1 - unit])
                left = node.left[unit]
                for one in rows[unit]:
                    left[one.stand.models] = left.get(one.stand.models, 0.0) + one.chance * others
                    if not one.stand.models:
                        node.destroyed[unit] += one.chance * others
            for mine in rows[0]:
                for theirs in rows[1]:
                    chance = mine.chance * theirs.chance
                    if chance < UNLIKELY:
                        continue
                    meeting = endings.meeting(0, (mine.shape,), (theirs.shape,))
                    difference = meeting.ahead + self.points * (theirs.counted - mine.counted)
                    after = (mine.stand, theirs.stand)
                    self._end(node, chance, (first, meeting.combat), difference, after, meeting.face)
        return node

    def _losses(self, endings: Endings, unit: int, weights: Any) -> Iterator[Loss]:
        """Yield every loss of a unit that has a chance."""
        exchange = endings.exchange
        body = exchange.bodies[unit]
        for number, weight in enumerate(weights):
            if weight:
                shape, counted = endings.shape(unit, number)
                lost = endings.branching.codes[unit].losses(exchange, body, number)
                stand = Stand(lost.models, exchange.pending(body, lost.wounds))
                yield Loss(float(weight), shape, counted, stand)

    def _end(
        self,
        node: Node,
        chance: float,
        combat: tuple[bool, Combat],
        difference: int,
        after: State,
        face: Any,
    ) -> None:
        """Add to *node* what follows where the first side is so many points ahead and both stand so."""
        first, meeting = combat
        ahead = meeting.ahead(difference)
        if not (after[0].models and after[1].models):
            winner = None if ahead == 0 else self.scenario.sides[0 if ahead > 0 else 1].name
            node.ends[winner] = node.ends.get(winner, 0.0) + chance
            return
        if ahead == 0:
            node.follows[after] = node.follows.get(after, 0.0) + chance
            return
        loser = 1 if ahead > 0 else 0
        musician = self.terms.musician
        size = abs(difference) or (musician.numbers["value"] if musician else 0)
        fate = self._fate(first, meeting, loser, size, face)
        then = after
        name = self.scenario.sides[1 - loser].name
        if fate.crumbles:
            stand = self._crumbled(after[loser], loser, fate.crumbles)
            then = (stand, after[1]) if loser == 0 else (after[0], stand)
            left = node.left[loser]
            left[after[loser].models] = left.get(after[loser].models, 0.0) - chance
            left[stand.models] = left.get(stand.models, 0.0) + chance
            if not stand.models:
                node.destroyed[loser] += chance
                node.ends[name] = node.ends.get(name, 0.0) + chance
                return
        gone = fate.escapes + fate.caught
        node.follows[then] = node.follows.get(then, 0.0) + chance * fate.holds
        if gone:
            node.ends[name] = node.ends.get(name, 0.0) + chance * gone
            node.breaks[loser] += chance * gone
            node.destroyed[loser] += chance * fate.caught

    def _crumbled(self, stand: Stand, unit: int, wounds: int) -> Stand:
        """Return how a unit stands after so many Wounds more."""
        profile = self.scenario.sides[unit].units[0].profile
        assert profile is not None
        lost, pending = divmod(stand.pending + wounds, profile.w)
        models = max(0, stand.models - lost)
        return Stand(models, pending if models else 0)

    def _fate(self, first: bool, combat: Combat, loser: int, size: int, face: Any) -> Fate:
        """Return what becomes of the losing unit, whose side lost by *size*."""
        key = (first, loser, face, size)
        found = self._fates.get(key)
        if found is None:
            troop = combat.parties[loser].troops[0]
            found = self._fates[key] = self._fated(troop, combat.parties[1 - loser].troops[0], size)
        return found

    def _fated(self, troop: Troop, winner: Troop, size: int) -> Fate:
        unit, terms = troop.unit, self.terms
        if unit.unstable and terms.crumbling is not None:
            return Fate(1.0, 0.0, 0.0, terms.crumbling * size)
        if (unit.unbreakable and terms.unbreakable) or not terms.break_tests:
            return Fate(1.0, 0.0, 0.0, 0)
        test = break_test(troop, size, [winner], terms)
        holds = passed(test, unit.break_roll, unit.break_reroll)
        lane = FlightLane(troop, (winner,), (), terms)
        spread = lane.spread()
        caught = sum(weight for end, weight in spread.items() if any(end.caught)) / spread.total
        if not terms.may_pursue:
            caught = 0.0
        elif winner.unit.restrain and terms.restraint is not None:
            restraint = LeadershipTest(winner, terms, RESTRAIN, terms.restraint)
            caught *= 1 - passed(restraint, winner.unit.restrain_roll, winner.unit.restrain_reroll)
        return Fate(holds, (1 - holds) * (1 - caught), (1 - holds) * caught, 0)


def passed(test: LeadershipTest, roll: Any, again: Any) -> float:
    """Return the chance that a Leadership test is passed, its rolls taken as given where they are."""

    def chance(given: Any) -> float:
        if given is not None:
            return float(test.passes(entered(given, test.pool).total))
        spread = test.pool.spread
        return sum(weight for total, weight in spread.items() if test.passes(total)) / spread.total

    first = chance(roll)
    return first + (1 - first) * chance(again) if test.again else first
