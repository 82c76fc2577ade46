"""The round of blows over every throw: what all units lose, as a sum of branches of independent losses.

A joint table of what all units lose would grow with their product. Within one branch the losses of the
units are independent of each other, so each has a distribution of its own. A branch is split only by what
the blows of a later step depend on: the numbers of models that :meth:`Branching.alike` tells apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm, sqrt
from typing import NamedTuple, TypeAlias

from melee_cli.core.enumeration import Budget, BudgetSpent
from melee_cli.systems.whfb8.blows.chances import Taken, of_attack, of_given_hit, of_given_wound
from melee_cli.systems.whfb8.blows.exchange import Exchange, Given, Group, Losses, given_of
from melee_cli.systems.whfb8.blows.needs import Needs
from melee_cli.systems.whfb8.blows.striking import Body, reach, strikers

#: Weights are whole numbers while they are exact, floating point where those would have more bits than this.
FINEST = 4096
#: Floating point leaves out what is less likely than this: thousands of such do not show in a percentage.
UNLIKELY = 1e-17
#: Beyond so many standard deviations nothing is as likely as that.
FAR = 9
FEW = 64
#: More parts of one branch than this are not walked through: that is beyond any budget.
MOST_PARTS = 100_000
#: Steps (about 5 µs each) that one product of weights takes, however short they are.
PRODUCT = 3

Number: TypeAlias = "int | float"
Weights: TypeAlias = "list[Number]"


class Spread(NamedTuple):
    """Weights of what a unit has lost, by the code of its losses from 0 on, out of ``total``.

    They sum to less than that where the branch has been split by this unit.
    """

    weights: tuple[Number, ...]
    total: Number


Branch: TypeAlias = "tuple[Spread, ...]"
#: From the least to the most that each unit may have lost.
Ranges: TypeAlias = "tuple[tuple[int, int], ...]"


class Code(NamedTuple):
    """How what a unit has lost is written as one number.

    It is Wounds, or, where killing blows count as one, ordinary Wounds and ``stride`` for each killing blow.
    ``most`` is the number beyond which nothing more is lost, None where it all counts.
    """

    stride: int
    most: int | None
    apart: bool

    def of(self, ordinary: int, slain: int) -> int:
        """Return the number of what is taken."""
        return ordinary + slain * self.stride

    def losses(self, exchange: Exchange, body: Body, number: int) -> Losses:
        """Return what *body* has lost where its number is *number*."""
        slain, ordinary = divmod(number, self.stride) if self.apart else (0, number)
        return exchange.lost(body, ordinary, slain)


def product(one: Sequence[Number], other: Sequence[Number]) -> Weights:
    """Return the weights of the sum of two independent numbers.

    Long rows of whole numbers are multiplied as two whole numbers of which each weight is a digit: that
    takes a fifth of the time.
    """
    if len(one) > len(other):
        one, other = other, one
    if len(one) * len(other) > FEW and isinstance(one[0], int) and isinstance(other[0], int):
        return _digits(one, other)  # type: ignore[arg-type]  # whole throughout where the first is
    found: Weights = [0] * (len(one) + len(other) - 1)
    for place, weight in enumerate(one):
        if weight:
            for at, more in enumerate(other, place):
                found[at] += weight * more
    return found


def _digits(one: Sequence[int], other: Sequence[int]) -> Weights:
    bits = max(one).bit_length() + max(other).bit_length() + len(one).bit_length()
    size = bits // 8 + 1
    made = int.from_bytes(b"".join([w.to_bytes(size, "little") for w in one]), "little")
    made *= int.from_bytes(b"".join([w.to_bytes(size, "little") for w in other]), "little")
    count = len(one) + len(other) - 1
    digits = made.to_bytes(size * count, "little")
    return [int.from_bytes(digits[at : at + size], "little") for at in range(0, size * count, size)]


def capped(weights: Weights, most: int | None) -> Weights:
    """Return *weights* with all beyond *most* counted as that."""
    if most is None or len(weights) <= most + 1:
        return weights
    return [*weights[:most], sum(weights[most:])]


class Items(NamedTuple):
    """So many blows alike, their number perhaps by chance: attacks, or the hits or wounds that were given."""

    counts: tuple[tuple[int, int], ...]
    taken: tuple[tuple[tuple[int, int], Fraction], ...]

    @property
    def most(self) -> int:
        """The most of them that there may be."""
        return max(count for count, _ in self.counts)


def items(group: Group, given: Given) -> Items:
    """Return what is left to chance of *group* where so much of it is *given*."""
    needs = group.needs
    if given.unsaved is not None:
        return Items(((1, 1),), (((given.unsaved, 0), Fraction(1)),))
    if given.wounds is not None:
        return Items(((given.wounds, 1),), _taken(needs, "wound"))
    if given.hits is not None:
        return Items(((given.hits, 1),), _taken(needs, "hit"))
    counts: dict[int, int] = {}
    for count, weight in group.attacks.spread.items():
        counts[max(0, count)] = counts.get(max(0, count), 0) + weight
    return Items(tuple(counts.items()), _taken(needs, "attack"))


@lru_cache(maxsize=1024)
def _taken(needs: Needs, what: str) -> tuple[tuple[tuple[int, int], Fraction], ...]:
    found: Taken = {"attack": of_attack, "hit": of_given_hit, "wound": of_given_wound}[what](needs)
    return tuple(found.items())


class Branching:
    """The branches of one exchange: exact where ``exact``, else in floating point.

    Without being told it is exact as long as the weights are not finer than :data:`FINEST`.
    """

    def __init__(self, exchange: Exchange, exact: bool | None = None) -> None:
        self.exchange = exchange
        self.start = [body.models for body in exchange.bodies]
        self.codes = [self._code(body) for body in exchange.bodies]
        self._alike: dict[tuple[int, int, int], Hashable] = {}
        self._shares = {body.index: strikers(body, self.start, exchange.terms) for body in exchange.bodies}
        self._groups: dict[tuple[int, tuple[int, ...]], list[Group]] = {}
        self._powers: dict[Hashable, list[Spread]] = {}
        self._models: dict[tuple[int, int], int] = {}
        self.exact = self._bits() <= FINEST if exact is None else exact

    def _code(self, body: Body) -> Code:
        terms = self.exchange.terms
        apart = terms.slain_as_one and body.wounds_each > 1
        if not apart:
            return Code(body.wounds_each, None if terms.excess_counts else body.wounds, False)
        ordinary = sum(
            items(group, self.given(group)).most * 2 * max(1, group.needs.most)
            for step in self.exchange.steps
            for group in self.exchange.groups(step, self.start)
            if group.target == body.index
        )
        return Code(ordinary + 1, None, True)

    def given(self, group: Group) -> Given:
        """Return what the scenario says came of *group*."""
        unit = self.exchange.bodies[group.striker].troop.unit
        target = self.exchange.bodies[group.target].troop.name
        return given_of((getattr(unit, group.key) or {}).get(target))

    def _bits(self) -> int:
        """Return how many bits the weights may come to have."""
        bits = 0.0
        for step in self.exchange.steps:
            for group in self.exchange.groups(step, self.start):
                found = items(group, self.given(group))
                each = lcm(*(chance.denominator for _, chance in found.taken)).bit_length()
                thrown = sum(weight for _, weight in found.counts).bit_length()
                bits += found.most * each + thrown
        return int(bits)

    def models(self, unit: int, number: int) -> int:
        """Return how many models a unit has left where the number of what it has lost is *number*."""
        found = self._models.get((unit, number))
        if found is None:
            lost = self.codes[unit].losses(self.exchange, self.exchange.bodies[unit], number)
            found = self._models[unit, number] = lost.models
        return found

    def alike(self, step: int, unit: int, models: int) -> Hashable:
        """Return the same for all numbers of models of *unit* with which the blows of *step* are the same."""
        key = (step, unit, models)
        if key not in self._alike:
            self._alike[key] = self._told_apart(step, unit, models)
        return self._alike[key]

    def _told_apart(self, step: int, unit: int, models: int) -> Hashable:
        exchange = self.exchange
        body = exchange.bodies[unit]
        striking = exchange.strike_in(step)
        found: list[Hashable] = []
        if any(who.index == unit for who, _ in striking):
            others = list(self.start)
            others[unit] = models
            found.append(bool(models) and tuple(strikers(body, others, exchange.terms).items()))
        for who, _ in striking:
            share = self._shares[who.index].get(unit)
            if share is not None and share.fighting:
                room = share.fighting if who.loose else reach(who, body, models, exchange.terms)
                found.append(min(share.fighting, room) if models else -1)
        return tuple(found)

    def branches(self) -> list[Branch]:
        """Return the losses of all units after the round, as branches that add up to everything."""
        one: Number = 1 if self.exact else 1.0
        found: list[Branch] = [tuple(Spread((one,), one) for _ in self.exchange.bodies)]
        for step in self.exchange.steps:
            found = [self._struck(step, part) for whole in found for part in self._split(step, whole)]
        return found

    def _split(self, step: int, branch: Branch) -> Iterator[Branch]:
        """Yield *branch* in parts in each of which the blows of *step* are the same throughout."""
        parts: list[tuple[Spread, ...]] = [()]
        for unit, spread in enumerate(branch):
            alike: dict[Hashable, list[int]] = {}
            for number, weight in enumerate(spread.weights):
                if weight:
                    kind = self.alike(step, unit, self.models(unit, number))
                    alike.setdefault(kind, []).append(number)
            if len(alike) == 1:
                parts = [(*done, spread) for done in parts]
                continue
            pieces = []
            for numbers in alike.values():
                inside = set(numbers)
                weights = tuple(w if at in inside else 0 for at, w in enumerate(spread.weights))
                if self.exact or sum(weights) > UNLIKELY:
                    pieces.append(Spread(weights[: max(numbers) + 1], spread.total))
            parts = [(*done, piece) for done in parts for piece in pieces]
        yield from parts

    def _struck(self, step: int, branch: Branch) -> Branch:
        """Return *branch* after the blows of *step*, all struck at once."""
        models = tuple(
            self.models(unit, next(at for at, weight in enumerate(spread.weights) if weight))
            for unit, spread in enumerate(branch)
        )
        key = (step, models)
        if key not in self._groups:
            self._groups[key] = self.exchange.groups(step, models)
        after = list(branch)
        for group in self._groups[key]:
            struck = self.of(group)
            here = after[group.target]
            weights = capped(product(here.weights, struck.weights), self.codes[group.target].most)
            after[group.target] = Spread(tuple(weights), here.total * struck.total)
        return tuple(after)

    def of(self, group: Group) -> Spread:
        """Return the weights of what the target of *group* loses by it."""
        found = items(group, self.given(group))
        powers = self._power(found, group.target)
        if len(found.counts) == 1:
            return powers[found.counts[0][0]]
        top = powers[found.most]
        thrown = sum(weight for _, weight in found.counts)
        mixed: Weights = [0] * max(len(powers[count].weights) for count, _ in found.counts)
        for count, chance in found.counts:
            power = powers[count]
            scale: Number = chance / thrown
            if self.exact:
                assert isinstance(top.total, int)
                assert isinstance(power.total, int)
                scale = chance * (top.total // power.total)
            for at, weight in enumerate(power.weights):
                mixed[at] += scale * weight
        return Spread(tuple(mixed), top.total * thrown if self.exact else 1.0)

    def _power(self, found: Items, target: int) -> list[Spread]:
        """Return what 0, 1, 2 and more of the blows take, up to the most that there may be."""
        code = self.codes[target]
        key = (found.taken, code)
        powers = self._powers.get(key)
        if powers is None:
            powers = self._powers[key] = [Spread((1 if self.exact else 1.0,), 1 if self.exact else 1.0)]
        if len(powers) <= found.most:
            one = self._one(found.taken, code)
            while len(powers) <= found.most:
                last = powers[-1]
                weights = capped(product(last.weights, one.weights), code.most)
                powers.append(Spread(tuple(weights), last.total * one.total))
        return powers

    def _one(self, taken: tuple[tuple[tuple[int, int], Fraction], ...], code: Code) -> Spread:
        weights: Weights = [0] * (max(code.of(*what) for what, _ in taken) + 1)
        common = lcm(*(chance.denominator for _, chance in taken))
        for what, chance in taken:
            share: Number = chance.numerator * (common // chance.denominator) if self.exact else float(chance)
            weights[code.of(*what)] += share
        return Spread(tuple(capped(weights, code.most)), common if self.exact else 1.0)

    def outline(self, budget: Budget) -> Counter[Ranges]:
        """Return how many of :meth:`branches` have each range of losses, without working out any of them.

        Raises :class:`BudgetSpent` where they would take more steps than *budget* has left.
        """
        found: Counter[Ranges] = Counter([tuple((0, 0) for _ in self.exchange.bodies)])
        for step in self.exchange.steps:
            after: Counter[Ranges] = Counter()
            for whole, count in found.items():
                for part in self._ranges(step, whole):
                    after[self._moved(step, part, count, budget)] += count
            found = after
        return found

    def _ranges(self, step: int, whole: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        parts: list[tuple[tuple[int, int], ...]] = [()]
        for unit, (low, high) in enumerate(whole):
            alike: dict[Hashable, tuple[int, int]] = {}
            for number in range(low, high + 1):
                kind = self.alike(step, unit, self.models(unit, number))
                alike[kind] = (alike.get(kind, (number, number))[0], number)
            parts = [(*done, piece) for done in parts for piece in alike.values()]
            if len(parts) > MOST_PARTS:
                raise BudgetSpent
        yield from parts

    def _moved(self, step: int, part: Ranges, count: int, budget: Budget) -> Ranges:
        budget.spend(count * len(part))
        models = tuple(self.models(unit, low) for unit, (low, _) in enumerate(part))
        after = list(part)
        for group in self.exchange.groups(step, models):
            low, high = after[group.target]
            least, most = self._reach_of(group)
            budget.spend(count * (PRODUCT + (high - low + 1) * (most + 1) // FEW))
            cap = self.codes[group.target].most
            low, high = low + least, high + most
            after[group.target] = (low, high) if cap is None else (min(low, cap), min(high, cap))
        return tuple(after)

    def _reach_of(self, group: Group) -> tuple[int, int]:
        """Return the least and the most that *group* may take, in floating point what is likely at all."""
        found = items(group, self.given(group))
        code = self.codes[group.target]
        values = [(code.of(*what), float(chance)) for what, chance in found.taken]
        most = max(value for value, _ in values) * found.most
        if self.exact:
            return 0, most
        mean = sum(value * chance for value, chance in values)
        square = sum(value * value * chance for value, chance in values)
        far = FAR * sqrt(found.most * max(0.0, square - mean * mean)) + FAR
        least = min(count for count, _ in found.counts)
        return max(0, int(least * mean - far)), min(most, int(found.most * mean + far))


def shared_total(branch: Branch) -> Number:
    """Return what the weights of all units of *branch* together are out of."""
    total: Number = 1
    for spread in branch:
        total *= spread.total
    return total
