"""A battle to files and from them: ``melee journal export`` and ``melee journal import``."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from melee_cli.cli.journal_call import Answer, BattleArgument, Call, called, failed, shown
from melee_cli.cli.options import (
    Color,
    ColorOption,
    Format,
    FormatOption,
    JournalFileOption,
    LangOption,
    OutputOption,
    system_named,
)
from melee_cli.cli.output import listing
from melee_cli.cli.streams import Output
from melee_cli.core.view import View

if TYPE_CHECKING:
    from melee_cli.core.problems import Problem
    from melee_cli.journal.battles import Battle
    from melee_cli.journal.export import Chapter
    from melee_cli.journal.store import Store
    from melee_cli.render.language import Language


class ExportFormat(StrEnum):
    """How a battle is written out."""

    yaml = "yaml"
    json = "json"
    csv = "csv"
    markdown = "markdown"
    html = "html"


def export(
    battle: BattleArgument = None,
    format_: Annotated[
        ExportFormat,
        typer.Option("--format", "-f", help="yaml resolves alike; html is a page."),
    ] = ExportFormat.yaml,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Write a battle out: scenarios, data, tables, or a page to send to the players.

    As yaml into a folder that is there (--output FOLDER) it is a file a melee.
    """
    from melee_cli.journal import battles
    from melee_cli.journal.export import chapters
    from melee_cli.journal.store import JournalError, journal_path, open_for_reading

    call = Call(Format.json if format_ == "json" else Format.table, lang and lang.value, output, journal_file)
    try:
        store = open_for_reading(journal_path(journal_file))
        found = battles.find(store, battle)
        course = chapters(store, found)
        store.close()
    except JournalError as error:
        return failed(call, [error.problem])
    written_out(format_.value, found, course, call.language(found.rules), output)
    return 0


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An export, scenarios, an army list (CSV).")],
    battle: Annotated[
        str | None,
        typer.Option("--battle", "-b", metavar="NAME", help="What the battle is called, or which it is."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="SYSTEM", help="Of an army list; gdb."),
    ] = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Bring back an exported battle, or an army list as a roster."""
    from melee_cli.journal import battles, moments, views
    from melee_cli.journal.export import bring
    from melee_cli.journal.store import JournalError, journal_path, open_store

    call = called(format_, lang, output, journal_file)
    try:
        store = open_store(journal_path(journal_file))
        try:
            if file.casefold().endswith((".csv", ".tsv")):
                brought = army_brought(store, file, battle, rules)
            else:
                brought = bring(store, Path(file), battle)
            if isinstance(brought, list):
                return failed(call, brought)
            found = battles.by_id(store, brought.id)
            course = moments.of_battle(store, found.id)
        finally:
            store.close()
    except JournalError as error:
        return failed(call, [error.problem])
    data = views.units_data(found, course)
    entries = views.unit_entries(data["units"])
    return shown(call, Answer(views.units_view(found, course), data, entries, found.rules))


DEFAULT_RULES = "gdb"


def written_out(
    format_: str, battle: Battle, course: Sequence[Chapter], language: Language, output: str | None
) -> None:
    """Write *battle* in *format_* to *output*, or into that folder, or to standard output."""
    from melee_cli.journal.export import as_yaml

    if format_ == "yaml" and output is not None and Path(output).is_dir():
        for number, part in enumerate(as_yaml(battle, course), 1):
            with Output(str(Path(output, f"{number:03}.yaml"))) as out:
                out.write(part)
        return
    with Output(output) as out:
        out.write(_text(format_, battle, course, language, out))


def _text(format_: str, battle: Battle, course: Sequence[Chapter], language: Language, out: Output) -> str:
    """Return *battle* as text in *format_*."""
    from melee_cli.journal import views
    from melee_cli.journal.export import as_data, as_yaml
    from melee_cli.journal.melees import view_of

    moments = [chapter.moment for chapter in course]
    overview = views.battle_view(battle, moments)
    match format_:
        case "yaml":
            return "---\n".join(as_yaml(battle, course))
        case "json":
            return listing(Format.json, overview, as_data(battle, course), (), language, out)
        case "csv":
            return listing(Format.csv, overview, {}, views.entries(moments), language, out)
    whole = [(one.moment, view_of(one.melee)) for one in course if one.melee is not None]
    strengths = views.units_table(battle, moments)
    if format_ == "markdown":
        shown = [overview, View(strengths.verdict, strengths.sections), *(view for _, view in whole)]
        return "\n".join(listing(Format.markdown, view, {}, (), language, out) for view in shown)
    from melee_cli.render.battle_page import Course, Story, battle_page

    courses = [Course(side, lost) for side, lost in views.losses_over(moments)]
    marks = ["·" if moment.number is None else str(moment.number) for moment in moments]
    stories = [Story(moment.number or 0, views.name_of(moment), view) for moment, view in whole]
    return battle_page(battle.name, overview, courses, marks, strengths, stories, language)


def army_brought(store: Store, file: str, name: str | None, rules: str | None) -> Battle | list[Problem]:
    """Return the battle *name* with the units of the army list *file*, or every problem in it.

    A new battle is of the *rules*; raises a usage error where there are none such.
    """
    from melee_cli.journal import battles, units
    from melee_cli.journal.armies import read_army
    from melee_cli.journal.corrections import system_of

    battle = None if name is None else battles.by_name(store, name)
    if battle is not None and battle.rules is not None and rules in (None, battle.rules):
        system = system_of(battle)
    else:
        system = system_named(rules or DEFAULT_RULES, "--rules")
    found = read_army(Path(file), system)
    if not isinstance(found[0], tuple):
        return [problem for problem in found if not isinstance(problem, tuple)]
    with store.transaction():
        battle = battles.opened(store, name or Path(file).stem, system.id, {})
    units.arrive(store, battle, [one for one in found if isinstance(one, tuple)])
    return battles.by_id(store, battle.id)
