"""What is to be done at the table after a result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from melee_cli.systems.gdb.melee import End, Engagement


def duties(melee: Engagement, end: End, winner: int) -> list[dict[str, Any]]:
    """Return the duties of one result in the order of the table."""
    return []
