"""The system against a naive second implementation, over every arrangement of contact and at random.

``MELEE_RANDOM_COMBATS=20000`` in the environment tries so many random combats, and every arrangement of
three against two to the end of its flights.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

from melee_cli.core.book import open_book
from melee_cli.core.deal import Dealer
from melee_cli.core.stages import play
from melee_cli.systems.whfb8 import SYSTEM
from melee_cli.systems.whfb8.combat import Combat
from tests.whfb8.naive import combat
from tests.whfb8.playing import fight, problems, resolved, units_of
from tests.whfb8.strategies import scenario, unit

RANDOM_COMBATS = int(os.environ.get("MELEE_RANDOM_COMBATS", "1500"))
WITH_DICE = 1 if "MELEE_RANDOM_COMBATS" in os.environ else 5
PAIR = [None, *product(("front", "flank", "rear"), repeat=2)]


def agrees(made: dict[str, Any]) -> None:
    """Assert that both implementations say the same of *made*."""
    result = resolved(made)
    same(combat(made), result)
    if result["next_round"]:
        assert {problem.code for problem in problems(result["next_round"])} <= {"leadership-needed"}


def same_before_the_dice(expected: dict[str, Any], result: Mapping[str, Any]) -> None:
    """Assert that points, winner, ranks and targets are what the naive implementation says."""
    assert result["outcome"] == {"winner": expected["winner"], "difference": expected["difference"]}
    for side in result["sides"]:
        name = side["name"]
        lines: dict[str, int] = {}
        for line in side["lines"]:
            lines[line.rule] = lines.get(line.rule, 0) + line.value
        assert {rule: value for rule, value in lines.items() if value} == {
            rule: value for rule, value in expected["lines"][name].items() if value
        }
        assert side["score"] == expected["scores"][name] == sum(line.value for line in side["lines"])
    for name, unit_result in units_of(result).items():
        want = expected["units"][name]
        assert (unit_result["ranks"], unit_result["disrupted"]) == (want["ranks"], want["disrupted"]), name
        assert unit_result["steadfast"] == want["steadfast"], name
        assert unit_result["crumble_wounds"] == want.get("crumble_wounds"), name
        test = unit_result["break_test"]
        assert (test["target"] if test else None) == want.get("break_target"), name
        if test:
            assert test["target"] == sum(line.value for line in test["modifiers"])


def same(expected: dict[str, Any], result: Mapping[str, Any]) -> None:
    """Assert that *result* is what the naive implementation says."""
    same_before_the_dice(expected, result)
    for name, unit_result in units_of(result).items():
        want = expected["units"][name]
        assert unit_result["outcome"] == want["outcome"], name
        pursuit = unit_result["pursuit"]
        assert (pursuit["target"] if pursuit else None) == want.get("target"), name
        flight = unit_result["flight"]
        assert (flight is None) == ("from" not in want), name
        if flight:
            assert flight["caught_by"] == want["caught_by"], name
            assert flight["caught"] == bool(want["caught_by"]), name
            tied = want["from"]
            assert flight["tie"] == (tied if len(tied) > 1 else []), name
            if len(tied) == 1 or (tied and not flight["caught"]):
                assert flight["from"] in tied, name
    after = result["next_round"]
    assert (after is None) == (expected["next_round"] is None)
    if after:
        kept = {unit["name"]: unit for side in after["sides"] for unit in side["units"]}
        assert {name: unit["attacks"] for name, unit in kept.items()} == {
            name: want["attacks"] for name, want in expected["next_round"].items()
        }
        for name, want in expected["next_round"].items():
            assert "ranks" in kept[name] or kept[name].get("models", 1) == want["models"]


def arrangement(random: Random, sizes: tuple[int, int], parts: Any) -> dict[str, Any] | None:
    """Return a combat with contact as *parts* say for each pair, None where a unit would touch nobody."""
    made = {
        "rules": "whfb8",
        "sides": [
            {"name": side, "units": [unit(random, f"{side}{i}") for i in range(sizes[s])]}
            for s, side in enumerate("AB")
        ],
    }
    one, other = (side["units"] for side in made["sides"])
    touched = set()
    for (mine, theirs), both in zip(product(one, other), parts, strict=True):
        if both:
            mine.setdefault("attacks", {})[theirs["name"]] = both[0]
            theirs.setdefault("attacks", {})[mine["name"]] = both[1]
            touched |= {mine["name"], theirs["name"]}
    return made if len(touched) == sum(sizes) else None


def up_to_labels(rows: int, columns: int) -> Iterator[tuple[Any, ...]]:
    """Return every arrangement of contact of *rows* units against *columns*, one of each kind.

    Those that differ only in which unit of a side is which are the same; the rows are kept in order,
    and of what the orders of the columns make of them only the first is kept.
    """
    every_row = list(product(PAIR, repeat=columns))
    turned = [every_row.index(row[::-1]) for row in every_row]
    for chosen in combinations_with_replacement(range(len(every_row)), rows):
        if chosen <= tuple(sorted([turned[row] for row in chosen])):
            yield tuple(pair for row in chosen for pair in every_row[row])


def lean(random: Random, name: str) -> dict[str, Any]:
    """Return a unit that says no more than contact needs to matter: ranks, wounds, dice."""
    made: dict[str, Any] = {"name": name, "leadership": random.randint(5, 9), "wounds": random.randrange(4)}
    fate = random.random()
    if fate < 0.1:
        made["models"] = 0
    elif fate < 0.2:
        made |= {"unstable": True, "wounds_each": 3}
    elif fate < 0.3:
        made["unbreakable"] = True
    elif fate < 0.5:
        made |= {"type": "monstrous_infantry", "models": random.randint(1, 12), "width": 3}
    else:
        made["ranks"] = random.randrange(5)
    for key in ("break_roll", "flee_roll", "pursuit_roll"):
        made[key] = random.randint(2, 12)
    return made


def test_every_arrangement_of_two_against_two() -> None:
    random = Random(22)
    made = [arrangement(random, (2, 2), parts) for parts in product(PAIR, repeat=4)]
    sound = [one for one in made if one]
    assert len(sound) == 10**4 - 4 * 10**2 + 4 * 10 + 2 - 4 + 1  # no unit that touches nobody
    for one in sound:
        agrees(one)


def test_every_arrangement_of_three_against_one() -> None:
    random = Random(31)
    made = [one for parts in up_to_labels(3, 1) if (one := arrangement(random, (3, 1), parts))]
    assert len(made) == 165
    for one in made:
        agrees(one)


def test_every_arrangement_of_three_against_two() -> None:
    """Points, disruption and tests of every arrangement, to save time the flights of every fifth.

    The units change with every hundredth only, since making them takes the longest.
    """
    random = Random(32)
    book = open_book(SYSTEM)
    count = 0
    for parts in up_to_labels(3, 2):
        if count % 100 == 0:
            made = fight([lean(random, f"A{i}") for i in "123"], [lean(random, f"B{i}") for i in "12"])
            model = SYSTEM.scenario().model_validate(made)
            units = [unit for side in made["sides"] for unit in side["units"]]
            bodies = [unit for side in model.sides for unit in side.units]
        rows_touch = all(mine or other for mine, other in zip(parts[0::2], parts[1::2], strict=True))
        if not (rows_touch and any(parts[0::2]) and any(parts[1::2])):
            continue
        count += 1
        attacks: list[dict[str, str]] = [{} for _ in units]
        for place, both in enumerate(parts):
            if both:
                mine, theirs = place // 2, 3 + place % 2
                attacks[mine][units[theirs]["name"]], attacks[theirs][units[mine]["name"]] = both
        for plain, body, listed in zip(units, bodies, attacks, strict=True):
            plain["attacks"] = body.attacks = listed
        melee = Combat(model, book)
        if count % WITH_DICE == 0:
            same(combat(made), melee.result(*play(melee, Dealer(1, 1))))
        else:
            same_before_the_dice(combat(made, dice=False), melee.preview())
    assert count == 83_445


def test_random_combats_of_three_against_three() -> None:
    random = Random(33)
    for _ in range(RANDOM_COMBATS):
        agrees(scenario(random, (3, 3)))


def test_random_combats_of_any_size() -> None:
    random = Random(44)
    for _ in range(RANDOM_COMBATS // 3):
        agrees(scenario(random))
