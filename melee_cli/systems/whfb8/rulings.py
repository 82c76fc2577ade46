"""What the page and the general rules leave open, decided openly, and a book as the combat reads it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from melee_cli.core.messages import M
from melee_cli.core.rules import Modifier, Row, Ruling
from melee_cli.core.system import Book
from melee_cli.systems.whfb8.units import Party

STEADFAST_DISRUPTED = Ruling(
    "steadfast_disrupted",
    M(
        "Whose disruption matters to steadfast. enemy: a disrupted enemy's ranks are not counted, as the "
        "page reads; self: a disrupted unit is not steadfast itself; both: both of these; none: "
        "disruption is ignored."
    ),
    ("enemy", "self", "both", "none"),
)
STEADFAST_AGAINST = Ruling(
    "steadfast_against",
    M(
        "Whose ranks a unit must beat to be steadfast. facing: the enemies in contact with it, as the page "
        "has it; all: every enemy unit in the combat."
    ),
    ("facing", "all"),
)
CHARGE_BONUS = Ruling(
    "charge_bonus",
    M(
        "The page is silent on the charge. once: one point for a side that charged; per_unit: one for each "
        "unit that charged; off: none."
    ),
    ("once", "per_unit", "off"),
)
BATTLE_STANDARD_BONUS = Ruling(
    "battle_standard_bonus",
    M("The page is silent on the army's battle standard. on: it earns a point of its own; off: none."),
    ("on", "off"),
)
HIGH_GROUND = Ruling(
    "high_ground",
    M(
        "Who earns the point for height. standing: a unit that stands higher; charged: only a unit that "
        "stands higher and charged this turn."
    ),
    ("standing", "charged"),
)
OVERKILL_CAP = Ruling(
    "overkill_cap",
    M("How many excess wounds on a slain challenger count for one unit at most, 0 and up."),
    (5,),
    at_least=0,
)
WIPED_OUT_UNIT = Ruling(
    "wiped_out_unit",
    M(
        "A unit wiped out in this fight: the wounds and overkill it inflicted count, and the flank or rear "
        "in which it was attacked counts against it; nothing else of it does, and it is never disrupted."
    ),
)
THIRD_FLANKER = Ruling(
    "third_flanker",
    M("A third unit in a flank still earns the point that a flank-to-flank pair does not."),
)
FLEES_FROM = Ruling(
    "flees_from",
    M(
        "The page speaks of the most numerous enemy and then defines it by ranks: ranks decide, counted with "
        "five models even for monstrous units."
    ),
)
TESTS_WITHOUT_ENEMY = Ruling(
    "tests_without_enemy",
    M(
        "A unit whose own enemies were all wiped out tests like the rest on the losing side, fights on in a "
        "draw, and stays where it is on the winning side."
    ),
)
MUSICIAN_BREAKS_DRAWS = Ruling(
    "musician_breaks_draws",
    M(
        "Whether a drawn combat goes to the side with a musician where the other has none: no, since nothing "
        "we have confirms it; yes: one more point to that side, unless both sides are wiped out."
    ),
    ("no", "yes"),
)

CORNERS = Ruling(
    "corners",
    M(
        "Whether corner to corner is contact. touch: two more models strike at the corners of an enemy; "
        "flush: only those that stand before it."
    ),
    ("touch", "flush"),
)
STEP_UP = Ruling(
    "step_up",
    M(
        "Whether models step up. on: those behind strike in the place of the fallen; off: models that died "
        "before they struck do not strike."
    ),
    ("on", "off"),
)
EXCESS_WOUNDS = Ruling(
    "excess_wounds",
    M("Wounds beyond a unit's last model. lost: they do not count in the combat result; counted: they do."),
    ("lost", "counted"),
)
KILLING_BLOW_COUNTS = Ruling(
    "killing_blow_counts",
    M(
        "What a killing blow counts in the combat result. wounds: as many as its victim had; one: a single "
        "point."
    ),
    ("wounds", "one"),
)

RULINGS = (
    STEADFAST_DISRUPTED,
    STEADFAST_AGAINST,
    CHARGE_BONUS,
    BATTLE_STANDARD_BONUS,
    HIGH_GROUND,
    OVERKILL_CAP,
    WIPED_OUT_UNIT,
    THIRD_FLANKER,
    FLEES_FROM,
    TESTS_WITHOUT_ENEMY,
    MUSICIAN_BREAKS_DRAWS,
    CORNERS,
    STEP_UP,
    EXCESS_WOUNDS,
    KILLING_BLOW_COUNTS,
)


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
