"""Tables at any width: nothing cut, nothing beyond the edge, citations and figures in line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from melee_cli.core.messages import M, Marked
from melee_cli.core.view import UNTITLED, Column, Entry, Grid, Lines, View, gained
from melee_cli.render.language import language_for
from melee_cli.render.tables import draw
from melee_cli.render.terminal import Terminal
from tests.render.shown import duel, table

WIDTHS = [20, 28, 40, 59, 60, 80, 120, 200]
NAMES = [
    "[red]Guard[/foo]",
    "第四十連隊",
    "Cafe\u0301 noir",
    "👍 Guard ❤️",
    "Старая гвардия",
    "x" * 200,
    "a  b",
]

FULL = View(
    M("French by 3: 40th Somersetshire retreats"),
    [
        Lines(M("The worked example"), [M("General de Brigade")], "full", ""),
        Grid(
            Marked(M("French: 15"), "side.first"),
            [
                Column(M("Modifier")),
                Column("17th Line", "right"),
                Column("13th Light", "right"),
                Column("Old Guard", "right"),
                Column(M("Source"), role="cite"),
            ],
            [
                Entry([M("Infantry"), gained(1), gained(1), gained(1), "T1"]),
                Entry([M("Half lost"), gained(-4), "·", "·", "T1"]),
                Entry([M("Square"), "(+4)", "·", "·", "T1/5"], "withheld", detail=True),
                Entry([M("Total"), 5, 10, 8, None], "total", apart=True),
            ],
            cut=True,
            shown="full",
        ),
        Grid(
            UNTITLED,
            [
                Column(M("Casualties")),
                Column(M("From")),
                Column(M("Figures"), "right"),
                Column(M("Reasons"), detail=True),
                Column(M("Never filled")),
            ],
            [
                Entry([Marked("British", "side.second"), None, None, None, None]),
                Entry(["40th Somersetshire", "17th Line", 30, "T3", None], level=1),
                ["40th", "13th Light", 4, "T3", ""],
            ],
        ),
        Lines(M("To do"), [M("40th Somersetshire retreats until it is clear of the enemy")], mark="1"),
        Lines(M("Rulings that mattered"), [M("fractions: down")], "explain"),
        Lines(M("Notes"), []),
        Lines(M("Once"), [M("at a glance")], "summary"),
    ],
)


def drawn(width=80, encoding="utf-8", colour=False, depth="full"):
    return draw(FULL, language_for("en"), Terminal(width, colour, encoding), depth)


def squeezed(text):
    return re.sub(r"[\s─]+", "", text)


def test_the_verdict_comes_first():
    assert drawn().startswith("French by 3: 40th Somersetshire retreats\n\n")


def test_brief_is_the_verdict_only():
    assert drawn(depth="verdict") == "French by 3: 40th Somersetshire retreats\n"


def test_each_depth_shows_its_parts():
    summary, full, explained = (drawn(depth=depth) for depth in ("summary", "full", "explain"))
    assert "at a glance" in summary
    assert "Modifier" not in summary
    assert "Casualties" in summary
    assert "at a glance" not in full + explained
    assert "Modifier" in full
    for detail in ("Square", "(+4)", "Reasons", "fractions: down"):
        assert detail not in summary + full
        assert detail in explained


def test_a_breakdown_has_a_row_a_modifier_and_a_column_a_unit():
    assert (
        "French: 15\n"
        " Modifier    17th Line   13th Light   Old Guard   Source\n"
        " ───────────────────────────────────────────────────────\n"
        " Infantry           +1           +1          +1   T1\n"
        " Half lost          -4            ·           ·   T1\n"
        "\n"
        " Total               5           10           8\n"
    ) in drawn()


def test_a_breakdown_too_wide_is_cut_into_several_between_its_first_and_its_last_column():
    text = drawn(34)
    assert text.count(" Modifier ") == 2
    assert text.count(" Source\n") == 2
    assert text.count("Half") == 1, "where no unit has it, it has no row"
    assert text.count("Total") == 2


def test_what_is_set_in_stands_under_what_it_belongs_to():
    assert (
        " Casualties             From         Figures\n"
        " ───────────────────────────────────────────\n"
        " British\n"
        "   40th Somersetshire   17th Line         30\n"
        " 40th                   13th Light         4\n"
    ) in drawn()


def test_a_column_without_anything_in_it_and_a_list_of_nothing_are_left_out():
    assert "Never filled" not in drawn(depth="explain")
    assert "Notes" not in drawn(depth="explain")


def test_a_table_whose_narrowest_form_does_not_fit_is_a_block_a_row():
    assert (
        "Casualties\nBritish\n  40th Somersetshire\n    From: 17th Line;\n    Figures: 30\n40th\n"
        "  From: 13th Light;\n  Figures: 4\n"
    ) in drawn(20)


def test_what_is_to_be_done_is_numbered_beside_its_heading_or_under_it():
    assert "To do  1. 40th Somersetshire retreats" in drawn(80)
    assert "To do\n  1. 40th\n     Somersetshire\n" in drawn(20)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("depth", ["summary", "full", "explain"])
def test_no_line_is_wider_than_the_terminal(width, depth):
    assert max(map(cell_len, drawn(width, depth=depth).splitlines())) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_lost_at_any_width(width):
    text = drawn(width, depth="explain")
    wanted = "40th Somersetshire 17th Line 13th Light Old Guard General de Brigade (+4)"
    assert set(wanted.split()) <= set(re.sub("[:;]", "", text).split())
    for piece in ("+1", "-4", "T1/5", "30", "T3", "fractions:down"):
        assert piece in squeezed(text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_any_name_is_printed_as_written(name, width):
    text = table(duel(name), width)
    assert max(map(cell_len, text.splitlines())) <= width
    assert squeezed(name) in squeezed(text)
    assert "…" not in text


@pytest.mark.parametrize("name", ["第四十連隊", "Cafe\u0301", "👍❤️", "[b]"])
def test_columns_stay_in_line_behind_names_of_any_script(name):
    grid = Grid(UNTITLED, [Column(M("Unit")), Column(M("Lost"), "right")], [[name, 9], ["Plain name", 12]])
    lines = draw(View(M("x"), [grid]), language_for("en"), Terminal()).splitlines()
    assert {cell_len(line) for line in lines[3:]} == {cell_len(lines[-1])}


def test_colour_only_where_the_terminal_takes_it():
    assert "\x1b" not in drawn(depth="explain")
    assert "\x1b[1m" in drawn(colour=True)


def test_colour_changes_nothing_else():
    assert re.sub(r"\x1b\[[\d;]*m", "", drawn(colour=True, depth="explain")) == drawn(depth="explain")


def test_every_role_has_its_colour():
    text = drawn(colour=True, depth="explain")
    assert "\x1b[36mFrench: 15\x1b[0m" in text
    assert "\x1b[35mBritish\x1b[0m" in text
    assert "\x1b[32m+1\x1b[0m" in text
    assert "\x1b[31m-4\x1b[0m" in text
    assert "\x1b[2mT1\x1b[0m" in text
    assert "\x1b[2m(+4)\x1b[0m" in text


def test_a_word_that_was_searched_for_is_marked():
    grid = Grid(UNTITLED, [Column(M("Rule"))], [["Charging"]])
    text = draw(View(M("x"), [grid], ["charg"]), language_for("en"), Terminal(80, True))
    assert "\x1b[1;4mCharg\x1b[0ming" in text


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "koi8-r", "cp866"])
@pytest.mark.parametrize("width", [20, 80])
def test_a_legacy_encoding_carries_all_that_is_drawn(encoding, width):
    text = table(duel("Cafe\u0301 第 👍", title="Größe — да"), width, encoding=encoding, depth="explain")
    text.encode(encoding)
    assert squeezed(r"\u7b2c \ud83d\udc4d") in squeezed(text)


def test_a_title_cannot_steer_the_terminal():
    text = table(duel(title="one\x1b[31m\ntwo\rthree"))
    assert r"one\u001b[31m two three" in text


PIECES = [
    "a",
    "b",
    " ",
    "é",
    "e\u0301",
    "第",
    "👍",
    "👨\u200d👩\u200d👧",
    "❤\ufe0f",
    "[",
    "]",
    "\u05d0",
    "\u200f",
]
texts = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@settings(max_examples=100, deadline=None)
@given(texts, texts, st.integers(20, 60))
def test_tables_keep_to_the_width_and_lose_nothing_but_spaces(name, other, width):
    columns = [Column(M("Unit")), Column(other or "x", "right")]
    text = draw(
        View(UNTITLED, [Grid(UNTITLED, columns, [[name, 9], ["Plain", other]])]),
        language_for("en"),
        Terminal(width),
    )
    assert all(cell_len(line) <= width for line in text.splitlines())
    for said in (name, other):
        letters = squeezed(said.replace("\u200f", r"\u200f"))
        assert not letters or set(letters) <= set(squeezed(text))
