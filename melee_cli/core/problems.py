"""Problems: what is wrong with a scenario, as values that are collected and never raised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from melee_cli.core.messages import Message

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
