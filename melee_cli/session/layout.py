"""The two keyboard layouts: what a line would read if it had been typed in the other one."""

from __future__ import annotations

LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?@#$^&"
CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?'
TO_CYRILLIC = str.maketrans(LATIN, CYRILLIC)
TO_LATIN = str.maketrans(CYRILLIC, LATIN)


def as_latin(text: str) -> str:
    """Return *text* typed in the Cyrillic layout as the same keys give it in the Latin one."""
    return text.translate(TO_LATIN)


def as_cyrillic(text: str) -> str:
    """Return *text* typed in the Latin layout as the same keys give it in the Cyrillic one."""
    return text.translate(TO_CYRILLIC)
