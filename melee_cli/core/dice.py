"""Dice as exact integer weights: what is rolled, what is kept of it, and the seeded roll."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from re import compile as pattern
from struct import iter_unpack
from typing import Generic, Literal, NamedTuple, TypeVar

V = TypeVar("V", bound=Hashable)

TOTALS_OF_DIGITS = (11, 12)
BETWEEN_DICE = pattern(r"\s*[+,/;]\s*|\s+")


def written_throw(text: str) -> int | list[int] | None:
    """Return what *text* says of a throw of D6: its dice, or its total; None where it says neither.

    Dice are written 4+6, 4,6, 4/6, 4;6, 4 6 or 46: no total but 11 and 12, which stay totals, has only
    digits from 1 to 6.
    """
    parts = BETWEEN_DICE.split(text.strip())
    if not all(part.isdecimal() for part in parts):
        return None
    if len(parts) > 1:
        return [int(part) for part in parts]
    total = int(text)
    dice = [int(digit) for digit in parts[0]]
    run_together = 2 <= len(dice) <= 3 and all(1 <= die <= 6 for die in dice)
    return dice if run_together and total not in TOTALS_OF_DIGITS else total


class Distribution(Generic[V]):
    """An immutable map from values to positive integer weights; a chance is weight / total."""

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[V, int] | Iterable[tuple[V, int]]) -> None:
        merged: dict[V, int] = {}
        for value, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if weight < 0:
                raise ValueError(f"negative weight {weight} for {value!r}")
            if weight:
                merged[value] = merged.get(value, 0) + weight
        if not merged:
            raise ValueError("a distribution needs at least one value")
        self._weights = merged
        self.total = sum(merged.values())

    @classmethod
    def of(cls, weights: dict[V, int], total: int) -> Distribution[V]:
        """Return the distribution of *weights* known to be positive and to sum to *total*, unchecked."""
        made = cls.__new__(cls)
        made._weights = weights
        made.total = total
        return made

    def __iter__(self) -> Iterator[V]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __getitem__(self, value: V) -> int:
        """Return the weight of *value*, 0 where it cannot happen."""
        return self._weights.get(value, 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._weights!r})"

    def items(self) -> Iterable[tuple[V, int]]:
        """Return the pairs of value and weight."""
        return self._weights.items()

    def chance(self, value: V) -> Fraction:
        """Return the exact chance of *value*."""
        return Fraction(self[value], self.total)


@dataclass(frozen=True, slots=True)
class Pool:
    """A throw of ``count`` equal dice of which two rules may drop one: the kept total is what counts."""

    count: int = 2
    sides: int = 6
    drop: Literal["lowest", "highest"] | None = None

    @property
    def kept_count(self) -> int:
        """How many dice are kept."""
        return self.count - (self.drop is not None)

    @property
    def low(self) -> int:
        """The lowest kept total."""
        return self.kept_count

    @property
    def high(self) -> int:
        """The highest kept total."""
        return self.kept_count * self.sides

    def keep(self, dice: Iterable[int]) -> int:
        """Return the total of *dice* that counts, after the drop."""
        shown = sorted(dice)
        if self.drop == "lowest":
            return sum(shown[1:])
        return sum(shown[:-1]) if self.drop == "highest" else sum(shown)

    @property
    def spread(self) -> Distribution[int]:
        """The kept totals, each weighted by the number of throws that give it."""
        return _spread(self)


@lru_cache(maxsize=64)
def _spread(pool: Pool) -> Distribution[int]:
    faces = range(1, pool.sides + 1)
    return Distribution((pool.keep(dice), 1) for dice in product(faces, repeat=pool.count))


TWO_D6 = Pool()


class Roll(NamedTuple):
    """A throw as known: its kept total, its dice where they were given one by one, whence it came.

    Nobody changes one; it is not frozen for the same reason as a message.
    """

    total: int
    dice: tuple[int, ...] = ()
    origin: Literal["entered", "rolled"] = "entered"


def entered(value: int | Iterable[int], pool: Pool) -> Roll:
    """Return the roll a scenario gives: a kept total, or the dice of *pool* one by one."""
    if isinstance(value, int):
        return Roll(value)
    dice = tuple(value)
    return Roll(pool.keep(dice), dice)


def rolled(pool: Pool, seed: int, round_: int, unit: str, key: str) -> Roll:
    """Return the throw of *pool* that belongs to (seed, round, unit, which roll).

    Each die is drawn by its own key, so that entering one roll changes no other. Numbers that
    would favour a face are thrown away, so every face is exactly as likely.
    """
    dice: list[int] = []
    limit = 2**32 - 2**32 % pool.sides
    block = 0
    while len(dice) < pool.count:
        text = f"{seed}\0{round_}\0{unit}\0{key}\0{block}"
        for (number,) in iter_unpack("<I", blake2b(text.encode("utf-8", "surrogatepass")).digest()):
            if number < limit and len(dice) < pool.count:
                dice.append(number % pool.sides + 1)
        block += 1
    return Roll(pool.keep(dice), tuple(dice), "rolled")


def picked(options: int, seed: int, round_: int, unit: str, key: str) -> int:
    """Return a number below *options*, each equally likely, by the same keys as :func:`rolled`."""
    return rolled(Pool(1, options), seed, round_, unit, key).total - 1
