"""The combat before its dice: both sides drawn up, the points counted, the losers' tests laid out."""

from __future__ import annotations

from collections.abc import Sequence

from melee_cli.core.messages import M
from melee_cli.core.stages import Option
from melee_cli.core.system import Book
from melee_cli.systems.whfb8.break_tests import LeadershipTest, break_test, crumbles_away
from melee_cli.systems.whfb8.contact import form_up, meet
from melee_cli.systems.whfb8.flight import Broken
from melee_cli.systems.whfb8.points import for_house
from melee_cli.systems.whfb8.terms import terms_of
from melee_cli.systems.whfb8.units import Party, Scenario, Troop

FIRST, AGAIN, PASSED, FAILED = "first", "again", "passed", "failed"
RESTRAIN, WHOM, HELD = "restrain", "whom", "held"
PURSUE_OR_RESTRAIN = (Option(False, M("pursue")), Option(True, M("try to restrain")))


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
