"""``melee journal``: the battles kept, shown, corrected, taken back, and what came upon units elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from melee_cli.cli import journal_files
from melee_cli.cli.journal_call import (
    Answer,
    BattleArgument,
    BattleOption,
    Call,
    YesOption,
    answered,
    app,
    called,
    is_terminal,
)
from melee_cli.cli.options import (
    Color,
    ColorOption,
    Format,
    FormatOption,
    JournalFileOption,
    LangOption,
    OutputOption,
)
from melee_cli.cli.output import listing
from melee_cli.cli.streams import Output, say
from melee_cli.cli.usage import WrongUsage
from melee_cli.core.messages import MN, M, Message
from melee_cli.core.view import Lines, View
from melee_cli.render.language import surroundings

if TYPE_CHECKING:
    from melee_cli.journal.battles import Battle
    from melee_cli.journal.store import Store


@app.callback(invoke_without_command=True)
def journal(context: typer.Context) -> int:
    """The battles kept: who fought, who is left."""
    if context.invoked_subcommand is None:
        return list_()
    return 0


@app.command("list")
def list_(
    every: Annotated[bool, typer.Option("--all", help="Every battle, not only the last twenty.")] = False,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """List battles, the one last written first."""
    from melee_cli.journal import battles, views

    def act(store: Store) -> Answer:
        few = format_ is Format.table and not every
        found = battles.newest(store, battles.LATEST if few else None)
        data = views.list_data(found)
        entries = [{**one, "losses": losses_cell(one["losses"])} for one in data["battles"]]
        return Answer(views.list_view(found, battles.how_many(store)), data, entries)

    return answered(called(format_, lang, output, journal_file), act)


def losses_cell(losses: Mapping[str, int]) -> str:
    """Return losses by side as one cell of a table."""
    return ", ".join(f"{side} {lost}".strip() for side, lost in losses.items())


@app.command()
def show(
    battle: BattleArgument = None,
    melee: Annotated[int | None, typer.Argument(metavar="[MELEE]", help="One melee whole.")] = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Show a battle's melees in order, or one of them whole."""
    from melee_cli.journal import battles, moments, views

    def act(store: Store) -> Answer:
        found = battles.find(store, battle)
        if melee is not None:
            return _whole(store, found, melee)
        course = moments.of_battle(store, found.id)
        data = views.battle_show_data(found, course, battles.changes(store, found.id))
        return Answer(views.battle_view(found, course), data, views.entries(course), found.rules)

    return answered(called(format_, lang, output, journal_file), act)


def _whole(store: Store, battle: Battle, number: int) -> Answer:
    """Return one melee of *battle* whole."""
    from melee_cli.journal import battles, moments, views
    from melee_cli.journal.melees import view_of

    moment = battles.melee_at(store, battle, number)
    melee = moments.melee_of(store, moment)
    data = views.melee_data(battle, moment, melee)
    return Answer(view_of(melee), data, views.entries([moment]), battle.rules)


