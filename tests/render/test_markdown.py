"""Markdown to paste into a report: readable there, with user text shown as it is."""

import pytest

from melee_cli.core.messages import M, Marked
from melee_cli.core.view import Bar, Bars, Column, Entry, Grid, Lines, View
from melee_cli.render.language import language_for
from melee_cli.render.markdown import draw, plain
from tests.render.shown import duel, resolved, view_of

ENGLISH = language_for("en")

TEXTS = [
    ("a|b", "a\\|b"),
    ("[red](x)", "\\[red\\](x)"),
    ("*bold* _it_ `code` ~no~", "\\*bold\\* \\_it\\_ \\`code\\` \\~no\\~"),
    ("<b>&amp;</b>", "\\<b\\>\\&amp;\\</b\\>"),
    ("# no heading", "\\# no heading"),
    ("- no list", "\\- no list"),
    ("+1 to the roll", "\\+1 to the roll"),
    ("1. no list", "1\\. no list"),
    ("40) no list", "40\\) no list"),
    ("two\nlines", "two lines"),
    ("back\\slash", "back\\\\slash"),
    ("\x1b[31mred\x07", "\\\\u001b\\[31mred\\\\u0007"),
    ("40th-foot = 3", "40th-foot = 3"),
    ("第四 Café 👍", "第四 Café 👍"),
]


@pytest.mark.parametrize(("text", "written"), TEXTS)
def test_user_text_is_no_markup(text, written):
    assert plain(text) == written


def test_a_result_is_a_heading_and_tables():
    found = resolved(duel())
    text = draw(view_of(found), language_for("en", found.system))
    assert text == (
        "### Red by 4\n\n"
        "Duel (melee.yaml:1)\n\n"
        "**Red: Roland**\n\n"
        "| What | Value | Source |\n"
        "|---|---:|---|\n"
        "| Rested | +1 | p. 2 |\n"
        "| Total | 5 |  |\n\n"
        "**Blue: Oliver**\n\n"
        "| What | Value |\n"
        "|---|---:|\n"
        "| Total | 1 |\n"
    )


def test_every_kind_of_section_has_its_form():
    rows = [
        Entry([Marked(M("Wounds"), "bad"), 3, None]),
        Entry([M("no"), None, "§s"], "withheld", detail=True),
    ]
    columns = [Column(M("x")), Column(M("n"), "right"), Column(M("d"), detail=True)]
    bars = Bars(M("Odds"), M("by"), [M("chance")], [Bar("1", 5, ["50%"], "first", M("Red wins"))])
    view = View(
        M("v"),
        [
            Grid(M("S"), [Column(M("Point")), Column(M("Value"), "right"), Column(M("Source"))], rows),
            Grid(M("G"), columns, [["a|b", 3, "z"]]),
            Lines(M("Duties"), [M("one"), "two"]),
            Lines(M("In order"), [M("one"), "two"], mark="1"),
            Lines(M("Detail"), [M("only when asked")], "explain"),
            Lines(M("Glance"), [M("only in short")], "summary"),
            bars,
        ],
    )
    assert draw(view, ENGLISH) == (
        "### v\n\n"
        "**S**\n\n| Point | Value |\n|---|---:|\n| Wounds | 3 |\n\n"
        "**G**\n\n| x | n |\n|---|---:|\n| a\\|b | 3 |\n\n**Duties**\n\n- one\n- two\n\n"
        "**In order**\n\n1. one\n2. two\n\n"
        "**Odds**\n\n| Result | by | chance |\n|---|---:|---:|\n| Red wins | 1 | 50% |\n"
    )
    explained = draw(view, ENGLISH, "explain")
    assert "| no |  | §s |" in explained
    assert "- only when asked" in explained
    assert "| a\\|b | 3 | z |" in explained


def test_brief_is_the_verdict_only():
    assert draw(view_of(resolved(duel())), ENGLISH, "verdict") == "### Red by 4\n"
