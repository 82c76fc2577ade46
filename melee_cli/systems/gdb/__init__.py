"""The rules system ``gdb``: the Napoleonic melee of General de Brigade."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from melee_cli.core.messages import M
from melee_cli.core.rules import Book
from melee_cli.core.stages import Melee
from melee_cli.core.system import Result, System
from melee_cli.systems.gdb import built_up, casualties, general, modifiers, reinforcing, results
from melee_cli.systems.gdb.contact_checks import between_units
from melee_cli.systems.gdb.lasting import lasting
from melee_cli.systems.gdb.melee import Engagement
from melee_cli.systems.gdb.rulings import RULINGS
from melee_cli.systems.gdb.sayings import LABELS
from melee_cli.systems.gdb.starter import STARTER
from melee_cli.systems.gdb.unit_checks import each_unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from melee_cli.core.messages import Message
    from melee_cli.core.view import View
    from melee_cli.core.words import Words


def scenario_model() -> Any:
    """Return the model of a scenario; pydantic is imported only now."""
    from melee_cli.systems.gdb.model import Scenario

    return Scenario


def result_shape() -> Any:
    """Return the TypedDict of a result."""
    from melee_cli.systems.gdb.shapes import Result

    return Result


def open_melee(scenario: Any, book: Book) -> Melee:
    """Return the melee of *scenario* before its dice."""
    return Engagement(scenario, book)


def view(result: Result, book: Book) -> View:
    """Return what *result* shows; a script that reads JSON never comes here."""
    from melee_cli.systems.gdb.view import view as shown

    return shown(result, book)


def preview(result: Result, book: Book) -> View:
    """Return what *result*, a melee's preview, shows."""
    from melee_cli.systems.gdb.view import preview as shown

    return shown(result, book)


def vocabulary() -> Words:
    """Return the words of one-line units; a scenario without such lines never comes here."""
    from melee_cli.systems.gdb.words import TABLE

    return TABLE


def variations(scenario: Any) -> Iterable[tuple[Message, Mapping[str, Any]]]:
    """Return the single changes to *scenario* within its players' reach."""
    from melee_cli.systems.gdb.variations import variations as single_changes

    return single_changes(scenario)


SYSTEM = System(
    id="gdb",
    title=M("General de Brigade: the Napoleonic melee"),
    about=M(
        "Each unit rolls two dice, the best modified roll of a side counts, casualties follow without dice."
    ),
    scenario=scenario_model,
    result=result_shape,
    rows=(
        *general.ROWS,
        *modifiers.ROWS,
        *results.ROWS,
        *casualties.ROWS,
        *reinforcing.ROWS,
        *built_up.ROWS,
    ),
    rulings=RULINGS,
    vocabulary=vocabulary,
    checks=(each_unit, between_units),
    open=open_melee,
    view=view,
    preview=preview,
    starter=STARTER,
    measures={"outcome": "share", "casualties": "number", "figures_left": "number"},
    labels=LABELS,
    lasting=lasting,
    variations=variations,
    catalog=Path(__file__).parent / "locale",
)
