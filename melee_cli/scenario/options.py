"""What the command line says over every scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Options:
    """The seed, rulings by id, the house file's path, and scenario keys set (``terrain=difficult``)."""

    seed: int | None = None
    rulings: Mapping[str, Any] = field(default_factory=dict)
    house: str | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)
