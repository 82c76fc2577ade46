"""``melee schema``: JSON Schema of scenarios, results and odds, for editors and scripts."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from melee_cli.cli.options import Color, ColorOption, OutputOption, VersionOption, system_named
from melee_cli.cli.streams import Output


class What(StrEnum):
    """What a schema describes."""

    scenario = "scenario"
    result = "result"
    odds = "odds"


def command(
    what: Annotated[What, typer.Argument(help="What the schema describes.", show_default=False)],
    system: Annotated[str | None, typer.Argument(metavar="[SYSTEM]", help="For one rules system.")] = None,
    output: OutputOption = None,
    color: ColorOption = Color.auto,
    version: VersionOption = False,
) -> int:
    """Print the JSON Schema of scenarios, results or odds."""
    from melee_cli.scenario.schema import odds_schema, result_schema, scenario_schema

    named = system_named(system).id if system else None
    if what is What.odds:
        made = odds_schema()  # odds have one shape for every system
    else:
        made = scenario_schema(named) if what is What.scenario else result_schema(named)
    with Output(output) as out:
        out.write(json.dumps(made, indent=2, ensure_ascii=False) + "\n")
    return 0
