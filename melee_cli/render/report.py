"""A result as a whole view: what its system shows, framed by what every result has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from melee_cli.core.messages import M, Message
from melee_cli.core.rules import Ruling
from melee_cli.core.system import Book
from melee_cli.core.view import UNTITLED, Grid, Lines, Section, View, rows_of


def framed(result: Mapping[str, Any], book: Book, mattered: Collection[str] | None = None) -> View:
    """Return the view of a resolved *result*: its verdict, what it is, its system's sections, its terms.

    *mattered* names the switches that did; where nobody has tried, those that a line cites are shown.
    """
    return around(book.system.view(result, book), result, book, mattered)


def around(
    view: View, result: Mapping[str, Any], book: Book, mattered: Collection[str] | None = None
) -> View:
    """Return *view* between what it is of and the terms in force, as *result* has them."""
    terms = Lines(M("In force"), list(_in_force(result, book)))
    decided = list(_mattered(view.sections, book, mattered))
    rulings = Lines(M("Rulings that mattered"), decided, shown="explain")
    return View(view.verdict, [_what(result), *view.sections, terms, rulings])


def _what(result: Mapping[str, Any]) -> Section:
    title, rules, source = result.get("title"), result["rules"]["title"], result.get("source")
    place = source and f"{source['file']}:{source['line']}"
    said = M("{rules}, round {n}", rules=rules, n=result["round"]) if result["round"] > 1 else rules
    said = M("{what} ({place})", what=said, place=place) if place else said
    return Lines(M("{title}", title=title) if title else UNTITLED, [said], "full", "")


def _in_force(result: Mapping[str, Any], book: Book) -> Iterator[Message]:
    if result.get("seed") is not None:
        yield M("seed {seed}: gives the same dice again", seed=result["seed"])
    if result["rules"].get("house"):
        yield M("house rules: {name}", name=result["rules"]["house"]["name"])
    for ruling in book.system.rulings:
        if ruling.values and book.rulings[ruling.id] != ruling.default:
            yield _switch(ruling, book)


def _switch(ruling: Ruling, book: Book) -> Message:
    value = book.rulings[ruling.id]
    return M("ruling {id}: {value} (by default {default})", id=ruling.id, value=value, default=ruling.default)


def _mattered(sections: Iterable[Section], book: Book, switches: Collection[str] | None) -> Iterator[Message]:
    """Yield the switches that mattered and what else a line cites, with their values and what they decide."""
    cites = set(_cites(sections))
    for ruling in book.system.rulings:
        tried = switches is not None and bool(ruling.values) and ruling.at_least is None
        if ruling.id in (switches or ()) if tried else any(ruling.cite in cite for cite in cites):
            yield M(
                "{id}: {value}. {text}",
                id=ruling.id,
                value=book.rulings.get(ruling.id, "–"),
                text=ruling.text,
            )


def _cites(sections: Iterable[Section]) -> Iterator[str]:
    """Yield what stands in the columns of *sections* that name sources."""
    for section in sections:
        if isinstance(section, Grid):
            places = [i for i, column in enumerate(section.columns) if column.role == "cite"]
            for row in rows_of(section):
                yield from (str(row.cells[i]) for i in places)
