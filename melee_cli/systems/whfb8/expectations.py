"""How ``expect:`` reads a unit's keys that stand deeper in its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Unit = Mapping[str, Any]


def break_target(unit: Unit) -> int | None:
    """Return the target of its Break test, None where it took none."""
    test = unit["break_test"]
    return None if test is None else int(test["target"])


def modifiers(unit: Unit) -> Any:
    """Return the lines of its Break test's target."""
    return unit["break_test"]["modifiers"] if unit["break_test"] else []


def withheld(unit: Unit) -> Any:
    """Return what was withheld from its Break test's target."""
    return unit["break_test"]["withheld"] if unit["break_test"] else []


def caught(unit: Unit) -> bool:
    """Return whether it fled and was caught."""
    return bool(unit["flight"] and unit["flight"]["caught"])


def flees_from(unit: Unit) -> str | None:
    """Return the enemy it flees from, None where it does not flee or there is none."""
    return unit["flight"]["from"] if unit["flight"] else None


EXPECTATIONS: Mapping[str, Callable[[Unit], Any]] = {
    "break_target": break_target,
    "caught": caught,
    "flees_from": flees_from,
    "modifiers": modifiers,
    "withheld": withheld,
}
