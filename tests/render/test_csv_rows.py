"""CSV: one row a unit with the same columns for every system, a row a problem where one failed."""

import csv
import io

from melee_cli.core.messages import M
from melee_cli.core.problems import Place, Problem
from melee_cli.core.rules import Line, Withheld
from melee_cli.core.view import Column, Grid, View
from melee_cli.render.csv import COLUMNS, HEADER, csv_rows, entries_text, table_text
from melee_cli.render.language import language_for
from tests.render.shown import duel, resolved

ENGLISH = language_for("en")


def read(text):
    return list(csv.DictReader(io.StringIO(HEADER + text)))


def test_a_unit_is_a_row():
    rows = read(csv_rows(resolved(duel('Ro"land, 1', seed=7)).data, ENGLISH))
    assert [row["unit"] for row in rows] == ['Ro"land, 1', "Oliver"]
    first = {key: value for key, value in rows[0].items() if value}
    assert first == {
        "file": "melee.yaml",
        "document": "1",
        "line": "1",
        "ok": "true",
        "rules": "duel",
        "seed": "7",
        "round": "1",
        "winner": "Red",
        "difference": "4",
        "side": "Red",
        "side_result": "win",
        "side_score": "5",
        "unit": 'Ro"land, 1',
        "roll": "4",
        "roll_origin": "entered",
        "modifiers": "duel.rested +1",
        "withheld": "duel.height",
        "total": "5",
        "outcome": "stands",
    }


def test_every_row_has_every_column():
    problem = Problem("bad", M("bad"))
    results = [resolved(duel()).data, {"ok": False, "source": {"file": "x"}, "problems": [problem]}]
    for result in results:
        for cells in csv.reader(io.StringIO(csv_rows(result, ENGLISH))):
            assert len(cells) == len(COLUMNS)


def test_a_failed_scenario_is_a_row_a_problem():
    first = Problem(
        "unknown-key", M("unknown key"), ("sides", 0), hint=M("which?"), place=Place("x.yaml", 9, 13)
    )
    result = {
        "ok": False,
        "source": {"file": "x.yaml", "document": 2, "line": 5},
        "problems": [first, Problem("no-sides", M("no sides"))],
    }
    rows = [{key: value for key, value in row.items() if value} for row in read(csv_rows(result, ENGLISH))]
    assert rows == [
        {
            "file": "x.yaml",
            "document": "2",
            "line": "9",
            "ok": "false",
            "problem": "unknown-key",
            "message": "unknown key",
            "column": "13",
            "path": "sides[0]",
            "hint": "which?",
        },
        {
            "file": "x.yaml",
            "document": "2",
            "line": "5",
            "ok": "false",
            "problem": "no-sides",
            "message": "no sides",
        },
    ]


def test_what_a_system_has_more_of_fills_its_columns():
    unit = {
        "name": "Spears",
        "break_test": {"target": 5, "roll": 7, "dice": [3, 4], "result": "broken"},
        "flight": {"roll": 6, "from": "Orcs", "caught": False, "caught_by": []},
        "pursuit": None,
        "steadfast": False,
        "inflicted": [{"target": "Orcs", "casualties": "5/2"}, {"target": "Goblins", "casualties": "1"}],
        "withheld": [Withheld("a", M("x"), "T"), Withheld("b", M("x"), "T")],
    }
    side = {"name": "A", "counting_unit": "Spears", "lines": [Line("s", M("S"), 1, "§")], "units": [unit]}
    row = read(csv_rows({"ok": True, "sides": [side]}, ENGLISH))[0]
    wanted = {
        "break_target": "5",
        "break_roll": "7",
        "break_result": "broken",
        "flight_roll": "6",
        "flees_from": "Orcs",
        "caught": "false",
        "caught_by": "",
        "catches": "",
        "steadfast": "false",
        "inflicted": "Orcs 5/2; Goblins 1",
        "withheld": "a; b",
        "counts": "true",
        "side_lines": "s +1",
    }
    assert {key: row[key] for key in wanted} == wanted


def test_grids_and_entries_are_csv_too():
    grid = Grid(M("G"), [Column(M("a")), Column(M("b"))], [["x,y", 1], [M("z"), None]])
    assert table_text(View(M("v"), [grid, grid]), ENGLISH) == 'a,b\n"x,y",1\nz,\n\na,b\n"x,y",1\nz,\n'
    assert entries_text([{"a": 1, "b": M("x")}, {"a": True, "b": None}], ENGLISH) == "a,b\n1,x\ntrue,\n"
    assert entries_text([], ENGLISH) == ""
