"""How Leadership tests are shown: the target line by line, the roll, what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.view import Account, Entry
from melee_cli.systems.whfb8.break_tests import BREAK, STEADFAST

Shown = Mapping[str, Any]


def break_accounts(shown: Shown) -> list[Account]:
    """Return an account for each Break test, before its dice or after them."""
    return [
        _account(
            M("{unit}: Break test", unit=unit["name"]),
            unit["break_test"],
            _steadfast(unit),
            (M("holds"), M("breaks")),
        )
        for side in shown["sides"]
        for unit in side["units"]
        if unit["break_test"]
    ]


def restraint_accounts(result: Shown) -> list[Account]:
    """Return an account for each unit that tried to restrain itself."""
    return [
        _account(
            M("{unit}: restraint", unit=unit["name"]),
            unit["restrain_test"],
            None,
            (M("does not pursue"), M("must pursue")),
        )
        for side in result["sides"]
        for unit in side["units"]
        if unit["restrain_test"]
    ]


def _steadfast(unit: Shown) -> Entry:
    reason = unit["steadfast_reason"]
    if not unit["steadfast"]:
        return Entry(M("Not steadfast: {reason}", reason=reason), None, STEADFAST.cite)
    held = [held.cite for held in unit["break_test"]["withheld"] if held.rule == BREAK.id]
    return Entry(M("Steadfast: {reason}", reason=reason), None, held[0])


def _account(title: Message, test: Shown, steadfast: Entry | None, ends: tuple[Message, Message]) -> Account:
    entries = [
        Entry(line.label, line.value, line.cite, signed=place > 0)
        for place, line in enumerate(test["modifiers"])
    ]
    if steadfast:
        entries.append(steadfast)
    entries += [
        Entry(held.reason, None, held.cite, tone="held")
        for held in test["withheld"]
        if held.rule != BREAK.id  # the line above says why the difference does not count
    ]
    entries.append(Entry(M("Needed, at most"), test["target"], None, False, "total"))
    if "roll" not in test:
        return Account(title, entries)
    end = ends[0] if test["result"] == "passed" else ends[1]
    roll = _rolled(test["roll"], test["dice"])
    if test["rerolled"]:
        first = _rolled(test["first_roll"], test["first_dice"])
        return Account(
            title, entries, M("Rolled {first}, again {roll}: {end}", first=first, roll=roll, end=end)
        )
    return Account(title, entries, M("Rolled {roll}: {end}", roll=roll, end=end))


def _rolled(total: int, dice: list[int]) -> Message | int:
    return M("{total} ({dice})", total=total, dice=Phrases(tuple(dice), ",")) if dice else total
