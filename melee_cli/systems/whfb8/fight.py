"""Who is in the fight: each unit with what the rules work out about it, and the two sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from melee_cli.core.messages import Message
from melee_cli.core.rules import Line, Row, Withheld
from melee_cli.systems.whfb8.troops import is_swift, models_of

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.model import Part, Unit


class Troop:
    """A unit in its place in the fight. What the scenario says of it is read from ``unit``.

    ``index`` counts through both sides in file order. ``enemies`` are the enemy units in contact,
    ``parts`` the part of each of them (by index) that this unit touches. ``ranks`` is its rank count,
    ``fives`` the same with five models a rank whatever its type.
    """

    __slots__ = ("alive", "disrupted", "enemies", "fives", "index", "name", "parts", "ranks", "unit")

    def __init__(self, index: int, unit: Unit) -> None:
        self.index = index
        self.unit = unit
        self.name = unit.name
        self.alive = unit.models != 0
        self.enemies: list[Troop] = []
        self.parts: dict[int, Part] = {}
        self.ranks = 0
        self.fives = 0
        self.disrupted = False

    @property
    def models(self) -> int | None:
        """How many models it has, None where only its ranks are known."""
        return models_of(self.unit)

    @property
    def swiftstride(self) -> bool:
        """Whether it has swiftstride, by its type where the scenario does not say."""
        return is_swift(self.unit)


class Party:
    """A side in the fight: its units, and the combat result points it earns or is refused.

    ``said`` are the fields that the scenario says of any of its units: a row about another is passed by.
    ``flanks`` and ``rears`` are the enemies that its units touch there, each with the unit, enemy by enemy.
    """

    __slots__ = ("alive", "flanks", "lines", "name", "rears", "said", "total", "troops", "withheld")

    def __init__(self, name: str, troops: list[Troop]) -> None:
        self.name = name
        self.troops = troops
        self.alive = any(troop.alive for troop in troops)
        self.said: set[str] = set().union(*[troop.unit.model_fields_set for troop in troops])
        self.flanks: list[tuple[Troop, Troop]] = []
        self.rears: list[tuple[Troop, Troop]] = []
        self.lines: list[Line] = []
        self.withheld: list[Withheld] = []
        self.total = 0

    def earn(self, row: Row, value: int, troops: Iterable[Troop], label: Message | None = None) -> None:
        """Add a line of *value* points by *row* that came from *troops*."""
        self.lines.append(Line(row.id, label or row.label, value, row.cite, tuple(t.name for t in troops)))
        self.total += value

    def withhold(self, row: Row, reason: Message, cite: str | None = None) -> None:
        """Write down that *row* would have earned a point but for *reason*."""
        self.withheld.append(Withheld(row.id, reason, cite or row.cite))
