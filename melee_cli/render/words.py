"""The words of unit lines as a listing: what may be typed, in both languages, and what it sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from melee_cli.core.messages import M, Message
from melee_cli.core.view import Cell, Column, Grid, View
from melee_cli.core.words import Fields, Key, Word, Words
from melee_cli.render.language import LANGUAGES, language_for
from melee_cli.render.rules import folded

FORMAT = "melee-words/1"
WORD_KEYS = ("kind", "sets", "english", "russian", "short", "value")
ENGLISH, RUSSIAN, SHORT = M("English"), M("Russian"), M("Short")


def with_word(words: Words, asked: Iterable[str]) -> Words:
    """Return what of *words* holds each of *asked*: as part of a word, of what it sets, of its meaning."""
    parts = [folded(part) for part in asked]

    def hit(*said: str) -> bool:
        text = folded("\n".join(said))
        return all(part in text for part in parts)

    return replace(
        words,
        words=tuple(word for word in words.words if hit(*map(str, _word(word)))),
        keys=tuple(key for key in words.keys if hit(key.field, key.part or "", *key.names)),
        numbers=tuple(
            number
            for number in words.numbers
            if hit(number.example, *(language_for(code).text(number.meaning) for code in LANGUAGES))
        ),
        several={word: choices for word, choices in words.several.items() if hit(word, *choices)},
    )


def words_view(words: Words, asked: Sequence[str] = ()) -> View:
    """Return every word, number and ``key=value`` of one-line units, and what each sets."""
    said = Grid(
        M("Words"),
        (Column(M("Sets")), Column(ENGLISH), Column(RUSSIAN), Column(SHORT)),
        [_word(word) for word in words.words],
    )
    numbers = Grid(
        M("Numbers"),
        (Column(M("For example")), Column(M("Means"))),
        [(number.example, number.meaning) for number in words.numbers],
    )
    keys = Grid(
        M("Keys"),
        (Column(M("Sets")), Column(M("Written")), Column(M("Value"))),
        [_key(k) for k in words.keys],
    )
    several = Grid(
        M("Words that name several things, to be said more exactly"),
        (Column(M("Word")), Column(M("Say one of"))),
        [(word, ", ".join(choices)) for word, choices in words.several.items()],
    )
    found = [grid for grid in (said, numbers, keys, several) if grid.rows]
    return View(M("A unit on one line: NAME: words"), found, asked)


def words_data(system: str, words: Words) -> dict[str, Any]:
    """Return *words* of *system* as plain data, every entry with the same keys."""
    entries: list[dict[str, Any]] = [
        {
            "kind": "word",
            "sets": dict(word.sets),
            "english": word.english,
            "russian": word.russian,
            "short": word.short,
        }
        for word in words.words
    ]
    entries += [
        {"kind": "number", "english": (number.example,), "value": number.meaning} for number in words.numbers
    ]
    for key in words.keys:
        sets = {key.field: key.part} if key.part else {key.field: None}
        names = [name for name in key.names if name.isascii()]
        russian = [name for name in key.names if not name.isascii()]
        entries.append(
            {"kind": "key", "sets": sets, "english": names, "russian": russian, "value": _kind(key)}
        )
    entries += [
        {"kind": "several", "english": (word,), "value": ", ".join(choices)}
        for word, choices in words.several.items()
    ]
    whole = [{name: entry.get(name) for name in WORD_KEYS} for entry in entries]
    return {"format": FORMAT, "rules": system, "words": whole}


def fields_text(fields: Fields) -> str:
    """Return *fields* as a scenario has them: ``formation: column``, or the key alone for a truth."""
    return ", ".join(key if value is True else f"{key}: {value}" for key, value in fields.items())


def _word(word: Word) -> Sequence[Cell]:
    return (fields_text(word.sets), ", ".join(word.english), ", ".join(word.russian), ", ".join(word.short))


def _key(key: Key) -> Sequence[Cell]:
    return (
        f"{key.field}: {key.part}" if key.part else key.field,
        ", ".join(f"{name}=" for name in key.names),
        _kind(key),
    )


def _kind(key: Key) -> Message:
    """Return what stands after a key."""
    kind = KINDS[key.kind]
    return replace(kind, params={"example": key.example}) if key.example else kind


KINDS = {
    "whole": M("a whole number"),
    "decimal": M("a number, with decimals if need be"),
    "truth": M("yes or no"),
    "text": M("a word, or text in quotes"),
    "name": M("a name"),
    "names": M("names, with commas between them"),
    "roll": M("a total, or the dice with + between them"),
    "part": M("names of enemies, with commas between them"),
    "each": M("names of enemies with a value each, as in {example}"),
    "read": M("something like {example}"),
}
