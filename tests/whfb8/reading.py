"""Reading one thing out of a combat's result, and the combats of which it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from melee_cli.systems.whfb8.profile import Profile
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


TROOPS = {"ws": 3, "s": 3, "t": 3, "i": 3}


def troops(models: int = 20, width: int = 5, **keys: Any) -> dict[str, Any]:
    """Return a unit with a profile: plain troops, changed by what *keys* say of the unit or its profile."""
    said = {key: keys.pop(key) for key in list(keys) if key in PROFILE}
    return {"models": models, "width": width, "leadership": 7, "profile": {**TROOPS, **said}, **keys}


PROFILE = frozenset(Profile.model_fields)


def blow(name: str, *keys: str, kind: str = "fighting", target: str = "") -> Callable[[Result], Any]:
    """Read a key of a unit's first blows of a kind (on *target*), None where it strikes none such."""

    def read(result: Result) -> Any:
        for found in units_of(result)[name]["blows"]:
            if found["kind"] == kind and target in ("", found["target"]):
                for key in keys:
                    found = found[key]
                return found
        return None

    return read


def made(name: str, rule: str, target: str = "") -> Callable[[Result], Any]:
    """Read how many attacks of a unit come from a rule."""
    parts = blow(name, "made_of", target=target)
    return lambda result: sum(p["value"] for p in parts(result) or () if p["rule"] == rule)


def shaped(name: str, rule: str) -> Callable[[Result], Any]:
    """Read whether a rule shapes a unit's blows."""

    def read(result: Result) -> bool:
        found = blow(name)(result)
        return rule in (*found["rules"], *(again["rule"] for again in found["rerolls"]))

    return read
