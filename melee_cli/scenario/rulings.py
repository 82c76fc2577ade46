"""Rulings and the book in force: its system's, its house file's, the scenario's own, the command's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os.path import dirname, isabs, join
from typing import Any

from melee_cli.core.messages import M, Phrases
from melee_cli.core.problems import Place, Problem
from melee_cli.core.rules import Book, House, Value, open_book
from melee_cli.core.system import System
from melee_cli.entry.keyboard import did_you_mean
from melee_cli.scenario.problems import given as given_phrase
from melee_cli.systems.models import as_text


@dataclass(slots=True)
class Options:
    """The seed, rulings by id, the house file's path, and scenario keys set (``terrain=difficult``)."""

    seed: int | None = None
    rulings: Mapping[str, Any] = field(default_factory=dict)
    house: str | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)


def accepted(system: System, rulings: Any, problems: list[Problem], given: str = "") -> dict[str, Value]:
    """Return the rulings in *rulings* that *system* accepts; the others are added to *problems*.

    *given* names the option they came from, where that is not the scenario.
    """
    found: dict[str, Value] = {}
    for problem_or_pair in _rulings(system, rulings if isinstance(rulings, Mapping) else {}, given):
        if isinstance(problem_or_pair, Problem):
            problems.append(problem_or_pair)
        else:
            found[problem_or_pair[0]] = problem_or_pair[1]
    return found


def _rulings(system: System, rulings: Mapping[str, Any], given: str) -> Iterator[Problem | tuple[str, Value]]:
    place = Place(given) if given else None
    known = {ruling.id: ruling for ruling in system.rulings}
    for id_, value in rulings.items():
        ruling = known.get(id_)
        path = ("rulings", str(id_))
        if ruling is None:
            switches = [ruling.id for ruling in system.rulings if ruling.values]
            listed = M("the rulings are {ids}", ids=Phrases(tuple(switches), ","))
            hint = did_you_mean(str(id_), known) or listed
            message = M("there is no ruling {id} in {system}", id=str(id_), system=system.id)
            yield Problem("unknown-ruling", message, path, "key", hint=hint, place=place)
        elif not ruling.values:
            message = M("the ruling {id} has one reading only and cannot be switched", id=ruling.id)
            yield Problem("unknown-ruling", message, path, "key", place=place)
        elif (switch := ruling.accept(value)) is None:
            if ruling.at_least is not None:
                hint = M("a whole number from {low} up", low=ruling.at_least)
            else:
                hint = M("one of {values}", values=Phrases(tuple(str(v) for v in ruling.values), ","))
                hint = did_you_mean(str(as_text(value)), map(str, ruling.values)) or hint
            said = value[:60] if isinstance(value, str) else given_phrase(value)
            message = M("{value} is no value of the ruling {id}", value=said, id=ruling.id)
            yield Problem("unknown-value", message, path, hint=hint, place=place)
        else:
            yield ruling.id, switch


COMMAND_LINE = "--ruling"
KEPT = 256
_plain: dict[str, Book] = {}
_books: dict[Any, Book] = {}


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
        from melee_cli.scenario.house import read_house

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
