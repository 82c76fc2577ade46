"""Views of odds: the chances of winning, bands, measures; rounds to come, single changes, two plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.odds import Difference, Measure, Odds, Rounds, Variation
from melee_cli.core.system import System
from melee_cli.core.view import UNTITLED, Bar, Bars, Cell, Column, Grid, Lines, Section, View, percent, tenths

NUMBERS = ("number", "count")


def number(value: Fraction) -> Message:
    """Return *value* with one decimal."""
    parts = tenths(value)
    return M("{whole}.{tenth}", whole=parts // 10, tenth=parts % 10)


def heading(system: System, name: str) -> Message:
    """Return how a measure's name reads over a column."""
    text = name.replace("_", " ")
    return system.labels.get(name) or M(text[:1].upper() + text[1:])


def verdict(odds: Odds) -> Message:
    """Return the one line that matters: win, draw and lose, as far as each can come."""
    (first, _), (second, _) = odds.sides
    if odds.wins(None) == 1:
        return M("A draw, whatever the dice")
    for side in (first, second):
        if odds.wins(side) == 1:
            return M("{side} win, whatever the dice", side=side)
    said = [
        M("{side} win {chance}", side=first, chance=percent(odds.wins(first))),
        M("draw {chance}", chance=percent(odds.wins(None))),
        M("{side} win {chance}", side=second, chance=percent(odds.wins(second))),
    ]
    chances = (odds.wins(first), odds.wins(None), odds.wins(second))
    possible = tuple(text for text, chance in zip(said, chances, strict=True) if chance)
    return M("{shares}", shares=Phrases(possible, joiner=","))


def glance(odds: Odds, system: System) -> Message:
    """Return one line: win, draw and lose; where the winner is settled, what may become of the units."""
    said = tuple(
        M("{unit} {what} {chance}", unit=unit, what=system.label(name), chance=percent(measure.chance()))
        for unit, measures in odds.units.items()
        for name, measure in measures.items()
        if measure.kind == "flag"
        and 0 < measure.chance() < 1
        and (name in system.merits or not system.merits)
    )
    settled = any(odds.wins(side) == 1 for side in (odds.sides[0][0], None, odds.sides[1][0]))
    return M("{shares}", shares=Phrases(said, joiner=",")) if settled and said else verdict(odds)


def units_grid(odds: Odds, system: System) -> Grid:
    """Return a row for each unit: the chance of each outcome, the means of numbers, its flags."""
    shown = [
        (name, kind)
        for name, kind in system.measures.items()
        if kind != "cause" and any(name in measures for measures in odds.units.values())
    ]
    columns = [Column(M("Unit"))]
    for name, kind in shown:
        columns.append(Column(heading(system, name), "left" if kind == "share" else "right"))
    rows: list[Sequence[Cell]] = []
    for unit, measures in odds.units.items():
        if measures:
            rows.append([unit, *(_cell(measures.get(name), system) for name, _ in shown)])
    return Grid(M("Units"), columns, rows)


def _cell(measure: Measure | None, system: System) -> Cell:
    if measure is None:
        return None
    if measure.kind == "flag":
        return percent(measure.chance()) if measure.chance() else None
    if measure.kind in NUMBERS:
        return number(measure.mean)
    return _shares(measure, system)


def _shares(measure: Measure, system: System) -> Message:
    """Return the values of a share, the likeliest first."""
    ordered = sorted(measure.weights.items(), key=lambda item: -item[1])
    return M(
        "{shares}",
        shares=Phrases(
            tuple(
                M(
                    "{value} {chance}",
                    value=M("none of these") if value is None else system.label(value),
                    chance=percent(Fraction(weight, measure.total)),
                )
                for value, weight in ordered
            ),
            joiner=",",
        ),
    )


def sections(odds: Odds, system: System) -> list[Section]:
    """Return everything odds say beside the verdict."""
    found: list[Section] = [difference_bars(odds)]
    found.append(units_grid(odds, system))
    found.extend(_distributions(odds, system))
    if odds.joint:
        columns = [Column(M("Who")), Column(M("Dice shared with")), Column(M("Chance"), "right")]
        found.append(Grid(M("Together"), columns, _joint(odds, system)))
    found.append(Lines(M("Decisions"), policy(odds)))
    return found


def difference_bars(odds: Odds) -> Bars:
    """Return a bar for each difference under its band; tails too thin to print are one bar."""
    bands = {(winner, band): chance for winner, band, chance in odds.bands()}
    first = odds.sides[0][0]
    bars: list[Bar] = []
    before: object = ()
    for row, label in _lumped(odds.differences()):
        group = None
        if (row.winner, row.band) != before:
            before = (row.winner, row.band)
            chance = bands[row.winner, row.band] if row.band else odds.wins(row.winner)
            group = _group(row, percent(chance))
        tone: Literal["first", "second", "neither"]
        tone = "neither" if row.winner is None else "first" if row.winner == first else "second"
        figures = [percent(Fraction(row.exactly, row.total)), percent(Fraction(row.at_least, row.total))]
        bars.append(Bar(label, row.exactly, figures if row.winner else [*figures[:1], M("")], tone, group))
    return Bars(M("Difference"), M("by"), [M("exactly"), M("at least")], bars)


