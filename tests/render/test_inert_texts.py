"""Texts that other programs would read as more than text: formulas in CSV, ends of lines in JSON."""

from __future__ import annotations

import json

import pytest

from melee_cli.render.csv import written
from melee_cli.render.json import one_line


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "-cmd", "@SUM(A1)", "\tx"])
def test_a_text_that_begins_like_a_formula_gets_an_apostrophe(cell: str) -> None:
    assert written([[cell]]) == f"'{cell}\n"


@pytest.mark.parametrize("cell", ["-3", "+2", "12", "17th Line", "a=b"])
def test_numbers_and_other_texts_stay_as_they_are(cell: str) -> None:
    assert written([[cell]]) == f"{cell}\n"


@pytest.mark.parametrize("char", ["\u0085", "\u2028", "\u2029"])
def test_the_end_of_a_line_inside_a_json_text_is_escaped(char: str) -> None:
    text = one_line(json.dumps(f"a{char}b", ensure_ascii=False))
    assert len(text.splitlines()) == 1
    assert json.loads(text) == f"a{char}b"


def test_other_letters_of_a_json_text_stay() -> None:
    assert one_line('"Пехота é"') == '"Пехота é"'
