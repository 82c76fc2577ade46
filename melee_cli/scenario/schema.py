"""JSON Schemas (2020-12) of what goes in and what comes out, for editors and scripts."""

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
from melee_cli.core.rules import Line, Ruling, Withheld
from melee_cli.core.system import System
from melee_cli.scenario.expectations import Expected, UnitExpected
from melee_cli.scenario.units import unit_model
from melee_cli.systems import find, names

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


WHOLE: Schema = {"type": "string", "pattern": "^-?[0-9]+$"}
CHANCE_REF: Schema = {"$ref": "#/$defs/Chance"}
WINNER: Schema = {"type": ["string", "null"]}


def _odds_part(required: Schema, **more: Any) -> Schema:
    return {"type": "object", "properties": {**required, **more}, "required": list(required)}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


MEAN = _odds_part({"rounded": {"type": "number"}}, numerator=WHOLE, denominator=WHOLE)
SPREAD = _odds_part(
    {
        "distribution": _list(_odds_part({"value": {"type": ["number", "string"]}, "chance": CHANCE_REF})),
        "mean": MEAN,
    }
)
COUNTS = _list(_odds_part({"chance": CHANCE_REF}))
UNIT = {
    **_odds_part({"name": TEXT}),
    "additionalProperties": {
        "anyOf": [
            CHANCE_REF,
            SPREAD,
            MEAN,
            COUNTS,
            {"type": "object", "additionalProperties": CHANCE_REF},
        ]
    },
}
BAND = _odds_part({"winner": WINNER, "band": {"type": ["string", "null"]}, "chance": CHANCE_REF})
DIFFERENCE = _odds_part(
    {"winner": WINNER, "difference": COUNT, "exactly": CHANCE_REF, "at_least": CHANCE_REF}
)
SIDE = _odds_part({"name": TEXT, "win": CHANCE_REF, "units": _list(UNIT)}, wounds=COUNTS)
ODDS: Schema = {
    **_odds_part(
        {
            "format": {"const": "melee-odds/1"},
            "ok": {"const": True},
            "source": SOURCE,
            "title": {"type": ["string", "null"]},
            "rules": _odds_part(
                {
                    "id": TEXT,
                    "title": TEXT,
                    "house": {"anyOf": [HOUSE, {"type": "null"}]},
                    "rulings": {"type": "object"},
                }
            ),
            "round": COUNT,
            "fresh_dice": {"type": "boolean"},
            "policy": _odds_part({"text": {}}),
            "sides": _list(
                _odds_part({"name": TEXT, "win": CHANCE_REF, "units": _list(UNIT)}, wounds=COUNTS)
            ),
            "draw": CHANCE_REF,
            "differences": _list(DIFFERENCE),
        },
        exact={"type": "boolean"},
        left_open=TEXT,
        bands=_list(BAND),
        together=_list({"type": "object"}),
        rounds={"type": "object"},
        what_if=_list({"type": "object"}),
    ),
    "$defs": {"Chance": _odds_part({"percent": {"type": "number"}}, numerator=WHOLE, denominator=WHOLE)},
}


PLAIN = ["string", "integer", "number", "boolean"]
LONGEST_NAME = 200


