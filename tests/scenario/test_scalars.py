"""Plain scalars mean what YAML 1.2 says, and nothing of what YAML 1.1 made of them."""

import json
from time import perf_counter

import pytest

import melee_cli
from melee_cli.core.numbers import Numeral, Written
from melee_cli.render.language import language_for
from melee_cli.systems.models import as_decimal
from tests.scenario.reading import data_of

MEANINGS = [
    ("0", 0),
    ("7", 7),
    ("-5", -5),
    ("1815", 1815),
    ("true", True),
    ("false", False),
    ("null", None),
    ("~", None),
    ("", None),
]
TEXTS = [
    *("No", "yes", "off", "on", "On", "y", "True", "FALSE", "Null", "NULL", "TRUE"),
    *("010", "00", "-0", "+0", "1_000", "2:1", "12:30:45", "0x1F", "0o17", "0b1", ".", "1e", "e5", "1e5.5"),
    *(".nan", ".inf", "-.inf", "NaN", "1815-06-18", "1815-06-18 12:00:00", "=", "<<", "１２", "٣"),
]


@pytest.mark.parametrize(("written", "meant"), MEANINGS)
def test_numbers_truths_and_nothing(written, meant):
    value = data_of(f"a: {written}\n")["a"]
    assert value == meant
    assert type(value) is type(meant)


@pytest.mark.parametrize("written", TEXTS)
def test_all_else_is_the_text_that_was_written(written):
    value = data_of(f"a: {written}\n")["a"]
    assert value == written
    assert type(value) is str


@pytest.mark.parametrize("written", ["17", "true", "null", "4.5", "No"])
def test_in_quotes_everything_is_text(written):
    assert data_of(f"[\"{written}\", '{written}']") == [written, written]
    assert {type(value) for value in data_of(f"[\"{written}\", '{written}']")} == {str}


@pytest.mark.parametrize("written", ["17", "on", "true", "null", "1.5", "2024-01-01"])
def test_a_key_is_always_its_text(written):
    assert data_of(f"{written}: 1\n") == {written: 1}
    assert data_of(f"- &a 1\n- {written}: *a\n") == [1, {written: 1}]


@pytest.mark.parametrize(
    "written", ["4.5", "-0.25", "3.0", "+1.50", "1e-05", "1E+2", "1e3", ".5", "5.", "-.5e-3"]
)
def test_decimals_are_text_that_a_decimal_field_can_read(written):
    value = data_of(f"a: {written}\n")["a"]
    assert isinstance(value, Numeral)
    assert value == written


@pytest.mark.parametrize(("written", "meant"), [("1e-05", 0.00001), (".5", 0.5), ("5.", 5), ("1.5E+2", 150)])
@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_an_exponent_is_a_number_where_decimals_are_allowed(written, meant, suffix):
    if (suffix == ".json" and not written[0].isdigit()) or written[-1] == ".":
        return  # JSON has no such number
    assert as_decimal(data_of(f'{{"a": {written}}}', suffix)["a"]) == meant


@pytest.mark.parametrize("written", ["1e1", "1e-05", "10.0"])
def test_where_a_whole_number_is_wanted_that_is_said(written):
    unit = f'{{"name": "a", "type": "infantry", "figures": {written}}}'
    sides = f'[{{"name": "A", "units": [{unit}]}}, {{"name": "B", "units": ["b: inf 9"]}}]'
    text = f'{{"rules": "gdb", "sides": {sides}}}'
    (problem,) = melee_cli.check(melee_cli.load(text)[0])
    said = language_for("en").text(problem.message)
    assert said == f"a whole number from 1 to 9999 is needed here, not {written}"


def test_a_plus_sign_is_remembered():
    value = data_of("a: +17\n")["a"]
    assert isinstance(value, Written)
    assert (value, value.written) == (17, "+17")


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_five_thousand_digits_are_read_at_once_and_kept_as_written(suffix):
    digits = "9" * 5000
    start = perf_counter()
    value = data_of(f'{{"a": {digits}}}', suffix)["a"]
    assert perf_counter() - start < 0.1
    assert value > 2**63
    assert value.written == digits


@pytest.mark.parametrize("written", ["0", "7", "-5", "3.0", "-0", "1e3", "-1.5E-3", "true", "null", '"24"'])
def test_json_numbers_mean_what_they_mean_in_yaml(written):
    in_json = data_of(f'{{"a": {written}}}', ".json")["a"]
    in_yaml = data_of(f"a: {written}\n")["a"]
    assert (in_json, type(in_json)) == (in_yaml, type(in_yaml))


def test_the_careful_reader_agrees_with_the_quick_one():
    values = ", ".join(written for written, _ in MEANINGS if written) + ", " + ", ".join(TEXTS[:-3])
    quick = data_of(f"[{values}]")
    careful = data_of(f"[{values}, &a x]")
    assert [*quick, "x"] == careful
    assert [type(value) for value in quick] == [type(value) for value in careful[:-1]]


def test_json_texts_are_never_numbers():
    assert data_of(json.dumps({"a": ["1", "true", "null"]}), ".json") == {"a": ["1", "true", "null"]}
