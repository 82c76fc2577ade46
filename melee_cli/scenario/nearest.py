"""The nearest valid word to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

from melee_cli.core.messages import M, Message

CLOSE_ENOUGH = 65


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that *word* most likely means, None where none is close."""
    from rapidfuzz import fuzz, process, utils

    choices = list(dict.fromkeys(candidates))
    if not word or len(word) > 200:
        return None
    best = process.extractOne(
        word, choices, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=CLOSE_ENOUGH
    )
    return None if best is None else str(best[0])


def did_you_mean(word: str, candidates: Iterable[str]) -> Message | None:
    """Return the hint that names the nearest candidate, None where none is close."""
    name = nearest(word, candidates)
    return None if name is None else M("did you mean '{name}'?", name=name)
