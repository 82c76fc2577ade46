"""From a checked scenario to a whole result, sound or failed."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from os import urandom
from typing import Any, NamedTuple

from melee_cli.core.problems import Problem
from melee_cli.core.rules import House
from melee_cli.core.stages import Answer, Dealer, Melee, Record, play
from melee_cli.core.system import Book, System
from melee_cli.formats.limits import Source
from melee_cli.render.json import dumps
from melee_cli.render.language import language_for
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import Checked

FORMAT = "melee-result/1"
DRAWN_BELOW = 1_000_000


class Result(NamedTuple):
    """The result of one scenario, sound or failed, with the book and system that show it.

    ``data`` is what the contract shows (``melee-result/1``), its texts still messages; ``melee`` and
    ``record`` are the walk it came from, and ``scenario`` what was walked, where it is sound.
    """

    data: dict[str, Any]
    book: Book | None
    system: System | None
    melee: Melee | None = None
    record: Record | None = None
    seed_used: bool = False
    scenario: Any = None

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return exactly what ``melee resolve --format json`` writes of this scenario, in *lang*."""
        shown: dict[str, Any] = json.loads(dumps(self.data, language_for(lang, self.system)))
        return shown


def resolve(checked: Checked, options: Options, place: int = 0) -> Result:
    """Return the result of *checked*, the scenario at *place* (from 0) of a batch.

    ``--seed`` beats the scenario's seed, and the place enters; a missing seed is drawn when a die needs
    it. A scenario with problems gives a failed result with all of them.
    """
    scenario, book, system = checked.scenario, checked.book, checked.system
    if checked.problems or system is None or book is None or scenario is None:
        return Result(failed(checked.source, checked.problems), book, system)
    given = scenario.seed if options.seed is None else options.seed + place
    dealer = Dealer(_drawn if given is None else given, scenario.round)
    melee = system.open(scenario, book)
    state, record = play(melee, dealer)
    result = {
        "format": FORMAT,
        "ok": True,
        "source": source_of(checked.source),
        "title": scenario.title,
        "rules": rules_of(book),
        "seed": dealer.given_or_drawn,
        "round": scenario.round,
        **melee.result(state, record),
    }
    return Result(result, book, system, melee, record, dealer.seed_used, scenario)


def failed(source: Source, problems: list[Problem]) -> dict[str, Any]:
    """Return the result of a scenario that could not be resolved."""
    return {"format": FORMAT, "ok": False, "source": source_of(source), "problems": problems}


def rules_of(book: Book) -> dict[str, Any]:
    """Return the rules in force as every output has them."""
    house = book.house
    return {
        "id": book.system.id,
        "title": book.system.title,
        "house": None if house is None else _house(house),
        "rulings": book.rulings,
    }


def _house(house: House) -> dict[str, Any]:
    changes = [{"rule": change.rule, "text": change.text} for change in house.changes]
    return {"name": house.name, "changes": changes}


def source_of(source: Source) -> dict[str, Any]:
    """Return where a scenario came from as every output has it."""
    return {"file": source.file, "document": source.document, "line": source.line}


def _drawn() -> int:
    return int.from_bytes(urandom(8), "big") % DRAWN_BELOW


def answered(
    scenario: Any, answers: Mapping[tuple[str, str], Answer], without: Collection[tuple[str, str]] = ()
) -> dict[str, Any]:
    """Return *scenario* as a plain mapping, with *answers* by unit and key, and without those keys."""
    plain: dict[str, Any] = scenario.model_dump(exclude_unset=True)
    for side in plain["sides"]:
        for unit in side["units"]:
            name = unit["name"]
            for key in [key for key in unit if (name, key) in without]:
                del unit[key]
            unit.update({key: value for (whose, key), value in answers.items() if whose == name})
    return plain
