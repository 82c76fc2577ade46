"""Problems: what is wrong with a scenario, as values that are collected and never raised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, NamedTuple, TypeAlias

from melee_cli.core.messages import M, Message

Step: TypeAlias = "str | int"
Path: TypeAlias = tuple[Step, ...]


class Unsound(Exception):
    """Raised when a check reads a field that is itself wrong; the check then says no more about it.

    A check over several units catches it for each, so that one wrong unit hides nothing of the others.
    """


class Place(NamedTuple):
    """Where in a file a problem points: 1-based line and column, and the line itself to show."""

    file: str
    line: int | None = None
    column: int | None = None
    width: int = 1
    text: str | None = None


@dataclass(slots=True, unsafe_hash=True)
class Problem:
    """One defect of a scenario, file or option.

    ``path`` leads to it from the top of the document (``("sides", 0, "units", 1, "formation")``);
    ``on`` says whether the pointer belongs on the key or on the value there; ``span`` is a range of
    characters inside a one-line unit's text. The reader turns the path into ``place``.
    """

    code: str
    message: Message
    path: Path = ()
    on: Literal["key", "value"] = "value"
    span: tuple[int, int] | None = None
    hint: Message | None = None
    place: Place | None = None


def path_text(path: Sequence[Step]) -> str:
    """Return *path* as users write it: ``sides[0].units[1].formation``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


CLOSE_ENOUGH = 0.65
LONGEST_WORD = 200


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that *word* most likely means, None where none is close.

    Capitals and underscores make no difference.
    """
    if not 0 < len(word) <= LONGEST_WORD:
        return None
    by_text: dict[str, str] = {}
    for candidate in candidates:
        by_text.setdefault(_compared(candidate), candidate)
    close = get_close_matches(_compared(word), by_text, 1, CLOSE_ENOUGH)
    return by_text[close[0]] if close else None


def did_you_mean(word: str, candidates: Iterable[str]) -> Message | None:
    """Return the hint that names the nearest candidate, None where none is close."""
    name = nearest(word, candidates)
    return None if name is None else M("did you mean '{name}'?", name=name)


def _compared(text: str) -> str:
    return text.casefold().replace("_", " ")
