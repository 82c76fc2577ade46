"""Exact odds of a melee: who wins and by how much, the rounds to come, and what a change would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any, Literal, TypeAlias

from melee_cli.core.enumeration import Budget, BudgetSpent, Decision, Fold, LaneFolder, Weights, fold
from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Problem
from melee_cli.core.stages import Melee
from melee_cli.core.system import System
from melee_cli.core.view import Chances

MeasureKind: TypeAlias = Literal["share", "number", "flag", "count", "cause"]
End: TypeAlias = "tuple[str | None, int, str | None]"
#: What counting one lane of one state by itself takes, in steps, its ends aside.
LANE_COST = 10
Sides: TypeAlias = "tuple[tuple[str, tuple[str, ...]], ...]"
Units: TypeAlias = "dict[str, dict[str, Weights]]"
# The sets of units of which a flag is true, by the flag, the units that may have it, and the others.
Apart: TypeAlias = "dict[tuple[str, tuple[str, ...], tuple[str, ...]], Weights]"


@dataclass(frozen=True, slots=True)
class Measure:
    """What odds say of one measure of one unit: its values with their weights."""

    name: str
    kind: MeasureKind
    weights: Mapping[Any, int]
    total: int

    @property
    def causes(self) -> list[Any]:
        """The causes that there are of a flag, in the order of their names."""
        return sorted(value for value in self.weights if value is not None)

    def chance(self, value: Any = True) -> Fraction:
        """Return the chance of *value*; of a flag, the chance that it is true."""
        return Fraction(self.weights.get(value, 0), self.total)

    @property
    def mean(self) -> Fraction:
        """The exact mean of a number."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)


@dataclass(frozen=True, slots=True)
class Joint:
    """A flag of several units that share dice: the chance of each set of units of which it is true.

    ``others`` are the units whose dice they share (the unit they all pursue). The weights sum to the
    chance that it comes to this at all.
    """

    measure: str
    units: tuple[str, ...]
    others: tuple[str, ...]
    weights: Mapping[tuple[str, ...], int]
    total: int


