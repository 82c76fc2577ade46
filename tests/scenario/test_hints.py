"""What was plainly meant by a value of the wrong type is hinted, and nothing is assumed."""

from __future__ import annotations

import pytest

from tests.scenario.reading import checked, said
from tests.scenario.test_checking import gdb

HINTS = [
    ("figures: 3.0", "write 3"),
    ("figures: 010", "write 10"),
    ('figures: "24"', "write 24 without quotation marks"),
    ("figures: 1_000", "write 1000"),
    ("figures: ２４", "write 24"),
    ("figures: 24 men", "write 24"),
    ("figures: [24]", "write 24"),
    ("figures: 0x1F", None),
    ("figures: 2:1", None),
    ("figures: 1e3", None),
    ("figures: 24/36", None),
    ("figures: 24.5", None),
    ("figures: 99999.0", None),
    ("figures: true", None),
    ("figures: 24, british: Yes", "write true"),
    ("figures: 24, british: нет", "write false"),
    ("figures: 24, british: 0", "write false"),
    ("figures: 24, british: maybe", None),
    ("figures: 24, roll: '8'", "write 8 without quotation marks"),
    ("figures: 24, roll: 4 6", "two dice are written [4, 6]"),
    ("figures: 24, roll: [4 6]", "two dice are written [4, 6]"),
    ("figures: 24, roll: 46", "two dice are written [4, 6]"),
    ("figures: 24, roll: 47", None),
    ("figures: 24, roll: [3.0, 6]", "write 3"),
    ("figures: 24, straight_cm: '4.5'", "write 4.5"),
    ("figures: 24, against: 40th", "write [40th]"),
    (
        "figures: 24, modifiers: {value: 1}",
        "a list stands in square brackets, or each of its items begins with -",
    ),
    ("figures: 24, action: ~", "one of none, charging, pursuing, pressing"),
]


@pytest.mark.parametrize(("unit", "hint"), HINTS, ids=[unit for unit, _ in HINTS])
def test_what_was_plainly_meant_is_hinted_and_never_assumed(unit, hint):
    (problem,) = checked(gdb(unit)).problems
    assert (problem.hint and said(problem.hint)) == hint
