"""The book in force: a system's rows and rulings, with what a house file or a scenario changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from melee_cli.core.message import Message
from melee_cli.core.rows import Modifier, Row, with_numbers
from melee_cli.core.rulings import Value, defaults

if TYPE_CHECKING:
    from melee_cli.core.system import System


@dataclass(slots=True)
class Change:
    """One change a house file makes, as ``melee rules`` and a result show it."""

    rule: str
    text: Message


class House(NamedTuple):
    """A house file's overlay: numbers set, rows switched off, flat rows added, rulings.

    ``numbers`` maps a row id to its numbers by name; ``added`` are modifiers of the house's own.
    """

    name: str
    numbers: Mapping[str, Mapping[str, int]] = {}
    off: frozenset[str] = frozenset()
    added: tuple[Row, ...] = ()
    rulings: Mapping[str, Value] = {}
    changes: tuple[Change, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Book:
    """The rules in force for one scenario. Books are shared between scenarios and compare by identity.

    ``rows`` holds every row by id, with its numbers in force; a row that the house switched off is in
    ``off`` and applies nowhere. ``rulings`` holds every switch.
    """

    system: System
    rows: Mapping[str, Row]
    rulings: Mapping[str, Value]
    off: frozenset[str] = frozenset()
    house: House | None = None

    def number(self, rule: str, name: str = "value") -> int:
        """Return the number *name* of the row *rule* as it is in force."""
        return self.rows[rule].numbers[name]

    def in_force(self, rows: Iterable[Row]) -> tuple[Row, ...]:
        """Return *rows* as they are in force, without those switched off; modifiers added at the end."""
        kept = [self.rows[row.id] for row in rows if row.id not in self.off]
        if self.house and any(isinstance(row, Modifier) for row in kept):
            kept.extend(self.house.added)
        return tuple(kept)


def open_book(system: System, rulings: Mapping[str, Value] | None = None, house: House | None = None) -> Book:
    """Return *system*'s book with the *house* overlay and then *rulings* laid over it.

    *rulings* must hold accepted values of known switches (the scenario layer checks them).
    """
    rows = {row.id: row for row in system.rows}
    for rule, numbers in (house.numbers if house else {}).items():
        rows[rule] = with_numbers(rows[rule], numbers)
    rows |= {row.id: row for row in (house.added if house else ())}
    switches = {**defaults(system.rulings), **(house.rulings if house else {}), **(rulings or {})}
    return Book(system, rows, switches, house.off if house else frozenset(), house)