@dataclass(frozen=True, slots=True)
class Odds:
    """Every chance of one melee, as weights out of ``total``.

    ``sides`` are the names of the sides with their units; ``ends`` the weights of (winner, difference,
    band), winner None for a draw; ``units`` each unit's measures. ``sums`` are measures of whole sides,
    where a system has such; ``exact`` is whether the weights are, not in floating point; ``left_open`` what
    they do not tell, where that is so.
    """

    sides: Sides
    total: int
    ends: Mapping[End, int]
    units: Mapping[str, Mapping[str, Measure]]
    joint: Sequence[Joint]
    decisions: Sequence[Decision]
    sums: Mapping[str, Measure] = field(default_factory=dict)
    exact: bool = True
    left_open: Message | None = None

    def wins(self, side: str | None) -> Fraction:
        """Return the chance that *side* wins, None for the chance of a draw."""
        return Fraction(sum(w for (winner, _, _), w in self.ends.items() if winner == side), self.total)

    def chances(self) -> Chances:
        """Return what a screen before the dice shows of them."""
        return Chances(
            {side: self.wins(side) for side in (self.sides[0][0], None, self.sides[1][0])},
            {
                unit: {
                    name: {value: measure.chance(value) for value in measure.weights}
                    for name, measure in measures.items()
                }
                for unit, measures in self.units.items()
            },
        )

    def lead(self, side: str) -> Fraction:
        """Return the mean difference as *side* sees it: what it loses by is negative."""
        return Fraction(sum(_signed(w, by, side) * n for (w, by, _), n in self.ends.items()), self.total)

    def bands(self) -> list[tuple[str | None, str, Fraction]]:
        """Return winner, band and chance, the first side's best result first; none without bands."""
        found: dict[tuple[str | None, str], tuple[int, int]] = {}
        for (winner, difference, band), weight in self.ends.items():
            if band is not None:
                high, so_far = found.get((winner, band), (0, 0))
                found[winner, band] = (max(high, difference), so_far + weight)
        first = self.sides[0][0]
        ordered = sorted(found.items(), key=lambda item: -_signed(item[0][0], item[1][0], first))
        return [(winner, band, Fraction(w, self.total)) for (winner, band), (_, w) in ordered]

    def differences(self) -> list[Difference]:
        """Return each difference that can come, the first side's best result first."""
        found: dict[tuple[str | None, int], tuple[str | None, int]] = {}
        for (winner, difference, band), weight in self.ends.items():
            found[winner, difference] = (band, found.get((winner, difference), (band, 0))[1] + weight)
        first = self.sides[0][0]
        place = {first: -1, None: 0}
        running: dict[str | None, int] = {}
        rows = []
        for (winner, size), (band, weight) in sorted(found.items(), key=lambda item: -item[0][1]):
            running[winner] = running.get(winner, 0) + weight
            rows.append(Difference(winner, size, band, weight, running[winner], self.total))
        rows.sort(key=lambda row: (-_signed(row.winner, row.difference, first), place.get(row.winner, 1)))
        return rows


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: the weights of exactly this and of at least this by the same winner."""

    winner: str | None
    difference: int
    band: str | None
    exactly: int
    at_least: int
    total: int


def _signed(winner: str | None, difference: int, first: str) -> int:
    return 0 if winner is None else difference if winner == first else -difference


def sides_of(scenario: Any) -> Sides:
    """Return the names of *scenario*'s sides, each with its units' names."""
    return tuple((side.name, tuple(unit.name for unit in side.units)) for side in scenario.sides)


def odds(melee: Melee, system: System, scenario: Any, budget: Budget | None = None) -> Odds | Problem:
    """Return the exact odds of *melee*, or the problem that they take more steps than *budget*."""
    budget = budget or Budget()
    refused = melee.refusal(budget.left)
    if refused is not None:
        return refused
    sides = sides_of(scenario)
    try:
        apart = melee.apart(budget.left) or (melee,)
        found = [_widened(count(one, system, sides, fold(one, budget), budget), one) for one in apart]
    except BudgetSpent:
        return over_budget(
            M("exact odds of this melee take more than {n} steps", n=budget.steps),
            M("enter some of the dice, leave out units, or allow more with --budget"),
        )
    return _united(found)


def _united(found: Sequence[Odds]) -> Odds:
    """Return the odds of one melee from those of the melees that it falls apart into.

    Each knows its own units; who wins and by how much was the same in all.
    """
    first = found[0]
    if len(found) == 1:
        return first
    return replace(
        first,
        units={unit: measures for one in found for unit, measures in one.units.items()},
        joint=[joint for one in found for joint in one.joint],
        decisions=tuple(decision for one in found for decision in one.decisions),
        left_open=next((one.left_open for one in found if one.left_open), None),
    )


def _widened(found: Odds, melee: Melee) -> Odds:
    """Return *found* with the measures of *melee* that no single end tells."""
    more = melee.marginals()
    if more is None:
        return found
    units = {
        unit: {**found.units.get(unit, {}), **more.units.get(unit, {})}
        for _, names in found.sides
        for unit in names
    }
    known = {unit: measures for unit, measures in units.items() if measures}
    return replace(found, units=known, sums=more.sums, exact=more.exact, left_open=more.left_open)


def over_budget(what: Message, hint: Message) -> Problem:
    """Return the problem that a calculation, as *what* says, takes more steps than its budget."""
    return Problem("odds-budget", what, hint=hint)


def count(melee: Melee, system: System, sides: Sides, folded: Fold, budget: Budget) -> Odds:
    """Return the odds of a *folded* melee; raise :class:`BudgetSpent` beyond *budget*."""
    known = [name for _, names in sides for name in names]
    joint: list[Joint] = []
    if folded.last is None:
        ends, units = _plain(melee, folded)
        total = folded.total
    else:
        ends, units, apart, total = _with_parts(melee, system, folded, budget)
        joint = _together(apart, known, total)
    return Odds(
        sides,
        total,
        ends,
        {
            unit: {
                name: _measure(name, kind, units[unit][name], total)
                for name, kind in system.measures.items()
                if name in units[unit]
            }
            for unit in known
            if unit in units
        },
        joint,
        tuple(folded.decisions.values()),
    )


def _measure(name: str, kind: MeasureKind, weights: Weights, total: int) -> Measure:
    """Return the measure; where some ends do not mention it, a flag is false and a share is None."""
    missing = total - sum(weights.values())
    if missing:
        value = False if kind == "flag" else None
        weights = {**weights, value: weights.get(value, 0) + missing}
    return Measure(name, kind, weights, total)


def _plain(melee: Melee, folded: Fold) -> tuple[dict[End, int], Units]:
    """Count the facts of every end; ends with the same units mapping are counted together."""
    ends: dict[End, int] = {}
    groups: dict[int, tuple[Any, int]] = {}
    for state, weight in folded.ends.items():
        facts = melee.facts(state)
        end = (facts.winner, facts.difference, facts.band)
        ends[end] = ends.get(end, 0) + weight
        group = groups.get(id(facts.units))
        groups[id(facts.units)] = (facts.units, weight if group is None else group[1] + weight)
    units: Units = {}
    for mapping, weight in groups.values():
        for unit, measures in mapping.items():
            _add(units.setdefault(unit, {}), measures, weight)
    return ends, units


def _add(into: dict[str, Weights], measures: Mapping[str, Any], weight: int) -> None:
    for name, value in measures.items():
        weights = into.setdefault(name, {})
        weights[value] = weights.get(value, 0) + weight


def _with_parts(
    melee: Melee, system: System, folded: Fold, budget: Budget
) -> tuple[dict[End, int], Units, Apart, int]:
    """Count facts where the last stage's lanes stay apart: each lane by itself decides its units.

    What a lane says of a unit's measure goes before what the facts of the state say of it.
    """
    assert folded.last is not None
    folder = LaneFolder(budget, folded.decisions, len(folded.ends) > 1)
    opened = [
        (state, weight, [folder.fold(lane) for lane in folded.last.lanes(state)])
        for state, weight in folded.ends.items()
    ]
    common = lcm(*(total for _, _, lanes in opened for _, total in lanes))
    ends: dict[End, int] = {}
    units: Units = {}
    joint: Apart = {}
    flags = [name for name, kind in system.measures.items() if kind == "flag"]
    for state, weight, lanes in opened:
        facts = melee.facts(state)
        end = (facts.winner, facts.difference, facts.band)
        ends[end] = ends.get(end, 0) + weight * common
        decided: set[tuple[str, str]] = set()
        for index, (lane_ends, total) in enumerate(lanes):
            budget.spend(LANE_COST + len(lane_ends))
            scale = weight * (common // total)
            said = [(melee.part(state, index, end), w * scale) for end, w in lane_ends.items()]
            for mapping, w in said:
                for unit, measures in mapping.items():
                    _add(units.setdefault(unit, {}), measures, w)
                    decided.update((unit, name) for name in measures)
            names = tuple(dict.fromkeys(unit for mapping, _ in said for unit in mapping))
            for flag in flags:
                _join(joint, flag, names, said)
        for unit, measures in facts.units.items():
            kept = {name: value for name, value in measures.items() if (unit, name) not in decided}
            _add(units.setdefault(unit, {}), kept, weight * common)
    total = folded.total * common
    return ends, units, joint, total


def _join(
    joint: Apart,
    flag: str,
    names: tuple[str, ...],
    said: Sequence[tuple[Mapping[str, Mapping[str, Any]], int]],
) -> None:
    """Add to *joint* a lane's sets of units of which *flag* is true, by the units that may have it."""
    having = tuple(u for u in names if any(flag in mapping.get(u, {}) for mapping, _ in said))
    weights = joint.setdefault((flag, having, tuple(u for u in names if u not in having)), {})
    for mapping, weight in said:
        true = tuple(unit for unit in having if mapping.get(unit, {}).get(flag))
        weights[true] = weights.get(true, 0) + weight


