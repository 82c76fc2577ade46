"""What was likely meant by a word: the same keys under another layout, or the nearest valid word."""

from __future__ import annotations

from collections.abc import Iterable

from melee_cli.core.messages import M, Message

ENGLISH = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
RUSSIAN = "ёйцукенгшщзхъфывапролджэячсмитьбю"
ENGLISH_SHIFTED = '~{}:"<>'
RUSSIAN_SHIFTED = "ёхъжэбю"

TO_RUSSIAN = str.maketrans(ENGLISH + ENGLISH_SHIFTED, RUSSIAN + RUSSIAN_SHIFTED)
TO_ENGLISH = str.maketrans(RUSSIAN, ENGLISH)


def other_layout(text: str) -> str | None:
    """Return *text*, in lower case, as the same keys give it under the other layout.

    None where it holds letters of both alphabets, or none at all.
    """
    lower = text.lower()
    russian = any("а" <= letter <= "я" or letter == "ё" for letter in lower)
    english = any("a" <= letter <= "z" for letter in lower)
    if russian == english:
        return lower.translate(TO_RUSSIAN) if not russian and set(lower) & set(ENGLISH) else None
    return lower.translate(TO_ENGLISH if russian else TO_RUSSIAN)


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
