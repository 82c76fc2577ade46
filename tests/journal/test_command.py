"""``melee journal``: every command, for people and for programs, in both languages, with its exit code."""

from __future__ import annotations

import csv
import io

import pytest

from melee_cli.cli import journal as command
from melee_cli.journal import battles
from tests.cli.running import ROOT
from tests.journal.evening import ten_melees

COMMANDS = ("list", "show", "units", "correct", "undo", "redo", "loss", "set", "check", "delete")


@pytest.fixture
def evening(tmp_path):
    return ten_melees(tmp_path)


def test_the_list_says_of_each_battle_what_it_was_and_what_it_cost(melee, evening):
    done = melee("journal")
    assert done.code == 0
    assert done.out == melee("journal", "list").out
    row = done.out.splitlines()[4].split()
    assert (row[0], row[3:]) == ("1", ["Ligny", "gdb", "10", "French", "23,", "Prussians", "27", "open"])


def test_the_list_shows_the_last_twenty_and_says_how_many_there_are(melee, evening):
    with evening.store.transaction():
        for number in range(30):
            battles.begin(evening.store, f"Skirmish {number}", "gdb")
    shown = melee("journal", "list").out
    assert "31 battles in the journal" in shown
    assert "11 older battles: --all shows them" in shown
    assert "Ligny" not in shown
    assert "Ligny" in melee("journal", "list", "--all").out
    assert len(melee("journal", "list", "--format", "json").json["battles"]) == 31


def test_without_a_journal_the_list_is_empty_and_makes_no_file(melee, tmp_path):
    assert melee("journal").code == 0
    assert list(tmp_path.iterdir()) == []
    assert melee("journal", "show").code == 1
    assert melee("journal", "undo").code == 1
    assert list(tmp_path.iterdir()) == []


def test_a_battle_is_shown_melee_after_melee(melee, evening):
    shown = melee("journal", "show", "lig").out
    assert "3  " in shown
    assert "French by 4: B retreats" in " ".join(shown.split())
    data = melee("journal", "show", "--format", "json").json
    assert [moment["melee"] for moment in data["moments"]] == list(range(1, 11))
    third = data["moments"][2]
    assert third["verdict"] == "French by 4: B retreats, 6 of 36 lost"
    assert [(unit["name"], unit["before"], unit["after"]) for unit in third["units"]] == [
        ("A", 36, 33),
        ("B", 36, 30),
    ]


def test_one_melee_is_shown_whole_as_it_was_on_the_screen(melee, evening, tmp_path):
    shown = melee("journal", "show", "1", "3").out
    assert shown.startswith("French by 4: B retreats, 6 of 36 lost\n")
    assert "T3" in shown
    assert melee("journal", "show", "1", "11").code == 1
    data = melee("journal", "show", "1", "3", "--format", "json").json
    assert data["result"]["outcome"] == {"winner": "French", "difference": 4, "band": "3-7"}
    assert data["scenario"]["sides"][0]["units"][0]["roll"] == 9


def test_units_are_shown_through_the_battle(melee, evening):
    line = next(line for line in melee("journal", "units").out.splitlines() if line.split()[:1] == ["A"])
    assert line.split()[1:6] == ["36", "33", "31", "29", "29"]
    units = {unit["name"]: unit for unit in melee("journal", "units", "--format", "json").json["units"]}
    assert (units["A"]["start"], units["A"]["now"]) == (36, 29)


def test_losses_and_states_come_upon_units_and_are_taken_back(melee, evening):
    assert "29 → 25" in melee("journal", "loss", "A", "4", "artillery").out
    assert melee("journal", "set", "A", "quality=guard").code == 0
    assert "A: quality=guard" in melee("journal", "undo").out
    assert "A loses 4: artillery" in melee("journal", "undo").out
    assert melee("journal", "redo", "--format", "json").json["changes"][0]["state"] == "done"
    assert evening.left("A") == 25


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("loss", "A", "99"), 1),
        (("loss", "A", "0"), 2),
        (("loss", "Nobody", "1"), 1),
        (("set", "A", "colour=blue"), 1),
        (("set", "A", "colour"), 2),
        (("show", "Jena"), 1),
        (("redo",), 1),
        (("correct", "99", "--set", "A.roll=4", "--yes"), 1),
        (("correct", "3", "--set", "A.roll=44", "--yes"), 1),
        (("correct", "3", "--unit", "Z: inf 3", "--yes"), 2),
        (("correct", "3", "--set", "roll", "--yes"), 2),
        (("frobnicate",), 2),
        (("delete", "Ligny"), 2),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_and_changes_nothing(melee, evening, arguments, code):
    before = evening.course
    done = melee("journal", *arguments)
    assert done.code == code
    assert done.err.strip()
    assert "defect" not in done.err
    assert evening.course == before


def test_problems_are_json_where_json_is_asked_for(melee, evening):
    done = melee("journal", "show", "Jena", "--format", "json")
    assert (done.code, done.err) == (1, "")
    assert done.json["ok"] is False
    assert done.json["problems"][0]["code"] == "no-battle"


