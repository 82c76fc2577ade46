"""Odds over several rounds equal resolving every way the rounds can go, one after the other."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from melee_cli.api.rounds import BOUND, rounds
from melee_cli.core.enumeration import Budget
from melee_cli.core.odds import Rounds
from melee_cli.core.problems import Problem
from melee_cli.core.stages import play
from melee_cli.systems import find
from tests.gdb.strategies import random_scenario
from tests.odds.brute import Answering, brute, opened

GDB = find("gdb")


def ahead(plain: Mapping[str, Any], asked: int | None, **keys: Any) -> Rounds:
    found = answer(plain, asked, **keys)
    assert isinstance(found, Rounds)
    return found


def answer(plain: Mapping[str, Any], asked: int | None, **keys: Any) -> Rounds | Problem:
    assert GDB is not None
    _, scenario, book = opened(GDB, plain)
    return rounds(scenario, book, asked, **keys)


def unit(name: str, kind: str = "infantry", figures: int = 24, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "figures": figures, **fields}


def melee(first: list[dict[str, Any]], second: list[dict[str, Any]], **keys: Any) -> dict[str, Any]:
    return {"rules": "gdb", "sides": [{"name": "A", "units": first}, {"name": "B", "units": second}], **keys}


class Slow:
    """Plays every combination of every round through whole results."""

    def __init__(self, policy: Mapping[str, str]) -> None:
        self.policy = policy
        self.ends: dict[Any, Fraction] = defaultdict(Fraction)
        self.losses: dict[str, Fraction] = defaultdict(Fraction)
        self.left = Fraction(0)

    def play(self, plain: dict[str, Any], left: int, chance: Fraction = Fraction(1), number: int = 1) -> None:
        assert GDB is not None
        for side in plain["sides"]:
            for one in side["units"]:
                if one["name"] in self.policy:
                    one["follow_up"] = self.policy[one["name"]]
        opening, _, _ = opened(GDB, plain)
        groups: dict[str, Fraction] = defaultdict(Fraction)
        for c, result in every_result(opening):
            for side in result["sides"]:
                for one in side["units"]:
                    self.losses[one["name"]] += chance * c * one["losses"]
            following = result["next_round"]
            if following is None:
                outcome = result["outcome"]
                self.ends[number, outcome["winner"], outcome["band"]] += chance * c
            elif left == 1:
                self.left += chance * c
            else:
                groups[json.dumps(following)] += chance * c
        for text, c in groups.items():
            self.play(json.loads(text), left - 1, c, number + 1)


def every_result(opening: Any) -> list[tuple[Fraction, Mapping[str, Any]]]:
    from tests.odds.brute import every_way

    return [(c, opening.result(state, record)) for c, state, record in every_way(opening, 20_000)]


CASES = [
    ("cavalry that presses", melee([unit("a", "light_cavalry")], [unit("b", "cuirassiers", 18)]), {}, 3),
    ("infantry left undecided", melee([unit("a")], [unit("b", figures=12)]), {}, 3),
    ("infantry told to press", melee([unit("a")], [unit("b", figures=12)]), {"a": "press", "b": "press"}, 3),
    (
        "units few enough to be wiped out",
        melee([unit("a", "heavy_cavalry", 3)], [unit("b", "cossacks", 2)]),
        {},
        3,
    ),
]


@pytest.mark.parametrize(("what", "plain", "policy", "asked"), CASES, ids=[case[0] for case in CASES])
def test_rounds_are_what_resolving_every_way_gives(
    what: str, plain: dict[str, Any], policy: dict[str, str], asked: int
) -> None:
    slow = Slow(policy)
    told = json.loads(json.dumps(plain))
    slow.play(told, asked)
    found = ahead(told, asked, bound=Fraction(1, 10**30))
    fast = {(r.number, *outcome): c for r in found.rounds for outcome, c in r.ends.items()}
    assert fast == dict(slow.ends)
    assert found.left == slow.left
    assert {u: m for u, m in found.losses.items() if m} == {u: m for u, m in slow.losses.items() if m}


def test_one_round_ends_as_the_odds_of_this_round_say() -> None:
    assert GDB is not None
    for seed in range(8):
        plain = random_scenario(Random(seed), 2, 0.8)
        ends, _, _ = brute(opened(GDB, plain)[0], 20_000)
        found = ahead(plain, 1)
        assert found.left + sum(found.ends().values(), Fraction(0)) == 1
        for (winner, band), chance in found.ends().items():
            assert chance <= sum(c for (w, _, b), c in ends.items() if (w, b) == (winner, band))


def test_until_decided_leaves_less_than_the_bound_and_says_how_much() -> None:
    cavalry = [unit(f"a{i}", "light_cavalry") for i in range(2)]
    found = ahead(melee(cavalry, [unit("b", "heavy_cavalry", 30)]), None)
    assert 0 < found.left < BOUND
    assert found.left == found.cut
    assert found.left + sum(found.ends().values()) == 1


def test_given_dice_hold_in_the_first_round_only() -> None:
    plain = melee([unit("a", roll=7)], [unit("b", roll=7)])
    found = ahead(plain, None)
    assert found.rounds[0].goes_on == 1
    assert found.wins("A") == found.wins("B") > Fraction(49, 100)


def test_a_spent_budget_is_a_problem_that_names_it() -> None:
    cavalry = melee([unit("a", "light_cavalry")], [unit("b", "light_cavalry")])
    found = answer(cavalry, None, budget=Budget(2_000))
    assert isinstance(found, Problem)
    assert (found.code, found.message.params["n"]) == ("odds-budget", 2_000)


def test_a_system_whose_next_round_needs_more_than_dice_says_what() -> None:
    whfb8 = find("whfb8")
    assert whfb8 is not None
    sides = [{"name": name, "units": [{"name": name, "leadership": 7}]} for name in "XY"]
    _, scenario, book = opened(whfb8, {"rules": "whfb8", "sides": sides})
    found = rounds(scenario, book, 2)
    assert isinstance(found, Problem)
    assert found.code == "rounds-unknown"


def test_a_next_round_is_told_by_the_end_as_the_result_tells_it() -> None:
    assert GDB is not None
    for seed in range(40):
        opening, _, _ = opened(GDB, random_scenario(Random(seed), 3, 1.0))
        state, record = play(opening, Answering({}))
        assert opening.next_round(state) == opening.result(state, record)["next_round"]  # type: ignore[attr-defined]  # gdb's own
