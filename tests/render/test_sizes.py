"""A melee of three against three, with names of eighteen letters, stands on a screen of 80 × 24."""

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.core.odds import odds
from melee_cli.formats.documents import documents
from melee_cli.render.language import language_for
from melee_cli.render.tables import draw
from melee_cli.render.terminal import Terminal
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check
from tests.render.test_golden import HERE

SCREEN = Terminal(80)


def three(dice=True):
    (document,) = documents([str(HERE / "melees" / "three.yaml")])
    if not dice:
        for side in document.data["sides"]:
            for unit in side["units"]:
                del unit["roll"]
    checked = check(document, Options())
    assert not checked.problems
    return checked


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_before_the_dice_it_takes_thirteen_lines_at_most(lang):
    checked = three(dice=False)
    system, melee = checked.system, checked.system.open(checked.scenario, checked.book)
    chances = odds(melee, system, checked.scenario).chances()
    view = system.preview(melee.preview(), checked.book, chances)
    text = draw(view, language_for(lang, system), SCREEN, "summary")
    assert text.count("\n") <= 13
    assert text.count("%") >= 8


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_result_takes_twenty_lines_at_most(lang):
    found = resolve(three(), Options())
    view = found.system.view(found.data, found.book)
    text = draw(view, language_for(lang, found.system), SCREEN, "summary")
    assert text.count("\n") <= 20
