"""House files: a club's numbers, rows switched off or added, and rulings, laid over a system's book."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, ValidationError

from melee_cli.core.messages import M, Phrases
from melee_cli.core.problems import Path, Place, Problem, did_you_mean
from melee_cli.core.rules import Change, House, Modifier, Row
from melee_cli.core.system import System
from melee_cli.formats.documents import documents
from melee_cli.formats.limits import Document
from melee_cli.scenario.problems import complaints, given, schema_at, schema_of, wanted
from melee_cli.scenario.rulings import accepted
from melee_cli.scenario.units import field_adapter, located, unit_model
from melee_cli.systems.models import Name, Strict, Text, as_text

SECTION = M("House rules")
CITE = "house"


def added_row(
    entry: Mapping[str, Any], path: Path, system: System, rows: Mapping[str, Row], others: Sequence[Row]
) -> tuple[Modifier[Any], Change] | Problem:
    """Return the row that *entry*, sound in its shape, adds to *system*, or what is wrong with it."""
    id_ = str(as_text(entry["id"]))
    if id_ in rows or any(id_ == other.id for other in others):
        return Problem("same-name", M("there is already a row {id}", id=id_), (*path, "id"))
    ((field, wanted_value),) = entry["when"].items()
    model = unit_model(system.scenario())
    if field not in model.model_fields or field == "name":
        message = M("a unit has no field {field} to ask about", field=field)
        hint = did_you_mean(field, model.model_fields)
        return Problem("unknown-key", message, (*path, "when", field), "key", hint=hint)
    try:
        value = field_adapter(model, field).validate_python(wanted_value)
    except ValidationError:
        schema = schema_of(model)
        want = wanted(schema, schema_at(schema, (field,)))
        message = M("{wanted} is needed here, not {given}", wanted=want, given=given(wanted_value))
        return Problem("unknown-value", message, (*path, "when", field))
    label = str(as_text(entry["label"]))
    shown = M("{field} is {value}", field=field, value=str(as_text(wanted_value)))
    row = Modifier(
        id=id_,
        section=SECTION,
        cite=CITE,
        label=M("{label}", label=label),
        text=M("{condition}", condition=shown),  # as a row fills places named like its numbers
        numbers={"value": entry["value"]},
        when=_equals(field, value),
    )
    change = M(
        "{label}: {value} while {condition}", label=label, value=f"{entry['value']:+}", condition=shown
    )
    return row, Change(id_, change)


def _equals(field: str, value: Any) -> Callable[[Any], bool]:
    def holds(subject: Any) -> bool:
        """The field of the unit has the value; where it is left open, what the rules make of it counts."""
        known = getattr(subject.unit, field)
        if known is None:
            known = getattr(subject, field, None)
        return bool(known == value)

    return holds


SIGNED = (-99, 99)
COUNTED = (1, 9999)


class Added(Strict):
    """A flat row of the house's own: so much while a field of the unit has one value."""

    id: Name
    label: Name
    value: Annotated[int, Field(ge=SIGNED[0], le=SIGNED[1])]
    when: Annotated[dict[Text, Any], Field(min_length=1, max_length=1)]


class HouseFile(Strict):
    """A house file: every key may be left out."""

    name: Name | None = None
    rules: Text | None = None
    rulings: dict[Text, Any] | None = None
    numbers: dict[Text, Any] | None = None
    off: list[Text] | None = None
    add: list[Added] | None = None


_houses: dict[tuple[str, str, int, int], House | list[Problem]] = {}


def read_house(path: str, system: System) -> House | list[Problem]:
    """Return the overlay that the file at *path* describes for *system*, or every problem in it.

    A file read once is not read again until it changes; the same overlay is the same object.
    """
    try:
        state = os.stat(path)
    except (OSError, ValueError):
        return _read(path, system)
    key = (os.path.abspath(path), system.id, state.st_mtime_ns, state.st_size)
    if key not in _houses:
        _houses[key] = _read(path, system)
    return _houses[key]


def _read(path: str, system: System) -> House | list[Problem]:
    if os.path.isdir(path):
        return [Problem("not-a-house-file", M("a house file is one file, not a folder"), place=Place(path))]
    found = documents(["./-" if path == "-" else path], None)
    document = next(found)
    another = next(found, None)
    problems = list(document.problems)
    if document.data is None and [problem.code for problem in problems] == ["no-scenario"]:
        return [Problem("not-a-house-file", M("this house file is empty"), place=Place(path))]
    if another is not None:
        message = M("a house file is one document; a second one begins here")
        problems.append(Problem("not-a-house-file", message, place=Place(path, another.source.line, 1)))
    house = House(os.path.basename(path))
    if not problems:
        house, problems = _overlay(document, house.name, system)
    return located(problems, document) if problems else house


