"""Results as JSON: the standard library's encoder, with hooks for what the core hands over."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from json import JSONEncoder
from typing import Any

from melee_cli.core.message import Message, Phrases
from melee_cli.core.problem import Problem, path_text
from melee_cli.core.rows import Line, Withheld
from melee_cli.render.language import Language


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
    """Writes JSON in one language; make one and use it for every result."""

    def __init__(self, language: Language, indent: int | None = None) -> None:
        self.language = language
        # A result is a tree made by us: looking for circles would only cost time.
        self.encode = JSONEncoder(
            ensure_ascii=False, check_circular=False, allow_nan=False, indent=indent, default=self._plain
        ).encode

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
        raise TypeError(f"{type(value).__name__} is nothing a result holds")


def dumps(result: Mapping[str, Any], language: Language, indent: int | None = None) -> str:
    """Return *result* as one JSON text, on one line unless *indent* is given."""
    return Encoder(language, indent).encode(result)
