"""Views of what odds say beyond one melee: rounds to come, single changes, two plans side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.odds import Measure, Odds, Rounds, Variation
from melee_cli.core.system import System
from melee_cli.core.view import Cell, Column, Grid, Lines, Section, View
from melee_cli.render.odds_view import number, percent, tenths, verdict

SHIFTS_SHOWN = 2


def signed(change: Fraction) -> Message:
    """Return *change* with one decimal and its sign, none where it rounds to nothing."""
    size = number(abs(change))
    if not tenths(abs(change)):
        return size
    return M("+{amount}", amount=size) if change > 0 else M("-{amount}", amount=size)


def points(change: Fraction) -> Message:
    """Return a change of a chance in percentage points, with its sign."""
    return signed(100 * change)


def rounds_sections(rounds: Rounds, odds: Odds) -> list[Section]:
    """Return how the melee can end round by round, in all, and what each unit loses on the average."""
    sides = [name for name, _ in odds.sides]
    columns = [Column(M("Round"), "right")]
    columns += [Column(M("{side} wins", side=side), "right") for side in sides]
    columns += [Column(M("draw"), "right"), Column(M("goes on"), "right")]
    rows: list[Sequence[Cell]] = []
    for one in rounds.rounds:
        won = {side: Fraction(0) for side in (*sides, None)}
        for (winner, _), chance in one.ends.items():
            won[winner] += chance
        cells = [percent(won[side]) for side in (*sides, None)]
        rows.append([one.number, *cells, percent(one.goes_on)])
    total = [percent(rounds.wins(side)) for side in (*sides, None)]
    rows.append([M("in all"), *total, percent(rounds.left)])
    losses: list[Sequence[Cell]] = [
        [unit, number(rounds.losses[unit])]
        for _, units in odds.sides
        for unit in units
        if unit in rounds.losses
    ]
    mean = [Column(M("Unit")), Column(M("Mean loss"), "right")]
    return [
        Grid(M("Ends by round"), columns, rows),
        Grid(M("Losses over these rounds"), mean, losses),
        Lines(M("Rounds"), _remarks(rounds)),
    ]


def _remarks(rounds: Rounds) -> list[Message]:
    said = [
        M("Decisions that the scenario gives hold in every round; what it leaves open takes its default.")
    ]
    if rounds.cut:
        bound = f"{rounds.bound.denominator // rounds.bound.numerator:,}"
        said.append(M('Followed until less than 1 in {n} is left; that is under "goes on".', n=bound))
    return said


def what_if_section(variations: Sequence[Variation], system: System) -> Section:
    """Return the changes, for each side the best first.

    Where none changes the chance to win, that is not shown; what becomes of units is, where there is such.
    """
    if not variations:
        return Lines(M("What would change it"), [M("Nothing within the players' reach.")])
    decided = all(not one.gain for one in variations)
    told = any(one.shifts for one in variations)
    columns = [Column(M("Side")), Column(M("Change"))]
    columns += [] if decided else [Column(M("Wins"), "right"), Column(M("Points"), "right")]
    columns += [Column(M("Units, in points"))] if told else []
    columns.append(Column(M("Mean lead"), "right"))
    rows: list[Sequence[Cell]] = []
    for one in variations:
        cells: list[Cell] = [one.side, one.text]
        cells += [] if decided else [percent(one.win), points(one.gain)]
        cells += [_shifted(one, system)] if told else []
        rows.append([*cells, signed(one.lead_gain)])
    return Grid(M("What would change it"), columns, rows)


def _shifted(one: Variation, system: System) -> Cell:
    """Return the flags of worth that a change moves most, as far as it shows in print."""
    worth = [shift for shift in one.shifts if shift.measure in system.merits or not system.merits]
    said = tuple(
        M(
            "{unit} {what} {change}",
            unit=shift.unit,
            what=system.label(shift.measure),
            change=points(shift.gain),
        )
        for shift in worth[:SHIFTS_SHOWN]
        if tenths(abs(100 * shift.gain))
    )
    return M("{shares}", shares=Phrases(said, joiner=",")) if said else None


def compared(plans: Sequence[tuple[str, Odds]], system: System) -> View:
    """Return two plans side by side: winning, bands, and each unit's measures, with what changes.

    Sides are compared by their place, units by their name; what only one plan has stands alone.
    """
    (_, a), (_, b) = plans
    rows: list[Sequence[Cell]] = []
    for place, (left, right) in enumerate(zip(a.sides, b.sides, strict=True)):
        name = left[0] if left[0] == right[0] else M("{first} / {second}", first=left[0], second=right[0])
        rows.append(_chances(M("{side} wins", side=name), a.wins(left[0]), b.wins(right[0])))
        if place == 0:
            rows.append(_chances(M("draw"), a.wins(None), b.wins(None)))
    rows += _band_rows(a, b)
    heads = [
        Column(Message("")),
        Column(M("{name}", name="A"), "right"),
        Column(M("{name}", name="B"), "right"),
    ]
    named = [
        M("{letter}: {plan}: {verdict}", letter=letter, plan=title, verdict=verdict(odds))
        for letter, (title, odds) in zip("AB", plans, strict=True)
    ]
    sections: list[Section] = [
        Lines(M("Plans"), named),
        Grid(M("Chances"), [*heads, Column(M("Points"), "right")], rows),
    ]
    means = _mean_rows(a, b, system)
    if means:
        sections.append(Grid(M("Means"), [*heads, Column(M("More"), "right")], means))
    gain = b.wins(b.sides[0][0]) - a.wins(a.sides[0][0])
    said = M(
        "{side} wins {first} by plan A, {second} by plan B: {change} points",
        side=a.sides[0][0],
        first=percent(a.wins(a.sides[0][0])),
        second=percent(b.wins(b.sides[0][0])),
        change=points(gain),
    )
    return View(said, sections)


def _chances(what: Message, left: Fraction, right: Fraction) -> Sequence[Cell]:
    return [what, percent(left), percent(right), points(right - left)]


def _band_rows(a: Odds, b: Odds) -> list[Sequence[Cell]]:
    """Return a row for each band that either plan can come to, draws aside."""
    places = [{name: place for place, (name, _) in enumerate(odds.sides)} for odds in (a, b)]
    left, right = (
        {(places[i][winner], band): chance for winner, band, chance in odds.bands() if winner is not None}
        for i, odds in enumerate((a, b))
    )
    names = [name for name, _ in a.sides]
    return [
        _chances(
            M("{winner} by {band}", winner=names[place], band=band),
            left.get((place, band), Fraction(0)),
            right.get((place, band), Fraction(0)),
        )
        for place, band in dict.fromkeys([*left, *right])
    ]


def _mean_rows(a: Odds, b: Odds, system: System) -> list[Sequence[Cell]]:
    """Return a row for each number and flag of each unit that either plan has."""
    rows: list[Sequence[Cell]] = []
    for unit in dict.fromkeys([*a.units, *b.units]):
        for name, kind in system.measures.items():
            found = [odds.units.get(unit, {}).get(name) for odds in (a, b)]
            if kind == "share" or not any(found):
                continue
            what = M("{unit}: {measure}", unit=unit, measure=system.label(name))
            show = number if kind == "number" else percent
            left, right = (None if m is None else _middle(m) for m in found)
            more = None
            if left is not None and right is not None:
                more = signed(right - left) if kind == "number" else points(right - left)
            rows.append(
                [what, None if left is None else show(left), None if right is None else show(right), more]
            )
    return rows


def _middle(measure: Measure) -> Fraction:
    """Return the mean of a number, the chance of a flag."""
    return measure.mean if measure.kind == "number" else measure.chance()