def _overlay(document: Document, name: str, system: System) -> tuple[House, list[Problem]]:
    data = document.data
    problems: list[Problem] = []
    try:
        HouseFile.model_validate(data)
    except ValidationError as error:
        problems.extend(complaints(error, HouseFile, data).problems)
    if not isinstance(data, dict):
        return House(name), problems
    if isinstance(data.get("rules"), str) and data["rules"] != system.id:
        message = M("this house file is for {other}, not for {system}", other=data["rules"], system=system.id)
        problems.append(Problem("other-system", message, ("rules",)))
    rows = {row.id: row for row in system.rows}
    changes: list[Change] = []
    numbers = _numbers(data.get("numbers"), rows, problems, changes)
    off = _off(data.get("off"), rows, problems, changes)
    added: list[Row] = []
    for place, entry in enumerate(data["add"] if isinstance(data.get("add"), list) else ()):
        made = None if problems else added_row(entry, ("add", place), system, rows, added)
        if isinstance(made, Problem):
            problems.append(made)
        elif made is not None:
            row, change = made
            added.append(row)
            changes.append(change)
    rulings = accepted(system, data.get("rulings"), problems)
    changes += [Change(f"ruling:{id_}", M("{value}", value=str(value))) for id_, value in rulings.items()]
    title = data.get("name")
    return (
        House(str(title) if title else name, numbers, off, tuple(added), rulings, tuple(changes)),
        problems,
    )


def _numbers(
    said: Any, rows: Mapping[str, Row], problems: list[Problem], changes: list[Change]
) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for id_, value in said.items() if isinstance(said, dict) else ():
        row = rows.get(id_)
        if row is None or not row.numbers:
            problems.append(_no_row(id_, rows, ("numbers", id_), numbered=True))
            continue
        for name, number, path in _named(row, value, problems):
            low, high = _limits(row, name)
            if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
                message = M("a whole number from {low} to {high} is needed", low=low, high=high)
                problems.append(Problem("out-of-range", message, path))
                continue
            found.setdefault(id_, {})[name] = number
            text = M("{name}: {new} instead of {old}", name=name, new=number, old=row.numbers[name])
            changes.append(Change(id_, text))
    return found


def _named(row: Row, value: Any, problems: list[Problem]) -> Iterator[tuple[str, Any, Path]]:
    """Yield the numbers that *value* sets of *row*: by name, or the only one, or the one called value."""
    path: Path = ("numbers", row.id)
    names = Phrases(tuple(row.numbers), ",")
    if isinstance(value, dict):
        for name, number in value.items():
            if name in row.numbers:
                yield name, number, (*path, name)
            else:
                message = M("{row} has no number {name}", row=row.id, name=name)
                hint = did_you_mean(name, row.numbers) or M("its numbers are {names}", names=names)
                problems.append(Problem("unknown-key", message, (*path, name), "key", hint=hint))
    elif len(row.numbers) == 1 or "value" in row.numbers:
        yield next(iter(row.numbers)) if len(row.numbers) == 1 else "value", value, path
    else:
        message = M("{row} has several numbers; say which", row=row.id)
        problems.append(Problem("wrong-type", message, path, hint=M("its numbers are {names}", names=names)))


def _limits(row: Row, name: str) -> tuple[int, int]:
    """Return what the number *name* of *row* may be: a bonus has a sign, anything else is a count."""
    is_bonus = name == "value" or (isinstance(row, Modifier) and "value" not in row.numbers)
    return SIGNED if is_bonus else COUNTED


def _off(
    said: Any, rows: Mapping[str, Row], problems: list[Problem], changes: list[Change]
) -> frozenset[str]:
    found: set[str] = set()
    for place, id_ in enumerate(said if isinstance(said, list) else ()):
        if not isinstance(id_, str):
            continue
        if id_ not in rows:
            problems.append(_no_row(id_, rows, ("off", place)))
        elif rows[id_].note_only:
            message = M("{row} is a note; there is nothing to switch off", row=id_)
            problems.append(Problem("no-effect", message, ("off", place)))
        elif id_ not in found:
            found.add(id_)
            changes.append(Change(id_, M("switched off")))
    return frozenset(found)


def _no_row(id_: str, rows: Mapping[str, Row], path: Path, numbered: bool = False) -> Problem:
    known = [row.id for row in rows.values() if row.numbers or not numbered]
    message = (
        M("there is no row {id} with a number", id=id_) if numbered else M("there is no row {id}", id=id_)
    )
    return Problem("unknown-row", message, path, "key", hint=did_you_mean(id_, known))
