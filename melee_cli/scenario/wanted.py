"""What a field wants, in words, read from the JSON Schema of its model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Step
from melee_cli.systems.models import Numeral

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
