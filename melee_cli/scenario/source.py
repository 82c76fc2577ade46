"""Where a scenario came from, and what was read there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from melee_cli.core.problems import Problem


class Source(NamedTuple):
    """A document's file as given on the command line (``<stdin>`` for ``-``), its number, its first line."""

    file: str
    document: int = 1
    line: int = 1


class Unread(NamedTuple):
    """One document cut out of its stream and not yet parsed, so that another process can do that."""

    data: bytes
    source: Source
    kind: Literal["yaml", "json"] = "yaml"


@dataclass(slots=True)
class Document:
    """One document as plain data: dicts, lists, text, whole numbers, truth values, nothing, numerals.

    ``problems`` are what the reader found, each with its place; ``text`` is the document as written,
    for placing what is found later; ``line`` of the source counts from its first line.
    """

    source: Source
    data: Any = None
    problems: list[Problem] = field(default_factory=list)
    text: str = ""
    kind: Literal["yaml", "json"] = "yaml"
