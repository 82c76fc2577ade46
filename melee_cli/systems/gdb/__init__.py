"""The rules system ``gdb``: the Napoleonic melee of General de Brigade."""

from __future__ import annotations

from typing import Any

from melee_cli.core.message import M
from melee_cli.core.system import System
from melee_cli.systems.gdb import built_up, casualties, general, modifiers, reinforcing, results
from melee_cli.systems.gdb.melee import Engagement
from melee_cli.systems.gdb.rulings import RULINGS
from melee_cli.systems.gdb.words import TABLE


def _scenario() -> Any:
    from melee_cli.systems.gdb.model import Scenario

    return Scenario


SYSTEM = System(
    id="gdb",
    title=M("General de Brigade"),
    about=M("The Napoleonic melee: each unit rolls 2D6, the best modified roll of a side counts."),
    scenario=_scenario,
    result=lambda: dict,
    rows=(*general.ROWS, *modifiers.ROWS, *results.ROWS, *casualties.ROWS, *reinforcing.ROWS, *built_up.ROWS),
    rulings=RULINGS,
    words=TABLE,
    checks=(),
    open=Engagement,
    view=None,
    preview=None,
    measures={"outcome": "share", "casualties": "number", "figures_left": "number"},
    starter="",
)
