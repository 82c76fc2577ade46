"""The words of one-line units as data: what each word sets. The parser is ``entry.parser``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as default
from typing import Any, Literal, TypeAlias

from melee_cli.core.messages import Message

Fields: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Word:
    """One meaning: the fields it sets and the words, of either language, that say it.

    ``short`` are abbreviations (exact only, no endings). ``otherwise`` is what the word sets instead
    when another word of the line has set its field (*line* beside *column* is the quality), tried in
    order; an empty mapping means the word then says nothing new.
    """

    sets: Fields
    english: tuple[str, ...]
    russian: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    otherwise: tuple[Fields, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """A ``key=value`` of a line: the field, and how its value reads.

    ``part`` makes the value a list of enemy names, each mapped to *part* under ``field``; ``name`` and
    ``names`` are names of units, which may be cut short, ``each`` a list of ``NAME:value``. ``within``: the
    value stands under that key of ``field``. ``read`` makes of a text what it means, None where it means
    nothing; of ``each`` that is what stands after the name, else all of it. ``example`` shows such a text.
    """

    field: str
    kind: Literal["whole", "decimal", "truth", "text", "name", "names", "roll", "part", "each", "read"]
    names: tuple[str, ...]
    part: str | None = None
    values: Mapping[str, str] = default(default_factory=dict)
    within: str | None = None
    read: Callable[[str], Any] | None = None
    example: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A form of number: a regular expression (full match) and what its groups set."""

    pattern: str
    read: Callable[[tuple[str, ...]], Fields]
    example: str
    meaning: Message


@dataclass(frozen=True, slots=True)
class Words:
    """A system's whole table of words; parser, completion, help, suggestions and README read it.

    ``several`` are words that name several things: said alone they are a problem that lists them
    (each with the words to choose from). ``needed`` are the fields that a line must say: without them
    what is written before them is no name.
    """

    words: tuple[Word, ...]
    keys: tuple[Key, ...]
    numbers: tuple[Number, ...]
    several: Mapping[str, tuple[str, ...]] = default(default_factory=dict)
    reasons_into: str = "modifiers"
    needed: tuple[str, ...] = ()
