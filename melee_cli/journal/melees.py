"""A melee as the journal keeps it: its scenario with every die, its result, what it leaves of each unit."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from melee_cli.api.resolve import Result, resolve
from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.core.stages import Answer, Ask, Choice, Die, Melee, Pending, Record, Stage, Tally, enter, play
from melee_cli.core.system import System
from melee_cli.core.view import View
from melee_cli.journal import battles
from melee_cli.journal.moments import Fields, MeleeKept, Strength
from melee_cli.journal.store import JournalError, Store, open_store
from melee_cli.render.report import framed
from melee_cli.scenario.book import Options, house_path
from melee_cli.scenario.check import Checked, check_mapping

NOT_KEPT = ("expect", "seed")
SOMEBODY = "\u2060"


def kept(checked: Checked, resolved: Result, words: Mapping[str, str]) -> MeleeKept:
    """Return the sound melee *resolved* from *checked* as it is kept; *words* are the units' typed lines."""
    result, system = resolved.data, resolved.system
    assert system is not None and resolved.book is not None  # noqa: PT018 - a sound result has both
    outcome = result["outcome"]
    return MeleeKept(
        scenario=_with_dice(checked, resolved),
        status="done",
        verdict=system.view(result, resolved.book).verdict,
        result=result,
        winner=outcome["winner"],
        difference=outcome["difference"],
        strengths=tuple(_strengths(checked.scenario, result, system, words)),
    )


