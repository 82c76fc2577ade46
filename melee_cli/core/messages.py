"""Messages: a text to be said later, in the language of whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

Param: TypeAlias = "str | int | Message | Phrases | Marked"
#: What a text is to its reader; which colour that has, if any, is the renderer's business.
Role: TypeAlias = Literal[
    "",
    "side.first",
    "side.second",
    "gain",
    "penalty",
    "total",
    "counts",
    "cite",
    "withheld",
    "good",
    "bad",
    "worst",
    "verdict",
    "problem",
    "warning",
    "hint",
    "pointer",
    "prompt",
    "echo",
    "found",
]


@dataclass(slots=True)
class Message:
    """One sentence or phrase: its English template (the gettext id) and what fills its places.

    ``plural`` is the template for other counts; the count is then ``params["n"]``. Nobody changes one;
    it is not frozen because batches make several a unit, and freezing trebles what each costs.
    """

    text: str
    params: Mapping[str, Param] = field(default_factory=dict)
    plural: str | None = None

    def __hash__(self) -> int:
        return hash((self.text, self.plural, tuple(sorted(self.params))))


@dataclass(slots=True, unsafe_hash=True)
class Phrases:
    """A list of phrases that the edge joins ("5 ranks against 4 and 2"): with *and*, or with commas.

    Not frozen for the same reason as a message.
    """

    items: tuple[Param, ...]
    joiner: str = "and"

    def __iter__(self) -> Iterator[Param]:
        return iter(self.items)


class Marked(NamedTuple):
    """A text with its role, by itself or inside a message."""

    said: Message | Phrases | str | int | None
    role: Role


def M(text: str, /, **params: Param) -> Message:
    """Return the message *text* with *params* for its ``{places}``; also the mark for extraction."""
    return Message(text, params)


def MN(one: str, many: str, /, n: int, **params: Param) -> Message:
    """Return a counted message: *one* for a count of 1, *many* otherwise, ``{n}`` being the count."""
    return Message(one, {"n": n, **params}, many)
