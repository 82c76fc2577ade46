"""The library: what ``import melee_cli`` gives to a script, made of what the commands and the session use."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from typing import Any, TypeAlias

from melee_cli.api import odds as forecasts
from melee_cli.api import resolve as results
from melee_cli.api.odds import Odds, Wanted
from melee_cli.api.resolve import Result
from melee_cli.core.enumeration import DEFAULT_STEPS
from melee_cli.core.problems import Problem
from melee_cli.formats.documents import cut_stream, documents, read_document
from melee_cli.formats.limits import Document
from melee_cli.render.language import language_for
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import Checked, check_mapping
from melee_cli.scenario.check import check as check_document

Scenario: TypeAlias = "Document | Mapping[str, Any]"
"""A scenario as a script has it: a document of :func:`load`, or a mapping with the keys of a file."""


class MeleeError(Exception):
    """Raised where a scenario cannot be worked out; ``problems`` holds all that is wrong with it at once."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(map(_line, problems)))


def load(path_or_text: str | os.PathLike[str]) -> list[Document]:
    r"""Return the scenarios in a file or folder, or in a text of YAML, JSON or JSON lines.

    A text is told from a path by its line ends, or by the ``{`` it begins with. What cannot be read is a
    document with ``problems``, as :func:`check` lists them; nothing is raised.

    >>> [first, second] = load("rules: gdb\n---\nrules: whfb8\n")
    >>> second.data
    {'rules': 'whfb8'}
    """
    text = os.fspath(path_or_text)
    if "\n" not in text and not text.lstrip().startswith("{"):
        return list(documents([text]))
    stream = io.BytesIO(text.encode())
    return list(map(read_document, cut_stream(stream, "<text>", "")))


def check(
    scenario: Scenario,
    *,
    rulings: Mapping[str, Any] | None = None,
    house: str | os.PathLike[str] | None = None,
) -> list[Problem]:
    """Return every problem of *scenario* under *rulings* (id to value) and a *house* file.

    >>> british = {"name": "British", "units": ["40th: inf 24"]}
    >>> [problem] = check({"rules": "gdb", "sides": [{"name": "French"}, british]})
    >>> problem.code, problem.path
    ('missing-key', ('sides', 0))
    """
    return _checked(scenario, _options(None, rulings, house)).problems


def resolve(
    scenario: Scenario,
    *,
    seed: int | None = None,
    rulings: Mapping[str, Any] | None = None,
    house: str | os.PathLike[str] | None = None,
) -> Result:
    """Return the result of *scenario*; dice that it does not give are rolled from *seed*, else drawn.

    Raises :class:`MeleeError` with all problems where it has any.

    >>> result = resolve({"rules": "gdb", "sides": [
    ...     {"name": "French", "units": ["17th: inf 30 col charg =8", "13th: inf 24 col charg =5"]},
    ...     {"name": "British", "units": ["40th: inf 24 line brit =10"]}]})
    >>> result.to_dict()["outcome"]
    {'winner': 'French', 'difference': 3, 'band': '3-7'}
    """
    options = _options(seed, rulings, house)
    return results.resolve(_sound(scenario, options), options)


def odds(
    scenario: Scenario,
    *,
    rounds: int = 0,
    until_decided: bool = False,
    what_if: bool = False,
    fresh_dice: bool = False,
    rulings: Mapping[str, Any] | None = None,
    house: str | os.PathLike[str] | None = None,
    budget: int = DEFAULT_STEPS,
) -> Odds:
    """Return the exact chances of every result of *scenario* before the dice that it does not give.

    *rounds* adds the ends within so many rounds, *until_decided* those over as many as it takes, *what_if*
    what single changes would do; with *fresh_dice* dice that it does give do not count either. Raises
    :class:`MeleeError` where the scenario has problems, or where counting takes more than *budget* steps.

    >>> duel = {"rules": "gdb", "sides": [{"name": "A", "units": ["Guard: inf 24"]},
    ...                                   {"name": "B", "units": ["Line: inf 24"]}]}
    >>> odds(duel).to_dict()["draw"]
    {'numerator': '73', 'denominator': '648', 'percent': 11.3}
    """
    wanted = Wanted(rounds, until_decided, what_if, budget, fresh_dice)
    found = forecasts.forecast(_sound(scenario, _options(None, rulings, house)), wanted)
    if found.problems:
        raise MeleeError(list(found.problems))
    return found


def next_round(result: Result) -> dict[str, Any] | None:
    """Return the scenario of the round after *result*, complete but for its dice.

    None where the melee ends with this round.
    """
    following: dict[str, Any] | None = result.to_dict()["next_round"]
    return following


def _options(
    seed: int | None, rulings: Mapping[str, Any] | None, house: str | os.PathLike[str] | None
) -> Options:
    return Options(seed=seed, rulings=rulings or {}, house=None if house is None else os.fspath(house))


def _checked(scenario: Scenario, options: Options) -> Checked:
    if isinstance(scenario, Document):
        return check_document(scenario, options)
    return check_mapping(dict(scenario), options)


def _sound(scenario: Scenario, options: Options) -> Checked:
    checked = _checked(scenario, options)
    if checked.problems:
        raise MeleeError(checked.problems)
    return checked


def _line(problem: Problem) -> str:
    """Return *problem* on one line, in English, with its place where it has one."""
    english, place = language_for("en"), problem.place
    where = [str(part) for part in place[:3] if part is not None] if place else []
    text = english.text(problem.message)
    return ": ".join([":".join(where), text] if where else [text])
