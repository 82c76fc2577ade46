"""Enumeration: a melee's stages over every throw, as exact weights of all its ends."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from math import lcm, prod
from typing import Any, Literal, NamedTuple, cast

from melee_cli.core.dice import Distribution, Pool
from melee_cli.core.stages import Answer, Ask, Choice, Die, Lane, Melee, Stage, State, Tally

Weights = dict[Any, int]
Origin = Literal["given", "default", "random"]
DEFAULT_STEPS = 4_000_000


class BudgetSpent(Exception):
    """Raised inside a fold when it would take more steps than its budget; callers turn it into a problem."""


@dataclass(slots=True)
class Budget:
    """How many steps (a throw taken, two ends joined) a calculation may still take."""

    steps: int = DEFAULT_STEPS
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.steps

    def spend(self, steps: int) -> None:
        """Take *steps* off the budget; raise :class:`BudgetSpent` when there are not so many."""
        self.left -= steps
        if self.left < 0:
            raise BudgetSpent


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice met on the way, the value the policy took (None: each equally likely) and why."""

    choice: Choice
    value: Answer | None
    origin: Origin


@dataclass(slots=True)
class Fold:
    """The ends of a melee with their weights; a chance is weight / total.

    ``last`` is the stage whose lanes stay apart (``parts``), its lanes not yet thrown; None where
    all stages are folded. ``decisions`` are those met anywhere, by unit and key.
    """

    ends: Weights
    total: int
    last: Stage | None
    decisions: dict[tuple[str, str], Decision]


def fold(melee: Melee, budget: Budget) -> Fold:
    """Return the ends of *melee* over every throw; raise :class:`BudgetSpent` beyond *budget*."""
    stages = list(melee.stages)
    last = stages.pop() if stages and stages[-1].parts else None
    decisions: dict[tuple[str, str], Decision] = {}
    layer: Weights = {melee.start: 1}
    total = 1
    for stage in stages:
        layer, factor = _fold_stage(stage, layer, LaneFolder(budget, decisions, len(layer) > 1))
        total *= factor
    return Fold(layer, total, last, decisions)


def _fold_stage(stage: Stage, layer: Weights, folder: LaneFolder) -> tuple[Weights, int]:
    branches = [(weight, *_fold_state(stage, state, folder)) for state, weight in layer.items()]
    if len(branches) == 1 and branches[0][0] == 1:
        return branches[0][1:]
    return merge(branches)


