"""The rules system ``gdb``: the Napoleonic melee of General de Brigade."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.system import System
from melee_cli.core.words import Words
from melee_cli.systems.gdb import casualties, duties, modifiers, results, units
from melee_cli.systems.gdb.checks import between_units, each_unit
from melee_cli.systems.gdb.melee import Engagement
from melee_cli.systems.gdb.next_round import lasting
from melee_cli.systems.gdb.rulings import RULINGS
from melee_cli.systems.gdb.view import LABELS, preview, view
from melee_cli.systems.gdb.what_if import variations
from melee_cli.systems.gdb.words import TABLE

STARTER = """\
rules: gdb
title: A first melee
terrain: open              # open or difficult: in difficult terrain foot inflicts its full rate on cavalry
# scale: 15mm              # 15mm or 28mm: which push back is shown; both without it
sides:
  - name: French
    units:
      # type: cuirassiers, heavy_cavalry, lancers, light_cavalry, cossacks, infantry, artillery
      # quality: guard, elite, veteran, line, second_line, conscript
      # formation: none, line, column, square (infantry), company_column (cavalry)
      # action: none, charging, pursuing, pressing
      - {name: 1st Line, type: infantry, figures: 30, initial: 36, formation: column, action: charging}
      # the same in one line; =8 is the roll of its two dice
      - "2nd Light: infantry 24 column charging elite =8"
  - name: British
    units:
      # without a roll the dice are thrown, from the seed below
      - {name: 3rd Foot, type: infantry, figures: 24, formation: line, british: true, higher: true}
# more of a unit: horses, straight_cm, order, pushed_back, attacked, cover, place, building_bonus, against,
# fighting, largest, follow_up, reinforcing, through, modifiers: [{value: 1, reason: general}], roll: [4, 6]
# rulings: {fractions: down}
seed: 1815
"""


def scenario_model() -> Any:
    """Return the model of a scenario."""
    return units.Scenario


def result_shape() -> Any:
    """Return the TypedDict of a result."""
    return units.Result


def vocabulary() -> Words:
    """Return the words of one-line units."""
    return TABLE


SYSTEM = System(
    id="gdb",
    title=M("General de Brigade: the Napoleonic melee"),
    about=M(
        "Each unit rolls two dice, the best modified roll of a side counts, casualties follow without dice."
    ),
    scenario=scenario_model,
    result=result_shape,
    rows=(
        *duties.GENERAL,
        *modifiers.ROWS,
        *results.ROWS,
        *casualties.ROWS,
        *duties.REINFORCING,
        *duties.BUILT_UP,
    ),
    rulings=RULINGS,
    vocabulary=vocabulary,
    checks=(each_unit, between_units),
    open=Engagement,
    view=view,
    preview=preview,
    starter=STARTER,
    measures={"outcome": "share", "casualties": "number", "figures_left": "number"},
    labels=LABELS,
    lasting=lasting,
    counts="figures",
    variations=variations,
    catalog=Path(__file__).parent / "locale",
)
