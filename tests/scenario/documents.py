"""Documents made from the JSON Schema of a scenario: mostly as it wants them, with junk here and there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

Schema = Mapping[str, Any]
NAMES = ("Old Guard", "17th", "x", "No", "Ney's own", "40-й", "a b")
JUNK = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        -1,
        3,
        13,
        10**6,
        10**30,
        1.5,
        -0.5,
        "",
        "line",
        "yes",
        "3",
        [],
        [3],
        [1, 2, 3],
        {},
        {"a": 1},
    ]
)
LINES = {"gdb": "infantry 30 =7", "whfb8": "5r ld=7"}
KEYS = ("formaton", "name", "roll", "value", "x y", "")


def made_from(schema: Schema, root: Schema, junk: float) -> st.SearchStrategy[Any]:
    """Return documents as *schema* of *root* describes them; a part in 1/*junk* is anything."""
    return st.deferred(lambda: _sometimes(_sound(schema, root, junk), junk))


def _sometimes(sound: st.SearchStrategy[Any], junk: float) -> st.SearchStrategy[Any]:
    if not junk:
        return sound
    return st.integers(1, round(1 / junk)).flatmap(lambda drawn: JUNK if drawn == 1 else sound)


def _sound(schema: Schema, root: Schema, junk: float) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _sound(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, junk)
    if "anyOf" in schema:
        return st.one_of([_sound(part, root, junk) for part in schema["anyOf"]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = schema.get("type", ["string", "integer", "null"])
    return st.one_of(
        [_of_kind(kind, schema, root, junk) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    )


def _of_kind(kind: str, schema: Schema, root: Schema, junk: float) -> st.SearchStrategy[Any]:
    low, high = schema.get("minimum", -3), schema.get("maximum", 40)
    match kind:
        case "integer":
            return st.integers(low, min(high, low + 60))
        case "number":
            return st.floats(low, high, allow_nan=False).map(lambda value: round(value, 3))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            items = made_from(schema.get("items", {}), root, junk)
            least = schema.get("minItems", 0)
            return st.lists(items, min_size=least, max_size=schema.get("maxItems", least + 2))
        case "object":
            return _object(schema, root, junk)
    if "pattern" in schema and schema["pattern"] != ":":
        return st.from_regex(schema["pattern"], fullmatch=True)
    if schema.get("pattern") == ":":
        return st.just(f"a: {LINES[root['properties']['rules']['const']]}")
    return st.sampled_from(NAMES)


def _object(schema: Schema, root: Schema, junk: float) -> st.SearchStrategy[Any]:
    properties: Schema = schema.get("properties", {})
    required = [key for key in properties if key in schema.get("required", ())]
    values = {key: made_from(part, root, junk) for key, part in properties.items()}
    more = schema.get("additionalProperties", {})
    if (
        schema.get("maxProperties") == 1
    ):  # a unit line as YAML reads it: what it says is no matter of structure
        return st.sampled_from([{"d": LINES[root["properties"]["rules"]["const"]]}])
    if not properties and more is not False:
        least = schema.get("minProperties", 0)
        value = made_from(more if isinstance(more, dict) else {}, root, junk)
        return st.dictionaries(st.sampled_from(NAMES), value, min_size=least, max_size=max(least, 2))
    known = st.fixed_dictionaries(
        {key: values[key] for key in required},
        optional={key: values[key] for key in values if key not in required},
    )
    if not junk:
        return known
    extra = st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=1)
    changed = st.tuples(known, extra, st.integers(0, round(1 / junk)), st.sampled_from([*properties, ""]))
    return changed.map(_with_extra)


def _with_extra(drawn: tuple[dict[str, Any], dict[str, Any], int, str]) -> dict[str, Any]:
    """Return a mapping, seldom with a key of no meaning, seldom without one of its own."""
    known, extra, chance, gone = drawn
    if chance == 0:
        return {**known, **extra}
    return {key: value for key, value in known.items() if key != gone} if chance == 1 else known
