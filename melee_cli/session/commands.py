"""The words of the session's commands, in either language and either keyboard layout."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.entry.keyboard import other_layout


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
