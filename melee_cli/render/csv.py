"""Results and odds as CSV: the same columns for every system, no cell a formula; problems one row each."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from melee_cli.core.messages import Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.core.rules import Line, Withheld
from melee_cli.core.view import Grid, View, rows_of
from melee_cli.render.json import problem_json
from melee_cli.render.language import Language
from melee_cli.render.terminal import harmless

FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: What stays as it is although it begins with a sign.
NUMBER = re.compile(r"[+-]?[0-9]+(?:[./][0-9]+)?")

NOTHING: Mapping[str, Any] = {}


class Row(NamedTuple):
    """What a row is made of: the scenario's result, a side and a unit of it, or a problem."""

    result: Mapping[str, Any]
    side: Mapping[str, Any] = NOTHING
    unit: Mapping[str, Any] = NOTHING
    problem: Mapping[str, Any] = NOTHING


def csv_rows(result: Mapping[str, Any], language: Language) -> str:
    """Return the lines of one result: a row a unit, or, where it failed, a row a problem."""
    found = [Row(result, side, unit) for side in result.get("sides", ()) for unit in side["units"]]
    found += [Row(result, problem=_problem(p, language)) for p in result.get("problems", ())]
    return written([_cell(value(row), language) for value in COLUMNS.values()] for row in found)


def table_text(view: View, language: Language) -> str:
    """Return the grids of *view* as CSV, an empty line between two; everything in it has a row."""
    grids = [section for section in view.sections if isinstance(section, Grid)]
    texts = []
    for grid in grids:
        lines: list[list[str]] = [[language.text(column.title) for column in grid.columns]]
        lines += [[language.text(cell) for cell in row.cells] for row in rows_of(grid)]
        texts.append(written(lines))
    return "\n".join(texts)


def entries_text(entries: Sequence[Mapping[str, Any]], language: Language) -> str:
    """Return *entries* of plain data, all of the same keys, as CSV with the keys as header."""
    if not entries:
        return ""
    return written([list(entries[0]), *([_cell(cell, language) for cell in e.values()] for e in entries)])


def _problem(problem: Problem | Mapping[str, Any], language: Language) -> Mapping[str, Any]:
    return problem_json(problem, language) if isinstance(problem, Problem) else problem


def written(lines: Iterable[Iterable[str]]) -> str:
    """Return *lines* of cells as CSV."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_inert, line) for line in lines)
    return text.getvalue()


def _inert(cell: str) -> str:
    """Return *cell* so that a spreadsheet takes it for text: an apostrophe before what begins a formula."""
    cell = harmless(cell)
    return f"'{cell}" if cell.startswith(FORMULA) and not NUMBER.fullmatch(cell) else cell


def _cell(value: Any, language: Language) -> str:
    """Return *value* as a cell: truth as ``true`` or ``false``, several things with semicolons."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (Message, Phrases)):
        return language.text(value)
    if isinstance(value, Line):
        return f"{value.rule} {value.value:+d}"
    if isinstance(value, Withheld):
        return value.rule
    if isinstance(value, Mapping):
        return " ".join(_cell(part, language) for part in value.values())
    if isinstance(value, (list, tuple)):
        return "; ".join(_cell(part, language) for part in value)
    return str(value)


def _of(part: str, *keys: str) -> Callable[[Row], Any]:
    """Return what reads the value under *keys* of a row's *part*, None where it is missing."""

    def read(row: Row) -> Any:
        value: Any = getattr(row, part)
        for key in keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    return read


def _line(row: Row) -> Any:
    return row.problem.get("line") or _of("result", "source", "line")(row)


def _file(row: Row) -> Any:
    return row.problem.get("file") or _of("result", "source", "file")(row)


def _counts(row: Row) -> Any:
    counting = row.side.get("counting_unit")
    return None if counting is None else counting == row.unit.get("name")


def _inflicted(row: Row) -> Any:
    return [f"{one['target']} {one['casualties']}" for one in row.unit.get("inflicted") or ()]


def _blows(row: Row) -> Any:
    """Return the blows of a unit: whom they struck, how many there were, and what came of them."""
    found = []
    for blow in row.unit.get("blows", ()):
        counts = [f"{'?' if blow[key] is None else blow[key]} {key}" for key in ("hits", "wounds", "unsaved")]
        found.append(f"{blow['kind']} {blow['target']}: {blow['attacks']}, {', '.join(counts)}")
    return found


COLUMNS: Mapping[str, Callable[[Row], Any]] = {
    "file": _file,
    "document": _of("result", "source", "document"),
    "line": _line,
    "ok": _of("result", "ok"),
    "title": _of("result", "title"),
    "rules": _of("result", "rules", "id"),
    "house": _of("result", "rules", "house", "name"),
    "seed": _of("result", "seed"),
    "round": _of("result", "round"),
    "winner": _of("result", "outcome", "winner"),
    "difference": _of("result", "outcome", "difference"),
    "band": _of("result", "outcome", "band"),
    "side": _of("side", "name"),
    "side_result": _of("side", "result"),
    "side_score": _of("side", "score"),
    "side_lines": _of("side", "lines"),
    "unit": _of("unit", "name"),
    "counts": _counts,
    "roll": _of("unit", "roll"),
    "dice": _of("unit", "dice"),
    "roll_origin": _of("unit", "roll_origin"),
    "modifiers": _of("unit", "modifiers"),
    "withheld": _of("unit", "withheld"),
    "total": _of("unit", "total"),
    "outcome": _of("unit", "outcome"),
    "outcome_rule": _of("unit", "outcome_rule"),
    "figures_before": _of("unit", "figures_before"),
    "losses": _of("unit", "losses"),
    "losses_exact": _of("unit", "losses_exact"),
    "figures_after": _of("unit", "figures_after"),
    "inflicted": _inflicted,
    "models_before": _of("unit", "models_before"),
    "models_left": _of("unit", "models_left"),
    "wounds_lost": _of("unit", "wounds_lost"),
    "blows": _blows,
    "ranks": _of("unit", "ranks"),
    "disrupted": _of("unit", "disrupted"),
    "steadfast": _of("unit", "steadfast"),
    "crumble_wounds": _of("unit", "crumble_wounds"),
    "break_target": _of("unit", "break_test", "target"),
    "break_roll": _of("unit", "break_test", "roll"),
    "break_result": _of("unit", "break_test", "result"),
    "restrain_result": _of("unit", "restrain_test", "result"),
    "flight_roll": _of("unit", "flight", "roll"),
    "flees_from": _of("unit", "flight", "from"),
    "caught": _of("unit", "flight", "caught"),
    "caught_by": _of("unit", "flight", "caught_by"),
    "pursues": _of("unit", "pursuit", "target"),
    "pursuit_roll": _of("unit", "pursuit", "roll"),
    "catches": _of("unit", "pursuit", "catches"),
    "problem": _of("problem", "code"),
    "message": _of("problem", "message"),
    "column": _of("problem", "column"),
    "path": _of("problem", "path"),
    "hint": _of("problem", "hint"),
}

