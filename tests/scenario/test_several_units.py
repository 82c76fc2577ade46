"""One line that makes several units: as many as it says, and problems where the line stands."""

from __future__ import annotations

import pytest

from melee_cli.core.problems import path_text
from tests.scenario.reading import checked, wrong

SEVERAL = """\
rules: gdb
sides:
  - name: French
    units:
      - {name: 17th, type: infantry, figures: 30, roll: 8}
      - 3x 9th: inf 24 col =7
      - "2x Guns: art 8 =7"
      - {name: 13th, type: infantry, figures: 24, roll: 8}
  - name: British
    units:
      - "2х 40th: inf 24 =10 against=13th"
      - '"3x": inf 24 =10'
"""


def test_a_number_before_a_unit_on_one_line_makes_as_many_units():
    scenario = checked(SEVERAL).scenario
    french, british = ([unit.name for unit in side.units] for side in scenario.sides)
    assert french == ["17th", "9th/1", "9th/2", "9th/3", "Guns/1", "Guns/2", "13th"]
    assert british == ["40th/1", "40th/2", "3x"]
    assert [unit.against for unit in scenario.sides[1].units[:2]] == [["13th"], ["13th"]]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("3x 9th: inf 24 col", "3x 9th: inf 24 sqaure", ["6:24 unknown-word <sqaure>"]),
        ("3x 9th: inf 24 col", "3x 9th: art 24 col", ["6:24 formation-of-arm <col>"]),
        ("art 8 =7", "art 8 =17", ["7:25 out-of-range <=17>"]),
        ("name: 13th, ", "name: 9th/2, ", ["8:16 same-name <9th/2>", "11:30 unknown-enemy <against=13th>"]),
        ("24, roll: 8", "24, rol: 8", ["8:51 unknown-key <rol>"]),
        ("against=13th", "against=9th", ["11:30 unknown-enemy <against=9th>"]),
        ("3x 9th", "0x 9th", ["6:9 out-of-range <0x 9th>"]),
        ("2x Guns", "100x Guns", ["7:10 out-of-range <100>"]),
        ("2x Guns", "02x Guns", ["7:10 out-of-range <02>"]),
        ("2x Guns", "2x  Guns" + "s" * 200, [f"7:14 long-name <Guns{'s' * 200}>"]),
    ],
)
def test_a_problem_of_several_units_on_one_line_is_told_once_where_it_was_written(old, new, found):
    assert wrong(SEVERAL.replace(old, new, 1)) == found


def test_the_path_of_a_problem_counts_units_as_they_were_written():
    (problem,) = checked(SEVERAL.replace("24, roll: 8", "24, rol: 8")).problems
    assert path_text(problem.path) == "sides[0].units[3].rol"


def test_what_numbers_of_units_repeat_is_counted_in():
    many = "".join(f"      - 99x U{n}: inf 24 col =7\n" for n in range(80))
    text = SEVERAL.replace("      - 3x 9th: inf 24 col =7\n", many)
    assert {line.split()[1] for line in wrong(text)} == {"too-many-nodes"}
