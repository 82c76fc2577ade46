"""Units and their names in a scenario: one-line units written out, the names checked, problems placed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, TypeAdapter

from melee_cli.core.messages import M
from melee_cli.core.problems import Path, Problem
from melee_cli.core.system import System
from melee_cli.entry.parser import ParsedLine, parse_line, parse_words
from melee_cli.entry.vocabulary import normal
from melee_cli.formats import json as json_nodes
from melee_cli.formats import yaml as yaml_nodes
from melee_cli.formats.limits import NODES, Document
from melee_cli.formats.places import Node, Text, inside, walk
from melee_cli.systems.models import as_text

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
    others = [name for place, other in enumerate(sides) if place != side for name in _names_of_units(other)]
    everybody = [name for other in sides for name in _names_of_units(other)]
    if said in everybody:
        return said
    for names in (others, everybody):
        begun = [name for name in names if normal(name).startswith(normal(said))]
        if len(begun) == 1:
            return begun[0]
    return said


def _names_of_units(side: Any) -> list[str]:
    units = side.get("units") if isinstance(side, dict) else None
    names = [unit.get("name") for unit in units if isinstance(unit, dict)] if isinstance(units, list) else []
    return [name for name in map(as_text, names) if isinstance(name, str)]


def _spoken(unit: Any, system: System, fields: Container[str]) -> Spoken | None:
    if isinstance(unit, str):
        return Spoken(parse_line(unit, system.words), False)
    if type(unit) is dict:
        ((name, said),) = unit.items()
        if name not in fields and not isinstance(said, dict | list):
            return Spoken(parse_words("" if said is None else str(as_text(said)), system.words, name), True)
    return None


DRAW = "draw"


def two_sides(count: int) -> Problem:
    """Return the problem of a scenario with *count* sides."""
    return Problem("two-sides", M("a melee has two sides, not {n}", n=count), ("sides",), "key")


def check_names(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with the sides and names in *data*, a scenario's mapping however unsound."""
    if isinstance(data.get("sides"), list) and len(data["sides"]) != 2:
        yield two_sides(len(data["sides"]))
    sides = [(path, name) for path, name in _names(data.get("sides"), ("sides",))]
    seen: dict[str, str] = {}
    for path, name in sides:
        if name == DRAW:
            yield Problem("called-draw", M("a side cannot be called {name}", name=name), path)
        if name in seen:
            message = M("both sides are called {name}; they need different names", name=name)
            yield Problem("same-name", message, path)
        seen[name] = name
    units: dict[str, str] = {}
    for place, side in enumerate(data["sides"]) if isinstance(data.get("sides"), list) else ():
        if not isinstance(side, dict):
            continue
        of = str(as_text(side.get("name", place + 1)))
        for path, name in _names(side.get("units"), ("sides", place, "units")):
            if name in units:
                message = M("another unit of {side} is already called {name}", side=units[name], name=name)
                yield Problem("same-name", message, path)
            units.setdefault(name, of)


def _names(items: Any, base: Path) -> Iterator[tuple[Path, str]]:
    for place, item in enumerate(items) if isinstance(items, list) else ():
        name = as_text(item.get("name")) if isinstance(item, dict) else None
        if isinstance(name, str) and name.strip():
            yield (*base, place, "name"), name


def located(
    problems: Iterable[Problem], document: Document | None, units: Units | None = None
) -> list[Problem]:
    """Return *problems* with their places in *document*, in the order of the file, each but once.

    *units* are its one-line units: what is wrong with a field of one is shown in its text.
    """
    units = Units() if units is None else units
    found = [replace(problem, path=units.as_written(problem.path)) for problem in problems]
    if document is None or all(problem.place for problem in found):
        return _once(found)
    text = Text(document.text, document.source)
    root, _ = (json_nodes if document.kind == "json" else yaml_nodes).read_nodes(text)
    root = root or Node(0, 0)
    placed = [problem if problem.place else _placed(problem, text, root, units) for problem in found]
    first = document.source.file
    return sorted(
        _once(placed),
        key=lambda problem: (
            (0, problem.place.line or 0, problem.place.column or 0)
            if problem.place and problem.place.file == first
            else (1, 0, 0)
        ),
    )


def _placed(problem: Problem, text: Text, root: Node, units: Units) -> Problem:
    path = problem.path
    spoken = units.spoken_at(path)
    if spoken is not None:
        start, end = _in_line(problem, spoken, text, walk(root, path[:UNIT])[1])
    else:
        key, node, taken = walk(root, path)
        on_key = problem.on == "key" and key is not None and taken == len(path)
        shown = key if on_key and key is not None else node
        start, end = shown.start, shown.end
        if problem.span is not None and not on_key:
            start, end = inside(text.text, node, problem.span)
    return replace(problem, place=text.place(start, end))


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """Return *problems* without those that say the same of the same place.

    A unit used twice by an alias has such, and several units of one line.
    """
    seen: set[tuple[Any, ...]] = set()
    kept = []
    for problem in problems:
        where = problem.place or (problem.path, problem.on, problem.span)
        key = (problem.code, where, repr(problem.message))
        if key not in seen:
            seen.add(key)
            kept.append(problem)
    return kept


def _in_line(problem: Problem, spoken: Spoken, text: Text, unit: Node) -> tuple[int, int]:
    """Return where in a one-line unit *problem* belongs: at its span, its field's words, or all of it."""
    rest = problem.path[UNIT:]
    said = unit
    if spoken.pair and unit.entries:
        key, said = unit.entries[0]
        if rest[:1] == ("name",):
            return key.start, key.end
        if not rest and problem.span is None:
            return key.start, said.end
    span = span_in(problem, spoken)
    return (said.start, said.end) if span is None else inside(text.text, said, span)


def span_in(problem: Problem, spoken: Spoken) -> tuple[int, int] | None:
    """Return the range of a one-line unit's text that *problem* is about, None where it is all of it."""
    rest = problem.path[UNIT:]
    if problem.span is not None or not rest:
        return problem.span
    spans = spoken.line.spans
    entry = f"{rest[0]}[{rest[1]}]" if len(rest) > 1 else ""
    return spans.get(entry) or spans.get(str(rest[0]))


def unit_model(model: Any) -> type[BaseModel]:
    """Return the model of a unit in the scenario *model*."""
    side = model.model_fields["sides"].annotation.__args__[0]
    unit: type[BaseModel] = side.model_fields["units"].annotation.__args__[0]
    return unit


@lru_cache(maxsize=512)
def field_adapter(model: type[BaseModel], name: str) -> TypeAdapter[Any]:
    """Return what validates the field *name* of *model* by itself."""
    info = model.model_fields[name]
    annotated: Any = Annotated[info.annotation, info]
    return TypeAdapter(annotated)
