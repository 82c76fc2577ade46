"""A unit as it was understood, in the words that would say it again, with its modifiers so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from melee_cli.core.messages import M, Message, Param, Phrases
from melee_cli.core.rules import Line
from melee_cli.core.system import System
from melee_cli.core.words import Words
from melee_cli.entry.parser import Heard
from melee_cli.session.sound import Position, preview_so_far
from melee_cli.session.state import Fields, Table
from melee_cli.session.units import same


def echo(table: Table, side: int, index: int, tongue: str, heard: Sequence[Heard] = ()) -> list[Message]:
    """Return what to show of the unit just typed: its number and words, its modifiers, what was guessed."""
    unit = table.sides[side][index]
    system = Position(table).system
    said = Phrases(tuple(described(unit.fields, system.words, tongue)), joiner=",")
    number = table.number_of(side, index)
    shown = [M("{n}. {unit}: {words}", n=number, unit=unit.name, words=said)]
    if not said.items:
        shown = [M("{n}. {unit}", n=number, unit=unit.name)]
    lines = modifiers(preview_so_far(table, side, index), unit.name)
    if lines:
        total = sum(line.value for line in lines)
        parts = tuple(M("{label} {value}", label=line.label, value=f"{line.value:+}") for line in lines)
        shown.append(M("   so far {total}: {parts}", total=f"{total:+}", parts=Phrases(parts, joiner=",")))
    shown += [
        M("   {typed}: {how}", typed=word.typed, how=word.how)
        for word in heard
        if word.how is not None and not _plainly(word.typed, word.how)
    ]
    return shown


def _plainly(typed: str, how: Message) -> bool:
    """Tell whether a word is only a beginning or another ending of what it was understood as."""
    return any(isinstance(said, str) and same(said)[:3] == same(typed)[:3] for said in how.params.values())


def modifiers(side: Mapping[str, Any] | None, name: str) -> list[Line]:
    """Return the lines of a side's preview that come from the unit *name*, those of value 0 aside."""
    if side is None:
        return []
    unit: Mapping[str, Any] = next((unit for unit in side["units"] if unit["name"] == name), {})
    own: list[Line] = list(unit.get("modifiers", ()))
    shared = [line for line in side.get("lines", ()) if line.units and name in line.units]
    return [line for line in (*own, *shared) if line.value]


def described(fields: Fields, words: Words, tongue: str) -> list[Param]:
    """Return the words that would say *fields*, those of the language *tongue* where there are any."""
    said: list[Param] = []
    for field, value in fields.items():
        if field != "name" and value is not None and value is not False:
            said.extend(_said(field, value, words, tongue))
    return said


def _said(field: str, value: Any, words: Words, tongue: str) -> list[str]:
    for word in words.words:
        if word.sets == {field: value}:
            own = word.russian if tongue == "ru" else word.english
            return [(own or word.english)[0]]
    label = _label(field, words, tongue)
    if value is True:
        return [label]
    if isinstance(value, Mapping):
        return [f"{label} {key}: {_plain(item)}" for key, item in value.items()]
    if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
        return [f"{item.get('value', 0):+} ({item.get('reason', '')})" for item in value]
    return [f"{label} {_plain(value)}"]


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " + ".join(str(item) for item in value) if _numbers(value) else ", ".join(map(str, value))
    return str(value).replace("_", " ")


def _numbers(values: list[Any]) -> bool:
    return all(isinstance(value, int) for value in values)


def _label(field: str, words: Words, tongue: str) -> str:
    if tongue == "ru":
        for key in words.keys:
            own = [name for name in key.names if not name.isascii()]
            if key.field == field and own:
                return own[0]
    return field.replace("_", " ")


def overview(table: Table, system: System, tongue: str) -> list[Message]:
    """Return the table as far as it is typed: each side with its numbered units."""
    shown = []
    for side, units in enumerate(table.sides):
        if units:
            shown.append(M("{side}:", side=table.names[side]))
        for index, unit in enumerate(units):
            said = Phrases(tuple(described(unit.fields, system.words, tongue)), joiner=",")
            number = table.number_of(side, index)
            shown.append(M("{n}. {unit}: {words}", n=number, unit=unit.name, words=said))
    return shown
