"""What is wrong with a document as such, with the place of each defect."""

import os
from io import BytesIO
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from melee_cli.formats.documents import documents
from melee_cli.formats.limits import NODES
from tests.scenario.reading import DUEL, checked, data_of, read, told, wrong

BOMB = "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefg", "bcdefgh", strict=True)
)

DEFECTS = [
    # encodings
    ("caf\xe9: 1\n".encode("latin-1"), "1:4 not-utf8 <\ufffd>"),
    ("title: x\nname: \xc9t\xe9\n".encode("cp1252"), "2:7 not-utf8 <\ufffd>"),
    ("rules: duel\n".encode("utf-16"), "1 not-utf8"),
    ("rules: duel\n".encode("utf-16-le"), "1 not-utf8"),
    ("rules: duel\n".encode("utf-32-be"), "1 not-utf8"),
    ("rules: du\0el\n", "1:10 control-character <\0>"),
    ("title: a\x1b[31m\n", "1:9 control-character <\x1b>"),
    # blanks
    ("sides:\n\t- name: x\n", "2:1 tab-indentation <\t>"),
    ("sides:\n  - name: x\n  \tunits: []\n", "3:3 tab-indentation <\t>"),
    ("\trules: duel\n", "1:1 tab-indentation <\t>"),
    ("a: 1\nfigures:\u00a024\nb: 2\n", "2:9 odd-space <\u00a0>"),
    ("a: 1\nfigures:\u00a024\n", "2:9 odd-space <\u00a0>"),
    ("title: x:\u00a0y\na: b: c\n", "2:5 not-yaml <:>"),
    ("a: 1\nfigures:\u202f24\nb: 2\n", "2:9 odd-space <\u202f>"),
    # no YAML
    ("a: b: c\n", "1:5 not-yaml <:>"),
    ("a: [1, 2\nb: 3\n", "2:2 not-yaml <:>"),
    ("a: {b: 1\n", "1:9 not-yaml <>"),
    ("a: 'b\nc: d\n", "1:4 not-yaml <'>"),
    ('a: "b\\q"\n', "1:6 not-yaml <\\>"),
    ("a: 1\n b: 2\n", "2:3 not-yaml <:>"),
    ("a:\n  - 1\n - 2\n", "3:2 not-yaml <->"),
    ("a: @b\n", "1:4 not-yaml <@>"),
    ("a: %b\n", "1:4 not-yaml <%>"),
    ("a: *b\n", "1:4 unknown-alias <*b>"),
    ("a: &b [*b]\n", "1:8 unknown-alias <*b>"),
    ("a: !!python/object:os.system x\n", "1:4 unknown-tag <!!python/object:os.system x>"),
    ("a: !!int x\n", "1:4 unknown-tag <!!int x>"),
    ("a: !mine {b: c}\n", "1:4 unknown-tag <!mine {>"),
    # keys
    ("a: 1\nb: 2\na: 3\n", "3:1 duplicate-key <a>"),
    ('a: 1\n"a": 3\n', '2:1 duplicate-key <"a">'),
    ("x: {1: a, '1': b}\n", "1:11 duplicate-key <'1'>"),
    ("? [a, b]\n: c\n", "1:3 not-a-key <[a, b]>"),
    ("{a: b}: c\n", "1:1 not-a-key <{a: b}>"),
    # limits
    ("[" * 1000, "1:21 too-deep <["),
    ("[" * 21 + "]" * 21, "1:21 too-deep <["),
    ("a: " + "{b: " * 30 + "c" + "}" * 30, "1:80 too-deep <{"),
    (BOMB, "5:"),
    ("[" + "1," * (NODES + 1) + "]", "1:40000 too-many-nodes <1"),
    ("a: " + "x" * 1_000_001, "1 too-large"),
    ("a: 1\n" * 3_000_000, "1 too-large"),
]


@pytest.mark.parametrize(("text", "wanted"), DEFECTS, ids=range(len(DEFECTS)))
def test_each_defect_is_named_at_its_place(text, wanted):
    (document,) = read(text)
    problem = document.problems[0]
    assert told(problem).startswith(wanted.rstrip(">") if "too-" in wanted or wanted == "5:" else wanted)
    assert not problem.message.text.endswith((".", "!"))


def test_refusing_is_fast():
    start = perf_counter()
    for text in ("[" * 100_000, BOMB, '{"a":' * 100_000, "a: 1\n" * 3_000_000):
        assert read(text)[0].problems
    assert perf_counter() - start < 2


