"""JSON Schemas: sound by themselves, and what they describe is what we read and write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from melee_cli.api.resolve import resolve
from melee_cli.core.numbers import Numeral
from melee_cli.formats.documents import documents
from melee_cli.render.json import dumps
from melee_cli.render.language import language_for
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check
from melee_cli.scenario.schema import odds_schema, result_schema, scenario_schema
from tests.scenario.reading import DUEL, data_of

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "scenarios" / "gdb", ROOT / "scenarios" / "whfb8", ROOT / "tests" / "cases")
SHIPPED = [str(path) for path in FOLDERS if any(path.rglob("*.yaml"))]
NAMES = [None, "gdb", "whfb8", "duel"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("made", [scenario_schema, result_schema])
def test_schemas_are_schemas(made, name):
    schema = made(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"].endswith("2020-12/schema")
    assert "pydantic" not in json.dumps(schema)


def as_an_editor_reads_it(data):
    """Return *data* with its decimals as numbers."""
    if isinstance(data, dict):
        return {key: as_an_editor_reads_it(value) for key, value in data.items()}
    if isinstance(data, list):
        return [as_an_editor_reads_it(value) for value in data]
    return float(data) if isinstance(data, Numeral) else data


def test_every_shipped_scenario_and_its_result_validate():
    scenarios, results = Draft202012Validator(scenario_schema()), Draft202012Validator(result_schema())
    count = 0
    for document in documents(SHIPPED):
        if not isinstance(document.data, dict) or "rules" not in document.data:
            continue  # a house file or a roster
        options = Options(seed=1)
        resolved = resolve(check(document, options), options)
        if resolved.data["ok"]:
            scenarios.validate(as_an_editor_reads_it(document.data))
        results.validate(json.loads(dumps(resolved.data, language_for("en"))))
        if resolved.system is not None:
            Draft202012Validator(result_schema(resolved.system.id)).validate(
                json.loads(dumps(resolved.data, language_for("ru")))
            )
        count += 1
    assert count > 50


SOUND = [
    DUEL,
    DUEL.replace("{name: Roland, rested: true, roll: 3}", '"Roland: rested"'),
    DUEL.replace("{name: Roland, rested: true, roll: 3}", "Roland: rested"),
    DUEL.replace("{name: Roland, rested: true, roll: 3}", "{17: null}"),
    DUEL.replace("name: Roland", "name: 17"),
    DUEL + "rulings: {height_at_night: no}\nexpect: {winner: Red, units: {Roland: {total: 3}}}\n",
]
WRONG = [
    DUEL.replace("rules: duel", "rules: dual"),
    DUEL.replace("rested", "resetd"),
    DUEL.replace("roll: 3", "roll: 7"),
    DUEL.replace("rested: true", "rested: maybe"),
    DUEL.replace("{name: Oliver, height: true, roll: 3}", ""),
    DUEL.replace("{name: Oliver, height: true, roll: 3}", "no colon"),
    DUEL + "rulings: {height_at_night: maybe}\n",
    DUEL + "rulings: {what: no}\n",
    DUEL + "expect: {winer: Red}\n",
    "rules: duel\n",
]


@pytest.mark.parametrize("name", [None, "duel"])
def test_an_editor_is_told_what_we_would_tell(name):
    validator = Draft202012Validator(scenario_schema(name))
    for text in SOUND:
        validator.validate(data_of(text))
    for text in WRONG:
        assert not validator.is_valid(data_of(text)), text


def test_a_failed_result_validates_as_such():
    result = resolve(check(next(iter(documents(["nowhere.yaml"]))), Options()), Options()).data
    data = json.loads(dumps(result, language_for("en")))
    Draft202012Validator(result_schema("duel")).validate(data)
    assert not Draft202012Validator(result_schema("duel")).is_valid({**data, "problems": []})


def test_the_schema_of_odds_is_a_schema_and_takes_odds():
    from melee_cli.api.odds import Wanted, forecast
    from tests.scenario.reading import checked

    Draft202012Validator.check_schema(odds_schema())
    found = forecast(checked(DUEL.replace(", roll: 3", "")), Wanted())
    data = found.to_dict()
    Draft202012Validator(odds_schema()).validate(data)
    data["draw"]["numerator"] = 1
    assert not Draft202012Validator(odds_schema()).is_valid(data)
