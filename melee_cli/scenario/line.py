"""One-line units: the words an umpire types, understood by a system's table of words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from melee_cli.core.message import Message
from melee_cli.core.problem import Problem
from melee_cli.core.words import Words


class Heard(NamedTuple):
    """How one word was understood: as typed, the field and value it set, and how it was read."""

    typed: str
    field: str
    value: Any
    how: Message | None = None


@dataclass(slots=True)
class ParsedLine:
    """What a line says: the unit's name and fields, where each was said, what was not understood."""

    name: str
    fields: dict[str, Any]
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    echo: list[Heard] = field(default_factory=list)


def parse_line(text: str, words: Words) -> ParsedLine:
    """Return what ``NAME: words`` says under *words*."""
    name, _, rest = text.partition(":")
    return parse_words(rest, words, name.strip())


def parse_words(text: str, words: Words, name: str = "") -> ParsedLine:
    """Return what *text*, words without a name, says under *words*."""
    fields: dict[str, Any] = {}
    table = {said: word for word in words.words for said in (*word.english, *word.russian, *word.short)}
    for typed in text.split():
        if typed in table:
            fields.update(table[typed].sets)
    return ParsedLine(name, fields)
