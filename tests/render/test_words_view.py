"""The words listing is the table that the parser reads."""

import pytest

from melee_cli.core.messages import M
from melee_cli.core.words import Key, Number, Word, Words
from melee_cli.render.language import language_for
from melee_cli.render.tables import draw
from melee_cli.render.terminal import Terminal
from melee_cli.render.words import words_view
from melee_cli.systems import find

FEW = Words(
    words=(
        Word({"formation": "column"}, ("column",), ("колонна",), ("col", "кол")),
        Word({"british": True}, ("british",)),
    ),
    keys=(Key("attacks", "part", ("flank", "фланг"), part="flank"),),
    numbers=(Number("x", lambda groups: {}, "=8", M("the roll")),),
    several={"horse": ("heavy", "light")},
)


def test_every_word_stands_with_what_it_sets():
    text = draw(words_view(FEW), language_for("en"), Terminal())
    assert text == (
        "A unit on one line: NAME: words\n\n"
        "Words\n"
        " Sets                English   Russian   Short\n"
        " ────────────────────────────────────────────────\n"
        " formation: column   column    колонна   col, кол\n"
        " british             british\n\n"
        "Numbers\n"
        " For example   Means\n"
        " ──────────────────────\n"
        " =8            the roll\n\n"
        "Keys\n"
        " Sets             Written          Value\n"
        " ────────────────────────────────────────────────────────────────────────────\n"
        " attacks: flank   flank=, фланг=   names of enemies, with commas between them\n\n"
        "Words that name several things, to be said more exactly\n"
        " Word    Say one of\n"
        " ────────────────────\n"
        " horse   heavy, light\n"
    )


@pytest.mark.parametrize("name", ["gdb", "whfb8", "duel"])
def test_every_system_has_a_listing(name):
    system = find(name)
    text = draw(words_view(system.words), language_for("en", system), Terminal(200))
    for word in system.words.words:
        assert all(said in text for said in (*word.english, *word.russian, *word.short))
