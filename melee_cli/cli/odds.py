"""``melee odds``: the exact chances of every result, before the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from melee_cli.cli.batch import has_several, is_batch, read, run_batch
from melee_cli.cli.options import (
    BriefOption,
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
from melee_cli.cli.progress import Bar
from melee_cli.cli.results import manner_of
from melee_cli.cli.streams import Output, say

if TYPE_CHECKING:
    from melee_cli.cli.forecasts import Forecasts


def command(
    paths: Paths,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", metavar="N", min=1, max=1000, help="Also the ends within N rounds."),
    ] = None,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Also the ends over as many rounds as it takes.")
    ] = False,
    what_if: Annotated[
        bool, typer.Option("--what-if", help="Also what single changes would do, the best first.")
    ] = False,
    compare: Annotated[bool, typer.Option("--compare", help="Two plans side by side.")] = False,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Draw the chances into this file.")
    ] = None,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write a page with charts and tables.")
    ] = None,
    budget: Annotated[
        int, typer.Option("--budget", metavar="STEPS", min=1, help="How many steps a scenario may take.")
    ] = 4_000_000,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    seed: SeedOption = None,
    house: HouseOption = None,
    ruling: RulingOption = None,
    brief: BriefOption = False,
    explain: ExplainOption = False,
    output: OutputOption = None,
    version: VersionOption = False,
) -> int:
    """Say exactly how likely every result is, before the dice."""
    if rounds is not None and until_decided:
        raise typer.BadParameter("--rounds and --until-decided exclude each other", param_hint="--rounds")
    from melee_cli.api.odds import Wanted
    from melee_cli.cli.forecasts import Forecasts, odds_frame
    from melee_cli.scenario.rulings import Options

    manner = manner_of(format_.value, lang, brief, explain)
    options = Options(seed=seed, rulings=split_pairs(ruling or [], "--ruling"), house=house)
    found = read(paths)
    several = is_batch(paths)
    if not several:
        several, found = has_several(found)
    with Output(output) as out:
        manner = manner._replace(headings=several, out=out.terminal())
        wanted = Wanted(rounds or 0, until_decided, what_if, budget)
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
