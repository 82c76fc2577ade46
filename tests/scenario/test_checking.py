"""Every problem of a scenario at once, each on the very key or value."""

from __future__ import annotations

import json

import pytest

from melee_cli.core.problems import path_text
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check_mapping
from tests.scenario.reading import DUEL, checked, said, wrong

GDB = """\
rules: gdb
sides:
  - name: French
    units:
      - {name: 17th, type: infantry, figures: 30, roll: 8}
  - name: British
    units:
      - {name: 40th, type: infantry, figures: 24, roll: 10}
"""


def gdb(unit: str, more: str = "") -> str:
    return GDB.replace("figures: 30, roll: 8", unit) + more


def duel(old: str, new: str) -> str:
    assert old in DUEL
    return DUEL.replace(old, new)


FIELDS = [
    ("figures: true", "wrong-type <true>", "a whole number from 1 to 9999 is needed here, not true"),
    ("figures: 3.0", "wrong-type <3.0>", "a whole number from 1 to 9999 is needed here, not 3.0"),
    ('figures: "24"', 'wrong-type <"24">', 'a whole number from 1 to 9999 is needed here, not the text "24"'),
    ("figures: 010", "wrong-type <010>", 'a whole number from 1 to 9999 is needed here, not the text "010"'),
    ("figures: 1_000", "wrong-type <1_000>", None),
    ("figures: 2:1", "wrong-type <2:1>", None),
    ("figures: 1e3", "wrong-type <1e3>", None),
    ("figures: 0x1F", "wrong-type <0x1F>", None),
    ("figures: .nan", "wrong-type <.nan>", None),
    ("figures: .inf", "wrong-type <.inf>", None),
    ("figures: [24]", "wrong-type <[24]>", "a whole number from 1 to 9999 is needed here, not a list"),
    ("figures: {a: 1}", "wrong-type <{a: 1}>", "a whole number from 1 to 9999 is needed here, not a mapping"),
    ("figures: ", "wrong-type <}>", "a whole number from 1 to 9999 is needed here, not nothing"),
    ("figures: -5", "out-of-range <-5>", "-5 is out of range: a whole number from 1 to 9999 is needed"),
    ("figures: 0", "out-of-range <0>", None),
    ("figures: 10000", "out-of-range <10000>", None),
    (f"figures: {10**30}", f"out-of-range <{10**30}>", None),
    ("figures: 24, british: yes", "wrong-type <yes>", 'true or false is needed here, not the text "yes"'),
    ("figures: 24, british: 1", "wrong-type <1>", None),
    ("figures: 24, action: off", "unknown-value <off>", 'the text "off" is none of the values here'),
    ("figures: 24, action: true", "unknown-value <true>", None),
    ("figures: 24, straight_cm: fast", "not-a-number <fast>", None),
    ("figures: 24, straight_cm: -1", "out-of-range <-1>", None),
    ("figures: 24, place: [a]", "wrong-type <[a]>", "a text is needed here, not a list"),
    ("figures: 24, roll: 1", "out-of-range <1>", "a number from 2 to 12 is needed"),
    ("figures: 24, roll: 13", "out-of-range <13>", "a number from 2 to 12 is needed"),
    ("figures: 24, roll: [3]", "two-dice <[3]>", None),
    ("figures: 24, roll: [3, 7]", "out-of-range <7>", "a number from 1 to 6 is needed"),
    ("figures: 24, roll: [0, 3]", "out-of-range <0>", "a number from 1 to 6 is needed"),
    ("figures: 24, roll: [1, 2, 3]", "two-dice <[1, 2, 3]>", None),
    ("figures: 24, against: 40th", "wrong-type <40th>", 'a list is needed here, not the text "40th"'),
    ("figures: 24, modifiers: [{value: 1, raeson: x}]", "unknown-key <raeson>", None),
    ("figures: 24, modifiers: [{reason: x}]", "missing-key <{reason: x}>", "the key value is missing"),
    ("figures:\u00a024", "odd-space <figures:\u00a024>", None),
    ("figures: 24, modifiers: [1]", "wrong-type <1>", "a mapping is needed here, not 1"),
]


@pytest.mark.parametrize(("field", "wanted", "message"), FIELDS)
def test_a_wrong_value_is_pointed_at_with_what_is_wanted(field, wanted, message):
    found = checked(gdb(field)).problems
    assert [line.split(" ", 1)[1] for line in wrong(gdb(field))] == [wanted]
    if message is not None:
        assert said(found[0].message) == message


