"""A checked scenario with answers to its throws and choices written into it, or taken out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from melee_cli.core.stages import Answer


def answered(
    scenario: Any, answers: Mapping[tuple[str, str], Answer], without: Collection[tuple[str, str]] = ()
) -> dict[str, Any]:
    """Return *scenario* as a plain mapping, with *answers* by unit and key, and without those keys."""
    plain: dict[str, Any] = scenario.model_dump(exclude_unset=True)
    for side in plain["sides"]:
        for unit in side["units"]:
            name = unit["name"]
            for key in [key for key in unit if (name, key) in without]:
                del unit[key]
            unit.update({key: value for (whose, key), value in answers.items() if whose == name})
    return plain
