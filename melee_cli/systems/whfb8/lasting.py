"""What stays with a unit from combat to combat: who it is, and what a combat leaves of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from melee_cli.systems.whfb8.troops import models_of

STAYS = (
    "type",
    "models",
    "width",
    "ranks",
    "wounds_each",
    "skirmishing",
    "leadership",
    "standard",
    "battle_standard",
    "musician",
    "stubborn",
    "unbreakable",
    "unstable",
    "cold_blooded",
    "swiftstride",
)
GONE = frozenset({"destroyed", "wiped_out"})


def lasting(unit: Any, after: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return a unit's lasting fields, less the models that crumbled by its part of a result, *after*.

    Models are counted after casualties already when a combat is entered. None for a unit that is gone.
    """
    said = unit.model_fields_set
    kept = {key: getattr(unit, key) for key in STAYS if key in said and getattr(unit, key) is not None}
    if after is None:
        return kept
    if after["outcome"] in GONE:
        return None
    models = models_of(unit)
    wounds = after.get("crumble_wounds")
    if wounds and models is not None and (lost := wounds // unit.wounds_each):
        kept["models"] = models - lost
    return kept
