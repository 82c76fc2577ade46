"""The words of one-line units as a view, for help and the README: from the table the parser reads."""

from __future__ import annotations

from collections.abc import Sequence

from melee_cli.core.messages import M
from melee_cli.core.view import Cell, Column, Grid, View
from melee_cli.core.words import Fields, Key, Word, Words

ENGLISH, RUSSIAN, SHORT = M("English"), M("Russian"), M("Short")


def words_view(words: Words) -> View:
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
    return View(M("A unit on one line: NAME: words"), (said, numbers, keys, several))


def fields_text(fields: Fields) -> str:
    """Return *fields* as a scenario has them: ``formation: column``, or the key alone for a truth."""
    return ", ".join(key if value is True else f"{key}: {value}" for key, value in fields.items())


def _word(word: Word) -> Sequence[Cell]:
    return (fields_text(word.sets), ", ".join(word.english), ", ".join(word.russian), ", ".join(word.short))


def _key(key: Key) -> Sequence[Cell]:
    return (
        f"{key.field}: {key.part}" if key.part else key.field,
        ", ".join(f"{name}=" for name in key.names),
        KINDS[key.kind],
    )


KINDS = {
    "whole": M("a whole number"),
    "decimal": M("a number, with decimals if need be"),
    "truth": M("yes or no"),
    "text": M("a word, or text in quotes"),
    "name": M("a name"),
    "names": M("names, with commas between them"),
    "roll": M("a total, or the dice with + between them"),
    "part": M("names of enemies, with commas between them"),
}
