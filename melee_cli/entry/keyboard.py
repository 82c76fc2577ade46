"""The same keys under another keyboard layout."""

from __future__ import annotations

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
