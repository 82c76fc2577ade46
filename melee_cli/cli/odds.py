"""``melee odds``: the exact chances of every result, before the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from melee_cli.api.odds import Odds, Wanted, forecast
from melee_cli.cli.batch import Bar, has_several, is_batch, read, run_batch
from melee_cli.cli.options import (
    BriefOption,
    Color,
    ColorOption,
    ExplainOption,
    Format,
    FormatOption,
    HouseOption,
    LangOption,
    OutputOption,
    Paths,
    RulingOption,
    SeedOption,
    VersionOption,
    split_pairs,
)
from melee_cli.cli.output import Done, Frame, Manner, Writer, frame, manner_of, spoken
from melee_cli.cli.streams import Output, say
from melee_cli.cli.usage import WrongUsage
from melee_cli.core.messages import M
from melee_cli.core.view import Lines, View
from melee_cli.render.language import Language, language_for
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check

ASKED = "What is worked out"

if TYPE_CHECKING:
    from melee_cli.core.system import System
    from melee_cli.formats.limits import Document
    from melee_cli.render.charts import Panel


def command(
    paths: Paths,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            metavar="N",
            min=1,
            max=1000,
            rich_help_panel=ASKED,
            help="Also the ends within N rounds.",
        ),
    ] = None,
    until_decided: Annotated[
        bool,
        typer.Option(
            "--until-decided", rich_help_panel=ASKED, help="Also the ends over as many rounds as it takes."
        ),
    ] = False,
    what_if: Annotated[
        bool,
        typer.Option(
            "--what-if", rich_help_panel=ASKED, help="Also what single changes would do, the best first."
        ),
    ] = False,
    compare: Annotated[
        bool, typer.Option("--compare", rich_help_panel=ASKED, help="Two plans side by side.")
    ] = False,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", rich_help_panel=ASKED, help="Draw the chances into this file."),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(
            "--html", metavar="FILE", rich_help_panel=ASKED, help="Write a page with charts and tables."
        ),
    ] = None,
    fresh_dice: Annotated[
        bool,
        typer.Option("--fresh-dice", rich_help_panel=ASKED, help="Dice that a scenario gives do not count."),
    ] = False,
    budget: Annotated[
        int,
        typer.Option(
            "--budget",
            metavar="STEPS",
            min=1,
            rich_help_panel=ASKED,
            help="How many steps a scenario may take.",
        ),
    ] = 4_000_000,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    seed: SeedOption = None,
    house: HouseOption = None,
    ruling: RulingOption = None,
    brief: BriefOption = False,
    explain: ExplainOption = False,
    output: OutputOption = None,
    color: ColorOption = Color.auto,
    version: VersionOption = False,
) -> int:
    """Say exactly how likely every result is, before the dice."""
    if rounds is not None and until_decided:
        raise WrongUsage(M("--rounds and --until-decided exclude each other"), "--rounds")

    manner = manner_of(format_.value, lang, brief, explain)
    options = Options(seed=seed, rulings=split_pairs(ruling or [], "--ruling"), house=house)
    found = read(paths)
    several = is_batch(paths)
    if not several:
        several, found = has_several(found)
    with Output(output) as out:
        manner = manner._replace(headings=several, out=out.terminal())
        wanted = Wanted(rounds or 0, until_decided, what_if, budget, fresh_dice)
        work = Forecasts(options, manner, wanted, kept=compare or bool(svg or html), quiet=compare)
        tally = run_batch(found, lambda: work, out, odds_frame(manner), Bar(paths))
        if compare and not tally.failed:
            out.write(work.compared())
    if work.sound:
        _draw(work, svg, html)
    if several and not compare:
        say(work.summary(tally.done, tally.failed))
    return 1 if tally.failed else 0


def _draw(work: Forecasts, svg: str | None, html: str | None) -> None:
    """Write the pictures that are asked for."""
    if svg:
        with Output(svg) as file:
            file.write(work.svg())
    if html:
        with Output(html) as file:
            file.write(work.html())


def odds_frame(manner: Manner) -> Frame:
    """Return what *manner*'s format puts around odds."""
    if manner.format == "csv":
        from melee_cli.render.csv import ODDS_HEADER

        return Frame(first=ODDS_HEADER, none=ODDS_HEADER)
    return frame(manner)


