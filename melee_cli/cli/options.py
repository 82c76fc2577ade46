"""The options that commands share, each defined once, and the system and book that they name."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from melee_cli.cli.usage import WrongUsage
from melee_cli.core.messages import M

if TYPE_CHECKING:
    from melee_cli.core.problems import Problem
    from melee_cli.core.system import Book, System
    from melee_cli.journal.melees import Recorder


#: The headings under which help shows options.
SHOWN = "What is shown"
RULES = "Rules and dice"
GOES = "Where it goes"


class Format(StrEnum):
    """How results are written."""

    table = "table"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    markdown = "markdown"


class ScenarioFormat(StrEnum):
    """How results are written where a scenario can be written too."""

    table = "table"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    markdown = "markdown"
    yaml = "yaml"
    svg = "svg"
    html = "html"


class Lang(StrEnum):
    """The languages of the interface."""

    en = "en"
    ru = "ru"


class Color(StrEnum):
    """When output is in colours."""

    auto = "auto"
    always = "always"
    never = "never"


def show_version(asked: bool) -> None:
    """Print the version and end, where it is asked for."""
    if asked:
        from melee_cli import __version__

        typer.echo(f"melee {__version__}")
        raise typer.Exit


def split_pairs(pairs: list[str], option: str) -> dict[str, str]:
    """Return ``KEY=VALUE`` texts as a mapping, the last of equal keys; raises a usage error without ``=``."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise WrongUsage(M("{pair} is not KEY=VALUE", pair=repr(pair)), option)
        found[key.strip()] = value.strip()
    return found


Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH...",
        help="Scenario files, folders (searched for *.yaml *.yml *.json *.jsonl), or - for standard input.",
        show_default=False,
    ),
]
FormatOption = Annotated[
    Format, typer.Option("--format", "-f", rich_help_panel=SHOWN, help="How results are written.")
]
ScenarioFormatOption = Annotated[
    ScenarioFormat,
    typer.Option(
        "--format",
        "-f",
        rich_help_panel=SHOWN,
        help="How results are written; yaml writes a scenario, svg and html a picture.",
    ),
]
LangOption = Annotated[
    Lang | None,
    typer.Option(
        "--lang",
        rich_help_panel=SHOWN,
        help="Language. Default: MELEE_LANG, then the locale; json and jsonl are English.",
        show_default=False,
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        max=2**63 - 1,
        rich_help_panel=RULES,
        help="Seed of dice not given; over the scenario's own.",
    ),
]
HouseOption = Annotated[
    str | None,
    typer.Option("--house", metavar="FILE", rich_help_panel=RULES, help="House rules to lay over the book."),
]
RulingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="ID=VALUE",
        rich_help_panel=RULES,
        help="Set a ruling; may be repeated.",
        show_default=False,
    ),
]
BriefOption = Annotated[bool, typer.Option("--brief", rich_help_panel=SHOWN, help="The verdict only.")]
FullOption = Annotated[
    bool,
    typer.Option(
        "--full", rich_help_panel=SHOWN, help="Of several scenarios each whole, not as a row of one table."
    ),
]
ExplainOption = Annotated[
    bool,
    typer.Option(
        "--explain", rich_help_panel=SHOWN, help="Also what was considered and withheld, and every citation."
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        rich_help_panel=GOES,
        help="Write results here, whole or not at all.",
    ),
]


def job_count(value: str) -> int | None:
    """Return how many processes are asked for, None for as many as it pays; raises a usage error."""
    if value == "auto":
        return None
    if value.isascii() and value.isdecimal() and 1 <= int(value) <= MOST_JOBS:
        return int(value)
    raise typer.BadParameter(f"{value!r} is neither auto nor a number from 1 to {MOST_JOBS}")


MOST_JOBS = 256
JobsOption = Annotated[
    str,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N|auto",
        rich_help_panel=GOES,
        help="How many processes share the work; auto: all processors, where the batch is long enough.",
        callback=lambda value: (job_count(value), value)[1],
    ),
]

JournalFileOption = Annotated[
    str | None,
    typer.Option(
        "--journal-file", metavar="FILE", rich_help_panel=GOES, help="The journal; over MELEE_JOURNAL."
    ),
]
JournalOption = Annotated[
    str | None,
    typer.Option(
        "--journal", metavar="NAME", rich_help_panel=GOES, help="Keep what happens in the battle NAME."
    ),
]
ColorOption = Annotated[
    Color,
    typer.Option(
        "--color",
        rich_help_panel=SHOWN,
        help="Colours: auto, on a terminal that takes them and without NO_COLOR.",
    ),
]
VersionOption = Annotated[
    bool,
    typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=show_version),
]


def recorder_of(name: str | None, file: str | None) -> Recorder | None:
    """Return what writes melees into the battle *name* of the journal *file*, None where none is named."""
    if name is None:
        return None
    from melee_cli.journal.melees import Recorder
    from melee_cli.journal.store import journal_path

    if not name.strip():
        raise WrongUsage(M("a battle has a name"), "--journal")
    return Recorder(journal_path(file), name.strip())


def book_in_force(system: System, house: str | None, rulings: Mapping[str, str]) -> Book | list[Problem]:
    """Return *system*'s book under *house* and *rulings*, or the problems of the house file.

    Raises a usage error for a ruling or value that the system does not know.
    """
    from melee_cli.core.system import open_book

    known = {ruling.id: ruling for ruling in system.rulings if ruling.values}
    accepted = {}
    for name, value in rulings.items():
        if name not in known:
            raise WrongUsage(
                M("{system} has no ruling {name} to switch", system=system.id, name=repr(name)), "--ruling"
            )
        taken = known[name].accept(value)
        if taken is None:
            values = ", ".join(map(str, known[name].values))
            raise WrongUsage(
                M("{name} takes {values}, not {value}", name=name, values=values, value=repr(value)),
                "--ruling",
            )
        accepted[name] = taken
    if house is None:
        return open_book(system, accepted)
    from melee_cli.scenario.house import read_house

    overlay = read_house(house, system)
    return overlay if isinstance(overlay, list) else open_book(system, accepted, overlay)


def system_named(name: str, hint: str = "SYSTEM") -> System:
    """Return the system called *name*; raises a usage error that lists the systems where there is none."""
    from melee_cli.systems import find, names

    system = find(name)
    if system is None:
        from melee_cli.core.problems import nearest

        near = nearest(name, names())
        installed = ", ".join(names())
        if near:
            said = M(
                "there is no rules system {name}; did you mean {near}? installed: {systems}",
                name=repr(name),
                near=repr(near),
                systems=installed,
            )
        else:
            said = M(
                "there is no rules system {name}; installed: {systems}", name=repr(name), systems=installed
            )
        raise WrongUsage(said, hint)
    return system
