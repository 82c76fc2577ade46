"""Numbers worked out elsewhere: the worked example, the digest's tables, and icepool as an oracle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from icepool import d6

from melee_cli.core.enumeration import Budget
from melee_cli.core.odds import Odds, odds
from melee_cli.core.problems import Problem
from melee_cli.systems import find
from tests.odds.brute import odds_of, opened

GDB, WHFB8 = find("gdb"), find("whfb8")


def gdb(first: list[dict[str, Any]], second: list[dict[str, Any]], **keys: Any) -> Odds:
    assert GDB is not None
    sides = [{"name": "French", "units": first}, {"name": "British", "units": second}]
    return odds_of(GDB, {"rules": "gdb", "sides": sides, **keys})


def foot(name: str, figures: int = 24, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": "infantry", "figures": figures, **fields}


def column(name: str, figures: int) -> dict[str, Any]:
    return foot(name, figures, formation="column", action="charging")


WORKED = ([column("17th", 30), column("13th", 24)], [foot("40th", british=True)])


def whfb8(winners: list[dict[str, Any]], losers: list[dict[str, Any]]) -> Odds:
    """Return the odds of a combat whose first unit has inflicted a wound; nobody has ranks."""
    assert WHFB8 is not None
    sides = [
        {"name": side, "units": [{"name": f"{side}{i}", "leadership": 7, **u} for i, u in enumerate(units)]}
        for side, units in (("A", winners), ("B", losers))
    ]
    return odds_of(WHFB8, {"rules": "whfb8", "sides": sides})


def test_the_worked_example_without_dice_out_of_46656() -> None:
    found = gdb(*WORKED)
    assert found.total == 46_656
    wins = {side: found.wins(side) * 46_656 for side in ("French", None, "British")}
    assert wins == {"French": 44_070, None: 1_356, "British": 1_230}
    [by_eight] = [row for row in found.differences() if (row.winner, row.difference) == ("French", 8)]
    assert (by_eight.at_least, by_eight.band) == (13_110, "8+")
    assert ("French", "8+", Fraction(13_110, 46_656)) in found.bands()


def test_the_worked_example_with_the_two_french_rolls_given() -> None:
    french = [{**unit, "roll": roll} for unit, roll in zip(WORKED[0], (8, 5), strict=True)]
    found = gdb(french, WORKED[1])
    assert found.total == 36
    # The French stand at 15, so the 40th, at +2, draws with a 13, and wins with nothing.
    assert (found.wins("French"), found.wins(None), found.wins("British")) == (1, 0, 0)


@pytest.mark.parametrize("first", [[3], [3, 5], [-2, 0, 4]])
@pytest.mark.parametrize("second", [[0], [1, 1]])
def test_the_difference_is_what_icepool_says(first: list[int], second: list[int]) -> None:
    def side(name: str, bonuses: list[int]) -> list[dict[str, Any]]:
        # Gunners of a quality without modifier: -2 for the arm, the rest is what the umpire adds.
        return [
            {
                "name": f"{name}{i}",
                "type": "artillery",
                "figures": 10,
                "fighting": 10,
                "modifiers": [{"value": bonus + 2, "reason": "test"}],
            }
            for i, bonus in enumerate(bonuses)
        ]

    found = gdb(side("A", first), side("B", second))
    larger = min(6, 2 * (len(first) - len(second)) // len(second)) if len(first) > len(second) else 0
    smaller = min(6, 2 * (len(second) - len(first)) // len(first)) if len(second) > len(first) else 0
    die = highest(first, larger) - highest(second, smaller)
    expected = {value: Fraction(count, die.denominator()) for value, count in die.items()}
    sign = {"French": 1, "British": -1, None: 0}
    ours = {sign[who] * by: Fraction(w, found.total) for (who, by, _), w in found.ends.items()}
    assert ours == expected


def highest(bonuses: list[int], first: int) -> icepool.Die[int]:
    """Return the highest of 2D6 and a bonus each; *first* more for the first."""
    dice = [2 @ d6 + bonus + (first if i == 0 else 0) for i, bonus in enumerate(bonuses)]
    return dice[0] if len(dice) == 1 else icepool.highest(*dice)


HOLDS_OF_36 = dict(zip(range(2, 11), (1, 3, 6, 10, 15, 21, 26, 30, 33), strict=True))
HOLDS_OF_216 = dict(zip(range(2, 11), (16, 43, 77, 113, 147, 174, 193, 205, 212), strict=True))


def stubborn(leadership: int, **fields: Any) -> Fraction:
    """Return the chance that a unit with this effective Leadership holds."""
    found = whfb8([{"wounds": 3}], [{"leadership": leadership, "stubborn": True, **fields}])
    return found.units["B0"]["holds"].chance()


@pytest.mark.parametrize("leadership", list(HOLDS_OF_36))
def test_a_break_test_holds_as_often_as_the_table_says(leadership: int) -> None:
    once = Fraction(HOLDS_OF_36[leadership], 36)
    assert stubborn(leadership) == once
    assert stubborn(leadership, battle_standard_near=True) == 1 - (1 - once) ** 2
    assert stubborn(leadership, cold_blooded=True) == Fraction(HOLDS_OF_216[leadership], 216)


def test_below_two_only_insane_courage_holds() -> None:
    assert stubborn(1) == Fraction(1, 36)


CAUGHT = [
    ("infantry", "infantry", 1, Fraction(721, 1296)),
    ("infantry", "infantry", 2, Fraction(11_207, 15_552)),
    ("cavalry", "infantry", 1, Fraction(1_877, 2_592)),
    ("infantry", "cavalry", 1, Fraction(247, 648)),
]


@pytest.mark.parametrize(("pursuer", "fleeing", "count", "chance"), CAUGHT)
def test_a_fleeing_unit_is_caught_as_often_as_the_table_says(
    pursuer: str, fleeing: str, count: int, chance: Fraction
) -> None:
    winners = [{"type": pursuer, "wounds": 3} for _ in range(count)]
    found = whfb8(winners, [{"type": fleeing, "break_roll": 12}])
    assert found.units["B0"]["breaks"].chance() == 1
    assert found.units["B0"]["destroyed"].chance() == chance


def test_two_pursuers_of_one_unit_share_its_flee_roll() -> None:
    found = whfb8([{"wounds": 3}, {"wounds": 3}], [{"break_roll": 12}])
    [joint] = found.joint
    assert (joint.measure, joint.units, joint.others) == ("catches", ("A0", "A1"), ("B0",))
    both, first, neither = (Fraction(joint.weights[u], joint.total) for u in (("A0", "A1"), ("A0",), ()))
    assert both + 2 * first + neither == 1
    assert both + 2 * first == Fraction(11_207, 15_552)
    assert both + first == found.units["A0"]["catches"].chance() == Fraction(721, 1296)
    assert both > (both + first) ** 2, "not independent"
    oracle = (2 @ d6).map(lambda roll: icepool.lowest(2 @ d6, 2 @ d6) >= roll)
    assert both == Fraction(oracle.quantity(True), oracle.denominator())


def test_a_combat_beyond_the_budget_is_refused_at_once_with_a_hint() -> None:
    assert WHFB8 is not None
    sides = [
        {
            "name": side,
            "units": [{"name": f"{side}{i}", "leadership": 7, "wounds": wounds} for i in range(20)],
        }
        for side, wounds in (("A", 3), ("B", 0))
    ]
    melee, scenario, _ = opened(WHFB8, {"rules": "whfb8", "sides": sides})
    found = odds(melee, WHFB8, scenario, Budget(30))
    assert isinstance(found, Problem)
    assert found.code == "odds-budget"
    assert found.hint is not None
    assert "--budget" in found.hint.text
