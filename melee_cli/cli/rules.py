"""``melee rules``: the tables, rulings and house changes in force, searchable, made from the rows."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from melee_cli.cli.book_in_force import book_in_force
from melee_cli.cli.options import (
    Format,
    FormatOption,
    HouseOption,
    LangOption,
    OutputOption,
    RulingOption,
    VersionOption,
    split_pairs,
)
from melee_cli.cli.results import Writer, manner_of
from melee_cli.cli.streams import Output, say
from melee_cli.cli.system_named import system_named
from melee_cli.cli.tongue import spoken


def command(
    system: Annotated[str | None, typer.Argument(metavar="[SYSTEM]", help="The rules system.")] = None,
    word: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="Only rows in which each of these words stands."),
    ] = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    house: HouseOption = None,
    ruling: RulingOption = None,
    output: OutputOption = None,
    version: VersionOption = False,
) -> int:
    """Show the tables, rulings and house changes in force, each with its citation."""
    from melee_cli.cli import rules_listing as listing
    from melee_cli.render.language import language_for

    code = spoken(lang and lang.value, format_.value)
    if system is None:
        view, data = listing.systems()
        language = language_for(code)
    else:
        found = system_named(system)
        language = language_for(code, found)
        book = book_in_force(found, house, split_pairs(ruling or [], "--ruling"))
        if isinstance(book, list):
            say(Writer(manner_of(format_.value, lang)).problems(book, found))
            return 1
        rows, switches = listing.search(book, word or [], language)
        if not rows and not switches:
            say(language.text(listing.nothing(" ".join(word or []), found)) + "\n")
            return 1
        view = listing.view(book, rows, switches, whole=not word)
        data = listing.data(book, rows, switches)
    with Output(output) as out:
        out.write(_text(format_, view, data, language, out))
    return 0


def _text(format_: Format, view: Any, data: dict[str, Any], language: Any, out: Output) -> str:
    from melee_cli.cli import rules_listing as listing

    match format_:
        case Format.json:
            from melee_cli.render.as_json import dumps

            return dumps(data, language, 2) + "\n"
        case Format.jsonl:
            from melee_cli.render.as_json import dumps

            entries = (entry for part in data.values() if isinstance(part, list) for entry in part)
            return "".join(dumps(entry, language) + "\n" for entry in entries)
        case Format.csv:
            from melee_cli.render.csv_rows import written

            return written(listing.lines(data, language))
        case Format.markdown:
            from melee_cli.render.markdown import draw as draw_markdown

            return draw_markdown(view, language, explain=True)
        case Format.table:
            from melee_cli.render.table import draw

            return draw(view, language, out.terminal(), explain=True)
