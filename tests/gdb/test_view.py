"""What a gdb result shows: verdicts, accounts, casualties, and nothing that the result does not say."""

from random import Random
from typing import Any

import pytest

from melee_cli.core.messages import Message, Phrases
from melee_cli.core.view import Account, Beside, Grid, Lines, View
from melee_cli.render.language import language_for
from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import book_of, melee, resolved, unit, units_of
from tests.gdb.strategies import random_scenario

ENGLISH = language_for("en")


def shown(scenario: dict[str, Any]) -> View:
    return SYSTEM.view(resolved(scenario), book_of(scenario))


def verdict(scenario: dict[str, Any]) -> str:
    return ENGLISH.text(shown(scenario).verdict)


COLUMN = {"formation": "column", "action": "charging"}
SOMERSET = melee(
    [unit("17th Line", figures=30, roll=8, **COLUMN), unit("13th Light", roll=5, **COLUMN)],
    unit("40th Somersetshire", roll=10, british=True),
)
SOMERSET["sides"][0]["name"], SOMERSET["sides"][1]["name"] = "French", "British"


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (SOMERSET, "French by 3: 40th Somersetshire retreats, 9 of 24 lost"),
        (melee(unit("A", roll=12), [unit("B", roll=2), unit("C", "cossacks", roll=2)]),
         "A by 8: B routs, 2 of 24 lost; C routs, 1 of 24 lost"),
        (melee(unit("A"), unit("B")), "A draw at 8: the melee goes on"),
        (melee(unit("X", "light_cavalry", 24, 4, action="charging"), unit("B")), "A draw at 8: X falls back"),
        (melee([unit("X", "light_cavalry", 12, 4, action="charging"), unit("A", figures=12)], unit("B")),
         "A draw at 8: X falls back; the melee goes on"),
        (melee(unit("A"), unit("B", roll=8)), "B by 1: A is pushed back, 3 of 24 lost"),
        (melee(unit("A", "cuirassiers"), unit("B", formation="square", roll=3)),
         "A by 4: B holds, 3 of 24 lost"),
    ],
)  # fmt: skip
def test_the_verdict_comes_first_and_says_what_became_of_the_losers(scenario: Any, said: str) -> None:
    assert verdict(scenario) == said


def accounts(view: View) -> dict[str, Account]:
    return {
        ENGLISH.text(account.title): account
        for section in view.sections
        if isinstance(section, Beside)
        for account in section.accounts
    }


def test_an_account_has_dice_lines_total_and_outcome() -> None:
    account = accounts(shown(SOMERSET))["17th Line (its total counts)"]
    assert [(ENGLISH.text(e.label), e.value, e.tone) for e in account.entries] == [
        ("Two dice", 8, "plain"),
        ("Infantry", 1, "plain"),
        ("Charging", 2, "plain"),
        ("Column", 2, "plain"),
        ("Outnumbering", 2, "plain"),
        ("Total", 15, "total"),
    ]
    assert account.tail is not None
    assert ENGLISH.text(account.tail) == "stands (T2)"


def test_what_is_withheld_has_its_reason_and_citation() -> None:
    account = accounts(shown(melee(unit("A", formation="square"), unit("B"))))["A (its total counts)"]
    held = [entry for entry in account.entries if entry.tone == "held"]
    assert [(ENGLISH.text(e.label), e.value, e.cite) for e in held] == [
        ("Square against cavalry: it does not fight cavalry", None, "T1/5")
    ]


@pytest.mark.parametrize(
    ("roll", "seeded", "label"),
    [(7, False, "Two dice"), ([3, 4], False, "Two dice (3 + 4)"), (None, True, "Two dice (")],
)
def test_dice_are_shown_as_they_were_given(roll: Any, seeded: bool, label: str) -> None:
    scenario = melee(unit("A", roll=roll), unit("B"))
    first = next(iter(accounts(shown(scenario)).values())).entries[0]
    assert ENGLISH.text(first.label).startswith(label)
    assert ENGLISH.text(first.label).endswith("rolled") is seeded


def said(value: Any) -> list[str]:
    """Return every text in a view, however deep."""
    if isinstance(value, (Message, Phrases, str)):
        return [ENGLISH.text(value)]
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in said(item)]
    if hasattr(value, "__dataclass_fields__"):
        return [text for name in value.__dataclass_fields__ for text in said(getattr(value, name))]
    return []


@pytest.mark.parametrize("seed", range(150))
def test_every_text_of_a_view_can_be_said_and_names_every_unit(seed: int) -> None:
    scenario = random_scenario(Random(seed))
    view = shown(scenario)
    texts = said(view)
    assert all("{" not in text for text in texts)
    for name in units_of(resolved(scenario)):
        assert any(name in text for text in texts)
    (grid,) = [section for section in view.sections if isinstance(section, Grid)]
    assert len(grid.rows) == sum(len(side["units"]) for side in scenario["sides"])


def test_empty_sections_are_left_out() -> None:
    scenario = melee(unit("A", roll=12), unit("B"))
    titles = [ENGLISH.text(s.title) for s in shown(scenario).sections if isinstance(s, Lines)]
    assert titles == ["How they were inflicted, figures × rate", "To do, in this order"]


def test_before_the_dice_each_unit_shows_what_it_adds() -> None:
    model = SYSTEM.scenario().model_validate(SOMERSET)
    book = book_of(SOMERSET)
    view = SYSTEM.preview(SYSTEM.open(model, book).preview(), book)
    assert ENGLISH.text(view.verdict) == "Before the dice: French 2D6 +7, British 2D6 +2"
    totals = [a.entries[-1].value for a in accounts(view).values()]
    assert totals == [7, 5, 2]
