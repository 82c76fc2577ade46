"""A rules system installed by somebody else is served by every command and format, unchanged."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from tests.cli.running import melee

DUEL = """\
rules: duel
title: At dawn
sides:
  - name: Red
    units: [{name: Roland, rested: true, roll: 4}]
  - name: Blue
    units: ["Oliver: uphill roll=1"]
"""
LINES = ("--rules", "duel", "-a", "Roland: rested roll=4", "-b", "Oliver: uphill roll=1")


def test_its_scenario_resolves_to_a_table_with_the_verdict_first() -> None:
    out, err, code = melee("resolve", "-", stdin=DUEL)
    assert (out.splitlines()[0], err, code) == ("Red by 2", "", 0)
    assert re.search(r"^ Rested +\+1 +p. 2$", out, re.M)


def test_its_scenario_resolves_to_json_in_the_shape_of_the_contract() -> None:
    out, _, code = melee("resolve", "--format", "json", "-", stdin=DUEL)
    (result,) = json.loads(out)
    assert code == 0
    assert result["rules"] == {
        "id": "duel",
        "title": "Duel",
        "house": None,
        "rulings": {"height_at_night": "no"},
    }
    assert [side["score"] for side in result["sides"]] == [5, 3]
    assert result["outcome"] == {"winner": "Red", "difference": 2}


def test_its_scenario_resolves_to_a_line_of_json_a_row_a_unit_and_markdown() -> None:
    assert json.loads(melee("resolve", "--format", "jsonl", "-", stdin=DUEL).out)["title"] == "At dawn"
    rows = list(csv.DictReader(io.StringIO(melee("resolve", "--format", "csv", "-", stdin=DUEL).out)))
    assert [row["unit"] for row in rows] == ["Roland", "Oliver"]
    assert "Red by 2" in melee("resolve", "--format", "markdown", "-", stdin=DUEL).out


def test_its_lines_fight_at_once() -> None:
    out, err, code = melee("fight", *LINES, "--format", "jsonl")
    assert (json.loads(out)["outcome"]["winner"], err, code) == ("A", "", 0)


def test_its_fight_as_yaml_repeats_itself_with_the_seed_that_was_drawn() -> None:
    fight = melee("fight", "--rules", "duel", "-a", "Roland: rested", "-b", "Oliver:", "--format", "yaml")
    assert "seed:" in fight.out
    again = [melee("resolve", "--format", "jsonl", "-", stdin=fight.out).out for _ in range(2)]
    assert again[0] == again[1]


def test_its_rulings_switch() -> None:
    dark = DUEL + "night: true\n"
    by_night = melee("resolve", "--brief", "-", stdin=dark)
    switched = melee("resolve", "--brief", "--ruling", "height_at_night=yes", "-", stdin=dark)
    assert (by_night.out, switched.out) == ("Red by 4\n", "Red by 2\n")


def test_what_was_withheld_is_explained() -> None:
    out = melee("resolve", "--explain", "-", stdin=DUEL + "night: true\n").out
    assert "it is night" in out
    assert "ruling:height_at_night" in out


def test_its_expectations_are_checked() -> None:
    good = melee("check", "-", stdin=DUEL + "expect: {winner: Red, difference: 2}\n")
    bad = melee("check", "-", stdin=DUEL + "expect: {winner: Blue}\n")
    assert (good.out, good.err, good.code) == ("", "1 checked, 0 with problems\n", 0)
    assert bad.code == 1
    assert bad.err.endswith("1 checked, 1 with problems\n")


def test_its_own_check_points_at_the_place() -> None:
    two = DUEL.replace("rested: true, roll: 4}", "rested: true, roll: 4}, {name: Ganelon}")
    err = melee("resolve", "-", stdin=two).err
    assert "<stdin>:5:" in err
    assert "a side has one champion" in err


def test_an_unknown_key_of_its_is_refused_with_the_nearest() -> None:
    ran = melee("resolve", "--format", "json", "-", stdin=DUEL.replace("rested", "restd"))
    (problem,) = json.loads(ran.out)[0]["problems"]
    assert (problem["code"], problem["line"], problem["column"], ran.code) == ("unknown-key", 5, 28, 1)
    assert "rested" in problem["hint"]


def test_its_rules_are_listed_and_searched() -> None:
    whole, found = melee("rules", "duel").out, melee("rules", "duel", "ground").out
    assert all(rule in whole for rule in ("duel.height", "duel.rested", "duel.winner", "height_at_night"))
    assert "duel.height" in found
    assert "duel.rested" not in found


def test_it_is_among_the_systems_installed() -> None:
    assert "Two champions, one die each." in melee("rules").out


def test_its_starter_resolves_as_it_stands() -> None:
    starter = melee("new", "duel").out
    assert starter.startswith("# yaml-language-server: $schema=")
    assert melee("resolve", "-", stdin=starter).code == 0


@pytest.mark.parametrize("what", ["scenario", "result"])
def test_it_has_schemas(what: str) -> None:
    schema = json.loads(melee("schema", what, "duel").out)
    assert "2020-12" in schema["$schema"]


def test_its_odds_are_exact() -> None:
    ran = melee("odds", "--format", "json", "-", stdin=DUEL.replace(", roll: 4", ""))
    assert ran.code == 0
    assert '"numerator"' in ran.out


def test_a_folder_may_mix_it_with_others(tmp_path) -> None:  # type: ignore[no-untyped-def] # a fixture
    (tmp_path / "a.yaml").write_text(DUEL)
    (tmp_path / "b.yaml").write_text(melee("new", "gdb").out)
    out, err, code = melee("resolve", "--format", "jsonl", tmp_path)
    assert [json.loads(line)["rules"]["id"] for line in out.splitlines()] == ["duel", "gdb"]
    assert (err, code) == ("2 resolved, 0 with problems\n", 0)
