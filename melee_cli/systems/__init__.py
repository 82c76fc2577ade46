"""The rules systems, one package each; they never import each other.

A built-in system is known by its module's path, so that finding it costs nothing; any other is
looked for among the entry points of the group ``melee_cli.systems`` only when it is named.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import cast

from melee_cli.core.system import System

GROUP = "melee_cli.systems"
BUILT_IN = {"gdb": "melee_cli.systems.gdb", "whfb8": "melee_cli.systems.whfb8"}


@lru_cache(maxsize=16)
def find(name: str) -> System | None:
    """Return the system called *name*, None where there is no such system."""
    if name in BUILT_IN:
        return cast(System, import_module(BUILT_IN[name]).SYSTEM)
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP, name=name):
        return cast(System, point.load())
    return None


def names() -> list[str]:
    """Return the ids of all systems installed, the built-in ones first."""
    from importlib.metadata import entry_points

    return [*BUILT_IN, *sorted({point.name for point in entry_points(group=GROUP)} - set(BUILT_IN))]


def installed() -> list[System]:
    """Return all systems installed, the built-in ones first."""
    return [system for system in map(find, names()) if system is not None]


class _Called(ModuleType):
    """``melee_cli.systems()`` lists them: the library's function and this package share that name."""

    def __call__(self) -> list[System]:
        """Return all systems installed, the built-in ones first."""
        return installed()


sys.modules[__name__].__class__ = _Called
