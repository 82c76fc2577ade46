"""Which meaning a typed word has: exact, cut short, ended otherwise, in another keyboard layout."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from re import compile as pattern
from typing import NamedTuple

from melee_cli.core.messages import M, Message
from melee_cli.core.words import Word, Words

ENGLISH = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
RUSSIAN = "ёйцукенгшщзхъфывапролджэячсмитьбю"
ENGLISH_SHIFTED = '~{}:"<>'
RUSSIAN_SHIFTED = "ёхъжэбю"

TO_RUSSIAN = str.maketrans(ENGLISH + ENGLISH_SHIFTED, RUSSIAN + RUSSIAN_SHIFTED)
TO_ENGLISH = str.maketrans(RUSSIAN, ENGLISH)


def other_layout(text: str) -> str | None:
    """Return *text*, in lower case, as the same keys give it under the other layout.

    None where it holds letters of both alphabets, or none at all.
    """
    lower = text.lower()
    russian = any("а" <= letter <= "я" or letter == "ё" for letter in lower)
    english = any("a" <= letter <= "z" for letter in lower)
    if russian == english:
        return lower.translate(TO_RUSSIAN) if not russian and set(lower) & set(ENGLISH) else None
    return lower.translate(TO_ENGLISH if russian else TO_RUSSIAN)


BREAK = pattern(r"[\s_-]+")
SHORTEST = 3
LONGEST_PHRASE = 4
ENGLISH_ENDINGS = ("s", "es", "d", "ed", "ing", "er")
RUSSIAN_CUT = 2
RUSSIAN_ADDED = 3
RUSSIAN_COMMON = 4


class Understood(NamedTuple):
    """A word that has one meaning, and how it was read where it was not typed as listed."""

    word: Word
    how: Message | None


class Several(NamedTuple):
    """A word that has several meanings: the listed words it may stand for."""

    candidates: tuple[str, ...]


Reading = Understood | Several


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """Return *text* as words are compared: composed, in lower case, without the dots of ё."""
    return unicodedata.normalize("NFKC", text).lower().replace("ё", "е")


@lru_cache(maxsize=4096)
def parts_of(text: str) -> tuple[str, ...]:
    """Return the words of *text*: a hyphen or a stroke inside stands for the space of a phrase."""
    said = normal(text)
    return tuple(BREAK.split(said)) if said.strip("-_ ") == said else (said,)


class Vocabulary:
    """A system's words, indexed for lookup."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.exact: dict[tuple[str, ...], list[tuple[str, Word]]] = {}
        self.phrases: list[tuple[tuple[str, ...], str, Word]] = []
        self.english: list[tuple[str, Word]] = []
        self.russian: list[tuple[str, Word]] = []
        for word in words.words:
            for listed, said in ((self.english, word.english), (self.russian, word.russian)):
                for text in said:
                    self._add(listed, text, word)
            for text in word.short:
                self.exact.setdefault(parts_of(text), []).append((text, word))
        self.several = {parts_of(text): tuple(listed) for text, listed in words.several.items()}

    def _add(self, listed: list[tuple[str, Word]], text: str, word: Word) -> None:
        parts = parts_of(text)
        self.exact.setdefault(parts, []).append((text, word))
        if len(parts) > 1:
            self.phrases.append((parts, text, word))
        else:
            listed.append((parts[0], word))

    def look_up(self, parts: tuple[str, ...]) -> Reading | None:
        """Return the meaning of the word or phrase *parts*, None where it has none."""
        exact = self.exact.get(parts)
        if exact:
            return _one(exact, None)
        if parts in self.several:
            return Several(self.several[parts])
        if len(parts) > 1:
            return _one(((text, word) for said, text, word in self.phrases if _cut(parts, said)), _beginning)
        (typed,) = parts
        if len(typed) < SHORTEST:
            return None
        listed = (*self.english, *self.russian)
        begun = _one(((said, word) for said, word in listed if said.startswith(typed)), _beginning)
        if begun is not None:
            return begun
        return _one(
            (
                *((said, word) for said, word in self.english if _english_ending(typed, said)),
                *((said, word) for said, word in self.russian if _russian_ending(typed, said)),
            ),
            _ending,
        )

    def beginning_of_several(self, typed: str) -> tuple[str, ...]:
        """Return what a word that *typed* begins may stand for, where that names several things."""
        if len(typed) < SHORTEST:
            return ()
        found = [listed for said, listed in self.several.items() if said[0].startswith(typed)]
        return tuple(dict.fromkeys(word for listed in found for word in listed))

    def spoken(self) -> Iterable[str]:
        """Return every word and phrase, for suggestions and completion."""
        for word in self.words.words:
            yield from word.english
            yield from word.russian


_vocabularies: dict[int, Vocabulary] = {}


def vocabulary_of(words: Words) -> Vocabulary:
    """Return the vocabulary of *words*, made once."""
    known = _vocabularies.get(id(words))
    if known is None or known.words is not words:
        known = _vocabularies[id(words)] = Vocabulary(words)
    return known


def _one(found: Iterable[tuple[str, Word]], how: object) -> Reading | None:
    meanings: list[tuple[str, Word]] = []
    for text, word in found:
        if all(word.sets != other.sets for _, other in meanings):
            meanings.append((text, word))
    if not meanings:
        return None
    if len(meanings) > 1:
        return Several(tuple(text for text, _ in meanings))
    text, word = meanings[0]
    return Understood(word, how(text) if callable(how) else None)


def _beginning(text: str) -> Message:
    return M("the beginning of {word}", word=text)


def _ending(text: str) -> Message:
    return M("{word} with another ending", word=text)


def _cut(typed: Sequence[str], said: Sequence[str]) -> bool:
    return len(typed) == len(said) and all(
        a == b or (len(a) >= SHORTEST and b.startswith(a)) for a, b in zip(typed, said, strict=True)
    )


def _english_ending(typed: str, said: str) -> bool:
    stems = {said, said.removesuffix("e"), said.removesuffix("ing")}
    return any(typed.startswith(stem) and typed[len(stem) :] in ENGLISH_ENDINGS for stem in stems)


def _russian_ending(typed: str, said: str) -> bool:
    common = 0
    for a, b in zip(typed, said, strict=False):
        if a != b:
            break
        common += 1
    return (
        len(said) - common <= RUSSIAN_CUT
        and len(typed) - common <= RUSSIAN_ADDED
        and (common >= RUSSIAN_COMMON or common == len(said))
    )


def complete(prefix: str, words: Words) -> list[str]:
    """Return the words, keys and values that begin with *prefix*, as it was typed or by its keys.

    *prefix* is the word being typed, or the words of a phrase so far. The order is that of the table.
    """
    typed = normal(prefix)
    found = list(_going_on(typed, words))
    swapped = other_layout(typed) if typed and not found else None
    return found if swapped is None else list(_going_on(swapped, words))


def _going_on(typed: str, words: Words) -> Iterator[str]:
    name, sign, value = typed.partition("=")
    if sign:
        for key in words.keys:
            if any(normal(known).startswith(name) for known in key.names) and name:
                values = ("true", "false") if key.kind == "truth" else tuple(key.values)
                yield from (f"{name}={said}" for said in values if normal(said).startswith(value))
        return
    seen: set[str] = set()
    listed = [said for word in words.words for said in (*word.english, *word.russian, *word.short)]
    listed += [f"{said}=" for key in words.keys for said in key.names]
    for said in listed:
        if normal(said).startswith(typed) and said not in seen:
            seen.add(said)
            yield said