class Forecasts:
    """Works out one document after the other, each to its text.

    ``kept``: the odds are kept for what is made of all together. ``quiet``: sound ones are not written
    one by one, as tables.
    """

    def __init__(
        self, options: Options, manner: Manner, wanted: Wanted, kept: bool = False, quiet: bool = False
    ) -> None:
        self._options, self._manner, self._wanted = options, manner, wanted
        self._keeps = kept
        self._quiet = quiet and manner.format in ("table", "markdown")
        self._writer = Writer(manner)
        self._lang = spoken(manner.lang, manner.format)
        self._kept: list[Odds] = []
        self._side_by_side: View | None = None

    def __call__(self, document: Document, place: int) -> Done:
        """Return the odds of *document*, or its problems."""
        found = forecast(check(document, self._options), self._wanted)
        if self._keeps:
            self._kept.append(found)
        ok = not found.problems
        system = found.checked.system
        if self._manner.format in ("json", "jsonl", "csv"):
            return Done(self._data(found.data, system), "", ok)
        if not ok and self._manner.format == "markdown":
            from melee_cli.render.markdown import draw_problems

            return Done(draw_problems(found.problems, self._language(system)), "", ok)
        if not ok:
            return Done("", self._writer.problems(found.problems, system), ok)
        return Done("" if self._quiet else self._text(_view(found, not self._manner.headings), found), "", ok)

    @property
    def sound(self) -> list[Odds]:
        """The odds kept, those with problems aside."""
        return [found for found in self._kept if not found.problems]

    def summary(self, done: int, failed: int) -> str:
        """Return the last line of a batch."""
        return self._writer.say(M("odds of {done}, {failed} with problems", done=done, failed=failed))

    def compared(self) -> str:
        """Return two plans side by side; raises a usage error where they cannot be compared."""
        if len(self._kept) != 2:
            raise WrongUsage(M("takes two scenarios, not {n}", n=len(self._kept)), "--compare")
        first, second = self._kept
        systems = [one.checked.system for one in self._kept]
        if systems[0] is not systems[1]:
            names = " and ".join(system.id for system in systems if system)
            raise WrongUsage(M("the plans are of different rules: {names}", names=names), "--compare")
        if first.odds is None or second.odds is None or systems[0] is None:
            return ""
        from melee_cli.render.odds import compared

        titles = [_title(one) for one in self._kept]
        self._side_by_side = compared(list(zip(titles, (first.odds, second.odds), strict=True)), systems[0])
        return self._text(self._side_by_side, None) if self._quiet else ""

    def svg(self) -> str:
        """Return the charts of all odds as one SVG document."""
        from melee_cli.render.charts import svg

        return svg([self._panel(found) for found in self.sound])

    def html(self) -> str:
        """Return the charts and tables of all odds as one page."""
        from melee_cli.render.charts import page

        charts = [(self._panel(found), _view(found, False)) for found in self.sound]
        return page(charts, self._language(None), self._side_by_side)

    def _panel(self, found: Odds) -> Panel:
        from melee_cli.render.charts import Panel

        system = found.checked.system
        assert found.odds is not None, "sound odds"
        assert system is not None, "a sound scenario has its system"
        return Panel(_title(found), found.odds, system, self._language(system))

    def _language(self, system: System | None) -> Language:
        return language_for(self._lang, system)

    def _data(self, result: Mapping[str, Any], system: System | None) -> str:
        if self._manner.format != "csv":
            return self._writer.json(result, system)
        from melee_cli.render.csv import odds_rows

        return odds_rows(result, self._language(system))

    def _text(self, view: View, found: Odds | None) -> str:
        manner = self._manner
        language = self._language((found or self._kept[0]).checked.system)
        headed = found is not None and manner.headings
        title = _title(found) if found else ""
        if headed and manner.brief:
            view = view._replace(verdict=M("{title}: {verdict}", title=title, verdict=view.verdict))
        if manner.format == "markdown":
            from melee_cli.render.markdown import draw as draw_markdown
            from melee_cli.render.markdown import plain

            text = draw_markdown(view, language, manner.depth)
            return f"## {plain(title)}\n\n{text}" if headed and not manner.brief else text
        from melee_cli.render.tables import draw
        from melee_cli.render.terminal import Terminal

        terminal = manner.out or Terminal()
        text = draw(view, language, terminal, manner.depth)
        if headed and not manner.brief:
            text = draw(View(M("# {title}", title=title), ()), language, terminal) + text
        return text


def _view(found: Odds, titled: bool) -> View:
    """Return everything odds say of one scenario, its own title in it only where *titled*."""
    from melee_cli.render.odds import rounds_sections, view, what_if_section
    from melee_cli.render.report import around

    book = found.checked.book
    assert found.odds is not None, "sound odds"
    assert book is not None, "a sound scenario has its book"
    whole = view(found.odds, book.system)
    if found.fresh_dice and not found.asked.fresh_dice:
        before = M("{verdict} (before the dice that are given)", verdict=whole.verdict)
        whole = whole._replace(verdict=before)
    more = list(whole.sections)
    if found.rounds is not None:
        more += rounds_sections(found.rounds, found.odds)
    if found.variations is not None:
        more.append(what_if_section(found.variations, book.system))
    if found.fresh_dice:
        said = (
            M("dice that the scenario gives do not count")
            if found.asked.fresh_dice
            else M("all dice are given: these were the chances before them, as --fresh-dice asks for")
        )
        more.insert(0, Lines(M("Before the dice"), [said]))
    if found.odds.left_open:
        more.insert(0, Lines(M("Left open"), [found.odds.left_open]))
    head = found.head() if titled else {**found.head(), "title": None}
    return around(whole._replace(sections=more), head, book)


def _title(found: Odds) -> str:
    """Return what names a scenario among others: its title, else its place."""
    source = found.checked.source
    return str(found.checked.scenario.title or f"{source.file}:{source.line}")
