"""The scenario of the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from melee_cli.systems.gdb.melee import End, Engagement


def next_round(melee: Engagement, end: End) -> dict[str, Any] | None:
    """Return the scenario of the next round, None where nobody is left in contact."""
    return None
