"""The combat before its dice: both sides drawn up, the points counted, who must test and who is steadfast."""

from __future__ import annotations

from collections.abc import Sequence

from melee_cli.core.dice import TWO_D6, Pool
from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.rules import Line, Row, Withheld
from melee_cli.core.system import Book
from melee_cli.systems.whfb8.contact import form_up, meet
from melee_cli.systems.whfb8.flight import Broken
from melee_cli.systems.whfb8.points import for_house
from melee_cli.systems.whfb8.rulings import Terms, terms_of
from melee_cli.systems.whfb8.units import Party, Scenario, Troop

SECTION = M("Break tests")
DROP_HIGHEST = Pool(3, 6, "highest")

BREAK = Row(
    id="whfb8.break",
    section=SECTION,
    cite="§break",
    label=M("Break test"),
    text=M(
        "Every unit of the losing side that is not wiped out tests by itself: it holds on 2D6 of at most its "
        "Leadership less the difference, which is the same for all. The target is shown as computed."
    ),
)
INSANE_COURAGE = Row(
    id="whfb8.insane_courage",
    section=SECTION,
    cite="8e:insane-courage",
    label=M("Insane courage"),
    text=M("A natural double 1 holds whatever the target, on a re-roll too."),
    numbers={"total": 2},
)
STEADFAST = Row(
    id="whfb8.steadfast",
    section=SECTION,
    cite="§steadfast",
    label=M("Steadfast"),
    text=M(
        "The difference does not count against a unit with more ranks than each of its enemies that is not "
        "disrupted, and at least one. All its ranks count, the first too; a deep friend does not help."
    ),
    numbers={"ranks": 1},
)
NEVER_STEADFAST = Row(
    id="whfb8.never_steadfast",
    section=SECTION,
    cite="8e:terrain",
    label=M("Never steadfast"),
    text=M("A unit in woods, or by a rule of its own, is not steadfast whatever its ranks."),
)
STUBBORN = Row(
    id="whfb8.stubborn",
    section=SECTION,
    cite="8e:stubborn",
    label=M("Stubborn"),
    text=M("A stubborn unit is always steadfast."),
)
UNBREAKABLE = Row(
    id="whfb8.unbreakable",
    section=SECTION,
    cite="8e:unbreakable",
    label=M("Unbreakable"),
    text=M("An unbreakable unit does not test: it holds."),
)
UNSTABLE = Row(
    id="whfb8.unstable",
    section=SECTION,
    cite="8e:unstable",
    label=M("Unstable"),
    text=M(
        "An unstable unit does not test, even if it is unbreakable: it loses one more wound for every "
        "point of the difference, at once and without saves, and is destroyed if no model is left."
    ),
    numbers={"wounds": 1},
)
COLD_BLOODED = Row(
    id="whfb8.cold_blooded",
    section=SECTION,
    cite="8e:cold-blooded",
    label=M("Cold-blooded"),
    text=M("A cold-blooded unit tests on three dice of which the highest is dropped."),
)
HOLD_YOUR_GROUND = Row(
    id="whfb8.hold_your_ground",
    section=SECTION,
    cite="8e:hold-your-ground",
    label=M("Hold your ground"),
    text=M("With the battle standard near, a failed test is rolled again once; the second roll stands."),
)
INSPIRING_PRESENCE = Row(
    id="whfb8.inspiring_presence",
    section=SECTION,
    cite="8e:inspiring-presence",
    label=M("General's Leadership"),
    text=M("Near the general a unit tests on his Leadership if it is higher; the difference still counts."),
)
BREAK_MODIFIERS = Row(
    id="whfb8.break_modifiers",
    section=SECTION,
    cite="8e:leadership",
    label=M("Modifier"),
    text=M("The unit's own modifiers to the target, every entry, whether it is steadfast or not."),
)
ROWS = (
    BREAK,
    INSANE_COURAGE,
    STEADFAST,
    NEVER_STEADFAST,
    STUBBORN,
    UNBREAKABLE,
    UNSTABLE,
    COLD_BLOODED,
    HOLD_YOUR_GROUND,
    INSPIRING_PRESENCE,
    BREAK_MODIFIERS,
)

LEADERSHIP = M("Leadership")
DIFFERENCE = M("Lost by")


