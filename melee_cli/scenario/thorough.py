"""The slow way through a scenario that is not sound: every problem of it, at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import ValidationError

from melee_cli.core.messages import M, Phrases
from melee_cli.core.problems import Path, Problem, Unsound
from melee_cli.core.rules import Book
from melee_cli.core.system import Check
from melee_cli.scenario.books import book_of
from melee_cli.scenario.checking import Checked, Setting, setting_of
from melee_cli.scenario.complaints import complaints
from melee_cli.scenario.expanding import Units, expand
from melee_cli.scenario.expectations import check_expect
from melee_cli.scenario.locating import located
from melee_cli.scenario.names import check_names
from melee_cli.scenario.nearest import did_you_mean, nearest
from melee_cli.scenario.options import Options
from melee_cli.scenario.soundness import sound_parts
from melee_cli.scenario.wanted import given
from melee_cli.systems import names
from melee_cli.systems.models import ScenarioModel


def examine(checked: Checked, setting: Setting | None, options: Options) -> None:
    """Add to *checked* every problem of its document, each with its place.

    A document of an unknown system is examined by the system whose name is nearest, if any is.
    """
    data = checked.data
    problems = checked.problems
    if not isinstance(data, dict):
        if not problems:
            message = M(
                "a scenario is a mapping with {keys}, not {given}", keys="rules, sides", given=given(data)
            )
            problems.append(Problem("wrong-type", message))
    else:
        if setting is None:
            setting = _unknown_system(data, problems)
        if setting is not None:
            if checked.system is None:
                checked.data, checked.units = expand(data, setting.system, setting.fields)
            _examine(checked, setting, options)
        else:
            problems.extend(check_names(data))
    checked.problems = located(problems, checked.document, checked.units)


def _unknown_system(data: dict[str, Any], problems: list[Problem]) -> Setting | None:
    known = names()
    if "rules" not in data:
        meant = nearest("rules", [key for key in data if key not in ScenarioModel.model_fields])
        if meant is not None:
            message = M("there is no key {key} here", key=meant)
            hint = M("did you mean '{name}'?", name="rules")
            problems.append(Problem("unknown-key", message, (meant,), "key", hint=hint))
            return setting_of(data[meant])
        message = M("the key {key} is missing", key="rules")
        hint = M(
            "{key}: {wanted}", key="rules", wanted=M("one of {values}", values=Phrases(tuple(known), ","))
        )
        problems.append(Problem("missing-key", message, (), hint=hint))
        return None
    value = data["rules"]
    name = value if isinstance(value, str) else ""
    hint = did_you_mean(name, known) or M("one of {values}", values=Phrases(tuple(known), ","))
    message = M("{given} is no rules system here", given=given(value))
    problems.append(Problem("unknown-system", message, ("rules",), hint=hint))
    return setting_of(nearest(name, known))


def _examine(checked: Checked, setting: Setting, options: Options) -> None:
    data, problems = checked.data, checked.problems
    wrong: set[Path] = {problem.path for problem in problems}
    doubtful = set(_line_problems(checked.units, setting, problems, wrong))
    try:
        setting.validate(data)
    except ValidationError as error:
        found = complaints(error, setting.model, data)
        problems.extend(p for p in found.problems if not (p.code == "missing-key" and p.path in doubtful))
        wrong |= found.wrong
    for problem in check_names(data):
        problems.append(problem)
        if problem.code == "two-sides":
            wrong.add(problem.path)
    book = book_of(setting.system, data, checked.source.file, options, problems)
    problems.extend(check_expect(data, setting.system))
    scenario = sound_parts(setting.model, data, wrong)
    problems.extend(_contradictions(setting.system.checks, scenario, book))


def _line_problems(
    units: Units, setting: Setting, problems: list[Problem], wrong: set[Path]
) -> Iterator[Path]:
    """Add what is wrong with one-line units; yield those of which any field may have been meant otherwise."""
    made = ((side, at, spoken) for (side, place), spoken in units.items() for at in units.made(side, place))
    for side, at, spoken in made:
        unit: Path = ("sides", side, "units", at)
        for problem in spoken.line.problems:
            path = (*unit, *problem.path)
            problems.append(
                Problem(problem.code, problem.message, path, problem.on, problem.span, problem.hint)
            )
            if problem.path:
                wrong.add(path)
            else:
                unsaid = setting.fields - {"name", *spoken.line.fields}
                wrong |= {(*unit, name) for name in unsaid}
                yield unit


def _contradictions(checks: Iterable[Check], scenario: Any, book: Book) -> Iterator[Problem]:
    """Yield what each check says before it meets something unsound."""
    for check in checks:
        try:
            yield from check(scenario, book)
        except Unsound:
            continue
