"""Several scenarios are one table, a row each, as they are done; what fails is a row with its problems."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.cli.running import melee

GOOD = """\
rules: gdb
title: {title}
sides:
  - {{name: French, units: ["17th: inf 30 col charging =8"]}}
  - {{name: British, units: ["40th: inf 24 line british =10"]}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(GOOD.format(title="First") + "---\n" + GOOD.format(title="Second"))
    (tmp_path / "b.yaml").write_text("rules: gdb\ntitle: Broken\nsides: 3\n")
    return tmp_path


def test_a_scenario_is_a_row(folder: Path) -> None:
    ran = melee("resolve", folder)
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines[0] == "File Scenario Winner By Losses"
    assert lines[2] == "a.yaml First French 1 French 2,"
    assert "a.yaml:6 Second French 1 French 2," in lines
    assert "b.yaml no result" in lines
    assert ran.err.startswith(f"{folder}/b.yaml:3:8: ")
    assert ran.err.endswith("2 resolved, 1 with problems\n")
    assert ran.code == 1


def test_full_shows_each_whole(folder: Path) -> None:
    out = melee("resolve", folder, "--full").out
    assert out.count("Modifier") == 4
    assert "# First\n" in out


def test_brief_and_explain_are_what_they_were(folder: Path) -> None:
    assert melee("resolve", folder, "--brief").out.startswith("First: French by 1: ")
    assert "Rulings that mattered" in melee("resolve", folder, "--explain").out


def test_one_scenario_is_shown_whole(folder: Path) -> None:
    assert "Modifier" in melee("resolve", folder / "b.yaml", "scenarios/gdb/somerset.yaml", "--full").out
    assert "Modifier" in melee("resolve", "scenarios/gdb/somerset.yaml").out


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_it_keeps_to_any_width(folder: Path, width: int, lang: str) -> None:
    out = melee("resolve", folder, "--lang", lang, env={"COLUMNS": str(width)}).out
    assert max(map(cell_len, out.splitlines())) <= width
    assert re.sub(r"\s", "", out).count("Second") == 1


def test_processes_share_the_rows_in_order(folder: Path) -> None:
    assert melee("resolve", folder, "--jobs", "2").out == melee("resolve", folder).out


def test_what_differs_from_what_was_expected_is_a_table(folder: Path) -> None:
    wanted = "expect: {winner: British, difference: 3, units: {17th: {total: 9}}}\n"
    (folder / "a.yaml").write_text(GOOD.format(title="First") + wanted)
    ran = melee("check", folder / "a.yaml", env={"COLUMNS": "120"})
    lines = [" ".join(line.split()) for line in ran.err.splitlines()]
    assert lines[0] == f"{folder}/a.yaml"
    assert lines[1] == "Not as expected Expected Came Line"
    assert lines[3:] == [
        "winner British French 6:18",
        "difference 3 1 6:39",
        "units: 17th: total 9 13 6:64",
        "1 checked, 1 with problems",
    ]
