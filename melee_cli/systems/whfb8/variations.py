"""Single changes within the players' reach: charge or not, the higher ground, another part, one unit less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from melee_cli.core.messages import M, Message

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.model import Scenario

Variation = tuple[Message, Mapping[str, Any]]


def variations(scenario: Scenario) -> Iterator[Variation]:
    """Return each change of *scenario* with its name, as a whole scenario."""
    plain = scenario.model_dump(exclude_unset=True)
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            if unit.models == 0:
                continue
            charged = (
                M("{unit} does not charge", unit=unit.name)
                if unit.charged
                else M("{unit} charges", unit=unit.name)
            )
            yield charged, _with(plain, s, u, charged=not unit.charged)
            height = (
                M("{unit} leaves the higher ground", unit=unit.name)
                if unit.high_ground
                else M("{unit} takes the higher ground", unit=unit.name)
            )
            yield height, _with(plain, s, u, high_ground=not unit.high_ground)
            yield from _parts(plain, s, u)
            if len(side.units) > 1:
                yield M("without {unit}", unit=unit.name), _without(plain, s, u)


def _with(plain: Mapping[str, Any], s: int, u: int, **fields: Any) -> dict[str, Any]:
    changed: dict[str, Any] = deepcopy(dict(plain))
    changed["sides"][s]["units"][u].update(fields)
    return changed


def _parts(plain: Mapping[str, Any], s: int, u: int) -> Iterator[Variation]:
    """Return the unit in another part of each enemy whose part it names."""
    unit = plain["sides"][s]["units"][u]
    attacks = unit.get("attacks") or {}
    for enemy, part in attacks.items():
        texts = {
            "front": M("{unit} in the front of {enemy}", unit=unit["name"], enemy=enemy),
            "flank": M("{unit} in the flank of {enemy}", unit=unit["name"], enemy=enemy),
            "rear": M("{unit} in the rear of {enemy}", unit=unit["name"], enemy=enemy),
        }
        for other, text in texts.items():
            if other != part:
                yield text, _with(plain, s, u, attacks={**attacks, enemy: other})


def _without(plain: Mapping[str, Any], s: int, u: int) -> dict[str, Any]:
    """Return the scenario without one unit, and without what others say of it."""
    changed: dict[str, Any] = deepcopy(dict(plain))
    gone = changed["sides"][s]["units"].pop(u)["name"]
    for side in changed["sides"]:
        for key in ("flee_order", "pursuit_order"):
            if side.get(key):
                side[key] = [name for name in side[key] if name != gone]
        for unit in side["units"]:
            if unit.get("attacks"):
                unit["attacks"] = {name: part for name, part in unit["attacks"].items() if name != gone}
            for key in ("pursue", "flees_from"):
                if unit.get(key) == gone:
                    del unit[key]
    return changed
