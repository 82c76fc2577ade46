"""What a result says beside its numbers: what was counted as passed or decided for want of a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.stages import Record

if TYPE_CHECKING:
    from melee_cli.systems.gdb.melee import Engagement


def notes(melee: Engagement, record: Record) -> list[Message]:
    """Return the notes of one result (rulings largest, gdb.reinf.morale)."""
    said = []
    if melee.undecided_largest:
        first = melee.undecided_largest[0]
        if record.choices.get((first.name, "largest"), first.name) == first.name:
            said.append(
                M(
                    "{units} are equally large and nobody chose: the first of them, {unit}, outnumbers "
                    "(ruling:largest)",
                    units=Phrases(tuple(f.name for f in melee.undecided_largest)),
                    unit=first.name,
                )
            )
    for fighter in melee.fighters:
        if fighter.unit.reinforcing:
            said.append(
                M(
                    "{unit} reinforces: its morale test counts as passed, and it comes in disordered "
                    "(gdb.reinf.morale, gdb.reinf.disordered)",
                    unit=fighter.name,
                )
            )
    return said
