"""A unit's line while it is typed: what each word says, the unit so far, what is missing, the chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from re import compile as pattern
from typing import Any, Literal, NamedTuple, TypeAlias

from melee_cli.core.enumeration import Budget, BudgetSpent
from melee_cli.core.messages import M, Message, Param, Phrases
from melee_cli.core.numbers import Numeral
from melee_cli.core.problems import Problem
from melee_cli.entry.parser import ParsedLine, parse_line, parse_words, with_colon
from melee_cli.entry.vocabulary import complete
from melee_cli.session.commands import SIGNS, read_command
from melee_cli.session.prompts import Shown
from melee_cli.session.scenario import BEHIND, Position, odds_of, preview_so_far, without_stale
from melee_cli.session.setup import available, placed, wrong_here
from melee_cli.session.state import Table
from melee_cli.session.units import Read, begun, described, has_name, modifiers, read_units

Kind: TypeAlias = Literal[
    "name", "type", "formation", "action", "number", "state", "command", "unknown", "wrong"
]
OWN_KIND: dict[str, Kind] = {"type": "type", "formation": "formation", "action": "action"}
WORD_AT_END = pattern(r"\S+$")


class Span(NamedTuple):
    """A stretch of the line and what it is: a name, a word or number understood, or one that is not."""

    start: int
    end: int
    kind: Kind


class Told(NamedTuple):
    """One line below the one being typed: the unit as understood, its sum, what is wrong, the chances."""

    about: Literal["unit", "sum", "missing", "wrong", "odds"]
    shown: Shown


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as far as it is understood: where its name ends, its words, and where those begin."""

    name: tuple[int, int] | None
    words: ParsedLine
    shift: int


class Dropped(Budget):
    """A budget that is spent as soon as nobody wants to know any more."""

    __slots__ = ("_dropped",)

    def __init__(self, steps: int, dropped: Callable[[], bool]) -> None:
        super().__init__(steps)
        self._dropped = dropped

    def spend(self, steps: int) -> None:
        """Take *steps* off the budget; raise BudgetSpent when there are not so many, or nobody waits."""
        if self._dropped():
            raise BudgetSpent
        super().spend(steps)


