"""Ready-made lanes: throws of several units of which the highest total counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import prod
from typing import NamedTuple

from melee_cli.core.dice import Distribution, Pool
from melee_cli.core.stages import Answer, Ask, Die


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
class Highest:
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
