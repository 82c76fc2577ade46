"""Each closed form of a lane or a stage against folding the same one throw by throw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from melee_cli.core.enumeration import Budget, LaneFolder, fold
from melee_cli.core.stages import Answer, Ask, Lane, Melee, Stage
from melee_cli.systems import find
from tests.gdb.strategies import random_scenario
from tests.odds.brute import opened
from tests.whfb8.strategies import scenario


class ThrowByThrow(Lane):
    """A lane without its closed form."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.start = lane.start

    def ask(self, known: Any) -> Ask | None:
        return self.lane.ask(known)

    def take(self, known: Any, answer: Answer) -> Any:
        return self.lane.take(known, answer)


class LaneByLane(Stage):
    """A stage without its closed form, nor its lanes'."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.title, self.across, self.parts = stage.title, stage.across, stage.parts

    def lanes(self, state: Any) -> Sequence[Lane]:
        return [ThrowByThrow(lane) for lane in self.stage.lanes(state)]

    def join(self, state: Any, ends: Sequence[Any]) -> Any:
        return self.stage.join(state, ends)


class StepByStep(Melee):
    """A melee without closed forms, as far as odds fold it."""

    def __init__(self, melee: Melee) -> None:
        self.start = melee.start
        self.melee = melee

    @property
    def stages(self) -> Sequence[Stage]:
        return [LaneByLane(stage) for stage in self.melee.stages]


def chances(weights: Mapping[Any, int], total: int) -> dict[Any, Fraction]:
    return {end: Fraction(weight, total) for end, weight in weights.items()}


def lane_chances(lane: Lane) -> dict[Any, Fraction]:
    return chances(*LaneFolder(Budget(), {}, False).fold(lane))


def both_ways(rules: str, plain: Mapping[str, Any]) -> int:
    """Assert that *plain* folds to the same with closed forms and without; return how many lanes have one."""
    system = find(rules)
    assert system is not None
    melee, _, _ = opened(system, plain)
    slow: Any = StepByStep(melee)
    quick, stepped = fold(melee, Budget()), fold(slow, Budget())
    assert chances(quick.ends, quick.total) == chances(stepped.ends, stepped.total)
    found = sum(type(stage).spread is not Stage.spread for stage in melee.stages)
    if quick.last is not None:
        for state in quick.ends:
            for lane in quick.last.lanes(state):
                assert type(lane).spread is not Lane.spread
                assert lane_chances(lane) == lane_chances(ThrowByThrow(lane))
                found += 1
    return found


@pytest.mark.parametrize("dice", [0.0, 0.5, 1.0])
def test_the_scores_of_two_sides_are_what_their_throws_give(dice: float) -> None:
    found = [both_ways("gdb", random_scenario(Random(seed), 3, dice)) for seed in range(30)]
    assert all(found)


@pytest.mark.parametrize("dice", [0.0, 0.5, 1.0])
def test_who_catches_whom_is_what_the_throws_of_a_flight_give(dice: float) -> None:
    found = [both_ways("whfb8", scenario(Random(seed), None, dice)) for seed in range(30)]
    assert sum(found) > 20
