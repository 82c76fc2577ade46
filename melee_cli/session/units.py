"""Unit lines at the table: a unit new, recalled or amended, and as it was understood."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from melee_cli.core.messages import M, Message, Param, Phrases
from melee_cli.core.problems import Problem
from melee_cli.core.rules import Line, Withheld
from melee_cli.core.system import System
from melee_cli.core.view import Column, Entry, Grid, View, gained
from melee_cli.core.words import Words
from melee_cli.entry.parser import Heard, ParsedLine, joined, parse_line, parse_words
from melee_cli.session.prompts import Echo
from melee_cli.session.scenario import Position, preview_so_far
from melee_cli.session.state import Fields, Known, Side, Table, UnitLine

LONGEST_NAME = 6


@dataclass(frozen=True, slots=True)
class Read:
    """A line understood: the units it makes, the place of the one it amends, how its words were heard."""

    units: tuple[UnitLine, ...]
    amends: int | None
    heard: Sequence[Heard]
    spans: dict[str, tuple[int, int]]


def read_units(
    text: str, words: Words, side: Side, known: Sequence[Known], editing: int | None = None
) -> Read | list[Problem]:
    """Return what *text* says under *words*, or what is wrong with it.

    ``NAME: words`` is a unit by that name; a line without a colon begins with the beginning of the
    name of a unit of *side* (which it amends) or of one of *known* (which it recalls). While the
    unit at *editing* is being edited the line is about that unit, whatever name it gives.
    """
    if editing is not None:
        return _edited(text, words, side[editing], editing)
    if has_name(text):
        line = parse_line(text, words)
        if line.copies is not None:
            return line.problems or Read(several(text, line), None, line.echo, {})
        base = next((k.fields for k in known if same(k.name) == same(line.name)), {})
        return _made(text, line, base, None)
    choice = begun(text, side, known)
    if isinstance(choice, list):
        return choice
    base, amends, end = choice
    named = () if amends is None else side[amends].named
    return _made(text, parse_words(text[end:], words), base, amends, shift=end, named=named)


def has_name(text: str) -> bool:
    """Tell whether *text* gives a name of its own: a colon before anything that is no name."""
    head, colon, _ = text.partition(":")
    return bool(colon) and "(" not in head and "=" not in head


def same(name: str) -> str:
    """Return *name* as names are compared when they are typed: no matter of case, width or ё."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().replace("ё", "е").split())


def begins(tokens: Sequence[str], names: Sequence[str]) -> tuple[int, list[str]]:
    """Return how many *tokens*, as many as possible, begin any of *names*, and which those are."""
    for count in range(min(LONGEST_NAME, len(tokens)), 0, -1):
        typed = same(" ".join(tokens[:count]))
        found = [name for name in names if same(name).startswith(typed)]
        exact = [name for name in found if same(name) == typed]
        if found:
            return count, exact or found
    return 0, []


def begun(text: str, side: Side, known: Sequence[Known]) -> tuple[Fields, int | None, int] | list[Problem]:
    """Return what the name at the beginning of *text* brings, whom it amends, and where it ends."""
    places = [(m.start(), m.end()) for m in re.finditer(r'"[^"]*"|\S+', text)]
    tokens = [text[start:end].strip('"') for start, end in places]
    here = {unit.name: i for i, unit in enumerate(side)}
    brought: dict[str, Fields] = {}
    for unit in known:
        brought.setdefault(unit.name, unit.fields)
    count, found = begins(tokens, [*here, *(name for name in brought if name not in here)])
    if len(found) == 1:
        name = found[0]
        end = places[count - 1][1]
        return (side[here[name]].fields, here[name], end) if name in here else (brought[name], None, end)
    if found:
        return [
            Problem(
                "name-ambiguous",
                M("{typed} begins several names", typed=" ".join(tokens[:count])),
                span=(places[0][0], places[count - 1][1]),
                hint=M("they are {names}", names=Phrases(tuple(found))),
            )
        ]
    return [
        Problem(
            "no-name",
            M("no unit's name begins with {typed}", typed=tokens[0]),
            span=places[0],
            hint=M("a new unit is NAME: words; an empty line goes on"),
        )
    ]


def _made(
    text: str,
    line: ParsedLine,
    base: Fields,
    amends: int | None,
    shift: int = 0,
    named: tuple[str, ...] = (),
) -> Read | list[Problem]:
    spans = {key: (start + shift, end + shift) for key, (start, end) in line.spans.items()}
    if line.problems:
        return [_shifted(problem, shift) for problem in line.problems]
    named = tuple(dict.fromkeys((*named, *line.named)))
    fields = {"name": line.name or base["name"], **laid_over(base, line)}
    return Read((UnitLine(text, base, fields, named),), amends, line.echo, spans)


def laid_over(base: Fields, line: ParsedLine) -> dict[str, Any]:
    """Return *base* with what *line* says over it; what it says of single units goes beside the rest."""
    fields = {key: value for key, value in base.items() if key != "name"}
    for key, value in line.fields.items():
        known = fields.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            value = joined(known, value)
        fields[key] = value
    return fields


def _shifted(problem: Problem, shift: int) -> Problem:
    if not shift or problem.span is None:
        return problem
    start, end = problem.span
    return replace(problem, span=(start + shift, end + shift))


