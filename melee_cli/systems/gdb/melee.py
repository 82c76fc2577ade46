"""A melee from the scenario to the result: the steps of the table, and all that follows from the dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from melee_cli.core.dice import TWO_D6, Distribution, Roll, entered
from melee_cli.core.enumeration import Best, Highest, difference, highest
from melee_cli.core.messages import M
from melee_cli.core.rules import Entries, Line, Modifier, Withheld, total
from melee_cli.core.stages import (
    Answer,
    Ask,
    Choice,
    Die,
    Facts,
    Lane,
    Melee,
    Option,
    Record,
    Stage,
    UnitFacts,
)
from melee_cli.core.system import Book
from melee_cli.systems.gdb.casualties import End, exact, hits, rates, rounded, shown, suffered
from melee_cli.systems.gdb.contact import NOBODY, Encounter, Fighter
from melee_cli.systems.gdb.duties import duties, notes, push_back
from melee_cli.systems.gdb.modifiers import ROWS, always
from melee_cli.systems.gdb.next_round import next_round
from melee_cli.systems.gdb.results import decided, drawn, result_table
from melee_cli.systems.gdb.units import Scenario

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


class OneChoice(Lane):
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


class WhoOutnumbers(Stage):
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


class Rolls(Stage):
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


class PressOrStand(Stage):
    """Winning infantry presses what it has pushed back, or stands; undecided it stands."""

    title = FOLLOW_UP
    across = parts = False

    def __init__(self, melee: Engagement) -> None:
        self.melee = melee

    def lanes(self, state: Score) -> Sequence[OneChoice]:
        """Return a choice for each winner that may press and has somebody left to press."""
        melee = self.melee
        if not state.ahead or not melee.table.may_press(state.ahead):
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


Condition = Callable[[Any], bool]


class Summand:
    """A modifier row made ready: its condition, what withholds it, and its lines, made once each."""

    __slots__ = ("bars", "entries", "line", "lines", "row", "when")

    def __init__(self, row: Modifier[Any] | Entries[Any]) -> None:
        self.row = row
        self.lines: dict[tuple[str, int], Line] = {}
        self.line: Line | None = None
        self.bars: tuple[tuple[Condition, Withheld], ...] = ()
        self.entries = row.entries if isinstance(row, Entries) else None
        self.when: Condition = always
        if isinstance(row, Modifier):
            self.when = row.when
            self.bars = tuple((bar.when, Withheld(row.id, bar.reason, bar.cite)) for bar in row.withheld)
            if row.key is None and row.amount is None:
                self.line = row.line(None)

    def line_of(self, subject: Any) -> Line:
        """Return the line the row adds for *subject*; equal lines are the same object."""
        if self.line is not None:
            return self.line
        row = self.row
        assert isinstance(row, Modifier)
        name = row.key(subject) if row.key else "value"
        value = row.amount(subject, row.numbers) if row.amount else row.numbers[name]
        line = self.lines.get((name, value))
        if line is None:
            line = self.lines[name, value] = row.line(subject)
        return line


Account: TypeAlias = tuple[list[Line], list[Withheld], int]

# So many different accounts are kept of one book.
KEPT = 4096


class ModifierTable:
    """The modifier table as a book has it in force, with every account worked out once."""

    def __init__(self, book: Book) -> None:
        self.known: dict[tuple[object, ...], Account] = {}
        self.has_rows_of_the_house = bool(book.house and book.house.added)
        self.summands = tuple(
            Summand(row) for row in book.in_force(ROWS) if isinstance(row, (Modifier, Entries))
        )


@lru_cache(maxsize=64)
def modifier_table(book: Book) -> ModifierTable:
    """Return the modifier table of *book*; the same object for the same book."""
    return ModifierTable(book)


def account(fighter: Fighter, table: ModifierTable) -> Account:
    """Return the lines that *fighter* adds to its dice, what is withheld from it, and the lines' sum.

    Units that are alike in all that conditions read have one account, which nobody may change.
    """
    unit, against = fighter.unit, fighter.opposition
    if unit.modifiers or table.has_rows_of_the_house or unit.cover != "none":
        return _account(fighter, table.summands)
    key = (
        unit.type,
        unit.quality,
        unit.horses,
        fighter.formation,
        unit.action,
        unit.straight_cm,
        unit.order,
        unit.pushed_back,
        unit.attacked,
        unit.higher,
        unit.british,
        unit.reinforcing,
        2 * fighter.figures <= fighter.initial,
        fighter.steps,
        fighter.largest,
        against.count,
        against.mounted,
        against.cuirassiers,
        against.covered,
    )
    known = table.known.get(key)
    if known is None:
        if len(table.known) >= KEPT:
            table.known.clear()
        known = table.known[key] = _account(fighter, table.summands)
    return known


def _account(fighter: Fighter, summands: tuple[Summand, ...]) -> Account:
    lines: list[Line] = []
    withheld: list[Withheld] = []
    for summand in summands:
        if not summand.when(fighter):
            continue
        if summand.entries is not None:
            lines.extend(summand.entries(fighter))
            continue
        for bars, held in summand.bars:
            if bars(fighter):
                withheld.append(held)
                break
        else:
            lines.append(summand.line or summand.line_of(fighter))
    return lines, withheld, total(lines)


class Engagement(Encounter, Melee):
    """A checked scenario under its book; what ``System.open`` returns."""

    def __init__(self, scenario: Scenario, book: Book) -> None:
        super().__init__(scenario, book)
        self.start = self.outnumbering
        self.modifiers = modifier_table(book)
        self.table = result_table(book)
        self.rates = rates(book)
        self.asks_counting_unit = self.table.foot_pushed_back_by_mixed == "by_counting_unit"
        self._accounts: dict[int, tuple[list[tuple[list[Line], list[Withheld]]], list[int]]] = {}
        self._ends: dict[tuple[int, int, bool, bool | None], End] = {}
        self._by_score: dict[Score, End] = {}

    @property
    def stages(self) -> Sequence[Stage]:
        """The steps of the table; made when asked for, as they hold the melee (see Opposition)."""
        then = Rolls(self), PressOrStand(self)
        return (WhoOutnumbers(self), *then) if self.undecided_largest else then

    def accounts(self, largest: int) -> tuple[list[tuple[list[Line], list[Withheld]]], list[int]]:
        """Return each unit's lines and withheld rows, and the sums of the lines."""
        known = self._accounts.get(largest)
        if known is None:
            parts, totals = [], []
            for fighter in self.fighters:
                fighter.largest = fighter.index == largest
                lines, withheld, total = account(fighter, self.modifiers)
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
        band = self.table.band_of(difference)
        holds = difference < self.table.square_holds_below
        if band < 0:
            winner = NOBODY
        key = (winner, band, holds, score.mounted)
        known = self._ends.get(key)
        if known is None:
            if winner == NOBODY:
                outcomes = drawn(self.sides, holds)
            else:
                outcomes = decided(self.sides, self.table, winner, band, holds, score.mounted)
            dealt = [hits(f, self.fighters, f.side == winner, outcomes, self.rates) for f in self.fighters]
            sums = suffered(dealt, len(self.fighters))
            how = self.rates.fractions
            losses = [
                min(fighter.figures, rounded(top, bottom, how))
                for fighter, (top, bottom) in zip(self.fighters, sums, strict=True)
            ]
            known = self._ends[key] = End(outcomes, sums, losses, dealt, self.table.band_name(band))
        return known

    def preview(self) -> Mapping[str, Any]:
        """Return both sides with their modifiers, before any dice."""
        parts, totals = self.accounts(self.outnumbering)
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
        largest = self.outnumbering
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
            for fighter, roll, modified in zip(fighters, rolls, totals, strict=True):
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
                        "total": modified,
                        "outcome": outcome,
                        "outcome_rule": rule,
                        "push_back": push_back(self) if outcome == "pushed_back" else None,
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
