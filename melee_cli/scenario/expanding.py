"""One-line units into mappings, before anything is validated."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from melee_cli.core.messages import M
from melee_cli.core.problems import Path, Problem
from melee_cli.core.system import System
from melee_cli.formats.limits import NODES
from melee_cli.systems.models import as_text

if TYPE_CHECKING:
    from melee_cli.entry.parser import ParsedLine

UNIT = 4


class Spoken(NamedTuple):
    """A unit that was written as one line; ``pair`` where YAML read it as a key with a text."""

    line: ParsedLine
    pair: bool


class Units(dict[tuple[int, int], Spoken]):
    """The one-line units by side and place as written.

    ``written`` has, for each side in which one line makes several units, the place as written of each
    unit; everywhere else a unit is where it was written.
    """

    written: Mapping[int, Sequence[int]] = {}

    def made(self, side: int, place: int) -> Sequence[int]:
        """Return the places of the units that what is written at *place* of *side* makes."""
        written = self.written.get(side)
        return (place,) if written is None else [at for at, line in enumerate(written) if line == place]

    def as_written(self, path: Path) -> Path:
        """Return *path* with a unit's place as written."""
        match path[:UNIT]:
            case ("sides", int(side), "units", int(unit)) if side in self.written:
                if unit < len(self.written[side]):
                    return ("sides", side, "units", self.written[side][unit], *path[UNIT:])
        return path

    def spoken_at(self, path: Path) -> Spoken | None:
        """Return the one-line unit to which *path*, as written, leads."""
        match path[:UNIT]:
            case ("sides", int(side), "units", int(unit)):
                return self.get((side, unit))
        return None


def expand(
    data: Mapping[str, Any], system: System, fields: Container[str]
) -> tuple[Mapping[str, Any], Units]:
    """Return *data* with every one-line unit as mappings, and the lines by (side, unit).

    *fields* are the keys of a unit: a mapping of one key that is none of them and has a plain value is
    a name with its words. Whatever has another shape stays as it is.
    """
    units = Units()
    sides = data.get("sides")
    if type(sides) is not list:
        return data, units
    changed: list[Any] | None = None
    several: dict[int, int] = {}
    for place, side in enumerate(sides):
        said = side.get("units") if type(side) is dict else None
        if type(said) is not list:
            continue
        written_out: list[Any] | None = None
        for index, unit in enumerate(said):
            if type(unit) is dict and len(unit) != 1:
                continue
            one = _spoken(unit, system, fields)
            if one is not None:
                units[place, index] = one
                if one.line.copies is not None:
                    values = 3 + 2 * len(one.line.fields)  # a mapping, its keys and what they hold
                    several[place] = several.get(place, 0) + one.line.copies * values
                written_out = written_out or list(said)
                written_out[index] = {"name": one.line.name, **one.line.fields}
        if written_out is not None:
            changed = changed or list(sides)
            changed[place] = {**side, "units": written_out}
    if changed is None:
        return data, units
    if several:
        _multiply(changed, units, several)
    for (place, index), one in units.items():
        for field in one.line.named:
            for at in units.made(place, index):
                unit = changed[place]["units"][at]
                unit[field] = full_names(unit[field], changed, place)
    return {**data, "sides": changed}, units


def _multiply(sides: list[Any], units: Units, several: Mapping[int, int]) -> None:
    """Put, on the sides of *several*, every unit of a line that makes more than one in its place.

    *several* counts the values that they would be: if those are too many, each such line has a problem.
    """
    if sum(several.values()) > NODES:
        message = M(
            "more than {limit} values in one document, what numbers of units repeat counted in", limit=NODES
        )
        for key, one in units.items():
            if one.line.copies is not None:
                problem = Problem("too-many-nodes", message, ("name",))
                units[key] = one._replace(line=replace(one.line, copies=None, problems=[problem]))
        return
    units.written = {}
    for side in several:
        made: list[Any] = []
        written: list[int] = []
        for place, unit in enumerate(sides[side]["units"]):
            spoken = units.get((side, place))
            if spoken is None or spoken.line.copies is None:
                made.append(unit)
            else:
                made.extend({**unit, "name": name} for name in spoken.line.names())
            written.extend([place] * (len(made) - len(written)))
        sides[side]["units"] = made
        units.written[side] = written


def full_names(said: Any, sides: Sequence[Any], side: int) -> Any:
    """Return *said* of a unit of *side* (a name, a list of names, a mapping by name) with whole names.

    A name cut short is a unit's that begins with it, if only one does: an enemy's, else anybody's.
    Whatever is none stays as it is, for the checks to refuse.
    """
    if isinstance(said, str):
        return _full_name(said, sides, side)
    if isinstance(said, dict):
        return {_full_name(name, sides, side): part for name, part in said.items()}
    return [_full_name(name, sides, side) for name in said]


def _full_name(said: str, sides: Sequence[Any], side: int) -> str:
    from melee_cli.entry.vocabulary import normal

    others = [name for place, other in enumerate(sides) if place != side for name in _names(other)]
    everybody = [name for other in sides for name in _names(other)]
    if said in everybody:
        return said
    for names in (others, everybody):
        begun = [name for name in names if normal(name).startswith(normal(said))]
        if len(begun) == 1:
            return begun[0]
    return said


def _names(side: Any) -> list[str]:
    units = side.get("units") if isinstance(side, dict) else None
    names = [unit.get("name") for unit in units if isinstance(unit, dict)] if isinstance(units, list) else []
    return [name for name in map(as_text, names) if isinstance(name, str)]


def _spoken(unit: Any, system: System, fields: Container[str]) -> Spoken | None:
    from melee_cli.entry.parser import parse_line, parse_words

    if isinstance(unit, str):
        return Spoken(parse_line(unit, system.words), False)
    if type(unit) is dict:
        ((name, said),) = unit.items()
        if name not in fields and not isinstance(said, dict | list):
            return Spoken(parse_words("" if said is None else str(as_text(said)), system.words, name), True)
    return None
