"""Answering a walk by itself: what the scenario gives, else dice from the seed, else the default."""

from __future__ import annotations

from collections.abc import Callable

from melee_cli.core.dice import picked, rolled
from melee_cli.core.stages import Answer, Ask, Die, Record, Stage, enter


class Dealer:
    """Answers every question of one walk.

    ``seed`` may be a function that draws one: it is called when the first die needs it, since asking
    the machine for chance costs more than resolving a scenario that brings its dice. ``seed_used``
    tells whether any did.
    """

    def __init__(self, seed: int | Callable[[], int], round_: int) -> None:
        self._seed = seed
        self.round = round_
        self.seed_used = False

    @property
    def given_or_drawn(self) -> int | None:
        """The seed of this walk, None where none was given and no die needed one."""
        return None if callable(self._seed) else self._seed

    @property
    def seed(self) -> int:
        """The seed of this walk, for a die that needs it; drawn now if it has not been."""
        self.seed_used = True
        if callable(self._seed):
            self._seed = self._seed()
        return self._seed

    def __call__(self, stage: Stage, ask: Ask, record: Record) -> Answer:
        """Return the answer to *ask* and enter it into *record*."""
        if ask.given is not None:
            return enter(ask, ask.given, record)
        if isinstance(ask, Die):
            return enter(ask, rolled(ask.pool, self.seed, self.round, ask.unit, ask.key), record)
        if ask.random:
            index = picked(len(ask.options), self.seed, self.round, ask.unit, ask.key)
            return enter(ask, ask.options[index].value, record)
        return enter(ask, ask.default, record)