def test_an_alias_bomb_is_told_from_honest_aliases():
    assert told(read(BOMB)[0].problems[0]).split()[1] == "too-many-nodes"
    shared = "a: &u {name: x}\nb: [*u, *u]\nc: &s text\nd: *s\n"
    assert data_of(shared) == {"a": {"name": "x"}, "b": [{"name": "x"}] * 2, "c": "text", "d": "text"}


def test_depth_is_counted_through_aliases():
    text = "a: &a " + "[" * 12 + "]" * 12 + "\nb: " + "[" * 12 + "*a" + "]" * 12 + "\n"
    assert told(read(text)[0].problems[0]).startswith("2:16 too-deep")


def test_twenty_deep_is_allowed():
    assert data_of("[" * 20 + "]" * 20)
    assert data_of('{"a":' * 20 + "1" + "}" * 20, ".json")


@pytest.mark.parametrize("before", ["", "\ufeff"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_bom_and_any_line_break_are_fine(before, newline):
    assert data_of(before + DUEL.replace("\n", newline)) == data_of(DUEL)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_counted_alike_with_any_line_break(newline):
    text = f"# x\n---\n{DUEL}nigth: true\n".replace("\n", newline)
    assert wrong(text) == ["9:1 unknown-key <nigth>"]


def test_both_places_of_a_duplicate_are_named():
    problem = checked("rules: duel\nsides: []\nrules: gdb\n").problems[-1]
    assert problem.code == "duplicate-key"
    assert problem.message.params["line"] == 1
    assert problem.message.params["column"] == 1


def test_a_duplicate_in_a_later_document_counts_lines_from_the_top_of_the_file():
    document = read(f"{DUEL}---\n{DUEL}night: true\nnight: false\n")[1]
    assert [told(problem) for problem in document.problems] == ["15:1 duplicate-key <night>"]
    assert document.problems[0].message.params["line"] == 14


def test_tags_that_say_what_is_so_anyway_are_fine():
    text = (
        "a: !!str 24\nb: !!int 24\nc: !!bool true\nd: !!null ~\ne: !!float 4.5\nf: !!seq [!!map {}]\ng: ! 1\n"
    )
    assert data_of(text) == {"a": "24", "b": 24, "c": True, "d": None, "e": "4.5", "f": [{}], "g": "1"}


def test_merge_keys_are_keys_nobody_knows():
    text = DUEL.replace("{name: Roland", "{<<: {rested: true}, name: Roland")
    problem = checked(text).problems[0]
    assert told(problem) == "4:14 unknown-key <<<>"
    assert problem.hint is not None
    assert "merge keys" in problem.hint.text


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# nothing\n", "---\n", "---\n...\n", "\ufeff", "---\n---\n# x\n"]
)
@pytest.mark.parametrize("suffix", [".yaml", ".json", ".jsonl", ""])
def test_a_file_without_a_scenario_says_what_was_expected(text, suffix):
    if suffix in (".json", ".jsonl") and text.strip("\ufeff \n"):
        return
    (document,) = read(text, suffix)
    assert told(document.problems[0]) == "no-scenario"


@pytest.mark.parametrize("text", ["- 1\n", "\u2028", "null\n", "text\n", "17\n", "--- ~\n", "[]\n"])
def test_what_is_no_mapping_is_told_so(text):
    assert wrong(text)[0].split()[1] == "wrong-type"


JSON_DEFECTS = [
    ('{"a": 1,}', "1:8 not-json <,>"),
    ('{"a": 1 "b": 2}', '1:9 not-json <">'),
    ('{"a" 1}', "1:6 not-json <1>"),
    ("{'a': 1}", "1:2 not-json <'>"),
    ('{\n  "a": 1,\n  "a": 2}', '3:3 duplicate-key <"a">'),
    ('{"a": "\\ud800"}', '1:7 not-a-character <"\\ud800">'),
    ('{"a": "x\n"}', "1:9 not-json <>"),
    ('{"a": 1} x', "1:10 not-json <x>"),
    ('{"a": [1, 2', "1:12 not-json <>"),
    ("[" * 1000 + "]" * 1000, "1:21 too-deep <[>"),
    ("[" * 100_000, "1:21 too-deep <[>"),
    ("[" + "1," * NODES + "1]", "1:40000 too-many-nodes <1>"),
    ('{"a": "caf\xe9"}'.encode("latin-1"), "1:11 not-utf8 <\ufffd>"),
    ('{"a": \0}', "1:7 not-json <\0>"),
]


@pytest.mark.parametrize(("text", "wanted"), JSON_DEFECTS, ids=range(len(JSON_DEFECTS)))
def test_each_defect_of_json_is_named_at_its_place(text, wanted):
    (document,) = read(text, ".json")
    assert told(document.problems[0]) == wanted


def test_a_bad_line_of_json_lines_spoils_no_other():
    good = '{"rules": "duel", "n": 1}'
    documents = read(f"{good}\n\n{{bad\n{good}\r\n", ".jsonl")
    assert [d.source.line for d in documents] == [1, 3, 4]
    assert [d.source.document for d in documents] == [1, 2, 3]
    assert [[told(p) for p in d.problems] for d in documents] == [[], ["3:2 not-json <b>"], []]


def test_a_json_file_holds_one_object_or_one_a_line():
    assert [d.data for d in read('{\n "a":\n 1}\n', ".json")] == [{"a": 1}]
    assert [d.data for d in read('{"a": 1}\n{"a": 2}\n', ".json")] == [{"a": 1}, {"a": 2}]


STREAMS = [
    ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
    ('{"a": 1}\n', [{"a": 1}]),
    ('{\n\t"a": "\\ud83d\\ude00"\n}\n', [{"a": "\U0001f600"}]),
    ("{a: 1}\n---\n{a: 2}\n", [{"a": 1}, {"a": 2}]),
    ('---\n{"a": 1}\n---\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
    ("a: 1\n---\na: 2\n", [{"a": 1}, {"a": 2}]),
    ('oops\n{"a": 2}\n{"a": 3}\n', [None, {"a": 2}, {"a": 3}]),
]


@pytest.mark.parametrize(("text", "wanted"), STREAMS)
def test_a_stream_tells_by_itself_whether_it_is_yaml_or_json_lines(text, wanted):
    assert [document.data for document in documents(["-"], BytesIO(text.encode()))] == wanted


def test_paths_are_read_in_order_and_folders_sorted(tmp_path):
    for name in ("b.yaml", "a.yml", "sub/c.jsonl", "sub/a.json", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('{"rules": "duel"}\n')
    last = str(tmp_path / "b.yaml")
    found = [document.source.file for document in documents([str(tmp_path), last])]
    assert [os.path.relpath(file, tmp_path) for file in found] == [
        "a.yml",
        "b.yaml",
        "sub/a.json",
        "sub/c.jsonl",
        "b.yaml",
    ]


def test_what_cannot_be_read_is_a_problem_among_the_others(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "good.yaml").write_text(DUEL)
    paths = [tmp_path / "missing.yaml", tmp_path / "good.yaml", tmp_path / "empty", "bad\0name"]
    found = [[p.code for p in d.problems] for d in documents([str(path) for path in paths])]
    assert found == [["not-found"], [], ["no-scenario"], ["unreadable"]]


def test_an_unreadable_file_is_named(tmp_path, monkeypatch):
    def refused(path, *_):
        raise PermissionError(13, "Permission denied", path)

    path = tmp_path / "secret.yaml"
    path.write_text(DUEL)
    monkeypatch.setattr("builtins.open", refused)
    (document,) = documents([str(path)])
    assert [problem.code for problem in document.problems] == ["unreadable"]


def test_a_stream_that_breaks_gives_what_came_before():
    class Breaking(BytesIO):
        def read1(self, size=-1):
            if self.tell():
                raise OSError(5, "it broke")
            return super().read1(size)

    first, second = documents(["-"], Breaking(f"{DUEL}---\n{DUEL}".encode()))
    assert not first.problems
    assert [problem.code for problem in second.problems] == ["unreadable"]


@given(st.binary(max_size=200), st.sampled_from([".yaml", ".json", ".jsonl", ""]))
@settings(max_examples=300, deadline=None)
def test_no_bytes_make_the_reader_fail(data, suffix):
    for document in read(data, suffix):
        for problem in document.problems:
            told(problem)


@given(st.text(alphabet="ab:- \n\t[]{},&*!'\"|>%@#?\\0129.~e", max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_text_like_yaml_makes_reader_or_checks_fail(text):
    for document in read(text, ".yaml"):
        for problem in checked(text).problems if len(read(text)) == 1 else document.problems:
            told(problem)
