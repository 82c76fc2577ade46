"""The schema of a result: what every system's has, and the system's own part made from its TypedDict.

pydantic takes no TypedDict of the standard library before Python 3.12, hence the few lines here.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from melee_cli.core.messages import Message
from melee_cli.core.rules import Line, Withheld
from melee_cli.core.system import System

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer"}
FRACTION: Schema = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    required = [key for key in properties if key not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


SOURCE = _object({"file": TEXT, "document": COUNT, "line": COUNT})
LINE = _object(
    {"rule": TEXT, "label": TEXT, "value": COUNT, "units": {"type": "array", "items": TEXT}, "cite": TEXT},
    ("units",),
)
WITHHELD = _object({"rule": TEXT, "reason": TEXT, "cite": TEXT})
CHANGE = _object({"rule": TEXT, "text": TEXT})
HOUSE = _object({"name": TEXT, "changes": {"type": "array", "items": CHANGE}})
MAYBE_COUNT: Schema = {"type": ["integer", "null"]}
PROBLEM = _object(
    {
        "code": TEXT,
        "severity": {"const": "error"},
        "message": TEXT,
        "file": {"type": ["string", "null"]},
        "line": MAYBE_COUNT,
        "column": MAYBE_COUNT,
        "path": TEXT,
        "hint": {"type": ["string", "null"]},
    }
)
KNOWN: Mapping[Any, Schema] = {
    str: TEXT,
    int: COUNT,
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Message: TEXT,
    Fraction: FRACTION,
    Any: {},
    Line: {"$ref": "#/$defs/Line"},
    Withheld: {"$ref": "#/$defs/Withheld"},
}


def failed(format_: str = "melee-result/1") -> Schema:
    """Return the schema of a scenario that could not be resolved."""
    problems = {"type": "array", "items": PROBLEM, "minItems": 1}
    return _object(
        {"format": {"const": format_}, "ok": {"const": False}, "source": SOURCE, "problems": problems}
    )


def result_of(system: System) -> Schema:
    """Return the schema of a result of *system*."""
    definitions: Schema = {"Line": LINE, "Withheld": WITHHELD}
    own = _typed_dict(system.result(), definitions)
    rulings: Schema = {ruling.id: {} for ruling in system.rulings if ruling.values}
    rules = _object(
        {
            "id": {"const": system.id},
            "title": TEXT,
            "house": {"anyOf": [HOUSE, {"type": "null"}]},
            "rulings": _object(rulings),
        }
    )
    whole = _object(
        {
            "format": {"const": "melee-result/1"},
            "ok": {"const": True},
            "source": SOURCE,
            "title": {"type": ["string", "null"]},
            "rules": rules,
            "seed": MAYBE_COUNT,
            "round": COUNT,
            **own["properties"],
        }
    )
    return {**whole, "$defs": definitions}


def _typed_dict(shape: Any, definitions: Schema) -> Schema:
    hints = get_type_hints(shape, include_extras=True)
    properties = {name: _schema(kind, definitions) for name, kind in hints.items()}
    optional = tuple(name for name in hints if name not in shape.__required_keys__)
    made = _object(properties, optional)
    return {**made, "description": shape.__doc__} if shape.__doc__ else made


def _schema(kind: Any, definitions: Schema) -> Schema:
    """Return the schema of the type *kind*; a TypedDict goes into *definitions* under its name."""
    if kind in KNOWN:
        return KNOWN[kind]
    if is_typeddict(kind):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}
            definitions[kind.__name__] = _typed_dict(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(part, definitions) for part in parts]}
    if origin in (Required, NotRequired):
        return _schema(parts[0], definitions)
    if origin is dict or kind is dict:
        return {"type": "object", "additionalProperties": _schema(parts[1], definitions) if parts else {}}
    if origin in (list, tuple) or kind in (list, tuple):
        return {"type": "array", "items": _schema(parts[0], definitions) if parts else {}}
    raise TypeError(f"{kind!r} is nothing a result holds")
