"""From a problem's path to its place in the file: line, column, and the line itself to show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from melee_cli.core.problems import Problem
from melee_cli.formats import json as json_nodes
from melee_cli.formats import yaml as yaml_nodes
from melee_cli.formats.limits import Document
from melee_cli.formats.places import Node, Text, inside, walk
from melee_cli.scenario.expanding import UNIT, Spoken, Units


def located(
    problems: Iterable[Problem], document: Document | None, units: Units | None = None
) -> list[Problem]:
    """Return *problems* with their places in *document*, in the order of the file, each but once.

    *units* are its one-line units: what is wrong with a field of one is shown in its text.
    """
    units = Units() if units is None else units
    found = [replace(problem, path=units.as_written(problem.path)) for problem in problems]
    if document is None or all(problem.place for problem in found):
        return _once(found)
    text = Text(document.text, document.source)
    root, _ = (json_nodes if document.kind == "json" else yaml_nodes).read_nodes(text)
    root = root or Node(0, 0)
    placed = [problem if problem.place else _placed(problem, text, root, units) for problem in found]
    first = document.source.file
    return sorted(
        _once(placed),
        key=lambda problem: (
            (0, problem.place.line or 0, problem.place.column or 0)
            if problem.place and problem.place.file == first
            else (1, 0, 0)
        ),
    )


def _placed(problem: Problem, text: Text, root: Node, units: Units) -> Problem:
    path = problem.path
    spoken = units.spoken_at(path)
    if spoken is not None:
        start, end = _in_line(problem, spoken, text, walk(root, path[:UNIT])[1])
    else:
        key, node, taken = walk(root, path)
        on_key = problem.on == "key" and key is not None and taken == len(path)
        shown = key if on_key and key is not None else node
        start, end = shown.start, shown.end
        if problem.span is not None and not on_key:
            start, end = inside(text.text, node, problem.span)
    return replace(problem, place=text.place(start, end))


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """Return *problems* without those that say the same of the same place.

    A unit used twice by an alias has such, and several units of one line.
    """
    seen: set[tuple[Any, ...]] = set()
    kept = []
    for problem in problems:
        where = problem.place or (problem.path, problem.on, problem.span)
        key = (problem.code, where, repr(problem.message))
        if key not in seen:
            seen.add(key)
            kept.append(problem)
    return kept


def _in_line(problem: Problem, spoken: Spoken, text: Text, unit: Node) -> tuple[int, int]:
    """Return where in a one-line unit *problem* belongs: at its span, its field's words, or all of it."""
    rest = problem.path[UNIT:]
    said = unit
    if spoken.pair and unit.entries:
        key, said = unit.entries[0]
        if rest[:1] == ("name",):
            return key.start, key.end
        if not rest and problem.span is None:
            return key.start, said.end
    span = span_in(problem, spoken)
    return (said.start, said.end) if span is None else inside(text.text, said, span)


def span_in(problem: Problem, spoken: Spoken) -> tuple[int, int] | None:
    """Return the range of a one-line unit's text that *problem* is about, None where it is all of it."""
    rest = problem.path[UNIT:]
    if problem.span is not None or not rest:
        return problem.span
    spans = spoken.line.spans
    entry = f"{rest[0]}[{rest[1]}]" if len(rest) > 1 else ""
    return spans.get(entry) or spans.get(str(rest[0]))
