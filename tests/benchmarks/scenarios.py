"""The scenarios that are timed: small melees of three units, no two alike, from a fixed seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

ARMS = ("infantry", "infantry", "infantry", "lancers", "light_cavalry", "heavy_cavalry")
QUALITY = ("line", "elite", "veteran", "conscript", "guard")
FOOT_FORMATIONS = ("line", "column")


def melees(count: int, seed: int = 1815) -> Iterator[dict[str, Any]]:
    """Yield *count* scenarios of the system gdb as plain data, two units against one."""
    random = Random(seed)
    for number in range(count):
        yield {
            "rules": "gdb",
            "title": f"Melee {number + 1}",
            "sides": [
                {
                    "name": "French",
                    "units": [_unit(random, f"{i}e de ligne") for i in random.sample(range(1, 99), 2)],
                },
                {"name": "British", "units": [_unit(random, f"{random.randint(1, 99)}th Foot")]},
            ],
        }


def _unit(random: Random, name: str) -> dict[str, Any]:
    arm = random.choice(ARMS)
    unit: dict[str, Any] = {
        "name": name,
        "type": arm,
        "figures": random.randint(6, 40),
        "quality": random.choice(QUALITY),
    }
    if arm == "infantry":
        unit["formation"] = random.choice(FOOT_FORMATIONS)
    if random.random() < 0.5:
        unit["action"] = "charging"
    unit["roll"] = [random.randint(1, 6), random.randint(1, 6)]
    return unit


def as_yaml(scenarios: Iterator[dict[str, Any]]) -> str:
    """Return *scenarios* as one YAML stream in the way people write them: one unit a line."""
    return "".join(map(_document, scenarios))


def _document(scenario: dict[str, Any]) -> str:
    lines = ["---", f"rules: {scenario['rules']}", f"title: {scenario['title']}", "sides:"]
    for side in scenario["sides"]:
        lines += [f"  - name: {side['name']}", "    units:"]
        for unit in side["units"]:
            shown = ", ".join(f"{key}: {value}" for key, value in unit.items())
            lines.append(f"      - {{{shown}}}")
    return "\n".join(lines) + "\n"


def as_json_lines(scenarios: Iterator[dict[str, Any]]) -> str:
    """Return *scenarios* as JSON, one a line."""
    return "".join(json.dumps(scenario) + "\n" for scenario in scenarios)
