"""Melees resolved for the tests of the renderers."""

from __future__ import annotations

from typing import Any

from melee_cli.api.resolve import Result, resolve
from melee_cli.core.view import Depth, View
from melee_cli.formats.limits import Source
from melee_cli.render.language import language_for
from melee_cli.render.report import framed
from melee_cli.render.tables import draw
from melee_cli.render.terminal import Terminal
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check_mapping


def duel(red: str = "Roland", blue: str = "Oliver", **keys: Any) -> dict[str, Any]:
    """Return a duel that *red* wins by 4: rested on higher ground at night, 4 against 1."""
    first = {"name": red, "rested": True, "height": True, "roll": 4}
    second = {"name": blue, "height": True, "roll": 1}
    return {
        "rules": "duel",
        "night": True,
        "sides": [{"name": "Red", "units": [first]}, {"name": "Blue", "units": [second]}],
        **keys,
    }


def resolved(scenario: dict[str, Any], file: str = "melee.yaml") -> Result:
    """Return *scenario* resolved, as if it stood in *file*."""
    checked = check_mapping(scenario, Options(), Source(file, 1, 1))
    assert not checked.problems
    return resolve(checked, Options())


def view_of(found: Result) -> View:
    """Return the framed view of *found*."""
    assert found.book is not None
    return framed(found.data, found.book)


def table(
    scenario: dict[str, Any],
    width: int = 80,
    lang: str = "en",
    encoding: str = "utf-8",
    colour: bool = False,
    depth: Depth = "full",
) -> str:
    """Return *scenario* resolved and drawn."""
    found = resolved(scenario)
    return draw(view_of(found), language_for(lang, found.system), Terminal(width, colour, encoding), depth)
