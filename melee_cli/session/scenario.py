"""The table as a scenario: checked, opened, its next question found, its result made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from melee_cli.api.resolve import Result, resolve
from melee_cli.core.enumeration import Budget
from melee_cli.core.odds import odds
from melee_cli.core.problems import Path, Problem
from melee_cli.core.stages import Ask, Melee, Stage, next_question
from melee_cli.core.system import System
from melee_cli.core.view import View
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import Checked, check_mapping
from melee_cli.scenario.units import full_names, unit_model
from melee_cli.session.prompts import OddsShown
from melee_cli.session.state import Given, Table, UnitLine
from melee_cli.systems import find


def scenario_of(table: Table) -> dict[str, Any]:
    """Return the table as a scenario: what was typed, with every answer under the key that gives it."""
    units: list[list[dict[str, Any]]] = [[dict(unit.fields) for unit in side] for side in table.sides]
    sides = [{"name": table.names[i], **table.side_keys[i], "units": units[i]} for i in (0, 1)]
    for i, lines in enumerate(table.sides):
        for line, fields in zip(lines, units[i], strict=True):
            for key in line.named:
                fields[key] = full_names(fields[key], sides, i)
    places: dict[str, dict[str, Any]] = {str(side["name"]): side for side in sides}
    places |= {str(unit["name"]): unit for side in units for unit in side}
    for given in table.answers:
        for unit, key, value in given.sets:
            if unit in places:
                places[unit][key] = value
    return {"rules": table.system, **table.keys, "sides": sides}


@dataclass(eq=False)
class Position:
    """What follows from one table; each part is worked out when it is first asked for."""

    table: Table

    @cached_property
    def system(self) -> System:
        """The system in play; AssertionError before one is named."""
        system = find(self.table.system) if self.table.system else None
        assert system is not None
        return system

    @cached_property
    def checked(self) -> Checked:
        """The whole table checked."""
        return check_mapping(scenario_of(self.table), Options())

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the whole table."""
        return self.checked.problems

    @cached_property
    def melee(self) -> Melee:
        """The melee before the dice; only where there are no problems."""
        assert self.checked.scenario is not None
        assert self.checked.book is not None
        return self.system.open(self.checked.scenario, self.checked.book)

    @cached_property
    def question(self) -> tuple[Stage, Ask] | None:
        """The next throw or choice, None when all are given."""
        return next_question(self.melee)

    @cached_property
    def resolved(self) -> Result:
        """The result; only where every question is answered."""
        return resolve(self.checked, Options())


def without_stale(table: Table) -> tuple[Table, tuple[Given, ...]]:
    """Return *table* without the answers that no longer fit its units, and those answers."""
    dropped: tuple[Given, ...] = ()
    names = {unit.name for side in table.sides for unit in side} | set(table.names)
    kept = tuple(given for given in table.answers if all(unit in names for unit, _, _ in given.sets))
    if len(kept) != len(table.answers):
        dropped = tuple(given for given in table.answers if given not in kept)
        table = replace(table, answers=kept)
    while table.answers:
        problems = check_mapping(scenario_of(table), Options()).problems
        bad = [given for given in table.answers if _faulty(table, given, problems)]
        if not bad:
            break
        dropped += tuple(bad)
        table = replace(table, answers=tuple(given for given in table.answers if given not in bad))
    return table, dropped


def _faulty(table: Table, given: Given, problems: Iterable[Problem]) -> bool:
    where = {
        (*path, key) for name, key, _ in given.sets for path in [path_of(table, name)] if path is not None
    }
    return any(problem.path[: len(path)] == path for problem in problems for path in where)


def path_of(table: Table, name: str) -> Path | None:
    """Return where the unit or side called *name* stands in the scenario."""
    for side, units in enumerate(table.sides):
        for index, unit in enumerate(units):
            if unit.name == name:
                return ("sides", side, "units", index)
    return ("sides", table.names.index(name)) if name in table.names else None


def about_units(table: Table, side: int) -> list[Problem]:
    """Return what is wrong with one side's units by themselves, the other side being unknown."""
    alone = replace(table, sides=((), ())).with_side(side, table.sides[side])
    other = ("sides", 1 - side, "units")
    found = check_mapping(scenario_of(alone), Options()).problems
    return [problem for problem in found if problem.path[:3] != other and problem.path[:2] == ("sides", side)]


