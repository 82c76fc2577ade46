"""One-line units into mappings, before anything is validated."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from melee_cli.core.words import Words
from melee_cli.scenario.line import ParsedLine, parse_line, parse_words
from melee_cli.systems.model import as_text


@dataclass(frozen=True, slots=True)
class Spoken:
    """A unit that was written as one line; ``pair`` where YAML read it as a key with a text."""

    line: ParsedLine
    pair: bool


Units = dict[tuple[int, int], Spoken]


def expand(data: Mapping[str, Any], words: Words, fields: Container[str]) -> tuple[Mapping[str, Any], Units]:
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
            one = _spoken(unit, words, fields)
            if one is not None:
                spoken[place, index] = one
                copied = copied or list(units)
                copied[index] = {"name": one.line.name, **one.line.fields}
        if copied is not None:
            changed = changed or list(sides)
            changed[place] = {**side, "units": copied}
    return (data if changed is None else {**data, "sides": changed}), spoken


def _spoken(unit: Any, words: Words, fields: Container[str]) -> Spoken | None:
    if isinstance(unit, str):
        return Spoken(parse_line(unit, words), False)
    if type(unit) is dict and len(unit) == 1:
        ((name, said),) = unit.items()
        if name not in fields and not isinstance(said, dict | list):
            return Spoken(parse_words("" if said is None else str(as_text(said)), words, name), True)
    return None