def scenario_of(system: System) -> dict[str, Any]:
    """Return the schema of a scenario of *system* as YAML or JSON may hold it.

    Where a text is wanted, any plain scalar is one. A unit is a mapping, a text ``NAME: words``, or that
    text as YAML reads it without quotes: one key with a plain value.
    """
    model = system.scenario()
    schema: dict[str, Any] = model.model_json_schema()
    expected = Expected.model_json_schema()
    definitions = {**schema.pop("$defs", {}), **expected.pop("$defs", {}), "Expected": expected}
    own: Schema = {key: {} for key in system.expectations if key not in UnitExpected.model_fields}
    definitions["UnitExpected"]["properties"] |= own
    unit = unit_model(model).__name__
    definitions["UnitLine"] = {
        "description": "A unit on one line: its name, a colon, and words as an umpire types them.",
        "anyOf": [
            {"type": "string", "pattern": ":"},
            {
                "type": "object",
                "minProperties": 1,
                "maxProperties": 1,
                "additionalProperties": {"type": [*PLAIN, "null"]},
            },
        ],
    }
    for definition in definitions.values():
        units = definition.get("properties", {}).get("units", {})
        if units.get("items") == {"$ref": f"#/$defs/{unit}"}:
            units["items"] = {"anyOf": [units["items"], {"$ref": "#/$defs/UnitLine"}]}
    tidy: dict[str, Any] = _tidy({**schema, "$defs": definitions})
    tidy["properties"] |= {
        "rules": {"description": "The rules system.", "const": system.id},
        "rulings": {
            "type": ["object", "null"],
            "additionalProperties": False,
            "properties": {ruling.id: _ruling(ruling) for ruling in system.rulings if ruling.values},
        },
        "expect": {"anyOf": [{"$ref": "#/$defs/Expected"}, {"type": "null"}]},
    }
    return tidy


def _ruling(ruling: Ruling) -> dict[str, Any]:
    described = {"description": ruling.text.text, "default": ruling.default}
    if ruling.at_least is not None:
        return {**described, "type": "integer", "minimum": ruling.at_least}
    return {**described, "enum": list(ruling.values)}


def _tidy(schema: Any, name: str = "") -> Any:
    """Return *schema* without titles that say nothing, any plain scalar being a text."""
    if isinstance(schema, list):
        return [_tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if name in ("properties", "$defs"):
        return {key: _tidy(value) for key, value in schema.items()}
    tidy = {key: _tidy(value, key) for key, value in schema.items() if key not in ("title", "ge", "le")}
    for ours, theirs in (("ge", "minimum"), ("le", "maximum")):
        if ours in schema:
            tidy[theirs] = schema[ours]
    if schema.get("type") == "string" and not {"enum", "const", "pattern"} & set(schema):
        tidy["type"] = PLAIN
    return tidy


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def scenario_schema(system: str | None = None) -> Schema:
    """Return the schema of a scenario of *system*, or of any system there is."""
    return _any_of("A scenario of melee", [scenario_of(known) for known in _systems(system)])


def result_schema(system: str | None = None) -> Schema:
    """Return the schema of one result of *system*, or of any system there is; failed ones, too."""
    return _any_of("A result of melee", [*(result_of(known) for known in _systems(system)), failed()])


def odds_schema() -> Schema:
    """Return the schema of one scenario's odds; failed ones, too."""
    return _any_of("Odds of melee", [ODDS, {**failed("melee-odds/1")}])


def _systems(system: str | None) -> list[Any]:
    found = [find(name) for name in (names() if system is None else [system])]
    return [known for known in found if known is not None]


def _any_of(title: str, schemas: list[Schema]) -> Schema:
    """Return one schema of several, their definitions under one roof."""
    definitions: Schema = {}
    parts = []
    for number, schema in enumerate(schemas):
        prefix = f"{number}." if len(schemas) > 1 else ""
        moved = _renamed({key: value for key, value in schema.items() if key != "$defs"}, prefix)
        parts.append(moved)
        for name, definition in schema.get("$defs", {}).items():
            definitions[prefix + name] = _renamed(definition, prefix)
    head: Schema = {"$schema": DIALECT, "title": title}
    body = parts[0] if len(parts) == 1 else {"anyOf": parts}
    return {**head, **body, **({"$defs": definitions} if definitions else {})}


def _renamed(schema: Any, prefix: str) -> Any:
    if isinstance(schema, dict):
        return {
            key: f"#/$defs/{prefix}{value.removeprefix('#/$defs/')}"
            if key == "$ref"
            else _renamed(value, prefix)
            for key, value in schema.items()
        }
    return [_renamed(item, prefix) for item in schema] if isinstance(schema, list) else schema
