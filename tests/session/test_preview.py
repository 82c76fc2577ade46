"""A unit's line while it is typed: the kinds of its words, what is told below it."""

from __future__ import annotations

import pytest

from melee_cli.cli.terminal import Screen
from melee_cli.session.machine import Machine, Opening
from melee_cli.session.preview import Preview


def preview(*lines: str, rules: str = "gdb", lang: str = "en") -> Preview:
    """Return what tells of the next unit's line after *lines*."""
    machine = Machine(Opening(rules=rules, sides=("French", "British"), seed=1), lang)
    for line in lines:
        assert not machine.answer(line).problems
    found = machine.preview()
    assert found is not None
    return found


def kinds(text: str, *lines: str, rules: str = "gdb") -> list[tuple[str, str]]:
    return [(text[start:end], kind) for start, end, kind in preview(*lines, rules=rules).spans(text)]


def told(text: str, *lines: str, rules: str = "gdb", lang: str = "en") -> list[str]:
    """Return the lines below *text* when all has been worked out."""
    screen = Screen(lang, with_terminal=False)
    screen.system(rules)
    *_, last = [(), *preview(*lines, rules=rules, lang=lang).told(text)]
    return [screen.below(one).removeprefix("  ") for one in last]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "17th: inf 30 col ch =8",
            [
                ("17th", "name"),
                ("inf", "type"),
                ("30", "number"),
                ("col", "formation"),
                ("ch", "action"),
                ("=8", "number"),
            ],
        ),
        ("17th: inf clumn ", [("17th", "name"), ("inf", "type"), ("clumn", "unknown")]),
        ("17th: inf c", [("17th", "name"), ("inf", "type")]),
        (
            "17th: guard +1(mud) foo=1 ",
            [("17th", "name"), ("guard", "state"), ("+1(mud)", "number"), ("foo=1", "unknown")],
        ),
        (
            "17th: 27/36 inf line col",
            [("17th", "name"), ("27/36", "number"), ("inf", "type"), ("line", "state"), ("col", "formation")],
        ),
        ("17th: inf lancers", [("17th", "name"), ("inf", "type"), ("lancers", "wrong")]),
        ("13th Light 24 inf", [("13th Light", "name"), ("24", "number"), ("inf", "type")]),
        ("13th Light", []),
        ("", []),
        (":odds", [(":odds", "command")]),
        (":frob", [(":frob", "unknown")]),
    ],
)
def test_a_word_has_the_kind_of_what_it_says(text, wanted):
    assert kinds(text) == wanted


def test_every_word_of_a_profile_has_its_kind():
    text = "Spears: 20x5 ws4 s3 5+ spear std"
    wanted = ["name", "number", "number", "number", "number", "state", "state"]
    assert [kind for _, kind in kinds(text, rules="whfb8")] == wanted


def test_a_name_that_is_known_is_one_before_there_is_a_colon():
    assert kinds("17 col", "17th: inf 30") == [("17", "name"), ("col", "formation")]


def test_the_unit_is_told_as_it_is_understood_so_far_with_its_sum():
    assert told("17th: inf 30 col ch") == [
        "17th: infantry, figures 30, column, charging",
        "+5: Infantry +1, Charging +2, Column +2",
    ]


def test_what_is_missing_is_told():
    assert told("17th: inf") == ["17th: infantry", "missing: figures"]
    assert told("17th: ") == ["17th", "missing: type, figures"]


def test_what_contradicts_is_told_beside_what_is_understood():
    assert told("17th: inf 30 sq cuir") == [
        "17th: infantry, figures 30, square",
        "cuir contradicts inf (both say what type is)",
    ]
    (_, wrong) = told("17th: cuir 30 sq")
    assert "square" in wrong


def test_a_word_that_is_still_being_typed_is_no_fault():
    assert told("17th: inf 30 c") == ["17th: infantry, figures 30", "+1: Infantry +1"]


def test_the_chances_are_told_once_both_sides_have_a_unit():
    lines = ["17th: i 30 col ch", ""]
    assert told("40th: i 24 brit", *lines) == [
        "40th: infantry, figures 24, british",
        "+2: Infantry +1, British line +1",
        "French win 76.1%, draw 8.0%, British win 15.9%",
    ]
    assert told("", *lines, "40th: i 24 brit") == ["French win 76.1%, draw 8.0%, British win 15.9%"]
    assert told("", *lines) == []


def test_a_unit_without_its_colon_is_told_as_with_it():
    assert told("13th Light 24 inf") == ["13th Light: figures 24, infantry", "+1: Infantry +1"]


def test_a_unit_being_edited_is_told_in_its_place():
    lines = ["17th: i 30 col ch", "", "40th: i 24 brit", "", ":edit 1"]
    assert told("17th: i 30", *lines)[-1] == told("", "17th: i 30", "", "40th: i 24 brit")[0]


def test_it_is_told_in_russian():
    assert told("17-й: п 30 кол атак", lang="ru")[0] == "17-й: пехота, фигур 30, колонна, атакует"


def test_another_system_is_told_by_its_own_words():
    assert told("Halberds: 20x5", rules="whfb8")[0] == "Halberds: models 20, width 5"


def test_nothing_is_told_any_more_of_a_line_that_has_changed():
    lines = ["17th: i 30 col ch", ""]
    found = list(preview(*lines).told("40th: i 24 brit", lambda: True))
    assert all(one.about != "odds" for part in found for one in part)
