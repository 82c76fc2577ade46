"""The steps of a gdb melee: who outnumbers, the dice, then press or stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from melee_cli.core.dice import TWO_D6, Distribution, Roll, entered
from melee_cli.core.enumeration import Best, Highest, difference, highest
from melee_cli.core.messages import M
from melee_cli.core.stages import Answer, Ask, Choice, Die, Option, Record
from melee_cli.systems.gdb.contact import Fighter

if TYPE_CHECKING:
    from melee_cli.systems.gdb.melee import Engagement

LARGEST = M("Which of equal units outnumbers")
ROLLS = M("Dice")
FOLLOW_UP = M("Press or stand")
PRESS, STAND = M("press"), M("stand")


class Score(NamedTuple):
    """What is known after the dice: the first side's score less the second's.

    ``mounted`` says whether the winners' counting unit is cavalry, only where a ruling asks for it.
    """

    ahead: int
    mounted: bool | None


class OneChoice:
    """A lane of one choice; ends in the answer."""

    start: Answer | None = None

    def __init__(self, choice: Choice) -> None:
        self.choice = choice

    def ask(self, known: Answer | None) -> Ask | None:
        """Return the choice until it is answered."""
        return self.choice if known is None else None

    def take(self, known: Answer | None, answer: Answer) -> Answer:
        """Return the answer."""
        return answer


class WhoOutnumbers:
    """The player of the outnumbering side picks one of the units tied for largest."""

    title = LARGEST
    across = parts = False

    def __init__(self, melee: Engagement) -> None:
        self.melee = melee

    def lanes(self, state: int) -> Sequence[OneChoice]:
        """Return the choice, none where it is given or there is only one unit to choose."""
        tied = self.melee.undecided_largest
        if not tied:
            return ()
        options = tuple(Option(f.name, M("{unit}", unit=f.name), ((f.name, "largest", True),)) for f in tied)
        prompt = M("Which of the equal units of {side} outnumbers?", side=self.melee.names[tied[0].side])
        return (OneChoice(Choice(tied[0].name, "largest", options, tied[0].name, None, prompt)),)

    def join(self, state: int, ends: Sequence[Answer]) -> int:
        """Return the place of the unit that outnumbers, −1 for none."""
        for fighter in self.melee.undecided_largest:
            if ends and fighter.name == ends[0]:
                return fighter.index
        return state


class Rolls:
    """Each unit rolls 2D6; the best modified roll of a side is its score."""

    title = ROLLS
    across = parts = False

    def __init__(self, melee: Engagement) -> None:
        self.melee = melee

    def lanes(self, state: int) -> Sequence[Highest]:
        """Return a lane a side."""
        totals = self.melee.accounts(state)[1]
        keep = self.melee.asks_counting_unit
        return [
            Highest([die_of(fighter) for fighter in side], [totals[fighter.index] for fighter in side], keep)
            for side in self.melee.sides
        ]

    def join(self, state: int, ends: Sequence[Best]) -> Score:
        """Return who is ahead by how much."""
        return self._score([(end.total or 0, end.whose or 0) for end in ends])

    def at_once(self, state: int, record: Record) -> Score | None:
        """Return the score where every roll is given, None where one is not."""
        bonuses = self.melee.accounts(state)[1]
        rolls: dict[tuple[str, str], Roll] = {}
        bests = []
        for side in self.melee.sides:
            totals = []
            for fighter in side:
                given = fighter.unit.roll
                if given is None:
                    return None
                roll = rolls[fighter.name, "roll"] = entered(given, TWO_D6)
                totals.append(roll.total + bonuses[fighter.index])
            bests.append(highest(totals))
        record.rolls |= rolls
        return self._score(bests)

    def _score(self, bests: Sequence[tuple[int, int]]) -> Score:
        ahead = bests[0][0] - bests[1][0]
        mounted = None
        if self.melee.asks_counting_unit and ahead:
            winner = 0 if ahead > 0 else 1
            mounted = self.melee.sides[winner][bests[winner][1]].mounted
        return Score(ahead, mounted)

    def spread(self, state: int) -> Distribution[Score] | None:
        """Return the distribution of the scores after *state*, unless the counting unit is asked for."""
        if self.melee.asks_counting_unit:
            return None
        first, second = self.lanes(state)
        ahead = difference(first, second)
        return Distribution.of({Score(by, None): weight for by, weight in ahead.items()}, ahead.total)


def die_of(fighter: Fighter) -> Die:
    """Return the throw of one unit."""
    roll = fighter.unit.roll
    given = None if roll is None else entered(roll, TWO_D6)
    return Die(fighter.name, "roll", TWO_D6, given, M("2D6 for {unit}", unit=fighter.name))


class PressOrStand:
    """Winning infantry presses what it has pushed back, or stands; undecided it stands."""

    title = FOLLOW_UP
    across = parts = False

    def __init__(self, melee: Engagement) -> None:
        self.melee = melee

    def lanes(self, state: Score) -> Sequence[OneChoice]:
        """Return a choice for each winner that may press and has somebody left to press."""
        melee = self.melee
        if not state.ahead or not melee.tables.may_press(state.ahead):
            return ()
        end = melee.end(state)
        outcomes = end.outcomes
        return [
            OneChoice(
                Choice(
                    fighter.name,
                    "follow_up",
                    (Option("press", PRESS), Option("stand", STAND)),
                    "stand",
                    fighter.unit.follow_up,
                    M("Does {unit} press or stand?", unit=fighter.name),
                )
            )
            for fighter in melee.sides[0 if state.ahead > 0 else 1]
            if fighter.infantry
            and end.losses[fighter.index] < fighter.figures
            and outcomes[fighter.index][0] in ("press", "stand", "press_or_stand")
            and any(
                outcomes[place][0] == "pushed_back" and end.losses[place] < melee.fighters[place].figures
                for place in fighter.opposition.places
            )
        ]

    def join(self, state: Score, ends: Sequence[Answer]) -> Score:
        """Return the same state: what a unit was told stands in the scenario, undecided it stands."""
        return state
