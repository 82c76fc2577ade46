"""No test of the journal writes into the tester's own state folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from melee_cli import cli


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELEE_STATE", str(tmp_path))
    monkeypatch.setenv("MELEE_LANG", "en")
    for name in ("MELEE_JOURNAL", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def melee(capsys):
    """Run ``melee`` in this process."""

    def run(*arguments: str) -> Ran:
        code = cli.run(arguments)
        return Ran(code, *capsys.readouterr())

    return run
