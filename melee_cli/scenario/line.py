"""One-line units: the words an umpire types, understood by a system's table of words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from melee_cli.core.message import M, Message
from melee_cli.core.problem import Problem
from melee_cli.core.words import Words

LONGEST = 2000
KEPT = 4096


class Heard(NamedTuple):
    """How one word was understood: as typed, the field and value it set, and how it was read.

    ``how`` is None where the word stands in the table as it was typed.
    """

    typed: str
    field: str
    value: Any
    how: Message | None = None


@dataclass(slots=True)
class ParsedLine:
    """What a line says: the unit's name and fields, where each was said, what was not understood.

    ``spans`` has the place of each field's words in the text, and of each entry of a list as
    ``modifiers[0]``. ``named`` are the fields that hold names of units, which may be cut short. Equal
    lines are one object: it must not be changed.
    """

    name: str
    fields: dict[str, Any]
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    echo: list[Heard] = field(default_factory=list)
    named: tuple[str, ...] = ()


_parsed: dict[tuple[int, str, str | None], tuple[Words, ParsedLine]] = {}


def parse_line(text: str, words: Words) -> ParsedLine:
    """Return what ``NAME: words`` says under *words*; the name may stand in double quotes."""
    return _cached(text, words, None)


def parse_words(text: str, words: Words, name: str = "") -> ParsedLine:
    """Return what *text*, words without a name, says under *words*."""
    return _cached(text, words, name)


def _cached(text: str, words: Words, name: str | None) -> ParsedLine:
    key = (id(words), text, name)
    known = _parsed.get(key)
    if known is not None and known[0] is words:
        return known[1]
    line = _parse(text, words, name)
    if len(_parsed) >= KEPT:
        _parsed.clear()
    _parsed[key] = words, line
    return line


def _parse(text: str, words: Words, name: str | None) -> ParsedLine:
    from melee_cli.scenario.saying import Saying

    if len(text) > LONGEST:
        message = M("a unit's line has at most {limit} characters", limit=LONGEST)
        return ParsedLine(name or text[:40], {}, {}, [Problem("too-long", message)])
    start = 0
    if name is None:
        split = split_name(text)
        if split is None:
            message = M("a unit on one line is written NAME: words")
            problem = Problem("no-name", message, span=(0, len(text)))
            return ParsedLine(text.strip(), {}, {}, [problem])
        name, (begin, end), start = split
        line = Saying(text, start, words).line(name)
        line.spans["name"] = begin, end
        return line
    return Saying(text, start, words).line(name)


def split_name(text: str) -> tuple[str, tuple[int, int], int] | None:
    """Return the name before the colon of *text*, its place, and where the words begin.

    The colon is the first with a blank or nothing after it, else the first; None where there is none.
    """
    begin = len(text) - len(text.lstrip())
    if text[begin : begin + 1] == '"':
        end = text.find('"', begin + 1)
        colon = text.find(":", end)
        if end > 0 and colon >= 0 and not text[end + 1 : colon].strip():
            return text[begin + 1 : end].strip(), (begin + 1, end), colon + 1
    colon = next(
        (at for at, letter in enumerate(text) if letter == ":" and not text[at + 1 : at + 2].strip()), -1
    )
    if colon < 0:
        colon = text.find(":")
    if colon < 0:
        return None
    name = text[:colon].strip()
    return name, (begin, max(begin + len(name), begin)), colon + 1
