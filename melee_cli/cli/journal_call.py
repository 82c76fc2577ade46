"""How the commands of ``melee journal`` are called: their options, the journal opened, the answer shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from melee_cli.cli.options import Format
from melee_cli.cli.output import Writer, listing, manner_of, spoken
from melee_cli.cli.streams import Output, say
from melee_cli.core.messages import Message
from melee_cli.core.problems import Problem
from melee_cli.core.view import View
from melee_cli.render.language import surroundings

if TYPE_CHECKING:
    from melee_cli.core.system import System
    from melee_cli.journal.store import Store
    from melee_cli.render.language import Language

BattleArgument = Annotated[
    str | None,
    typer.Argument(metavar="[BATTLE]", help="Its name, a beginning, or its number; default: the last."),
]
BattleOption = Annotated[
    str | None,
    typer.Option("--battle", "-b", metavar="BATTLE", help="Which battle; default: the one last written."),
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do it without being asked.")]

app = typer.Typer(
    help="The battles kept: who fought, who is left.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


class Answer(NamedTuple):
    """What a command shows: a view for people, data for programs, flat entries for CSV; whose words."""

    view: View
    data: Mapping[str, Any]
    entries: Sequence[Mapping[str, Any]] = ()
    rules: str | None = None
    code: int = 0


class Call(NamedTuple):
    """How a command was called: the options that all of them have."""

    format: Format
    lang: str | None
    output: str | None
    file: str | None

    def language(self, rules: str | None = None) -> Language:
        """Return the language of the answer, with the words of the *rules*."""
        from melee_cli.render.language import language_for

        code = spoken(self.lang, self.format.value)
        return language_for(code, None if code == "en" or rules is None else _system(rules))

    def asks(self, message: Message) -> bool:
        """Ask a yes or no on the terminal; nothing typed is no."""
        from melee_cli.render.language import language_for

        say(language_for(self.lang or surroundings()).text(message) + " ")
        return sys.stdin.readline().strip().casefold() in ("y", "yes", "д", "да")


def _system(rules: str) -> System | None:
    from melee_cli.systems import find

    return find(rules)


def called(format_: Format, lang: Any, output: str | None, file: str | None) -> Call:
    """Return the call with the options that every command has."""
    return Call(format_, lang and lang.value, output, file)


def is_terminal() -> bool:
    """Tell whether a person is there to be asked."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def answered(call: Call, act: Callable[[Store], Answer], writing: bool = False) -> int:
    """Open the journal, do what was asked, show the answer, and return the exit code."""
    from melee_cli.journal.store import JournalError, journal_path, open_for_reading, open_store

    path = journal_path(call.file)
    try:
        store = (open_store if writing and path.exists() else open_for_reading)(path)
        try:
            answer = act(store)
        finally:
            store.close()
    except JournalError as error:
        return failed(call, [error.problem])
    return shown(call, answer)


def shown(call: Call, answer: Answer) -> int:
    """Write *answer* as the call wants it, and return its exit code."""
    language = call.language(answer.rules)
    with Output(call.output) as out:
        out.write(listing(call.format, answer.view, answer.data, answer.entries, language, out))
    return answer.code


def failed(call: Call, problems: Sequence[Problem]) -> int:
    """Tell the *problems*, in JSON on standard output as everywhere; return the exit code."""
    if call.format in (Format.json, Format.jsonl):
        from melee_cli.render.json import dumps

        data = {"format": "melee-journal/1", "ok": False, "problems": list(problems)}
        with Output(call.output) as out:
            out.write(dumps(data, call.language(), 2 if call.format is Format.json else None) + "\n")
    else:
        say(Writer(manner_of(call.format.value, None)._replace(lang=call.lang)).problems(problems))
    return 1
