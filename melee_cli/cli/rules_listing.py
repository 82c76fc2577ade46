"""A book as a view and as data: every row, number, ruling and house change from the rows themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from melee_cli.core.message import MN, M, Message, Phrases
from melee_cli.core.rows import Modifier, Row
from melee_cli.core.view import Cell, Column, Grid, Lines, Section, View

if TYPE_CHECKING:
    from melee_cli.core.book import Book
    from melee_cli.core.rulings import Ruling
    from melee_cli.core.system import System
    from melee_cli.render.language import Language

RULE, VALUE, SAYS, CITE = M("Rule"), M("Value"), M("What it says"), M("Source")
RULING, IN_FORCE, OTHERS, WHAT = M("Ruling"), M("In force"), M("Other values"), M("What and why")


def systems() -> tuple[View, dict[str, Any]]:
    """Return the systems installed, to show and as data."""
    from melee_cli.systems import find, names

    found = [system for system in map(find, names()) if system is not None]
    grid = Grid(
        M("Rules systems"),
        (Column(M("System")), Column(M("Title")), Column(M("About"))),
        [(system.id, system.title, system.about) for system in found],
    )
    entries = [{"id": system.id, "title": system.title, "about": system.about} for system in found]
    return View(M("Rules systems installed: {n}", n=len(found)), (grid,)), {
        "format": "melee-rules/1",
        "systems": entries,
    }


def nothing(words: str, system: System) -> Message:
    """Return the sentence for a search without a result."""
    return M("melee: no rule or ruling of {system} speaks of {words}", system=system.id, words=words)


def search(book: Book, words: Sequence[str], language: Language) -> tuple[list[Row], list[Ruling]]:
    """Return the rows and rulings of *book* in which each of *words* stands, in *language* or English."""
    wanted = [word.casefold() for word in words]

    def hit(*said: Message | str) -> bool:
        text = " ".join(f"{language.text(m)} {m.text if isinstance(m, Message) else m}" for m in said)
        return all(word in text.casefold() for word in wanted)

    rows = [
        row
        for row in book.rows.values()
        if hit(row.id, row.section, row.label, row.text, row.cite, *_labels(row).values())
    ]
    switches = [
        ruling
        for ruling in book.system.rulings
        if hit(ruling.id, ruling.cite, ruling.text, *map(str, ruling.values))
    ]
    return rows, switches


def view(book: Book, rows: Sequence[Row], rulings: Sequence[Ruling], whole: bool) -> View:
    """Return *rows* by section, then *rulings*, then what the house changes, as a view."""
    sections: list[Section] = []
    by_section: dict[str, list[Row]] = {}
    for row in rows:
        by_section.setdefault(row.section.text, []).append(row)
    for members in by_section.values():
        sections.append(
            Grid(
                members[0].section,
                (Column(RULE), Column(VALUE), Column(SAYS), Column(CITE)),
                [(row.id, _value(book, row), _says(row), row.cite) for row in members],
            )
        )
    if rulings:
        columns = (Column(RULING), Column(IN_FORCE), Column(OTHERS), Column(WHAT))
        sections.append(Grid(M("Rulings"), columns, [_switch(book, ruling) for ruling in rulings]))
    if book.house and book.house.changes and whole:
        sections.append(
            Lines(
                M("Changed by the house rules {name}", name=book.house.name),
                [M("{rule}: {what}", rule=change.rule, what=change.text) for change in book.house.changes],
            )
        )
    system = book.system
    title = M(
        "{title} ({id}): {rows} and {rulings}",
        title=system.title,
        id=system.id,
        rows=MN("{n} rule", "{n} rules", len(rows)),
        rulings=MN("{n} ruling", "{n} rulings", len(rulings)),
    )
    return View(title, sections)


def data(book: Book, rows: Sequence[Row], rulings: Sequence[Ruling]) -> dict[str, Any]:
    """Return *rows* and *rulings* as plain data (messages in their places), ``melee-rules/1``."""
    return {
        "format": "melee-rules/1",
        "system": book.system.id,
        "title": book.system.title,
        "house": book.house.name if book.house else None,
        "rows": [
            {
                "rule": row.id,
                "section": row.section,
                "label": row.label,
                "text": row.text,
                "cite": row.cite,
                "numbers": dict(row.numbers),
                "shown": row.shown,
                "note_only": row.note_only,
                "in_force": row.id not in book.off,
            }
            for row in rows
        ],
        "rulings": [
            {
                "ruling": ruling.id,
                "text": ruling.text,
                "value": book.rulings.get(ruling.id),
                "default": ruling.default if ruling.values else None,
                "values": list(ruling.values),
                "at_least": ruling.at_least,
            }
            for ruling in rulings
        ],
        "changes": [
            {"rule": change.rule, "text": change.text}
            for change in (book.house.changes if book.house else ())
        ],
    }


def lines(data: Mapping[str, Any], language: Language) -> Iterator[list[str]]:
    """Yield the cells of *data*, a line for each entry after the names of its columns."""
    for part in data.values():
        if isinstance(part, list) and part:
            yield list(part[0])
            for entry in part:
                yield [_cell(value, language) for value in entry.values()]


def _cell(value: Any, language: Language) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return language.text(value)


def _labels(row: Row) -> dict[str, Message]:
    return dict(row.labels) if isinstance(row, Modifier) else {}


def _says(row: Row) -> Message:
    return M("{label}. {text}", label=row.label, text=row.text) if row.text != row.label else row.text


def _value(book: Book, row: Row) -> Cell:
    if row.id in book.off:
        return M("off (house)")
    if row.note_only:
        return M("note")
    if row.shown is not None and not _changed(book, row):
        return row.shown
    labels = _labels(row)
    signed = isinstance(row, Modifier)
    parts: list[Message | str] = []
    for name, number in row.numbers.items():
        figure = f"{number:+d}" if signed else str(number)
        if name == "value" or len(row.numbers) == 1:
            parts.append(figure)
        else:
            what = labels.get(name) or M(name.replace("_", " "))
            parts.append(M("{what} {figure}", what=what, figure=figure))
    return M("{values}", values=Phrases(tuple(parts), ",")) if parts else None


def _changed(book: Book, row: Row) -> bool:
    return bool(book.house and row.id in book.house.numbers)


def _switch(book: Book, ruling: Ruling) -> tuple[Cell, ...]:
    if not ruling.values:
        return ruling.id, "–", "–", ruling.text
    now = book.rulings[ruling.id]
    others = [str(value) for value in ruling.values if value != now]
    if ruling.at_least is not None:
        return ruling.id, str(now), M("{n} or more", n=ruling.at_least), ruling.text
    return ruling.id, str(now), ", ".join(others), ruling.text
