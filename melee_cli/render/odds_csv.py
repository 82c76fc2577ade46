"""Odds as CSV: one row a chance, the same columns for every system; problems one row each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from melee_cli.render.as_json import problem_json
from melee_cli.render.csv_rows import written
from melee_cli.render.language import Language

COLUMNS = (
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
HEADER = written([COLUMNS])


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
    figures = [chance["numerator"], chance["denominator"], chance.get("percent", "")]
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
                yield _row(measure, one["chance"], side, unit["name"], one[measure])
        elif isinstance(found, Mapping) and "distribution" in found:
            for one in found["distribution"]:
                yield _row(name, one["chance"], side, unit["name"], one["value"])
            yield _row(f"{name} mean", found["mean"], side, unit["name"])
        elif isinstance(found, Mapping):
            yield _row(name, found, side, unit["name"])


def _ahead(result: Mapping[str, Any], language: Language) -> Iterator[list[Any]]:
    rounds = result.get("rounds")
    if rounds:
        for one in rounds["by_round"]:
            for end in one["ends"]:
                yield _row(f"end in round {one['round']}", end["chance"], end["winner"], value=end["band"])
            yield _row("goes on after round", one["goes_on"], value=one["round"])
        for one in rounds["casualties"]:
            yield _row("casualties over rounds mean", one["mean"], unit=one["unit"])
    for one in result.get("what_if", ()):
        change = language.text(one["change"])
        yield _row("what if", one["win"], one["side"], value=change)
        for shift in one["units"]:
            yield _row(f"what if {shift['measure']}", shift["chance"], one["side"], shift["unit"], change)
