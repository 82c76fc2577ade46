"""What is thrown for a group of blows: given by the scenario, typed at the table, or rolled from the seed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from melee_cli.core.dice import Pool, rolled
from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.core.stages import Counts, Lane, Tally
from melee_cli.systems.whfb8.blows.branches import Branching
from melee_cli.systems.whfb8.blows.chances import poisoned_share, slain_share
from melee_cli.systems.whfb8.blows.exchange import Blow, Exchange, Given, Group, Log, Struck, given_of
from melee_cli.systems.whfb8.blows.needs import FIRST, IMPACT, LAST, STOMP, Needs, Throw
from melee_cli.systems.whfb8.profile import COUNTS

NAMES = (M("hits"), M("wounds"), M("unsaved"))
KINDS = {
    "impact": M("impact hits"),
    "fighting": M("blows"),
    "mount": M("mounts"),
    "stomp": M("stomps"),
}


def step_name(step: int) -> Message:
    """Return how a step of the round is called."""
    if step == IMPACT:
        return M("Impact hits")
    if step == FIRST:
        return M("Strikes first")
    if step == LAST:
        return M("Strikes last")
    return M("Stomps") if step == STOMP else M("I {n}", n=12 - step)


def impossible(group: Group, given: Given) -> tuple[str, Message] | None:
    """Return the count of *given* that cannot be and why, None where all may be."""
    needs = group.needs
    hits = group.most * (2 if needs.six != "none" and needs.hit.need is not None else 1)
    for name, most in (("hits", hits), ("wounds", hits), ("unsaved", hits * needs.most)):
        count = getattr(given, name)
        if count is not None and count > most:
            return name, MN(
                "{count} are too many: there is {n} attack",
                "{count} are too many: there are {n} attacks",
                group.most,
                count=count,
            )
    if given.hits is not None and given.wounds is not None and given.wounds > given.hits:
        return "wounds", M("{count} wounds from {most} hits cannot be", count=given.wounds, most=given.hits)
    before = given.wounds if given.wounds is not None else given.hits
    if given.unsaved is not None and before is not None and given.unsaved > before * needs.most:
        return "unsaved", M("{count} unsaved wounds from {most} cannot be", count=given.unsaved, most=before)
    return None


def attacks_known(group: Group, given: Given) -> Struck | None:
    """Return what came of *group* where *given* says all of it, None where something is to be rolled."""
    if given.unsaved is None:
        return None
    attacks = group.attacks.high if group.attacks.dice == 0 else given.hits
    fixed = max(0, attacks) if attacks is not None else max(0, group.attacks.low)
    hits = (
        fixed
        if given.hits is None and group.needs.hit.need is None and not group.attacks.dice
        else given.hits
    )
    return Struck(fixed, hits, given.wounds, given.unsaved, 0, 1)


class Roller:
    """Rolls a group from (seed, round, unit, target, step), each of its throws by itself."""

    def __init__(self, exchange: Exchange, group: Group, seed: int, round_: int) -> None:
        self.group = group
        self.seed, self.round = seed, round_
        self.unit = exchange.bodies[group.striker].troop.name
        target = exchange.bodies[group.target].troop.name
        self.key = f"{group.key}\0{target}\0{group.step}"

    def dice(self, what: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """Return so many dice of the throw called *what*."""
        return rolled(Pool(count, sides), self.seed, self.round, self.unit, f"{self.key}\0{what}").dice

    def faces(self, what: str, count: int, throw: Throw) -> list[int]:
        """Return the faces on which so many dice come to rest, each rolled again at most once."""
        first = self.dice(what, count)
        if not throw.again:
            return list(first)
        second = self.dice(f"{what} again", count)
        return [b if a in throw.again else a for a, b in zip(first, second, strict=True)]

    def chosen(self, what: str, count: int, share: Fraction) -> int:
        """Return how many of *count* are chosen, each with the chance *share*."""
        if not share:
            return 0
        drawn = self.dice(what, count, share.denominator)
        return sum(number <= share.numerator for number in drawn)

    def struck(self, given: Given) -> Struck:
        """Return what comes of the group, what is *given* of it taken as given."""
        attacks = self.attacks()
        needs = self.group.needs
        if given.hits is not None:
            hits = given.hits
            attacks = max(attacks, hits) if needs.six == "none" else attacks
            poisoned = self.chosen("poison", hits, poisoned_share(needs))
        else:
            hits, poisoned = self.hits(attacks)
        if given.wounds is not None:
            wounds = given.wounds
            slain = self.chosen("slain", wounds, slain_share(needs))
        else:
            thrown = [
                face
                for face in self.faces("wound", hits - poisoned, needs.wound)
                if needs.wound.succeeds(face)
            ]
            slain = sum(needs.killing is not None and face >= needs.killing for face in thrown)
            wounds = poisoned + len(thrown)
        return Struck(attacks, hits, wounds, *self.unsaved(wounds - slain, slain), 0)

    def attacks(self) -> int:
        """Return how many attacks there are."""
        dice = self.group.attacks
        return max(0, sum(self.dice("attacks", dice.dice, dice.sides)) + dice.plus)

    def hits(self, attacks: int) -> tuple[int, int]:
        """Return how many of the attacks hit, and how many of these are poisoned."""
        needs = self.group.needs
        if needs.hit.need is None:
            return attacks, 0
        faces = self.faces("hit", attacks, needs.hit)
        sixes = faces.count(6)
        more = 0
        if needs.six == "attack":
            faces += self.faces("more", sixes, needs.hit)
        elif needs.six == "hit":
            more = sixes
        hits = [face for face in faces if needs.hit.succeeds(face)]
        poisoned = sum(needs.poison is not None and face >= needs.poison for face in hits)
        return len(hits) + more, poisoned

    def unsaved(self, ordinary: int, slain: int) -> tuple[int, int]:
        """Return the Wounds of ordinary wounds and the killing blows that no save stops."""
        needs = self.group.needs
        through = sum(
            not (needs.save.succeeds(save) or needs.ward.succeeds(ward))
            for save, ward in zip(
                self.faces("save", ordinary, needs.save),
                self.faces("ward", ordinary, needs.ward),
                strict=True,
            )
        )
        killed = sum(
            not needs.ward_slain.succeeds(face) for face in self.faces("last", slain, needs.ward_slain)
        )
        dice = needs.multiple
        if dice.dice == 0:
            return through * min(dice.plus, needs.wounds_each), killed
        wounds = self.dice("wounds", through, dice.sides)
        return sum(min(one + dice.plus, needs.wounds_each) for one in wounds), killed


class GroupLane(Lane):
    """One group of blows of a step: what is thrown for it, given or rolled."""

    start: Struck | None = None

    def __init__(self, exchange: Exchange, group: Group, log: Log = (), alone: bool = False) -> None:
        self.exchange = exchange
        self.group = group
        self.log = log
        self.alone = alone

    def ask(self, known: Struck | None) -> Tally | None:
        """Return the throw for the group, None once it is known."""
        if known is not None:
            return None
        return tally(self.exchange, self.group, self.log, self.alone)

    def take(self, known: Struck | None, answer: Any) -> Struck:
        """Return what the group came to."""
        return struck_of(answer)


def tally(exchange: Exchange, group: Group, log: Log, alone: bool) -> Tally:
    """Return the question what came of *group*, after the blows of *log*.

    Whether it is *alone* on its enemy in its step says if what is left of that can be told at once.
    """
    unit = exchange.bodies[group.striker].troop.unit
    target = exchange.bodies[group.target].troop.unit
    known = getattr(unit, group.key) or {}
    given = given_of(known.get(target.name))

    each = exchange.bodies[group.target].wounds_each

    def refused(said: Counts) -> Problem | None:
        wrong = impossible(group, Given(*said))
        return Problem("impossible-blows", wrong[1]) if wrong else None

    def roll(seed: int, round_: int, said: Counts) -> Struck:
        what = Given(*said) if said else given
        return attacks_known(group, what) or Roller(exchange, group, seed, round_).struck(what)

    def written(answer: Counts) -> dict[str, Any]:
        struck = struck_of(answer)
        unsaved = struck.ordinary + struck.slain * each
        counts = dict(zip(COUNTS, (struck.hits, struck.wounds, unsaved), strict=True))
        return {**known, target.name: unsaved if struck.wounds is None else counts}

    def told(answer: Counts) -> Message:
        struck = struck_of(answer)
        unsaved = struck.ordinary + struck.slain * each
        if struck.hits is None or struck.wounds is None:
            said = MN("{n} unsaved wound", "{n} unsaved wounds", unsaved)
        else:
            said = M(
                "{hits} hits, {wounds} wounds, {unsaved} unsaved",
                hits=struck.hits,
                wounds=struck.wounds,
                unsaved=unsaved,
            )
        if not alone:
            return said
        left = exchange.losses((*log, Blow(group, struck)))[group.target].models
        return M("{came}; {left} of {unit} left", came=said, left=left, unit=target.name)

    def chances() -> Message:
        return outlook(exchange, group)

    needs = group.needs
    most = group.most * (2 if needs.six != "none" else 1) * needs.most
    return Tally(
        unit.name,
        group.key,
        target.name,
        attacks_known(group, given),
        prompt(exchange, group, log),
        chances,
        NAMES,
        refused,
        roll,
        written,
        told,
        Struck(group.attacks.low, 0, 0, 0, 0, 1),
        Struck(group.most, group.most, group.most, most, 0, 1),
    )


def struck_of(answer: Counts) -> Struck:
    """Return an answer, plain counts as a record keeps them, as what came of a group."""
    return Struck(*answer)  # type: ignore[arg-type]  # the counts that may be None are hits and wounds


def outlook(exchange: Exchange, group: Group) -> Message:
    """Return how likely each number of unsaved wounds is, as what is not given of *group* is thrown."""
    spread = Branching(exchange).of(group)
    percents = [(count, round(100 * weight / spread.total)) for count, weight in enumerate(spread.weights)]
    shown = tuple(M("{n}: {percent}%", n=count, percent=percent) for count, percent in percents if percent)
    return M("unsaved wounds {chances}", chances=Phrases(shown, ","))


def prompt(exchange: Exchange, group: Group, log: Log) -> Message:
    """Return who strikes whom and how many of them live, with how many attacks, and what is needed."""
    models = [lost.models for lost in exchange.losses(log)]
    return M(
        "{step}: {unit} ({living}) against {target} ({left}): {attacks}; {needed}",
        step=step_name(group.step),
        unit=exchange.bodies[group.striker].troop.name,
        living=models[group.striker],
        target=exchange.bodies[group.target].troop.name,
        left=models[group.target],
        attacks=attacks_text(group.attacks.plus, group.attacks.dice, group.attacks.sides, group.made_of),
        needed=needed(group.needs),
    )


def attacks_text(plus: int, count: int, sides: int, made_of: Any) -> Message:
    """Return how many attacks there are, and of what they are made."""
    number: Message | str | int = plus
    if count:
        number = f"{count}D{sides}"
        if plus:
            number = M("{dice}+{n}", dice=number, n=plus)
    parts = tuple(
        M("{n} {what}", n=value, what=row.label) for row, value in made_of if value or len(made_of) == 1
    )
    return M("{number} = {parts}", number=number, parts=Phrases(parts, "+"))


def needed(needs: Needs) -> Message:
    """Return what a group's blows need, the saves only where there are any."""
    parts = [
        M("hit by themselves") if needs.hit.need is None else M("hit {n}+", n=needs.hit.need),
        M("wound {n}+", n=needs.wound.need or 4),
        M("no save") if needs.save.need is None else M("save {n}+", n=needs.save.need),
    ]
    if needs.ward.need is not None:
        parts.append(M("ward {n}+", n=needs.ward.need))
    return M("{parts}", parts=Phrases(tuple(parts), ","))
