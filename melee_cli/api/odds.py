"""Everything odds can say of one checked scenario: this round, the rounds to come, what would change it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from melee_cli.api.resolve import answered, rules_of, source_of
from melee_cli.api.rounds import rounds
from melee_cli.api.what_if import what_if
from melee_cli.core.dice import Roll
from melee_cli.core.enumeration import DEFAULT_STEPS, Budget
from melee_cli.core.odds import Odds, Rounds, Variation, odds
from melee_cli.core.problems import Place, Problem
from melee_cli.core.stages import Answer, Ask, Die, Melee, Record, Stage, enter, play
from melee_cli.core.system import Book
from melee_cli.scenario.check import Checked

FORMAT = "melee-odds/1"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked beside the odds of this round, and how many steps each answer may take.

    ``rounds`` is a number of rounds, 0 for none; ``until_decided`` goes on until (nearly) nothing is left.
    """

    rounds: int = 0
    until_decided: bool = False
    what_if: bool = False
    steps: int = DEFAULT_STEPS


@dataclass(slots=True)
class Forecast:
    """The answers for one scenario; ``problems`` where there is none."""

    checked: Checked
    problems: Sequence[Problem] = ()
    odds: Odds | None = None
    rounds: Rounds | None = None
    variations: Sequence[Variation] | None = None
    asked: Wanted = field(default_factory=Wanted)

    def head(self) -> dict[str, Any]:
        """Return what stands before the chances: the source, the rules, or else the problems."""
        checked = self.checked
        shown = {"format": FORMAT, "ok": not self.problems, "source": source_of(checked.source)}
        if self.problems or checked.book is None:
            return {**shown, "problems": list(self.problems)}
        shown |= {"title": checked.scenario.title, "rules": rules_of(checked.book)}
        return {**shown, "round": checked.scenario.round}


def forecast(checked: Checked, wanted: Wanted) -> Forecast:
    """Return the odds of *checked* and what else is *wanted*, or the problems that stand against it."""
    scenario, book, system = checked.scenario, checked.book, checked.system
    if checked.problems or scenario is None or book is None or system is None:
        return Forecast(checked, checked.problems, asked=wanted)
    found = Forecast(checked, asked=wanted)
    problems: list[Problem] = []
    now = odds(system.open(scenario, book), system, scenario, Budget(wanted.steps))
    if isinstance(now, Problem):
        problems.append(now)
    else:
        found.odds = now
        if wanted.what_if:
            varied = what_if(scenario, book, now, Budget(wanted.steps))
            if isinstance(varied, Problem):
                problems.append(varied)
            else:
                found.variations = varied
        if wanted.rounds or wanted.until_decided:
            asked = None if wanted.until_decided else wanted.rounds
            ahead = rounds(scenario, book, asked, Budget(wanted.steps))
            if isinstance(ahead, Problem):
                problems.append(ahead)
            else:
                found.rounds = ahead
    place = Place(checked.source.file, checked.source.line)
    found.problems = [replace(problem, place=problem.place or place) for problem in problems]
    return found


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