class LeadershipTest:
    """A Leadership test before its dice: the target as the sum of its lines, and what was withheld.

    *row* is what calls for the test: the Break test's row, or that of restraint. *always* is the total
    that passes whatever the target, None where none does.
    ``steadfast`` and ``reason`` are None for a test that the difference does not touch.
    """

    __slots__ = ("again", "always", "lines", "pool", "reason", "steadfast", "target", "troop", "withheld")

    def __init__(self, troop: Troop, terms: Terms, row: Row, always: int | None) -> None:
        unit = troop.unit
        self.troop = troop
        self.always = always
        self.pool = pool_of(troop, terms)
        self.again = unit.battle_standard_near and terms.hold_your_ground
        leadership = unit.leadership or 0
        self.lines = [Line(row.id, LEADERSHIP, leadership, row.cite)]
        self.withheld: list[Withheld] = []
        self.target = leadership
        self.steadfast: bool | None = None
        self.reason: Message | None = None
        if unit.general_leadership is not None and terms.inspiring_presence:
            gain = unit.general_leadership - leadership
            if gain > 0:
                self.add(INSPIRING_PRESENCE, INSPIRING_PRESENCE.label, gain)
            else:
                reason = M("the general's Leadership of {n} is not higher", n=unit.general_leadership)
                self.withheld.append(Withheld(INSPIRING_PRESENCE.id, reason, INSPIRING_PRESENCE.cite))

    def passes(self, roll: int) -> bool:
        """Whether *roll*, the total of the dice kept, passes the test."""
        return roll <= self.target or roll == self.always

    def add(self, row: Row, label: Message, value: int) -> None:
        """Add a line to the target."""
        self.lines.append(Line(row.id, label, value, row.cite))
        self.target += value


def pool_of(troop: Troop, terms: Terms) -> Pool:
    """Return the dice of a Leadership test of *troop*."""
    return DROP_HIGHEST if troop.unit.cold_blooded and terms.cold_blooded else TWO_D6


def break_test(troop: Troop, difference: int, enemies: Sequence[Troop], terms: Terms) -> LeadershipTest:
    """Return the Break test of *troop*, whose side lost by *difference*.

    *enemies* are all enemy units in the combat, for the ruling that counts them all.
    """
    test = LeadershipTest(troop, terms, BREAK, terms.insane_courage)
    test.steadfast, test.reason, row = steadfast(troop, enemies, terms)
    if test.steadfast:
        reason = M("steadfast: {reason}", reason=test.reason)
        test.withheld.append(Withheld(BREAK.id, reason, row.cite))
    else:
        test.add(BREAK, DIFFERENCE, -difference)
    if terms.break_modifiers:
        for entry in troop.unit.break_modifiers or ():
            label = M("{reason}", reason=entry.reason) if entry.reason else BREAK_MODIFIERS.label
            test.add(BREAK_MODIFIERS, label, entry.value)
    return test


def steadfast(troop: Troop, enemies: Sequence[Troop], terms: Terms) -> tuple[bool, Message, Row]:
    """Return whether *troop* is steadfast, the reason in words, and the row that decides it."""
    unit = troop.unit
    if unit.stubborn and terms.stubborn:
        return True, M("stubborn"), STUBBORN
    if unit.never_steadfast and terms.never_steadfast:
        return False, M("never steadfast, by its ground or its own rules"), NEVER_STEADFAST
    if terms.steadfast_ranks is None:
        return False, M("the house plays without steadfast"), STEADFAST
    if troop.disrupted and terms.own_disruption_matters:
        return False, M("disrupted itself"), STEADFAST
    compared = troop.enemies if terms.steadfast_facing else enemies
    against: list[int] = []
    left_out: list[str] = []
    for enemy in compared:
        if enemy.disrupted and terms.enemies_disrupted_matter:
            left_out.append(enemy.name)
        elif enemy.alive:
            against.append(enemy.ranks)
    deep = troop.ranks >= terms.steadfast_ranks and all(troop.ranks > ranks for ranks in against)
    reason = MN("{n} rank", "{n} ranks", troop.ranks)
    if against:
        reason = M("{own} against {theirs}", own=reason, theirs=Phrases(tuple(against)))
    elif not left_out:
        reason = M("{own}, no living enemy", own=reason)
    if left_out:
        names = Phrases(tuple(left_out))
        reason = M("{reason}; disrupted and not counted: {names}", reason=reason, names=names)
    return deep, reason, STEADFAST


