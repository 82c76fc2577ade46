"""Scenario files and the table: one laid onto it, the melee saved, the evening's melees as one file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.problems import Problem
from melee_cli.entry.parser import parse_line
from melee_cli.formats.limits import Document
from melee_cli.scenario.check import check
from melee_cli.scenario.rulings import Options
from melee_cli.scenario.write import to_yaml
from melee_cli.session.evening import line_of
from melee_cli.session.sound import scenario_of
from melee_cli.session.state import Side, Table, UnitLine
from melee_cli.session.units import several
from melee_cli.systems import find


def load(path: str, table: Table) -> Table | list[Problem]:
    """Return the table with the first scenario of the file at *path* on it, or what is wrong with that."""
    document = next(read_file(path), None)
    if document is None:
        return [Problem("no-scenario", M("there is no scenario in {file}", file=path))]
    checked = check(document, Options())
    if checked.problems or checked.system is None:
        return checked.problems
    data: Mapping[str, Any] = document.data
    kept = {key: value for key, value in data.items() if key not in ("rules", "sides", "expect")}
    if "house" in kept and isinstance(kept["house"], str):
        kept["house"] = os.path.join(os.path.dirname(os.path.abspath(path)), kept["house"])
    seed = kept.pop("seed", None)
    sides = [_side(side["units"], checked.system.id) for side in data["sides"]]
    extra = [{k: v for k, v in side.items() if k not in ("name", "units")} for side in data["sides"]]
    return replace(
        table,
        phase="ready",
        system=checked.system.id,
        names=tuple(side.name for side in checked.scenario.sides),
        sides=(sides[0], sides[1]),
        shut=(True, True),
        editing=None,
        answers=(),
        keys=kept,
        side_keys=(extra[0], extra[1]),
        seed=table.seed if seed is None else seed,
        applied=False,
        earlier={},
    )


def read_file(path: str) -> Iterator[Document]:
    """Yield the documents of one file; ``-`` is a file's name here, for the session reads its own input."""
    from melee_cli.formats.documents import documents

    return documents([os.path.join(".", path) if path == "-" else os.path.expanduser(path)])


def _side(units: list[Any], system_id: str) -> Side:
    system = find(system_id)
    assert system is not None
    lines: list[UnitLine] = []
    for unit in units:
        if isinstance(unit, str):
            lines.extend(several(unit, parse_line(unit, system.words)))
        elif len(unit) == 1 and "name" not in unit:
            written = ": ".join(map(str, next(iter(unit.items()))))
            lines.extend(several(written, parse_line(written, system.words)))
        else:
            lines.append(line_of({**unit, "name": str(unit["name"])}))
    return tuple(lines)


def melee_text(table: Table) -> str:
    """Return the melee on the table as a scenario file."""
    return to_yaml(scenario_of(table))


def evening_text(melees: tuple[Mapping[str, Any], ...]) -> str:
    """Return *melees* as one file of scenarios."""
    return "---\n".join(to_yaml(melee) for melee in melees)
