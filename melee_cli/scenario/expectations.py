"""What an ``expect:`` block may say, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field, ValidationError

from melee_cli.core.messages import M
from melee_cli.core.problems import Path, Problem, did_you_mean
from melee_cli.core.system import System
from melee_cli.scenario.problems import complaints
from melee_cli.systems.models import Strict, Text, as_text

Values = dict[Text, int]


class UnitExpected(Strict):
    """What may be expected of a unit."""

    total: int | None = None
    outcome: Text | None = None
    losses: int | None = None
    losses_exact: Text | None = None
    figures_after: int | None = None
    modifiers: Values | None = None
    withheld: list[Text] | None = None
    steadfast: bool | None = None
    disrupted: bool | None = None
    ranks: int | None = None
    break_target: int | None = None
    caught: bool | None = None
    flees_from: Text | None = None


class Expected(Strict):
    """What may be expected of a result; only what is named is compared."""

    winner: Text | None = None
    difference: Annotated[int, Field(ge=0)] | None = None
    band: Text | None = None
    scores: Values | None = None
    lines: dict[Text, Values] | None = None
    duties: list[Text] | None = None
    next_round: bool | None = None
    problems: list[Text] | None = None
    units: dict[Text, UnitExpected] | None = None


def check_expect(data: Mapping[str, Any], system: System) -> Iterator[Problem]:
    """Yield what is wrong with the ``expect:`` of *data*, a scenario's mapping for *system*."""
    expect = data.get("expect")
    if expect is None:
        return
    try:
        Expected.model_validate(_without_own_keys(expect, system))
    except ValidationError as error:
        yield from complaints(error, Expected, expect, ("expect",)).problems
    if isinstance(expect, dict):
        yield from _unknown_names(expect, data)


def _without_own_keys(expect: Any, system: System) -> Any:
    """Return *expect* without the keys of units that *system* alone reads out of its results."""
    own = set(system.expectations) - set(UnitExpected.model_fields)
    units = expect.get("units") if isinstance(expect, dict) else None
    if not own or not isinstance(units, dict):
        return expect
    common = {
        name: {key: value for key, value in unit.items() if key not in own}
        if isinstance(unit, dict)
        else unit
        for name, unit in units.items()
    }
    return {**expect, "units": common}


def _unknown_names(expect: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[Problem]:
    sides = _mappings(data.get("sides"))
    units = [_mappings(side.get("units")) for side in sides or ()]
    if sides is None or None in units:
        return  # who is here cannot be told, and that is a problem already
    side_names = [str(as_text(side.get("name"))) for side in sides]
    unit_names = [str(as_text(unit.get("name"))) for side in units for unit in side or ()]
    for key, names in (("scores", side_names), ("lines", side_names), ("units", unit_names)):
        named = expect.get(key)
        for name in named if isinstance(named, dict) else ():
            if name not in names:
                path: Path = ("expect", key, name)
                yield Problem(
                    "unknown-name",
                    M("nobody here is called {name}", name=name),
                    path,
                    "key",
                    hint=did_you_mean(name, names),
                )


def _mappings(data: Any) -> list[dict[str, Any]] | None:
    """Return *data* if it is a list of mappings and nothing else."""
    return data if isinstance(data, list) and all(isinstance(item, dict) for item in data) else None
