"""Sensitivity: how little more on a throw, or another ruling, would have changed what came of a melee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from melee_cli.core.dice import Roll
from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.stages import (
    Answer,
    Ask,
    Choice,
    Die,
    Facts,
    Melee,
    Record,
    Stage,
    Tally,
    enter,
    play,
)
from melee_cli.core.system import Book, System, open_book


@dataclass(frozen=True, slots=True)
class Margin:
    """One throw of one unit, by how much it would have to differ, and what would then be different.

    ``steps`` is positive for more and negative for less.
    """

    unit: str
    key: str
    steps: int
    changes: tuple[Message, ...]

    def message(self, system: System) -> Message:
        """Return the margin as a sentence without a full stop."""
        what = Phrases(self.changes, joiner=",")
        roll = system.label(self.key)
        size = abs(self.steps)
        if self.steps > 0:
            return M("{n} more on the {roll} of {unit}: {what}", n=size, roll=roll, unit=self.unit, what=what)
        return M("{n} less on the {roll} of {unit}: {what}", n=size, roll=roll, unit=self.unit, what=what)


# How throws that nobody made come out, the first, the second, and so on in turns: high or not.
PATTERNS = ((False, False), (True, True), (False, True), (True, False))


class Again:
    """Answers as a record did, but for one throw; throws nobody made come out by *pattern*."""

    def __init__(
        self, record: Record, changed: Mapping[tuple[str, str], int], pattern: tuple[bool, bool] = PATTERNS[0]
    ) -> None:
        self.record, self.changed, self.pattern = record, changed, pattern
        self.dice: dict[tuple[str, str], Die] = {}
        self.open = 0

    def __call__(self, stage: Stage, ask: Ask, record: Record) -> Answer:
        """Enter the answer to *ask* into *record* and return it."""
        place = (ask.unit, ask.key)
        if isinstance(ask, Tally):
            made_of = self.record.tallies.get((*place, ask.of), ask.given or ask.least)
            return enter(ask, made_of, record)
        if isinstance(ask, Choice):
            made = self.record.choices.get(place, ask.default if ask.given is None else ask.given)
            known = any(option.value == made for option in ask.options)
            return enter(ask, made if known else ask.options[0].value, record)
        self.dice[place] = ask
        if place in self.changed:
            return enter(ask, Roll(self.changed[place]), record)
        roll = self.record.rolls.get(place)
        if roll is None:
            roll = Roll(ask.pool.high if self.pattern[self.open % 2] else ask.pool.low)
            self.open += 1
        return enter(ask, roll, record)


def margins(melee: Melee, system: System, record: Record) -> list[Message]:
    """Return for each throw the least change either way that changes who wins or what a unit does."""
    return [margin.message(system) for margin in found_margins(melee, system, record)]


def found_margins(melee: Melee, system: System, record: Record) -> Iterator[Margin]:
    """Yield the margins of the walk that *record* tells of, throw by throw in the order of the table."""
    answers = Again(record, {})
    state, _ = play(melee, answers, ask_all=True)
    was = _told(melee.facts(state), system)
    for place, die in answers.dice.items():
        rolled = record.rolls[place].total
        for step, end in ((1, die.pool.high + 1), (-1, die.pool.low - 1)):
            for total in range(rolled + step, end, step):
                changes = _changes(was, _varied(melee, system, record, place, total), system)
                if changes:
                    yield Margin(*place, total - rolled, tuple(changes))
                    break


Told = dict[tuple[str | None, str], Any]


def _told(facts: Facts, system: System) -> Told:
    """Return who wins and each unit's shares and flags, by unit and measure."""
    told: Told = {(None, "winner"): facts.winner}
    for unit, measures in facts.units.items():
        for name, value in measures.items():
            if system.measures.get(name) in ("share", "flag"):
                told[unit, name] = value
    return told


def _varied(melee: Melee, system: System, record: Record, place: tuple[str, str], total: int) -> Told:
    """Return what is told with *total* on the throw at *place*, as far as no other throw decides it."""
    told: Told = {}
    for pattern in PATTERNS:
        again = Again(record, {place: total}, pattern)
        state, _ = play(melee, again, ask_all=True)
        now = _told(melee.facts(state), system)
        told = now if pattern == PATTERNS[0] else {w: v for w, v in told.items() if now.get(w, told) == v}
        if not again.open:
            break
    return told


def _changes(was: Told, now: Told, system: System) -> list[Message]:
    """Return what differs, the winner first, then unit by unit."""
    changes: list[Message] = []
    before, after = was[None, "winner"], now.get((None, "winner"), was[None, "winner"])
    if before != after:
        changes.append(M("a draw") if after is None else M("{side} wins", side=after))
    alike: dict[tuple[tuple[str, Any, Any], ...], list[str]] = {}
    for unit in dict.fromkeys(unit for unit, _ in was if unit is not None):
        differs = tuple(
            (name, was[unit, name], now[unit, name])
            for name in system.measures
            if (unit, name) in was and (unit, name) in now and was[unit, name] != now[unit, name]
        )
        if differs:
            alike.setdefault(differs, []).append(unit)
    return changes + [_change(units, differs, system) for differs, units in alike.items()]


def _change(units: list[str], differs: tuple[tuple[str, Any, Any], ...], system: System) -> Message:
    """Return what becomes of *units* instead of what came, the same for all of them."""
    new: list[Message] = []
    old: list[Message] = []
    for name, before, after in differs:
        if system.measures[name] == "share":
            new.append(system.label(after))
            old.append(system.label(before))
        else:
            (new if after else old).append(system.label(name))
    who = M("each of {units}", units=Phrases(tuple(units))) if len(units) > 1 else M("{unit}", unit=units[0])
    now, was = Phrases(tuple(new)), Phrases(tuple(old))
    if new and old:
        return M("{who} {new} (now: {old})", who=who, new=now, old=was)
    return M("{who} {new}", who=who, new=now) if new else M("{who} no longer {old}", who=who, old=was)


# What a result says about its terms, not about what came.
BESIDE = frozenset({"withheld", "notes", "next_round"})


def that_mattered(scenario: Any, book: Book, melee: Melee, record: Record) -> frozenset[str]:
    """Return the ids of the rulings with listed values of which another one changes what came.

    *record* is the walk of *melee*, which is *scenario* under *book*. A switch that takes any whole
    number has no other value to try, so it is not among them.
    """
    system = book.system
    came = _came(melee, record)
    found = set()
    for ruling in system.rulings:
        if ruling.at_least is not None:
            continue
        for value in ruling.values:
            if value != book.rulings[ruling.id]:
                other = open_book(system, {**book.rulings, ruling.id: value}, book.house)
                if _came(system.open(scenario, other), record) != came:
                    found.add(ruling.id)
                    break
    return frozenset(found)


def _came(melee: Melee, record: Record) -> Any:
    state, again = play(melee, Again(record, {}), ask_all=True)
    return _without_terms(melee.result(state, again))


def _without_terms(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _without_terms(value) for key, value in part.items() if key not in BESIDE}
    return [_without_terms(item) for item in part] if isinstance(part, list) else part
