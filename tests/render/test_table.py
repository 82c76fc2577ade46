"""Tables at any width: nothing cut, nothing beyond the edge, citations and figures in line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from melee_cli.core.messages import M
from melee_cli.core.view import Account, Beside, Column, Entry, Grid, Heading, Lines, View
from melee_cli.render.language import language_for
from melee_cli.render.layout import wrapped
from melee_cli.render.table import draw
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
        Heading(M("French")),
        Account(
            M("17th Line"),
            [
                Entry(M("Roll"), 8, None, signed=False),
                Entry(M("Infantry"), 1, "T1"),
                Entry(M("Half lost"), -4, "T1"),
                Entry(M("Cossacks"), 0, "T1"),
                Entry(M("an enemy is no cavalry"), None, "T1/5", tone="held"),
                Entry(M("Total"), 5, None, signed=False, tone="total"),
            ],
            tail=M("counts for its side"),
        ),
        Beside(
            [
                Account(
                    M("French"), [Entry(M("Wounds"), 6, "§result"), Entry(M("Standard"), 1, "§standards")]
                ),
                Account(M("British"), [Entry(M("Wounds"), 3, "§result")]),
            ]
        ),
        Grid(
            M("Casualties"),
            [
                Column(M("Unit")),
                Column(M("From")),
                Column(M("Figures"), "right"),
                Column(M("Source"), detail=True),
                Column(M("Never filled")),
            ],
            [["40th Somersetshire", "17th Line", 30, "T3", None], ["40th", "13th Light", 4, "T3", ""]],
        ),
        Lines(M("Duties"), [M("40th Somersetshire retreats until it is clear of the enemy")]),
        Lines(M("Rulings that mattered"), [M("fractions: down")], detail=True),
        Lines(M("Notes"), []),
    ],
)


def drawn(width=80, encoding="utf-8", colour=False, **how):
    return draw(FULL, language_for("en"), Terminal(width, colour, encoding), **how)


def squeezed(text):
    return re.sub(r"[\s─═]+", "", text)


def test_the_verdict_comes_first():
    assert drawn().startswith("French by 3: 40th Somersetshire retreats\n\n")


def test_brief_is_the_verdict_only():
    assert drawn(brief=True) == "French by 3: 40th Somersetshire retreats\n"


def test_every_modifier_is_a_signed_line_with_its_citation_in_one_column():
    lines = drawn().splitlines()
    assert "   +1  Infantry   T1" in lines
    assert "   -4  Half lost  T1" in lines
    assert "    0  Cossacks   T1" in lines


def test_what_was_withheld_shows_when_asked():
    assert "withheld" not in drawn()
    assert "    –  withheld: an enemy is no cavalry  T1/5" in drawn(explain=True).splitlines()


def test_details_show_when_asked():
    assert "Source" not in drawn()
    assert "fractions: down" not in drawn()
    assert "Source" in drawn(explain=True)
    assert "fractions: down" in drawn(explain=True)


def test_a_column_without_anything_in_it_and_a_list_of_nothing_are_left_out():
    assert "Never filled" not in drawn(explain=True)
    assert "Notes" not in drawn(explain=True)


def test_accounts_stand_side_by_side_where_there_is_room():
    assert re.search(r"^French +British$", drawn(80), re.M)
    assert not re.search(r"^French +British$", drawn(50), re.M)


def test_grids_stack_below_60_columns_and_draw_no_lines():
    text = drawn(59)
    assert "  Unit: 40th Somersetshire\n  From: 17th Line\n  Figures: 30\n" in text
    assert not re.search(r"[─═]", text)
    assert re.search(r"Unit +From +Figures\n", drawn(60))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("explain", [False, True])
def test_no_line_is_wider_than_the_terminal(width, explain):
    assert max(map(cell_len, drawn(width, explain=explain).splitlines())) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_lost_at_any_width(width):
    text = drawn(width, explain=True)
    wanted = "40th Somersetshire 17th Line 13th Light counts for its side withheld: an enemy is no cavalry"
    assert set(wanted.split()) <= set(text.split())
    for piece in ("+1", "-4", "T1/5", "§result", "§standards", "30", "T3"):
        assert squeezed(piece) in squeezed(text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_any_name_is_printed_as_written(name, width):
    text = table(duel(name), width)
    assert max(map(cell_len, text.splitlines())) <= width
    assert squeezed(name) in squeezed(text)
    assert "…" not in text


@pytest.mark.parametrize("name", ["第四十連隊", "Cafe\u0301", "👍❤️", "[b]"])
def test_columns_stay_in_line_behind_names_of_any_script(name):
    grid = Grid(M("Units"), [Column(M("Unit")), Column(M("Lost"), "right")], [[name, 9], ["Plain name", 12]])
    lines = draw(View(M("x"), [grid]), language_for("en"), Terminal()).splitlines()
    assert {cell_len(line) for line in lines[3:]} == {cell_len(lines[-1])}


def test_colour_only_where_the_terminal_takes_it():
    assert "\x1b" not in drawn(explain=True)
    assert "\x1b[1m" in drawn(colour=True)


def test_colour_changes_nothing_else():
    assert re.sub(r"\x1b\[\d*m", "", drawn(colour=True, explain=True)) == drawn(explain=True)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "koi8-r", "cp866"])
@pytest.mark.parametrize("width", [20, 80])
def test_a_legacy_encoding_carries_all_that_is_drawn(encoding, width):
    text = table(duel("Cafe\u0301 第 👍", title="Größe — да"), width, encoding=encoding, explain=True)
    text.encode(encoding)
    assert squeezed(r"\u7b2c \ud83d\udc4d") in squeezed(text)


def test_a_title_cannot_steer_the_terminal():
    text = table(duel(title="one\x1b[31m\ntwo\rthree"))
    assert r"one\u001b[31m two three" in text


PIECES = ["a", "b", " ", "é", "e\u0301", "第", "👍", "👨\u200d👩\u200d👧", "❤\ufe0f", "[", "]"]
texts = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@settings(max_examples=150, deadline=None)
@given(texts, st.integers(4, 30))
def test_wrapping_keeps_to_the_width_and_loses_nothing_but_spaces(text, width):
    lines = wrapped(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert squeezed("".join(lines)) == squeezed(text)
