"""What can follow what has been typed of a word: for completion at the table."""

from __future__ import annotations

from collections.abc import Iterator

from melee_cli.core.words import Words
from melee_cli.entry.keyboard import other_layout
from melee_cli.entry.vocabulary import normal


def complete(prefix: str, words: Words) -> list[str]:
    """Return the words, keys and values that begin with *prefix*, as it was typed or by its keys.

    *prefix* is the word being typed, or the words of a phrase so far. The order is that of the table.
    """
    typed = normal(prefix)
    found = list(_beginning(typed, words))
    swapped = other_layout(typed) if typed and not found else None
    return found if swapped is None else list(_beginning(swapped, words))


def _beginning(typed: str, words: Words) -> Iterator[str]:
    name, sign, value = typed.partition("=")
    if sign:
        for key in words.keys:
            if any(normal(known).startswith(name) for known in key.names) and name:
                values = ("true", "false") if key.kind == "truth" else tuple(key.values)
                yield from (f"{name}={said}" for said in values if normal(said).startswith(value))
        return
    seen: set[str] = set()
    listed = [said for word in words.words for said in (*word.english, *word.russian, *word.short)]
    listed += [f"{said}=" for key in words.keys for said in key.names]
    for said in listed:
        if normal(said).startswith(typed) and said not in seen:
            seen.add(said)
            yield said
