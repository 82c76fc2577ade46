"""The multiple combat of Warhammer Fantasy Battle, 8th edition, as a rules system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from melee_cli.core.messages import M
from melee_cli.core.stages import Melee
from melee_cli.core.system import Book, System
from melee_cli.systems.whfb8 import combat as breaking
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


def next_round_needs(scenario: Any) -> Message | None:
    """Return what a next round of *scenario* needs: with profiles its blows say the wounds.

    None stands for one that is not yet sound.
    """
    fought = scenario is not None and fought_out(scenario)
    return None if fought else M("the wounds inflicted")


STARTER = """\
rules: whfb8
title: Trolls and Goblins against Dwarfs
sides:
  - name: Greenskins
    units:
      # models now, after casualties, and how many stand in the front rank; wounds it inflicted
      - {name: Goblins, models: 20, width: 5, wounds: 1, standard: true, charged: true, leadership: 6}
      # a one-line unit: models x width, type, what is true of it, key=value
      - "Trolls: 3x3 monstrous infantry w=3 ld=4"
  - name: Dwarfs
    units:
      # leadership is needed when the unit must test; dice left out are rolled
      - {name: Warriors, models: 18, width: 6, wounds: 2, leadership: 9, standard: true, break_roll: 7}
# who touches whom, if not all fight all: attacks: {Warriors: flank} in each unit, flank=Warriors in a line
# rulings: {steadfast_disrupted: self}    # see: melee rules whfb8
# seed: 7                                 # for the dice that are not given
"""

PROFILES = """\
rules: whfb8
title: Spears receive the riders
sides:
  - name: Valley
    units:
      # models and width before the blows; the profile gives everything that a blow needs
      - name: Spearmen
        models: 25
        width: 5
        leadership: 7
        standard: true
        profile: {ws: 3, s: 3, t: 3, i: 3, weapon: spear, save: 5+}
        # blows: {Riders: {hits: 7, wounds: 5, unsaved: 3}}    # what was rolled; what is left out is rolled
      # the same on one line: Weapon Skill, Strength and so on, the save, the weapon, the rules
      - "Old Guard: 20x5 ws4 s3 t3 i3 halberd 5+ hatred champion ld=8"
  - name: Steppe
    units:
      # a mount strikes with a profile of its own; a lance counts on the turn on which it charged
      - "Riders: 10x5 cavalry ws4 s3 t3 i4 lance 3+ mount=(ws3 s3 i3 a1) charged ld=8"
      - {name: Giant, type: monster, leadership: 9, profile: {ws: 3, s: 6, t: 5, i: 3, w: 6, a: 4}}
# who touches whom, if not all fight all: attacks: {Riders: flank}; how many fight whom: fighting: {Riders: 3}
# rulings: {corners: flush}    # see: melee rules whfb8 blows
# seed: 7                      # for the dice that are not given
"""

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
    next_round_needs=next_round_needs,
    lasting=lasting,
    counts="models",
    variations=variations,
    catalog=Path(__file__).parent / "locale",
)
