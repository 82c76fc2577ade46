"""Reading one thing out of a combat's result, and the combats of which it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.whfb8.playing import fight, lines_of, units_of

Result = dict[str, Any]
FIT = {"leadership": 7}
RANKS = {"models": 10, "width": 5}


def point(rule: str, side: str = "A") -> Callable[[Result], Any]:
    """Read the value of a side's line, None where there is none."""
    return lambda result: lines_of(result, side).get(rule)


def unit(name: str, *keys: str) -> Callable[[Result], Any]:
    """Read a key of a unit, of a key of it, and so on."""

    def read(result: Result) -> Any:
        found: Any = units_of(result)[name]
        for key in keys:
            found = found and found[key]
        return found

    return read


def duty(rule: str) -> Callable[[Result], Any]:
    """Read whether a duty is there."""
    return lambda result: any(duty["rule"] == rule for duty in result["duties"])


def broken(*pursuers: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Return a combat whose only loser breaks."""
    return fight([{"wounds": 9, **unit} for unit in pursuers or ({},)], [{**FIT, "break_roll": 12, **keys}])
