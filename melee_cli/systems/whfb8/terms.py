"""The terms of a combat: a book as its rules read it, and what a row of the combat result is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from melee_cli.core.rules import Modifier, Row
from melee_cli.core.system import Book
from melee_cli.systems.whfb8.units import Party


class Terms:
    """A book as the rules of the combat read it. A row that the house switched off decides nothing."""

    def __init__(self, book: Book) -> None:
        rulings = book.rulings
        self.book = book
        self.points = tuple(
            row
            for row in book.rows.values()
            if isinstance(row, Point) and self._on(row.id) and row.id != "whfb8.musician"
        )
        self.added = tuple(
            row for row in (book.house.added if book.house else ()) if isinstance(row, Modifier)
        )
        self.ranks_count = self._on("whfb8.rank_count")
        self.rank_models = book.number("whfb8.rank_count", "models")
        self.rank_monstrous = book.number("whfb8.rank_count", "monstrous")
        self.disruption = self._on("whfb8.disrupted")
        self.disrupting_ranks = book.number("whfb8.disrupted", "ranks")
        self.mutual_flank = self._on("whfb8.mutual_flank")
        self.someone_wins = self._on("whfb8.winner")
        self.overkill_cap = int(rulings["overkill_cap"])
        self.charge_bonus = rulings["charge_bonus"]
        self.battle_standard_counts = rulings["battle_standard_bonus"] == "on"
        self.height_by_standing = rulings["high_ground"] == "standing"
        musician = self._on("whfb8.musician") and rulings["musician_breaks_draws"] == "yes"
        self.musician = self._row("whfb8.musician") if musician else None

        self.break_tests = self._on("whfb8.break")
        self.insane_courage = self._number("whfb8.insane_courage", "total")
        self.steadfast_ranks = self._number("whfb8.steadfast", "ranks")
        self.never_steadfast = self._on("whfb8.never_steadfast")
        self.stubborn = self._on("whfb8.stubborn")
        self.unbreakable = self._on("whfb8.unbreakable")
        self.crumbling = self._number("whfb8.unstable", "wounds")
        self.cold_blooded = self._on("whfb8.cold_blooded")
        self.hold_your_ground = self._on("whfb8.hold_your_ground")
        self.inspiring_presence = self._on("whfb8.inspiring_presence")
        self.break_modifiers = self._on("whfb8.break_modifiers")
        disrupted = rulings["steadfast_disrupted"]
        self.enemies_disrupted_matter = disrupted in ("enemy", "both")
        self.own_disruption_matters = disrupted in ("self", "both")
        self.steadfast_facing = rulings["steadfast_against"] == "facing"

        self.may_pursue = self._on("whfb8.pursue.one")
        self.all_enemies_broken = self._on("whfb8.pursue.who")
        self.restraint = self._number("whfb8.pursue.restrain", "total")
        self.overrun = self._on("whfb8.overrun")
        self.pursuit_moves = self._on("whfb8.pursue.move")
        self.swiftstride = self._on("whfb8.flee.roll")
        self.catching = self._on("whfb8.flee.caught")
        self.direction = self._on("whfb8.flee.from")
        self.flight_models = book.number("whfb8.flee.from", "models")
        self.overlap = self._on("whfb8.flee.overlap")
        self.flight_order = self._on("whfb8.flee.order")

    def _on(self, row: str) -> bool:
        return row not in self.book.off

    def _row(self, row: str) -> Point:
        found = self.book.rows[row]
        assert isinstance(found, Point)
        return found

    def _number(self, row: str, name: str) -> int | None:
        """Return a number of *row*, None where the row is switched off."""
        return self.book.number(row, name) if self._on(row) else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Point(Row):
    """A row of the combat result; ``give`` adds to a side what it earns by it.

    ``field`` is the unit's field without which the row cannot apply, None where there is no such field.
    """

    field: str | None
    give: Callable[[Point, Party, Terms], None]


@lru_cache(maxsize=64)
def terms_of(book: Book) -> Terms:
    """Return *book* as the rules read it; books are shared, so this is worked out once for each."""
    return Terms(book)
