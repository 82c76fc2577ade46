"""How fast the odds of a round from profiles are: by models, by units a side, and until it is decided.

``python -m tests.benchmarks.run blows_by_models blows_by_units blows_until_decided``
"""

from __future__ import annotations

import time
from fractions import Fraction
from resource import RUSAGE_SELF, getrusage
from typing import Any

from melee_cli.api.rounds import rounds
from melee_cli.core.odds import Odds, Rounds, odds
from melee_cli.core.system import open_book
from melee_cli.systems.whfb8 import SYSTEM
from tests.benchmarks.timing import by_turns, report
from tests.whfb8.playing import fight
from tests.whfb8.reading import troops

BOOK = open_book(SYSTEM)
#: What the machine's own speed is measured by: so many sums of fractions.
SUMS = 3000


def _yardstick() -> float:
    """Return how long the yardstick takes: about 5 ms on a machine of 2024."""
    start = time.perf_counter()
    total = Fraction(0)
    for number in range(1, SUMS):
        total += Fraction(1, number % 36 + 1)
    return time.perf_counter() - start


def _scenario(units: int, models: int) -> Any:
    """Return so many units a side of so many models each, all different, front against front."""
    first = [
        {"weapon": "spear", "save": 6},
        {"weapon": "halberd", "save": 5, "i": 4},
        {"weapon": "two_hand_weapons"},
        {"weapon": "great_weapon", "save": 6},
        {"weapon": "spear", "ws": 4},
    ]
    second = [
        {"save": 4, "i": 5},
        {"weapon": "hand_weapon_and_shield", "save": 5},
        {"ws": 4, "i": 2},
        {"weapon": "halberd", "s": 4},
        {"weapon": "spear", "rules": ["hatred"]},
    ]
    sides = [[troops(models, 5, **one) for one in side[:units]] for side in (first, second)]
    return SYSTEM.scenario().model_validate(fight(*sides))


def _odds(scenario: Any) -> float:
    """Return how long the odds of *scenario* take."""
    start = time.perf_counter()
    assert isinstance(odds(SYSTEM.open(scenario, BOOK), SYSTEM, scenario), Odds)
    return time.perf_counter() - start


def _by(named: dict[str, tuple[Any, float]], turns: int) -> bool:
    """Print how long the odds of each scenario take, beside its limit in yardsticks."""
    things = {name: (lambda one=scenario: _odds(one)) for name, (scenario, _) in named.items()}
    taken = by_turns({"yardstick": _yardstick, **things}, turns)
    base = taken["yardstick"]
    held = [report(name, taken[name], base, limit) for name, (_, limit) in named.items()]
    return all(held)


def blows_by_models() -> bool:
    """One against one of 10 to 80 models: about 50 ms or less, whatever the models."""
    return _by({f"1 v 1 of {n}": (_scenario(1, n), 10) for n in (10, 20, 40, 80)}, 5)


def blows_by_units() -> bool:
    """One against one to five against five, of 30 models each; and the memory that it took."""
    limits = {1: 10, 2: 50, 3: 400, 4: 1500, 5: 4000}
    holds = _by({f"{n} v {n} of 30": (_scenario(n, 30), limit) for n, limit in limits.items()}, 1)
    megabytes = getrusage(RUSAGE_SELF).ru_maxrss // 1024
    print(f"     at most {megabytes} MB")
    return holds and megabytes < 500


def blows_until_decided() -> bool:
    """One against one of 30 models, round after round until it is decided."""
    scenario = _scenario(1, 30)

    def decided() -> float:
        start = time.perf_counter()
        assert isinstance(rounds(scenario, BOOK, None), Rounds)
        return time.perf_counter() - start

    taken = by_turns({"yardstick": _yardstick, "rounds": decided}, 3)
    return report("1 v 1 of 30 until decided", taken["rounds"], taken["yardstick"], 200)
