"""``melee words``: searchable in both languages, in every format."""

from __future__ import annotations

import csv
import io
import json

import pytest

from melee_cli.systems import find
from tests.cli.running import melee


@pytest.mark.parametrize("asked", ["column", "КОЛОН", "formation: column", "кол"])
def test_a_word_is_found_by_either_language_by_a_part_and_by_what_it_sets(asked: str):
    assert "formation: column" in melee("words", "gdb", asked).out


def test_several_words_must_all_stand_in_an_entry():
    out = melee("words", "gdb", "company", "колонна").out
    assert "company_column" in out.replace("\n", "").replace(" ", "") or "company" in out
    assert "Numbers" not in out
    assert melee("words", "gdb", "company", "кирасиры").code == 1


def test_what_nothing_speaks_of_is_said_so():
    ran = melee("words", "whfb8", "dragonfire")
    assert (ran.out, ran.code) == ("", 1)
    assert "no word of whfb8 speaks of dragonfire" in ran.err


def test_an_unknown_system_is_wrong_usage():
    ran = melee("words", "gbd")
    assert ran.code == 2
    assert "did you mean 'gdb'?" in ran.err


@pytest.mark.parametrize("system", ["gdb", "whfb8"])
def test_json_and_csv_hold_every_entry_with_the_same_keys(system: str):
    found = find(system)
    assert found is not None
    words = found.words
    count = len(words.words) + len(words.numbers) + len(words.keys) + len(words.several)
    told = json.loads(melee("words", system, "--format", "json").out)
    assert told["rules"] == system
    assert len(told["words"]) == count
    lines = melee("words", system, "--format", "jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == told["words"]
    rows = list(csv.DictReader(io.StringIO(melee("words", system, "--format", "csv").out)))
    assert len(rows) == count
    assert list(rows[0]) == list(told["words"][0])


def test_it_speaks_russian():
    out = melee("words", "gdb", "кол", "--lang", "ru").out
    assert out.startswith("Отряд одной строкой")
