"""The words of a unit line: every one of the table is understood as it says, in both languages."""

from collections import Counter
from typing import Any

import pytest

from melee_cli.core.words import Word
from melee_cli.entry.parser import parse_line
from melee_cli.systems.gdb import SYSTEM

ALONE = [
    pytest.param(said, word, id=said)
    for word in SYSTEM.words.words
    for said in (*word.english, *word.russian, *word.short)
]


@pytest.mark.parametrize(("said", "word"), ALONE)
def test_a_word_of_the_table_sets_what_it_says(said: str, word: Word) -> None:
    parsed = parse_line(f"A: {said}", SYSTEM.words)
    assert not parsed.problems
    assert parsed.fields == dict(word.sets)


def test_no_word_says_two_things() -> None:
    said = Counter(s for word in SYSTEM.words.words for s in (*word.english, *word.russian, *word.short))
    said.update(list(SYSTEM.words.several))
    assert [word for word, times in said.items() if times > 1] == []


@pytest.mark.parametrize("word", SYSTEM.words.several)
def test_a_word_that_names_several_things_is_a_problem(word: str) -> None:
    assert parse_line(f"A: {word}", SYSTEM.words).problems


@pytest.mark.parametrize("word", SYSTEM.words.several)
def test_what_is_offered_for_such_a_word_is_understood(word: str) -> None:
    for candidate in SYSTEM.words.several[word]:
        assert not parse_line(f"A: {candidate}", SYSTEM.words).problems, candidate


LINES: list[tuple[str, dict[str, Any]]] = [
    (
        "infantry 24 column charging =5",
        {"type": "infantry", "figures": 24, "formation": "column", "action": "charging", "roll": 5},
    ),
    (
        "inf 27/36 col chg =3+5",
        {
            "type": "infantry",
            "figures": 27,
            "initial": 36,
            "formation": "column",
            "action": "charging",
            "roll": [3, 5],
        },
    ),
    (
        "п 24 лин брит =10",
        {"type": "infantry", "figures": 24, "formation": "line", "british": True, "roll": 10},
    ),
    ("inf 24 line col", {"type": "infantry", "figures": 24, "quality": "line", "formation": "column"}),
    ("inf 24 line col guard", {"type": "infantry", "figures": 24, "quality": "guard", "formation": "column"}),
    ("lc 16 flank rear", {"type": "light_cavalry", "figures": 16, "attacked": "flank"}),
    ("lc 16 short chg", {"type": "light_cavalry", "figures": 16, "straight_cm": 0, "action": "charging"}),
    ("inf 9 then=press", {"type": "infantry", "figures": 9, "follow_up": "press"}),
    ("пех 9 далее=стоит", {"type": "infantry", "figures": 9, "follow_up": "stand"}),
    ('inf 9 against="B1,B2"', {"type": "infantry", "figures": 9, "against": ["B1", "B2"]}),
    ("inf 9 initial=36", {"type": "infantry", "figures": 9, "initial": 36}),
    ("2l inf 9 sk", {"type": "infantry", "figures": 9, "quality": "second_line", "formation": "none"}),
]


@pytest.mark.parametrize(("line", "fields"), LINES)
def test_a_line_says_a_unit(line: str, fields: dict[str, Any]) -> None:
    parsed = parse_line(f"17th Line: {line}", SYSTEM.words)
    assert not parsed.problems
    assert (parsed.name, parsed.fields) == ("17th Line", fields)
