"""Break tests: who tests against what, who is steadfast and why, and the stage in which they roll."""

from __future__ import annotations

from collections.abc import Sequence

from melee_cli.core.dice import TWO_D6, Pool
from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.rules import Line, Row, Withheld
from melee_cli.systems.whfb8.terms import Terms
from melee_cli.systems.whfb8.units import Troop

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