def _together(apart: Apart, known: Sequence[str], total: int) -> list[Joint]:
    """Return the joint chances of two or more units that share the dice of the same others.

    Which units come to it may itself depend on dice (who restrains does not pursue): of a unit that
    does not, the flag is false. *known* are all units in the order of the scenario.
    """
    units: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    shared = {(flag, others) for flag, having, others in apart if len(having) > 1}
    merged: dict[tuple[str, tuple[str, ...]], Weights] = {}
    for (flag, having, others), weights in apart.items():
        units.setdefault((flag, others), set()).update(having)
        into = merged.setdefault((flag, others), {})
        for true, weight in weights.items():
            ordered = tuple(sorted(true, key=known.index))
            into[ordered] = into.get(ordered, 0) + weight
    return [
        Joint(flag, tuple(sorted(units[flag, others], key=known.index)), others, weights, total)
        for (flag, others), weights in merged.items()
        if (flag, others) in shared
    ]


Outcome: TypeAlias = "tuple[str | None, str | None]"


@dataclass(frozen=True, slots=True)
class RoundOfUnit:
    """What may become of a unit in one round: the chances to break and to be destroyed, and of models left.

    Those of the models sum to the chance that the round is reached.
    """

    breaks: Fraction
    destroyed: Fraction
    left: Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class Round:
    """How a melee can end in one round: the chance of each (winner, band), and that it goes on.

    ``reached`` is the chance that it comes to this round at all and ``units`` what may become of them in
    it, where a system says that.
    """

    number: int
    ends: Mapping[Outcome, Fraction]
    goes_on: Fraction
    reached: Fraction | None = None
    units: Mapping[str, RoundOfUnit] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rounds:
    """How a melee can end over several rounds. All ends and what is ``left`` sum to exactly 1.

    ``left`` is the chance that it is still going on after the last round asked for, ``cut`` the part
    of it that was not followed because less than ``bound`` was left of it. ``losses`` are the means
    of what each unit loses in all these rounds. Where they are not ``exact``, they are in floating point.
    """

    asked: int | None
    rounds: tuple[Round, ...]
    left: Fraction
    cut: Fraction
    bound: Fraction
    losses: Mapping[str, Fraction]
    exact: bool = True

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
