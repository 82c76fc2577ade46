"""``melee rules``: the tables, rulings and house changes in force, searchable, made from the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from melee_cli.cli.options import (
    Color,
    ColorOption,
    Format,
    FormatOption,
    HouseOption,
    LangOption,
    OutputOption,
    RulingOption,
    VersionOption,
    book_in_force,
    split_pairs,
    system_named,
)
from melee_cli.cli.output import Writer, listing, manner_of, spoken
from melee_cli.cli.streams import Output, say
from melee_cli.core.messages import M

if TYPE_CHECKING:
    from melee_cli.core.view import View


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
    color: ColorOption = Color.auto,
    version: VersionOption = False,
) -> int:
    """Show tables, rulings and house changes in force, with sources."""
    from melee_cli.render import rules as shown
    from melee_cli.render.language import language_for

    code = spoken(lang and lang.value, format_.value)
    view: View
    if system is None:
        from melee_cli.systems import find, names

        installed = [found for found in map(find, names()) if found is not None]
        language = language_for(code)
        view, data = shown.systems_view(installed, code), shown.systems_data(installed, code)
        entries = data["systems"]
    else:
        named = system_named(system)
        language = language_for(code, named)
        book = book_in_force(named, house, split_pairs(ruling or [], "--ruling"))
        if isinstance(book, list):
            say(Writer(manner_of(format_.value, lang)).problems(book, named))
            return 1
        found = shown.search(book, word or ())
        if not found.rows and not found.rulings:
            asked = " ".join(word or ())
            nothing = M("no rule or ruling of {system} speaks of {words}", system=named.id, words=asked)
            say(f"melee: {language.text(nothing)}\n")
            return 1
        view, data = shown.rules_view(found), shown.rules_data(found)
        entries = shown.rules_entries(found)
    with Output(output) as out:
        out.write(listing(format_, view, data, entries, language, out))
    return 0
