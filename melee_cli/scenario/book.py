"""The book in force for a scenario: its system's, its house file's, its own rulings, the command's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os.path import dirname, isabs, join
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.problems import Problem
from melee_cli.core.rules import House
from melee_cli.core.system import Book, System, open_book
from melee_cli.scenario.house import read_house
from melee_cli.scenario.rulings import accepted
from melee_cli.systems.models import as_text

COMMAND_LINE = "--ruling"
KEPT = 256
_plain: dict[str, Book] = {}
_books: dict[Any, Book] = {}


@dataclass(slots=True)
class Options:
    """The seed, rulings by id, the house file's path, and scenario keys set (``terrain=difficult``)."""

    seed: int | None = None
    rulings: Mapping[str, Any] = field(default_factory=dict)
    house: str | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)


def plain_book(system: System) -> Book:
    """Return the book of *system* as it stands."""
    book = _plain.get(system.id)
    if book is None or book.system is not system:
        book = _plain[system.id] = open_book(system)
    return book


def book_for(system: System, rulings: Mapping[str, Any], house: House | None) -> Book:
    """Return the book of *system* under *house* and accepted *rulings*; equal ones are one object."""
    if house is None and not rulings:
        return plain_book(system)
    key = (system.id, id(system), id(house), tuple(sorted((str(k), str(v)) for k, v in rulings.items())))
    book = _books.get(key)
    if book is None or book.house is not house:
        if len(_books) >= KEPT:
            _books.clear()
        book = _books[key] = open_book(system, rulings, house)
    return book


def book_of(
    system: System, data: Mapping[str, Any], file: str, options: Options, problems: list[Problem]
) -> Book:
    """Return the book of *system* for the scenario *data* read from *file*, under *options*.

    What is wrong with its house file or its rulings is added to *problems*; the book then lacks it.
    """
    house: House | None = None
    written = as_text(data.get("house"))
    path = options.house
    if path is None and isinstance(written, str):
        path = house_path(written, file)
    if path is not None:
        read = read_house(path, system)
        if isinstance(read, House):
            house = read
        else:
            problems.extend(
                read if options.house is not None else (_at_key(problem, path) for problem in read)
            )
    rulings = accepted(system, data.get("rulings"), problems)
    rulings |= accepted(system, options.rulings, problems, COMMAND_LINE)
    return book_for(system, rulings, house)


def _at_key(problem: Problem, file: str) -> Problem:
    """Return *problem*, at the scenario's ``house`` where the house file as a whole is what is wrong."""
    if problem.place is not None and problem.place.line is not None:
        return problem
    message = M("{file}: {problem}", file=file, problem=problem.message)
    return Problem(problem.code, message, ("house",))


def house_path(written: str, file: str) -> str:
    """Return where the house file *written* in the scenario *file* is: relative to that file."""
    return written if isabs(written) else join(dirname(file), written)
