"""Army lists: a table of units in CSV, one a row under a header of field names, as a battle's roster."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.problems import Place, Problem
from melee_cli.core.system import System
from melee_cli.formats.limits import plain
from melee_cli.journal.melees import unit_problems

SEPARATORS = ",;\t"
Roster = list[tuple[dict[str, Any], str | None]]


def read_army(path: Path, system: System) -> Roster | list[Problem]:
    """Return the units of the army list at *path*, each with its side, or every problem by its line.

    The header names the fields, ``name`` among them; ``side`` is the unit's side; an empty cell says
    nothing. Columns are parted by commas, semicolons or tabs.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        why = error.strerror or str(error)
        return [Problem("unreadable", M("{file} cannot be read: {why}", file=str(path), why=why))]
    except ValueError:
        return [Problem("not-utf8", M("{file} is not UTF-8", file=str(path)), place=Place(str(path)))]
    rows = csv.reader(io.StringIO(text), delimiter=_separator(text))
    header = [cell.strip() for cell in next(rows, [])]
    if "name" not in header:
        message = M("the first line names the columns, {name} among them", name="name")
        return [Problem("army-header", message, place=Place(str(path), 1))]
    units: Roster = []
    problems: list[Problem] = []
    taken: dict[str, int] = {}
    for line, cells in _lines(rows):
        unit = {key: cell.strip() for key, cell in zip(header, cells, strict=False) if cell.strip()}
        found = list(_wrong(unit, cells, header, taken, system))
        problems += [_at(problem, path, line) for problem in found]
        if not found:
            taken[unit["name"]] = line
            units.append((_fields(unit), unit.get("side")))
    if not units and not problems:
        return [Problem("empty-roster", M("there are no units in {file}", file=str(path)))]
    return problems or units


def _separator(text: str) -> str:
    """Return what parts the columns of the header."""
    header = text.partition("\n")[0]
    return max(SEPARATORS, key=header.count)


def _lines(rows: Any) -> Iterator[tuple[int, list[str]]]:
    """Yield every row that says something, with its line."""
    for cells in rows:
        if any(cell.strip() for cell in cells):
            yield rows.line_num, cells


def _wrong(
    unit: dict[str, str], cells: Sequence[str], header: Sequence[str], taken: dict[str, int], system: System
) -> Iterator[Problem]:
    """Yield what is wrong with one row."""
    if len(cells) > len(header):
        yield Problem(
            "army-row", M("there are {n} cells under {most} columns", n=len(cells), most=len(header))
        )
        return
    if "name" not in unit:
        yield Problem("missing-key", M("the unit has no name"))
        return
    if unit["name"] in taken:
        yield Problem("same-name", M("another unit is called {name}", name=unit["name"]))
    yield from unit_problems(_fields(unit), system)


def _fields(unit: dict[str, str]) -> dict[str, Any]:
    """Return a row's unit as a scenario has it, its values read as in YAML."""
    return {key: text if key == "name" else plain(text) for key, text in unit.items() if key != "side"}


def _at(problem: Problem, path: Path, line: int) -> Problem:
    """Return *problem* at its line, with the column's name where it is about one."""
    field = problem.path[-1] if problem.path and isinstance(problem.path[-1], str) else None
    message = problem.message if field is None else M("{field}: {what}", field=field, what=problem.message)
    return Problem(problem.code, message, hint=problem.hint, place=Place(str(path), line))
