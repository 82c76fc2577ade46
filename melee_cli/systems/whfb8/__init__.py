"""The multiple combat of Warhammer Fantasy Battle, 8th edition, as a rules system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from melee_cli.core.messages import M
from melee_cli.core.stages import Melee
from melee_cli.core.system import Book, System
from melee_cli.systems.whfb8 import break_tests as breaking
from melee_cli.systems.whfb8 import contact as ranks
from melee_cli.systems.whfb8 import flight, points
from melee_cli.systems.whfb8.blows import checks as blow_checks
from melee_cli.systems.whfb8.blows import rules as blows
from melee_cli.systems.whfb8.blows.round import fought_of
from melee_cli.systems.whfb8.checks import CHECKS
from melee_cli.systems.whfb8.melee import combat_of
from melee_cli.systems.whfb8.next_round import lasting
from melee_cli.systems.whfb8.odds import EXPECTATIONS
from melee_cli.systems.whfb8.rulings import RULINGS
from melee_cli.systems.whfb8.starter import PROFILES, STARTER
from melee_cli.systems.whfb8.units import fought_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from melee_cli.core.messages import Message
    from melee_cli.core.system import Result
    from melee_cli.core.view import Chances, View
    from melee_cli.core.words import Words


def scenario_model() -> Any:
    """Return the model of a scenario; pydantic is imported only now."""
    from melee_cli.systems.whfb8.units import Scenario

    return Scenario


def result_shape() -> Any:
    """Return the TypedDict of a result."""
    from melee_cli.systems.whfb8.units import Result

    return Result


def open_combat(scenario: Any, book: Book) -> Melee:
    """Return the combat of *scenario* before its dice."""
    if fought_out(scenario):
        return fought_of(scenario, book)
    return combat_of(scenario, book)


def view(result: Result, book: Book) -> View:
    """Return what *result* shows; a script that reads JSON never comes here."""
    from melee_cli.systems.whfb8.view import view as shown

    return shown(result, book)


def preview(result: Result, book: Book, chances: Chances | None = None) -> View:
    """Return what *result*, a combat's preview, shows, with its *chances* where they are known."""
    from melee_cli.systems.whfb8.view import preview as shown

    return shown(result, book, chances)


def vocabulary() -> Words:
    """Return the words of one-line units; a scenario without such lines never comes here."""
    from melee_cli.systems.whfb8.words import WORDS

    return WORDS


def variations(scenario: Any) -> Iterable[tuple[Message, Mapping[str, Any]]]:
    """Return the single changes to *scenario* within its players' reach."""
    from melee_cli.systems.whfb8.odds import variations as single_changes

    return single_changes(scenario)


SYSTEM = System(
    id="whfb8",
    title=M("Warhammer Fantasy Battle, 8th edition: multiple combat"),
    about=M("Combat result, Break tests, flight and pursuit of any number of units a side."),
    scenario=scenario_model,
    result=result_shape,
    rows=(*points.ROWS, *ranks.ROWS, *breaking.ROWS, *flight.PURSUIT_ROWS, *flight.FLIGHT_ROWS, *blows.ROWS),
    rulings=RULINGS,
    vocabulary=vocabulary,
    checks=(*CHECKS, *blow_checks.CHECKS),
    open=open_combat,
    view=view,
    preview=preview,
    starter=STARTER,
    starters={"profiles": PROFILES},
    expectations=EXPECTATIONS,
    measures={
        "holds": "flag",
        "breaks": "flag",
        "destroyed": "flag",
        "catches": "flag",
        "steadfast": "flag",
        "destroyed_by": "cause",
        "models_left": "count",
        "ranks": "count",
    },
    merits={"holds": 1, "destroyed": -1},
    labels={
        "holds": M("holds"),
        "breaks": M("breaks"),
        "destroyed": M("is destroyed"),
        "catches": M("catches its target"),
        "break_roll": M("Break test"),
        "break_reroll": M("second Break test"),
        "restrain_roll": M("restraint test"),
        "restrain_reroll": M("second restraint test"),
        "flee_roll": M("flee roll"),
        "pursuit_roll": M("pursuit roll"),
    },
    next_round_needs=M("the wounds inflicted"),
    lasting=lasting,
    counts="models",
    variations=variations,
    catalog=Path(__file__).parent / "locale",
)