#: The line with the names of the columns.
HEADER = written([COLUMNS])


ODDS_COLUMNS = (
    "file",
    "document",
    "line",
    "title",
    "rules",
    "about",
    "side",
    "unit",
    "value",
    "numerator",
    "denominator",
    "percent",
    "problem",
    "message",
)
ODDS_HEADER = written([ODDS_COLUMNS])


def odds_rows(result: Mapping[str, Any], language: Language) -> str:
    """Return the lines of one odds result: a row a chance, or, where it failed, a row a problem."""
    source = result["source"]
    front = [source["file"], source["document"], source["line"], result.get("title") or ""]
    front.append(result["rules"]["id"] if "rules" in result else "")
    rows = [[*front, *row] for row in _chances(result, language)] if result["ok"] else []
    for problem in result.get("problems", ()):
        shown = problem_json(problem, language)
        rows.append([*front, "problem", *[""] * 6, shown["code"], shown["message"]])
    return written([str(cell) for cell in row] for row in rows)


def _row(
    about: str, chance: Mapping[str, Any], side: object = "", unit: str = "", value: object = ""
) -> list[Any]:
    percent = chance.get("percent", "")
    figures = [chance.get("numerator", ""), chance.get("denominator", ""), percent]
    if "numerator" not in chance and "rounded" in chance:
        figures[2] = chance["rounded"]
    return [about, "" if side is None else side, unit, "" if value is None else value, *figures, "", ""]


def _chances(result: Mapping[str, Any], language: Language) -> Iterator[list[Any]]:
    for side in result["sides"]:
        yield _row("win", side["win"], side["name"])
    yield _row("draw", result["draw"])
    for one in result.get("bands", ()):
        yield _row("band", one["chance"], one["winner"], value=one["band"])
    for one in result["differences"]:
        yield _row("difference", one["exactly"], one["winner"], value=one["difference"])
        yield _row("difference at least", one["at_least"], one["winner"], value=one["difference"])
    for side in result["sides"]:
        for one in side.get("wounds", ()):
            yield _row("wounds", one["chance"], side["name"], value=one["wounds"])
        for unit in side["units"]:
            yield from _unit(side["name"], unit)
    for joint in result.get("together", ()):
        for one in joint["chances"]:
            names = "; ".join(one["units"])
            yield _row(
                f"{joint['measure']} together", one["chance"], unit="; ".join(joint["units"]), value=names
            )
    yield from _ahead(result, language)


def _unit(side: str, unit: Mapping[str, Any]) -> Iterator[list[Any]]:
    for name, found in unit.items():
        if isinstance(found, list):
            measure = name.removesuffix("s")
            for one in found:
                (value,) = (said for key, said in one.items() if key != "chance")
                yield _row(measure, one["chance"], side, unit["name"], value)
        elif isinstance(found, Mapping) and "distribution" in found:
            for one in found["distribution"]:
                yield _row(name, one["chance"], side, unit["name"], one["value"])
            yield _row(f"{name} mean", found["mean"], side, unit["name"])
        elif isinstance(found, Mapping) and not ("percent" in found or "rounded" in found):
            for cause, chance in found.items():
                yield _row(f"{name} {cause}", chance, side, unit["name"])
        elif isinstance(found, Mapping):
            yield _row(name.replace("_", " ") if "rounded" in found else name, found, side, unit["name"])


def _ahead(result: Mapping[str, Any], language: Language) -> Iterator[list[Any]]:
    rounds = result.get("rounds")
    if rounds:
        for one in rounds["by_round"]:
            for end in one["ends"]:
                yield _row(f"end in round {one['round']}", end["chance"], end["winner"], value=end["band"])
            yield _row("goes on after round", one["goes_on"], value=one["round"])
            for unit in one.get("units", ()):
                for measure in ("breaks", "destroyed"):
                    yield _row(f"{measure} in round {one['round']}", unit[measure], unit=unit["name"])
                for left in unit["models_left"]:
                    about = f"models left in round {one['round']}"
                    yield _row(about, left["chance"], unit=unit["name"], value=left["models"])
        for one in rounds["casualties"]:
            yield _row("casualties over rounds mean", one["mean"], unit=one["unit"])
    for one in result.get("what_if", ()):
        change = language.text(one["change"])
        yield _row("what if", one["win"], one["side"], value=change)
        for shift in one["units"]:
            yield _row(f"what if {shift['measure']}", shift["chance"], one["side"], shift["unit"], change)
