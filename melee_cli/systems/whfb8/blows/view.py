"""What to show of the round of blows: a table for each step, the groups struck in it as its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.system import Book
from melee_cli.core.view import Cell, Column, Grid
from melee_cli.systems.whfb8.blows.tallies import step_name

Shown = Mapping[str, Any]
FACES = {
    "ones": M("1s again"),
    "sixes": M("6s again"),
    "failed": M("failed again"),
    "successful": M("successes again"),
}


def step_tables(shown: Shown, book: Book) -> list[Grid]:
    """Return the table of each step in which anybody strikes, in their order; none without profiles."""
    rows: dict[int, list[list[Cell]]] = {}
    struck = False
    for side in shown["sides"]:
        for unit in side["units"]:
            for blow in unit.get("blows", ()):
                struck = struck or blow["counted"] is not None
                rows.setdefault(blow["step"], []).append(_row(unit["name"], blow, book))
    columns = [
        Column(M("Blows")),
        Column(M("Attacks")),
        Column(M("Hit"), "right"),
        Column(M("Wound"), "right"),
        Column(M("Save"), "right"),
        Column(M("Ward"), "right"),
    ]
    if struck:
        columns += [Column(title, "right") for title in (M("Hits"), M("Wounds"), M("Unsaved"))]
    columns.append(Column(M("Rules"), detail=True))
    return [
        Grid(step_name(step), columns, [row if struck else [*row[:6], row[-1]] for row in rows[step]])
        for step in sorted(rows)
    ]


def _row(unit: str, blow: Shown, book: Book) -> list[Cell]:
    return [
        M("{unit} → {target}", unit=unit, target=blow["target"]),
        _attacks(blow, book),
        _needed(blow, "hit", M("by itself")),
        _needed(blow, "wound", None),
        _needed(blow, "save", M("none")),
        _needed(blow, "ward", None),
        blow["hits"],
        blow["wounds"],
        _unsaved(blow),
        _rules(blow, book),
    ]


def _attacks(blow: Shown, book: Book) -> Message:
    parts = tuple(
        M("{n} {what}", n=part["value"], what=book.rows[part["rule"]].label) for part in blow["made_of"]
    )
    made = M("{parts}", parts=Phrases(parts, ","))
    return made if blow["attacks"] is None else M("{n} = {parts}", n=blow["attacks"], parts=made)


def _needed(blow: Shown, roll: str, otherwise: Message | None) -> Message | None:
    """Return what a roll needs, and which of its faces are rolled again."""
    number = blow[f"{roll}_on"]
    if number is None:
        return otherwise
    again = dict.fromkeys(one["faces"] for one in blow["rerolls"] if one["roll"] == roll)
    if not again:
        return M("{n}+", n=number)
    faces = Phrases(tuple(FACES[face] for face in again), ",")
    return M("{n}+, {again}", n=number, again=faces)


def _unsaved(blow: Shown) -> Message | int | None:
    """Return the unsaved wounds, with those that count where some were beyond the last model."""
    unsaved, counted = blow["unsaved"], blow["counted"]
    if unsaved == counted or counted is None:
        unsaved_only: int | None = unsaved
        return unsaved_only
    return M("{unsaved}, {counted} count", unsaved=unsaved, counted=counted)


def _rules(blow: Shown, book: Book) -> Message:
    """Return the rows that say how many attacks there are and why they are rolled again, each cited."""
    made = [part["rule"] for part in blow["made_of"]]
    rules = dict.fromkeys([*made, *blow["rules"], *(one["rule"] for one in blow["rerolls"])])
    cited = tuple(M("{rule} ({cite})", rule=rule, cite=book.rows[rule].cite) for rule in rules)
    return M("{rules}", rules=Phrases(cited, ","))
