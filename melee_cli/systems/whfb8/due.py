"""Checks of Leadership: a unit that must test needs one, and who must is known before any dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.problems import Path, Problem, Unsound
from melee_cli.core.rules import Book
from melee_cli.core.stages import Die
from melee_cli.systems.whfb8.combat import Combat, combat_of
from melee_cli.systems.whfb8.fight import Troop
from melee_cli.systems.whfb8.naming import attacks, contact
from melee_cli.systems.whfb8.stages import FAILED, BreakLane
from melee_cli.systems.whfb8.unit_checks import ranks_sound

HINT = M("write the unit's own Leadership, leadership: 7, or ld=7 in a line; the general's is no substitute")


def break_leadership(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit that must take a Break test needs its Leadership."""
    lacking = dict(_lacking(scenario))
    if lacking and _points_known(scenario, book):
        for troop in combat_of(scenario, book).testing:
            if troop.name in lacking:
                message = M(
                    "{unit} lost the combat and must test: its Leadership is missing", unit=troop.name
                )
                yield Problem("leadership-needed", message, lacking[troop.name], hint=HINT)


def restraint_leadership(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit that is to restrain itself and may come to pursue needs its Leadership."""
    lacking = dict(_lacking(scenario, restrain=True))
    if lacking and _points_known(scenario, book):
        combat = combat_of(scenario, book)
        if combat.winner is None or combat.terms.restraint is None:
            return
        for troop in combat.winner.troops:
            if troop.name in lacking and _might_pursue(combat, troop):
                message = M("{unit} is to restrain itself: its Leadership is missing", unit=troop.name)
                yield Problem("leadership-needed", message, lacking[troop.name], hint=HINT)


def _points_known(scenario: Any, book: Book) -> bool:
    """Whether ranks and contact are sound, without which nobody knows who lost."""
    doubts = (ranks_sound, attacks, contact)
    return not any(True for check in doubts for _ in check(scenario, book))


def _lacking(scenario: Any, restrain: bool = False) -> Iterator[tuple[str, Path]]:
    """Return name and path of the units without a Leadership, of those to restrain where so asked."""
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            try:
                if unit.leadership is None and (not restrain or unit.restrain):
                    yield unit.name, ("sides", s, "units", u)
            except Unsound:
                continue


def _might_pursue(combat: Combat, troop: Troop) -> bool:
    """Whether the dice that are still open may let *troop* pursue."""
    lanes = {test.troop.index: BreakLane(test) for test in combat.tests if test.troop in troop.enemies}
    ends = {index: _ends(lane) for index, lane in lanes.items()}
    breaking = tuple(index for index, end in ends.items() if FAILED in end)
    return troop.alive and bool(combat.targets(troop, breaking))


def _ends(lane: BreakLane) -> set[str]:
    """Return what a Break test may still come to, given rolls taken as given."""
    known, ends = {lane.start}, set()
    while known:
        state = known.pop()
        die = lane.ask(state)
        if isinstance(die, Die):
            rolls = [die.given.total] if die.given else range(die.pool.low, die.pool.high + 1)
            known.update(lane.take(state, roll) for roll in rolls)
        else:
            ends.add(state)
    return ends
