"""The book that the command line asks for: a system's, with a house file and rulings laid over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from melee_cli.core.problems import Problem
    from melee_cli.core.rules import Book
    from melee_cli.core.system import System


def book_in_force(system: System, house: str | None, rulings: Mapping[str, str]) -> Book | list[Problem]:
    """Return *system*'s book under *house* and *rulings*, or the problems of the house file.

    Raises a usage error for a ruling or value that the system does not know.
    """
    from melee_cli.core.rules import open_book

    known = {ruling.id: ruling for ruling in system.rulings if ruling.values}
    accepted = {}
    for name, value in rulings.items():
        if name not in known:
            raise typer.BadParameter(f"{system.id} has no ruling {name!r} to switch", param_hint="--ruling")
        taken = known[name].accept(value)
        if taken is None:
            values = ", ".join(map(str, known[name].values))
            raise typer.BadParameter(f"{name} takes {values}, not {value!r}", param_hint="--ruling")
        accepted[name] = taken
    if house is None:
        return open_book(system, accepted)
    from melee_cli.scenario.house import read_house

    overlay = read_house(house, system)
    return overlay if isinstance(overlay, list) else open_book(system, accepted, overlay)
