"""Files at the table: rosters, scenarios loaded and saved, the evening's log, the session's own file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.formats.documents import documents
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check
from melee_cli.session import files as writing
from melee_cli.session.machine import Opening
from tests.session.sitting import Sitting, wrong

UNITS = ("", "", "Roland: rested", "", "Oliver: uphill", "")
ROSTER = """\
rules: duel
name: Franks
units:
  - {name: Roland, rested: true}
  - "Oliver of Vienne: uphill"
  - Olivier: rested
"""


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "franks.yaml"
    path.write_text(ROSTER, encoding="utf-8")
    return path


def with_roster(path: Path) -> Sitting:
    return Sitting(Opening(rosters=(str(path),), seed=1))


def test_a_roster_brings_units_by_the_beginning_of_their_names(roster):
    sitting = with_roster(roster)
    assert "3 units to recall" in sitting.text
    sitting.say("", "", "rol", "", "oliver of", "")
    assert [dict(side[0].fields) for side in sitting.machine.table.sides] == [
        {"name": "Roland", "rested": True},
        {"name": "Oliver of Vienne", "height": True},
    ]


def test_a_roster_names_the_rules_and_the_side(roster):
    sitting = with_roster(roster)
    assert sitting.asks == "First side [Franks]> "
    assert sitting.machine.table.system == "duel"


def test_an_ambiguous_beginning_names_the_candidates(roster):
    sitting = with_roster(roster)
    assert wrong(sitting.say("", "", "oliv")) == ["name-ambiguous"]
    assert "they are Oliver of Vienne and Olivier" in sitting.text


def test_words_after_the_name_go_over_what_the_roster_says(roster):
    sitting = with_roster(roster)
    sitting.say("", "", "rol uphill")
    assert sitting.machine.table.sides[0][0].fields == {"name": "Roland", "rested": True, "height": True}


def test_a_name_of_nobody_is_refused_with_what_would_do(roster):
    sitting = with_roster(roster)
    assert wrong(sitting.say("", "", "Turpin restd")) == ["no-name"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("rules: duel\nname: F\nunits:\n  - {name: Roland, restd: true}\n", 4, 20),
        ("rules: duel\nname: F\nunits:\n  - {name: Roland, rested: 3}\n", 4, 28),
        ("rules: duel\nname: F\nunits: []\n", 3, 1),
        ("rules: duel\nnames: F\nunits:\n  - {name: Roland}\n", 2, 1),
        ("- 1\n", 1, 1),
        ("rules: gdb\nname: F\nunits:\n  - {name: Roland}\n", 1, 8),
        ("rules: duel\nsides:\n  - name: F\n    units:\n      - {name: Roland, restd: true}\n", 5, 24),
    ],
)
def test_a_roster_at_fault_points_into_it_and_asks_whether_to_go_on(tmp_path, text, line, column):
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    sitting = Sitting(Opening(rules="duel", rosters=(str(path),), seed=1))
    place = sitting.turn.warnings[0].place
    assert place is not None
    assert (place.file, place.line, place.column) == (str(path), line, column)
    assert sitting.asks == f"Go on without {path}? [no]> "
    assert sitting.say("").leave == 1


def test_without_the_roster_only_if_told_so(tmp_path):
    missing = str(tmp_path / "missing.yaml")
    sitting = Sitting(Opening(rules="duel", rosters=(missing,), seed=1))
    assert sitting.turn.warnings
    sitting.say("y")
    assert sitting.asks == "First side [A]> "


def test_a_roster_at_the_table_that_is_at_fault_changes_nothing(tmp_path):
    sitting = Sitting()
    before = sitting.machine.table
    assert sitting.say("", "", f":roster {tmp_path}/missing.yaml").problems
    assert sitting.machine.table.known == before.known


def test_units_of_the_evening_are_recalled_in_the_next_melee():
    sitting = Sitting()
    sitting.say(*UNITS, "4", "3", "", "rol", "", "Oliver", "")
    assert [side[0].name for side in sitting.machine.table.sides] == ["Roland", "Oliver"]


def test_a_roster_is_saved_and_reads_back(tmp_path):
    path = tmp_path / "saved.yaml"
    sitting = Sitting()
    sitting.say(*UNITS, "4", "3", f":roster save {path}")
    again = Sitting(Opening(rosters=(str(path),), seed=1))
    assert [(k.name, k.side) for k in again.machine.table.known] == [("Roland", "A"), ("Oliver", "B")]


def test_a_roster_that_cannot_be_written_leaves_the_old_one(roster, monkeypatch):
    sitting = with_roster(roster)

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", full)
    turn = sitting.machine.answer(f":roster save {roster}")
    assert wrong(sitting.say("", "") or turn) == []
    assert wrong(sitting.machine.answer(f":roster save {roster}")) == ["unwritable"]
    assert roster.read_text(encoding="utf-8") == ROSTER
    assert os.listdir(roster.parent) == ["franks.yaml"]


def test_a_melee_saved_is_a_scenario_with_its_dice(tmp_path):
    path = tmp_path / "melee.yaml"
    sitting = Sitting()
    sitting.say(*UNITS, "4", "3", f":save {path}")
    assert repeated(path) == [sitting.result["sides"]]


def test_a_file_that_is_there_is_written_over_only_when_told_so(tmp_path):
    path = tmp_path / "melee.yaml"
    path.write_text("precious", encoding="utf-8")
    sitting = Sitting()
    sitting.say(*UNITS)
    assert wrong(sitting.say(f":save {path}")) == ["file-exists"]
    assert path.read_text(encoding="utf-8") == "precious"
    assert not sitting.say(f":save! {path}").problems
    assert not sitting.say(f":save {path}").problems  # by now it is this session's own


@pytest.mark.parametrize("target", ["/no/such/folder/x.yaml", "\0"])
def test_a_file_that_cannot_be_written_is_a_problem(target):
    sitting = Sitting()
    sitting.say(*UNITS)
    assert wrong(sitting.say(f":save {target}")) == ["unwritable"]


def test_the_log_holds_the_evening_and_resolves_to_the_letter(tmp_path):
    path = tmp_path / "evening.yaml"
    sitting = Sitting()
    results = []
    sitting.say(*UNITS, "4", "r")
    results.append(sitting.result["sides"])
    sitting.say("1", "Rol", "", "Otto: uphill rested", "", "r")
    results.append(sitting.result["sides"])
    sitting.say("2", "r")  # dice again: the melee counts once
    results[-1] = sitting.result["sides"]
    sitting.say("1", "Rol", "", "Oli", "", f":log {path}")
    assert repeated(path) == results


def repeated(path: Path) -> list:
    return [resolve(check(d, Options()), Options()).data["sides"] for d in documents([str(path)])]


def test_a_scenario_is_loaded_onto_the_table(tmp_path):
    path = tmp_path / "melee.yaml"
    path.write_text(
        "rules: duel\nnight: true\nsides:\n"
        '  - {name: Franks, units: ["Roland: rested roll=3"]}\n'
        "  - {name: Moors, units: [{name: Oliver, height: true}]}\n",
        encoding="utf-8",
    )
    sitting = Sitting(Opening(seed=1))
    sitting.say(f":load {path}")
    assert sitting.asks == "One die for Oliver> "
    sitting.say("4")
    assert [side["score"] for side in sitting.result["sides"]] == [4, 4]
    sitting.say("2")  # dice again asks for the die of the file, too
    assert sitting.asks == "One die for Roland> "


def test_a_scenario_at_fault_is_not_loaded_and_points_into_the_file(tmp_path):
    path = tmp_path / "melee.yaml"
    path.write_text("rules: duel\nsides: []\n", encoding="utf-8")
    sitting = Sitting()
    turn = sitting.say("", "", f":load {path}")
    assert turn.problems[0].place.line == 2


def test_a_write_cut_short_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "melee.yaml"
    writing.write_whole(path, "one")

    def cut(*arguments):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(writing.os, "replace", cut)
    with pytest.raises(OSError, match="Input/output"):
        writing.write_whole(path, "two")
    assert path.read_text(encoding="utf-8") == "one"
    assert os.listdir(tmp_path) == ["melee.yaml"]
