"""The schema of a scenario and the loader agree on structure: generated documents pass both or neither."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import melee_cli
from melee_cli.scenario.schema import scenario_schema
from tests.scenario.documents import made_from

#: Codes of what is wrong with the structure of a document: keys, types, ranges.
STRUCTURE = {
    *("missing-key", "unknown-key", "wrong-type", "out-of-range", "unknown-value", "empty-list", "too-long"),
    *(
        "not-a-number",
        "not-a-roll",
        "two-sides",
        "unknown-ruling",
        "unknown-system",
        "empty-name",
        "long-name",
    ),
}


@lru_cache
def validator(system: str) -> Draft202012Validator:
    return Draft202012Validator(scenario_schema(system))


def structural(document: Any) -> list[str]:
    """Return the codes of the structural problems of *document*, read as JSON."""
    (read,) = melee_cli.load(json.dumps(document))
    return [f"{p.code} {p.path}" for p in melee_cli.check(read) if p.code in STRUCTURE]


def documents(junk: float) -> st.SearchStrategy[tuple[str, Any]]:
    def of(system: str) -> st.SearchStrategy[tuple[str, Any]]:
        schema = scenario_schema(system)
        return st.tuples(st.just(system), made_from(schema, schema, junk))

    return st.sampled_from(["gdb", "whfb8"]).flatmap(of)


#: More by the environment: ``MELEE_EXAMPLES=2000 pytest tests/scenario/test_schema_documents.py``.
MANY = settings(
    max_examples=int(os.environ.get("MELEE_EXAMPLES", "40")),
    deadline=None,
    derandomize="MELEE_EXAMPLES" not in os.environ,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("junk", [0.0, 0.02])
def test_the_schema_and_the_loader_take_the_same_structures(junk: float) -> None:
    @MANY
    @given(documents(junk))
    def agree(drawn: tuple[str, Any]) -> None:
        system, document = drawn
        if not isinstance(document, dict):
            return
        found = structural(document)
        errors = [
            f"{list(e.absolute_path)} {e.message[:200]}" for e in validator(system).iter_errors(document)
        ]
        assert bool(found) == bool(errors), (found, errors)

    agree()
