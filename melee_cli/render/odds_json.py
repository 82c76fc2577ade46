"""Odds as plain data in the shape of the contract (``melee-odds/1``); percentages are made here."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from melee_cli.core.odds import Joint, Measure, Odds, Rounds, Variation
from melee_cli.render.odds_view import policy, tenths


def chance(value: Fraction) -> dict[str, Any]:
    """Return an exact chance in lowest terms, with its percentage to one decimal."""
    return {
        "numerator": str(value.numerator),
        "denominator": str(value.denominator),
        "percent": tenths(100 * value) / 10,
    }


def mean(value: Fraction) -> dict[str, Any]:
    """Return an exact mean in lowest terms, with its value to two decimals."""
    hundredths = tenths(10 * value)
    return {
        "numerator": str(value.numerator),
        "denominator": str(value.denominator),
        "rounded": hundredths / 100,
    }


def chances(
    odds: Odds, rounds: Rounds | None = None, variations: Sequence[Variation] | None = None
) -> dict[str, Any]:
    """Return everything odds say of one melee, what else was asked only where it was."""
    shown = _odds(odds)
    if rounds is not None:
        shown["rounds"] = _rounds(rounds)
    if variations is not None:
        shown["what_if"] = [_variation(one) for one in variations]
    return shown


def _odds(odds: Odds) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "policy": {
            "text": policy(odds)[0],
            "choices": [
                {"unit": d.choice.unit, "key": d.choice.key, "value": d.value, "origin": d.origin}
                for d in odds.decisions
            ],
        },
        "sides": [
            {
                "name": side,
                "win": chance(odds.wins(side)),
                "units": [_unit(unit, odds) for unit in units],
            }
            for side, units in odds.sides
        ],
        "draw": chance(odds.wins(None)),
        "differences": [
            {
                "winner": row.winner,
                "difference": row.difference,
                "exactly": chance(Fraction(row.exactly, row.total)),
                "at_least": chance(Fraction(row.at_least, row.total)),
            }
            for row in odds.differences()
        ],
    }
    bands = odds.bands()
    if bands:
        shown["bands"] = [
            {"winner": winner, "band": band, "chance": chance(value)} for winner, band, value in bands
        ]
    if odds.joint:
        shown["together"] = [_joint(joint) for joint in odds.joint]
    return shown


def _unit(unit: str, odds: Odds) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": unit}
    for name, measure in odds.units.get(unit, {}).items():
        if measure.kind == "flag":
            shown[name] = chance(measure.chance())
        elif measure.kind == "share":
            shown[f"{name}s"] = [{name: value, "chance": c} for value, c in _values(measure)]
        else:
            spread = [{"value": value, "chance": c} for value, c in _values(measure)]
            shown[name] = {"distribution": spread, "mean": mean(measure.mean)}
    return shown


def _values(measure: Measure) -> list[tuple[Any, dict[str, Any]]]:
    """Return the values with their chances: numbers from the lowest, shares from the likeliest."""
    items = list(measure.weights.items())
    items.sort(key=(lambda item: item[0]) if measure.kind == "number" else (lambda item: -item[1]))
    return [(value, chance(Fraction(weight, measure.total))) for value, weight in items]


def _joint(joint: Joint) -> dict[str, Any]:
    return {
        "measure": joint.measure,
        "units": joint.units,
        "share_dice_with": joint.others,
        "chances": [
            {"units": units, "chance": chance(Fraction(weight, joint.total))}
            for units, weight in joint.weights.items()
        ],
    }


def _rounds(rounds: Rounds) -> dict[str, Any]:
    return {
        "asked": rounds.asked,
        "bound": chance(rounds.bound),
        "goes_on": chance(rounds.left),
        "not_followed": chance(rounds.cut),
        "ends": [
            {"winner": winner, "band": band, "chance": chance(value)}
            for (winner, band), value in rounds.ends().items()
        ],
        "by_round": [
            {
                "round": one.number,
                "ends": [
                    {"winner": winner, "band": band, "chance": chance(value)}
                    for (winner, band), value in one.ends.items()
                ],
                "goes_on": chance(one.goes_on),
            }
            for one in rounds.rounds
        ],
        "casualties": [{"unit": unit, "mean": mean(value)} for unit, value in rounds.losses.items()],
    }


def _variation(one: Variation) -> dict[str, Any]:
    """Return a change; what it gains is a signed fraction, with points of a percentage to one decimal."""
    return {
        "side": one.side,
        "change": one.text,
        "win": chance(one.win),
        "draw": chance(one.draw),
        "gain": _signed_chance(one.gain),
        "units": [
            {
                "unit": shift.unit,
                "measure": shift.measure,
                "chance": chance(shift.after),
                "gain": _signed_chance(shift.gain),
            }
            for shift in one.shifts
        ],
        "mean_lead": _signed_mean(one.lead),
        "mean_lead_gain": _signed_mean(one.lead_gain),
    }


def _signed_chance(value: Fraction) -> dict[str, Any]:
    shown = chance(abs(value))
    if value < 0:
        shown |= {"numerator": f"-{shown['numerator']}", "percent": -shown["percent"]}
    return shown


def _signed_mean(value: Fraction) -> dict[str, Any]:
    shown = mean(abs(value))
    if value < 0:
        shown |= {"numerator": f"-{shown['numerator']}", "rounded": -shown["rounded"]}
    return shown
