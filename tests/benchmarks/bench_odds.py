"""How fast odds are: against icepool, by the number of units, and until a melee is decided."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from icepool import d6, highest

from melee_cli.api.rounds import rounds
from melee_cli.core.dice import TWO_D6
from melee_cli.core.enumeration import Highest, difference
from melee_cli.core.messages import M
from melee_cli.core.odds import Odds, Rounds, odds
from melee_cli.core.stages import Die
from melee_cli.core.system import open_book
from melee_cli.systems import find
from tests.benchmarks.timing import by_turns, report

GDB = find("gdb")
assert GDB is not None
BOOK = open_book(GDB)


def _scenario(first: int, second: int, **fields: Any) -> Any:
    """Return a melee of *first* French columns against *second* British battalions."""
    french = {"type": "infantry", "figures": 24, "formation": "column", "action": "charging", **fields}
    british = {"type": "infantry", "figures": 24, "british": True, **fields}
    sides = [
        {"name": "French", "units": [{"name": f"F{i}", **french, "figures": 24 + i} for i in range(first)]},
        {"name": "British", "units": [{"name": f"B{i}", **british} for i in range(second)]},
    ]
    return GDB.scenario().model_validate({"rules": "gdb", "sides": sides})  # type: ignore[union-attr]  # asserted above


def _whole(scenario: Any) -> Odds:
    """Return the full odds of a checked scenario: opened, folded, counted."""
    assert GDB is not None
    found = odds(GDB.open(scenario, BOOK), GDB, scenario)
    assert isinstance(found, Odds)
    return found


def _timed(run: Callable[[], Any], times: int) -> Callable[[], float]:
    def timed() -> float:
        start = time.perf_counter()
        for _ in range(times):
            run()
        return (time.perf_counter() - start) / times

    return timed


def _icepool(a: int = 5, b: int = 3, c: int = 2) -> Any:
    """The difference of two against one, built anew."""
    return highest(2 @ d6 + a, 2 @ d6 + b) - (2 @ d6 + c)


def _difference() -> Any:
    """The same by our closed form, its lanes built anew."""
    dice = [Die(name, "roll", TWO_D6, None, M("2D6")) for name in "abc"]
    return difference(Highest(dice[:2], (5, 3), False), Highest(dice[2:], (2,), False))


def odds_against_icepool() -> bool:
    """The difference of 2 against 1 is 20 times faster; its full odds are no slower."""
    ours, theirs = _difference(), _icepool()
    assert dict(ours.items()) == dict(theirs.items()), "both say the same"
    worked = _scenario(2, 1)
    took = by_turns(
        {
            "icepool": _timed(_icepool, 40),
            "difference": _timed(_difference, 400),
            "whole": _timed(lambda: _whole(worked), 40),
        },
        15,
    )
    fine = report("difference of 2 against 1, to icepool", took["difference"], took["icepool"], 1 / 20)
    return report("full odds of 2 against 1, to icepool", took["whole"], took["icepool"], 1) and fine


def odds_by_size() -> bool:
    """Ten against ten takes at most 40 times as long as one against one."""
    one, ten = _scenario(1, 1), _scenario(10, 10)
    took = by_turns({"1": _timed(lambda: _whole(one), 40), "10": _timed(lambda: _whole(ten), 3)}, 9)
    return report("full odds of 10 against 10, to 1 against 1", took["10"], took["1"], 40)


def odds_until_decided() -> bool:
    """Three battalions against three, all told to press, until it is decided: about a second."""

    def run(scenario: Any) -> Callable[[], None]:
        def decide() -> None:
            found = rounds(scenario, BOOK, None)
            assert isinstance(found, Rounds)
            assert found.left < found.bound

        return decide

    undecided, pressing = _scenario(3, 3), _scenario(3, 3, follow_up="press")
    took = by_turns({"stand": _timed(run(undecided), 1), "press": _timed(run(pressing), 1)}, 3)
    fine = report("until decided, 3 against 3 that stand", took["stand"], 1.0, 1)
    return report("until decided, 3 against 3 that press", took["press"], 1.0, 1.3) and fine
