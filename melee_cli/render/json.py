"""Results as JSON: encoders with hooks for what the core hands over."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from json import JSONEncoder
from typing import Any

from melee_cli.core.messages import Message, Phrases
from melee_cli.core.problems import Problem, path_text
from melee_cli.core.rules import Change, Line, Withheld
from melee_cli.render.language import Language
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
