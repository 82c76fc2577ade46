"""A book as the gdb resolver reads it: switches as truths, numbers by name, rows ready to be summed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from melee_cli.core.rules import Book, Entries, Line, Modifier, Withheld, defaults, total
from melee_cli.systems.gdb import casualties, modifiers, results

if TYPE_CHECKING:
    from melee_cli.systems.gdb.contact import Fighter

Condition = Callable[[Any], bool]


class Summand:
    """A modifier row made ready: its condition, what withholds it, and its lines, made once each."""

    __slots__ = ("bars", "entries", "line", "lines", "row", "when")

    def __init__(self, row: Modifier[Any] | Entries[Any]) -> None:
        self.row = row
        self.lines: dict[tuple[str, int], Line] = {}
        self.line: Line | None = None
        self.bars: tuple[tuple[Condition, Withheld], ...] = ()
        self.entries = row.entries if isinstance(row, Entries) else None
        self.when: Condition = _always
        if isinstance(row, Modifier):
            self.when = row.when
            self.bars = tuple((bar.when, Withheld(row.id, bar.reason, bar.cite)) for bar in row.withheld)
            if row.key is None and row.amount is None:
                self.line = row.line(None)

    def line_of(self, subject: Any) -> Line:
        """Return the line the row adds for *subject*; equal lines are the same object."""
        if self.line is not None:
            return self.line
        row = self.row
        assert isinstance(row, Modifier)
        name = row.key(subject) if row.key else "value"
        value = row.amount(subject, row.numbers) if row.amount else row.numbers[name]
        line = self.lines.get((name, value))
        if line is None:
            line = self.lines[name, value] = row.line(subject)
        return line


def _always(subject: Any) -> bool:
    return True


class Tables:
    """What one book says, read once: everything here is in force, a row switched off gives nothing."""

    def __init__(self, book: Book) -> None:
        self.book = book
        rulings, number, off = book.rulings, book.number, book.off
        usual = {**defaults(book.system.rulings), **(book.house.rulings if book.house else {})}
        self.unusual = frozenset(id_ for id_, value in rulings.items() if value != usual[id_])
        self.strict = rulings["mixed_opponents"] == "strict"
        self.keep_foot_bonus = rulings["lancers_as_light_keep_foot_bonus"] == "yes"
        self.pursuing_is_charging = rulings["lancers_pursuing_count_as_charging"] == "yes"
        self.fractions = str(rulings["fractions"])
        self.split_even = rulings["split"] == "even"
        self.foot_pushed_back_by_mixed = str(rulings["foot_pushed_back_by_mixed"])
        self.halving_covers_foot = rulings["halving_covers"] == "foot"
        self.halving_always = rulings["halving_terrain"] == "always"
        self.square_makes_fall_back = (
            rulings["square_beats_cavalry_by_1_2"] == "fall_back" and "gdb.square_holds" not in off
        )
        self.better_of_cover = rulings["buildings_and_height"] == "best" and not off.intersection(
            ("gdb.building", "gdb.cover_or_height")
        )

        self.lancers_as_light = "gdb.lancers_as_light" not in off
        self.reinforcing_is_disordered = "gdb.reinf.disordered" not in off
        self.straight_cm = number("gdb.charge", "straight_cm")
        self.step_percent = max(1, number("gdb.outnumber", "step_percent"))
        self.building = number("gdb.building")
        self.cover_or_height = number("gdb.cover_or_height")
        self.accounts: dict[tuple[object, ...], Account] = {}
        self.has_rows_of_the_house = bool(book.house and book.house.added)
        self.summands = tuple(
            Summand(row) for row in book.in_force(modifiers.ROWS) if isinstance(row, (Modifier, Entries))
        )

        # The bands that may decide, the greatest difference first; the draw's row has the rest.
        self.bands: tuple[results.Band, ...] = tuple(
            sorted(
                (row for row in book.in_force(results.BANDS) if isinstance(row, results.Band)),
                key=lambda row: -row.numbers["from"],
            )
        )
        self.square_holds_below = 0 if "gdb.square_holds" in off else number("gdb.square_holds", "below")
        self.push_back = {name: number("gdb.result.1", name) for name in ("cm", "inches")}
        self.one_for = {
            row.id: 0 if row.id in off else number(row.id, "one_for")
            for row in casualties.ROWS
            if "one_for" in row.numbers
        }
        beaten = rulings["beaten_artillery_rate"]
        self.one_for[casualties.ARTILLERY_BEATEN.id] = (
            beaten if isinstance(beaten, int) and casualties.ARTILLERY_BEATEN.id not in off else 0
        )
        self.divisor = (
            1
            if casualties.FOOT_VS_MOUNTED.id in off
            else max(1, number(casualties.FOOT_VS_MOUNTED.id, "divisor"))
        )

    def band_of(self, difference: int) -> int:
        """Return the place in ``bands`` of the row for *difference*.

        −1 for a draw, and for a difference whose rows the house has switched off: nothing follows then.
        """
        if difference:
            for place, band in enumerate(self.bands):
                if difference >= band.numbers["from"]:
                    return place
        return -1

    def may_press(self, ahead: int) -> bool:
        """Tell whether winning infantry may press after this difference."""
        place = self.band_of(abs(ahead))
        return place >= 0 and self.bands[place].winning["infantry"] == "press_or_stand"

    def band_name(self, place: int) -> str:
        """Return the band at *place* as the contract writes it: ``8+``, ``3-7``, ``1-2``, ``draw``."""
        if place < 0:
            return "draw"
        low = self.bands[place].numbers["from"]
        if place == 0:
            return f"{low}+"
        high = self.bands[place - 1].numbers["from"] - 1
        return f"{low}-{high}" if high > low else str(low)


@lru_cache(maxsize=64)
def tables(book: Book) -> Tables:
    """Return *book* as the resolver reads it; the same object for the same book."""
    return Tables(book)


Account: TypeAlias = tuple[list[Line], list[Withheld], int]

# So many different accounts are kept of one book.
KEPT = 4096


def account(fighter: Fighter, tables: Tables) -> Account:
    """Return the lines that *fighter* adds to its dice, what is withheld from it, and the lines' sum.

    Units that are alike in all that conditions read have one account, which nobody may change.
    """
    unit, against = fighter.unit, fighter.opposition
    if unit.modifiers or tables.has_rows_of_the_house or unit.cover != "none":
        return _account(fighter, tables.summands)
    key = (
        unit.type,
        unit.quality,
        unit.horses,
        fighter.formation,
        unit.action,
        unit.straight_cm,
        unit.order,
        unit.pushed_back,
        unit.attacked,
        unit.higher,
        unit.british,
        unit.reinforcing,
        2 * fighter.figures <= fighter.initial,
        fighter.steps,
        fighter.largest,
        against.count,
        against.mounted,
        against.cuirassiers,
        against.covered,
    )
    known = tables.accounts.get(key)
    if known is None:
        if len(tables.accounts) >= KEPT:
            tables.accounts.clear()
        known = tables.accounts[key] = _account(fighter, tables.summands)
    return known


def _account(fighter: Fighter, summands: tuple[Summand, ...]) -> Account:
    lines: list[Line] = []
    withheld: list[Withheld] = []
    for summand in summands:
        if not summand.when(fighter):
            continue
        if summand.entries is not None:
            lines.extend(summand.entries(fighter))
            continue
        for bars, held in summand.bars:
            if bars(fighter):
                withheld.append(held)
                break
        else:
            lines.append(summand.line or summand.line_of(fighter))
    return lines, withheld, total(lines)