@app.command()
def units(
    battle: BattleArgument = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Show each unit's strength through the battle."""
    from melee_cli.journal import battles, moments, views

    def act(store: Store) -> Answer:
        found = battles.find(store, battle)
        course = moments.of_battle(store, found.id)
        data = views.units_data(found, course)
        return Answer(views.units_view(found, course), data, views.unit_entries(data["units"]), found.rules)

    return answered(called(format_, lang, output, journal_file), act)


@app.command("continue")
def continue_(
    battle: BattleArgument = None,
    lang: LangOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Go on with a battle at the table, its units as they are now."""
    from melee_cli.cli.session import Place, run

    place = Place(journal_file, goes_on=battle or "")
    language = lang.value if lang else surroundings()
    return run(None, None, None, (), place, None, {}, None, language, {})


@app.command()
def undo(
    battle: BattleOption = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Take back the last change of the battle; again and again."""
    from melee_cli.journal import battles

    return _stepped(called(format_, lang, output, journal_file), battle, battles.undo, M("taken back"))


@app.command()
def redo(
    battle: BattleOption = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Do again what was taken back last."""
    from melee_cli.journal import battles

    return _stepped(called(format_, lang, output, journal_file), battle, battles.redo, M("done again"))


def _stepped(call: Call, named: str | None, step: Callable[[Store, int], Any], what: Message) -> int:
    """Take one step of a battle back or do it again, and tell which it was."""
    from melee_cli.journal import battles, views

    def act(store: Store) -> Answer:
        found = battles.find(store, named)
        made = step(store, found.id)
        view = View(M("{battle}: {what}: {step}", battle=found.name, what=what, step=made.title), ())
        data = views.change_data(found, made)
        return Answer(view, data, data["changes"], found.rules)

    return answered(call, act, writing=True)


@app.command()
def loss(
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="The beginning of its name.")],
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="How many figures or models.")],
    reason: Annotated[str, typer.Argument(metavar="[REASON]", help="Whence: artillery, musketry.")] = "",
    battle: BattleOption = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Take losses from elsewhere off a unit."""
    from melee_cli.journal.units import lose

    return _changed(
        called(format_, lang, output, journal_file),
        battle,
        lambda store, found: lose(store, found, unit, number, reason),
    )


@app.command("set")
def set_(
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="The beginning of its name.")],
    pair: Annotated[str, typer.Argument(metavar="FIELD=VALUE", help="As in a scenario; FIELD= is none.")],
    battle: BattleOption = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Change the state of a unit for the melees to come."""
    from melee_cli.journal.units import set_state

    key, equals, value = (part.strip() for part in pair.partition("="))
    if not key or not equals:
        raise WrongUsage(M("{pair} is not FIELD=VALUE", pair=repr(pair)), "FIELD=VALUE")
    return _changed(
        called(format_, lang, output, journal_file),
        battle,
        lambda store, found: set_state(store, found, unit, key, value),
    )


def _changed(call: Call, named: str | None, change: Callable[[Store, Battle], Any]) -> int:
    """Change one unit of a battle and show its strength through it."""
    from melee_cli.journal import battles, moments, views

    def act(store: Store) -> Answer:
        found = battles.find(store, named)
        name = change(store, found).unit
        course = [m for m in moments.of_battle(store, found.id) if any(u.unit == name for u in m.strengths)]
        data = views.units_data(battles.by_id(store, found.id), course)
        data["units"] = [unit for unit in data["units"] if unit["name"] == name]
        numbers = views.Courses(course).numbers(name)
        said = M("{unit}: {numbers}", unit=name, numbers=" → ".join(map(str, numbers)))
        if views.Courses(course).is_gone(name):
            said = M("{unit}: {numbers}, gone", unit=name, numbers=" → ".join(map(str, numbers)))
        done = Lines(M(""), [views.verdict_of(course[-1])])
        return Answer(View(said, [done]), data, views.unit_entries(data["units"]), found.rules)

    return answered(call, act, writing=True)


@app.command()
def correct(
    melee: Annotated[int, typer.Argument(metavar="MELEE", help="The number of the melee.")],
    unit: Annotated[
        list[str] | None,
        typer.Option("--unit", metavar="LINE", help="The unit of that name anew, as a line; repeated."),
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="[UNIT.]KEY=VALUE", help="A key of a unit or of the scenario; repeated."
        ),
    ] = None,
    yes: YesOption = False,
    battle: BattleOption = None,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Correct an earlier melee, and all that followed from it.

    All later melees of its units are worked out again with the dice that were thrown.

    What changes is shown first. On a terminal its lines are offered to edit and it asks before it
    writes; elsewhere it writes with --yes.
    """
    from melee_cli.cli.journal_edit import edited_at_terminal, edited_by_options
    from melee_cli.journal import battles, corrections, moments

    call = called(format_, lang, output, journal_file)
    asking = is_terminal() and not yes

    def act(store: Store) -> Answer:
        found = battles.find(store, battle)
        moment = battles.melee_at(store, found, melee)
        scenario = moments.melee_of(store, moment).scenario
        if unit or set_:
            scenario = edited_by_options(scenario, unit or [], set_ or [])
        elif asking:
            scenario = edited_at_terminal(scenario)
        correction = corrections.corrected(store, found.id, moment.place, scenario)
        writes = yes
        if asking:
            view = corrections.correction_view(correction, None)
            say(listing(Format.table, view, {}, (), call.language(found.rules), Output()))
            writes = call.asks(M("Write it? [no]"))
        if writes:
            corrections.write(store, correction)
        data = corrections.correction_data(correction, writes)
        view = corrections.correction_view(correction, writes)
        if asking:
            said = corrections.WRITTEN if writes else M("nothing is changed")
            view = View(said, ())  # the table is on the screen already
        return Answer(view, data, data["changes"], found.rules)

    return answered(call, act, writing=True)


@app.command()
def check(
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Check that the journal is whole."""
    from melee_cli.journal import battles, views

    def act(store: Store) -> Answer:
        wrong = store.wrong()
        count = battles.how_many(store)
        path = str(store.path)
        verdict = MN("{file}: whole, {n} battle", "{file}: whole, {n} battles", count, file=path)
        if wrong:
            verdict = M("{file}: damaged", file=path)
        data = {
            "format": views.FORMAT,
            "file": path,
            "ok": not wrong,
            "battles": count,
            "wrong": wrong,
        }
        entries = [{"wrong": text} for text in wrong]
        return Answer(View(verdict, [Lines(M(""), wrong)]), data, entries, code=1 if wrong else 0)

    return answered(called(format_, lang, output, journal_file), act)


@app.command()
def delete(
    battle: Annotated[str, typer.Argument(metavar="BATTLE", help="A name, its beginning, or a number.")],
    yes: YesOption = False,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    output: OutputOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
) -> int:
    """Remove a battle for ever."""
    from melee_cli.journal import battles, views

    call = called(format_, lang, output, journal_file)
    if not yes and not is_terminal():
        raise WrongUsage(M("nobody is there to be asked; --yes removes it"), "--yes")

    def act(store: Store) -> Answer:
        found = battles.find(store, battle)
        question = M("Remove {battle} with its {n} melees for ever? [no]", battle=found.name, n=found.melees)
        gone = yes or call.asks(question)
        if gone:
            battles.delete(store, found.id)
        verdict = (
            M("{battle} is removed", battle=found.name) if gone else M("{battle} stays", battle=found.name)
        )
        data = {"format": "melee-journal/1", "battle": views.battle_data(found), "removed": gone}
        return Answer(View(verdict, ()), data, [{"battle": found.name, "removed": gone}])

    return answered(call, act, writing=True)


app.command("export")(journal_files.export)
app.command("import")(journal_files.import_)
