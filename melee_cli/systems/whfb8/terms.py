"""The numbers and switches in force, read once per book: what the rules ask at every step."""

from __future__ import annotations

from functools import lru_cache

from melee_cli.core.rules import Book, Modifier, Row
from melee_cli.systems.whfb8 import breaking, flanks, flight, points, pursuit, ranks
from melee_cli.systems.whfb8.point import Point


class Terms:
    """A book as the rules of the combat read it. A row that the house switched off decides nothing."""

    def __init__(self, book: Book) -> None:
        rulings = book.rulings
        self.book = book
        self.points = tuple(row for row in book.in_force(points.SCORED) if isinstance(row, Point))
        self.added = tuple(
            row for row in (book.house.added if book.house else ()) if isinstance(row, Modifier)
        )
        self.ranks_count = self._on(ranks.RANK_COUNT)
        self.rank_models = book.number(ranks.RANK_COUNT.id, "models")
        self.rank_monstrous = book.number(ranks.RANK_COUNT.id, "monstrous")
        self.disruption = self._on(ranks.DISRUPTED)
        self.disrupting_ranks = book.number(ranks.DISRUPTED.id, "ranks")
        self.mutual_flank = self._on(flanks.MUTUAL_FLANK)
        self.someone_wins = self._on(points.WINNER)
        self.overkill_cap = int(rulings["overkill_cap"])
        self.charge_bonus = rulings["charge_bonus"]
        self.battle_standard_counts = rulings["battle_standard_bonus"] == "on"
        self.height_by_standing = rulings["high_ground"] == "standing"
        musician = self._on(points.MUSICIAN) and rulings["musician_breaks_draws"] == "yes"
        self.musician = self._row(points.MUSICIAN) if musician else None

        self.break_tests = self._on(breaking.BREAK)
        self.insane_courage = self._number(breaking.INSANE_COURAGE, "total")
        self.steadfast_ranks = self._number(breaking.STEADFAST, "ranks")
        self.never_steadfast = self._on(breaking.NEVER_STEADFAST)
        self.stubborn = self._on(breaking.STUBBORN)
        self.unbreakable = self._on(breaking.UNBREAKABLE)
        self.crumbling = self._number(breaking.UNSTABLE, "wounds")
        self.cold_blooded = self._on(breaking.COLD_BLOODED)
        self.hold_your_ground = self._on(breaking.HOLD_YOUR_GROUND)
        self.inspiring_presence = self._on(breaking.INSPIRING_PRESENCE)
        self.break_modifiers = self._on(breaking.BREAK_MODIFIERS)
        disrupted = rulings["steadfast_disrupted"]
        self.enemies_disrupted_matter = disrupted in ("enemy", "both")
        self.own_disruption_matters = disrupted in ("self", "both")
        self.steadfast_facing = rulings["steadfast_against"] == "facing"

        self.may_pursue = self._on(pursuit.ONE)
        self.all_enemies_broken = self._on(pursuit.WHO)
        self.restraint = self._number(pursuit.RESTRAIN, "total")
        self.overrun = self._on(pursuit.OVERRUN)
        self.pursuit_moves = self._on(pursuit.MOVE)
        self.swiftstride = self._on(flight.ROLL)
        self.catching = self._on(flight.CAUGHT)
        self.direction = self._on(flight.FROM)
        self.flight_models = book.number(flight.FROM.id, "models")
        self.overlap = self._on(flight.OVERLAP)
        self.flight_order = self._on(flight.ORDER)

    def _on(self, row: Row) -> bool:
        return row.id not in self.book.off

    def _row(self, row: Point) -> Point:
        found = self.book.rows[row.id]
        assert isinstance(found, Point)
        return found

    def _number(self, row: Row, name: str) -> int | None:
        """Return a number of *row*, None where the row is switched off."""
        return self.book.number(row.id, name) if self._on(row) else None


@lru_cache(maxsize=64)
def terms_of(book: Book) -> Terms:
    """Return *book* as the rules read it; books are shared, so this is worked out once for each."""
    return Terms(book)