def merge(branches: Iterable[tuple[int, Weights, int]]) -> tuple[Weights, int]:
    """Return the sum of weighted branches (weight, ends, total) over a common denominator, and that."""
    held = list(branches)
    common = lcm(*(total for _, _, total in held))
    merged: Weights = {}
    for weight, ends, total in held:
        scale = weight * (common // total)
        for end, w in ends.items():
            merged[end] = merged.get(end, 0) + scale * w
    return merged, common


def _fold_state(stage: Stage, state: State, folder: LaneFolder) -> tuple[Weights, int]:
    joined = stage.spread(state)
    if joined is not None:
        folder.budget.spend(len(joined))
        return dict(joined.items()), joined.total
    lanes = stage.lanes(state)
    if not lanes:
        return {stage.join(state, ()): 1}, 1
    folded = [folder.fold(lane) for lane in lanes]
    total = prod(t for _, t in folded)
    folder.budget.spend(len(lanes) * prod(len(ends) for ends, _ in folded))
    return _product(stage.join, state, [ends for ends, _ in folded]), total


def _product(join: Callable[[Any, Sequence[Any]], State], state: State, lanes: list[Weights]) -> Weights:
    """Return the weights of what *join* makes of one end of every lane, over all of them."""
    joined: Weights = {}
    if len(lanes) == 2:
        second = list(lanes[1].items())
        for a, u in lanes[0].items():
            for b, v in second:
                end = join(state, (a, b))
                joined[end] = joined.get(end, 0) + u * v
        return joined
    partial: list[tuple[tuple[Any, ...], int]] = [((), 1)]
    for ends in lanes:
        partial = [((*done, end), u * v) for done, u in partial for end, v in ends.items()]
    for done, weight in partial:
        end = join(state, done)
        joined[end] = joined.get(end, 0) + weight
    return joined


@dataclass(slots=True)
class LaneFolder:
    """Folds lanes over every throw and remembers equal lanes where there are many states."""

    budget: Budget
    decisions: dict[tuple[str, str], Decision]
    remember: bool
    known: dict[Hashable, tuple[Weights, int]] = field(default_factory=dict)

    def fold(self, lane: Lane) -> tuple[Weights, int]:
        """Return the weights of the ends of *lane* and their sum."""
        if not self.remember:
            return self._fold(lane)
        key = cast(Hashable, lane)
        try:
            found = self.known.get(key)
        except TypeError:
            return self._fold(lane)
        if found is None:
            found = self.known[key] = self._fold(lane)
        return found

    def _fold(self, lane: Lane) -> tuple[Weights, int]:
        distribution = lane.spread()
        if distribution is not None:
            self.budget.spend(len(distribution))
            return dict(distribution.items()), distribution.total
        ends: Weights = {}
        active: Weights = {lane.start: 1}
        total = 1
        while active:
            asked = [(known, weight, lane.ask(known)) for known, weight in active.items()]
            answered = [(known, weight, self._answers(ask)) for known, weight, ask in asked if ask]
            factor = lcm(*(size for _, _, (_, size) in answered))
            if factor > 1:
                ends = {end: weight * factor for end, weight in ends.items()}
                total *= factor
            for known, weight, ask in asked:
                if ask is None:
                    ends[known] = ends.get(known, 0) + weight * factor
            active = {}
            for known, weight, (answers, size) in answered:
                self.budget.spend(len(answers))
                scale = weight * (factor // size)
                for answer, w in answers:
                    after = lane.take(known, answer)
                    active[after] = active.get(after, 0) + scale * w
        return ends, total

    def _answers(self, ask: Ask) -> tuple[Sequence[tuple[Answer, int]], int]:
        """Return the answers to *ask* with their weights, and the sum of these."""
        if isinstance(ask, Die):
            if ask.given is not None:
                return ((ask.given.total, 1),), 1
            spread = ask.pool.spread
            return tuple(spread.items()), spread.total
        if isinstance(ask, Tally):
            assert ask.given is not None, "a stage with tallies folds itself"
            return ((cast(Any, ask.given), 1),), 1
        if ask.given is not None:
            decision = Decision(ask, ask.given, "given")
        elif ask.random:
            decision = Decision(ask, None, "random")
        else:
            decision = Decision(ask, ask.default, "default")
        self.decisions.setdefault((ask.unit, ask.key), decision)
        if decision.value is None:
            return tuple((option.value, 1) for option in ask.options), len(ask.options)
        return ((decision.value, 1),), 1


class Best(NamedTuple):
    """What is known along the lane: throws taken, the best total so far, whose it is.

    ``whose`` is the first of the throws with that total, or None where the lane does not keep it.
    """

    taken: int
    total: int | None
    whose: int | None


NOTHING = Best(0, None, None)


def highest(totals: Sequence[int]) -> tuple[int, int]:
    """Return the highest of *totals*, and the place of the first that is so high."""
    best = max(totals)
    return best, totals.index(best)


@dataclass(slots=True, eq=False)
class Highest(Lane):
    """Each die is thrown and its bonus added; the highest total counts, equal ones for the first.

    Ends in a :class:`Best`. Without ``keep_index`` it forgets whose throw it was, so that more states
    merge. ``spread`` is the closed form of folding ``take`` over every throw, and :func:`highest` of
    taking throws that are given.
    """

    dice: Sequence[Die]
    bonuses: Sequence[int]
    keep_index: bool = True
    start: Best = NOTHING

    def ask(self, known: Best) -> Ask | None:
        """Return the next unit's throw."""
        return self.dice[known.taken] if known.taken < len(self.dice) else None

    def take(self, known: Best, answer: Answer) -> Best:
        """Return *known* with one more throw, its bonus added."""
        total = int(answer) + self.bonuses[known.taken]
        if known.total is None or total > known.total:
            return Best(known.taken + 1, total, known.taken if self.keep_index else None)
        return Best(known.taken + 1, known.total, known.whose)

    def spread(self) -> Distribution[Best]:
        """Return the exact distribution of the lane's end.

        Let P(i, x) be the weight of "throws before i are below x, the others at most x". A throw i is
        the first with the best total x in P(i, x) − P(i + 1, x) of the cases; who it was aside, x is
        the best in P(0, x) − P(count, x).
        """
        low, columns = self._at_most()
        count = len(columns)
        ends: dict[Best, int] = {}
        for at, (below, upto) in enumerate(pairwise(zip(*columns, strict=True))):
            if not self.keep_index:
                weight = prod(upto) - prod(below)
                if weight:
                    ends[Best(count, low + at, None)] = weight
                continue
            after = [1]
            for chance in reversed(upto):
                after.append(after[-1] * chance)
            before = 1
            for i in range(count):
                weight = before * (upto[i] - below[i]) * after[count - i - 1]
                if weight:
                    ends[Best(count, low + at, i)] = weight
                before *= below[i]
        return Distribution.of(ends, prod(column[-1] for column in columns))

    def best_totals(self) -> tuple[int, list[int]]:
        """Return the lowest best total, and the weights of it and each one above it."""
        low, columns = self._at_most()
        upto = [prod(row) for row in zip(*columns, strict=True)] if len(columns) > 1 else columns[0]
        return low, [b - a for a, b in pairwise(upto)]

    def _at_most(self) -> tuple[int, list[list[int]]]:
        """Return the lowest best total, and for each throw the weights of "at most x".

        The columns run over x from one below that total to the highest total there is.
        """
        shown = []
        for die, bonus in zip(self.dice, self.bonuses, strict=True):
            if die.given is not None:
                shown.append((die.given.total + bonus, _SURE))
            else:
                shown.append((die.pool.low + bonus, _cumulated(die.pool)))
        low = max(lowest for lowest, _ in shown)
        end = max(lowest + len(sums) for lowest, sums in shown)
        columns = []
        for lowest, sums in shown:
            below = low - 1 - lowest
            column = [0, *sums] if below < 0 else sums[below:] or sums[-1:]
            columns.append(column + sums[-1:] * (end - low + 1 - len(column)))
        return low, columns


def difference(first: Highest, second: Highest) -> Distribution[int]:
    """Return the exact distribution of the best total of *first* less that of *second*."""
    low, gained = first.best_totals()
    low_second, lost = second.best_totals()
    lost.reverse()
    sums = [0] * (len(gained) + len(lost) - 1)
    for at, weight in enumerate(gained):
        for place, other in enumerate(lost, at):
            sums[place] += weight * other
    lowest = low - low_second - len(lost) + 1
    weights = {value: weight for value, weight in enumerate(sums, lowest) if weight}
    return Distribution.of(weights, sum(sums))


_SURE = [1]


@lru_cache(maxsize=64)
def _cumulated(pool: Pool) -> list[int]:
    """Return for each total of *pool*, from the lowest, the weight of at most that total."""
    spread = pool.spread
    return list(accumulate(spread[value] for value in range(pool.low, pool.high + 1)))
