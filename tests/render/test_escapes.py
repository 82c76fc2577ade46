r"""What an output cannot carry is written ``\uXXXX``; what would steer it never reaches it."""

import json

import pytest

from melee_cli.render.terminal import ESCAPE, shown

CASES = [
    ("é", "utf-8", "é"),
    ("é", "latin-1", "é"),
    ("é", "ascii", r"\u00e9"),
    ("漢", "koi8-r", r"\u6f22"),
    ("👍", "ascii", r"\ud83d\udc4d"),
    ("a\nb\tc", "utf-8", "a b c"),
    ("a\x1b[31mb", "utf-8", r"a\u001b[31mb"),
    ("a\u2028b", "utf-8", r"a\u2028b"),
    ("a\u202eb", "utf-8", r"a\u202eb"),
    ("\ud800", "utf-8", r"\ud800"),
    ("👨\u200d👩", "utf-8", "👨\u200d👩"),
    ("a\xa0b", "utf-8", "a\xa0b"),
]


@pytest.mark.parametrize(("text", "encoding", "seen"), CASES)
def test_text_is_shown_as_the_output_can(text, encoding, seen):
    assert shown(text, encoding) == seen


@pytest.mark.parametrize("text", ["é", "漢字", "👍 e\u0301", "\ud800"])
def test_json_written_to_an_encoding_without_its_characters_still_says_the_same(text):
    written = json.dumps([text], ensure_ascii=False).encode("ascii", ESCAPE)
    assert json.loads(written) == [text]
