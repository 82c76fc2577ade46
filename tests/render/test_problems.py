"""Problems point at the very characters, whatever stands before them on the line."""

import pytest
from rich.cells import cell_len

from melee_cli.core.messages import M
from melee_cli.core.problems import Place, Problem
from melee_cli.render.language import language_for
from melee_cli.render.markdown import draw_problems as as_markdown
from melee_cli.render.problems import draw_problems
from melee_cli.render.terminal import Terminal

ENGLISH = language_for("en")


def drawn(text, column, width, columns=80, encoding="utf-8"):
    place = Place("x.yaml", 9, column, width, text)
    problem = Problem("unknown-key", M("unknown key"), place=place)
    return draw_problems([problem], ENGLISH, Terminal(columns, False, encoding)).splitlines()


def test_a_problem_has_its_place_its_line_a_pointer_and_a_hint():
    place = Place("x.yaml", 9, 6, 8, "  - {formaton: column}\n")
    hint = M("did you mean 'formation'?")
    problem = Problem("unknown-key", M("unknown key 'formaton'"), hint=hint, place=place)
    assert draw_problems([problem], ENGLISH, Terminal()) == (
        "x.yaml:9:6: unknown key 'formaton'\n"
        "      - {formaton: column}\n"
        "         ^^^^^^^^\n"
        "  hint: did you mean 'formation'?\n"
    )


PLACES = [
    (None, "no such file"),
    (Place("x.yaml"), "x.yaml: no such file"),
    (Place("x.yaml", 3), "x.yaml:3: no such file"),
    (Place("x.yaml", 3, 1), "x.yaml:3:1: no such file"),
]


@pytest.mark.parametrize(("place", "line"), PLACES)
def test_a_place_is_told_as_far_as_it_is_known(place, line):
    assert (
        draw_problems([Problem("no-file", M("no such file"), place=place)], ENGLISH, Terminal())
        == line + "\n"
    )


POINTED = [
    ("wide characters before it", "- {name: 第四, foo: 1}", "foo", "utf-8"),
    ("an emoji before it", "- {name: 👍, foo: 1}", "foo", "utf-8"),
    ("an accent that combines before it", "- {name: Cafe\u0301, foo: 1}", "foo", "utf-8"),
    ("a tab before it", "\t- foo: 1", "foo", "utf-8"),
    ("wide characters in it", "name: 第四十", "第四十", "utf-8"),
    ("characters that the encoding lacks", "- {name: 第, foo: 1}", "foo", "ascii"),
]


@pytest.mark.parametrize(
    ("text", "piece", "encoding"), [case[1:] for case in POINTED], ids=[case[0] for case in POINTED]
)
def test_the_pointer_stands_under_the_piece(text, piece, encoding):
    _, line, pointer = drawn(text, text.index(piece) + 1, len(piece), encoding=encoding)
    start = len(pointer) - len(pointer.lstrip())
    assert cell_len(line[: line.index(piece)]) == start
    assert pointer.strip() == "^" * cell_len(piece)


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("before", [0, 10, 100, 100_000])
@pytest.mark.parametrize("after", [0, 10, 100, 100_000])
def test_a_long_line_is_cut_around_the_pointer(columns, encoding, before, after):
    text = "a" * before + "foo" + "b" * after
    _, line, pointer = drawn(text, before + 1, 3, columns, encoding)
    assert max(len(line), len(pointer)) <= columns
    start = pointer.index("^^^")
    assert line[start : start + 3] == "foo"
    more = "…" if encoding == "utf-8" else "..."
    assert line.endswith("foo" if after == 0 else "b" if len(text) + 4 <= columns else ("b", more))


def test_a_pointer_wider_than_the_terminal_is_cut_with_its_piece():
    _, line, pointer = drawn("x" * 300, 1, 300, 40)
    assert (len(line), len(pointer)) <= (40, 40)


def test_a_pointer_behind_the_end_of_the_line_still_shows():
    _, line, pointer = drawn("name:", 6, 1)
    assert (line, pointer) == ("    name:", "         ^")


def test_a_line_cannot_steer_the_terminal():
    assert drawn("a: \x1b[31m1", 1, 1)[1] == r"    a: \u001b[31m1"


def test_problems_are_a_list_in_markdown():
    problem = Problem(
        "bad-name", M("no name: {name}", name="*x*"), hint=M("say it"), place=Place("a_b.yaml", 2, 1)
    )
    assert as_markdown([problem], ENGLISH) == (
        "- **a\\_b.yaml:2:1** no name: \\*x\\* (bad-name)\n  hint: say it\n"
    )
