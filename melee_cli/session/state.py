"""What a session knows, as values: the melee on the table, the steps that led to it, the evening so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from melee_cli.journal.packing import pack, unpack

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


FORMAT = "melee-session/1"


class Packer:
    """Packs tables; units, and what is known of an evening, are written once and named by their number."""

    def __init__(self) -> None:
        self.units: list[Any] = []
        self.known: list[Any] = []
        self._units: dict[int, int] = {}
        self._known: dict[int, int] = {}

    def table(self, table: Table) -> dict[str, Any]:
        """Return *table* packed; of ``done`` only how many, for a step's are the first of the last's."""
        return {
            "phase": table.phase,
            "system": table.system,
            "names": list(table.names),
            "side": table.side,
            "sides": [[self._unit(unit) for unit in side] for side in table.sides],
            "shut": list(table.shut),
            "editing": table.editing and list(table.editing),
            "answers": [[given.unit, given.key, pack(given.sets)] for given in table.answers],
            "keys": pack(table.keys),
            "side_keys": pack(table.side_keys),
            "seed": table.seed,
            "known": self._knowledge(table.known),
            "pending": list(table.pending),
            "applied": table.applied,
            "earlier": pack(table.earlier),
            "done": len(table.done),
        }

    def _unit(self, unit: UnitLine) -> int:
        if id(unit) not in self._units:
            self._units[id(unit)] = len(self.units)
            self.units.append([unit.text, pack(unit.base), pack(unit.fields), list(unit.named)])
        return self._units[id(unit)]

    def _knowledge(self, known: tuple[Known, ...]) -> int:
        if id(known) not in self._known:
            self._known[id(known)] = len(self.known)
            self.known.append([[pack(k.fields), k.side] for k in known])
        return self._known[id(known)]


def packed(table: Table, steps: list[Step], lines: Mapping[str, list[str]], more: Fields) -> dict[str, Any]:
    """Return a whole session: the table, the steps that can be taken back, the lines typed, and *more*."""
    packer = Packer()
    data = {
        "format": FORMAT,
        **more,
        "table": packer.table(table),
        "steps": [[packer.table(step.before), step.text, step.answer] for step in steps],
        "lines": dict(lines),
    }
    return {**data, "units": packer.units, "known": packer.known, "done": pack(table.done)}


def unpacked(data: Mapping[str, Any]) -> tuple[Table, list[Step]]:
    """Return the table and the steps of a session; KeyError, TypeError or ValueError where it is none."""
    if data["format"] != FORMAT:
        raise ValueError(data["format"])
    units = [
        UnitLine(text, unpack(base), unpack(fields), tuple(named))
        for text, base, fields, named in data["units"]
    ]
    known = [tuple(Known(unpack(fields), side) for fields, side in entry) for entry in data["known"]]
    done = tuple(unpack(data["done"]))

    def table(packed: Mapping[str, Any]) -> Table:
        first, second = ([units[i] for i in side] for side in packed["sides"])
        one, other = unpack(packed["side_keys"])
        return Table(
            phase=packed["phase"],
            system=packed["system"],
            names=tuple(packed["names"]),
            side=packed["side"],
            sides=(tuple(first), tuple(second)),
            shut=tuple(packed["shut"]),
            editing=tuple(packed["editing"]) if packed["editing"] else None,
            answers=tuple(
                Given(unit, key, tuple((who, what, value) for who, what, value in unpack(sets)))
                for unit, key, sets in packed["answers"]
            ),
            keys=unpack(packed["keys"]),
            side_keys=(one, other),
            seed=packed["seed"],
            known=known[packed["known"]],
            pending=tuple(packed["pending"]),
            applied=packed["applied"],
            earlier=unpack(packed["earlier"]),
            done=done[: packed["done"]],
        )

    return table(data["table"]), [Step(table(before), text, answer) for before, text, answer in data["steps"]]
