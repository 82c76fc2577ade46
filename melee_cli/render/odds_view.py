"""Odds as views: the chances of winning, the bands, each unit's measures; whole and compact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.odds import Difference, Measure, Odds
from melee_cli.core.system import System
from melee_cli.core.view import Bar, Bars, Cell, Column, Grid, Lines, Section, View


def tenths(value: Fraction) -> int:
    """Return *value* in tenths, rounded half up: the only place where odds are rounded."""
    return (20 * value.numerator + value.denominator) // (2 * value.denominator)


def percent(chance: Fraction) -> Message:
    """Return *chance* as a percentage with one decimal; what is not quite 0 or 100 % never reads so."""
    parts = tenths(100 * chance)
    if parts == 0 and chance:
        return M("<0.1%")
    if parts == 1000 and chance != 1:
        return M(">99.9%")
    return M("{whole}.{tenth}%", whole=parts // 10, tenth=parts % 10)


def number(value: Fraction) -> Message:
    """Return *value* with one decimal."""
    parts = tenths(value)
    return M("{whole}.{tenth}", whole=parts // 10, tenth=parts % 10)


def heading(system: System, name: str) -> Message:
    """Return how a measure's name reads over a column."""
    text = name.replace("_", " ")
    return system.labels.get(name) or M(text[:1].upper() + text[1:])


def verdict(odds: Odds) -> Message:
    """Return the one line that matters: win, draw and lose."""
    (first, _), (second, _) = odds.sides
    return M(
        "{first} win {win}, draw {draw}, {second} win {loss}",
        first=first,
        win=percent(odds.wins(first)),
        draw=percent(odds.wins(None)),
        second=second,
        loss=percent(odds.wins(second)),
    )


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


def compact(odds: Odds, system: System) -> View:
    """Return the small view: win, draw and lose in a line, and a row for each unit."""
    return View(verdict(odds), [units_grid(odds, system)])


def units_grid(odds: Odds, system: System) -> Grid:
    """Return a row for each unit: the chance of each outcome, the means of numbers, its flags."""
    shown = [
        (name, kind)
        for name, kind in system.measures.items()
        if any(name in measures for measures in odds.units.values())
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
        return percent(measure.chance())
    if measure.kind == "number":
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
    numbers = [name for name, kind in system.measures.items() if kind == "number"]
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
