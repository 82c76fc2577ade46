"""Resolves melees of tabletop wargames, with every modifier explained and exact odds.

The library is these names; each is imported when it is first asked for, so that the command starts fast:
``load``, ``check``, ``resolve``, ``odds``, ``next_round``, ``systems``, ``Result``, ``Odds``, ``MeleeError``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from melee_cli import systems as systems
    from melee_cli.api.library import MeleeError, Scenario, check, load, next_round, odds, resolve
    from melee_cli.api.odds import Odds
    from melee_cli.api.resolve import Result
    from melee_cli.core.problems import Problem
    from melee_cli.formats.limits import Document

__version__ = "0.1.0"
__all__ = [
    "Document",
    "MeleeError",
    "Odds",
    "Problem",
    "Result",
    "Scenario",
    "check",
    "load",
    "next_round",
    "odds",
    "resolve",
    "systems",
]

PLACES = {
    "Document": "formats.limits",
    "Odds": "api.odds",
    "Problem": "core.problems",
    "Result": "api.resolve",
}


def __getattr__(name: str) -> Any:
    """Return what the library gives under *name*, imported now."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "systems":
        return import_module("melee_cli.systems")
    found = getattr(import_module(f"melee_cli.{PLACES.get(name, 'api.library')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
