"""The theme: a colour a role, which a file may change; what is wrong in it is one warning."""

import re

import pytest

from melee_cli.render.language import language_for
from melee_cli.render.theme import STYLES, theme_of, trimmed

ENGLISH = language_for("en")


def complaint(text):
    _, wrong = theme_of(text)
    return ENGLISH.text(wrong)


def test_a_file_changes_the_roles_that_it_names():
    theme, wrong = theme_of("[styles]\ngain = bold blue\n")
    assert wrong is None
    assert str(theme.styles["gain"]) == "bold blue"
    assert str(theme.styles["penalty"]) == STYLES["penalty"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("gain = purpul", "gain cannot be purpul"),
        ("gian = green", "there is no role gian"),
        ("= green", "[line 3]: '= green"),
    ],
)
def test_what_is_wrong_is_said_and_the_rest_counts(line, said):
    text = f"[styles]\ntotal = italic\n{line}\n"
    assert said in complaint(text)
    assert str(theme_of(text)[0].styles["total"]) == "italic"


def test_a_bad_style_leaves_the_others_in_force():
    theme, _ = theme_of("[styles]\ngain = purpul\ntotal = italic\n")
    assert str(theme.styles["total"]) == "italic"
    assert str(theme.styles["gain"]) == STYLES["gain"]


def test_a_file_without_styles_changes_nothing():
    assert theme_of("")[1] is None
    assert theme_of("[other]\nx = y\n")[1] is None


@pytest.mark.parametrize("style", STYLES.values())
def test_only_the_colours_of_the_terminal_itself_are_used(style):
    assert re.fullmatch(r"(bold |dim |underline )?(bold|dim|underline|red|green|yellow|cyan|magenta)", style)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("a  ", "a"),
        ("\x1b[1ma  \x1b[0m ", "\x1b[1ma\x1b[0m"),
        ("  \x1b[1m  \x1b[0m", "\x1b[1m\x1b[0m"),
        ("ends in m", "ends in m"),
        ("", ""),
    ],
)
def test_no_spaces_stay_at_the_end_of_a_line(line, left):
    assert trimmed(line) == left
