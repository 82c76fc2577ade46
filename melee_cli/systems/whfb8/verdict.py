"""The combat in one sentence: who won by how much, and what became of the losers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

from melee_cli.core.messages import MN, M, Message, Phrases

Shown = Mapping[str, Any]


def verdict(result: Shown) -> Message:
    """Return the result in one sentence."""
    return _said(result, tuple(_fates(result)))


def before(shown: Shown) -> Message:
    """Return in one sentence what is known before the dice."""
    return _said(shown, tuple(_ahead(shown)))


def _said(shown: Shown, fates: tuple[Message, ...]) -> Message:
    winner, difference = shown["outcome"]["winner"], shown["outcome"]["difference"]
    if winner is None:
        if all(unit["outcome"] == "wiped_out" for side in shown["sides"] for unit in side["units"]):
            return M("A draw: both sides are wiped out")
        return M("A draw: all fight on")
    if not fates:
        return M("{side} by {n}", side=winner, n=difference)
    return M("{side} by {n}: {fates}", side=winner, n=difference, fates=reduce(_then, fates))


def _then(said: Message, more: Message) -> Message:
    return M("{said}; {more}", said=said, more=more)


def _losers(shown: Shown) -> Iterator[Shown]:
    for side in shown["sides"]:
        if side["result"] == "loss":
            yield from side["units"]


def _fates(result: Shown) -> Iterator[Message]:
    for unit in _losers(result):
        name, outcome = unit["name"], unit["outcome"]
        if outcome == "holds":
            yield M("{unit} held", unit=name)
        elif outcome == "broken":
            yield M('{unit} broke and fled {distance}"', unit=name, distance=unit["flight"]["roll"])
        elif outcome == "wiped_out":
            yield M("{unit} wiped out", unit=name)
        elif outcome == "crumbles":
            yield _crumbles(unit)
        elif unit["flight"] is None:
            yield M("{unit} crumbled away", unit=name)
        else:
            by = Phrases(tuple(unit["flight"]["caught_by"]))
            yield M("{unit} broke and fell to {pursuers}", unit=name, pursuers=by)


def _crumbles(unit: Shown) -> Message:
    wounds = unit["crumble_wounds"]
    return MN("{unit} crumbled by {n} wound", "{unit} crumbled by {n} wounds", n=wounds, unit=unit["name"])


def _ahead(shown: Shown) -> Iterator[Message]:
    for unit in _losers(shown):
        name, test = unit["name"], unit["break_test"]
        if test:
            yield M("{unit} must test on {target}", unit=name, target=test["target"])
        elif unit["outcome"] == "holds":
            yield M("{unit} will hold", unit=name)
        elif unit["outcome"] == "wiped_out":
            yield M("{unit} wiped out", unit=name)
        elif unit["outcome"] == "destroyed":
            yield M("{unit} crumbled away", unit=name)
        else:
            yield _crumbles(unit)
