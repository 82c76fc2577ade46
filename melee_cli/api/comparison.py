"""``expect:`` blocks: what was expected of a result, and each difference as a problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from melee_cli.api.resolve import Result
from melee_cli.core.messages import M, Param, Phrases
from melee_cli.core.problems import Path, Problem
from melee_cli.core.system import System
from melee_cli.scenario.check import Checked
from melee_cli.scenario.units import DRAW, located
from melee_cli.systems.models import as_text

Expected = Mapping[str, Any]


def compare(checked: Checked, resolved: Result) -> list[Problem]:
    """Return what is wrong with *checked* and with its result, measured by its ``expect:``.

    That is a problem ``expectation-failed`` for each difference; only what is named is compared. A
    scenario that has just the problems it expects is right; one that expects none has them all.
    """
    expect = checked.data.get("expect") if isinstance(checked.data, dict) else None
    if not isinstance(expect, dict):
        return list(checked.problems)
    if not checked.problems:
        found = _differences(expect, resolved.data, resolved.system)
    elif "problems" in expect:
        found = _problems(checked, expect["problems"])
    else:
        return list(checked.problems)
    return located(found, checked.document, checked.units)


def _problems(checked: Checked, named: Any) -> Iterator[Problem]:
    codes = {problem.code for problem in checked.problems}
    expected = {str(as_text(code)) for code in named} if isinstance(named, list) else set()
    if expected != codes:
        yield _failed(("expect", "problems"), _listed(sorted(expected)), _listed(sorted(codes)))
        yield from (problem for problem in checked.problems if problem.code not in expected)


def _differences(expect: Expected, result: Mapping[str, Any], system: System | None) -> Iterator[Problem]:
    for key, value in expect.items():
        path: Path = ("expect", key)
        match key:
            case "winner" | "difference" | "band":
                yield from _outcome(path, value, result["outcome"])
            case "scores" | "lines":
                yield from _sides(path, value or {}, {side["name"]: side for side in result["sides"]})
            case "duties":
                yield from _all_there(path, value, [duty["rule"] for duty in result["duties"]])
            case "next_round" if value is not None:
                yield from _same(path, value, result["next_round"] is not None)
            case "problems" if value:
                yield _failed(path, _listed(value), M("no problem"))
            case "units":
                units = {unit["name"]: unit for side in result["sides"] for unit in side["units"]}
                for name, wanted in (value or {}).items():
                    yield from _unit((*path, name), wanted or {}, units[name], system)


def _outcome(path: Path, value: Any, outcome: Mapping[str, Any]) -> Iterator[Problem]:
    if path[-1] == "winner":
        return _same(path, DRAW if value is None else value, outcome["winner"] or DRAW)
    return _same(path, value, outcome.get(str(path[-1])))


def _sides(path: Path, by_side: Expected, sides: Mapping[str, Any]) -> Iterator[Problem]:
    for name, expected in by_side.items():
        if path[-1] == "scores":
            yield from _same((*path, name), expected, sides[name]["score"])
        else:
            yield from _same_lines((*path, name), expected, sides[name].get("lines", ()))


def _unit(path: Path, wanted: Expected, unit: Mapping[str, Any], system: System | None) -> Iterator[Problem]:
    special: Mapping[str, Callable[[Any], Any]] = system.expectations if system else {}
    for key, value in wanted.items():
        came = special[key](unit) if key in special else unit.get(key)
        at = (*path, key)
        if key == "modifiers":
            yield from _same_lines(at, value, came or ())
        elif key == "withheld":
            yield from _all_there(at, value, [row.rule for row in came or ()], none=True)
        else:
            yield from _same(at, value, came)


def _same(path: Path, expected: Any, came: Any) -> Iterator[Problem]:
    """Yield a problem unless *came* is what was expected: as a number, a truth, nothing, or a text."""
    if isinstance(came, Fraction | str) and not isinstance(expected, bool):
        number = _fraction(expected)
        equal = as_text(expected) == str(came) or (number is not None and number == _fraction(came))
    else:
        equal = expected == came and isinstance(expected, bool) == isinstance(came, bool)
    if not equal:
        yield _failed(path, _shown(expected), _shown(came))


def _fraction(value: Any) -> Fraction | None:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None


def _same_lines(path: Path, expected: Any, lines: Iterable[Any]) -> Iterator[Problem]:
    """Yield a problem unless the values of *lines*, by rule, are all as expected, those of 0 aside."""
    came: dict[str, int] = {}
    for line in lines:
        came[line.rule] = came.get(line.rule, 0) + line.value
    wanted = {str(rule): value for rule, value in (expected or {}).items() if value}
    came = {rule: value for rule, value in came.items() if value}
    if wanted != came:
        yield _failed(path, _lines(wanted), _lines(came))


def _all_there(path: Path, expected: Any, came: list[str], none: bool = False) -> Iterator[Problem]:
    """Yield a problem for each rule expected that did not come; *none*: an empty list expects none."""
    if none and expected == [] and came:
        yield _failed(path, M("nothing"), _listed(came))
    for place, rule in enumerate(expected or ()):
        if as_text(rule) not in came:
            yield _failed((*path, place), str(rule), _listed(came))


def _failed(path: Path, expected: Param, came: Param) -> Problem:
    message = M("expected {expected}, came {came}", expected=expected, came=came)
    return Problem("expectation-failed", message, path)


def _shown(value: Any) -> Param:
    if isinstance(value, bool):
        return M("true") if value else M("false")
    if value is None:
        return M("nothing")
    return value if isinstance(value, int) else str(value)


def _listed(values: Iterable[Any]) -> Param:
    texts = tuple(str(value) for value in values)
    return Phrases(texts, ",") if texts else M("nothing")


def _lines(values: Mapping[str, int]) -> Param:
    return _listed(f"{rule} {value:+}" for rule, value in values.items())
