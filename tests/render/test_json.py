"""JSON by the contract, the same bytes from both encoders."""

import json
from fractions import Fraction

import pytest

from melee_cli.core.messages import M, Phrases
from melee_cli.core.numbers import Numeral, Written
from melee_cli.core.problems import Place, Problem
from melee_cli.core.rules import Change, Line, Withheld
from melee_cli.render.json import Encoder, dumps
from melee_cli.render.language import Language, language_for

ENGLISH = Language("en")
LINE = Line("gdb.type", M("Infantry"), 1, "T1")

CASES = [
    ("a line", LINE, {"rule": "gdb.type", "label": "Infantry", "value": 1, "cite": "T1"}),
    (
        "a line of a side",
        Line("w.flank", M("Flank"), 2, "§f", ("A", "B")),
        {"rule": "w.flank", "label": "Flank", "value": 2, "units": ["A", "B"], "cite": "§f"},
    ),
    (
        "a withheld row",
        Withheld("gdb.square", M("no cavalry"), "T1/5"),
        {"rule": "gdb.square", "reason": "no cavalry", "cite": "T1/5"},
    ),
    ("a message", M("{a} wins", a="Red"), "Red wins"),
    ("phrases", Phrases(("a", "b")), "a and b"),
    ("an exact number", Fraction(5, 2), "5/2"),
    ("a house change", Change("gdb.type", M("off")), {"rule": "gdb.type", "text": "off"}),
    ("text that reads as a number", Numeral("4.5"), "4.5"),
    ("a number that keeps how it was written", Written(17, "+17"), 17),
    ("text of any script", 'é 第 👍 "\\\x00\x7f\u2028', 'é 第 👍 "\\\x00\x7f\u2028'),
    ("half a surrogate pair", "\ud800", "\ud800"),
    ("a number beyond 64 bits", 10**30, 10**30),
    (
        "a problem",
        Problem(
            "unknown-key",
            M("unknown key {key}", key="formaton"),
            ("sides", 0, "units", 1, "formaton"),
            "key",
            hint=M("did you mean {key}?", key="formation"),
            place=Place("x.yaml", 9, 13),
        ),
        {
            "code": "unknown-key",
            "severity": "error",
            "message": "unknown key formaton",
            "file": "x.yaml",
            "line": 9,
            "column": 13,
            "path": "sides[0].units[1].formaton",
            "hint": "did you mean formation?",
        },
    ),
]


@pytest.mark.parametrize(("value", "plain"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_value_is_written_by_the_contract_first_and_later_alike(value, plain, indent):
    encoder = Encoder(ENGLISH, indent)
    result = {"a": [value, value], "b": {}, "c": []}
    first = encoder.encode(result)
    assert json.loads(first) == {"a": [plain, plain], "b": {}, "c": []}
    for _ in range(Encoder.FEW):
        encoder.encode(None)
    assert encoder.encode(result) == encoder.encode(result) == first


def test_text_is_in_the_language_asked_for():
    assert dumps([Phrases(("a", "b"))], language_for("ru")) == '["a и b"]'


def test_a_result_is_one_line_unless_an_indent_is_wanted():
    assert "\n" not in dumps({"a": [1, 2]}, ENGLISH)
    assert dumps({"a": 1}, ENGLISH, 2) == '{\n  "a": 1\n}'


def test_lines_that_come_and_go_are_not_mistaken_for_each_other():
    encoder = Encoder(ENGLISH)
    for n in range(5000):
        assert json.loads(encoder.encode([Line("x", M("{n}", n=n), n, "T")]))[0]["value"] == n


def test_what_is_no_part_of_a_result_is_a_defect():
    with pytest.raises(TypeError, match="object is nothing a result holds"):
        dumps([object()], ENGLISH)


def test_json_imports_no_rich():
    import subprocess
    import sys

    code = "import sys, melee_cli.render.json; sys.exit(any(m.startswith('rich') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
