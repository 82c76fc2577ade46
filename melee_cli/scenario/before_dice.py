"""The odds that there were before the dice: a resolved scenario with its throws taken out again."""

from __future__ import annotations

from typing import Any

from melee_cli.core.book import Book
from melee_cli.core.dice import Roll
from melee_cli.core.fold import Budget
from melee_cli.core.odds import Odds, odds
from melee_cli.core.problem import Problem
from melee_cli.core.stages import Answer, Ask, Die, Melee, Record, Stage, enter, play
from melee_cli.scenario.answered import answered

# What is counted beside a result makes nobody wait: about a tenth of a second.
AT_A_GLANCE = 200_000


def odds_before(scenario: Any, book: Book, melee: Melee, steps: int = AT_A_GLANCE) -> Odds | None:
    """Return the odds of *scenario*, opened as *melee*, as if it gave no dice; its choices stay.

    None where it has no dice, or where counting takes more than so many *steps*.
    """
    system = book.system
    dice = dice_of(melee)
    if not dice:
        return None
    bare = system.scenario().model_validate(answered(scenario, {}, without=dice))
    found = odds(system.open(bare, book), system, bare, Budget(steps))
    return None if isinstance(found, Problem) else found


def dice_of(melee: Melee) -> set[tuple[str, str]]:
    """Return the unit and key of every throw that *melee* may ask for, whether all come out low or high."""
    found: set[tuple[str, str]] = set()

    def low(stage: Stage, ask: Ask, record: Record) -> Answer:
        return _thrown(ask, record, found, high=False)

    def high(stage: Stage, ask: Ask, record: Record) -> Answer:
        return _thrown(ask, record, found, high=True)

    play(melee, low, ask_all=True)
    play(melee, high, ask_all=True)
    return found


def _thrown(ask: Ask, record: Record, found: set[tuple[str, str]], high: bool) -> Answer:
    if isinstance(ask, Die):
        found.add((ask.unit, ask.key))
        return enter(ask, Roll(ask.pool.high if high else ask.pool.low), record)
    if ask.given is not None:
        return enter(ask, ask.given, record)
    return enter(ask, ask.options[0].value if ask.random else ask.default, record)
