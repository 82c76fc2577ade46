"""What pydantic found, as problems for people: every one, with nothing of pydantic's own in it."""

from __future__ import annotations

from dataclasses import replace
from re import escape, sub
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Path, Problem, Step
from melee_cli.scenario.hints import key_hint, one_line, part_hint, value_hint
from melee_cli.scenario.names import two_sides
from melee_cli.scenario.nearest import did_you_mean, nearest
from melee_cli.scenario.wanted import Schema, given, keys_at, schema_at, schema_of, values_of, wanted
from melee_cli.scenario.yaml_errors import SPACE_AFTER_COLON, needs_a_space
from melee_cli.systems.models import as_text

RANGE = ("greater_than_equal", "less_than_equal", "greater_than", "less_than")


class Complaints(NamedTuple):
    """The problems, and the paths of all fields that are not as they should be."""

    problems: list[Problem]
    wrong: set[Path]


def complaints(error: ValidationError, model: Any, data: Any, base: Path = ()) -> Complaints:
    """Return a problem for each error of validating *data* by *model*; *base* is the path of *data*.

    A key that is missing while an unknown key looks like it is one problem, not two.
    """
    schema = schema_of(model)
    problems: list[Problem] = []
    meant: set[Path] = set()
    missing: list[tuple[Path, str]] = []
    for detail in error.errors(include_url=False):
        path, on = _path(detail["loc"], data)
        if detail["type"] == "missing":
            missing.append((path, str(detail["loc"][-1])))
        elif detail["type"] == "extra_forbidden":
            problem, name = _unknown_key(schema, path, data)
            problems.append(problem)
            if name is not None:
                meant.add((*path[:-1], name))
        else:
            problems.append(_problem(schema, detail, path, on))
    wrong = meant | {problem.path for problem in problems} | {(*path, key) for path, key in missing}
    problems.extend(_missing(schema, path, key) for path, key in missing if (*path, key) not in meant)
    if base:
        problems = [replace(problem, path=(*base, *problem.path)) for problem in problems]
    return Complaints(problems, wrong)


def _path(location: tuple[Step, ...], data: Any) -> tuple[Path, Literal["key", "value"]]:
    """Return *location* as a path of *data*, without what pydantic adds, and what the error is about."""
    path: list[Step] = []
    here: Any = data
    for step in location:
        if step == "[key]":
            return tuple(path), "key"
        if isinstance(here, dict | list):
            try:
                here = here[step]  # type: ignore[index]  # a step that does not fit is none of ours
            except (LookupError, TypeError):
                continue
            path.append(step)
    return tuple(path), "value"


def _unknown_key(schema: Schema, path: Path, data: Any) -> tuple[Problem, str | None]:
    key = str(path[-1])
    space = SPACE_AFTER_COLON.search(key)
    if space:
        return Problem("odd-space", needs_a_space(space.group()), path, "key"), key.partition(":")[0]
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    free = [name for name in keys_at(schema, path[:-1]) if name not in holder]
    hint: Message | None
    name = nearest(key, free) or nearest(key, keys_at(schema, path[:-1]))
    unfinished = key_hint(schema, path[:-1], key) if holder[key] is None else None
    if unfinished is not None:
        hint, name = unfinished
    elif key == "<<":
        hint = M("merge keys are no YAML 1.2; write the keys out")
    elif name is not None:
        hint = M("did you mean '{name}'?", name=name)
    else:
        hint = M("the keys here are {keys}", keys=Phrases(tuple(keys_at(schema, path[:-1])), ","))
    return Problem("unknown-key", M("there is no key {key} here", key=key), path, "key", hint=hint), name


def _missing(schema: Schema, path: Path, key: str) -> Problem:
    message = M("the key {key} is missing", key=key)
    kind = wanted(schema, schema_at(schema, (*path, key)))
    return Problem("missing-key", message, path, hint=M("{key}: {wanted}", key=key, wanted=kind))


def _problem(schema: Schema, detail: ErrorDetails, path: Path, on: Literal["key", "value"]) -> Problem:
    kind, value = detail["type"], detail["input"]
    here = schema_at(schema, path)
    want = wanted(schema, here)
    if kind in RANGE:
        message = M("{given} is out of range: {wanted} is needed", given=given(value), wanted=want)
        return Problem("out-of-range", message, path, on, hint=value_hint(schema, here, value))
    if kind == "literal_error" and isinstance(value, str | int | None):
        values = values_of(schema, here)
        message = M("{given} is none of the values here", given=given(value))
        hint = did_you_mean(str(as_text(value)), values) if value is not None else None
        return Problem("unknown-value", message, path, on, hint=hint or want)
    if kind in ("too_short", "too_long"):
        return _length(detail, path)
    if "-" in kind:
        return _custom(detail, path, on, _custom_hint(schema, here, detail))
    message = M("{wanted} is needed here, not {given}", wanted=want, given=given(value))
    hint = value_hint(schema, here, value) or part_hint(path)
    return Problem("wrong-type", message, path, on, hint=hint)


def _length(detail: ErrorDetails, path: Path) -> Problem:
    count = int(detail["ctx"]["actual_length"])
    if path == ("sides",):
        return two_sides(count)
    if detail["type"] == "too_short":
        return Problem("empty-list", M("at least one is needed here"), path, "key")
    return Problem("too-long", M("at most {limit} may stand here", limit=detail["ctx"]["max_length"]), path)


def _custom_hint(schema: Schema, here: Schema, detail: ErrorDetails) -> Message | None:
    if detail["type"] == "control-character":
        return one_line() if "\n" in detail["input"] else None
    return value_hint(schema, here, detail["input"])


def _custom(detail: ErrorDetails, path: Path, on: Literal["key", "value"], hint: Message | None) -> Problem:
    """Return the problem of an error that a field type of the system's raised, under its own code.

    pydantic gives such a message only filled in; its places are made again for whoever translates it.
    """
    values = {key: value for key, value in detail.get("ctx", {}).items() if isinstance(value, str | int)}
    text = detail["msg"]
    for key, value in sorted(values.items(), key=lambda item: -len(str(item[1]))):
        text = sub(rf"(?<!\w){escape(str(value))}(?!\w)", "{" + key + "}", text, count=1)
    return Problem(detail["type"], Message(text, values), path, on, hint=hint)
