"""What becomes of each unit, once it is known which side won and by which band."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from melee_cli.systems.gdb.contact import Fighter
from melee_cli.systems.gdb.results import RESULT_0, SQUARE_HOLDS
from melee_cli.systems.gdb.tables import Tables

# What becomes of a unit, and the id of the row that says so.
Outcome: TypeAlias = tuple[str, str]

STAYS_IN_MELEE = "continue"


def decided(
    sides: Sequence[Sequence[Fighter]],
    tables: Tables,
    winner: int,
    band: int,
    holds: bool,
    mounted: bool | None,
) -> list[Outcome]:
    """Return the outcome of every unit, in scenario order, where side *winner* won by *band*.

    *holds* says whether the difference is one by which a square holds; *mounted* whether the winners'
    counting unit is cavalry, where a ruling asks for it (else None).
    """
    row = tables.bands[band]
    pushes = row.losing == "pushed_back"
    lost: list[Outcome] = []
    for fighter in sides[1 - winner]:
        if holds and fighter.square and fighter.opposition.mounted == fighter.opposition.count:
            lost.append(("holds", SQUARE_HOLDS.id))
        elif pushes:
            lost.append(_beaten_by_little(fighter, tables, row.id, mounted))
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


def _beaten_by_little(fighter: Fighter, tables: Tables, row: str, mounted: bool | None) -> Outcome:
    """Return what becomes of a loser that is pushed back unless something makes it worse."""
    against = fighter.opposition
    if fighter.unit.order == "retreating" or not (fighter.mounted or fighter.infantry):
        return "retreat", row
    if fighter.infantry:
        return ("rout" if _routed_by_cavalry(fighter, tables, mounted) else "pushed_back"), row
    if tables.square_makes_fall_back and against.squares == against.count:
        return "fall_back", SQUARE_HOLDS.id
    return "pushed_back", row


def _routed_by_cavalry(fighter: Fighter, tables: Tables, mounted: bool | None) -> bool:
    """Whether infantry pushed back is pushed by cavalry (ruling foot_pushed_back_by_mixed)."""
    against = fighter.opposition
    if against.mounted in (0, against.count):
        return against.mounted > 0
    if tables.foot_pushed_back_by_mixed == "by_counting_unit":
        return bool(mounted)
    return tables.foot_pushed_back_by_mixed == "rout_if_any_cavalry"


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
