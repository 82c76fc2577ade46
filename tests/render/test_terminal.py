"""Width and colour come from the output and the environment."""

import io
from typing import NamedTuple

import pytest

from melee_cli.render.terminal import terminal_of


class Stream(io.TextIOWrapper):
    def __init__(self, interactive, encoding="utf-8"):
        super().__init__(io.BytesIO(), encoding=encoding)
        self.interactive = interactive

    def isatty(self):
        return self.interactive


class Case(NamedTuple):
    name: str
    interactive: bool
    environ: dict
    width: int
    colour: bool


XTERM = {"TERM": "xterm-256color"}
CASES = [
    Case("a terminal of unknown width", True, XTERM, 80, True),
    Case("a file", False, XTERM, 80, False),
    Case("a file, whatever FORCE_COLOR says", False, {**XTERM, "FORCE_COLOR": "1"}, 80, False),
    Case(
        "NO_COLOR, whatever FORCE_COLOR says", True, {**XTERM, "NO_COLOR": "1", "FORCE_COLOR": "1"}, 80, False
    ),
    Case("an empty NO_COLOR is none", True, {**XTERM, "NO_COLOR": ""}, 80, True),
    Case("a dumb terminal", True, {"TERM": "dumb", "FORCE_COLOR": "1"}, 80, False),
    Case("no terminal type at all", True, {}, 80, False),
    Case("COLUMNS for a terminal", True, {**XTERM, "COLUMNS": "120"}, 120, True),
    Case("COLUMNS for a file", False, {"COLUMNS": "40"}, 40, False),
    Case("COLUMNS too small to be true", False, {"COLUMNS": "3"}, 20, False),
    Case("COLUMNS that is no number", False, {"COLUMNS": "wide"}, 80, False),
    Case("COLUMNS of nothing", False, {"COLUMNS": "0"}, 80, False),
]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_an_output_is_known_by_itself_and_its_environment(case):
    terminal = terminal_of(Stream(case.interactive), case.environ)
    assert (terminal.width, terminal.colour) == (case.width, case.colour)


def test_glyphs_that_the_encoding_lacks_give_way():
    ascii_only = terminal_of(Stream(False, "ascii"), {})
    assert ascii_only.glyph("─", "-") == "-"
    assert terminal_of(Stream(False, "utf-8"), {}).glyph("─", "-") == "─"
