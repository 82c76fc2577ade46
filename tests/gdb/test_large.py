"""Large melees: the work grows with the contacts, not with the pairs of enemies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check_mapping
from melee_cli.systems.gdb import checks, contact

MANY = 300


def chain(count: int) -> dict[str, Any]:
    """Return *count* units a side, each fighting the enemy opposite and the next one."""
    first, second = [], []
    for i in range(count):
        line = {"type": "infantry", "figures": 24}
        first.append(
            {**line, "name": f"a{i}", "roll": 2 + i % 11, "against": [f"b{i}", f"b{(i + 1) % count}"]}
        )
        second.append(
            {**line, "name": f"b{i}", "roll": 2 + i % 7, "against": [f"a{i}", f"a{(i - 1) % count}"]}
        )
    return {"rules": "gdb", "sides": [{"name": "A", "units": first}, {"name": "B", "units": second}]}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how often two units are asked whether they are in contact."""
    count = [0]

    def counting(real: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
        def in_contact(one: Any, other: Any) -> bool:
            count[0] += 1
            return real(one, other)

        return in_contact

    for module in (checks, contact):
        monkeypatch.setattr(module, "in_contact", counting(module.in_contact))
    return count


def test_few_contacts_of_many_units_are_few_questions(asked: list[int]) -> None:
    checked = check_mapping(chain(MANY), Options())
    result = resolve(checked, Options()).data
    pairs = 2 * 2 * MANY
    assert result["ok"]
    assert asked[0] <= 3 * pairs
    for side, other in zip(result["sides"], reversed(result["sides"]), strict=True):
        for place, unit in enumerate(side["units"]):
            step = 1 if side["name"] == "A" else -1
            met = {other["units"][place]["name"], other["units"][(place + step) % MANY]["name"]}
            assert {hit["target"] for hit in unit["inflicted"]} == met


def test_contacts_stand_in_the_order_of_the_file_whatever_names_them() -> None:
    sides = [
        {
            "name": "A",
            "units": [
                {"name": "a", "type": "infantry", "figures": 9, "roll": 7},
                {"name": "b", "type": "infantry", "figures": 9, "roll": 7, "against": ["z", "x"]},
            ],
        },
        {
            "name": "B",
            "units": [
                {"name": "x", "type": "infantry", "figures": 9, "roll": 7},
                {"name": "y", "type": "infantry", "figures": 9, "roll": 7, "against": ["a"]},
                {"name": "z", "type": "infantry", "figures": 9, "roll": 7},
            ],
        },
    ]
    result = resolve(check_mapping({"rules": "gdb", "sides": sides}, Options()), Options()).data
    met = {
        unit["name"]: [hit["target"] for hit in unit["inflicted"]]
        for side in result["sides"]
        for unit in side["units"]
    }
    assert met == {"a": ["x", "y", "z"], "b": ["x", "z"], "x": ["a", "b"], "y": ["a"], "z": ["a", "b"]}
