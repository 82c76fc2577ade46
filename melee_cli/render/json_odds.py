"""Odds in the shape of the contract, every chance exact: what JSON writes of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from melee_cli.core.odds import Joint, Measure, Odds, Round, Rounds, Variation
from melee_cli.core.view import tenths
from melee_cli.render.odds import policy


def chance(value: Fraction, exact: bool = True) -> dict[str, Any]:
    """Return an exact chance in lowest terms, with its percentage to one decimal.

    One that is not *exact* is its percentage alone, with all the decimals it has.
    """
    if not exact:
        return {"percent": 100 * value.numerator / value.denominator}
    return {
        "numerator": str(value.numerator),
        "denominator": str(value.denominator),
        "percent": tenths(100 * value) / 10,
    }


def mean(value: Fraction, exact: bool = True) -> dict[str, Any]:
    """Return an exact mean in lowest terms, with its value to two decimals; else its value alone."""
    if not exact:
        return {"rounded": value.numerator / value.denominator}
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
    exact = odds.exact
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
                "win": chance(odds.wins(side), exact),
                **({"wounds": _counts("wounds", odds.sums[side], exact)} if odds.sums else {}),
                "units": [_unit(unit, odds) for unit in units],
            }
            for side, units in odds.sides
        ],
        "draw": chance(odds.wins(None), exact),
        "differences": [
            {
                "winner": row.winner,
                "difference": row.difference,
                "exactly": chance(Fraction(row.exactly, row.total), exact),
                "at_least": chance(Fraction(row.at_least, row.total), exact),
            }
            for row in odds.differences()
        ],
    }
    bands = odds.bands()
    if bands:
        shown["bands"] = [
            {"winner": winner, "band": band, "chance": chance(value)} for winner, band, value in bands
        ]
    if odds.sums:
        shown["exact"] = exact
    if odds.left_open:
        shown["left_open"] = odds.left_open
    if odds.joint:
        shown["together"] = [_joint(joint, exact) for joint in odds.joint]
    return shown


def _unit(unit: str, odds: Odds) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": unit}
    exact = odds.exact
    for name, measure in odds.units.get(unit, {}).items():
        if measure.kind == "flag":
            shown[name] = chance(measure.chance(), exact)
        elif measure.kind == "share":
            shown[f"{name}s"] = [{name: value, "chance": c} for value, c in _values(measure, exact)]
        elif measure.kind == "cause":
            shown[name.removesuffix("_by")] = {
                cause: chance(measure.chance(cause), exact) for cause in measure.causes
            }
        elif measure.kind == "count":
            counted = name.partition("_")[0]
            shown[name] = _counts(counted, measure, exact)
            shown[f"{counted}_mean"] = mean(measure.mean, exact)
        else:
            spread = [{"value": value, "chance": c} for value, c in _values(measure, exact)]
            shown[name] = {"distribution": spread, "mean": mean(measure.mean, exact)}
    return shown


def _counts(name: str, measure: Measure, exact: bool) -> list[dict[str, Any]]:
    """Return the chance of each count of a measure, listed under *name*."""
    return [{name: value, "chance": c} for value, c in _values(measure, exact)]


def _values(measure: Measure, exact: bool) -> list[tuple[Any, dict[str, Any]]]:
    """Return the values with their chances: numbers from the lowest, shares from the likeliest."""
    items = list(measure.weights.items())
    items.sort(key=(lambda item: -item[1]) if measure.kind == "share" else (lambda item: item[0]))
    return [(value, chance(Fraction(weight, measure.total), exact)) for value, weight in items]


def _joint(joint: Joint, exact: bool) -> dict[str, Any]:
    return {
        "measure": joint.measure,
        "units": joint.units,
        "share_dice_with": joint.others,
        "chances": [
            {"units": units, "chance": chance(Fraction(weight, joint.total), exact)}
            for units, weight in joint.weights.items()
        ],
    }


def _rounds(rounds: Rounds) -> dict[str, Any]:
    exact = rounds.exact
    return {
        "asked": rounds.asked,
        "bound": chance(rounds.bound),
        "goes_on": chance(rounds.left, exact),
        "not_followed": chance(rounds.cut, exact),
        "ends": [
            {"winner": winner, "band": band, "chance": chance(value, exact)}
            for (winner, band), value in rounds.ends().items()
        ],
        "by_round": [
            {
                "round": one.number,
                "ends": [
                    {"winner": winner, "band": band, "chance": chance(value, exact)}
                    for (winner, band), value in one.ends.items()
                ],
                "goes_on": chance(one.goes_on, exact),
                **_round_of_units(one, exact),
            }
            for one in rounds.rounds
        ],
        "casualties": [{"unit": unit, "mean": mean(value, exact)} for unit, value in rounds.losses.items()],
    }


def _round_of_units(one: Round, exact: bool) -> dict[str, Any]:
    """Return the chance to reach a round and what may become of the units in it, where that is told."""
    if one.reached is None:
        return {}
    units = [
        {
            "name": name,
            "breaks": chance(unit.breaks, exact),
            "destroyed": chance(unit.destroyed, exact),
            "models_left": [
                {"models": models, "chance": chance(value, exact)} for models, value in unit.left.items()
            ],
        }
        for name, unit in one.units.items()
    ]
    return {"reached": chance(one.reached, exact), "units": units}


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
