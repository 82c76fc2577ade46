"""What ``?`` and ``:help`` say: what can be typed here, the words of the system, the commands."""

from __future__ import annotations

from melee_cli.core.messages import M, Message, Phrases
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
    roster = next(i for i, c in enumerate(COMMANDS) if c.id == "roster")
    rows.insert(roster + 1, (":roster save FILE", "", M("the evening's units as a roster")))
    grid = Grid(M(""), [Column(M("Command")), Column(M("Russian")), Column(M("What it does"))], rows)
    return View(M("Commands; either keyboard layout will do"), [grid])


def here(what: Message) -> Message:
    """Return the title of the help at a prompt that asks for *what*."""
    return M("Here: {what}", what=what)


def unit_help(words: Words, tongue: str, recalled: bool) -> View:
    """Return what a unit line may say under *words*, in the language *tongue*; the rules of it last."""
    said = [
        M("NAME: words, in any order and either language; each may be cut to three letters."),
        M("The beginning of a known name, without a colon, then only what has changed.")
        if recalled
        else M("Units typed before are recalled by the beginning of their name, without a colon."),
        M("An empty line goes on."),
        ALWAYS,
    ]
    fields: dict[str, list[str]] = {}
    for word in words.words:
        own, foreign = (word.russian, word.english) if tongue == "ru" else (word.english, word.russian)
        short = [text for text in word.short if text.isascii() == (tongue != "ru")]
        shown = (own or short or foreign)[0]
        if own and short:
            shown = f"{shown} ({', '.join(short)})"
        fields.setdefault(_field(word), []).append(shown)
    items: list[Message | str] = [
        M("{field}: {words}", field=field, words=Phrases(tuple(shown), joiner=","))
        for field, shown in fields.items()
        if field
    ]
    if "" in fields:
        items.append(M("and: {words}", words=Phrases(tuple(fields[""]), joiner=",")))
    return View(here(M("a unit")), [Lines(M("Words"), items), numbers(words), Lines(M("The line"), said)])


def _field(word: Word) -> str:
    """Return the field whose values a word is one of; nothing where it only says that something is so."""
    ((field, value), *more) = word.sets.items()
    return "" if value is True or more else field.replace("_", " ")


def numbers(words: Words) -> Section:
    """Return the forms of numbers and of ``key=value``."""
    items: list[Message | str] = [
        M("{example}: {meaning}", example=number.example, meaning=number.meaning) for number in words.numbers
    ]
    keys = Phrases(tuple(f"{key.names[0]}=" for key in words.keys), joiner=",")
    return Lines(M("Numbers"), [*items, M("any field: {keys}", keys=keys)] if keys.items else items)


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