def preview_so_far(table: Table, side: int, index: int) -> Mapping[str, Any] | None:
    """Return the preview of a unit's side as far as things are known, None where that is too little.

    Where a side's points are not its units' own, the unit stands alone, so that they are its own.
    While the other side is unknown a plain unit with the same required fields stands in for it, so
    that only what needs no particular enemy shows.
    """
    line = table.sides[side][index]
    if table.sides[1 - side]:
        alone = table.with_side(side, (line,))
        shown = _preview(table, side)
        own = shown and next((unit for unit in shown["units"] if unit["name"] == line.name), None)
        return shown if own and "modifiers" in own else _preview(alone, side)
    unit = {key: value for key, value in line.fields.items() if key not in line.named}
    alone = table.with_side(side, (replace(line, fields=unit, named=()),))
    model = Position(table).system.scenario()
    required = _required(model)
    plain = {key: value for key, value in unit.items() if key in required}
    for fields in (plain, dict(unit)):
        enemy = UnitLine("", {}, {**fields, "name": f"{unit['name']}\u2060"})
        shown = _preview(alone.with_side(1 - side, (enemy,)), side)
        if shown is not None:
            return shown
    return None


def _preview(table: Table, side: int) -> Mapping[str, Any] | None:
    names = tuple(name or f"\u2060{i}" for i, name in enumerate(table.names))
    position = Position(replace(table, names=(names[0], names[1]), answers=()))
    if position.problems:
        return None
    shown: Mapping[str, Any] = position.melee.preview()["sides"][side]
    return shown


def _required(scenario: Any) -> set[str]:
    """Return the fields that a unit of the model *scenario* cannot do without."""
    fields = unit_model(scenario).model_fields
    return {name for name, field in fields.items() if field.is_required()}


def renamed_units(table: Table, before: Table, old: str, new: str) -> Table:
    """Return *table* with *old* called *new* wherever a unit names it, cut short or not.

    *before* is the table where it still had the old name, by which short names are understood.
    """
    whole = scenario_of(before)["sides"]
    for side, units in enumerate(table.sides):
        changed = []
        for unit, said in zip(units, whole[side]["units"], strict=True):
            names = {field: _swapped(said[field], old, new) for field in unit.named if field in said}
            fields = {key: _swapped(value, old, new) for key, value in unit.fields.items() if key != "name"}
            changed.append(replace(unit, fields={"name": unit.name, **fields, **names}))
        table = table.with_side(side, tuple(changed))
    return table


def _swapped(value: Any, old: str, new: str) -> Any:
    if isinstance(value, list):
        return [_swapped(item, old, new) for item in value]
    if isinstance(value, dict):
        return {(new if key == old else key): item for key, item in value.items()}
    return new if value == old else value


AT_A_GLANCE = 400_000
BEHIND = 2_000_000
ON_REQUEST = 40_000_000


@dataclass(eq=False)
class Desk:
    """The table, the language in which words are echoed, and the files that this session has written."""

    table: Table
    tongue: str = "en"
    written: set[str] = field(default_factory=set)
    _position: Position | None = None

    @property
    def position(self) -> Position:
        """What follows from the table."""
        if self._position is None or self._position.table is not self.table:
            self._position = Position(self.table)
        return self._position

    def look_at(self, table: Table) -> Position:
        """Put *table* down and return what follows from it."""
        self.table = table
        return self.position


def before_dice(position: Position, odds: OddsShown | Problem) -> View:
    """Return what a sound position shows before the dice, with the chances where *odds* has them."""
    assert position.checked.book is not None
    chances = None if isinstance(odds, Problem) else odds.odds.chances()
    return position.system.preview(position.melee.preview(), position.checked.book, chances)


def odds_of(position: Position, whole: bool = False, budget: Budget | None = None) -> OddsShown | Problem:
    """Return the odds of a sound position: within what nobody waits for, *whole*, or within *budget*."""
    assert position.checked.scenario is not None
    budget = budget or Budget(ON_REQUEST if whole else AT_A_GLANCE)
    found = odds(position.melee, position.system, position.checked.scenario, budget)
    return found if isinstance(found, Problem) else OddsShown(found, position.system)
