"""What a row of the combat result is, and why a unit that is gone earns nothing by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from melee_cli.core.messages import M, Message
from melee_cli.core.rules import Row
from melee_cli.systems.whfb8.fight import Party, Troop

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.terms import Terms

SECTION = M("Combat result")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Point(Row):
    """A row of the combat result; ``give`` adds to a side what it earns by it.

    ``field`` is the unit's field without which the row cannot apply, None where there is no such field.
    """

    field: str | None
    give: Callable[[Point, Party, Terms], None]


def gone(troop: Troop) -> Message:
    """Why a wiped-out unit earns nothing any more."""
    return M("{unit} wiped out", unit=troop.name)
