"""Rounds of one unit against one: the first as the odds of the round, all as a walk through every state."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from melee_cli.api.rounds import rounds
from melee_cli.core.odds import Odds, Rounds, odds
from melee_cli.core.problems import Problem
from melee_cli.core.system import open_book
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.naive_blows import Melee
from tests.whfb8.playing import fight, opened
from tests.whfb8.reading import troops

BOOK = open_book(SYSTEM)
SMALL = (
    fight([troops(3, 3, charged=True)], [troops(4, 2, i=4, standard=True)]),
    fight([troops(2, 2, w=2, weapon="flail")], [troops(3, 3, unstable=True, leadership=5)]),
    fight([troops(3, 3, a=2, unbreakable=True)], [troops(3, 2, w=2, battle_standard_near=True)]),
)


def counted(scenario: dict[str, Any], asked: int | None = None) -> Rounds | Problem:
    """Return the odds of *scenario* over so many rounds."""
    return rounds(SYSTEM.scenario().model_validate(scenario), BOOK, asked)


def walked(scenario: dict[str, Any], asked: int) -> dict[Any, Fraction]:
    """Return the chances of each winner in each round, walking through all that may be left after each."""
    found: dict[Any, Fraction] = {}
    layer: dict[Any, tuple[dict[str, Any], Fraction]] = {"": (scenario, Fraction(1))}
    for number in range(1, asked + 1):
        after: dict[Any, tuple[dict[str, Any], Fraction]] = {}
        for here, chance in layer.values():
            melee = Melee(here)
            for lost, weight in melee.losses().items():
                ended = odds(*melee.ended(lost))
                assert isinstance(ended, Odds)
                for winner, goes_on, share, crumbled in fates(here, melee, lost, ended):
                    if not goes_on:
                        key = (number, winner)
                        found[key] = found.get(key, Fraction(0)) + chance * weight * share
                        continue
                    left = following(here, melee, lost, crumbled)
                    key = str(left)
                    known = after.get(key, (left, Fraction(0)))[1]
                    after[key] = (left, known + chance * weight * share)
        layer = after
    return found


def fates(scenario: dict[str, Any], melee: Melee, lost: Any, ended: Odds) -> Any:
    """Yield winner, whether it goes on, how likely, and the Wounds that crumble, after the blows."""
    ((winner, difference, _),) = ended.ends
    alive = [melee.left(u, lost[u]) > 0 for u in (0, 1)]
    if not all(alive) or winner is None:
        yield winner, all(alive), Fraction(1), (0, 0)
        return
    loser = 1 if winner == "A" else 0
    name = melee.units[loser]["name"]
    measures = ended.units[name]
    if melee.units[loser].get("unstable"):
        crumbled = (difference, 0) if loser == 0 else (0, difference)
        yield winner, not measures["destroyed"].chance(), Fraction(1), crumbled
        return
    holds = measures["holds"].chance()
    if holds:
        yield winner, True, holds, (0, 0)
    if holds != 1:
        yield winner, False, 1 - holds, (0, 0)


def following(scenario: dict[str, Any], melee: Melee, lost: Any, crumbled: Any) -> dict[str, Any]:
    """Return the scenario of the next round."""
    sides = []
    for u, side in enumerate(scenario["sides"]):
        unit = {key: value for key, value in side["units"][0].items() if key != "charged"}
        each = unit["profile"].get("w", 1)
        gone = lost[u] + unit.get("wounds_lost", 0) + crumbled[u]
        models = unit["models"] - gone // each
        sides.append({**side, "units": [{**unit, "models": models, "wounds_lost": gone % each}]})
    return {**scenario, "round": 2, "sides": sides}


@pytest.mark.parametrize("scenario", SMALL)
def test_three_rounds_end_as_a_walk_through_every_state_says(scenario):
    found = counted(scenario, 3)
    assert isinstance(found, Rounds)
    told = {(one.number, winner): chance for one in found.rounds for (winner, _), chance in one.ends.items()}
    wanted = walked(scenario, 3)
    assert {key for key, chance in told.items() if chance > 1e-12} == {
        key for key, chance in wanted.items() if chance > 1e-12
    }
    for key, chance in wanted.items():
        assert float(told.get(key, 0)) == pytest.approx(float(chance), abs=1e-11)


@pytest.mark.parametrize("scenario", SMALL)
def test_the_first_round_is_that_of_the_odds(scenario):
    found = counted(scenario, 1)
    assert isinstance(found, Rounds)
    (one,) = found.rounds
    now = odds(opened(scenario), SYSTEM, SYSTEM.scenario().model_validate(scenario))
    assert isinstance(now, Odds)
    for name, unit in one.units.items():
        for told, measure in ((unit.breaks, "breaks"), (unit.destroyed, "destroyed")):
            chance = now.units[name][measure].chance() if measure in now.units[name] else 0
            assert float(told) == pytest.approx(float(chance), abs=1e-11)
    assert float(sum(one.ends.values()) + one.goes_on) == pytest.approx(1, abs=1e-11)


def test_it_is_followed_twelve_rounds_at_most_and_says_what_is_left():
    tough = troops(20, 5, s=1, t=10, unbreakable=True)
    found = counted(fight([tough], [tough]))
    assert isinstance(found, Rounds)
    assert len(found.rounds) == 12
    assert found.left > Fraction(99, 100)
    assert not found.exact


def test_several_a_side_are_refused():
    found = counted(fight([troops(), troops()], [troops()]))
    assert isinstance(found, Problem)
    assert found.code == "rounds-unknown"
