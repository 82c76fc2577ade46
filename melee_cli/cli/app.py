"""The commands and how one is called: only the one that is asked for is imported and built."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from importlib import import_module

import typer

from melee_cli.cli import WRONG_USAGE
from melee_cli.cli.streams import Output, say
from melee_cli.render.terminal import Colour, choose_colour, complaints

COMMANDS = ("fight", "resolve", "odds", "check", "rules", "words", "new", "schema", "guide", "journal")
#: A line to try, under the help of each command.
EXAMPLES = {
    "fight": "melee fight -a '17th: inf 30 col charging =8' -b '40th: inf 24 line british =10'",
    "resolve": "melee resolve scenarios/gdb/somerset.yaml --explain",
    "odds": "melee odds scenarios/gdb/somerset.yaml --fresh-dice --what-if",
    "check": "melee check scenarios",
    "rules": "melee rules gdb square",
    "words": "melee words gdb column",
    "new": "melee new gdb > melee.yaml",
    "schema": "melee schema scenario gdb > gdb.schema.json",
    "guide": "melee guide scenario",
    "journal": "melee journal show Ligny",
}
ABOUT = "Melees of tabletop wargames: audited results and exact odds."


def dispatch(arguments: Sequence[str]) -> int:
    """Run the command that *arguments* name and return its exit code."""
    choose_colour(_colour(arguments))
    try:
        return _run(arguments)
    finally:
        if complaints:
            _warn()


def _warn() -> None:
    """Say what is wrong with the user's own settings, each thing once."""
    from melee_cli.render.language import language_for, surroundings

    language = language_for(surroundings())
    while complaints:
        say(f"melee: {language.text(complaints.pop())}\n")


def _run(arguments: Sequence[str]) -> int:
    name = arguments[0] if arguments else ""
    known = name in COMMANDS
    command = typer.main.get_command(_app((name,) if known else COMMANDS))
    if not arguments or {"-h", "--help"} & set(arguments):
        _dress_help()
    printed = _Printed()
    try:
        with contextlib.redirect_stdout(printed):  # --help and --version print while they are parsed
            context = command.make_context(f"melee {name}" if known else "melee", list(arguments[known:]))
    except typer.Exit as end:
        with Output() as out:
            out.write(printed.text())
        return end.exit_code
    except Exception as error:
        return _wrong_usage(error, arguments)
    if not arguments:
        with contextlib.redirect_stdout(printed):
            context.get_help()
        say(printed.text())
        return WRONG_USAGE
    try:
        with context:
            return int(command.invoke(context) or 0)
    except typer.Exit as end:
        return end.exit_code
    except Exception as error:
        return _wrong_usage(error, arguments)


class _Printed(io.StringIO):
    """What is printed while the command line is parsed, in the encoding of standard output."""

    encoding = "utf-8"

    def __init__(self) -> None:
        super().__init__()
        self.encoding = getattr(sys.stdout, "encoding", None) or "utf-8"

    def text(self) -> str:
        """Return it without spaces at the ends of its lines."""
        return "".join(f"{line.rstrip()}\n" for line in self.getvalue().splitlines())


def _dress_help() -> None:
    """Let help be as wide and as coloured as standard output takes it, whatever its own rules say."""
    from typer import rich_utils

    from melee_cli.render.terminal import Terminal, terminal_of

    terminal = terminal_of(sys.stdout) if sys.stdout is not None else Terminal()
    rich_utils.MAX_WIDTH = max(60, min(terminal.width, 100))  # narrower, its panels would cut words
    rich_utils.FORCE_TERMINAL = terminal.colour
    rich_utils.COLOR_SYSTEM = "standard" if terminal.colour else None


def _colour(arguments: Sequence[str]) -> Colour:
    """Return what ``--color`` asks for: known before anything is parsed, help and usage errors obey it."""
    found: Colour = "auto"
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        option, equals, value = argument.partition("=")
        if option == "--color":
            asked = value if equals else "".join(arguments[place + 1 : place + 2])
            found = "always" if asked == "always" else "never" if asked == "never" else "auto"
    return found


def _app(names: Sequence[str]) -> typer.Typer:
    """Return an application of the commands *names*; of one command alone it is that command."""
    app = typer.Typer(
        help=ABOUT,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    for name in names:
        module = import_module(f"melee_cli.cli.{name}")
        group: typer.Typer | None = getattr(module, "app", None)  # a command with commands of its own
        if group is None:
            app.command(name, epilog=f"For example: [bold]{EXAMPLES[name]}[/bold]")(module.command)
        elif len(names) == 1:
            return group
        else:
            app.add_typer(group, name=name)
    if len(names) > 1:
        app.callback(invoke_without_command=True)(_top)
    return app


def _top(
    version: bool = typer.Option(False, "--version", help="Show the version and exit.", is_eager=True),
) -> None:
    """Melees of tabletop wargames: audited results and exact odds."""


def _wrong_usage(error: Exception, arguments: Sequence[str]) -> int:
    """Tell a usage error on standard error and return its code; raise *error* again if it is none."""
    from melee_cli.cli.usage import told

    message = told(error, arguments)
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "melee"
    say(f"{where}: {message}\n")
    say(f"Try '{where} --help'.\n")
    return WRONG_USAGE
