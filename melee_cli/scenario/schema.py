"""JSON Schemas (2020-12) of what goes in and what comes out, for editors and scripts."""

from __future__ import annotations

from typing import Any

from melee_cli.scenario.schema_odds import ODDS
from melee_cli.scenario.schema_result import failed, result_of
from melee_cli.scenario.schema_scenario import scenario_of
from melee_cli.systems import find, names

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


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
