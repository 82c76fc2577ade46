"""What every part of the machine works on: the table as it stands, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field

from melee_cli.core.problems import Problem
from melee_cli.session.prompts import OddsShown
from melee_cli.session.sound import Position
from melee_cli.session.state import Table

AT_A_GLANCE = 400_000
ON_REQUEST = 40_000_000


@dataclass(eq=False)
class Desk:
    """The table, the language in which words are echoed, and the files that this session has written."""

    table: Table
    tongue: str = "en"
    written: set[str] = field(default_factory=set)
    _position: Position | None = None

    @property
    def position(self) -> Position:
        """What follows from the table."""
        if self._position is None or self._position.table is not self.table:
            self._position = Position(self.table)
        return self._position

    def look_at(self, table: Table) -> Position:
        """Put *table* down and return what follows from it."""
        self.table = table
        return self.position


def odds_of(position: Position, whole: bool = False) -> OddsShown | Problem:
    """Return the odds of a sound position: at a glance within what nobody waits for, or *whole*."""
    from melee_cli.core.enumeration import Budget
    from melee_cli.core.odds import odds

    assert position.checked.scenario is not None
    budget = Budget(ON_REQUEST if whole else AT_A_GLANCE)
    found = odds(position.melee, position.system, position.checked.scenario, budget)
    return found if isinstance(found, Problem) else OddsShown(found, position.system, whole)
