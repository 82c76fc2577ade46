"""Who can strike: the models in contact, their division among enemies, and the ranks that support them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from melee_cli.systems.whfb8.blows.rules import (
    CHAMPION,
    EXTRA_RANKS,
    FIGHTING,
    FRENZY,
    SHARED,
    SUPPORTING,
    TWO_WEAPONS,
    Terms,
)
from melee_cli.systems.whfb8.profile import base_of, special
from melee_cli.systems.whfb8.units import MONSTROUS, WITHOUT_RANKS, Party, Troop

#: How many models of each unit live, by index.
Models = Sequence[int]


class Strikers(NamedTuple):
    """Who strikes one enemy: models of the fighting rank, those behind them rank by rank, the champion."""

    fighting: int
    supporting: tuple[int, ...]
    champion: bool


@dataclass(slots=True, eq=False)
class Body:
    """A unit in the round of blows, as it is drawn up when the round begins.

    ``loose`` are types without ranks and single models: they strike with all they have. ``enemies`` are
    those in contact that lived when the round began, in file order.
    """

    troop: Troop
    models: int
    wounds_each: int
    lost: int
    width: int
    base: int
    loose: bool
    ranks: int
    enemies: list[Body] = field(default_factory=list)

    @property
    def index(self) -> int:
        """Its place through both sides in file order."""
        return self.troop.index

    @property
    def wounds(self) -> int:
        """All the Wounds it can still lose."""
        return self.models * self.wounds_each - self.lost

    def left(self, wounds: int) -> int:
        """Return how many models live after *wounds* more (8e:casualties)."""
        return max(0, self.models - (self.lost + wounds) // self.wounds_each)

    def touches(self, enemy: Body) -> str:
        """Return the part of *enemy* that it touches."""
        return self.troop.parts[enemy.index]

    def frontage(self, models: int, flank: bool) -> int:
        """Return how wide so many models stand, in millimetres: from the front, or seen in the flank."""
        files = -(-models // self.width) if flank else min(self.width, models)
        return files * self.base


def draw_up(parties: tuple[Party, Party], terms: Terms) -> list[Body]:
    """Return the bodies of both sides, by index; contact must be known."""
    bodies = [_body(troop, terms) for party in parties for troop in party.troops]
    for body in bodies:
        if body.models:
            body.enemies = sorted(
                (bodies[enemy.index] for enemy in body.troop.enemies if bodies[enemy.index].models),
                key=lambda enemy: enemy.index,
            )
    return bodies


def _body(troop: Troop, terms: Terms) -> Body:
    unit = troop.unit
    assert unit.profile is not None
    models = 1 if unit.models is None else unit.models
    width = unit.width or max(models, 1)
    loose = unit.type in WITHOUT_RANKS or models == 1
    ranks = 0
    if not loose and terms.on(SUPPORTING):
        horde = terms.number(SUPPORTING, "monstrous" if unit.type in MONSTROUS else "horde")
        ranks = 1 + (width >= horde)
        if not unit.charged and terms.on(EXTRA_RANKS):
            spears = terms.number(EXTRA_RANKS, "ranks") if unit.profile.weapon == "spear" else 0
            ranks += spears + unit.profile.extra_ranks
    return Body(troop, models, unit.profile.w, unit.wounds_lost, width, base_of(unit), loose, ranks)


def reach(body: Body, enemy: Body, models: int, terms: Terms) -> int:
    """Return how many models of *body* have room to touch *enemy*, of which so many models live.

    whfb8.blows.fighting_rank; by the ruling of the corners as many as stand before it, or two more.
    """
    if not terms.on(FIGHTING):
        return body.width
    frontage = enemy.frontage(models, body.touches(enemy) == "flank")
    if terms.corners_touch:
        return frontage // body.base + terms.number(FIGHTING, "corners")
    return -(-frontage // body.base)


def strikers(body: Body, models: Models, terms: Terms) -> dict[int, Strikers]:
    """Return who of *body* strikes each of its enemies, by index, where so many models of all units live.

    An enemy that has fallen keeps its share of the fighting rank: those blows are lost.
    """
    alive = models[body.index]
    standing = alive if terms.step_up else body.models
    fallen = 0 if terms.step_up else body.models - alive
    sides: dict[str, list[Body]] = {}
    for enemy in body.enemies:
        part = "front" if body.loose else enemy.touches(body)
        sides.setdefault(part, []).append(enemy)
    declared = body.troop.unit.fighting or {}
    shares: dict[int, int] = {}
    free = alive
    for enemy in body.enemies:
        if enemy.troop.name in declared:
            shares[enemy.index] = min(declared[enemy.troop.name], free)
            free -= shares[enemy.index]
    for part, enemies in sides.items():
        named = sum(shares.get(enemy.index, 0) for enemy in enemies)
        files = _files(body, part, standing)
        rank = max(0, files - fallen - named)
        others = [enemy for enemy in enemies if enemy.index not in shares]
        room = [files if body.loose else reach(body, enemy, enemy.models, terms) for enemy in others]
        dealt = deal(rank, room) if terms.on(SHARED) else [min(rank, most) for most in room]
        for enemy, share in zip(others, dealt, strict=True):
            if not body.loose and models[enemy.index]:
                share = min(share, reach(body, enemy, models[enemy.index], terms))
            shares[enemy.index] = share
    behind = _behind(body, sides.get("front", ()), shares, standing)
    leader = next((enemy.index for enemy in body.enemies if shares[enemy.index]), None)
    led = body.troop.unit.champion and terms.on(CHAMPION)
    return {
        enemy.index: Strikers(shares[enemy.index], behind.get(enemy.index, ()), led and enemy.index == leader)
        for enemy in body.enemies
    }


def _files(body: Body, part: str, models: int) -> int:
    """Return how many of so many models stand along a part of the unit: its front or rear, or a flank."""
    if body.loose:
        return models
    return -(-models // body.width) if part == "flank" else min(body.width, models)


def deal(models: int, room: Sequence[int]) -> list[int]:
    """Return *models* dealt evenly over places of so much *room*, the first getting what is left over.

    What finds no room is lost (8e:dividing-attacks).
    """
    if len(room) == 1:
        return [min(models, room[0])]
    if models >= sum(room):
        return list(room)
    dealt = [0] * len(room)
    while models and any(taken < most for taken, most in zip(dealt, room, strict=True)):
        for place, most in enumerate(room):
            if models and dealt[place] < most:
                dealt[place] += 1
                models -= 1
    return dealt


def _behind(
    body: Body, enemies: Iterable[Body], shares: Mapping[int, int], models: int
) -> dict[int, tuple[int, ...]]:
    """Return how many models support against each enemy at the front, rank by rank, none where none do."""
    front = [enemy for enemy in enemies if shares[enemy.index]]
    found: dict[int, tuple[int, ...]] = {enemy.index: () for enemy in front}
    for rank in range(1, body.ranks + 1):
        deep = min(body.width, models - rank * body.width)
        if deep <= 0:
            break
        for enemy, share in zip(front, deal(deep, [shares[e.index] for e in front]), strict=True):
            if share:
                found[enemy.index] += (share,)
    return found


def attacks_each(body: Body, terms: Terms) -> int:
    """Return what a model of the fighting rank has beyond its Attacks: frenzy, weapons, the profile's own."""
    profile = body.troop.unit.profile
    assert profile is not None
    more = profile.extra_attacks
    if special(profile, "frenzy"):
        more += terms.number(FRENZY, "attacks")
    if profile.weapon == "two_hand_weapons":
        more += terms.number(TWO_WEAPONS, "attacks")
    return more


def supporting_attacks(body: Body, terms: Terms) -> int:
    """Return with how many attacks a model supports: one, monstrous troops as many as they have, to 3."""
    unit = body.troop.unit
    assert unit.profile is not None
    if unit.type not in MONSTROUS:
        return 1
    return min(unit.profile.a, terms.number(SUPPORTING, "most", 1))
