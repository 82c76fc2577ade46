"""A session as plain data and back: what its file holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from melee_cli.session.state import Fields, Given, Known, Step, Table, UnitLine
from melee_cli.systems.models import Numeral, Written

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


def pack(value: Any) -> Any:
    """Return *value* so that JSON keeps the numbers that remember how they were written."""
    if isinstance(value, Numeral):
        return {"$decimal": str(value)}
    if isinstance(value, Written):
        return {"$written": value.written, "value": int(value)}
    if isinstance(value, Mapping):
        return {key: pack(item) for key, item in value.items()}
    return [pack(item) for item in value] if isinstance(value, (list, tuple)) else value


def unpack(value: Any) -> Any:
    """Return what :func:`pack` packed."""
    if isinstance(value, dict):
        if value.keys() == {"$decimal"}:
            return Numeral(value["$decimal"])
        if value.keys() == {"$written", "value"}:
            return Written(value["value"], value["$written"])
        return {key: unpack(item) for key, item in value.items()}
    return [unpack(item) for item in value] if isinstance(value, list) else value
