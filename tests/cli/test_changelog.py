"""The changelog names every rule and ruling whose results it is about: none is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from melee_cli.systems import BUILT_IN, find

CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_rule_and_ruling_has_been_announced(name: str) -> None:
    system = find(name)
    assert system is not None
    announced = set(re.findall(r"[a-z0-9]+[.:][a-z0-9_.]*[a-z0-9_]", CHANGELOG))
    assert {row.id for row in system.rows} - announced == set()
    assert {ruling.cite for ruling in system.rulings} - announced == set()
