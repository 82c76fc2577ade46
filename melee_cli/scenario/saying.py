"""Going through the words of one line from the left, the longest phrase first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from re import compile as pattern
from typing import NamedTuple

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.core.words import Words
from melee_cli.scenario.keyboard import other_layout
from melee_cli.scenario.keyed import Refusal, find_key, read_value
from melee_cli.scenario.line import ParsedLine
from melee_cli.scenario.nearest import did_you_mean
from melee_cli.scenario.said import Said, assemble
from melee_cli.scenario.vocabulary import LONGEST_PHRASE, Reading, Several, normal, parts_of, vocabulary_of

TOKEN = pattern(r'(?:"[^"]*"|[^\s"])+')
ENTRY = pattern(r"([-+\u2212\u2013])([0-9]{1,3})(?:\((.*)\))?")
LONGEST_NUMBER = 60
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
        if len(typed) > LONGEST_NUMBER and not typed.endswith(")"):
            return False
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
