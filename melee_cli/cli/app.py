"""The commands and how one is called: only the one that is asked for is imported and built."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from importlib import import_module

import typer

from melee_cli.cli import WRONG_USAGE
from melee_cli.cli.streams import Output, say

COMMANDS = ("fight", "resolve", "odds", "check", "rules", "words", "new", "schema", "guide", "journal")
ABOUT = "Melees of tabletop wargames: audited results and exact odds."


def dispatch(arguments: Sequence[str]) -> int:
    """Run the command that *arguments* name and return its exit code."""
    name = arguments[0] if arguments else ""
    known = name in COMMANDS
    command = typer.main.get_command(_app((name,) if known else COMMANDS))
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):  # --help and --version print while they are parsed
            context = command.make_context(f"melee {name}" if known else "melee", list(arguments[known:]))
    except typer.Exit as end:
        with Output() as out:
            out.write(printed.getvalue())
        return end.exit_code
    except Exception as error:
        return _wrong_usage(error)
    if not arguments:
        say(context.get_help() + "\n")
        return WRONG_USAGE
    try:
        with context:
            return int(command.invoke(context) or 0)
    except typer.Exit as end:
        return end.exit_code
    except Exception as error:
        return _wrong_usage(error)


def _app(names: Sequence[str]) -> typer.Typer:
    """Return an application of the commands *names*; of one command alone it is that command."""
    app = typer.Typer(
        help=ABOUT,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    for name in names:
        module = import_module(f"melee_cli.cli.{name}")
        group: typer.Typer | None = getattr(module, "app", None)  # a command with commands of its own
        if group is None:
            app.command(name)(module.command)
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


def _wrong_usage(error: Exception) -> int:
    """Tell a usage error on standard error and return its code; raise *error* again if it is none."""
    if not hasattr(error, "format_message"):  # the common sign of click's and typer's usage errors
        raise error
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "melee"
    message = " ".join(error.format_message().replace("Value error, ", "").split())
    say(f"{where}: {message}\n")
    say(f"Try '{where} --help'.\n")
    return WRONG_USAGE
