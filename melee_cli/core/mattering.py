"""Which switches mattered: those of which another value makes something else of the same throws."""

from __future__ import annotations

from typing import Any

from melee_cli.core.book import Book, open_book
from melee_cli.core.margins import Again
from melee_cli.core.stages import Melee, Record, play

# What a result says about its terms, not about what came.
BESIDE = frozenset({"withheld", "notes", "next_round"})


def that_mattered(scenario: Any, book: Book, melee: Melee, record: Record) -> frozenset[str]:
    """Return the ids of the rulings with listed values of which another one changes what came.

    *record* is the walk of *melee*, which is *scenario* under *book*. A switch that takes any whole
    number has no other value to try, so it is not among them.
    """
    system = book.system
    came = _came(melee, record)
    found = set()
    for ruling in system.rulings:
        if ruling.at_least is not None:
            continue
        for value in ruling.values:
            if value != book.rulings[ruling.id]:
                other = open_book(system, {**book.rulings, ruling.id: value}, book.house)
                if _came(system.open(scenario, other), record) != came:
                    found.add(ruling.id)
                    break
    return frozenset(found)


def _came(melee: Melee, record: Record) -> Any:
    state, again = play(melee, Again(record, {}), ask_all=True)
    return _without_terms(melee.result(state, again))


def _without_terms(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _without_terms(value) for key, value in part.items() if key not in BESIDE}
    return [_without_terms(item) for item in part] if isinstance(part, list) else part
