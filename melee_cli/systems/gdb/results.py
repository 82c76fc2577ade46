"""The result table: its rows, and what becomes of each unit once it is known who won by how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from melee_cli.core.messages import M
from melee_cli.core.rules import Row
from melee_cli.core.system import Book
from melee_cli.systems.gdb.contact import Fighter

SECTION = M("Result")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Band(Row):
    """A row of the result table: its differences begin at the number ``from``.

    ``losing`` is the outcome of a loser (of everybody, for a draw) where no exception speaks;
    ``winning`` that of a winner by its branch of service (cavalry, infantry, artillery).
    """

    losing: str
    winning: Mapping[str, str]


RESULT_8 = Band(
    id="gdb.result.8",
    section=SECTION,
    cite="T2",
    label=M("{from} or more"),
    text=M("Losers rout. Winning cavalry tests for pursuit, winning foot stands."),
    numbers={"from": 8},
    losing="rout",
    winning={"cavalry": "pursuit_test", "infantry": "stand", "artillery": "stand"},
)
RESULT_3 = Band(
    id="gdb.result.3",
    section=SECTION,
    cite="T2",
    label=M("{from} or more, short of the row above"),
    text=M("Losers retreat. Winning cavalry tests for pursuit, winning foot stands."),
    numbers={"from": 3},
    losing="retreat",
    winning={"cavalry": "pursuit_test", "infantry": "stand", "artillery": "stand"},
)
RESULT_1 = Band(
    id="gdb.result.1",
    section=SECTION,
    cite="T2",
    label=M("{from} or more, short of the row above"),
    text=M(
        "Losers are pushed back {cm} cm (15 mm figures) or {inches} inches (28 mm figures). A unit already "
        "retreating goes on retreating, artillery retreats, infantry pushed back by cavalry routs. Winning "
        "cavalry presses, winning infantry presses or stands as its player chooses, artillery stands."
    ),
    numbers={"from": 1, "cm": 10, "inches": 6},
    losing="pushed_back",
    winning={"cavalry": "press", "infantry": "press_or_stand", "artillery": "stand"},
)
RESULT_0 = Band(
    id="gdb.result.0",
    section=SECTION,
    cite="T2",
    label=M("A draw"),
    text=M(
        "The melee goes on next turn. Cavalry that charged infantry falls back to where it started instead."
    ),
    losing="continue",
    winning={},
)
SQUARE_HOLDS = Row(
    id="gdb.square_holds",
    section=SECTION,
    cite="T2*",
    label=M("The square holds"),
    text=M(
        "Cavalry breaks a square only by {below} or more. By less, and after a draw, the square stays "
        "unbroken in its place and the cavalry falls back to where it started."
    ),
    numbers={"below": 8},
)

BANDS = (RESULT_8, RESULT_3, RESULT_1)
ROWS = (*BANDS, RESULT_0, SQUARE_HOLDS)


# What becomes of a unit, and the id of the row that says so.
Outcome: TypeAlias = tuple[str, str]

STAYS_IN_MELEE = "continue"


class ResultTable:
    """The result table as a book has it in force; a row switched off gives nothing."""

    def __init__(self, book: Book) -> None:
        number, rulings = book.number, book.rulings
        square_holds = SQUARE_HOLDS.id not in book.off
        # The bands that may decide, the greatest difference first; the draw's row has the rest.
        self.bands = tuple(
            sorted(
                (row for row in book.in_force(BANDS) if isinstance(row, Band)),
                key=lambda row: -row.numbers["from"],
            )
        )
        self.square_holds_below = number(SQUARE_HOLDS.id, "below") if square_holds else 0
        self.square_makes_fall_back = square_holds and rulings["square_beats_cavalry_by_1_2"] == "fall_back"
        self.foot_pushed_back_by_mixed = str(rulings["foot_pushed_back_by_mixed"])
        self.push_back = {name: number(RESULT_1.id, name) for name in ("cm", "inches")}

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
def result_table(book: Book) -> ResultTable:
    """Return the result table of *book*; the same object for the same book."""
    return ResultTable(book)


def decided(
    sides: Sequence[Sequence[Fighter]],
    table: ResultTable,
    winner: int,
    band: int,
    holds: bool,
    mounted: bool | None,
) -> list[Outcome]:
    """Return the outcome of every unit, in scenario order, where side *winner* won by *band*.

    *holds* says whether the difference is one by which a square holds; *mounted* whether the winners'
    counting unit is cavalry, where a ruling asks for it (else None).
    """
    row = table.bands[band]
    pushes = row.losing == "pushed_back"
    lost: list[Outcome] = []
    for fighter in sides[1 - winner]:
        if holds and fighter.square and fighter.opposition.mounted == fighter.opposition.count:
            lost.append(("holds", SQUARE_HOLDS.id))
        elif pushes:
            lost.append(_beaten_by_little(fighter, table, row.id, mounted))
        else:
            lost.append((row.losing, row.id))
    start = sides[1 - winner][0].index
    won: list[Outcome] = []
    for fighter in sides[winner]:
        if (
            fighter.mounted
            and fighter.opposition.squares == fighter.opposition.count
            and all(lost[place - start][0] == "holds" for place in fighter.opposition.places)
        ):
            won.append(("fall_back", SQUARE_HOLDS.id))
            continue
        outcome = row.winning[fighter.branch]
        if outcome == "press_or_stand" and fighter.unit.follow_up is not None:
            outcome = fighter.unit.follow_up
        won.append((outcome, row.id))
    return won + lost if winner == 0 else lost + won


def _beaten_by_little(fighter: Fighter, table: ResultTable, row: str, mounted: bool | None) -> Outcome:
    """Return what becomes of a loser that is pushed back unless something makes it worse."""
    against = fighter.opposition
    if fighter.unit.order == "retreating" or not (fighter.mounted or fighter.infantry):
        return "retreat", row
    if fighter.infantry:
        return ("rout" if _routed_by_cavalry(fighter, table, mounted) else "pushed_back"), row
    if table.square_makes_fall_back and against.squares == against.count:
        return "fall_back", SQUARE_HOLDS.id
    return "pushed_back", row


def _routed_by_cavalry(fighter: Fighter, table: ResultTable, mounted: bool | None) -> bool:
    """Whether infantry pushed back is pushed by cavalry (ruling foot_pushed_back_by_mixed)."""
    against = fighter.opposition
    if against.mounted in (0, against.count):
        return against.mounted > 0
    if table.foot_pushed_back_by_mixed == "by_counting_unit":
        return bool(mounted)
    return table.foot_pushed_back_by_mixed == "rout_if_any_cavalry"


def drawn(sides: Sequence[Sequence[Fighter]], squares_hold: bool) -> list[Outcome]:
    """Return the outcome of every unit after a draw, in scenario order (ruling draw)."""
    everybody = [fighter for side in sides for fighter in side]
    back = [_falls_back(fighter, squares_hold) for fighter in everybody]
    outcomes: list[Outcome] = []
    for fighter in everybody:
        rule = back[fighter.index]
        if rule is not None:
            outcomes.append(("fall_back", rule))
        elif all(back[place] is not None for place in fighter.opposition.places):
            held = fighter.square and squares_hold
            outcomes.append(("stand", SQUARE_HOLDS.id if held else RESULT_0.id))
        else:
            outcomes.append((STAYS_IN_MELEE, RESULT_0.id))
    return outcomes


def _falls_back(fighter: Fighter, squares_hold: bool) -> str | None:
    """Return the row by which *fighter* falls back after a draw, None where it does not."""
    if not fighter.mounted:
        return None
    against = fighter.opposition
    if squares_hold and against.squares == against.count:
        return SQUARE_HOLDS.id
    if against.infantry and (fighter.unit.action == "charging" or fighter.unit.reinforcing):
        return RESULT_0.id
    return None
