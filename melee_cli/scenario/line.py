"""One-line units: the words an umpire types, understood by a system's table of words."""

from __future__ import annotations

from dataclasses import dataclass, field
from re import compile as pattern
from typing import Any, NamedTuple

from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Problem
from melee_cli.core.words import Words

LONGEST = 2000
KEPT = 4096
MULTIPLIER = pattern(r"\s*([0-9]{1,9})\s*[xXхХ×]\s+(?=[^\s:])")
MOST_COPIES = 99


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
    ``modifiers[0]``. ``named`` are the fields that hold names of units, which may be cut short.
    ``copies`` is how many equal units ``3x NAME: words`` makes, None where no number says so. Equal
    lines are one object: it must not be changed.
    """

    name: str
    fields: dict[str, Any]
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    echo: list[Heard] = field(default_factory=list)
    named: tuple[str, ...] = ()
    copies: int | None = None

    def names(self) -> list[str]:
        """Return the names of the units that the line makes: 9th, or 9th/1, 9th/2 and so on."""
        if self.copies is None:
            return [self.name]
        return [f"{self.name}/{number}" for number in range(1, self.copies + 1)]


_parsed: dict[tuple[int, str, str | None], tuple[Words, ParsedLine]] = {}


def parse_line(text: str, words: Words) -> ParsedLine:
    """Return what ``NAME: words`` says under *words*; the name may stand in double quotes."""
    return _cached(text, words, None)


def parse_words(text: str, words: Words, name: str = "") -> ParsedLine:
    """Return what *text*, words without a name, says under *words* of the unit *name*."""
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
    count = MULTIPLIER.match(text if name is None else name)
    start = count.end() if count else 0
    if name is None:
        split = split_name(text, start)
        if split is None:
            message = M("a unit on one line is written NAME: words")
            problem = Problem("no-name", message, span=(0, len(text)))
            return ParsedLine(text.strip(), {}, {}, [problem])
        name, span, start = split
        line = Saying(text, start, words).line(name)
        line.spans["name"] = span
    else:
        line = Saying(text, 0, words).line(name[start:])
    if count:
        _multiply(line, count[1], count.span(1))
    return line


def _multiply(line: ParsedLine, written: str, span: tuple[int, int]) -> None:
    copies = int(written)
    if written[0] != "0" and copies <= MOST_COPIES:
        line.copies = copies
        return
    message = M("a line makes 1 to {most} units, not {written}", most=MOST_COPIES, written=written)
    line.problems.insert(0, Problem("out-of-range", message, ("name",), span=span))


def split_name(text: str, start: int = 0) -> tuple[str, tuple[int, int], int] | None:
    """Return the name before the colon of *text* from *start* on, its place, and where the words begin.

    The colon is the first with a blank or nothing after it, else the first; None where there is none.
    """
    begin = start + len(text[start:]) - len(text[start:].lstrip())
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
    name = text[begin:colon].strip()
    return name, (begin, max(begin + len(name), begin)), colon + 1