def crumbles_away(troop: Troop, wounds: int) -> bool:
    """Return whether *wounds* more leave no model of *troop*; never where its models are not known."""
    models = troop.models
    return models is not None and wounds >= models * troop.unit.wounds_each - troop.unit.wounds_lost


class Combat:
    """A checked scenario under its book: what every step of the combat asks.

    ``winner`` and ``loser`` are None in a draw. ``testing`` are the units that must take a Break test;
    ``settled`` the outcomes, by index, of the losing units that take none, ``crumbled`` the wounds of
    the unstable ones.
    """

    def __init__(self, scenario: Scenario, book: Book) -> None:
        self.scenario = scenario
        self.terms = terms = terms_of(book)
        first, second = scenario.sides
        count = len(first.units)
        one = Party(first.name, [Troop(i, unit) for i, unit in enumerate(first.units)])
        other = Party(second.name, [Troop(count + i, unit) for i, unit in enumerate(second.units)])
        self.parties = (one, other)
        self.troops = [*one.troops, *other.troops]
        meet(one, other)
        form_up(self.parties, terms)
        for row in terms.points:
            if row.field is None or row.field in one.said:
                row.give(row, one, terms)
            if row.field is None or row.field in other.said:
                row.give(row, other, terms)
        for added in terms.added:
            for_house(added, one)
            for_house(added, other)
        self.winner: Party | None = None
        self.loser: Party | None = None
        self.difference = 0
        self._decide()
        self.testing: list[Troop] = []
        self._tests: list[LeadershipTest] | None = None
        self.settled: dict[int, str] = {}
        self.crumbled: dict[int, int] = {}
        if self.winner and self.loser:
            for troop in self.loser.troops:
                if troop.alive:
                    self._face(troop)

    def ahead(self, difference: int) -> int:
        """Return 1 where the first side wins with so many points more than the second, -1 where it loses.

        0 is a draw; of a draw by points musicians make a victory where the ruling says so.
        """
        one, other = self.parties
        if not self.terms.someone_wins or not (one.alive or other.alive):
            return 0
        if not (one.alive and other.alive):
            return 1 if one.alive else -1
        if difference == 0 and self.terms.musician:
            has = [any(t.alive and t.unit.musician for t in party.troops) for party in self.parties]
            return has[0] - has[1]
        return (difference > 0) - (difference < 0)

    def _decide(self) -> None:
        """Name winner and difference; break a draw by musicians where the ruling says so."""
        one, other = self.parties
        ahead = self.ahead(one.total - other.total)
        if not ahead:
            return
        self.winner, self.loser = (one, other) if ahead > 0 else (other, one)
        musician = self.terms.musician
        if musician and one.total == other.total and one.alive and other.alive:
            musician.give(musician, self.winner, self.terms)
        self.difference = max(0, self.winner.total - self.loser.total)

    def _face(self, troop: Troop) -> None:
        """Lay out what *troop* of the losing side must do: crumble, hold or test."""
        terms = self.terms
        if troop.unit.unstable and terms.crumbling is not None:
            wounds = terms.crumbling * self.difference
            self.crumbled[troop.index] = wounds
            self.settled[troop.index] = "destroyed" if crumbles_away(troop, wounds) else "crumbles"
        elif (troop.unit.unbreakable and terms.unbreakable) or not terms.break_tests:
            self.settled[troop.index] = "holds"
        else:
            self.testing.append(troop)

    @property
    def tests(self) -> Sequence[LeadershipTest]:
        """The Break tests due, in file order; laid out when first asked for."""
        if self._tests is None:
            enemies = self.winner.troops if self.winner else []
            self._tests = [break_test(troop, self.difference, enemies, self.terms) for troop in self.testing]
        return self._tests

    def targets(self, troop: Troop, broken: Broken) -> list[Troop] | None:
        """Return whom *troop* of the winning side may pursue, none where all its enemies are gone.

        None where it may not pursue at all, an enemy of it being neither broken nor gone.
        """
        found = []
        for enemy in troop.enemies:
            if enemy.index in broken:
                found.append(enemy)
            elif (
                enemy.alive and self.settled.get(enemy.index) != "destroyed" and self.terms.all_enemies_broken
            ):
                return None
        return found if self.terms.may_pursue else []
