"""What the journal keeps of a session, and what it brings to the table: melees out, units in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from melee_cli.journal.melees import kept, worked_out
from melee_cli.journal.moments import MeleeKept, Moment, present
from melee_cli.journal.sessions import Played
from melee_cli.session.actions import has_result
from melee_cli.session.machine import Machine
from melee_cli.session.scenario import Desk, scenario_of
from melee_cli.session.state import Known


def played_in(machine: Machine) -> list[Played]:
    """Return the melees of the session in order, the one on the table last where it has its result."""
    melees = [Played(scenario, partial(worked_out, scenario, {})) for scenario in machine.table.done]
    if machine.table.phase == "ready" and has_result(machine.desk):
        melees.append(Played(scenario_of(machine.table), lambda: _on_table(machine.desk)))
    return melees


def _on_table(desk: Desk) -> MeleeKept:
    """Return the melee on the table, with the lines of its units as they were typed."""
    position = desk.position
    words = {unit.name: unit.text for side in desk.table.sides for unit in side}
    return kept(position.checked, position.resolved, words)


def played_before(data: Mapping[str, Any]) -> list[Played]:
    """Return the melees of a session kept as *data*; raises what ``Machine.of`` does where it is none."""
    return played_in(Machine.of(data))


def bring_units(machine: Machine, course: Sequence[Moment]) -> None:
    """Let the units of the battle be recalled at the table as they are now, and those that are gone not."""
    units = present(course)
    left = [
        Known({"name": name, **one.after}, one.side) for name, one in units.items() if one.after is not None
    ]
    machine.know(left, {name for name, one in units.items() if one.after is None})
