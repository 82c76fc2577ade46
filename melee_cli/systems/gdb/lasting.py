"""What stays with a unit from melee to melee: who it is, what is left of it, what it was at first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

STAYS = ("quality", "british", "horses")


def lasting(unit: Any, after: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return a unit's lasting fields, with the figures that its part of a result, *after*, leaves.

    ``initial`` is always written, so that half lost is known of whatever is left. None for a unit
    without figures.
    """
    figures = unit.figures if after is None else after["figures_after"]
    if not figures:
        return None
    said = unit.model_fields_set
    kept = {key: getattr(unit, key) for key in STAYS if key in said and getattr(unit, key) is not None}
    return {"type": unit.type, "figures": figures, "initial": unit.initial or unit.figures, **kept}
