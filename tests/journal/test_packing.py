"""Packing: whatever a scenario or a result holds comes back from JSON as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.formats.documents import documents
from melee_cli.journal.packing import text_of, value_of
from melee_cli.render.json import dumps
from melee_cli.render.language import language_for
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").glob("[gw]*/*.yaml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_result_comes_back_as_it_was(path):
    for document in documents([str(path)]):
        resolved = resolve(check(document, Options()), Options(seed=1))
        again = value_of(text_of(resolved.data))
        assert dumps(again, language_for("ru")) == dumps(resolved.data, language_for("ru"))
        if resolved.data["ok"]:
            assert resolved.system.view(again, resolved.book) == resolved.system.view(
                resolved.data, resolved.book
            )


def test_numbers_come_back_as_they_were_written(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("a: +3\nb: 4.5\nc: [1, null, true, '3']\nd: {$: x}\n", encoding="utf-8")
    (document,) = documents([str(path)])
    again = value_of(text_of(document.data))
    assert again == document.data
    assert again["a"].written == "+3"
    assert type(again["b"]) is type(document.data["b"])
