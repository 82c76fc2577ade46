"""The schema of a scenario: its model's own, with one-line units, rulings and expectations filled in."""

from __future__ import annotations

from typing import Any

from melee_cli.core.rules import Ruling
from melee_cli.core.system import System
from melee_cli.scenario.check import unit_model
from melee_cli.scenario.expectations import expected_by

PLAIN = ["string", "integer", "number", "boolean"]
LONGEST_NAME = 200


def scenario_of(system: System) -> dict[str, Any]:
    """Return the schema of a scenario of *system* as YAML or JSON may hold it.

    Where a text is wanted, any plain scalar is one. A unit is a mapping, a text ``NAME: words``, or that
    text as YAML reads it without quotes: one key with a plain value.
    """
    model = system.scenario()
    schema: dict[str, Any] = model.model_json_schema()
    expected = expected_by(system).model_json_schema()
    definitions = {**schema.pop("$defs", {}), **expected.pop("$defs", {}), "Expected": expected}
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