def test_a_correction_is_shown_and_written_only_when_told_so(melee, evening):
    before = evening.course
    done = melee("journal", "correct", "3", "--set", "A.roll=4")
    assert "36 → 33" in done.out
    assert "36 → 32" in done.out
    assert "not written" in done.out
    assert evening.course == before
    done = melee("journal", "correct", "3", "--unit", "A: inf 36 line =4", "--yes", "--format", "json")
    assert done.json["written"] is True
    assert [change["melee"] for change in done.json["changes"]] == [3, 5, 7, 10]
    assert evening.left("B") == 29
    melee("journal", "undo")
    assert evening.course == before


def test_a_correction_is_confirmed_on_a_terminal(melee, evening, monkeypatch):
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    before = evening.course
    for answer, written in (("", False), ("no\n", False), ("да\n", True)):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        done = melee("journal", "correct", "3", "--set", "A.roll=4")
        assert "36 → 32" in done.err
        assert ("written; melee journal undo" in done.out) is written
        assert (evening.course != before) is written


def test_check_finds_the_journal_whole(melee, evening):
    done = melee("journal", "check")
    assert (done.code, "whole, 1 battle" in done.out) == (0, True)


def test_check_tells_of_damage(melee, evening, monkeypatch):
    monkeypatch.setattr("melee_cli.journal.store.Store.wrong", lambda self: ["page 7 is never used"])
    done = melee("journal", "check", "--format", "json")
    assert (done.code, done.json["ok"], done.json["wrong"]) == (1, False, ["page 7 is never used"])


def test_a_battle_is_removed_only_when_told_so(melee, evening, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(command, "is_terminal", lambda: True)
        patched.setattr("sys.stdin", io.StringIO("\n"))
        assert "Ligny stays" in melee("journal", "delete", "Ligny").out
    assert "Ligny is removed" in melee("journal", "delete", "Ligny", "--yes").out
    assert "there is no battle" in melee("journal").out or "0 battles" in melee("journal").out


def test_russian_is_spoken_everywhere(melee, evening):
    assert "отступление" in melee("journal", "show", "--lang", "ru").out
    assert "1 сражение в журнале" in melee("journal", "list", "--lang", "ru").out
    assert "нет отряда Nobody" in melee("journal", "loss", "Nobody", "1", "--lang", "ru").err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(melee, name):
    done = melee("journal", name, "--help")
    assert done.code == 0
    assert f"melee journal {name}" in done.out


def test_tables_go_into_spreadsheets(melee, evening):
    rows = list(csv.DictReader(io.StringIO(melee("journal", "show", "--format", "csv").out)))
    assert [(row["melee"], row["unit"], row["lost"]) for row in rows[4:6]] == [
        ("3", "A", "3"),
        ("3", "B", "6"),
    ]
    rows = list(csv.DictReader(io.StringIO(melee("journal", "units", "--format", "csv").out)))
    assert {row["unit"] for row in rows} == {"1st", "2nd", "3rd", "A", "B", "West", "East", "South", "North"}


def test_resolve_keeps_melees_in_a_battle(melee, tmp_path):
    folder = str(ROOT / "scenarios" / "gdb")
    plain = melee("resolve", folder, "--seed", "1", "--format", "json")
    kept = melee("resolve", folder, "--seed", "1", "--format", "json", "--journal", "Somerset", "--jobs", "2")
    assert kept == plain
    moments = melee("journal", "show", "Somerset", "--format", "json").json["moments"]
    assert [moment["winner"] for moment in moments] == [one["outcome"]["winner"] for one in plain.json]
    whole = melee("journal", "show", "Somerset", "1", "--format", "json").json
    assert whole["result"]["sides"] == plain.json[0]["sides"]


def test_a_journal_that_cannot_be_used_does_not_stop_a_result(melee, tmp_path):
    (tmp_path / "journal.sqlite3").write_text("Dear diary, ", encoding="utf-8")
    path = str(ROOT / "scenarios" / "gdb" / "somerset.yaml")
    done = melee("resolve", path, "--journal", "Somerset")
    assert done.code == 1
    assert "French by 3" in done.out
    assert "is no journal of melee" in " ".join(done.err.split())


def test_a_failed_scenario_does_not_come_into_the_battle(melee, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("rules: gdb\nsides: []\n", encoding="utf-8")
    assert melee("resolve", str(path), "--journal", "Somerset").code == 1
    assert melee("journal", "list", "--format", "json").json["battles"] == []


def test_on_a_terminal_the_lines_of_the_melee_are_offered_to_edit(melee, evening, monkeypatch):
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    offered = []

    def prompt(message, default):
        offered.append(default)
        return default.replace("roll: 9", "roll: 4")

    monkeypatch.setattr("prompt_toolkit.prompt", prompt)
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert melee("journal", "correct", "3").code == 0
    assert offered[0] == "{name: A, type: infantry, formation: line, figures: 36, roll: 9}"
    assert evening.score(3, 0) == 5
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    monkeypatch.setattr("prompt_toolkit.prompt", lambda message, default: default and "A: inf 36 =9")
    assert melee("journal", "correct", "3").code == 1  # two units of one name
