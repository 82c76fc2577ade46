"""Markdown to paste into a report: readable there, with user text shown as it is."""

import pytest

from melee_cli.core.messages import M
from melee_cli.core.view import Account, Bar, Bars, Beside, Column, Entry, Grid, Heading, Lines, View
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
        "**Duel (melee.yaml:1)**\n\n"
        "**Red: Roland**\n\n"
        "| Value | What | Source |\n"
        "|---:|---|---|\n"
        "| +1 | Rested | p. 2 |\n"
        "| 5 | Total |  |\n\n"
        "**Blue: Oliver**\n\n"
        "| Value | What | Source |\n"
        "|---:|---|---|\n"
        "| 1 | Total |  |\n"
    )


def test_every_kind_of_section_has_its_form():
    entry = [Entry(M("Wounds"), 3, "§r"), Entry(M("no"), None, "§s", tone="held")]
    columns = [Column(M("x")), Column(M("n"), "right"), Column(M("d"), detail=True)]
    bars = Bars(M("Odds"), M("by"), [M("chance")], [Bar("1", 5, ["50%"], "first", M("Red wins"))])
    view = View(
        M("v"),
        [
            Heading(M("Side")),
            Beside([Account(M("A"), entry), Account(M("B"), [])]),
            Grid(M("G"), columns, [["a|b", 3, "z"]]),
            Lines(M("Duties"), [M("one"), "two"]),
            Lines(M("Detail"), [M("only when asked")], detail=True),
            bars,
        ],
    )
    assert draw(view, ENGLISH) == (
        "### v\n\n#### Side\n\n"
        "**A**\n\n| Value | What | Source |\n|---:|---|---|\n| +3 | Wounds | §r |\n\n**B**\n\n"
        "**G**\n\n| x | n |\n|---|---:|\n| a\\|b | 3 |\n\n**Duties**\n\n- one\n- two\n\n"
        "**Odds**\n\n| Result | by | chance |\n|---|---:|---:|\n| Red wins | 1 | 50% |\n"
    )
    explained = draw(view, ENGLISH, explain=True)
    assert "|  | withheld: no | §s |" in explained
    assert "- only when asked" in explained
    assert "| a\\|b | 3 | z |" in explained


def test_brief_is_the_verdict_only():
    assert draw(view_of(resolved(duel())), ENGLISH, brief=True) == "### Red by 4\n"
