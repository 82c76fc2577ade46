"""From words understood to fields: what gives way to what, and what contradicts what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Problem
from melee_cli.core.words import Fields
from melee_cli.scenario.line import Heard, ParsedLine


@dataclass(frozen=True, slots=True)
class Said:
    """One word, number or key understood: what it sets, or else sets, and where it stands.

    ``names`` tells that its value names units.
    """

    typed: str
    span: tuple[int, int]
    sets: Fields
    otherwise: tuple[Fields, ...] = ()
    how: Message | None = None
    names: bool = False


def assemble(name: str, said: Sequence[Said], problems: list[Problem]) -> ParsedLine:
    """Return the line that *said* makes; a field said twice with different values is a problem.

    A word that may mean something else beside others is looked at when those have been heard.
    """
    line = ParsedLine(name, {}, problems=list(problems))
    taken: dict[int, Fields] = {}
    for one in sorted(said, key=lambda one: bool(one.otherwise)):
        options = (one.sets, *one.otherwise)
        sets = next((option for option in options if _fits(line.fields, option)), None)
        if sets is None:
            line.problems.append(_twice(line, one, said))
        else:
            taken[id(one)] = sets
            for field, value in sets.items():
                _enter(line, field, value, one.span)
    line.echo = [heard for one in said if id(one) in taken for heard in _echo(one, taken[id(one)])]
    line.problems.sort(key=lambda problem: problem.span or (0, 0))
    line.named = tuple(dict.fromkeys(field for one in said if one.names for field in one.sets))
    return line


def _fits(fields: dict[str, Any], sets: Fields) -> bool:
    return all(_agree(fields[field], value) for field, value in sets.items() if field in fields)


def _agree(known: Any, value: Any) -> bool:
    if isinstance(known, dict) and isinstance(value, dict):
        return all(known[key] == value[key] for key in known.keys() & value.keys())
    return _is_entries(value) or (known == value and type(known) is type(value))


def _is_entries(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _enter(line: ParsedLine, field: str, value: Any, span: tuple[int, int]) -> None:
    known = line.fields.get(field)
    if isinstance(value, dict):
        line.fields[field] = {**(known or {}), **value}
    elif _is_entries(value):
        entries = [*(known or ()), *value]
        line.spans[f"{field}[{len(entries) - 1}]"] = span
        line.fields[field] = entries
    else:
        line.fields[field] = value
    line.spans.setdefault(field, span)


def _twice(line: ParsedLine, one: Said, said: Sequence[Said]) -> Problem:
    field = next(field for field, value in one.sets.items() if not _fits(line.fields, {field: value}))
    other = next((other for other in said if other.span == line.spans.get(field)), one)
    message = M("{one} contradicts {other}", one=one.typed, other=other.typed)
    hint = M("both say what {field} is", field=field)
    return Problem("said-twice", message, (field,), span=one.span, hint=hint)


def _echo(one: Said, sets: Fields) -> list[Heard]:
    if not sets:
        return [Heard(one.typed, "", None, M("it says nothing new beside the other words"))]
    return [Heard(one.typed, field, value, one.how) for field, value in sets.items()]
