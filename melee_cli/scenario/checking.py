"""From a document to a checked scenario: its system, its model, its book, and every problem it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from melee_cli.core.book import Book, open_book
from melee_cli.core.message import M
from melee_cli.core.problem import Problem
from melee_cli.core.rulings import Value
from melee_cli.core.system import System
from melee_cli.scenario.line import parse_line, parse_words
from melee_cli.scenario.source import Document, Source
from melee_cli.systems import find


@dataclass(slots=True)
class Options:
    """What the command line says over the scenario: seed, rulings, house file, keys set."""

    seed: int | None = None
    rulings: Mapping[str, Any] = field(default_factory=dict)
    house: str | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Checked:
    """A document after every check: sound (``scenario`` and ``book`` are there) or with problems."""

    source: Source
    data: Any
    problems: list[Problem]
    system: System | None = None
    scenario: Any = None
    book: Book | None = None
    document: Document | None = None


def check(document: Document, options: Options) -> Checked:
    """Return *document* checked under *options*."""
    return _check(document.data, options, document.source, document)


def check_mapping(data: Any, options: Options, source: Source | None = None) -> Checked:
    """Return a scenario that is plain data already (of a session, a next round) checked."""
    return _check(data, options, source or Source("<scenario>"), None)


BOOKS: dict[Any, Book] = {}


def _check(data: Any, options: Options, source: Source, document: Document | None) -> Checked:
    checked = Checked(source, data, list(document.problems) if document else [], document=document)
    if checked.problems:
        return checked
    system = find(data["rules"])
    if system is None:
        checked.problems.append(Problem("unknown-system", M("unknown"), ("rules",)))
        return checked
    checked.system = system
    if options.sets:
        data = {**data, **options.sets}
    model = system.scenario()
    sides = []
    for side in data["sides"]:
        units = []
        for unit in side["units"]:
            if isinstance(unit, str):
                line = parse_line(unit, system.words)
                units.append({"name": line.name, **line.fields})
            elif len(unit) == 1 and "name" not in unit:
                line = parse_words(str(next(iter(unit.values()))), system.words, next(iter(unit)))
                units.append({"name": line.name, **line.fields})
            else:
                units.append(unit)
        sides.append({**side, "units": units})
    data = {**data, "sides": sides}
    try:
        checked.scenario = model.model_validate(data)
    except ValidationError as error:
        checked.problems.append(Problem("wrong-type", M(str(error))))
        return checked
    rulings: dict[str, Value] = {**(checked.scenario.rulings or {}), **options.rulings}
    key = (system.id, frozenset(rulings.items()))
    if key not in BOOKS:
        BOOKS[key] = open_book(system, rulings)
    checked.book = BOOKS[key]
    for run in system.checks:
        checked.problems.extend(run(checked.scenario, checked.book))
    return checked
