"""The list of all checks of a whfb8 scenario: contradictions for which it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from melee_cli.systems.whfb8.due import break_leadership, restraint_leadership
from melee_cli.systems.whfb8.naming import attacks, contact, orders, targets
from melee_cli.systems.whfb8.unit_checks import ranks_sound, unit_sound

if TYPE_CHECKING:
    from melee_cli.core.system import Check

CHECKS: tuple[Check, ...] = (
    ranks_sound,
    unit_sound,
    attacks,
    targets,
    orders,
    contact,
    break_leadership,
    restraint_leadership,
)