@pytest.mark.parametrize("field", [f[0] for f in FIELDS])
def test_nothing_of_pydantic_is_shown(field):
    for problem in checked(gdb(field)).problems:
        shown = f"{said(problem.message)} {said(problem.hint)} {path_text(problem.path)}".lower()
        assert not any(
            word in shown for word in ("pydantic", "function-", "input", "literal", "int_", "valid ")
        )


def test_five_thousand_digits_are_shown_short():
    (problem,) = checked(gdb(f"figures: {'9' * 5000}")).problems
    assert len(said(problem.message)) < 200
    assert problem.place.width == 5000


@pytest.mark.parametrize(
    ("text", "wanted", "hint"),
    [
        ("figures: 24, formaton: column", "unknown-key <formaton>", "did you mean 'formation'?"),
        ("figures: 24, acton: charging", "unknown-key <acton>", "did you mean 'action'?"),
        ("figures: 24, formation: colum", "unknown-value <colum>", "did you mean 'column'?"),
        ("figures: 24, on: true", "unknown-key <on>", None),
    ],
)
def test_the_nearest_word_is_offered(text, wanted, hint):
    (problem,) = checked(gdb(text)).problems
    assert wrong(gdb(text))[0].split(" ", 1)[1] == wanted
    if hint is not None:
        assert said(problem.hint) == hint


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("rules: duel", "rules: dule", ["1:8 unknown-system <dule>"]),
        ("rules: duel", "rules: [duel]", ["1:8 unknown-system <[duel]>"]),
        ("rules: duel\n", "", ["1:1 missing-key <sides:>"]),
        ("rules: duel", "rule: duel", ["1:1 unknown-key <rule>"]),
        ("rules: duel", "rulings: {}", ["1:1 missing-key <rulings: {}>"]),
        ("sides:", "side:", ["2:1 unknown-key <side>"]),
        ("- name: Blue", "- naem: Blue", ["5:5 unknown-key <naem>"]),
        ("- name: Blue\n    ", "- ", ["5:5 missing-key <units: [{name: Oliver, height: true, roll: 3}]>"]),
        ("- name: Blue", "- name: Red", ["5:11 same-name <Red>"]),
        ("- name: Blue", "- name: draw", ["5:11 called-draw <draw>"]),
        ("- name: Blue", "- name: ''", ["5:11 empty-name <''>"]),
        ("- name: Blue", '- name: " "', ['5:11 empty-name <" ">']),
        ("- name: Blue", "- name: ", ["5:10 wrong-type < >"]),
        ("- name: Blue", '- name: "a\\tb"', ['5:11 control-character <"a\\tb">']),
        ("- name: Blue", '- name: "\\e[31m"', ['5:11 control-character <"\\e[31m">']),
        ("- name: Blue", f"- name: {'x' * 201}", [f"5:11 long-name <{'x' * 201}>"]),
        ("name: Oliver", "name: Roland", ["6:20 same-name <Roland>"]),
        ("[{name: Oliver, height: true, roll: 3}]", "[]", ["6:5 empty-list <units>"]),
        ("[{name: Oliver, height: true, roll: 3}]", "{}", ["6:12 wrong-type <{}>"]),
        ("[{name: Oliver, height: true, roll: 3}]", "[1]", ["6:13 wrong-type <1>"]),
        ("[{name: Oliver, height: true, roll: 3}]", "", ["6:11 wrong-type < >"]),
        ("sides:", "sides: []\nx:", ["2:1 two-sides <sides>", "3:1 unknown-key <x>"]),
        ("  - name: Red", "  - {name: X, units: [{name: Y}]}\n  - name: Red", ["2:1 two-sides <sides>"]),
        ("rules: duel", "rules: duel\nseed: -1", ["2:7 out-of-range <-1>"]),
        ("rules: duel", f"rules: duel\nseed: {2**63}", [f"2:7 out-of-range <{2**63}>"]),
        ("rules: duel", "rules: duel\nround: 0", ["2:8 out-of-range <0>"]),
        (
            "rules: duel",
            "rules: duel\nrulings: {heigt_at_night: no}",
            ["2:11 unknown-ruling <heigt_at_night>"],
        ),
        ("rules: duel", "rules: duel\nrulings: {height_at_night: true}", ["2:28 unknown-value <true>"]),
        ("rules: duel", "rules: duel\nrulings: [a]", ["2:10 wrong-type <[a]>"]),
        ("rules: duel", "rules: duel\nexpect: {winer: Red}", ["2:10 unknown-key <winer>"]),
        ("rules: duel", "rules: duel\nexpect: 5", ["2:9 wrong-type <5>"]),
        ("rules: duel", "rules: duel\nexpect: {units: {Rolant: {total: 1}}}", ["2:18 unknown-name <Rolant>"]),
        ("rules: duel", "rules: duel\nexpect: {scores: {Red: x}}", ["2:24 wrong-type <x>"]),
        ("rules: duel", "rules: duel\nhouse: nowhere.yaml", ["2:8 not-found <nowhere.yaml>"]),
        ("rules: duel", "rules: duel\nhouse: 5", ["2:8 not-found <5>"]),
        ("rules: duel", "rules: duel\nhouse: ''", ["2:8 not-found <''>"]),
    ],
)
def test_what_any_scenario_must_be(old, new, wanted):
    assert wrong(duel(old, new)) == wanted


