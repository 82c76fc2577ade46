"""One-line units into mappings, before anything is validated."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from melee_cli.core.system import System
from melee_cli.systems.model import as_text

if TYPE_CHECKING:
    from melee_cli.scenario.line import ParsedLine


class Spoken(NamedTuple):
    """A unit that was written as one line; ``pair`` where YAML read it as a key with a text."""

    line: ParsedLine
    pair: bool


Units = dict[tuple[int, int], Spoken]


def expand(
    data: Mapping[str, Any], system: System, fields: Container[str]
) -> tuple[Mapping[str, Any], Units]:
    """Return *data* with every one-line unit as a mapping, and the lines by (side, unit).

    *fields* are the keys of a unit: a mapping of one key that is none of them and has a plain value is
    a name with its words. Whatever has another shape stays as it is.
    """
    sides = data.get("sides")
    if type(sides) is not list:
        return data, {}
    spoken: Units = {}
    changed: list[Any] | None = None
    for place, side in enumerate(sides):
        units = side.get("units") if type(side) is dict else None
        if type(units) is not list:
            continue
        copied: list[Any] | None = None
        for index, unit in enumerate(units):
            if type(unit) is dict and len(unit) != 1:
                continue
            one = _spoken(unit, system, fields)
            if one is not None:
                spoken[place, index] = one
                copied = copied or list(units)
                copied[index] = {"name": one.line.name, **one.line.fields}
        if copied is not None:
            changed = changed or list(sides)
            changed[place] = {**side, "units": copied}
    if changed is None:
        return data, spoken
    for (place, index), one in spoken.items():
        for field in one.line.named:
            unit = changed[place]["units"][index]
            unit[field] = full_names(unit[field], changed, place)
    return {**data, "sides": changed}, spoken


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
    from melee_cli.scenario.vocabulary import normal

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
    if type(unit) is dict and len(unit) != 1:
        return None
    from melee_cli.scenario.line import parse_line, parse_words

    if isinstance(unit, str):
        return Spoken(parse_line(unit, system.words), False)
    if type(unit) is dict:
        ((name, said),) = unit.items()
        if name not in fields and not isinstance(said, dict | list):
            return Spoken(parse_words("" if said is None else str(as_text(said)), system.words, name), True)
    return None
