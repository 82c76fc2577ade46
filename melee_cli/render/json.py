"""Results and odds as JSON: encoders with hooks for what the core hands over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from json import JSONEncoder
from typing import Any

from melee_cli.core.messages import Message, Phrases
from melee_cli.core.odds import Joint, Measure, Odds, Round, Rounds, Variation
from melee_cli.core.problems import Problem, path_text
from melee_cli.core.rules import Change, Line, Withheld
from melee_cli.core.view import tenths
from melee_cli.render.language import Language
from melee_cli.render.odds import policy
from melee_cli.render.terminal import escaped

KEPT_MOST = 2000
# JSON allows these inside a text, but readers of lines break a line there: one result would become two.
LINE_ENDS = {ord(char): escaped(char) for char in "\u0085\u2028\u2029"}


def line_json(line: Line, language: Language) -> dict[str, Any]:
    """Return a line of a total as the contract writes it; ``units`` only where it has them."""
    shown = {"rule": line.rule, "label": language.text(line.label), "value": line.value}
    return (
        {**shown, "cite": line.cite}
        if line.units is None
        else {**shown, "units": line.units, "cite": line.cite}
    )


def withheld_json(held: Withheld, language: Language) -> dict[str, Any]:
    """Return a withheld row as the contract writes it."""
    return {"rule": held.rule, "reason": language.text(held.reason), "cite": held.cite}


def problem_json(problem: Problem, language: Language) -> dict[str, Any]:
    """Return a problem as the contract writes it; line, column and hint are null where there are none."""
    place = problem.place
    return {
        "code": problem.code,
        "severity": "error",
        "message": language.text(problem.message),
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "path": path_text(problem.path),
        "hint": None if problem.hint is None else language.text(problem.hint),
    }


class Encoder:
    """Writes results as JSON in one language; the same object for every result of a run.

    The standard library's encoder writes the first ones and all that orjson refuses (half a surrogate
    pair, whole numbers beyond 64 bits). After that orjson writes the same bytes in a quarter of the
    time, a fifth of what a scenario of a batch costs; but importing it is many results' worth.
    ``indent`` is None (each result on one line) or 2.
    """

    FEW = 64
    FEW_INDENTED = 8

    def __init__(self, language: Language, indent: int | None = None) -> None:
        self.language = language
        self._indented = indent is not None
        self._few = self.FEW_INDENTED if self._indented else self.FEW
        # A result is a tree made by us: looking for circles would only cost time.
        self._slow = JSONEncoder(
            ensure_ascii=False,
            check_circular=False,
            allow_nan=False,
            indent=indent,
            separators=(",", ": " if indent else ":"),
            default=self._plain,
        ).encode
        self._written = 0
        self._fast: Callable[[Any], str] | None = None

    def encode(self, result: Any) -> str:
        """Return *result* as one JSON text, on one line unless an indent is wanted."""
        write = self._fast
        if write is None:
            self._written += 1
            if self._written <= self._few:
                return one_line(self._slow(result))
            write = self._fast = fast(self._plain, self._slow, self._indented)
        return one_line(write(result))

    def _plain(self, value: object) -> Any:
        if isinstance(value, Line):
            return line_json(value, self.language)
        if isinstance(value, (Message, Phrases)):
            return self.language.text(value)
        if isinstance(value, Withheld):
            return withheld_json(value, self.language)
        if isinstance(value, Fraction):
            return str(value)
        if isinstance(value, Problem):
            return problem_json(value, self.language)
        if isinstance(value, Change):
            return {"rule": value.rule, "text": self.language.text(value.text)}
        raise TypeError(f"{type(value).__name__} is nothing a result holds")


def one_line(text: str) -> str:
    """Return the JSON *text* with what other readers take for the end of a line escaped."""
    return text if text.isascii() else text.translate(LINE_ENDS)


def fast(plain: Callable[[Any], Any], slow: Callable[[Any], str], indented: bool) -> Callable[[Any], str]:
    """Return an encoder by orjson that keeps the text of rows' lines, with *slow* for what it refuses."""
    import orjson

    option = orjson.OPT_PASSTHROUGH_DATACLASS | (orjson.OPT_INDENT_2 if indented else 0)
    # Systems hand over the same line whenever a row gives the same: its text is kept with it.
    kept: dict[int, tuple[object, orjson.Fragment]] = {}

    def hook(value: Any) -> Any:
        known = kept.get(id(value))
        if known is not None:
            return known[1]
        shown = plain(value)
        if type(value) is not Line and type(value) is not Withheld:
            return shown
        if len(kept) >= KEPT_MOST:
            kept.clear()
        fragment = orjson.Fragment(orjson.dumps(shown))
        kept[id(value)] = (value, fragment)
        return fragment

    def encode(result: Any) -> str:
        try:
            return orjson.dumps(result, plain if indented else hook, option).decode()
        except orjson.JSONEncodeError:
            return slow(result)

    return encode


@lru_cache(maxsize=16)
def encoder(language: Language, indent: int | None = None) -> Encoder:
    """Return the encoder for *language*: the same object for the same question."""
    return Encoder(language, indent)


def dumps(result: Any, language: Language, indent: int | None = None) -> str:
    """Return *result* (or a list of them) as one JSON text, on one line unless *indent* is given."""
    return encoder(language, indent).encode(result)


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
