"""Single changes within the players' reach, for ``melee odds --what-if``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from melee_cli.core.messages import M, Message
from melee_cli.systems.gdb.contact import FOOT
from melee_cli.systems.gdb.units import Scenario, Unit

Variation = tuple[Message, Mapping[str, Any]]

IN_FORMATION = {
    "line": M("{unit} in line"),
    "column": M("{unit} in column"),
    "square": M("{unit} in square"),
}


def variations(scenario: Scenario) -> Iterator[Variation]:
    """Return each change of *scenario* with its name, as a whole scenario that is sound again."""
    plain = scenario.model_dump(exclude_unset=True)
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            yield from _formations(plain, s, u, unit)
            yield from _charge(plain, s, u, unit, scenario.round)
            higher = (
                M("{unit} gives up the higher ground", unit=unit.name)
                if unit.higher
                else M("{unit} takes the higher ground", unit=unit.name)
            )
            yield higher, _with(plain, s, u, higher=not unit.higher)
            if len(side.units) > 1:
                text = (
                    M("without the reserve {unit}", unit=unit.name)
                    if unit.reinforcing
                    else M("without {unit}", unit=unit.name)
                )
                changed = _without(plain, s, u)
                if changed is not None:
                    yield text, changed


def _formations(plain: Mapping[str, Any], s: int, u: int, unit: Unit) -> Iterator[Variation]:
    """Return infantry in each other formation it may choose; a square has neither flank nor rear."""
    if unit.type != "infantry" or unit.cover == "building":
        return
    for formation, text in IN_FORMATION.items():
        if formation == (unit.formation or "line") or (formation == "square" and unit.attacked != "front"):
            continue
        yield Message(text.text, {"unit": unit.name}), _with(plain, s, u, formation=formation)


def _charge(plain: Mapping[str, Any], s: int, u: int, unit: Unit, round_: int) -> Iterator[Variation]:
    """Return a charging unit that stands, and a standing one that charges where it may."""
    if unit.reinforcing or unit.cover == "building":
        return
    if unit.action == "charging":
        changed = _with(plain, s, u, action="none")
        changed["sides"][s]["units"][u].pop("straight_cm", None)
        yield M("{unit} stands", unit=unit.name), changed
    elif unit.action == "none" and round_ == 1 and (unit.type not in FOOT or unit.type == "infantry"):
        yield M("{unit} charges", unit=unit.name), _with(plain, s, u, action="charging")


def _with(plain: Mapping[str, Any], s: int, u: int, **fields: Any) -> dict[str, Any]:
    """Return *plain* with *fields* of one unit set; what is not changed is shared."""
    sides = [dict(side) for side in plain["sides"]]
    units = list(sides[s]["units"])
    units[u] = {**units[u], **fields}
    sides[s]["units"] = units
    return {**plain, "sides": sides}


def _without(plain: Mapping[str, Any], s: int, u: int) -> dict[str, Any] | None:
    """Return *plain* without one unit, None where that leaves something said about it in the air."""
    sides = [dict(side) for side in plain["sides"]]
    units = list(sides[s]["units"])
    gone = units.pop(u)["name"]
    if any(unit.get("through") == gone for unit in units):
        return None
    sides[s]["units"] = units
    enemies = []
    for enemy in sides[1 - s]["units"]:
        if gone in (enemy.get("against") or ()):
            enemy = {**enemy, "against": [name for name in enemy["against"] if name != gone]}
        enemies.append(enemy)
    sides[1 - s]["units"] = enemies
    if not all(_has_enemy(unit, enemies) for unit in units) or not all(
        _has_enemy(enemy, units) for enemy in enemies
    ):
        return None
    changed = {**plain, "sides": sides}
    if "built_up" in plain and not any(
        unit.get("cover") == "building" for side in sides for unit in side["units"]
    ):
        del changed["built_up"]
    return changed


def _has_enemy(unit: Mapping[str, Any], enemies: list[Any]) -> bool:
    return any(
        (unit.get("against") is None or enemy["name"] in unit["against"])
        and (enemy.get("against") is None or unit["name"] in enemy["against"])
        for enemy in enemies
    )