class Recorder:
    """Writes melees into the battle *name* of the journal at *path*, each as soon as it is resolved.

    The first thing that goes wrong is kept in ``problem``; what cannot be opened is not tried again.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.problem: Problem | None = None
        self._name = name
        self._store: Store | None = None
        try:
            self._store = open_store(path)
        except JournalError as error:
            self.problem = error.problem

    def add(self, checked: Checked, result: Result, written: Fields, options: Options) -> None:
        """Write the *result* of *checked*, a scenario *written* so, worked out under *options*."""
        if self._store is None or not result.data["ok"]:
            return
        melee = kept(checked, result, lines_of(checked, written))
        scenario = repeating(melee.scenario, options, checked.source.file)
        try:
            with self._store.transaction():
                battle = battles.opened(self._store, self._name, scenario["rules"], scenario)
                battles.add_melee(self._store, battle.id, replace(melee, scenario=scenario))
        except JournalError as error:
            self.problem = self.problem or error.problem


def repeating(scenario: Fields, options: Options, file: str = "") -> dict[str, Any]:
    """Return *scenario*, read from *file*, under the rulings and the house file of *options*.

    The house file is named by its whole path, so that the scenario can be read anywhere.
    """
    keys = {key: value for key, value in scenario.items() if key not in (*NOT_KEPT, "sides")}
    if options.rulings:
        keys["rulings"] = {**(keys.get("rulings") or {}), **options.rulings}
    house = options.house
    if house is None and isinstance(keys.get("house"), str):
        house = house_path(keys["house"], file)
    if house is not None:
        keys["house"] = os.path.abspath(house)
    return {**keys, "sides": scenario["sides"]}


def worked_out(scenario: Fields, words: Mapping[str, str]) -> MeleeKept:
    """Return what follows from *scenario* with the dice that it gives, and no others.

    Where it is unsound it is impossible; where a die is missing it waits for that.
    """
    checked = check_mapping(scenario, Options())
    if checked.problems or checked.system is None or checked.book is None:
        said = Phrases(tuple(problem.message for problem in checked.problems), joiner=",")
        return MeleeKept(scenario, "impossible", M("impossible: {why}", why=said))
    missing = missing_die(checked.system.open(checked.scenario, checked.book))
    if missing is not None:
        return MeleeKept(scenario, "dice", M("waits for dice: {what}", what=missing))
    return kept(checked, resolve(checked, Options()), words)


def missing_die(melee: Melee) -> Message | None:
    """Return what the first throw is that *melee* needs and is not given, None where all are there.

    A choice that nobody made is made by default, but what chance decides counts as a throw.
    """

    def given(stage: Stage, ask: Ask, record: Record) -> Answer:
        if ask.given is not None:
            return enter(ask, ask.given, record)
        if not isinstance(ask, Choice) or ask.random:
            raise Pending(stage, ask)
        return enter(ask, ask.default, record)

    try:
        play(melee, given)
    except Pending as pending:
        return pending.ask.prompt
    return None


def _with_dice(checked: Checked, resolved: Result) -> dict[str, Any]:
    """Return the scenario as plain data, every throw written where a scenario gives it.

    What chance decided is a throw too; a choice that nobody made stays unmade.
    """
    sides = [{**side, "units": [dict(unit) for unit in side["units"]]} for side in checked.data["sides"]]
    places: dict[str, dict[str, Any]] = {str(side["name"]): side for side in sides}
    places |= {str(unit["name"]): unit for side in sides for unit in side["units"]}
    answers = resolved.record
    assert answers is not None and resolved.melee is not None  # noqa: PT018 - a sound result has both

    def again(_: Stage, ask: Ask, record: Record) -> Answer:
        if isinstance(ask, Die):
            roll = answers.rolls[ask.unit, ask.key]
            if ask.given is None:
                places[ask.unit][ask.key] = list(roll.dice) if len(roll.dice) > 1 else roll.total
            return enter(ask, roll, record)
        if isinstance(ask, Tally):
            counts = answers.tallies[ask.unit, ask.key, ask.of]
            if ask.given is None:
                known = places[ask.unit].get(ask.key) or {}
                places[ask.unit][ask.key] = {**known, **ask.written(counts)}
            return enter(ask, counts, record)
        answer = answers.choices[ask.unit, ask.key]
        if ask.given is None and ask.random:
            option = next(option for option in ask.options if option.value == answer)
            for unit, key, value in option.sets or ((ask.unit, ask.key, answer),):
                places[unit][key] = value
        return enter(ask, answer, record)

    play(resolved.melee, again, ask_all=True)
    keys = {key: value for key, value in checked.data.items() if key not in (*NOT_KEPT, "sides")}
    return {**keys, "sides": sides}


def lines_of(checked: Checked, written: Any) -> dict[str, str]:
    """Return by their names the lines of those units that *written*, the same scenario, has as lines."""
    found = {}
    for side, unit in checked.units:
        line = written["sides"][side]["units"][unit]
        if isinstance(line, str):
            for at in checked.units.made(side, unit):
                found[str(checked.data["sides"][side]["units"][at]["name"])] = line
    return found


def _strengths(scenario: Any, result: Fields, system: System, words: Mapping[str, str]) -> list[Strength]:
    after = {unit["name"]: unit for side in result["sides"] for unit in side["units"]}
    found = []
    for side in scenario.sides:
        for unit in side.units:
            before = lasting_fields(system, unit, None)
            left = lasting_fields(system, unit, after[unit.name]) if unit.name in after else before
            count = counted(system, before)
            found.append(
                Strength(
                    unit.name,
                    side.name,
                    words.get(unit.name, ""),
                    before,
                    left,
                    count,
                    None if count is None else counted(system, left) or 0,
                )
            )
    return found


def lasting_fields(system: System, unit: Any, part: Fields | None) -> Fields | None:
    """Return what stays with *unit* after its *part* of a result (None: before it), None if it is gone."""
    return {} if system.lasting is None else system.lasting(unit, part)


def counted(system: System, fields: Fields | None) -> int | None:
    """Return how many figures or models *fields* say, None where the rules or the fields say none."""
    number = None if fields is None or system.counts is None else fields.get(system.counts)
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def unit_problems(fields: Fields, system: System) -> list[Problem]:
    """Return what is wrong with one unit by itself, nothing being known of any other."""
    sides: Sequence[Fields] = (
        {"name": SOMEBODY, "units": [dict(fields)]},
        {"name": SOMEBODY * 2, "units": []},
    )
    found = check_mapping({"rules": system.id, "sides": list(sides)}, Options()).problems
    return [problem for problem in found if problem.path[:4] == ("sides", 0, "units", 0)]


def view_of(melee: MeleeKept) -> View:
    """Return *melee* as it was on the screen: its kept result, shown under the rules it was under.

    One that a later version of the rules can no longer show is worked out again from its dice; one
    without a result is its verdict.
    """
    checked = check_mapping(melee.scenario, Options())
    if melee.result is None or checked.book is None:
        return View(melee.verdict, ())
    try:
        return framed({**melee.result, "source": None}, checked.book)
    except (LookupError, TypeError, ValueError, AttributeError):
        again = resolve(checked, Options())
        return framed({**again.data, "source": None}, checked.book)
