"""The closed forms of ready-made lanes against throwing every combination of dice."""

from __future__ import annotations

from itertools import product
from math import prod

from hypothesis import given, settings
from hypothesis import strategies as st

from melee_cli.core.dice import Distribution, Pool, Roll
from melee_cli.core.enumeration import Best, Highest, difference, highest
from melee_cli.core.messages import M
from melee_cli.core.stages import Die

POOLS = (Pool(1), Pool(2), Pool(1, 4), Pool(3, 3, "lowest"), Pool(3, 4, "highest"))


@st.composite
def lanes(draw: st.DrawFn) -> Highest:
    count = draw(st.integers(1, 3))
    dice = []
    for i in range(count):
        pool = draw(st.sampled_from(POOLS))
        roll = draw(st.none() | st.integers(pool.low, pool.high).map(Roll))
        dice.append(Die(f"unit {i}", "roll", pool, roll, M("A throw")))
    bonuses = draw(st.lists(st.integers(-8, 30), min_size=count, max_size=count))
    return Highest(dice, bonuses, draw(st.booleans()))


def every_throw(lane: Highest) -> Distribution[Best]:
    """Walk the lane with every combination of throws, die by die."""
    answers = [
        [(die.given.total, 1)] if die.given else [(die.pool.keep(d), 1) for d in faces(die.pool)]
        for die in lane.dice
    ]
    ends = []
    for combination in product(*answers):
        known = lane.start
        for total, _ in combination:
            assert lane.ask(known) is not None
            known = lane.take(known, total)
        assert lane.ask(known) is None
        totals = [total + bonus for (total, _), bonus in zip(combination, lane.bonuses, strict=True)]
        assert highest(totals) == (known.total, known.whose if lane.keep_index else totals.index(max(totals)))
        ends.append((known, prod(weight for _, weight in combination)))
    return Distribution(ends)


def faces(pool: Pool) -> list[tuple[int, ...]]:
    return list(product(range(1, pool.sides + 1), repeat=pool.count))


@given(lanes())
@settings(max_examples=40, deadline=None)
def test_the_highest_total_in_closed_form_is_what_every_throw_gives(lane: Highest) -> None:
    spread = lane.spread()
    assert spread == every_throw(lane)
    assert spread.total == sum(weight for _, weight in spread.items())


@given(lanes(), lanes())
@settings(max_examples=40, deadline=None)
def test_the_difference_in_closed_form_is_what_both_lanes_give(first: Highest, second: Highest) -> None:
    both = product(first.spread().items(), second.spread().items())
    expected = Distribution(((a.total or 0) - (b.total or 0), u * v) for (a, u), (b, v) in both)
    assert difference(first, second) == expected
    assert difference(first, second).total == expected.total
