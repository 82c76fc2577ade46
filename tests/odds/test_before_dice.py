"""What a result says of the odds that there were before its dice."""

from __future__ import annotations

import pytest

from melee_cli.api.odds import odds_before
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check_mapping
from tests.cli.running import melee

SOMERSET = """\
rules: gdb
sides:
  - name: French
    units: ["17th: inf 30 col ch =8", "13th: inf 24 col ch =5"]
  - name: British
    units: ["40th: inf 24 line brit =10"]
"""
# Dice that no throw asked for (Boyz hold, nobody flees) are no part of what was known before them.
HELD = """\
rules: whfb8
sides:
  - name: Empire
    units: [{name: Swords, leadership: 7, wounds: 1, pursuit_roll: 12}]
  - name: Orcs
    units: [{name: Boyz, leadership: 7, break_roll: 3, flee_roll: 2}]
"""


def explained(text: str, *arguments: str) -> str:
    ran = melee("resolve", "-", "--explain", *arguments, stdin=text, env={"COLUMNS": "200"})
    assert ran.code == 0, ran
    return ran.out


@pytest.mark.parametrize("dice", ["given", "rolled"])
def test_the_worked_example_says_its_odds_beside_the_result(dice: str) -> None:
    text = SOMERSET if dice == "given" else SOMERSET.replace(" =8", "").replace(" =10", "")
    out = explained(text, "--seed", "1")
    before = out[out.index("Before the dice") :].splitlines()[1]
    assert before == "  - French win 94.5%, draw 2.9%, British win 2.6%"


def test_where_the_winner_is_settled_it_says_what_may_become_of_the_units() -> None:
    # Target 6: held by 15 of 36; of the 21 that break, one on foot is caught in 721 of 1296.
    out = explained(HELD)
    before = out[out.index("Before the dice") :].splitlines()[1]
    assert before == "  - Boyz holds 41.7%, Boyz is destroyed 32.5%"


def test_what_takes_long_to_count_is_left_out() -> None:
    many = [{"name": f"B{i}", "leadership": 7} for i in range(30)]
    sides = [{"name": "A", "units": [{"name": "A0", "wounds": 9}]}, {"name": "B", "units": many}]
    checked = check_mapping({"rules": "whfb8", "sides": sides}, Options())
    assert checked.system is not None
    assert checked.book is not None
    opened = checked.system.open(checked.scenario, checked.book)
    assert odds_before(checked.scenario, checked.book, opened, steps=20) is None


def test_a_melee_without_dice_has_no_odds_before_them() -> None:
    wiped = HELD.replace("name: Boyz, leadership: 7", "name: Boyz, models: 0").replace("break_roll: 3, ", "")
    assert "Before the dice" not in explained(wiped.replace(", flee_roll: 2", ""))