def _edited(text: str, words: Words, unit: UnitLine, place: int) -> Read | list[Problem]:
    """Return the edited unit: what it brought stays under what the line says."""
    base = {**unit.base, "name": unit.name} if unit.base else {"name": unit.name}
    if has_name(text):
        return _made(text, parse_line(text, words), base, place)
    choice = begun(text, (), [Known(base)])
    if isinstance(choice, list):
        return choice
    return _made(text, parse_words(text[choice[2] :], words), base, place, shift=choice[2])


def several(text: str, line: ParsedLine) -> tuple[UnitLine, ...]:
    """Return the units that *line*, written as *text*, makes: ``3x 9th: …`` makes 9th/1, 9th/2, 9th/3."""
    if line.copies is None:
        return (UnitLine(text, {}, {"name": line.name, **line.fields}, line.named),)
    _, _, said = text.partition(":")
    return tuple(
        UnitLine(f"{name}:{said}", {}, {"name": name, **line.fields}, line.named) for name in line.names()
    )


def words_of(unit: UnitLine) -> str:
    """Return what *unit*'s line says after its name."""
    if has_name(unit.text):
        return unit.text.partition(":")[2].strip()
    choice = begun(unit.text, (), [Known(unit.fields)])
    return unit.text if isinstance(choice, list) else unit.text[choice[2] :].strip()


def cloned_name(name: str, taken: set[str]) -> str:
    """Return the name of one more unit like *name*: the same with the next free number after a stroke."""
    stem, stroke, number = name.rpartition("/")
    if not stroke or not number.isdecimal():
        stem, number = name, "1"
    following = int(number) + 1
    while f"{stem}/{following}" in taken:
        following += 1
    return f"{stem}/{following}"


def echo(table: Table, side: int, index: int, tongue: str, heard: Sequence[Heard] = ()) -> Echo:
    """Return what to show of the unit just typed: its number and words, its modifiers, what was guessed."""
    unit = table.sides[side][index]
    said = Phrases(tuple(described(unit.fields, Position(table).system.words, tongue)), joiner=",")
    number = table.number_of(side, index)
    name = M("{n}. {unit}", n=number, unit=unit.name)
    words = M("{n}. {unit}: {words}", n=number, unit=unit.name, words=said) if said.items else name
    guessed = tuple(
        M("{typed}: {how}", typed=word.typed, how=word.how)
        for word in heard
        if word.how is not None and not _plainly(word.typed, word.how)
    )
    lines = modifiers(preview_so_far(table, side, index), unit.name)
    if not lines:
        return Echo(((words, *(M("   {what}", what=guess) for guess in guessed)),))
    total = f"{sum(line.value for line in lines):+}"
    parts = tuple(M("{label} {value}", label=line.label, value=f"{line.value:+}") for line in lines)
    full = M("   so far {total}: {parts}", total=total, parts=Phrases(parts, joiner=","))
    short = M("   so far {total}", total=total)
    if guessed:
        aside = Phrases(guessed, joiner=",")
        full, short = (M("{what} ({guessed})", what=what, guessed=aside) for what in (full, short))
    on_one = [M("{unit}, so far {total}", unit=unit, total=total) for unit in (words, name)]
    return Echo(((words, full), (words, short), *((one,) for one in on_one)))


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


def account(position: Position, side: int, index: int) -> View:
    """Return how a unit came to its modifiers and its total, and what was withheld from it."""
    over = position.question is None
    name = position.table.sides[side][index].name
    shown = (position.resolved.data if over else position.melee.preview())["sides"][side]
    unit: Mapping[str, Any] = next(unit for unit in shown["units"] if unit["name"] == name)
    lines = modifiers(shown if "modifiers" in unit else preview_so_far(position.table, side, index), name)
    held: list[Withheld] = list(unit.get("withheld", ()))
    held += [one for one in shown.get("withheld", ()) if name in one.reason.params.values()]
    rows = [Entry([line.label, gained(line.value), line.cite]) for line in lines]
    count = sum(line.value for line in lines)
    said = M("{unit}: {total}", unit=name, total=f"{count:+}")
    if "total" in unit:
        rows.insert(0, Entry([M("Two dice"), unit["roll"], None]))
        said = M("{unit}: {total}", unit=name, total=unit["total"])
    rows += [Entry([M("withheld: {why}", why=one.reason), None, one.cite], "withheld") for one in held]
    columns = [Column(M("Modifier")), Column(name, "right"), Column(M("Source"), role="cite")]
    return View(said, [Grid(M(""), columns, rows)] if rows else [])


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
        if any(key.field == field and key.within for key in words.keys):
            return [one for key, item in value.items() for one in _inside(field, key, item, words, tongue)]
        return [f"{label} {key}: {_plain(item)}" for key, item in value.items()]
    if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
        return [f"{item.get('value', 0):+} ({item.get('reason', '')})" for item in value]
    return [f"{label} {_plain(value)}"]


def _inside(field: str, key: str, value: Any, words: Words, tongue: str) -> list[str]:
    """Return the words that say what stands under a key of a field, each thing in a list by itself."""
    found = []
    for item in value if isinstance(value, list) else [value]:
        sets = {field: {key: [item] if isinstance(value, list) else item}}
        word = next((word for word in words.words if word.sets == sets), None)
        own = () if word is None else (word.russian if tongue == "ru" else word.english) or word.english
        found.append(own[0] if own else f"{key.replace('_', ' ')} {_plain(item)}")
    return found


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