@pytest.mark.parametrize(
    "name", ["No", "17", "true", "1815-06-18", "[red]", "Émile", "日本", "é", "🐎", "x" * 200]
)
def test_names_are_texts_of_any_letters(name):
    written = f'"{name}"' if name.startswith("[") else name
    scenario = checked(duel("- name: Blue", f"- name: {written}")).scenario
    assert scenario.sides[1].name == name


def test_the_key_nothing_is_only_a_name_that_is_missing():
    assert wrong(duel("name: Oliver", "name: null")) == ["6:20 wrong-type <null>"]


@pytest.mark.parametrize(
    ("sides", "wanted"),
    [
        ("5", ["2:8 wrong-type <5>"]),
        ("[1, 2]", ["2:9 wrong-type <1>", "2:12 wrong-type <2>"]),
        ("[{name: A, units: 7}, {name: B, units: ['b: rested']}]", ["2:26 wrong-type <7>"]),
    ],
)
def test_where_nobody_can_be_told_no_name_that_is_expected_is_unknown(sides, wanted):
    expect = "expect: {scores: {C: 1}, units: {x: {total: 3}}}"
    assert wrong(f"rules: duel\nsides: {sides}\n{expect}") == wanted


def test_all_problems_come_at_once_with_the_contradictions_among_what_is_sound():
    text = """\
rules: gdb
terain: open
sides:
  - name: French
    units:
      - {name: A1, type: infantri, figures: 20, initial: 10}
      - {name: A2, type: artillery, figures: 20, formation: square}
      - {name: A2, type: infantry, figures: 24, figures: 12}
      - "A4: inf 24 colunm =8"
  - name: British
    units:
      - {name: B1, type: infantry, figures: 10, horses: good, against: [Nobody]}
rulings: {fractions: sideways}
"""
    assert wrong(text) == [
        "2:1 unknown-key <terain>",
        "6:26 unknown-value <infantri>",
        "6:45 figures-over-initial <20>",
        "7:61 formation-of-arm <square>",
        "8:16 same-name <A2>",
        "8:49 duplicate-key <figures>",
        "9:21 unknown-word <colunm>",
        "12:49 mounted-only <horses>",
        "12:73 unknown-enemy <Nobody>",
        "13:22 unknown-value <sideways>",
    ]


def test_an_unknown_system_is_examined_as_the_nearest_one():
    assert [line.split()[1] for line in wrong(duel("rules: duel", "rules: dule\nnite: true"))] == [
        "unknown-system",
        "unknown-key",
    ]


ONE_LINE = """\
rules: gdb
sides:
  - name: French
    units:
      - "17th: inf 30 col =8"
      - 13th: inf 24
      - 'Guns "A" 1''s: art 6'
  - name: British
    units: ["40th: inf 24 line brit =10"]
"""


def test_one_line_units_are_units():
    found = checked(ONE_LINE)
    assert not found.problems
    assert [unit.name for unit in found.scenario.sides[0].units] == ["17th", "13th", 'Guns "A" 1\'s']
    assert found.scenario.sides[1].units[0].british is True


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("17th: inf 30 col =8", "17th: inf 30 cool =8", ["5:23 unknown-word <cool>"]),
        ("13th: inf 24", "13th: inf 24 dragoons", ["6:22 ambiguous-word <dragoons>"]),
        ("13th: inf 24", "13th: inf 0", ["6:19 out-of-range <0>"]),
        ("13th: inf 24", "13th:", ["6:9 missing-key <13th:>", "6:9 missing-key <13th:>"]),
        ("1''s: art 6", "1''s: art 6 sq", ["7:31 formation-of-arm <sq>"]),
        ("13th: inf 24", "17th: inf 24", ["6:9 same-name <17th>"]),
        ("13th: inf 24", "17th inf 24", ["6:9 no-name <17th inf 24>"]),
        ("13th: inf 24", "13th: inf 24 =17", ["6:22 out-of-range <=17>"]),
        ("13th: inf 24", "13th: inf 24 +1(a) -999(b)", ["6:28 out-of-range <-999(b)>"]),
        ("13th: inf 24", "13th: [inf]", ["6:9 unknown-key <13th>", *["6:9 missing-key <13th: [inf]>"] * 3]),
        ('"17th: inf 30 col =8"', '"17\\u0074h: inf 30 cool =8"', ["5:28 unknown-word <cool>"]),
        ('"17th: inf 30 col =8"', '"17th: inf\n          30 cool =8"', ["6:14 unknown-word <cool>"]),
    ],
)
def test_a_problem_in_a_line_is_shown_at_its_words(old, new, wanted):
    assert old in ONE_LINE
    assert wrong(ONE_LINE.replace(old, new)) == wanted