def _group(row: Difference, chance: Message) -> Message:
    if row.winner is None:
        return M("draw: {chance}", chance=chance)
    if row.band is None:
        return M("{winner} wins: {chance}", winner=row.winner, chance=chance)
    return M("{winner} by {band}: {chance}", winner=row.winner, band=row.band, chance=chance)


def _lumped(rows: Sequence[Difference]) -> list[tuple[Difference, Message | str]]:
    """Return the rows with their labels; a tail that would print as nothing becomes one row."""
    thin = [r for r in rows if r.winner and tenths(Fraction(100 * r.at_least, r.total)) == 0]
    found: list[tuple[Difference, Message | str]] = []
    for row in rows:
        tail = [r for r in thin if r.winner == row.winner and r.band == row.band]
        if row not in tail or len(tail) == 1:
            found.append((row, str(row.difference)))
        elif row.difference == min(r.difference for r in tail):
            found.append((replace(row, exactly=row.at_least), M("{n}+", n=row.difference)))
    return found


def _distributions(odds: Odds, system: System) -> list[Section]:
    """Return the whole distribution of each unit's numbers, a unit a row."""
    numbers = [name for name, kind in system.measures.items() if kind in NUMBERS]
    numbers = [name for name in numbers if any(name in measures for measures in odds.units.values())]
    rows: list[Sequence[Cell]] = [
        [unit, *(_spread(measures.get(name)) for name in numbers)]
        for unit, measures in odds.units.items()
        if any(name in measures for name in numbers)
    ]
    columns = [Column(M("Unit")), *(Column(heading(system, name)) for name in numbers)]
    return [Grid(M("Distributions"), columns, rows)] if rows else []


def _spread(measure: Measure | None) -> Cell:
    if measure is None:
        return None
    items = tuple(
        M("{value}: {chance}", value=value, chance=percent(Fraction(weight, measure.total)))
        for value, weight in sorted(measure.weights.items())
    )
    return M("{shares}", shares=Phrases(items, joiner=","))


def _joint(odds: Odds, system: System) -> list[Sequence[Cell]]:
    rows: list[Sequence[Cell]] = []
    for joint in odds.joint:
        name = system.label(joint.measure)
        for units, weight in sorted(joint.weights.items(), key=lambda item: (-len(item[0]), item[0])):
            who = M("{units}: {measure}", units=Phrases(units), measure=name)
            if not units:
                who = M("none of {units}: {measure}", units=Phrases(joint.units), measure=name)
            elif units != joint.units:
                who = M("only {units}: {measure}", units=Phrases(units), measure=name)
            others = M("{units}", units=Phrases(joint.others)) if joint.others else None
            rows.append([who, others, percent(Fraction(weight, joint.total))])
    return rows


def policy(odds: Odds) -> list[Message]:
    """Return the policy by which decisions were taken, and each decision that was met."""
    said = [M("What the scenario says, else the default; what is left to chance, evenly.")]
    for decision in odds.decisions:
        choice = decision.choice
        option = next((o for o in choice.options if o.value == decision.value), None)
        if option is None:
            said.append(M("{question} Each answer equally likely.", question=choice.prompt))
        elif decision.origin == "given":
            said.append(M("{question} {answer} (as given)", question=choice.prompt, answer=option.label))
        else:
            said.append(M("{question} {answer} (default)", question=choice.prompt, answer=option.label))
    return said


def view(odds: Odds, system: System) -> View:
    """Return the whole view of *odds*."""
    return View(verdict(odds), sections(odds, system))


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
        *_units_by_round(rounds),
        Grid(M("Losses over these rounds"), mean, losses),
        Lines(M("Rounds"), _remarks(rounds)),
    ]


def _units_by_round(rounds: Rounds) -> list[Section]:
    """Return what may become of each unit in each round that is reached, where a system says that."""
    rows: list[Sequence[Cell]] = []
    for one in rounds.rounds:
        for name, unit in one.units.items():
            assert one.reached is not None
            mean = sum((models * chance for models, chance in unit.left.items()), Fraction(0))
            left = number(mean / one.reached) if one.reached else None
            chances = [percent(one.reached), percent(unit.breaks), percent(unit.destroyed)]
            rows.append([one.number, name, *chances, left])
    told = (M("reached"), M("breaks"), M("is destroyed"), M("Models left"))
    columns = [
        Column(M("Round"), "right"),
        Column(M("Unit")),
        *(Column(title, "right") for title in told),
    ]
    return [Grid(M("Units by round"), columns, rows)] if rows else []


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
        Column(UNTITLED),
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
            if kind in ("share", "cause") or not any(found):
                continue
            what = M("{unit}: {measure}", unit=unit, measure=system.label(name))
            show = number if kind in NUMBERS else percent
            left, right = (None if m is None else _middle(m) for m in found)
            more = None
            if left is not None and right is not None:
                more = signed(right - left) if kind in NUMBERS else points(right - left)
            rows.append(
                [what, None if left is None else show(left), None if right is None else show(right), more]
            )
    return rows


def _middle(measure: Measure) -> Fraction:
    """Return the mean of a number, the chance of a flag."""
    return measure.mean if measure.kind in NUMBERS else measure.chance()
