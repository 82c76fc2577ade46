"""Odds over several rounds: every distinct next scenario is folded once, and the chances flow through.

What goes on and how it stands then is the system's own ``next_round``; nothing of it is written here.
Two states are one where their scenarios say the same, the round aside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from melee_cli.api.resolve import answered
from melee_cli.core.enumeration import Budget, BudgetSpent, Decision, Fold, fold
from melee_cli.core.messages import M
from melee_cli.core.odds import Outcome, Round, Rounds, over_budget
from melee_cli.core.problems import Problem
from melee_cli.core.stages import Answer, Melee
from melee_cli.core.system import Book

#: Chances that are cut off add up to less than this, and are shown.
BOUND = Fraction(1, 1_000_000)
#: The measure of a unit that adds up over the rounds.
LOSSES = "casualties"
#: What checking and opening one more scenario counts as, in steps.
OPENING = 500
NOT_COMPARED = ("round", "seed", "title")


@dataclass(slots=True)
class _Node:
    """One scenario folded: weights of its ends and of the scenarios that may follow, and the losses."""

    total: int
    ends: dict[Outcome, int]
    follows: dict[str, int]
    losses: dict[str, int]


@dataclass(slots=True)
class _Walk:
    model: Any
    book: Book
    budget: Budget
    said: Mapping[tuple[str, str], Answer]
    scenarios: dict[str, Any]
    nodes: dict[str, _Node] = field(default_factory=dict)

    def node(self, key: str) -> _Node:
        known = self.nodes.get(key)
        if known is None:
            known = self.nodes[key] = self._fold(self.scenarios[key])
        return known

    def _fold(self, scenario: Any) -> _Node:
        self.budget.spend(OPENING)
        melee = self.book.system.open(scenario, self.book)
        folded = fold(melee, self.budget)
        told = {
            choice: self.said[choice]
            for choice, decision in folded.decisions.items()
            if decision.origin != "given" and self.said.get(choice) in _answers(decision)
        }
        if not told:
            return self._count(melee, folded)
        # The first scenario answers what this one asks: its answer holds in every round.
        return self._fold(self.model.model_validate(answered(scenario, told)))

    def _count(self, melee: Melee, folded: Fold) -> _Node:
        node = _Node(folded.total, {}, {}, {})
        keys: dict[int, tuple[Any, str]] = {}
        for state, weight in folded.ends.items():
            facts = melee.facts(state)
            for unit, measures in facts.units.items():
                lost = measures.get(LOSSES)
                if lost:
                    node.losses[unit] = node.losses.get(unit, 0) + weight * lost
            following = melee.next_round(state)
            if following is None:
                outcome = (facts.winner, facts.band)
                node.ends[outcome] = node.ends.get(outcome, 0) + weight
                continue
            if id(following) not in keys:
                keys[id(following)] = (following, self._key(following))
            key = keys[id(following)][1]
            node.follows[key] = node.follows.get(key, 0) + weight
        return node

    def _key(self, following: Mapping[str, Any]) -> str:
        self.budget.spend(1)
        key = canonical(following)
        if key not in self.scenarios:
            self.scenarios[key] = self.model.model_validate(following)
        return key


def canonical(scenario: Mapping[str, Any]) -> str:
    """Return a text that is the same for scenarios that say the same, the round aside."""
    kept = {name: value for name, value in scenario.items() if name not in NOT_COMPARED}
    return json.dumps(kept, sort_keys=True, default=str)


def rounds(
    scenario: Any, book: Book, asked: int | None, budget: Budget | None = None, bound: Fraction = BOUND
) -> Rounds | Problem:
    """Return the odds of *scenario* over *asked* rounds, or until it is decided where that is None.

    Returns a problem where the system's next round needs more than dice, and where it takes more
    steps than *budget*. Decisions that *scenario* gives hold in every round.
    """
    asks = book.system.next_round_needs
    needs = None if asks is None else asks(scenario)
    if needs is not None:
        return Problem("rounds-unknown", M("the next round needs {what}: odds end with this one", what=needs))
    budget = budget or Budget()
    own: Rounds | Problem | None = book.system.open(scenario, book).rounds(asked, bound)
    if own is not None:
        return own
    model = book.system.scenario()
    walk = _Walk(model, book, budget, _given(scenario), {"": scenario})
    try:
        return _flow(walk, asked, bound)
    except BudgetSpent:
        return over_budget(
            M("exact odds of the rounds to come take more than {n} steps", n=budget.steps),
            M("ask for fewer rounds, or for this one only, or allow more with --budget"),
        )


def _answers(decision: Decision) -> list[Answer]:
    return [option.value for option in decision.choice.options]


def _given(scenario: Any) -> dict[tuple[str, str], Answer]:
    """Return what *scenario* says of each unit, by unit and key: among it the decisions it gives."""
    return {
        (unit.name, key): value
        for side in scenario.sides
        for unit in side.units
        for key, value in unit
        if isinstance(value, (str, int)) and key in unit.model_fields_set
    }


def _flow(walk: _Walk, asked: int | None, bound: Fraction) -> Rounds:
    layer: dict[str, int] = {"": 1}
    total = 1
    shown: list[Round] = []
    losses: dict[str, Fraction] = {}
    cut = Fraction(0)
    first = walk.scenarios[""].round
    while layer and len(shown) != asked:
        nodes = {key: walk.node(key) for key in layer}
        factor = lcm(*(node.total for node in nodes.values()))
        total *= factor
        ends: dict[Outcome, int] = {}
        follows: dict[str, int] = {}
        lost: dict[str, int] = {}
        for key, weight in layer.items():
            node = nodes[key]
            scale = weight * (factor // node.total)
            for into, found in ((ends, node.ends), (follows, node.follows), (lost, node.losses)):
                _add(into, found, scale)
        for unit, weight in lost.items():
            losses[unit] = losses.get(unit, Fraction(0)) + Fraction(weight, total)
        goes_on = Fraction(sum(follows.values()), total)
        shown.append(Round(first + len(shown), {o: Fraction(w, total) for o, w in ends.items()}, goes_on))
        if len(shown) != asked:
            whole = goes_on + cut < bound
            cut += _cut(follows, total, None if whole else bound / 2 - cut)
        layer, total = _lowest(follows, total)
    left = cut + Fraction(sum(layer.values()), total)
    return Rounds(asked, tuple(shown), left, cut, bound, losses)


def _add(into: dict[Any, int], found: Mapping[Any, int], scale: int) -> None:
    for what, weight in found.items():
        into[what] = into.get(what, 0) + scale * weight


def _cut(follows: dict[str, int], total: int, below: Fraction | None) -> Fraction:
    """Drop the least likely states while what is dropped stays under *below*; return its chance.

    All are dropped where *below* is None.
    """
    dropped = 0
    for key, weight in sorted(follows.items(), key=lambda item: item[1]):
        if below is not None and (dropped + weight) * below.denominator >= below.numerator * total:
            break
        dropped += weight
        del follows[key]
    return Fraction(dropped, total)


def _lowest(layer: dict[str, int], total: int) -> tuple[dict[str, int], int]:
    """Return weights and total divided by what they have in common."""
    common = gcd(total, *layer.values())
    return {key: weight // common for key, weight in layer.items()}, total // common
