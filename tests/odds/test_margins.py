"""Margins: the least change of one throw that changes the outcome, and no smaller one does."""

from __future__ import annotations

from random import Random
from typing import Any

from melee_cli.core.sensitivity import found_margins, margins
from melee_cli.core.stages import Dealer, play
from melee_cli.render.language import language_for
from melee_cli.systems import find
from tests.gdb.playing import resolved, units_of
from tests.gdb.strategies import random_scenario
from tests.odds.brute import opened

GDB, WHFB8 = find("gdb"), find("whfb8")


def foot(name: str, roll: int, figures: int = 24, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": "infantry", "figures": figures, "roll": roll, **fields}


def worked() -> dict[str, Any]:
    column = {"formation": "column", "action": "charging"}
    french = [foot("17th", 8, 30, **column), foot("13th", 5, **column)]
    return {
        "rules": "gdb",
        "sides": [
            {"name": "French", "units": french},
            {"name": "British", "units": [foot("40th", 10, british=True)]},
        ],
    }


def sentences(plain: dict[str, Any]) -> list[str]:
    system = find(plain["rules"])
    assert system is not None
    melee, _, _ = opened(system, plain)
    _, record = play(melee, Dealer(1, 1))
    return [language_for("en", system).text(message) for message in margins(melee, system, record)]


def test_the_worked_example_says_what_decided_it() -> None:
    assert (
        "1 more on the roll of 40th: each of 17th and 13th presses or stands (now: stands), "
        "40th pushed back (now: retreats)" in sentences(worked())
    )


def test_no_smaller_change_of_a_throw_changes_who_wins_or_what_a_unit_does() -> None:
    assert GDB is not None
    checked = 0
    for seed in range(25):
        plain = random_scenario(Random(seed), 3, 1.0)
        melee, _, _ = opened(GDB, plain)
        _, record = play(melee, Dealer(0, 1))
        was = told(plain)
        found = {(m.unit, m.steps > 0): m.steps for m in found_margins(melee, GDB, record)}
        for unit in names(plain):
            rolled = record.rolls[unit, "roll"].total
            for step in (1, -1):
                wanted = None
                for total in range(rolled + step, 13 if step > 0 else 1, step):
                    if told(with_roll(plain, unit, total)) != was:
                        wanted = total - rolled
                        break
                assert found.get((unit, step > 0)) == wanted, (plain, unit, step)
                checked += wanted is not None
    assert checked > 25


def names(plain: dict[str, Any]) -> list[str]:
    return [unit["name"] for side in plain["sides"] for unit in side["units"]]


def told(plain: dict[str, Any]) -> tuple[Any, ...]:
    result = resolved(plain)
    return result["outcome"]["winner"], [unit["outcome"] for unit in units_of(result).values()]


def with_roll(plain: dict[str, Any], name: str, roll: int) -> dict[str, Any]:
    sides = [
        {
            **side,
            "units": [{**unit, "roll": roll} if unit["name"] == name else unit for unit in side["units"]],
        }
        for side in plain["sides"]
    ]
    return {**plain, "sides": sides}


def test_a_change_that_asks_for_throws_nobody_made_tells_only_what_is_sure() -> None:
    sides = [
        {"name": "A", "units": [{"name": "a", "leadership": 7, "wounds": 2}]},
        {"name": "B", "units": [{"name": "b", "leadership": 9, "break_roll": 7}]},
    ]
    # Its flee roll and the pursuit roll would be thrown only then: whether it is caught is not told.
    assert sentences({"rules": "whfb8", "sides": sides}) == [
        "1 more on the Break test of b: b breaks (now: holds)"
    ]
