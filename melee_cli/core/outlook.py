"""What odds say beyond one melee as it stands: the rounds to come, and what a change would do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from melee_cli.core.message import Message

Outcome: TypeAlias = "tuple[str | None, str | None]"


@dataclass(frozen=True, slots=True)
class Round:
    """How a melee can end in one round: the chance of each (winner, band), and that it goes on."""

    number: int
    ends: Mapping[Outcome, Fraction]
    goes_on: Fraction


@dataclass(frozen=True, slots=True)
class Rounds:
    """How a melee can end over several rounds. All ends and what is ``left`` sum to exactly 1.

    ``left`` is the chance that it is still going on after the last round asked for, ``cut`` the part
    of it that was not followed because less than ``bound`` was left of it. ``losses`` are the means
    of what each unit loses in all these rounds.
    """

    asked: int | None
    rounds: tuple[Round, ...]
    left: Fraction
    cut: Fraction
    bound: Fraction
    losses: Mapping[str, Fraction]

    def ends(self) -> dict[Outcome, Fraction]:
        """Return the chance of each way to end, in whichever round."""
        found: dict[Outcome, Fraction] = {}
        for one in self.rounds:
            for outcome, chance in one.ends.items():
                found[outcome] = found.get(outcome, Fraction(0)) + chance
        return found

    def wins(self, side: str | None) -> Fraction:
        """Return the chance that the melee ends with *side* as winner, None for a draw."""
        return sum((c for (winner, _), c in self.ends().items() if winner == side), Fraction(0))


@dataclass(frozen=True, slots=True)
class Shift:
    """What a change does to one flag of one unit: its chance before and after."""

    unit: str
    measure: str
    before: Fraction
    after: Fraction

    @property
    def gain(self) -> Fraction:
        """By how much the chance changes."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Variation:
    """One change: the side in whose reach it is, what it is, and what it does to its chances.

    ``lead`` is the mean difference, the side's own losses by it counted as negative. ``shifts`` are the
    flags of units whose chance it changes, ``merit`` what all of them together are worth to the side, each
    counted as its system says.
    """

    side: str
    text: Message
    win_before: Fraction
    win: Fraction
    draw: Fraction
    lead_before: Fraction
    lead: Fraction
    shifts: tuple[Shift, ...] = ()
    merit: Fraction = Fraction(0)

    @property
    def gain(self) -> Fraction:
        """By how much the side's chance to win changes."""
        return self.win - self.win_before

    @property
    def lead_gain(self) -> Fraction:
        """By how much the side's mean difference changes."""
        return self.lead - self.lead_before

    @property
    def matters(self) -> bool:
        """Whether it changes any of the chances that are shown of it."""
        return bool(self.gain or self.lead_gain or self.shifts)
