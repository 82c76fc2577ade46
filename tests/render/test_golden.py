"""Screens as they are shown, in both languages and at five widths.

``pytest tests/render --regenerate`` writes them anew; read what ``git diff`` then shows.
"""

from pathlib import Path

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.formats.documents import documents
from melee_cli.render.language import language_for
from melee_cli.render.tables import draw
from melee_cli.render.terminal import Terminal
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check
from tests.render.shown import view_of

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
# square and duel are shown with --explain
MELEES = {"columns": "full", "square": "explain", "combat": "full", "duel": "explain", "three": "summary"}
WIDTHS = [20, 40, 60, 80, 120]


def screen(melee, lang, width):
    (document,) = documents([str(HERE / "melees" / f"{melee}.yaml")], None)
    document.source = document.source._replace(file=f"{melee}.yaml")
    checked = check(document, Options())
    assert not checked.problems
    found = resolve(checked, Options())
    return draw(view_of(found), language_for(lang, found.system), Terminal(width), MELEES[melee])


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("melee", MELEES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_screen_is_as_it_was_approved(melee, lang, width, request):
    golden = GOLDEN / f"{melee}.{lang}.{width}.txt"
    shown = screen(melee, lang, width)
    if request.config.getoption("--regenerate", default=False):
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")


def test_every_golden_screen_is_still_made():
    made = {f"{melee}.{lang}.{width}.txt" for melee in MELEES for lang in ("en", "ru") for width in WIDTHS}
    assert {path.name for path in GOLDEN.iterdir()} == made
