"""A stream is cut into documents wherever YAML says, whatever blocks it arrives in."""

from io import BytesIO

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from melee_cli.formats.cutting import chunks, lines
from melee_cli.formats.limits import BYTES
from tests.scenario.reading import DUEL, read, told

STREAMS = [
    ("a: 1\n", [(1, "a: 1\n")]),
    ("a: 1", [(1, "a: 1")]),
    ("", []),
    ("---\na: 1\n---\nb: 2\n", [(1, "---\na: 1\n"), (3, "---\nb: 2\n")]),
    ("a: 1\n---\nb: 2", [(1, "a: 1\n"), (2, "---\nb: 2")]),
    ("# why\n---\na: 1\n", [(1, "# why\n---\na: 1\n")]),
    ("%YAML 1.2\n---\na: 1\n", [(1, "%YAML 1.2\n---\na: 1\n")]),
    ("a: 1\n...\n%YAML 1.2\n---\nb: 2\n", [(1, "a: 1\n...\n"), (3, "%YAML 1.2\n---\nb: 2\n")]),
    ("a: 1\n...\nb: 2\n...\n", [(1, "a: 1\n...\n"), (3, "b: 2\n...\n")]),
    ("a: --- b\n ---\nc\n", [(1, "a: --- b\n ---\nc\n")]),
    ("---a\n----\n...b\n", [(1, "---a\n----\n...b\n")]),
    ("--- a\n---\tb\n---", [(1, "--- a\n"), (2, "---\tb\n"), (3, "---")]),
    ("a: |\n  x\n---\nb\n", [(1, "a: |\n  x\n"), (3, "---\nb\n")]),
    ("a\r\n---\r\nb\r\n", [(1, "a\r\n"), (2, "---\r\nb\r\n")]),
    ("a\r---\rb\r", [(1, "a\n"), (2, "---\nb\r")]),
    ("a\n\ufeff---\nb\n", [(1, "a\n"), (2, "---\nb\n")]),
    ("---\n---\n", [(1, "---\n"), (2, "---\n")]),
]


def in_pieces(data: bytes, size: int):
    stream = BytesIO(data)
    return lambda _: stream.read(size)


@pytest.mark.parametrize(("text", "wanted"), STREAMS)
def test_a_stream_is_cut_alike_at_every_block_boundary(text, wanted):
    data = text.encode()
    for size in range(1, len(data) + 2):
        found = [(line, chunk.decode()) for chunk, line in chunks(in_pieces(data, size))]
        assert found == wanted, size


@given(st.text(alphabet="-.a: \n#%\r", max_size=60), st.integers(1, 20))
@settings(max_examples=150, deadline=None)
def test_nothing_is_lost_and_no_block_size_matters(text, size):
    data = text.encode()
    whole = list(chunks(in_pieces(data, 1000)))
    assert list(chunks(in_pieces(data, size))) == whole
    assert b"".join(chunk.data for chunk in whole).replace(b"\r", b"\n") == data.replace(b"\r", b"\n")


@given(st.lists(st.sampled_from(["---", "...", "a: 1", "# c", "", "- x"]), max_size=12))
@settings(max_examples=150, deadline=None)
def test_the_cuts_are_those_of_the_yaml_parser(parts):
    text = "\n".join(parts) + "\n"
    try:
        wanted = [document for document in yaml.safe_load_all(text) if document is not None]
    except yaml.YAMLError:
        return
    assert [document.data for document in read(text) if document.data is not None] == wanted


def test_each_document_has_its_number_and_first_line_and_blank_ones_have_none():
    documents = read(f"# comment only\n---\n\n---\n{DUEL}---\n# nothing\n---\n{DUEL}")
    assert [(d.source.document, d.source.line) for d in documents] == [(1, 4), (2, 13)]


def test_a_document_that_is_no_yaml_spoils_no_other():
    documents = read(f"{DUEL}---\na: [1\n---\n{DUEL}---\n'\n---\n{DUEL}")
    assert [[told(problem) for problem in document.problems] for document in documents] == [
        [],
        ["8:6 not-yaml <>"],
        [],
        ["17:1 not-yaml <'>"],
        [],
    ]


def test_a_document_over_the_limit_is_thrown_away_while_it_is_read():
    held = 0

    def endless(parts):
        def reading(_):
            return next(parts, b"")

        return reading

    parts = iter([b"a: 1\n---\n", *[b"x" * 60_000 + b"\n"] * 100, b"---\nb: 2\n"])
    for chunk in chunks(endless(parts)):
        held = max(held, len(chunk.data or b""))
    assert held < BYTES
    found = list(chunks(endless(iter([b"a: 1\n---\n", *[b"x" * 60_000] * 100, b"\n---\nb: 2\n"]))))
    assert [(chunk.data, chunk.line) for chunk in found] == [(b"a: 1\n", 1), (None, 2), (b"---\nb: 2\n", 4)]


def test_an_endless_pipe_gives_each_document_as_soon_as_the_next_begins():
    read_so_far = 0

    def pipe(_):
        nonlocal read_so_far
        read_so_far += 1
        return f"{DUEL}---\n".encode()

    found = chunks(pipe)
    for number in range(1, 50):
        next(found)
        assert read_so_far == number


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_lines_are_lines_in_every_block_size(size):
    data = b"a\n\nbb\r\nccc"
    assert [(line, text) for text, line in lines(in_pieces(data, size))] == [
        (1, b"a"),
        (2, b""),
        (3, b"bb\r"),
        (4, b"ccc"),
    ]


def test_a_line_over_the_limit_spoils_no_other():
    parts = iter([b"a\n" + b"x" * 900_000, b"x" * 900_000, b"x" * 900_000, b"\nb\n"])
    found = [(len(text) if text else text, line) for text, line in lines(lambda _: next(parts, b""))]
    assert found == [(1, 1), (None, 2), (1, 3)]
