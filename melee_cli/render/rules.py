"""Views of a book and of its words: every row, number, ruling and house change, from the rows themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from melee_cli.core.messages import MN, M, Marked, Message
from melee_cli.core.rules import Modifier, Row, Ruling
from melee_cli.core.system import Book, System
from melee_cli.core.view import UNTITLED, Cell, Column, Entry, Grid, Lines, Section, View, gained
from melee_cli.render.language import LANGUAGES, language_for

FORMAT = "melee-rules/1"
RULE_KEYS = ("kind", "id", "section", "label", "value", "numbers", "text", "cite", "in_force")


class Found(NamedTuple):
    """The rows and rulings of a book in which some *words* stand, all of them where none is asked for."""

    book: Book
    rows: Sequence[Row]
    rulings: Sequence[Ruling]
    words: Sequence[str]

    @property
    def whole(self) -> bool:
        """Whether it is the whole book."""
        return not self.words


def search(book: Book, words: Sequence[str] = ()) -> Found:
    """Return the rows and rulings of *book* in which each of *words* stands, in any of our languages."""
    wanted = [folded(word) for word in words]
    system = book.system

    def hit(*said: Message | str) -> bool:
        if not wanted:
            return True
        texts = (language_for(code, system).text(part) for part in said for code in LANGUAGES)
        text = folded("\n".join(texts))
        return all(word in text for word in wanted)

    rows = [
        row
        for row in book.rows.values()
        if hit(row.id, row.section, row.label, said(row), row.cite, *_labels(row).values(), *_held(row))
    ]
    rulings = [
        ruling
        for ruling in system.rulings
        if hit(ruling.id, ruling.cite, ruling.text, *map(str, ruling.values))
    ]
    return Found(book, rows, rulings, words)


def folded(text: str) -> str:
    """Return *text* as searches compare it: in small letters, and ё as е."""
    return text.casefold().replace("ё", "е")


def _held(row: Row) -> list[Message]:
    return [bar.reason for bar in row.withheld] if isinstance(row, Modifier) else []


def _labels(row: Row) -> Mapping[str, Message]:
    return row.labels if isinstance(row, Modifier) else {}


def filled(message: Message, row: Row) -> Message:
    """Return *message* of *row* with the numbers in force in the places that bear their names."""
    if "{" not in message.text:
        return message
    return Message(message.text, {**row.numbers, **message.params}, message.plural)


def said(row: Row) -> Message:
    """Return what *row* says, with its numbers in force."""
    return filled(row.text, row)


def rules_view(found: Found) -> View:
    """Return *found* as a view: what the house changes, a table for each family of rows, the rulings."""
    book, system = found.book, found.book.system
    sections: list[Section] = []
    if found.whole and book.house and book.house.changes:
        title = M("Changed by the house rules {name}", name=book.house.name)
        sections.append(Lines(title, [_change(one.rule, one.text) for one in book.house.changes]))
    families: dict[str, list[Row]] = {}
    for row in found.rows:
        families.setdefault(row.section.text, []).append(row)
    for rows in families.values():
        columns = (Column(rows[0].section), Column(M("Value"), "right"), Column(M("Says")), SOURCE)
        sections.append(Grid(UNTITLED, columns, [line for row in rows for line in _lines(row, book)]))
    if found.rulings:
        title = M("Rulings: what the source leaves open")
        columns = (Column(title), Column(M("In force")), Column(M("Values")), Column(M("Says")))
        sections.append(Grid(UNTITLED, columns, [_ruling(ruling, book) for ruling in found.rulings]))
    title = M(
        "{title} ({id}): {rows} and {rulings}",
        title=system.title,
        id=system.id,
        rows=MN("{n} rule", "{n} rules", len(found.rows)),
        rulings=MN("{n} ruling", "{n} rulings", len(found.rulings)),
    )
    return View(title, sections, found.words)


SOURCE = Column(M("Source"), role="cite")


def _change(rule: str, text: Message) -> Message:
    return M("{rule}: {what}", rule=rule, what=text)


def _lines(row: Row, book: Book) -> Iterator[Entry]:
    """Yield what a table says of *row*: itself, then its other numbers and what withholds it."""
    value: Cell = row.numbers.get("value") if row.shown is None else filled(row.shown, row)
    named = M("{label} {id}", label=row.label, id=Marked(row.id, "cite"))
    yield Entry([named, gained(value) if isinstance(value, int) else value, said(row), row.cite])
    if row.shown is None:
        for name, number in row.numbers.items():
            if name in _labels(row):
                yield Entry([_labels(row)[name], gained(number), None, None], level=1)
            elif name != "value":
                yield Entry([name.replace("_", " "), number, None, None], level=1)
    if isinstance(row, Modifier):
        for bar in row.withheld:
            yield Entry([M("withheld"), None, bar.reason, bar.cite], "withheld", level=1)
    if row.note_only:
        yield Entry([None, None, M("a note: nothing in a scenario asks for it"), None], "withheld")
    if row.id in book.off:
        yield Entry([None, None, Marked(M("switched off by the house rules"), "warning"), None])


def _ruling(ruling: Ruling, book: Book) -> Entry:
    if not ruling.values:
        return Entry([ruling.id, None, None, ruling.text])
    now = book.rulings[ruling.id]
    others: Cell = ", ".join(map(str, ruling.values))
    if ruling.at_least is not None:
        others = M("{least} and more", least=ruling.at_least)
    changed = now != ruling.default
    in_force: Cell = M("{now} (by default {default})", now=now, default=ruling.default) if changed else now
    return Entry([ruling.id, in_force, others, ruling.text])


def rules_data(found: Found) -> dict[str, Any]:
    """Return *found* as plain data with messages in their places, ``melee-rules/1``."""
    book, house = found.book, found.book.house
    return {
        "format": FORMAT,
        "system": book.system.id,
        "title": book.system.title,
        "house": house and {"name": house.name, "changes": house.changes},
        "rules": [_row_data(row, book) for row in found.rows],
        "rulings": [
            {
                "id": ruling.id,
                "text": ruling.text,
                "cite": ruling.cite,
                "value": book.rulings.get(ruling.id),
                "default": ruling.default if ruling.values else None,
                "values": list(ruling.values),
                "at_least": ruling.at_least,
            }
            for ruling in found.rulings
        ],
    }


def _row_data(row: Row, book: Book) -> dict[str, Any]:
    bars = row.withheld if isinstance(row, Modifier) else ()
    return {
        "id": row.id,
        "section": row.section,
        "label": row.label,
        "text": said(row),
        "cite": row.cite,
        "numbers": dict(row.numbers),
        "value": row.numbers.get("value") if row.shown is None else filled(row.shown, row),
        "withheld": [{"reason": bar.reason, "cite": bar.cite} for bar in bars],
        "note_only": row.note_only,
        "in_force": row.id not in book.off,
    }


def rules_entries(found: Found) -> list[dict[str, Any]]:
    """Return *found* as entries with the same keys, rules before rulings, for CSV."""
    entries: list[dict[str, Any]] = [
        {
            "kind": "note" if row.note_only else "rule",
            "id": row.id,
            "section": row.section,
            "label": row.label,
            "value": row.numbers.get("value") if row.shown is None else filled(row.shown, row),
            "numbers": [f"{name} {number}" for name, number in row.numbers.items()],
            "text": said(row),
            "cite": row.cite,
            "in_force": row.id not in found.book.off,
        }
        for row in found.rows
    ]
    for ruling in found.rulings:
        value = found.book.rulings.get(ruling.id)
        entry: dict[str, Any] = {"kind": "ruling", "id": ruling.id, "value": value}
        entry |= {"numbers": ruling.values, "text": ruling.text, "cite": ruling.cite, "in_force": True}
        entries.append({key: entry.get(key) for key in RULE_KEYS})
    return entries


def systems_view(systems: Sequence[System], code: str) -> View:
    """Return a view of the *systems* installed, each in its own words of the language *code*."""
    columns = (Column(M("System")), Column(M("Title")), Column(M("About")))
    rows = [tuple(entry.values()) for entry in systems_data(systems, code)["systems"]]
    return View(M("Rules systems installed: {n}", n=len(systems)), (Grid(UNTITLED, columns, rows),))


def systems_data(systems: Sequence[System], code: str) -> dict[str, Any]:
    """Return the *systems* installed as plain data in the language *code*."""
    entries = []
    for system in systems:
        text = language_for(code, system).text
        entries.append({"id": system.id, "title": text(system.title), "about": text(system.about)})
    return {"format": FORMAT, "systems": entries}
