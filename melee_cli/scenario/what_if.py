"""What single changes within the players' reach would do to the chance of winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from melee_cli.core.book import Book
from melee_cli.core.fold import Budget
from melee_cli.core.odds import Odds, odds
from melee_cli.core.outlook import Variation
from melee_cli.core.problem import Problem


def what_if(scenario: Any, book: Book, now: Odds, budget: Budget) -> list[Variation] | Problem:
    """Return the changes of *scenario* that its system knows, for each side the best first.

    Where the chance to win stays the same, the mean difference decides. *now* are the odds as things
    stand. What the rules would refuse is left out, and so is what cannot
    be read again; a spent *budget* is returned as its problem.
    """
    system = book.system
    found: list[Variation] = []
    for text, mapping in system.variations(scenario) if system.variations else ():
        varied = _sound(mapping, book)
        if varied is None:
            continue
        after = odds(system.open(varied, book), system, varied, budget)
        if isinstance(after, Problem):
            return after
        side = _whose(scenario, varied)
        found.append(
            Variation(
                side,
                text,
                win_before=now.wins(side),
                win=after.wins(side),
                draw=after.wins(None),
                lead_before=now.lead(side),
                lead=after.lead(side),
            )
        )
    order = [name for name, _ in now.sides]
    found.sort(key=lambda one: (order.index(one.side), -one.gain, -one.lead_gain))
    return found


def _sound(mapping: Mapping[str, Any], book: Book) -> Any:
    """Return *mapping* as a scenario, None where it is none or the rules refuse it."""
    from pydantic import ValidationError

    try:
        varied = book.system.scenario().model_validate(mapping)
    except ValidationError:
        return None
    refused = any(True for check in book.system.checks for _ in check(varied, book))
    return None if refused else varied


def _whose(scenario: Any, varied: Any) -> str:
    """Return the name of the side that *varied* changes, the first where it changes none or both."""
    changed = [s.name for s, v in zip(scenario.sides, varied.sides, strict=True) if s != v]
    name: str = changed[0] if len(changed) == 1 else scenario.sides[0].name
    return name
