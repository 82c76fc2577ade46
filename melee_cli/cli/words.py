"""``melee words``: what may be typed for a unit, searchable, made from the table that the parser reads."""

from __future__ import annotations

from typing import Annotated

import typer

from melee_cli.cli.options import (
    Color,
    ColorOption,
    Format,
    FormatOption,
    LangOption,
    OutputOption,
    VersionOption,
    system_named,
)
from melee_cli.cli.output import listing, spoken
from melee_cli.cli.streams import Output, say
from melee_cli.core.messages import M


def command(
    system: Annotated[str, typer.Argument(metavar="[SYSTEM]", help="The rules system.")] = "gdb",
    word: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="Only entries in which each of these words stands."),
    ] = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    color: ColorOption = Color.auto,
    version: VersionOption = False,
) -> int:
    """Show the words of a unit's line, in both languages."""
    from melee_cli.render.language import language_for
    from melee_cli.render.words import with_word, words_data, words_view

    named = system_named(system)
    language = language_for(spoken(lang and lang.value, format_.value), named)
    found = with_word(named.words, word or ())
    view = words_view(found, word or ())
    if not view.sections:
        asked = " ".join(word or ())
        nothing = M("no word of {system} speaks of {words}", system=named.id, words=asked)
        say(f"melee: {language.text(nothing)}\n")
        return 1
    data = words_data(named.id, found)
    with Output(output) as out:
        out.write(listing(format_, view, data, data["words"], language, out))
    return 0
