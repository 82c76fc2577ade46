"""One-line units: the words an umpire types, understood by a system's table of words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from re import compile as pattern
from typing import Any, NamedTuple

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Problem, did_you_mean
from melee_cli.core.words import Fields, Words
from melee_cli.entry.keys import Refusal, find_key, read_value
from melee_cli.entry.vocabulary import (
    LONGEST_PHRASE,
    Reading,
    Several,
    normal,
    other_layout,
    parts_of,
    vocabulary_of,
)

LONGEST = 2000
KEPT = 4096
MULTIPLIER = pattern(r"\s*([0-9]+)\s*[xXхХ×]\s+(?=[^\s:])")
MOST_COPIES = 99
LONGEST_NAME = 6


class Heard(NamedTuple):
    """How one word was understood: as typed, the field and value it set, and how it was read.

    ``how`` is None where the word stands in the table as it was typed; ``span`` is its place in the line.
    """

    typed: str
    field: str
    value: Any
    how: Message | None = None
    span: tuple[int, int] = (0, 0)


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
    if len(text) > LONGEST:
        message = M("a unit's line has at most {limit} characters", limit=LONGEST)
        return ParsedLine(name or text[:40], {}, {}, [Problem("too-long", message)])
    count = MULTIPLIER.match(text if name is None else name)
    start = count.end() if count else 0
    if name is None:
        split = split_name(text, start)
        if split is None:
            message = M("a unit on one line is written NAME: words")
            guess = with_colon(text, words)
            hint = None if guess is None else M("did you mean '{name}'?", name=guess)
            problem = Problem("no-name", message, span=(0, len(text)), hint=hint)
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
    message = M("a line makes 1 to {most} units, not {written}", most=MOST_COPIES, written=written[:SHOWN])
    line.problems.insert(0, Problem("out-of-range", message, ("name",), span=span))


def with_colon(text: str, words: Words) -> str | None:
    """Return *text* as ``NAME: words``, the colon forgotten; None where it cannot be split like that.

    The name is the shortest that leaves nothing but words understood, which say all that is needed.
    """
    if len(text) > LONGEST or text.count('"') % 2:
        return None
    for token in list(TOKEN.finditer(text))[1 : LONGEST_NAME + 1]:
        line = parse_words(text[token.start() :], words)
        if line.fields and not line.problems and all(field in line.fields for field in words.needed):
            return f"{text[: token.start()].strip()}: {text[token.start() :].strip()}"
    return None


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
        return all(_joins(known[key], value[key]) for key in known.keys() & value.keys())
    return _is_entries(value) or (known == value and type(known) is type(value))


def _joins(known: Any, value: Any) -> bool:
    return known == value or (isinstance(known, list) and isinstance(value, list))


def joined(known: Fields, value: Fields) -> dict[str, Any]:
    """Return *known* with *value* over it; lists inside are joined, everything in them but once."""
    found = {**known, **value}
    for key in known.keys() & value.keys():
        if isinstance(known[key], list) and isinstance(value[key], list):
            found[key] = [*known[key], *(one for one in value[key] if one not in known[key])]
    return found


def _is_entries(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _enter(line: ParsedLine, field: str, value: Any, span: tuple[int, int]) -> None:
    known = line.fields.get(field)
    if isinstance(value, dict):
        line.fields[field] = joined(known or {}, value)
    elif _is_entries(value):
        entries = [*(known or ()), *value]
        line.spans[f"{field}[{len(entries) - 1}]"] = span
        line.fields[field] = entries
    else:
        line.fields[field] = value
    line.spans.setdefault(field, span)


def _twice(line: ParsedLine, one: Said, said: Sequence[Said]) -> Problem:
    field = next(field for field, value in one.sets.items() if not _fits(line.fields, {field: value}))
    other = next(
        (
            other
            for other in said
            if other is not one and field in other.sets and not _agree(other.sets[field], one.sets[field])
        ),
        one,
    )
    message = M("{one} contradicts {other}", one=one.typed, other=other.typed)
    hint = _apart(one, said) or _apart(other, said) or M("both say what {field} is", field=field)
    return Problem("said-twice", message, (field,), span=one.span, hint=hint)


def _apart(one: Said, said: Sequence[Said]) -> Message | None:
    """Return how two dice are written where *one* is the second of two with a blank between them."""
    first = next((before for before in reversed(said) if before.span[1] < one.span[0]), None)
    if first is None or not FACE.fullmatch(one.typed) or not FIRST_DIE.fullmatch(first.typed):
        return None
    return M("two dice are written {dice}", dice=f"{first.typed}+{one.typed}")


def _echo(one: Said, sets: Fields) -> list[Heard]:
    if not sets:
        return [Heard(one.typed, "", None, M("it says nothing new beside the other words"), one.span)]
    return [Heard(one.typed, field, value, one.how, one.span) for field, value in sets.items()]


TOKEN = pattern(r'[^\s"=()]+=\([^()"]*\)|(?:"[^"]*"|[^\s"])+')
ENTRY = pattern(r"([-+\u2212\u2013])([0-9]+)(?:\((.*)\))?")
FACE = pattern("[1-6]")
FIRST_DIE = pattern(r"\w*=[1-6]")
SHOWN = 60

Layout = Callable[[str], str | None]


def as_typed(text: str) -> str | None:
    """Return *text*: the layout in which it was typed."""
    return text


class Token(NamedTuple):
    """One stretch between blanks: as typed, without its quotation marks, and where it stands."""

    typed: str
    bare: str
    start: int
    end: int


class Saying:
    """One line being understood."""

    def __init__(self, text: str, start: int, words: Words) -> None:
        self.words = words
        self.vocabulary = vocabulary_of(words)
        self.said: list[Said] = []
        self.problems: list[Problem] = []
        if text.count('"', start) % 2:
            at = text.rindex('"')
            message = M("a quotation mark is opened here and never closed")
            self.problems.append(Problem("open-quote", message, span=(at, at + 1)))
            text = text[:at]
        self.tokens = [
            Token(match.group(), match.group().replace('"', ""), *match.span())
            for match in TOKEN.finditer(text, start)
        ]

    def line(self, name: str) -> ParsedLine:
        """Return what the whole line says of the unit *name*."""
        at = 0
        while at < len(self.tokens):
            at += self._key(at) or self._understand(at, as_typed) or self._understand(at, other_layout) or 1
        return assemble(name, self.said, self.problems)

    def _key(self, at: int) -> int:
        """Understand a ``key=value``; return 1, or 0 where the token is none."""
        token = self.tokens[at]
        typed, sign, _ = token.typed.partition("=")
        if not sign or not typed or '"' in typed:
            return 0
        value = token.bare[len(typed) + 1 :]
        how: Message | None = None
        try:
            key = find_key(typed, self.words)
            swapped = other_layout(typed) if key is None else None
            if swapped:
                key = find_key(swapped, self.words)
                how = _layout(swapped)
            if key is None:
                names = [name for key in self.words.keys for name in key.names]
                message = M("there is no key {key} here", key=typed[:SHOWN])
                raise Refusal("unknown-key", message, did_you_mean(typed, names))
            given = read_value(key, value)
        except Refusal as refusal:
            path = (refusal.field,) if refusal.field else ()
            self.problems.append(
                Problem(refusal.code, refusal.message, path, span=(token.start, token.end), hint=refusal.hint)
            )
            return 1
        sets = {given.field: given.value}
        self.said.append(Said(token.typed, (token.start, token.end), sets, how=how, names=given.names))
        return 1

    def _understand(self, at: int, layout: Layout) -> int:
        """Understand the longest phrase at *at* typed in *layout*, or a number; return its tokens, else 0."""
        typed = [layout(token.bare) for token in self.tokens[at : at + LONGEST_PHRASE]]
        for count in range(LONGEST_PHRASE, 0, -1):
            parts, length = _words(typed, count)
            if len(parts) != count:
                continue
            reading = self.vocabulary.look_up(parts)
            if reading is not None and (layout is as_typed or not isinstance(reading, Several)):
                self._heard(at, length, reading, None if layout is as_typed else " ".join(parts))
                return length
        text = typed[0]
        if text is not None and self._number(self.tokens[at], text, layout is not as_typed):
            return 1
        if layout is not as_typed:
            self._not_understood(self.tokens[at])
        return 0

    def _heard(self, at: int, length: int, reading: Reading, swapped: str | None) -> None:
        tokens = self.tokens[at : at + length]
        typed = " ".join(token.typed for token in tokens)
        span = tokens[0].start, tokens[-1].end
        if isinstance(reading, Several):
            self._several(typed, span, reading.candidates)
            return
        word, how = reading
        if swapped is not None:
            how = _layout(swapped)
        self.said.append(Said(typed, span, word.sets, word.otherwise, how))

    def _number(self, token: Token, typed: str, swapped: bool) -> bool:
        """Understand a number or an entry with its reason; return whether it is one."""
        span = token.start, token.end
        how = _layout(typed) if swapped else None
        for number in self.words.numbers:
            match = pattern(number.pattern).fullmatch(normal(typed))
            if match:
                self.said.append(Said(token.typed, span, number.read(match.groups()), how=how))
                return True
        entry = ENTRY.fullmatch(normal(typed))
        if entry is None or swapped:
            return False
        value = int(entry[2]) if entry[1] == "+" else -int(entry[2])
        reason = typed.partition("(")[2].removesuffix(")").strip()
        entries = [{"value": value, "reason": reason} if reason else {"value": value}]
        self.said.append(Said(token.typed, span, {self.words.reasons_into: entries}))
        return True

    def _several(self, typed: str, span: tuple[int, int], candidates: tuple[str, ...]) -> None:
        message = M("{typed} may be several things", typed=typed[:SHOWN])
        hint = M("one of {values}", values=Phrases(candidates, ","))
        self.problems.append(Problem("ambiguous-word", message, span=span, hint=hint))

    def _not_understood(self, token: Token) -> None:
        span = token.start, token.end
        candidates = self.vocabulary.beginning_of_several(normal(token.bare))
        if candidates:
            self._several(token.typed, span, candidates)
            return
        message = M("{typed} is not understood", typed=token.typed[:SHOWN])
        hint = did_you_mean(normal(token.bare), self.vocabulary.spoken())
        if "(" in token.bare and not token.bare.endswith(")"):
            hint = M("a reason of several words needs quotation marks around it")
        if token.bare.startswith("="):
            rolls = [number.example for number in self.words.numbers if number.example.startswith("=")]
            rolls = rolls or [f"{key.names[0]}=3+5" for key in self.words.keys if key.kind == "roll"]
            hint = M("dice are written {examples}", examples=Phrases(tuple(rolls), "or")) if rolls else hint
        self.problems.append(Problem("unknown-word", message, span=span, hint=hint))


def _words(typed: Sequence[str | None], count: int) -> tuple[tuple[str, ...], int]:
    """Return the first *count* words of *typed*, or as near to that as its tokens come, and their tokens."""
    parts: tuple[str, ...] = ()
    length = 0
    while len(parts) < count and length < len(typed):
        text = typed[length]
        if text is None:
            break
        parts += parts_of(text)
        length += 1
    return parts, length


def _layout(word: str) -> Message:
    return M("{word}, typed in the other keyboard layout", word=word)
