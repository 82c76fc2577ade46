"""Editing the lines of a melee that is to be corrected: by options, or unit after unit on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from melee_cli.cli.usage import WrongUsage
from melee_cli.core.messages import M
from melee_cli.formats.limits import Unusual
from melee_cli.formats.yaml import quick
from melee_cli.scenario.write import to_yaml

Scenario = Mapping[str, Any]


def edited_by_options(scenario: Scenario, lines: Sequence[str], pairs: Sequence[str]) -> Scenario:
    """Return *scenario* with the units of *lines* in place of those of the same names, and *pairs* set.

    A pair is ``KEY=VALUE`` of the scenario or ``UNIT.KEY=VALUE``; without a value the key is taken away.
    Raises a usage error for a unit that there is not.
    """
    sides = [{**side, "units": list(side["units"])} for side in scenario["sides"]]
    changed: dict[str, Any] = {**scenario, "sides": sides}
    names = [str(unit["name"]) for side in sides for unit in side["units"]]
    for line in lines:
        name = line.partition(":")[0].strip()
        if name not in names:
            raise WrongUsage(
                M("there is no unit {name}; it has {units}", name=repr(name), units=", ".join(names)),
                "--unit",
            )
        for side in sides:
            side["units"] = [line if _is_called(unit, name) else unit for unit in side["units"]]
    for pair in pairs:
        where, equals, text = pair.partition("=")
        if not equals or not where.strip():
            raise WrongUsage(M("{pair} is not KEY=VALUE", pair=repr(pair)), "--set")
        _set(changed, where.strip(), text, names)
    return changed


def _is_called(unit: object, name: str) -> bool:
    return isinstance(unit, Mapping) and str(unit["name"]) == name


def _set(scenario: dict[str, Any], where: str, text: str, names: Sequence[str]) -> None:
    """Set one key of the scenario or, after the name of a unit and a point, of that unit."""
    name = next((name for name in names if where.startswith(f"{name}.")), None)
    if name is None:
        _put(scenario, where, text)
        return
    key = where[len(name) + 1 :]
    for side in scenario["sides"]:
        units = []
        for unit in side["units"]:
            if _is_called(unit, name):
                unit = dict(unit)
                _put(unit, key, text)
            units.append(unit)
        side["units"] = units


def _put(holder: dict[str, Any], key: str, text: str) -> None:
    if not text.strip():
        holder.pop(key, None)
        return
    try:
        holder[key] = quick(text.encode())
    except (Unusual, IndexError) as reason:
        raise WrongUsage(M("{text} is no value for {key}", text=repr(text), key=key), "--set") from reason


def edited_at_terminal(scenario: Scenario) -> Scenario:
    """Return *scenario* after each of its lines was offered to edit; Enter takes one as it stands.

    A unit is a mapping in braces, with its dice; a line of words after its name is taken too.
    """
    from prompt_toolkit import prompt

    keys = {key: value for key, value in scenario.items() if key not in ("sides", "rules")}
    typed = prompt("  ", default=_flow(keys)) if keys else ""
    said = _read(typed) if keys else {}
    sides = []
    for side in scenario["sides"]:
        more = {key: value for key, value in side.items() if key not in ("name", "units")}
        head = _read(prompt(f"{side['name']}  ", default=_flow(more))) if more else {}
        units = [_read(prompt("    ", default=_flow(unit))) for unit in side["units"]]
        sides.append({"name": side["name"], **head, "units": [unit for unit in units if unit]})
    return {"rules": scenario["rules"], **said, "sides": sides}


def _flow(fields: Mapping[str, Any]) -> str:
    """Return *fields* as one line of YAML in braces."""
    return to_yaml({"x": dict(fields)})[3:].strip()


def _read(line: str) -> Any:
    """Return what a line says: a mapping in braces, else the words of a unit as they stand."""
    if not line.strip().startswith("{"):
        return line.strip()
    try:
        return quick(line.encode())
    except (Unusual, IndexError) as reason:
        raise WrongUsage(M("{line} cannot be read", line=repr(line))) from reason
