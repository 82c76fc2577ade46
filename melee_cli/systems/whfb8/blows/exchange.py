"""The round as steps of groups of blows: who strikes whom when, what falls, and what is left after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from melee_cli.core.rules import Row
from melee_cli.core.system import Book
from melee_cli.systems.whfb8.blows import rules
from melee_cli.systems.whfb8.blows.needs import (
    IMPACT,
    STOMP,
    Needs,
    needs,
    needs_of_hits,
    place,
    rerolls,
    shaped_by,
)
from melee_cli.systems.whfb8.blows.rules import terms_of
from melee_cli.systems.whfb8.blows.striking import (
    Body,
    Models,
    Strikers,
    attacks_each,
    draw_up,
    strikers,
    supporting_attacks,
)
from melee_cli.systems.whfb8.contact import meet
from melee_cli.systems.whfb8.profile import COUNTS, TRAMPLED, Dice, dice_of, special, stomp_of
from melee_cli.systems.whfb8.units import Party, Scenario, Troop

KEYS = {
    "impact": "impact_blows",
    "fighting": "blows",
    "mount": "mount_blows",
    "stomp": "stomp_blows",
}
THUNDER = Dice(1, 6, 0)

Made: TypeAlias = "tuple[tuple[Row, int], ...]"


class Group(NamedTuple):
    """Blows of one unit on one enemy in one step, all alike.

    ``attacks`` is how many there are, or the dice that say it; ``made_of`` the rows they come from, with
    the models of impact hits and stomps.
    """

    step: int
    kind: str
    striker: int
    target: int
    attacks: Dice
    made_of: Made
    needs: Needs

    @property
    def key(self) -> str:
        """The key of the unit under which a scenario gives what came of it."""
        return KEYS[self.kind]

    @property
    def most(self) -> int:
        """The most attacks there may be."""
        return max(0, self.attacks.high)


class Given(NamedTuple):
    """What a scenario says came of a group of blows; None for what it leaves to the dice."""

    hits: int | None = None
    wounds: int | None = None
    unsaved: int | None = None


def given_of(value: Any) -> Given:
    """Return what a value of ``blows`` says: a number is the unsaved wounds."""
    if value is None:
        return Given()
    return Given(unsaved=value) if isinstance(value, int) else Given(*(value.get(name) for name in COUNTS))


class Struck(NamedTuple):
    """What came of a group: attacks, hits, wounds, Wounds by ordinary wounds, killing blows, whence.

    Hits and wounds are None where only what follows them was given; ``entered`` is 1 where all was given.
    """

    attacks: int
    hits: int | None
    wounds: int | None
    ordinary: int
    slain: int
    entered: int


class Blow(NamedTuple):
    """A group that has been struck."""

    group: Group
    struck: Struck


Log: TypeAlias = "tuple[Blow, ...]"


class Losses(NamedTuple):
    """What a unit has lost in the round: Wounds, those that count in the combat result, models left."""

    wounds: int
    counted: int
    models: int


class Exchange:
    """The round of blows of a scenario under its book.

    ``bodies`` are its units through both sides in file order; ``steps`` the steps in which anybody may
    strike, in order. What a step is struck with depends only on how many models of each unit live.
    """

    def __init__(self, scenario: Scenario, book: Book) -> None:
        self.scenario = scenario
        self.terms = terms_of(book)
        self.parties = parties_of(scenario)
        self.bodies = draw_up(self.parties, self.terms)
        self._plan: dict[int, list[tuple[Body, list[str]]]] = {}
        for body in self.bodies:
            kinds: dict[int, list[str]] = {}
            for step, kind in self._struck_by(body):
                kinds.setdefault(step, []).append(kind)
            for step, found in kinds.items():
                self._plan.setdefault(step, []).append((body, found))
        self.steps = sorted(self._plan)
        self._needs: dict[tuple[str, int, int], Needs] = {}

    def _struck_by(self, body: Body) -> Iterator[tuple[int, str]]:
        """Yield the steps in which *body* strikes, and with what."""
        unit, terms = body.troop.unit, self.terms
        profile = unit.profile
        assert profile is not None
        if not body.enemies:
            return
        if profile.impact_hits and unit.charged and terms.on(rules.IMPACT):
            yield IMPACT, "impact"
        yield place(profile, terms), "fighting"
        if unit.mount is not None and terms.on(rules.MOUNT):
            yield place(unit.mount, terms), "mount"
        trampled = any(enemy.troop.unit.type in TRAMPLED for enemy in body.enemies)
        if trampled and stomp_of(unit) != "none" and terms.on(rules.STOMP):
            yield STOMP, "stomp"

    def strike_in(self, step: int) -> list[tuple[Body, list[str]]]:
        """Return who may strike in *step*, and with what, whoever lives."""
        return self._plan.get(step, [])

    def groups(self, step: int, models: Models) -> list[Group]:
        """Return the blows of *step* where so many models of each unit live when it begins."""
        found = []
        for body, kinds in self.strike_in(step):
            if not models[body.index]:
                continue
            shares = strikers(body, models, self.terms)
            for kind in kinds:
                for enemy in body.enemies:
                    share = shares[enemy.index]
                    if models[enemy.index] and share.fighting:
                        group = self._group(step, kind, body, enemy, share)
                        if group is not None:
                            found.append(group)
        return found

    def _group(self, step: int, kind: str, body: Body, enemy: Body, share: Strikers) -> Group | None:
        made = {
            "impact": self._impact,
            "fighting": self._fighting,
            "mount": self._mount,
            "stomp": self._stomp,
        }[kind](body, enemy, share)
        if made is None or made[0].high <= 0:
            return None
        attacks, made_of = made
        return Group(step, kind, body.index, enemy.index, attacks, made_of, self.needs(kind, body, enemy))

    def needs(self, kind: str, body: Body, enemy: Body) -> Needs:
        """Return what blows of a kind need; it is the same throughout the round."""
        key = (kind, body.index, enemy.index)
        found = self._needs.get(key)
        if found is None:
            found = self._needs[key] = self._worked_out(kind, body, enemy)
        return found

    def _worked_out(self, kind: str, body: Body, enemy: Body) -> Needs:
        unit = body.troop.unit
        profile = unit.profile
        assert profile is not None
        if kind == "impact":
            return needs_of_hits(body, enemy, profile.impact_strength or profile.s, self.terms)
        if kind == "stomp":
            return needs_of_hits(body, enemy, (unit.mount or profile).s, self.terms)
        return needs(body, enemy, kind, self.scenario.round, self.terms)

    def rerolls(self, group: Group) -> list[dict[str, str]]:
        """Return the re-rolls of a group as a result lists them: of a roll that it has, and by what rule."""
        round_ = self.scenario.round
        pair = self.bodies[group.striker], self.bodies[group.target]
        rolled = {
            "hit": group.needs.hit,
            "wound": group.needs.wound,
            "save": group.needs.save,
            "ward": group.needs.ward,
        }
        return [
            {"roll": roll, "faces": which, "rule": row.id}
            for roll, which, row in rerolls(*pair, group.kind, round_, self.terms)
            if rolled[roll].need is not None
        ]

    def shaped_by(self, group: Group) -> list[str]:
        """Return the ids of the rows of weapons and special rules that shape a group."""
        pair = self.bodies[group.striker], self.bodies[group.target]
        rows = shaped_by(*pair, group.kind, self.scenario.round, self.terms)
        return [row.id for row in rows]

    def _impact(self, body: Body, enemy: Body, share: Strikers) -> tuple[Dice, Made]:
        profile = body.troop.unit.profile
        assert profile is not None
        assert profile.impact_hits is not None
        models = share.fighting
        return dice_of(profile.impact_hits).times(models), ((rules.IMPACT, models),)

    def _stomp(self, body: Body, enemy: Body, share: Strikers) -> tuple[Dice, Made] | None:
        if enemy.troop.unit.type not in TRAMPLED:
            return None
        each = THUNDER if stomp_of(body.troop.unit) == "thunderstomp" else Dice(0, 6, 1)
        return each.times(share.fighting), ((rules.STOMP, share.fighting),)

    def _mount(self, body: Body, enemy: Body, share: Strikers) -> tuple[Dice, Made]:
        mount = body.troop.unit.mount
        assert mount is not None
        frenzied = special(mount, "frenzy")
        each = mount.a + (self.terms.number(rules.FRENZY, "attacks") if frenzied else 0)
        count = each * share.fighting
        return Dice(0, 6, count), ((rules.MOUNT, count),)

    def _fighting(self, body: Body, enemy: Body, share: Strikers) -> tuple[Dice, Made]:
        profile = body.troop.unit.profile
        assert profile is not None
        more = attacks_each(body, self.terms)
        if profile.random_attacks is None:
            thrown = Dice(0, 6, max(0, profile.a + more) * share.fighting)
        else:
            thrown = dice_of(profile.random_attacks).times(share.fighting)
            thrown = thrown._replace(plus=thrown.plus + more * share.fighting)
        each = supporting_attacks(body, self.terms)
        made: list[tuple[Row, int]] = [(rules.FIGHTING, thrown.plus)]
        made += [(rules.SUPPORTING, models * each) for models in share.supporting]
        if share.champion:
            made.append((rules.CHAMPION, self.terms.number(rules.CHAMPION, "attacks")))
        total = thrown._replace(plus=sum(count for _, count in made))
        return total, tuple(made)

    def losses(self, log: Log) -> list[Losses]:
        """Return what every unit has lost by what *log* tells."""
        ordinary = [0] * len(self.bodies)
        slain = [0] * len(self.bodies)
        for group, struck in log:
            ordinary[group.target] += struck.ordinary
            slain[group.target] += struck.slain
        return [
            self.lost(body, wounds, killed)
            for body, wounds, killed in zip(self.bodies, ordinary, slain, strict=True)
        ]

    def lost(self, body: Body, ordinary: int, slain: int) -> Losses:
        """Return what *body* loses by so many Wounds of ordinary wounds and so many killing blows.

        whfb8.blows.casualties; by the ruling killing_blow_counts a killing blow counts as one, killing
        blows taken first where the unit has not Wounds enough for all.
        """
        wounds = ordinary + slain * body.wounds_each
        models = body.left(wounds) if self.terms.on(rules.CASUALTIES) else body.models
        if self.terms.excess_counts:
            counted = ordinary + slain if self.terms.slain_as_one else wounds
        elif self.terms.slain_as_one:
            killed = min(slain, body.models)
            room = max(0, body.wounds - killed * body.wounds_each)
            counted = killed + min(ordinary, room)
        else:
            counted = min(wounds, body.wounds)
        return Losses(wounds, counted, models)

    def aftermath(self, inflicted: Sequence[int], losses: Sequence[tuple[int, int]]) -> Scenario:
        """Return the scenario as part one of the rules takes it up.

        *inflicted* are the counted wounds that each unit took off its enemies, *losses* the models that
        each has left and the Wounds it has lost that have not yet cost a model.
        """
        sides = []
        index = 0
        for side in self.scenario.sides:
            units = []
            for unit in side.units:
                body, (models, pending) = self.bodies[index], losses[index]
                update: dict[str, Any] = {
                    "models": models,
                    "wounds": inflicted[index],
                    "wounds_each": body.wounds_each,
                    "wounds_lost": pending,
                }
                units.append(unit.model_copy(update=update))
                index += 1
            sides.append(side.model_copy(update={"units": units}))
        return self.scenario.model_copy(update={"sides": sides})

    def pending(self, body: Body, wounds: int) -> int:
        """Return how many of the Wounds that *body* has lost have not yet cost a model."""
        return (body.lost + wounds) % body.wounds_each if body.left(wounds) else 0

    def after(self, log: Log) -> Scenario:
        """Return the scenario after the blows that *log* tells."""
        losses = self.losses(log)
        inflicted = self.inflicted(log)
        left = [
            (lost.models, self.pending(body, lost.wounds))
            for body, lost in zip(self.bodies, losses, strict=True)
        ]
        return self.aftermath([sum(counts.values()) for counts in inflicted], left)

    def inflicted(self, log: Log) -> list[dict[int, int]]:
        """Return for each unit how many wounds each of its blows in *log*, by place, has counted.

        What a unit has lost beyond its last model is taken from the last blows on it.
        """
        room = [lost.counted for lost in self.losses(log)]
        found: list[dict[int, int]] = [{} for _ in self.bodies]
        for at, (group, struck) in enumerate(log):
            each = 1 if self.terms.slain_as_one else self.bodies[group.target].wounds_each
            counted = min(struck.ordinary + struck.slain * each, room[group.target])
            room[group.target] -= counted
            found[group.striker][at] = counted
        return found


def parties_of(scenario: Scenario) -> tuple[Party, Party]:
    """Return both sides with their units in contact, nothing else of the combat worked out."""
    first, second = scenario.sides
    count = len(first.units)
    one = Party(first.name, [Troop(i, unit) for i, unit in enumerate(first.units)])
    other = Party(second.name, [Troop(count + i, unit) for i, unit in enumerate(second.units)])
    meet(one, other)
    return one, other
