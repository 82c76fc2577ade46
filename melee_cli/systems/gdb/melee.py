"""A gdb melee before the dice, and everything that follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from melee_cli.core.enumeration import highest
from melee_cli.core.rules import Book, Line, Withheld
from melee_cli.core.stages import Facts, Record, Stage, UnitFacts
from melee_cli.systems.gdb.contact import Fighter, line_up, tied_for_largest
from melee_cli.systems.gdb.duties import duties
from melee_cli.systems.gdb.losses import Hit, exact, hits, rounded, shown, suffered
from melee_cli.systems.gdb.next_round import next_round
from melee_cli.systems.gdb.notes import notes
from melee_cli.systems.gdb.outcomes import Outcome, decided, drawn
from melee_cli.systems.gdb.stages import PressOrStand, Rolls, Score, WhoOutnumbers
from melee_cli.systems.gdb.tables import account, tables

if TYPE_CHECKING:
    from melee_cli.systems.gdb.model import Scenario

NOBODY = -1


class End:
    """One end of a melee: outcomes, exact losses, losses and hits of all units in scenario order.

    ``band`` is the band of the result table as the contract writes it. ``facts`` and ``following`` are
    what odds count of it and the next round, once somebody has asked.
    """

    __slots__ = ("band", "dealt", "exact", "facts", "following", "losses", "outcomes")

    def __init__(
        self,
        outcomes: list[Outcome],
        exact: list[tuple[int, int]],
        losses: list[int],
        dealt: list[list[Hit]],
        band: str,
    ) -> None:
        self.outcomes = outcomes
        self.exact = exact
        self.losses = losses
        self.dealt = dealt
        self.band = band
        self.facts: UnitFacts | None = None
        self.following: Mapping[str, Any] | Literal[False] | None = False


class Engagement:
    """A checked scenario under its book; what ``System.open`` returns."""

    def __init__(self, scenario: Scenario, book: Book) -> None:
        self.scenario = scenario
        self.book = book
        self.tables = tables(book)
        self.names = [side.name for side in scenario.sides]
        self.sides = line_up(scenario, self.tables)
        self.fighters = [*self.sides[0], *self.sides[1]]
        self.asks_counting_unit = self.tables.foot_pushed_back_by_mixed == "by_counting_unit"
        self.undecided_largest: list[Fighter] = []
        self.start = self._largest()
        self._accounts: dict[int, tuple[list[tuple[list[Line], list[Withheld]]], list[int]]] = {}
        self._ends: dict[tuple[int, int, bool, bool | None], End] = {}
        self._by_score: dict[Score, End] = {}

    @property
    def stages(self) -> Sequence[Stage]:
        """The steps of the table; made when asked for, as they hold the melee (see Opposition)."""
        then = Rolls(self), PressOrStand(self)
        return (WhoOutnumbers(self), *then) if self.undecided_largest else then

    def _largest(self) -> int:
        """Return the place of the unit that outnumbers, as far as it is known; −1 for none."""
        for side in self.sides:
            if side[0].steps:
                tied = tied_for_largest(side)
                for fighter in tied:
                    if fighter.unit.largest:
                        return fighter.index
                if len(tied) > 1:
                    self.undecided_largest = tied
                return tied[0].index
        return NOBODY

    def accounts(self, largest: int) -> tuple[list[tuple[list[Line], list[Withheld]]], list[int]]:
        """Return each unit's lines and withheld rows, and the sums of the lines."""
        known = self._accounts.get(largest)
        if known is None:
            parts, totals = [], []
            for fighter in self.fighters:
                fighter.largest = fighter.index == largest
                lines, withheld, total = account(fighter, self.tables)
                parts.append((lines, withheld))
                totals.append(total)
            known = self._accounts[largest] = parts, totals
        return known

    def end(self, score: Score) -> End:
        """Return what *score* leads to; made once for all scores that lead to the same."""
        found = self._by_score.get(score)
        if found is None:
            found = self._by_score[score] = self._end(score)
        return found

    def _end(self, score: Score) -> End:
        ahead = score.ahead
        winner = NOBODY if not ahead else 0 if ahead > 0 else 1
        difference = abs(ahead)
        band = self.tables.band_of(difference)
        holds = difference < self.tables.square_holds_below
        if band < 0:
            winner = NOBODY
        key = (winner, band, holds, score.mounted)
        known = self._ends.get(key)
        if known is None:
            if winner == NOBODY:
                outcomes = drawn(self.sides, holds)
            else:
                outcomes = decided(self.sides, self.tables, winner, band, holds, score.mounted)
            dealt = [hits(f, self.fighters, f.side == winner, outcomes) for f in self.fighters]
            sums = suffered(dealt, len(self.fighters))
            how = self.tables.fractions
            losses = [
                min(fighter.figures, rounded(top, bottom, how))
                for fighter, (top, bottom) in zip(self.fighters, sums, strict=True)
            ]
            known = self._ends[key] = End(outcomes, sums, losses, dealt, self.tables.band_name(band))
        return known

    def preview(self) -> Mapping[str, Any]:
        """Return both sides with their modifiers, before any dice."""
        parts, totals = self.accounts(self.start)
        return {
            "sides": [
                {
                    "name": name,
                    "units": [
                        {
                            "name": fighter.name,
                            "modifiers": parts[fighter.index][0],
                            "withheld": parts[fighter.index][1],
                            "bonus": totals[fighter.index],
                        }
                        for fighter in side
                    ],
                }
                for name, side in zip(self.names, self.sides, strict=True)
            ]
        }

    def facts(self, state: Score) -> Facts:
        """Return what odds count of *state*."""
        end = self.end(state)
        units = end.facts
        if units is None:
            units = end.facts = {
                fighter.name: {"outcome": outcome, "casualties": lost, "figures_left": fighter.figures - lost}
                for fighter, (outcome, _), lost in zip(self.fighters, end.outcomes, end.losses, strict=True)
            }
        ahead = state.ahead
        winner = None if not ahead else self.names[0 if ahead > 0 else 1]
        return Facts(winner, abs(ahead), end.band, units)

    def next_round(self, state: Score) -> Mapping[str, Any] | None:
        """Return the scenario of the round after *state*, None where nobody is left in contact.

        States that lead to the same end get the same mapping.
        """
        end = self.end(state)
        if end.following is False:
            end.following = next_round(self, end)
        return end.following

    def part(self, state: Any, lane: int, end: Any) -> UnitFacts:
        """Return nothing: no stage of this system has parts."""
        return {}

    def result(self, state: Score, record: Record) -> Mapping[str, Any]:
        """Return the result of the walk that ended in *state*, in the shape of the contract."""
        largest = self.start
        if self.undecided_largest:
            chosen = record.choices.get((self.undecided_largest[0].name, "largest"))
            largest = next((f.index for f in self.undecided_largest if f.name == chosen), largest)
        parts, bonuses = self.accounts(largest)
        end = self.end(state)
        ahead = state.ahead
        winner = NOBODY if not ahead else 0 if ahead > 0 else 1
        sides = []
        for place, fighters in enumerate(self.sides):
            rolls = [record.rolls[fighter.name, "roll"] for fighter in fighters]
            totals = [
                roll.total + bonuses[fighter.index] for fighter, roll in zip(fighters, rolls, strict=True)
            ]
            score, counting = highest(totals)
            units = []
            for fighter, roll, total in zip(fighters, rolls, totals, strict=True):
                index = fighter.index
                outcome, rule = end.outcomes[index]
                lines, withheld = parts[index]
                units.append(
                    {
                        "name": fighter.name,
                        "roll": roll.total,
                        "dice": list(roll.dice),
                        "roll_origin": roll.origin,
                        "modifiers": lines,
                        "withheld": withheld,
                        "total": total,
                        "outcome": outcome,
                        "outcome_rule": rule,
                        "push_back": self.push_back if outcome == "pushed_back" else None,
                        "inflicted": [shown(hit, self.fighters) for hit in end.dealt[index]],
                        "losses": end.losses[index],
                        "losses_exact": exact(*end.exact[index]),
                        "figures_before": fighter.figures,
                        "figures_after": fighter.figures - end.losses[index],
                    }
                )
            sides.append(
                {
                    "name": self.names[place],
                    "score": score,
                    "result": "draw" if winner == NOBODY else "win" if place == winner else "loss",
                    "counting_unit": fighters[counting].name,
                    "lines": [],
                    "units": units,
                }
            )
        return {
            "outcome": {
                "winner": None if winner == NOBODY else self.names[winner],
                "difference": abs(ahead),
                "band": end.band,
            },
            "sides": sides,
            "duties": duties(self, end, winner),
            "notes": notes(self, record),
            "next_round": next_round(self, end),
        }

    @property
    def push_back(self) -> dict[str, int]:
        """How far a push back goes: on the scenario's scale, on both where it names none."""
        distances = self.tables.push_back
        scale = self.scenario.scale
        if scale is None:
            return dict(distances)
        name = "cm" if scale == "15mm" else "inches"
        return {name: distances[name]}