def test_a_line_not_understood_is_not_also_told_what_it_lacks():
    assert wrong(ONE_LINE.replace("13th: inf 24", "13th: infentry 24")) == ["6:15 unknown-word <infentry>"]


@pytest.mark.parametrize(
    ("said_of_40th", "against"),
    [
        ("against=17", ["17th"]),
        ('against="17th,13th"', ["17th", "13th"]),
        ("against=13,17", ["13th", "17th"]),
        ("against=1", ["1"]),
    ],
)
def test_names_of_units_may_be_cut_short_where_only_one_begins_so(said_of_40th, against):
    found = checked(ONE_LINE.replace("brit =10", f"brit {said_of_40th}".replace('"', '\\"')))
    assert found.data["sides"][1]["units"][0]["against"] == against


def test_json_problems_have_places_too():
    data = json.loads(json.dumps({"rules": "gdb", "sides": [
        {"name": "F", "units": [{"name": "17th", "type": "infantri", "figures": 24}]},
        {"name": "B", "units": ["40th: inf 24 bri\u00e9t"]},
    ]}))  # fmt: skip
    assert wrong(json.dumps(data, indent=1), suffix=".json") == [
        '9:14 unknown-value <"infantri">',
        "17:19 unknown-word <bri\\u00e9t>",
    ]
    assert [line.split(" ", 1)[1] for line in wrong(json.dumps(data), suffix=".jsonl")] == [
        'unknown-value <"infantri">',
        "unknown-word <bri\\u00e9t>",
    ]


def test_a_mapping_that_was_never_a_file_is_checked_alike_without_places():
    data = {"rules": "duel", "sides": [{"name": "Red", "units": [{"name": "A", "roll": 7}]}, "Blue"]}
    found = check_mapping(data, Options()).problems
    assert [(problem.code, path_text(problem.path)) for problem in found] == [
        ("out-of-range", "sides[0].units[0].roll"),
        ("wrong-type", "sides[1]"),
    ]
    assert {problem.place for problem in found} == {None}


@pytest.mark.parametrize(
    ("rulings", "wanted"),
    [
        ({"height_at_night": "yes"}, []),
        ({"height_at_nigt": "yes"}, ["unknown-ruling"]),
        ({"height_at_night": "maybe"}, ["unknown-value"]),
    ],
)
def test_rulings_of_the_command_line(rulings, wanted):
    found = checked(DUEL, Options(rulings=rulings))
    assert [problem.code for problem in found.problems] == wanted
    assert all(problem.place.file == "--ruling" for problem in found.problems)
    if not wanted:
        assert found.book.rulings == rulings


def test_the_command_line_beats_the_scenario_and_equal_books_are_one():
    text = duel("rules: duel", "rules: duel\nrulings: {height_at_night: no}")
    options = Options(rulings={"height_at_night": "yes"})
    assert checked(text, options).book.rulings == {"height_at_night": "yes"}
    assert checked(text, options).book is checked(DUEL, options).book
    assert checked(DUEL).book is checked(DUEL).book


def test_keys_set_by_the_command_line():
    found = checked(DUEL, Options(sets={"night": True}))
    assert found.scenario.night is True
    assert wrong(DUEL, Options(sets={"nigth": True}))[0].split()[1] == "unknown-key"
    assert checked(GDB, Options(sets={"built_up.capacity": 2})).data["built_up"] == {"capacity": 2}


def test_what_is_wrong_with_a_unit_used_twice_is_said_once():
    text = duel("[{name: Oliver, height: true, roll: 3}]", "[&u {name: Oliver, roll: 7}, *u]")
    assert wrong(text) == [
        "6:23 same-name <Oliver>",
        "6:37 out-of-range <7>",
        "6:41 one-champion <*u>",
    ]
