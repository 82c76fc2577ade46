"""What kind of troops a unit is made of: types without ranks, monstrous ones, swift ones, its models."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.model import Unit

WITHOUT_RANKS = frozenset({"chariot", "monster", "war_machine", "character"})
MONSTROUS = frozenset({"monstrous_infantry", "monstrous_beasts", "monstrous_cavalry"})
SWIFT = frozenset({"cavalry", "war_beasts", "monstrous_beasts", "monstrous_cavalry", "chariot"})


def models_of(unit: Unit) -> int | None:
    """Return how many models *unit* has, None where only its ranks are known."""
    if unit.models is not None:
        return unit.models
    return 1 if unit.ranks is None else None


def is_swift(unit: Unit) -> bool:
    """Whether *unit* has swiftstride: as it says, else by its type."""
    return unit.type in SWIFT if unit.swiftstride is None else unit.swiftstride
