"""Ready-made lanes: throws of several units of which the highest total counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from melee_cli.core.dice import Distribution
from melee_cli.core.stages import Answer, Ask, Die


class Best(NamedTuple):
    """What is known along the lane: throws taken, the best total so far, whose it is.

    ``whose`` is the first of the throws with that total, or None where the lane does not keep it.
    """

    taken: int
    total: int | None
    whose: int | None


NOTHING = Best(0, None, None)


@dataclass(frozen=True, slots=True)
class Highest:
    """Each die is thrown and its bonus added; the highest total counts, equal ones for the first.

    Ends in a :class:`Best`. Without ``keep_index`` it forgets whose throw it was, so that more states
    merge. ``spread`` is the closed form of folding ``take`` over every throw.
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

        A total is the best, and its unit the first with it, where all before it are lower and none
        after it is higher; without an index the chance of "at most x" is a product of chances.
        """
        weights = [self._totals(i) for i in range(len(self.dice))]
        low = max(min(w) for w in weights)
        high = max(max(w) for w in weights)
        at_most = [_cumulated(w, low - 1, high) for w in weights]
        count = len(weights)
        ends: dict[Best, int] = {}
        if not self.keep_index:
            below = 0
            for x in range(1, high - low + 2):
                chance = 1
                for cumulated in at_most:
                    chance *= cumulated[x]
                if chance > below:
                    ends[Best(count, low + x - 1, None)] = chance - below
                below = chance
            return Distribution(ends)
        for x in range(1, high - low + 2):
            after = [1] * (count + 1)
            for i in range(count - 1, -1, -1):
                after[i] = after[i + 1] * at_most[i][x]
            before = 1
            for i, w in enumerate(weights):
                weight = before * w.get(low + x - 1, 0) * after[i + 1]
                if weight:
                    ends[Best(count, low + x - 1, i)] = weight
                before *= at_most[i][x - 1]
        return Distribution(ends)

    def _totals(self, i: int) -> dict[int, int]:
        die, bonus = self.dice[i], self.bonuses[i]
        if die.given is not None:
            return {die.given.total + bonus: 1}
        return {value + bonus: weight for value, weight in die.pool.spread.items()}


def _cumulated(weights: dict[int, int], low: int, high: int) -> list[int]:
    """Return for each total from *low* to *high* the weight of at most that total."""
    running = sum(weight for value, weight in weights.items() if value < low)
    sums = []
    for value in range(low, high + 1):
        running += weights.get(value, 0)
        sums.append(running)
    return sums
