"""How the round of blows ends, as far as the rest of the combat reads it: ends with their weights."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import lcm, prod
from typing import Any, NamedTuple, TypeAlias

from melee_cli.core.enumeration import Budget, BudgetSpent
from melee_cli.core.odds import Measure
from melee_cli.core.system import Book
from melee_cli.systems.whfb8.blows.branches import (
    Branch,
    Branching,
    Number,
    Weights,
    product,
    shared_total,
)
from melee_cli.systems.whfb8.blows.exchange import Exchange
from melee_cli.systems.whfb8.combat import Combat, steadfast
from melee_cli.systems.whfb8.contact import rank_count
from melee_cli.systems.whfb8.rulings import terms_of
from melee_cli.systems.whfb8.units import MONSTROUS, WITHOUT_RANKS, Troop

#: What a weight in floating point is multiplied by to become a whole number.
SCALE = 2.0**100
#: Steps (about 5 µs each) that a meeting takes for each unit in it, and an end for each way its tests go.
MEETING = 5
TESTED = 9


class Ending(NamedTuple):
    """What part one of the rules reads of the blows: wounds that count and losses, unit by unit.

    ``left`` are the models of each unit and the Wounds lost that have not yet cost a model.
    """

    inflicted: tuple[int, ...]
    left: tuple[tuple[int, int], ...]


class Shape(NamedTuple):
    """What part one reads of a unit: whether it lives, its ranks, and the Wounds an unstable one has left."""

    alive: bool
    ranks: int
    left: int


Shapes: TypeAlias = "tuple[Shape, ...]"
Counted: TypeAlias = "dict[Shapes, Weights]"


class Meeting(NamedTuple):
    """What is known of a combat but for its wounds: the points ahead, and who would be steadfast if it lost.

    ``face`` tells apart what becomes of the losing side's units: who lives, is steadfast, and what an
    unstable one has left.
    """

    combat: Combat
    ahead: int
    face: Hashable


Meetings: TypeAlias = "dict[tuple[int, Shapes, Shapes], Meeting]"


class Endings:
    """All ends of the round of blows of one scenario, with their weights, and the measures of its units.

    Whether they are *exact* follows from how fine they would be, unless it is said. *meetings* may be
    shared between scenarios that differ in their models only.
    """

    def __init__(
        self,
        exchange: Exchange,
        book: Book,
        exact: bool | None = None,
        meetings: Meetings | None = None,
    ) -> None:
        self.exchange = exchange
        self.book = book
        self.terms = terms_of(book)
        self.branching = Branching(exchange, exact)
        self.points = book.number("whfb8.wounds") if "whfb8.wounds" not in book.off else 0
        self._stands: dict[tuple[int, Shape], tuple[int, int]] = {}
        self._shapes: dict[tuple[int, int], tuple[Shape, int]] = {}
        self._meetings: Meetings = {} if meetings is None else meetings
        self._found: Mapping[Ending, int] | None = None
        self._measures: tuple[dict[str, dict[str, Measure]], dict[str, Measure]] | None = None
        parties = exchange.parties
        self._sides = ([t.index for t in parties[0].troops], [t.index for t in parties[1].troops])
        self._plain = all(
            part == "front" for party in parties for troop in party.troops for part in troop.parts.values()
        )

    @property
    def exact(self) -> bool:
        """Whether the weights are exact, not in floating point."""
        return self.branching.exact

    def fits(self, steps: int) -> bool:
        """Whether all of it, the rest of the combat too, takes no more than about so many *steps*."""
        reckoned = Budget(steps)
        count = len(self.exchange.bodies)
        widest = 0
        try:
            for ranges, many in self.branching.outline(reckoned).items():
                seen = [
                    {self.shape(unit, number)[0] for number in range(low, high + 1)}
                    for unit, (low, high) in enumerate(ranges)
                ]
                for losing in (0, 1):
                    mine = prod(len(seen[unit]) for unit in self._sides[losing])
                    reckoned.spend(many * MEETING * count * mine * self._views(1 - losing, seen))
                widest = max(widest, sum(high + 1 for _, high in ranges))
            for side in self._sides:
                reckoned.spend(widest // 2 * 2 ** len(side) * 2 ** len(side) * TESTED)
        except BudgetSpent:
            return False
        return True

    def _views(self, side: int, seen: Sequence[set[Shape]]) -> int:
        """Return about how many views the other side has of *side*, whose units may have those shapes."""
        units = self._sides[side]
        every = prod(len(seen[unit]) for unit in units)
        if not self._plain:
            return every
        deep = len({shape.ranks for unit in units for shape in seen[unit]})
        facing = {tuple(enemy.index for enemy in t.enemies) for t in self.exchange.parties[1 - side].troops}
        mortal: int = sum(len({shape.alive for shape in seen[unit]}) > 1 for unit in units)
        apart: int = deep ** (1 + len(facing)) * 2**mortal
        return min(every, apart)

    @property
    def weights(self) -> Mapping[Ending, int]:
        """The weights of all ends that the rest of the combat tells apart."""
        if self._found is None:
            self._work_out()
        assert self._found is not None
        return self._found

    @property
    def measures(self) -> tuple[dict[str, dict[str, Measure]], dict[str, Measure]]:
        """Each unit's models left and ranks, and each side's counted wounds."""
        if self._measures is None:
            self._work_out()
        assert self._measures is not None
        return self._measures

    def _work_out(self) -> None:
        branches = self.branching.branches()
        common: Number = 1.0
        if self.exact:
            common = lcm(*(int(shared_total(branch)) for branch in branches))
        ends: dict[Hashable, Number] = {}
        first: dict[Hashable, Ending] = {}
        models: list[dict[int, Number]] = [{} for _ in self.exchange.bodies]
        ranks: list[dict[int, Number]] = [{} for _ in self.exchange.bodies]
        wounds: tuple[dict[int, Number], dict[int, Number]] = ({}, {})
        for branch in branches:
            scale: Number = 1.0
            if self.exact:
                assert isinstance(common, int)
                scale = common // int(shared_total(branch))
            self._count(branch, scale, models, ranks)
            sides = tuple(self._together(side, branch) for side in self._sides)
            masses = [sum(map(sum, side.values())) for side in sides]
            for side in (0, 1):
                for weights in sides[side].values():
                    for count, weight in enumerate(weights):
                        if weight:
                            # what a side has lost is what the other has inflicted
                            _add(wounds[1 - side], count, weight * masses[1 - side] * scale)
            for losing in (0, 1):
                self._meet(losing, sides, scale, ends, first)
        self._found = {first[key]: weight for key, weight in self._whole(ends).items()}
        names = [body.troop.name for body in self.exchange.bodies]
        units: dict[str, dict[str, Measure]] = {}
        for name, left, deep in zip(names, models, ranks, strict=True):
            units[name] = {
                "models_left": self._measure("models_left", left),
                "ranks": self._measure("ranks", deep),
            }
        sums = {
            party.name: self._measure("wounds", wounds[place])
            for place, party in enumerate(self.exchange.parties)
        }
        self._measures = units, sums

    def _measure(self, name: str, found: Mapping[int, Number]) -> Measure:
        weights = self._whole(found)
        return Measure(name, "count", dict(sorted(weights.items())), sum(weights.values()))

    def _whole(self, found: Mapping[Any, Number]) -> dict[Any, int]:
        """Return weights as whole numbers: as they are, or as near to them as floating point knows."""
        if self.exact:
            return {key: int(weight) for key, weight in found.items() if weight}
        return {key: whole for key, weight in found.items() if (whole := int(weight * SCALE))}

    def _count(
        self,
        branch: Branch,
        scale: Number,
        models: list[dict[int, Number]],
        ranks: list[dict[int, Number]],
    ) -> None:
        """Add to each unit's models left and ranks what *branch* says of them."""
        masses = [sum(spread.weights) for spread in branch]
        whole = prod(masses)
        for unit, spread in enumerate(branch):
            others = whole // masses[unit] if self.exact else whole / masses[unit]
            for number, weight in enumerate(spread.weights):
                if weight:
                    shape, _ = self.shape(unit, number)
                    more = weight * others * scale
                    _add(models[unit], self.branching.models(unit, number), more)
                    _add(ranks[unit], shape.ranks, more)

    def shape(self, unit: int, number: int) -> tuple[Shape, int]:
        """Return what part one reads of a unit that has lost so much, and the wounds that count of it."""
        found = self._shapes.get((unit, number))
        if found is None:
            body = self.exchange.bodies[unit]
            lost = self.branching.codes[unit].losses(self.exchange, body, number)
            pending = self.exchange.pending(body, lost.wounds)
            left = lost.models * body.wounds_each - pending if body.troop.unit.unstable else 0
            shape = Shape(lost.models > 0, self._ranks(body.troop, lost.models), left)
            self._stands.setdefault((unit, shape), (lost.models, pending))
            found = self._shapes[unit, number] = (shape, lost.counted)
        return found

    def _ranks(self, troop: Troop, models: int) -> int:
        unit, terms = troop.unit, self.terms
        if not terms.ranks_count or unit.type in WITHOUT_RANKS or unit.skirmishing:
            return 0
        need = terms.rank_monstrous if unit.type in MONSTROUS else terms.rank_models
        return rank_count(models, unit.width or 0, need)

    def _together(self, side: Sequence[int], branch: Branch) -> Counted:
        """Return the weights of what a side has lost that counts, by the shapes of its units."""
        found: Counted = {(): [1 if self.exact else 1.0]}
        for unit in side:
            apart: dict[Shape, Weights] = {}
            for number, weight in enumerate(branch[unit].weights):
                if weight:
                    shape, counted = self.shape(unit, number)
                    row = apart.setdefault(shape, [])
                    row.extend([0] * (counted + 1 - len(row)))
                    row[counted] += weight
            found = {
                (*shapes, shape): product(weights, row)
                for shapes, weights in found.items()
                for shape, row in apart.items()
            }
        return found

    def _meet(
        self,
        losing: int,
        sides: Sequence[Counted],
        scale: Number,
        ends: dict[Hashable, Number],
        first: dict[Hashable, Ending],
    ) -> None:
        """Add to *ends* those that the side *losing* loses; draws are added with the first side."""
        views: dict[Hashable, tuple[Shapes, Weights]] = {}
        for shapes, weights in sides[1 - losing].items():
            view = self._seen(losing, shapes)
            known = views.get(view)
            views[view] = (shapes, weights) if known is None else (known[0], _plus(known[1], weights))
        for theirs, far in views.values():
            faces: dict[Hashable, tuple[Meeting, Shapes, Weights]] = {}
            for shapes, weights in sides[losing].items():
                meeting = self.meeting(losing, shapes, theirs)
                known_face = faces.get(meeting.face)
                if known_face is not None:
                    weights = _plus(known_face[2], weights)
                faces[meeting.face] = (meeting, shapes, weights)
            for face, (meeting, shapes, near) in faces.items():
                self._differ(losing, face, meeting, (shapes, near), (theirs, far), scale, ends, first)

    def _differ(
        self,
        losing: int,
        face: Hashable,
        meeting: Meeting,
        lost: tuple[Shapes, Weights],
        inflicted: tuple[Shapes, Weights],
        scale: Number,
        ends: dict[Hashable, Number],
        first: dict[Hashable, Ending],
    ) -> None:
        """Add the ends of one meeting, by the difference of what both sides have lost."""
        weights = product(inflicted[1], lost[1][::-1])
        shift = len(lost[1]) - 1
        alive = tuple(shape.alive for shape in inflicted[0])
        for at, weight in enumerate(weights):
            if not weight:
                continue
            # by how much the first side has inflicted more than the second
            more = at - shift if losing == 0 else shift - at
            difference = meeting.ahead + self.points * more
            ahead = meeting.combat.ahead(difference)
            if ahead == 0 and losing == 1:
                continue  # a draw, which has been added with the first side
            if ahead == (1 if losing == 0 else -1):
                continue
            key = (losing, ahead, difference, face, alive)
            _add(ends, key, weight * scale)
            if key not in first:
                shapes = (lost[0], inflicted[0]) if losing == 0 else (inflicted[0], lost[0])
                first[key] = self._ending(shapes, more)

    def _ending(self, shapes: tuple[Shapes, Shapes], more: int) -> Ending:
        """Return an end with these shapes in which the first side has inflicted so much more."""
        inflicted = [0] * len(self.exchange.bodies)
        giver = self._sides[0 if more > 0 else 1][0]
        inflicted[giver] = abs(more)
        left = tuple(
            self._stands[unit, shape]
            for side, seen in zip(self._sides, shapes, strict=True)
            for unit, shape in zip(side, seen, strict=True)
        )
        return Ending(tuple(inflicted), left)

    def _seen(self, losing: int, shapes: Shapes) -> Hashable:
        """Return what the units of the losing side see of the other side's *shapes*.

        Where nobody fights in a flank or rear, that is who lives, the best rank bonus, and for each unit
        the most ranks of those that it faces; else all of it.
        """
        if not self._plain:
            return shapes
        side = self._sides[1 - losing]
        known = dict(zip(side, shapes, strict=True))
        deep = []
        for troop in self.exchange.parties[losing].troops:
            facing = [enemy.index for enemy in troop.enemies] if self.terms.steadfast_facing else side
            deep.append(max((known[at].ranks for at in facing if known[at].alive), default=-1))
        alive = tuple(shape.alive for shape in shapes)
        return alive, tuple(deep), max(shape.ranks for shape in shapes), tuple(s.left for s in shapes)

    def meeting(self, losing: int, mine: Shapes, theirs: Shapes) -> Meeting:
        """Return what is known of the combat of these shapes but for its wounds."""
        key = (losing, mine, theirs)
        found = self._meetings.get(key)
        if found is not None:
            return found
        shapes = (mine, theirs) if losing == 0 else (theirs, mine)
        ending = self._ending(shapes, 0)
        combat = Combat(self.exchange.aftermath(ending.inflicted, ending.left), self.book)
        one, other = combat.parties
        enemies = combat.parties[1 - losing].troops
        flags = tuple(
            troop.alive and steadfast(troop, enemies, self.terms)[0]
            for troop in combat.parties[losing].troops
        )
        lives = tuple((shape.alive, shape.left) for shape in mine)
        ahead = one.total - other.total - self._broken_draw(combat)
        found = self._meetings[key] = Meeting(combat, ahead, (ahead, lives, flags))
        return found

    def _broken_draw(self, combat: Combat) -> int:
        """Return the points by which musicians have broken a draw that the wounds will make none."""
        found = 0
        for sign, party in zip((1, -1), combat.parties, strict=True):
            found += sign * sum(line.value for line in party.lines if line.rule == "whfb8.musician")
        return found


def _plus(one: Sequence[Number], other: Sequence[Number]) -> Weights:
    """Return the sum of two rows of weights."""
    if len(one) < len(other):
        one, other = other, one
    return [*(a + b for a, b in zip(one, other, strict=False)), *one[len(other) :]]


def _add(into: dict[Any, Number], key: Any, weight: Number) -> None:
    into[key] = into.get(key, 0) + weight