class Preview:
    """What can be told of the line in which a unit of *table* is being typed, in the language *tongue*."""

    def __init__(self, table: Table, tongue: str) -> None:
        self._table = table
        self._tongue = tongue
        self._words = Position(table).system.words
        self._side: int = table.side if table.editing is None else table.editing[0]
        self._editing: int | None = None if table.editing is None else table.editing[1]

    def spans(self, text: str) -> list[Span]:
        """Return what the stretches of *text* are, in their order; at once, for every key."""
        if text[:1] in SIGNS:
            called = read_command(text.strip())
            end = len(text.split(" ", 1)[0])
            return [Span(0, end, "unknown" if isinstance(called, Problem) else "command")] if called else []
        line = self._understood(text)
        if line is None:
            return []
        found = [] if line.name is None else [Span(*line.name, "name")]
        for word in line.words.echo:
            start, end = word.span
            found.append(Span(start + line.shift, end + line.shift, _kind(word.field, word.value)))
        for problem in self._problems(text, line):
            if problem.span is not None:
                start, end = problem.span
                kind: Kind = "unknown" if problem.code in ("unknown-word", "unknown-key") else "wrong"
                found.append(Span(start + line.shift, end + line.shift, kind))
        return _apart(found)

    def _understood(self, text: str) -> _Line | None:
        """Return the line *text* taken apart; None while it may still be a name."""
        if not text.strip():
            return None
        if self._editing is None and not has_name(text):
            choice = begun(text, self._table.sides[self._side], available(self._table, self._side))
            if not isinstance(choice, list):
                end = choice[2]
                return _Line((0, end), parse_words(text[end:], self._words), end)
            whole = with_colon(text, self._words) or with_colon(WORD_AT_END.sub("", text), self._words)
            if whole is None:
                return None
            end = len(whole.partition(":")[0])
            return _Line((0, end), parse_words(text[end:], self._words), end)
        if not has_name(text):
            return None
        line = parse_line(text, self._words)
        return _Line(line.spans.get("name"), line, 0)

    def _problems(self, text: str, line: _Line) -> list[Problem]:
        """Return what is wrong with the words, the one still being typed aside."""
        last = WORD_AT_END.search(text)
        unfinished = last is not None and bool(complete(last.group(), self._words))
        return [
            problem
            for problem in line.words.problems
            if not (
                unfinished
                and last is not None
                and problem.code != "said-twice"
                and problem.span is not None
                and problem.span[1] + line.shift == last.end()
            )
        ]

    def told(self, text: str, dropped: Callable[[], bool] = lambda: False) -> Iterator[tuple[Told, ...]]:
        """Yield what can be told of *text*, more each time; stops early once it is *dropped*."""
        line = None if text[:1] in SIGNS else self._understood(text)
        if line is None:
            if not text.strip() and self._editing is None:
                yield from self._chances((), self._table, dropped)
            return
        wrong = self._problems(text, line)
        sound = _without(text, line)
        if self._editing is None and not has_name(sound) and line.name is not None:
            known = begun(sound, self._table.sides[self._side], available(self._table, self._side))
            if isinstance(known, list):
                sound = f"{sound[: line.name[1]]}:{sound[line.name[1] :]}"
        read = read_units(
            sound,
            self._words,
            self._table.sides[self._side],
            available(self._table, self._side),
            self._editing,
        )
        if isinstance(read, list):
            yield tuple(Told("wrong", _complaint(problem)) for problem in (*wrong, *read)[:1])
            return
        yield from self._told_of(read, wrong, dropped)

    def _told_of(
        self, read: Read, wrong: list[Problem], dropped: Callable[[], bool]
    ) -> Iterator[tuple[Told, ...]]:
        """Yield what can be told of a unit that was *read*, *wrong* being what of it was not understood."""
        table, places = placed(self._table, read)
        unit = table.sides[self._side][places[0]]
        said = tuple(described(unit.fields, self._words, self._tongue))
        told = [Told("unit", _named(unit.name, said))]
        yield tuple(told)
        found = wrong_here(table, places)
        lines = [] if wrong or found else modifiers(preview_so_far(table, self._side, places[0]), unit.name)
        if lines:
            total = sum(line.value for line in lines)
            parts = tuple(M("{label} {value}", label=line.label, value=f"{line.value:+}") for line in lines)
            text = M("{total}: {parts}", total=f"{total:+}", parts=Phrases(parts, joiner=","))
            told.append(Told("sum", text))
        missing = tuple(
            str(problem.message.params["key"]) for problem in found if problem.code == "missing-key"
        )
        if missing:
            told.append(Told("missing", M("missing: {what}", what=Phrases(missing, joiner=","))))
        others = [problem for problem in (*wrong, *found) if problem.code != "missing-key"]
        told += [Told("wrong", _complaint(problem)) for problem in others[:1]]
        yield tuple(told)
        if not wrong and not found:
            yield from self._chances(tuple(told), table, dropped)

    def _chances(
        self, told: tuple[Told, ...], table: Table, dropped: Callable[[], bool]
    ) -> Iterator[tuple[Told, ...]]:
        """Yield *told* and the chances of the melee on *table*, where both sides have a unit."""
        if not all(table.sides):
            return
        position = Position(without_stale(table)[0])
        if position.problems:
            return
        odds = odds_of(position, budget=Dropped(BEHIND, dropped))
        if not isinstance(odds, Problem):
            yield (*told, Told("odds", odds))


def _kind(field: str, value: Any) -> Kind:
    if field in OWN_KIND:
        return OWN_KIND[field]
    while isinstance(value, Mapping):
        value = next(iter(value.values()), None)
    first = value[0] if isinstance(value, list) and value else value
    return "number" if type(first) is int or isinstance(first, Mapping | Numeral) else "state"


def _apart(spans: list[Span]) -> list[Span]:
    """Return *spans* in their order, none within another; what is wrong goes before what is understood."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: span.kind not in ("wrong", "unknown")):
        inside = any(other.start < span.end and span.start < other.end for other in kept)
        if span.start < span.end and not inside:
            kept.append(span)
    return sorted(kept)


def _without(text: str, line: _Line) -> str:
    """Return *text* without the words that are not understood, blanks in their place."""
    for problem in line.words.problems:
        if problem.span is not None:
            start, end = problem.span[0] + line.shift, problem.span[1] + line.shift
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def _named(name: str, said: tuple[Param, ...]) -> Message:
    if not said:
        return M("{unit}", unit=name)
    return M("{unit}: {words}", unit=name, words=Phrases(said, joiner=","))


def _complaint(problem: Problem) -> Message:
    if problem.hint is None:
        return problem.message
    return M("{what} ({hint})", what=problem.message, hint=problem.hint)
