"""Everything odds can say of one checked scenario: this round, the rounds to come, what would change it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from melee_cli.api.resolve import answered, rules_of, source_of
from melee_cli.api.rounds import rounds
from melee_cli.api.what_if import what_if
from melee_cli.core.dice import Roll
from melee_cli.core.enumeration import DEFAULT_STEPS, Budget
from melee_cli.core.odds import Odds as RoundOdds
from melee_cli.core.odds import Rounds, Variation, odds
from melee_cli.core.problems import Place, Problem
from melee_cli.core.stages import Answer, Ask, Dealer, Die, Melee, Record, Stage, Tally, enter, play
from melee_cli.core.system import Book
from melee_cli.render.json import dumps
from melee_cli.render.json_odds import chances
from melee_cli.render.language import language_for
from melee_cli.scenario.check import Checked

FORMAT = "melee-odds/1"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked beside the odds of this round, and how many steps each answer may take.

    ``rounds`` is a number of rounds, 0 for none; ``until_decided`` goes on until (nearly) nothing is left.
    ``fresh_dice``: dice that the scenario gives do not count.
    """

    rounds: int = 0
    until_decided: bool = False
    what_if: bool = False
    steps: int = DEFAULT_STEPS
    fresh_dice: bool = False


@dataclass(slots=True)
class Odds:
    """Every exact chance asked for of one scenario; ``problems`` where there is none.

    ``fresh_dice``: dice that the scenario gives did not count, because that was asked for or because with
    all of them given there is nothing left to chance.
    """

    checked: Checked
    problems: Sequence[Problem] = ()
    odds: RoundOdds | None = None
    rounds: Rounds | None = None
    variations: Sequence[Variation] | None = None
    asked: Wanted = field(default_factory=Wanted)
    fresh_dice: bool = False

    def head(self) -> dict[str, Any]:
        """Return what stands before the chances: the source, the rules, or else the problems."""
        checked = self.checked
        shown = {"format": FORMAT, "ok": not self.problems, "source": source_of(checked.source)}
        if self.problems or checked.book is None:
            return {**shown, "problems": list(self.problems)}
        shown |= {"title": checked.scenario.title, "rules": rules_of(checked.book)}
        return {**shown, "round": checked.scenario.round}

    @property
    def data(self) -> dict[str, Any]:
        """What the contract shows (``melee-odds/1``), its texts still messages."""
        if self.odds is None or self.problems:
            return self.head()
        return {
            **self.head(),
            "fresh_dice": self.fresh_dice,
            **chances(self.odds, self.rounds, self.variations),
        }

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return exactly what ``melee odds --format json`` writes of this scenario, in *lang*."""
        shown: dict[str, Any] = json.loads(dumps(self.data, language_for(lang, self.checked.system)))
        return shown


def forecast(checked: Checked, wanted: Wanted) -> Odds:
    """Return the odds of *checked* and what else is *wanted*, or the problems that stand against it."""
    scenario, book, system = checked.scenario, checked.book, checked.system
    if checked.problems or scenario is None or book is None or system is None:
        return Odds(checked, checked.problems, asked=wanted)
    found = Odds(checked, asked=wanted)
    problems: list[Problem] = []
    melee = system.open(scenario, book)
    given = Dealer(0, scenario.round)
    _, record = play(melee, given)
    if wanted.fresh_dice or (record.rolls and not given.seed_used):
        found.fresh_dice = True
        bare = without_dice(scenario, book, melee)
        if bare is not None:
            scenario, melee = bare, system.open(bare, book)
    now = odds(melee, system, scenario, Budget(wanted.steps))
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


def odds_before(scenario: Any, book: Book, melee: Melee, steps: int = AT_A_GLANCE) -> RoundOdds | None:
    """Return the odds of *scenario*, opened as *melee*, as if it gave no dice; its choices stay.

    None where it has no dice, or where counting takes more than so many *steps*.
    """
    bare = without_dice(scenario, book, melee)
    if bare is None:
        return None
    found = odds(book.system.open(bare, book), book.system, bare, Budget(steps))
    return None if isinstance(found, Problem) else found


def without_dice(scenario: Any, book: Book, melee: Melee) -> Any:
    """Return *scenario*, opened as *melee*, without the dice it gives; None where it throws none at all."""
    dice = dice_of(melee)
    return book.system.scenario().model_validate(answered(scenario, {}, without=dice)) if dice else None


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
    if isinstance(ask, Tally):
        found.add((ask.unit, ask.key))
        return enter(ask, ask.most if high else ask.least, record)
    if ask.given is not None:
        return enter(ask, ask.given, record)
    return enter(ask, ask.options[0].value if ask.random else ask.default, record)
