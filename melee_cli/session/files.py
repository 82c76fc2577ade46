"""Files at the table: scenarios laid onto it, rosters, what is saved whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path as File
from tempfile import NamedTemporaryFile
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.problems import Path, Problem
from melee_cli.entry.parser import parse_line
from melee_cli.formats.limits import Document
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check, check_mapping
from melee_cli.scenario.write import to_yaml
from melee_cli.session.next_melee import line_of
from melee_cli.session.scenario import scenario_of
from melee_cli.session.state import Known, Side, Table, UnitLine
from melee_cli.session.units import several
from melee_cli.systems import find


def write_whole(path: File, text: str, mode: int = 0o666) -> None:
    """Write *text* to *path* so that it is there whole or as before: aside, flushed, renamed.

    Raises OSError where that cannot be done.
    """
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name[:40]}.", delete=False
    ) as aside:
        try:
            aside.write(text)
            aside.flush()
            os.fsync(aside.fileno())
            os.chmod(aside.name, _mode(path, mode))
            os.replace(aside.name, path)
        except BaseException:
            os.unlink(aside.name)
            raise
    _flush_folder(path.parent)


def _mode(path: File, mode: int) -> int:
    """Return the permissions of the file that is replaced, else *mode* as the user's mask leaves it."""
    try:
        return path.stat().st_mode & 0o7777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return mode & ~mask


def _flush_folder(folder: File) -> None:
    """Make the renaming last through a power cut, where the system lets a folder be flushed."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def export(target: str, text: str, written: set[str], insists: bool) -> Problem | None:
    """Write *text* to the file *target* that the user named; a problem where that cannot or should not be.

    A file that this session has not written itself is only written over when the user insists.
    """
    path = File(target).expanduser()
    known = str(path.absolute())
    if path.exists() and known not in written and not insists:
        return Problem(
            "file-exists",
            M("{file} is there already", file=target),
            hint=M("the command with ! writes over it: :save! FILE"),
        )
    try:
        write_whole(File(os.path.realpath(path)), text)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return Problem("unwritable", M("{file} cannot be written: {why}", file=target, why=why))
    written.add(known)
    return None


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


KEYS = ("rules", "name", "units", "sides")
NOBODY = "\u2060"
UNITS = ("sides", 0, "units")


def named_system(paths: Sequence[str]) -> str | None:
    """Return the system that one of the rosters at *paths* names, None where none does."""
    for path in paths:
        for document in read_file(path):
            if isinstance(document.data, dict) and isinstance(document.data.get("rules"), str):
                rules: str = document.data["rules"]
                return rules if find(rules) else None
    return None


def read_roster(path: str, system: str) -> tuple[Known, ...] | list[Problem]:
    """Return the units of the roster at *path*, or every problem in it, each pointing into it.

    A roster is a side (``name`` and ``units``, the units as in a scenario), or ``sides`` of them; it
    may name its ``rules``.
    """
    units: list[Known] = []
    problems: list[Problem] = []
    for document in read_file(path):
        found = _read(document, system)
        if document.problems or found:
            problems += document.problems or found
        else:
            units += _units(document.data, system)
    if not units and not problems:
        problems.append(Problem("empty-roster", M("there are no units in {file}", file=path)))
    return problems or tuple(units)


def _read(document: Document, system: str) -> list[Problem]:
    """Return what is wrong with a roster's document, each problem with its place."""
    from melee_cli.scenario.units import located

    data = document.data
    if document.problems:
        return []
    shape = M("a roster is a side: its name and its units; or a list of sides")
    if not isinstance(data, dict) or ("units" in data) == ("sides" in data):
        return located([Problem("roster-shape", shape)], document)
    wrong = [
        Problem("unknown-key", M("a roster has no key {key}", key=str(key)), (str(key),), "key")
        for key in data
        if key not in KEYS or (key == "name" and "sides" in data)
    ]
    if data.get("rules", system) != system:
        other = M(
            "this roster is for {rules}, the session for {system}", rules=str(data["rules"]), system=system
        )
        return located([*wrong, Problem("other-rules", other, ("rules",))], document)
    sides = data.get("sides", [data])
    if not isinstance(sides, list) or not all(isinstance(side, dict) for side in sides):
        return located([*wrong, Problem("roster-shape", shape, ("sides",))], document)
    for index, side in enumerate(sides):
        start: Path = ("sides", index) if "sides" in data else ()
        wrong += _roster_side(side, system, start)
    return located(wrong, document)


def _roster_side(side: Mapping[str, Any], system: str, start: Path) -> list[Problem]:
    """Return what is wrong with the units of one side by themselves; paths begin with *start*."""
    shown = {key: value for key, value in side.items() if key not in ("rules", "sides")}
    shown.setdefault("name", NOBODY)
    if not start:
        shown = {key: shown[key] for key in ("name", "units") if key in shown}
    problems = [p for p in _alone(shown, system) if p.path[:3] != UNITS or len(p.path) < 4]
    taken: set[str] = set()
    units = shown.get("units")
    for index, unit in enumerate(units if isinstance(units, list) else ()):
        here = (*UNITS, index)
        found = _alone({**shown, "units": [unit]}, system)
        problems += [replace(p, path=(*here, *p.path[4:])) for p in found if p.path[:4] == (*UNITS, 0)]
        names = _names(unit, system)
        for name in sorted(names & taken):
            problems.append(Problem("same-name", M("another unit is called {name}", name=name), here))
        taken |= names
    return [replace(p, path=(*start, *p.path[2:])) for p in problems]


def _alone(side: Mapping[str, Any], system: str) -> list[Problem]:
    """Return what is wrong with *side*, nothing being known of its enemies."""
    scenario = {"rules": system, "sides": [side, {"name": NOBODY * 2, "units": []}]}
    return [p for p in check_mapping(scenario, Options()).problems if p.path[:2] == ("sides", 0)]


def _units(data: Mapping[str, Any], system: str) -> list[Known]:
    units: list[Known] = []
    for side in data.get("sides", [data]):
        name = None if side.get("name") is None else str(side["name"])
        units += [Known(fields, name) for unit in side["units"] for fields in _written_out(unit, system)]
    return units


def _written_out(unit: Any, system_id: str) -> list[dict[str, Any]]:
    """Return a roster's unit, a mapping or a line, as a mapping, and the several that a line makes."""
    if isinstance(unit, dict) and not (len(unit) == 1 and "name" not in unit):
        return [{**unit, "name": str(unit.get("name"))}]
    system = find(system_id)
    assert system is not None
    text = unit if isinstance(unit, str) else ": ".join(map(str, next(iter(unit.items()))))
    line = parse_line(text, system.words)
    return [{"name": name, **line.fields} for name in line.names()]


def _names(unit: Any, system: str) -> set[str]:
    written_out = _written_out(unit, system) if isinstance(unit, (dict, str)) and unit else ()
    return {str(fields["name"]) for fields in written_out}


def roster_text(system: str, known: Sequence[Known]) -> str:
    """Return *known* as a roster file, each side with its units."""
    sides = list(dict.fromkeys(unit.side for unit in known))
    if sides == [None]:
        return to_yaml({"rules": system, "units": [dict(unit.fields) for unit in known]})
    listed = [
        {
            **({} if side is None else {"name": side}),
            "units": [dict(u.fields) for u in known if u.side == side],
        }
        for side in sides
    ]
    if len(listed) == 1:
        return to_yaml({"rules": system, **listed[0]})
    return to_yaml({"rules": system, "sides": listed})
