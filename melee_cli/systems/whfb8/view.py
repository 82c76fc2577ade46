"""What to show of a combat: the verdict, the points side by side, tests, flights, duties and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.rules import Line, Withheld
from melee_cli.core.system import Book
from melee_cli.core.view import Account, Beside, Column, Entry, Grid, Lines, Section, View
from melee_cli.systems.whfb8.blows.view import step_tables
from melee_cli.systems.whfb8.tests_view import break_accounts, restraint_accounts
from melee_cli.systems.whfb8.verdict import before, verdict

Shown = Mapping[str, Any]

OUTCOMES = {
    "holds": M("holds"),
    "broken": M("broken"),
    "destroyed": M("destroyed"),
    "crumbles": M("crumbles"),
    "fights_on": M("fights on"),
    "pursues": M("pursues"),
    "restrains": M("restrains itself"),
    "stays": M("stays"),
    "wiped_out": M("wiped out"),
}
PARTS = {"front": M("front"), "flank": M("flank"), "rear": M("rear")}


def view(result: Shown, book: Book) -> View:
    """Return the sections of a result, in the order of the table."""
    sections: list[Section] = [*step_tables(result, book), Beside(_points(result, book)), _units(result)]
    for accounts in (break_accounts(result), restraint_accounts(result)):
        if accounts:
            sections.append(Beside(accounts))
    sections += _flights(result)
    sections.append(Lines(M("To do"), [duty["text"] for duty in result["duties"]]))
    sections.append(Lines(M("Notes"), result["notes"]))
    return View(verdict(result), sections)


def preview(shown: Shown, book: Book) -> View:
    """Return the sections of a combat before its dice."""
    sections: list[Section] = [*step_tables(shown, book), Beside(_points(shown, book)), _units(shown)]
    accounts = break_accounts(shown)
    if accounts:
        sections.append(Beside(accounts))
    return View(before(shown), sections)


def _points(shown: Shown, book: Book) -> list[Account]:
    return [
        Account(
            M("{side}: combat result", side=side["name"]),
            [
                *(Entry(_with_units(line), line.value, line.cite) for line in side["lines"]),
                *(Entry(_of_row(held, book), None, held.cite, tone="held") for held in side["withheld"]),
                Entry(M("Total"), side["score"], None, False, "total"),
            ],
        )
        for side in shown["sides"]
    ]


def _of_row(held: Withheld, book: Book) -> Message:
    return M("{label}: {reason}", label=book.rows[held.rule].label, reason=held.reason)


def _with_units(line: Line) -> Message:
    if not line.units:
        return line.label
    return M("{label}: {units}", label=line.label, units=Phrases(line.units, ","))


def units_of(shown: Shown) -> Iterator[Shown]:
    """Return the units of both sides in file order."""
    for side in shown["sides"]:
        yield from side["units"]


def _units(shown: Shown) -> Grid:
    """Return ranks, contact and outcome of every unit; the outcome only where one is known."""
    rows: list[list[Message | str | int | None]] = []
    for side in shown["sides"]:
        for unit in side["units"]:
            outcome = unit["outcome"]
            rows.append(
                [
                    unit["name"],
                    side["name"],
                    unit["ranks"],
                    _contact(unit),
                    M("disrupted") if unit["disrupted"] else None,
                    OUTCOMES[outcome] if outcome else None,
                    unit.get("outcome_rule"),
                ]
            )
    return Grid(
        M("Units"),
        (
            Column(M("Unit")),
            Column(M("Side")),
            Column(M("Ranks"), "right"),
            Column(M("Touches")),
            Column(M("State")),
            Column(M("Outcome")),
            Column(M("Rule"), detail=True),
        ),
        rows,
    )


def _contact(unit: Shown) -> Message | None:
    touched = [
        M("{enemy} ({part})", enemy=contact["enemy"], part=PARTS[contact["part"]])
        for contact in unit["contact"]
    ]
    return M("{enemies}", enemies=Phrases(tuple(touched), ",")) if touched else None


def thrown(roll: Shown) -> Message | int:
    """Return a roll as its total, with its dice where they are known."""
    if not roll["dice"]:
        total: int = roll["roll"]
        return total
    dice = Phrases(tuple(roll["dice"]), ",")
    return M("{total} ({dice})", total=roll["roll"], dice=dice)


def _flights(result: Shown) -> Iterator[Section]:
    pursuits = [(unit["name"], unit["pursuit"]) for unit in units_of(result) if unit["pursuit"]]
    rows: list[Sequence[Message | str | int | None]] = []
    for unit in units_of(result):
        flight = unit["flight"]
        if flight:
            after = tuple(
                M("{unit} {roll}", unit=name, roll=thrown(pursuit))
                for name, pursuit in pursuits
                if pursuit["target"] == unit["name"]
            )
            rows.append(
                [
                    unit["name"],
                    thrown(flight),
                    M("{units}", units=Phrases(after, ",")) if after else M("nobody"),
                    _fate(flight),
                    _away(flight),
                ]
            )
    if rows:
        yield Grid(
            M("Flight and pursuit"),
            (
                Column(M("Unit")),
                Column(M("Flees"), "right"),
                Column(M("Pursued by")),
                Column(M("Result")),
                Column(M("Flees from")),
            ),
            rows,
        )


def _fate(flight: Shown) -> Message:
    if flight["caught"]:
        return M("caught by {units}, destroyed", units=Phrases(tuple(flight["caught_by"])))
    return M("escapes")


def _away(flight: Shown) -> Message | str | None:
    """Return whom it flees from and why; nothing for a unit that is caught before it moves."""
    if flight["caught"]:
        return None
    tied = Phrases(tuple(flight["tie"]), ",")
    if flight["from_origin"] == "rolled":
        return M("{enemy} (drawn among {tied})", enemy=flight["from"], tied=tied)
    if flight["from_origin"] == "entered":
        return M("{enemy} (chosen among {tied})", enemy=flight["from"], tied=tied)
    name: str | None = flight["from"]
    return name
