"""One-line units: the name, where each field was said, the echo and the completion of what is typed."""

from __future__ import annotations

import pytest

from melee_cli.entry.parser import ParsedLine, parse_line, parse_words
from melee_cli.entry.vocabulary import complete
from tests.scenario.reading import said
from tests.scenario.test_lines import GDB


def test_a_line_of_any_length_is_refused_quickly():
    (problem,) = parse_words("9 " * 100_000, GDB).problems
    assert problem.code == "too-long"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("17th Line: inf 24", "17th Line"),
        ("  17th Line : inf 24", "17th Line"),
        ("A:B: inf 24", "A:B"),
        ("17th:inf 24", "17th"),
        ('"A: B": inf 24', "A: B"),
        ("13-й Лёгкий: inf 24", "13-й Лёгкий"),
        ("Гвардия:", "Гвардия"),
    ],
)
def test_the_name_ends_at_the_colon(text, name):
    line = parse_line(text, GDB)
    assert line.name == name
    assert not line.problems
    assert text[slice(*line.spans["name"])] == name


def test_a_line_without_a_colon_is_no_unit():
    assert [problem.code for problem in parse_line("17th Line inf 24", GDB).problems] == ["no-name"]


def test_each_field_knows_where_it_was_said():
    text = '17th Line: light inf 27/36 col +1(general) -1(mud) against="B1"'
    line: ParsedLine = parse_line(text, GDB)
    assert {field: text[slice(*span)] for field, span in line.spans.items()} == {
        "name": "17th Line",
        "type": "light inf",
        "figures": "27/36",
        "initial": "27/36",
        "formation": "col",
        "modifiers": "+1(general)",
        "modifiers[0]": "+1(general)",
        "modifiers[1]": "-1(mud)",
        "against": 'against="B1"',
    }


def test_the_echo_tells_how_each_word_was_understood():
    line = parse_words("lancer колонны line 24", GDB)
    assert [(heard.typed, heard.field, heard.value, said(heard.how)) for heard in line.echo] == [
        ("lancer", "type", "lancers", "the beginning of lancers"),
        ("колонны", "formation", "column", "колонна with another ending"),
        ("line", "quality", "line", "None"),
        ("24", "figures", 24, "None"),
    ]


def test_completion_offers_words_phrases_keys_and_values():
    assert complete("cha", GDB)[:2] == ["charging", "charge"]
    assert "heavy cavalry" in complete("hea", GDB)
    assert "колонна" in complete("кол", GDB)
    assert complete("сщд", GDB)[0] == "column"
    assert "against=" in complete("ag", GDB)
    assert complete("then=p", GDB) == ["then=press"]
    assert complete("zzz", GDB) == []
    assert complete("heavy c", GDB) == ["heavy cavalry"]
