"""What ``?`` and ``:help`` say: what can be typed here, the words of the system, the commands."""

from __future__ import annotations

from melee_cli.core.message import M, Message
from melee_cli.core.view import Column, Grid, Lines, Section, View
from melee_cli.core.words import Word, Words
from melee_cli.session.commands import COMMANDS
from melee_cli.session.prompts import Completion

ALWAYS = M("? explains, < or Esc goes a step back, :help lists the commands.")


def view(title: Message, said: list[Message], sections: list[Section] | None = None) -> View:
    """Return the help of one prompt."""
    return View(title, [Lines(M(""), [*said, ALWAYS]), *(sections or [])])


def all_commands() -> View:
    """Return every command with its Russian word and what it does."""
    rows = [(f":{c.english[0]} {c.argument}".rstrip(), f":{c.russian[0]}", c.about) for c in COMMANDS]
    grid = Grid(M(""), [Column(M("Command")), Column(M("Russian")), Column(M("What it does"))], rows)
    return View(M("Commands; either keyboard layout will do"), [grid])


def unit_help(words: Words, recalled: bool) -> View:
    """Return what a unit line may say under *words*."""
    said = [
        M("NAME: words, in any order and either language; each may be cut to three letters."),
        M("The beginning of a name that is known, then only what has changed.")
        if recalled
        else M("Units typed before are recalled by the beginning of their name, without a colon."),
        M("An empty line goes on."),
    ]
    return view(M("A unit"), said, [*word_grids(words), numbers(words)])


def word_grids(words: Words) -> list[Section]:
    """Return the words that set fields, one table for all."""
    rows = [(", ".join(word.english), ", ".join(word.russian), ", ".join(word.short)) for word in words.words]
    columns = [Column(M("English")), Column(M("Russian")), Column(M("Short"))]
    return [Grid(M("Words"), columns, rows)] if rows else []


def numbers(words: Words) -> Section:
    """Return the forms of numbers and of ``key=value``."""
    items: list[Message | str] = [
        M("{example}: {meaning}", example=number.example, meaning=number.meaning) for number in words.numbers
    ]
    keys = ", ".join(f"{key.names[0]}=" for key in words.keys)
    return Lines(M("Numbers"), [*items, M("Keys: {keys}", keys=keys)] if keys else items)


def word_completions(words: Words) -> tuple[Completion, ...]:
    """Return the words and keys that can complete a unit line."""
    found = [Completion((*word.english, *word.russian), _sets(word)) for word in words.words]
    for key in words.keys:
        found.append(Completion(tuple(f"{name}=" for name in key.names), key.field.replace("_", " ")))
    return tuple(found)


def _sets(word: Word) -> str:
    return ", ".join(
        field.replace("_", " ") if value is True else f"{field.replace('_', ' ')} {value}".replace("_", " ")
        for field, value in word.sets.items()
    )
