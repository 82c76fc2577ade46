"""A battle of gdb played straight into a journal: units come back with what is left of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from melee_cli.journal import battles, moments
from melee_cli.journal.battles import Battle
from melee_cli.journal.melees import worked_out
from melee_cli.journal.moments import MeleeKept
from melee_cli.journal.store import Store, open_store

Unit = Mapping[str, Any]
FOOT = {"type": "infantry", "formation": "line"}


class Evening:
    """One battle in a store; ``play`` adds a melee, ``left`` says what is left of a unit."""

    def __init__(self, folder: Path, name: str = "Ligny") -> None:
        self.store: Store = open_store(folder / "journal.sqlite3")
        with self.store.transaction():
            self.id = battles.begin(self.store, name, "gdb")

    @property
    def battle(self) -> Battle:
        return battles.by_id(self.store, self.id)

    def melee(self, first: Mapping[str, Unit], second: Mapping[str, Unit], **keys: Any) -> MeleeKept:
        """Return a melee of French against Prussians, each unit as it is now but for what is said of it."""
        known = moments.present(moments.of_battle(self.store, self.id))

        def unit(name: str, said: Unit) -> dict[str, Any]:
            base = known[name].after if name in known else FOOT
            return {"name": name, **(base or {}), **said}

        sides = [
            {"name": side, "units": [unit(name, said) for name, said in units.items()]}
            for side, units in (("French", first), ("Prussians", second))
        ]
        return worked_out({"rules": "gdb", **keys, "sides": sides}, {})

    def play(self, first: Mapping[str, Unit], second: Mapping[str, Unit], **keys: Any) -> int:
        """Add such a melee and return its place."""
        melee = self.melee(first, second, **keys)
        assert melee.status == "done", melee.verdict
        return self.add(melee)

    def add(self, melee: MeleeKept) -> int:
        with self.store.transaction():
            return battles.add_melee(self.store, self.id, melee)

    @property
    def course(self) -> list[moments.Moment]:
        return moments.of_battle(self.store, self.id)

    def left(self, name: str) -> int | None:
        return moments.present(self.course)[name].count_after

    def whole(self, number: int) -> MeleeKept:
        return moments.melee_of(self.store, battles.melee_at(self.store, self.battle, number))

    def score(self, number: int, side: int) -> int:
        result = self.whole(number).result
        assert result is not None
        return int(result["sides"][side]["score"])


def figures(number: int, roll: int, **more: Any) -> dict[str, Any]:
    """Return what is said of a fresh unit of so many figures that rolls so."""
    return {"figures": number, "roll": roll, **more}


def rolls(roll: int, **more: Any) -> dict[str, Any]:
    """Return what is said of a unit that comes back and rolls so."""
    return {"roll": roll, **more}


def ten_melees(folder: Path) -> Evening:
    """Return an evening of ten melees: A meets B in 3 and 5, A again in 7, B again in 10; the rest others."""
    evening = Evening(folder)
    evening.play({"1st": figures(30, 8)}, {"West": figures(24, 6)})
    evening.play({"2nd": figures(24, 7)}, {"East": figures(24, 7)})
    evening.play({"A": figures(36, 9)}, {"B": figures(36, 5)})
    evening.play({"1st": rolls(6)}, {"East": rolls(9)})
    evening.play({"A": rolls(7)}, {"B": rolls(7)})
    evening.play({"2nd": rolls(9)}, {"West": rolls(8)})
    evening.play({"A": rolls(8)}, {"South": figures(30, 7)})
    evening.play({"1st": rolls(8)}, {"North": figures(24, 4)})
    evening.play({"2nd": rolls(5)}, {"North": rolls(6)})
    evening.play({"3rd": figures(30, 6)}, {"B": rolls(9)})
    return evening
