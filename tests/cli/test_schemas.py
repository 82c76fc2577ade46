"""The published schemas: what we ship and what we give out validates against them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.cli.running import ROOT, melee

SCENARIOS = sorted((ROOT / "scenarios").glob("[gw]*/*.yaml"))
CASES = sorted(path for path in (ROOT / "tests").glob("*/cases/**/*.yaml"))


@lru_cache
def validator(what: str, system: str | None) -> Draft202012Validator:
    """Return the validator of the schema that ``melee schema`` prints."""
    schema = json.loads(melee("schema", what, *([system] if system else [])).out)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def documents(path: Path) -> Iterator[Any]:
    """Yield the documents of *path* as any YAML library builds them."""
    yield from yaml.safe_load_all(path.read_text("utf-8"))


def test_scenarios_are_shipped_for_every_system() -> None:
    assert {path.parent.name for path in SCENARIOS} == {"gdb", "whfb8"}


@pytest.mark.parametrize("path", SCENARIOS + CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_shipped_scenario_validates(path: Path) -> None:
    for document in documents(path):
        if "problems" in document.get("expect", {}):
            continue  # such a case is wrong on purpose
        for system in (document["rules"], None):
            errors = [error.message for error in validator("scenario", system).iter_errors(document)]
            assert errors == []


@pytest.mark.parametrize("format_", ["json", "jsonl"])
def test_every_result_validates(format_: str) -> None:
    out = melee("resolve", "--format", format_, *SCENARIOS, *CASES, ROOT / "tests" / "gallery").out
    results = json.loads(out) if format_ == "json" else [json.loads(line) for line in out.splitlines()]
    assert {result["ok"] for result in results} == {True, False}
    for result in results:
        for system in {result["rules"]["id"] if result["ok"] else "gdb", None}:
            errors = [
                f"{'.'.join(map(str, error.absolute_path))}: {error.message}"
                for error in validator("result", system).iter_errors(result)
            ]
            assert errors == []


@pytest.mark.parametrize("system", ["gdb", "whfb8", "duel"])
def test_the_starter_names_its_schema_validates_and_resolves(system: str) -> None:
    starter = melee("new", system).out
    assert starter.startswith(f"# yaml-language-server: $schema=melee-{system}.schema.json\n")
    assert list(validator("scenario", system).iter_errors(yaml.safe_load(starter))) == []
    assert melee("resolve", "-", stdin=starter).code == 0


@pytest.mark.parametrize(
    "broken",
    [
        {"rules": "gdb"},
        {"rules": "chess", "sides": []},
        {"rules": "gdb", "sides": [{"name": "A", "units": []}, {"name": "B", "units": ["b: inf 1"]}]},
        {"rules": "gdb", "sides": [{"name": n, "units": [{"name": n, "type": "elves"}]} for n in "AB"]},
    ],
)
def test_a_scenario_that_is_none_does_not_validate(broken: Any) -> None:
    assert not validator("scenario", "gdb").is_valid(broken)


@pytest.mark.parametrize("path", SCENARIOS[:3], ids=lambda path: path.stem)
def test_odds_of_shipped_scenarios_validate_against_the_schema_of_odds(path: Path) -> None:
    found = json.loads(melee("odds", "--format", "json", str(path)).out)
    assert found
    for odds in found:
        assert [error.message for error in validator("odds", None).iter_errors(odds)] == []


def test_the_schema_of_odds_refuses_what_is_no_odds() -> None:
    assert list(validator("odds", "gdb").iter_errors({"format": "melee-odds/1", "ok": True}))
