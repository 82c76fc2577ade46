"""``melee new``: a commented scenario to start from."""

from __future__ import annotations

from typing import Annotated

import typer

from melee_cli.cli.options import Color, ColorOption, LangOption, OutputOption, VersionOption, system_named
from melee_cli.cli.streams import Output
from melee_cli.cli.usage import WrongUsage
from melee_cli.core.messages import M

SCHEMA_FILE = "melee-{system}.schema.json"


def command(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="The rules system, gdb for instance.")],
    profiles: Annotated[
        bool, typer.Option("--profiles", help="One whose units fight from troop profiles (whfb8).")
    ] = False,
    lang: LangOption = None,
    output: OutputOption = None,
    color: ColorOption = Color.auto,
    version: VersionOption = False,
) -> int:
    """Print a commented scenario to start from."""
    found = system_named(system)
    if profiles and "profiles" not in found.starters:
        raise WrongUsage(M("{system} knows no troop profiles", system=found.id), "--profiles")
    starter = found.starters["profiles"] if profiles else found.starter
    schema = SCHEMA_FILE.format(system=found.id)
    with Output(output) as out:
        out.write(
            f"# yaml-language-server: $schema={schema}\n"
            f"# (made by: melee schema scenario {found.id} --output {schema})\n{starter}"
        )
    return 0
