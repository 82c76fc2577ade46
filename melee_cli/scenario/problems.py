"""Problems of fields for people: what pydantic found, what was wanted, and what was most likely meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from re import compile as pattern
from re import escape, sub
from typing import Any, Literal, NamedTuple
from unicodedata import normalize

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.numbers import Numeral
from melee_cli.core.problems import Path, Problem, Step, did_you_mean, nearest
from melee_cli.entry.keys import TRUTH
from melee_cli.formats.yaml_problems import SPACE_AFTER_COLON, needs_a_space
from melee_cli.scenario.units import two_sides
from melee_cli.systems.models import as_text

Schema = Mapping[str, Any]
LONGEST_SHOWN = 60


@lru_cache(maxsize=32)
def schema_of(model: Any) -> Schema:
    """Return the JSON Schema of *model*."""
    schema: Schema = model.model_json_schema()
    return schema


def schema_at(root: Schema, path: Sequence[Step]) -> Schema:
    """Return the schema of the value at *path*, an empty one where it is not known."""
    here = _plain(root, root)
    for step in path:
        if isinstance(step, int):
            here = next((part["items"] for part in alternatives(root, here) if "items" in part), {})
        else:
            for part in alternatives(root, here):
                known = part.get("properties", {}).get(step, part.get("additionalProperties"))
                if isinstance(known, Mapping):
                    here = known
                    break
            else:
                return {}
        here = _plain(root, here)
    return here


def keys_at(root: Schema, path: Sequence[Step]) -> list[str]:
    """Return the keys that the mapping at *path* may have."""
    return [key for part in alternatives(root, schema_at(root, path)) for key in part.get("properties", {})]


def values_of(root: Schema, schema: Schema) -> list[str]:
    """Return the words that *schema* accepts, if it is a choice of words."""
    found: list[str] = []
    for part in alternatives(root, schema):
        found.extend(str(value) for value in part.get("enum", [part["const"]] if "const" in part else []))
    return found


def wanted(root: Schema, schema: Schema) -> Message:
    """Return what *schema* accepts, as a phrase."""
    phrases = [phrase for part in alternatives(root, schema) if (phrase := _phrase(part)) is not None]
    if not phrases:
        return M("another value")
    return phrases[0] if len(phrases) == 1 else M("{one} or {other}", one=phrases[0], other=phrases[1])


def given(value: object) -> Message:
    """Return what was given, as a phrase."""
    if value is None:
        return M("nothing")
    if isinstance(value, bool):
        return M("true") if value else M("false")
    if isinstance(value, list):
        return M("a list")
    if isinstance(value, Mapping):
        return M("a mapping")
    if isinstance(value, int):
        return M("{number}", number=_short(str(getattr(value, "written", value))))
    if isinstance(value, Numeral):
        return M("{number}", number=_short(value))
    return M('the text "{text}"', text=_short(str(value)))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _phrase(part: Schema) -> Message | None:
    if "enum" in part or "const" in part:
        values = part.get("enum", [part.get("const")])
        return M("one of {values}", values=Phrases(tuple(str(value) for value in values), ","))
    match part.get("type"):
        case "integer":
            return _range(part, M("a whole number"))
        case "number":
            return _range(part, M("a number"))
        case "boolean":
            return M("true or false")
        case "string":
            return M("a text")
        case "array":
            return M("a list")
        case "object":
            return M("a mapping")
    return None


def _range(part: Schema, kind: Message) -> Message:
    low, high = part.get("minimum", part.get("ge")), part.get("maximum", part.get("le"))
    if low is not None and high is not None:
        return M("{kind} from {low} to {high}", kind=kind, low=int(low), high=int(high))
    return kind if low is None else M("{kind} from {low} up", kind=kind, low=int(low))


def _plain(root: Schema, schema: Schema) -> Schema:
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def alternatives(root: Schema, schema: Schema) -> list[Schema]:
    """Return what *schema* accepts one or the other of, nothing aside."""
    schema = _plain(root, schema)
    parts = schema.get("anyOf") or schema.get("oneOf") or [schema]
    found = [_plain(root, part) for part in parts]
    return [part for part in found if part.get("type") != "null"]


MORE_TRUTH = {"y": True, "on": True, "1": True, "n": False, "off": False, "0": False}
# Zeros in front, marks between thousands, nothing behind a decimal point, a word for what is counted.
WHOLE = pattern(r"([-+]?)0*([0-9]{1,9})(?:\.0*)?(?: *[^\W\d]+\.?)?")
THOUSANDS = pattern(r"[0-9]{1,3}(?:[_,' ][0-9]{3})+")
DECIMAL = pattern(r"[-+]?[0-9]{1,9}[.,][0-9]{1,9}")
DICE = pattern(r"([0-9])[ ,+;/]*([0-9])")
UNFINISHED = pattern(r"(\w+)(?::|：|=| )\s*(.+)")
MANY = 30


def value_hint(root: Schema, schema: Schema, value: Any) -> Message | None:
    """Return what to write instead of *value*, which is not as *schema* wants it, None where who knows."""
    kinds = {part.get("type"): part for part in alternatives(root, schema)}
    if isinstance(value, list):
        if len(value) == 1 and "array" not in kinds and "object" not in kinds:
            return value_hint(root, schema, value[0]) or _alone(value[0])
        if "integer" in kinds and "array" in kinds and all(isinstance(item, str) for item in value):
            return _dice(kinds, " ".join(value))
        return None
    if isinstance(value, dict):
        return _list_of_one() if "array" in kinds and "integer" not in kinds else None
    if value is None:
        return M("leave the key out where there is nothing to say") if "boolean" in kinds else None
    text = normalize("NFKC", str(as_text(value))).strip()
    if "boolean" in kinds:
        truth = {**TRUTH, **MORE_TRUTH}.get(text.lower())
        return None if truth is None else _write("true" if truth else "false")
    if "integer" in kinds:
        return _whole(kinds["integer"], text, value) or ("array" in kinds and _dice(kinds, text)) or None
    if "number" in kinds and type(value) is str and (DECIMAL.fullmatch(text) or text.isdecimal()):
        return _write(text.replace(",", "."))
    if "array" in kinds:
        item = kinds["array"].get("items", {})
        if not any(part.get("type") == "object" for part in alternatives(root, item)):
            return _write(f"[{text}]") if text and len(text) <= MANY else _list_of_one()
    return None


def part_hint(path: Path) -> Message | None:
    """Return how the mapping at *path* is written, where something else stands there."""
    match path:
        case ("sides", int(), "units", int()):
            return M("a unit is a mapping, {example}, or one line, NAME: words", example="{name: …, type: …}")
        case ("sides", int()):
            return M("a side is a mapping with {keys}", keys="name, units")
    return None


def key_hint(root: Schema, path: Path, key: str) -> tuple[Message, str] | None:
    """Return what an unknown *key* lacks and which key it was to be, where its value ran into it."""
    said = UNFINISHED.fullmatch(key)
    if said is None or said[1] not in keys_at(root, path):
        return None
    written = f"{said[1]}: {said[2]}"[:LONGEST_SHOWN]
    return M("a colon and a space stand between a key and its value: {written}", written=written), said[1]


def one_line() -> Message:
    """Return what to do about a text with line breaks where none may be."""
    return M("write it on one line; a text after | or > ends with a line break")


def _whole(part: Schema, text: str, value: Any) -> Message | None:
    if isinstance(value, int):
        return None
    if THOUSANDS.fullmatch(text):
        text = "".join(filter(str.isdigit, text))
    said = WHOLE.fullmatch(text)
    number = int(said[1] + said[2]) if said else None
    if number is None or not part.get("minimum", number) <= number <= part.get("maximum", number):
        return None
    if type(value) is str and text == str(number) == value:
        return M("write {number} without quotation marks", number=str(number))
    return _write(str(number))


def _dice(kinds: dict[Any, Schema], text: str) -> Message | None:
    dice = DICE.fullmatch(text)
    face = kinds["array"].get("items", {})
    if dice is None or not all(
        face.get("minimum", 1) <= int(die) <= face.get("maximum", 6) for die in dice.groups()
    ):
        return None
    return M("two dice are written {dice}", dice=f"[{dice[1]}, {dice[2]}]")


def _alone(value: object) -> Message | None:
    text = as_text(value)
    return _write(text) if isinstance(text, str) and 0 < len(text) <= MANY else None


def _write(value: object) -> Message:
    return M("write {value}", value=str(value))


def _list_of_one() -> Message:
    return M("a list stands in square brackets, or each of its items begins with -")


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
