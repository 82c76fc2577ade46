"""``expect:`` blocks: what was expected of a result, and each difference as a problem."""

from __future__ import annotations

from melee_cli.core.problem import Problem
from melee_cli.scenario.checking import Checked
from melee_cli.scenario.resolving import Resolved


def compare(checked: Checked, resolved: Resolved) -> list[Problem]:
    """Return a problem ``expectation-failed`` for each difference between ``expect:`` and the result."""
    return []
