"""What a session knows, as values: the melee on the table, the steps that led to it, the evening so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

Phase: TypeAlias = Literal["system", "roster", "names", "units", "ready"]
Fields: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class UnitLine:
    """One unit: its line as typed, what came with its name, and both together as the scenario's unit.

    ``base`` is what a roster, the evening, the round before or a file brought; ``fields`` has the
    typed words laid over it; ``named`` are those fields in which other units' names may be cut short.
    """

    text: str
    base: Fields
    fields: Fields
    named: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The unit's name."""
        return str(self.fields["name"])


@dataclass(frozen=True, slots=True)
class Given:
    """One answer at the table: the question by unit and key, and what it sets (unit or side, key, value)."""

    unit: str
    key: str
    sets: tuple[tuple[str, str, Any], ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A unit that can be recalled by the beginning of its name, and the side it fought on."""

    fields: Fields
    side: str | None = None

    @property
    def name(self) -> str:
        """The unit's name."""
        return str(self.fields["name"])


Side: TypeAlias = "tuple[UnitLine, ...]"


@dataclass(frozen=True, slots=True)
class Table:
    """One melee as far as it is known; everything else (checks, questions, results) follows from it.

    ``side`` is the side whose name or units are being typed; ``shut`` tells of each side whether its
    units were ended by an empty line; ``editing`` is the unit being edited; ``keys`` are the
    scenario's own keys (terrain, rulings, round …), ``side_keys`` those of each side; ``seed`` feeds
    the dice that Enter rolls. ``known`` are the units that can be recalled, ``pending`` the roster
    files still to be read once the system is known; ``applied`` says that
    this melee's losses stay with them, ``earlier`` holds the losses of its rounds before this one;
    ``done`` are the evening's finished melees as scenarios with their dice.
    """

    phase: Phase = "system"
    system: str | None = None
    names: tuple[str, str] = ("", "")
    side: int = 0
    sides: tuple[Side, Side] = ((), ())
    shut: tuple[bool, bool] = (False, False)
    editing: tuple[int, int] | None = None
    answers: tuple[Given, ...] = ()
    keys: Fields = field(default_factory=dict)
    side_keys: tuple[Fields, Fields] = ({}, {})
    seed: int = 0
    known: tuple[Known, ...] = ()
    pending: tuple[str, ...] = ()
    applied: bool = False
    earlier: Mapping[str, Fields | None] = field(default_factory=dict)
    done: tuple[Fields, ...] = ()

    def with_side(self, index: int, units: Side) -> Table:
        """Return the table with *units* on the side *index*."""
        first, second = self.sides
        return replace(self, sides=(units, second) if index == 0 else (first, units))

    def unit_at(self, number: int) -> tuple[int, int] | None:
        """Return side and place of the unit with this *number*, counted from 1 over both sides."""
        index = number - 1
        for side, units in enumerate(self.sides):
            if 0 <= index < len(units):
                return side, index
            index -= len(units)
        return None

    def number_of(self, side: int, index: int) -> int:
        """Return the number of a unit, counted from 1 over both sides."""
        return (len(self.sides[0]) if side else 0) + index + 1


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted line: the table before it, the line, and whether it goes back into the line on return."""

    before: Table
    text: str
    answer: bool


def rename(table: Table, old: str, new: str) -> Table:
    """Return *table* with the answers of the unit *old* moved to *new*: dice stay with the unit."""
    if old == new:
        return table
    answers = tuple(
        Given(
            new if given.unit == old else given.unit,
            given.key,
            tuple(
                (new if unit == old else unit, key, new if value == old else value)
                for unit, key, value in given.sets
            ),
        )
        for given in table.answers
    )
    return replace(table, answers=answers)
