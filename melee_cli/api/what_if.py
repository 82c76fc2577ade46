"""What single changes within the players' reach would do to the chance of winning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from melee_cli.api.resolve import answered
from melee_cli.core.enumeration import Budget, Decision
from melee_cli.core.messages import M, Message
from melee_cli.core.odds import Odds, Shift, Variation, odds, over_budget
from melee_cli.core.problems import Problem
from melee_cli.core.system import Book


def what_if(scenario: Any, book: Book, now: Odds, budget: Budget) -> list[Variation] | Problem:
    """Return what the players may do otherwise in *scenario*, for each side the best first.

    These are the changes that its system knows, and the other answers to the decisions met on the way,
    as far as such an answer changes a chance of this round. Where the chance to win stays the same, what
    becomes of the units decides, as far as the system says what that is worth, and then the mean
    difference. *now* are the odds as things stand. What the rules would refuse is left out, and so is
    what cannot be read again; a spent *budget* is returned as its problem.
    """
    system = book.system
    found: list[Variation] = []
    known = system.variations(scenario) if system.variations else ()
    for changes, always in ((known, True), (_decided_otherwise(scenario, now.decisions), False)):
        for text, mapping in changes:
            varied = _sound(mapping, book)
            if varied is None:
                continue
            after = odds(system.open(varied, book), system, varied, budget)
            if isinstance(after, Problem):
                return over_budget(
                    M("exact odds of every change take more than {n} steps", n=budget.steps),
                    M("ask without --what-if, or allow more with --budget"),
                )
            one = _variation(text, now, after, _whose(scenario, varied), system.merits)
            if always or one.matters:
                found.append(one)
    order = [name for name, _ in now.sides]
    found.sort(key=lambda one: (order.index(one.side), -one.gain, -one.merit, -one.lead_gain))
    return found


def _decided_otherwise(
    scenario: Any, decisions: Sequence[Decision]
) -> Iterator[tuple[Message, Mapping[str, Any]]]:
    """Return *scenario* with each other answer to each decision that is a player's, not of chance."""
    for choice, value in ((one.choice, one.value) for one in decisions):
        if choice.random:
            continue
        written = {
            option.value: option.sets or ((choice.unit, choice.key, option.value),)
            for option in choice.options
        }
        any_answer = {(unit, key) for sets in written.values() for unit, key, _ in sets}
        for option in choice.options:
            if option.value != value:
                text = M("{question} {answer}", question=choice.prompt, answer=option.label)
                answer = {(unit, key): said for unit, key, said in written[option.value]}
                yield text, answered(scenario, answer, without=any_answer)


def _sound(mapping: Mapping[str, Any], book: Book) -> Any:
    """Return *mapping* as a scenario, None where it is none or the rules refuse it."""
    try:
        varied = book.system.scenario().model_validate(mapping)
    except ValidationError:
        return None
    refused = any(True for check in book.system.checks for _ in check(varied, book))
    return None if refused else varied


def _whose(scenario: Any, varied: Any) -> str:
    """Return the name of the side that *varied* changes, the first where that cannot be told.

    A unit that comes or goes may change what its enemies say of it: then the side is its own.
    """
    both = list(zip(scenario.sides, varied.sides, strict=True))
    changed = [s for s, v in both if s != v]
    others = [s for s, v in both if {unit.name for unit in s.units} != {unit.name for unit in v.units}]
    for sides in (others, changed):
        if len(sides) == 1:
            return str(sides[0].name)
    return str(scenario.sides[0].name)


def _variation(text: Message, now: Odds, after: Odds, side: str, merits: Mapping[str, int]) -> Variation:
    shifts = _shifts(now, after)
    return Variation(
        side,
        text,
        win_before=now.wins(side),
        win=after.wins(side),
        draw=after.wins(None),
        lead_before=now.lead(side),
        lead=after.lead(side),
        shifts=shifts,
        merit=_merit(shifts, side, after, merits),
    )


def _shifts(now: Odds, after: Odds) -> tuple[Shift, ...]:
    """Return the flags of which both odds speak and whose chances differ, the greatest change first."""
    found = [
        Shift(unit, name, measure.chance(), after.units[unit][name].chance())
        for unit, measures in now.units.items()
        for name, measure in measures.items()
        if measure.kind == "flag" and name in after.units.get(unit, ())
    ]
    return tuple(sorted((one for one in found if one.gain), key=lambda one: -abs(one.gain)))


def _merit(shifts: tuple[Shift, ...], side: str, odds: Odds, merits: Mapping[str, int]) -> Fraction:
    """Return what *shifts* are worth to *side*: what is good for a unit is bad for its enemies."""
    own = next(units for name, units in odds.sides if name == side)
    gains = (merits.get(one.measure, 0) * (one.gain if one.unit in own else -one.gain) for one in shifts)
    return sum(gains, Fraction(0))
