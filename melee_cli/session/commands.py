"""The words of the session's commands, in either language and keyboard layout, and the help on them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.core.view import Column, Grid, Lines, Section, View
from melee_cli.core.words import Word, Words
from melee_cli.entry.vocabulary import other_layout
from melee_cli.session.prompts import Completion


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its English and Russian words, the full ones first, what follows it, what it does."""

    id: str
    english: tuple[str, ...]
    russian: tuple[str, ...]
    argument: str
    about: Message


COMMANDS = (
    Command("edit", ("edit", "e"), ("правка", "п"), "N", M("change unit N; dice stay")),
    Command("del", ("del", "delete", "d"), ("удалить", "у"), "N", M("take unit N away")),
    Command("clone", ("clone", "c"), ("копия", "к"), "N", M("one more unit like N")),
    Command("swap", ("swap", "sw"), ("обмен", "об"), "", M("the sides change places")),
    Command("undo", ("undo", "u"), ("отмена", "от"), "", M("take back the last line")),
    Command("odds", ("odds", "o"), ("шансы", "ш"), "", M("all the odds as things stand")),
    Command("why", ("why", "w"), ("почему", "поч"), "N", M("how it came to that, or unit N did")),
    Command("show", ("show",), ("показать",), "", M("the table as it stands")),
    Command("again", ("again",), ("заново",), "", M("take back all dice of this melee")),
    Command("new", ("new", "n"), ("новый", "н"), "", M("leave this melee and begin a new one")),
    Command("set", ("set",), ("задать",), "KEY=VALUE", M("a key of the scenario: terrain=difficult")),
    Command("apply", ("apply", "a"), ("применить", "пр"), "", M("keep this melee's losses for the evening")),
    Command("roster", ("roster", "r"), ("ростер", "список", "р"), "FILE", M("units to recall by name")),
    Command("load", ("load", "l"), ("загрузить", "з"), "FILE", M("a scenario file onto the table")),
    Command("save", ("save", "s"), ("сохранить", "с"), "FILE", M("this melee as a scenario file")),
    Command("log", ("log",), ("журнал", "ж"), "FILE", M("all melees of the evening as one file")),
    Command("help", ("help", "h"), ("помощь", "справка"), "", M("all commands")),
    Command(
        "quit", ("quit", "exit", "q"), ("выход", "в"), "", M("end the session; --resume goes on with it")
    ),
)
NAMES = {name: command for command in COMMANDS for name in (*command.english, *command.russian)}
SIGNS = (":", "Ж", "^")
SAVE_WORDS = ("save", "сохранить")


@dataclass(frozen=True, slots=True)
class Called:
    """A command as typed: which one, what follows it, and whether it insists (``:save! FILE``)."""

    command: Command
    argument: str
    insists: bool = False


def read_command(text: str) -> Called | Problem | None:
    """Return the command that *text* calls, a problem if it calls none there is, None if it is no command.

    A line begins a command with a colon. The key that gives a colon in one layout gives another sign
    in the other: with that sign only a whole word that is a command then is one.
    """
    sign, rest = text[:1], text[1:]
    if sign not in SIGNS:
        return None
    word, _, argument = rest.strip().partition(" ")
    insists = word.endswith("!")
    found = _named(unicodedata.normalize("NFKC", word.rstrip("!")).casefold(), exact=sign != ":")
    if isinstance(found, Command):
        return Called(found, argument.strip(), insists)
    if sign != ":":
        return None
    if found:
        return Problem(
            "command-ambiguous",
            M("{word} begins several commands", word=f":{word}"),
            hint=M("they are {commands}", commands=Phrases(tuple(f":{c.english[0]}" for c in found))),
        )
    return Problem(
        "command-unknown", M("there is no command {word}", word=f":{word}"), hint=M(":help lists them")
    )


def _named(word: str, exact: bool) -> Command | list[Command] | None:
    if not word:
        return NAMES["help"]
    forms = (word, other_layout(word) or word)
    for form in forms:
        if form in NAMES:
            return NAMES[form]
    if exact:
        return None
    for form in forms:
        found = list({NAMES[name].id: NAMES[name] for name in NAMES if name.startswith(form)}.values())
        if found:
            return found[0] if len(found) == 1 else found
    return None


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
