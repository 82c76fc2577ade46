"""Answering a walk by itself: what the scenario gives, else dice from the seed, else the default."""

from __future__ import annotations

from melee_cli.core.dice import picked, rolled
from melee_cli.core.stages import Answer, Ask, Die, Record, Stage, enter


class Dealer:
    """Answers every question of one walk; ``seed_used`` tells whether any die came from the seed."""

    def __init__(self, seed: int, round_: int) -> None:
        self.seed = seed
        self.round = round_
        self.seed_used = False

    def __call__(self, stage: Stage, ask: Ask, record: Record) -> Answer:
        """Return the answer to *ask* and enter it into *record*."""
        if ask.given is not None:
            return enter(ask, ask.given, record)
        if isinstance(ask, Die):
            self.seed_used = True
            return enter(ask, rolled(ask.pool, self.seed, self.round, ask.unit, ask.key), record)
        if ask.random:
            self.seed_used = True
            index = picked(len(ask.options), self.seed, self.round, ask.unit, ask.key)
            return enter(ask, ask.options[index].value, record)
        return enter(ask, ask.default, record)
