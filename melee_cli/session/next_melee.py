"""From melee to melee: the next round, dice again, a new melee, and what stays with the units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from melee_cli.core.messages import Message
from melee_cli.core.stages import Dealer, play
from melee_cli.entry.parser import parse_line, parse_words
from melee_cli.session.scenario import Desk, Position, scenario_of
from melee_cli.session.state import Fields, Known, Table, UnitLine
from melee_cli.session.units import has_name, same

SETTINGS = ("rulings", "house")


def line_of(fields: Fields) -> UnitLine:
    """Return a unit that was not typed as a line: its name, and under it all it has."""
    return UnitLine(f"{fields['name']}:", dict(fields), dict(fields))


def needs_of(position: Position) -> Message | None:
    """Return what the next round of the melee on the table needs beside its dice, None for nothing."""
    asked = position.system.next_round_needs
    return None if asked is None else asked(position.checked.scenario)


def next_round(desk: Desk) -> Table:
    """Return the table of the next round, carried over by the rules; only where there is one."""
    position = desk.position
    following: Mapping[str, Any] = position.resolved.data["next_round"]
    table = finished(position)
    sides = tuple(tuple(line_of(unit) for unit in side["units"]) for side in following["sides"])
    needs = needs_of(position) is not None
    kept = {key: value for key, value in following.items() if key not in ("rules", "sides")}
    extra = [{k: v for k, v in side.items() if k not in ("name", "units")} for side in following["sides"]]
    return replace(
        table,
        phase="units" if needs else "ready",
        side=0,
        sides=(sides[0], sides[1]),
        shut=(not needs, not needs),
        answers=(),
        keys=kept,
        side_keys=(extra[0], extra[1]),
        applied=False,
        earlier=losses(position),
    )


def dice_again(table: Table, position: Position) -> Table:
    """Return the table with every throw and choice taken back, those in lines and files too."""
    _, record = play(position.melee, Dealer(0, 1))
    asked = {(unit, key) for unit, key in (*record.rolls, *record.choices)}
    asked |= {(unit, key) for unit, key, _ in record.tallies}
    asked |= {(unit, key) for given in table.answers for unit, key, _ in given.sets}
    sides = tuple(
        tuple(_without(unit, {key for name, key in asked if name == unit.name}, position) for unit in side)
        for side in table.sides
    )
    return replace(table, sides=(sides[0], sides[1]), answers=(), seed=table.seed + 1)


def _without(unit: UnitLine, keys: set[str], position: Position) -> UnitLine:
    """Return *unit* without *keys*, its line without the words that said them."""
    if not keys & unit.fields.keys():
        return unit
    words = position.system.words
    line = parse_line(unit.text, words) if has_name(unit.text) else parse_words(unit.text, words)
    text = unit.text
    for start, end in sorted((line.spans[key] for key in keys if key in line.spans), reverse=True):
        text = text[:start].rstrip() + text[end:]
    return replace(unit, text=text, base=_less(unit.base, keys), fields=_less(unit.fields, keys))


def _less(fields: Fields, keys: set[str]) -> Fields:
    return {key: value for key, value in fields.items() if key not in keys}


def new_melee(position: Position, has_result: bool) -> Table:
    """Return the table cleared for a new melee; what was on it is remembered as far as it was sound."""
    table = position.table
    if has_result:
        table = finished(position)
    elif table.phase == "ready" and not position.problems:
        table = replace(table, known=remembered(position, applied=False))
    keys = {key: value for key, value in table.keys.items() if key in SETTINGS}
    return Table(
        phase="units",
        system=table.system,
        names=table.names,
        keys=keys,
        seed=table.seed + 1,
        known=table.known,
        done=table.done,
    )


def finished(position: Position) -> Table:
    """Return the table with its melee among the evening's, and its units remembered."""
    table = position.table
    return replace(table, known=remembered(position, table.applied), done=(*table.done, scenario_of(table)))


def remembered(position: Position, applied: bool) -> tuple[Known, ...]:
    """Return the units known after this melee: those of the table added, losses taken off if *applied*."""
    table = position.table
    known = list(table.known)
    for side, units in enumerate(position.checked.scenario.sides):
        for unit in units.units:
            at = _place(known, unit.name)
            if at is None or (not table.earlier and not applied):
                own = _lasting(position, unit, None) or {}
                _put(known, at, Known({"name": unit.name, **own}, table.names[side]))
    if applied:
        for name, fields in losses(position).items():
            at = _place(known, name)
            if fields is None:
                known = [k for k in known if same(k.name) != same(name)]
            else:
                _put(known, at, Known(fields, known[at].side if at is not None else None))
    return tuple(known)


def losses(position: Position) -> dict[str, Fields | None]:
    """Return what the melee up to here leaves of each unit, None for one that is gone."""
    found: dict[str, Fields | None] = dict(position.table.earlier)
    results: Sequence[Mapping[str, Any]] = [
        unit for side in position.resolved.data["sides"] for unit in side["units"]
    ]
    by_name = {unit["name"]: unit for unit in results}
    for side in position.checked.scenario.sides:
        for unit in side.units:
            fields = _lasting(position, unit, by_name.get(unit.name))
            found[unit.name] = None if fields is None else {"name": unit.name, **fields}
    return found


def _lasting(position: Position, unit: Any, result: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    lasting = position.system.lasting
    return {} if lasting is None else lasting(unit, result)


def _place(known: Sequence[Known], name: str) -> int | None:
    return next((i for i, k in enumerate(known) if same(k.name) == same(name)), None)


def _put(known: list[Known], at: int | None, unit: Known) -> None:
    if at is None:
        known.append(unit)
    else:
        known[at] = unit
