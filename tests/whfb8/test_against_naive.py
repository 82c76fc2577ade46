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

from melee_cli.core.stages import Dealer, play
from melee_cli.core.system import open_book
from melee_cli.systems.whfb8 import SYSTEM
from melee_cli.systems.whfb8.melee import Played
from tests.whfb8.naive import combat, fought, muster
from tests.whfb8.playing import fight, problems, resolved, units_of
from tests.whfb8.strategies import scenario, unit

RANDOM_COMBATS = int(os.environ.get("MELEE_RANDOM_COMBATS", "1500"))
WITH_DICE = 1 if "MELEE_RANDOM_COMBATS" in os.environ else 10
BOOK = open_book(SYSTEM)
PAIR = [None, *product(("front", "flank", "rear"), repeat=2)]


def agrees(made: dict[str, Any]) -> None:
    """Assert that both implementations say the same of *made*."""
    result = resolved(made)
    same(combat(made), result)
    if result["next_round"]:
        leads_on(result["next_round"])


def leads_on(scenario: dict[str, Any]) -> None:
    """Assert that a next round is a sound scenario, but for a Leadership that nobody needed so far."""
    assert {problem.code for problem in problems(scenario)} <= {"leadership-needed"}


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


def same_combat(expected: dict[str, Any], melee: Played) -> None:
    """Assert the same of a combat that nobody has made a result of, which takes half as long."""
    winner = melee.winner.name if melee.winner else None
    assert (winner, melee.difference) == (expected["winner"], expected["difference"])
    for party in melee.parties:
        lines: dict[str, int] = {}
        for line in party.lines:
            lines[line.rule] = lines.get(line.rule, 0) + line.value
        assert lines == {rule: value for rule, value in expected["lines"][party.name].items() if value}
        assert party.total == expected["scores"][party.name] == sum(lines.values())
    units = expected["units"]
    for troop in melee.troops:
        want = units[troop.name]
        assert troop.ranks == want["ranks"], troop.name
        assert troop.disrupted == want["disrupted"], troop.name
        assert melee.crumbled.get(troop.index) == want.get("crumble_wounds"), troop.name
    assert {test.troop.name: (test.steadfast, test.target) for test in melee.tests} == {
        name: (want["steadfast"], want["break_target"])
        for name, want in units.items()
        if "break_target" in want
    }


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


class Field:
    """Units made once, to fight in one arrangement of contact after another: making them takes longest."""

    def __init__(self, *sides: list[dict[str, Any]]) -> None:
        made = fight(*sides)
        self.names = [[unit["name"] for unit in side["units"]] for side in made["sides"]]
        self.mustered = muster(made)
        self.model = SYSTEM.scenario().model_validate(made)
        self.bodies = {unit.name: unit for side in self.model.sides for unit in side.units}

    def arranged(self, parts: Any) -> tuple[Played, dict[str, dict[str, str]]] | None:
        """Return the combat with contact as *parts* say for each pair, and that contact as both list it.

        None where a unit would touch nobody while others touch somebody.
        """
        attacks: dict[str, dict[str, str]] = {name: {} for name in self.bodies}
        for (mine, theirs), both in zip(product(*self.names), parts, strict=True):
            if both:
                attacks[mine][theirs], attacks[theirs][mine] = both
        if not all(attacks.values()):
            return None
        for name, listed in attacks.items():
            self.bodies[name].__dict__["attacks"] = listed
            self.bodies[name].__pydantic_fields_set__.add("attacks")
        return Played(self.model, BOOK), attacks


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


def played(melee: Played) -> Mapping[str, Any]:
    """Return the result of a combat whose dice are all given, but for the ties of a flight."""
    return melee.result(*play(melee, Dealer(1, 1)))


def test_every_arrangement_of_two_against_two() -> None:
    """The units change with every tenth arrangement."""
    random = Random(22)
    count = 0
    for place, parts in enumerate(product(PAIR, repeat=4)):
        if place % 10 == 0:
            field = Field(*([unit(random, f"{side}{i}") for i in "12"] for side in "AB"))
        if met := field.arranged(parts):
            count += 1
            melee, attacks = met
            result = played(melee)
            same(fought(field.mustered, attacks), result)
            if result["next_round"] and count % 10 == 0:
                leads_on(result["next_round"])
    assert count == 10**4 - 4 * 10**2 + 4 * 10 + 2 - 4 + 1  # no unit that touches nobody


def test_no_contact_written_between_two_and_two() -> None:
    random = Random(20)
    for _ in range(20):
        agrees(fight(*([unit(random, f"{side}{i}") for i in "12"] for side in "AB")))


def test_every_arrangement_of_three_against_one() -> None:
    random = Random(31)
    count = 0
    for parts in up_to_labels(3, 1):
        field = Field([unit(random, f"A{i}") for i in "123"], [unit(random, "B1")])
        if met := field.arranged(parts):
            count += 1
            melee, attacks = met
            same(fought(field.mustered, attacks), played(melee))
    assert count == 165


def test_every_arrangement_of_three_against_two() -> None:
    """Points, disruption and tests of every arrangement, to save time the flights of every tenth.

    The units change with every hundredth only.
    """
    random = Random(32)
    count = 0
    for place, parts in enumerate(up_to_labels(3, 2)):
        if place % 100 == 0:
            field = Field([lean(random, f"A{i}") for i in "123"], [lean(random, f"B{i}") for i in "12"])
        if met := field.arranged(parts):
            count += 1
            melee, attacks = met
            if count % WITH_DICE == 0:
                same(fought(field.mustered, attacks), played(melee))
            else:
                same_combat(fought(field.mustered, attacks, dice=False), melee)
    assert count == 83_445


def test_random_combats_of_three_against_three() -> None:
    random = Random(33)
    for _ in range(RANDOM_COMBATS):
        agrees(scenario(random, (3, 3)))


def test_random_combats_of_any_size() -> None:
    random = Random(44)
    for _ in range(RANDOM_COMBATS // 3):
        agrees(scenario(random))
