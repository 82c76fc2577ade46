"""Folding a melee's stages over every throw: the exact weights of all its ends.

Each lane is folded throw by throw and equal states merge; lanes are independent, so a stage is their
product. Weights stay integers: where branches throw different dice they are brought to a common
denominator. Decisions follow one policy: what the scenario says, else the default; what the rules
leave to chance is spread evenly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from math import lcm, prod
from typing import Any, Literal, cast

from melee_cli.core.dice import Distribution
from melee_cli.core.stages import Answer, Ask, Choice, Die, Lane, Melee, Stage, State

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
    closed = getattr(stage, "spread", None)
    if closed is not None:
        joined: Distribution[Any] | None = closed(state)
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
        spread = getattr(lane, "spread", None)
        if spread is not None:
            distribution: Distribution[Any] = spread()
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
