"""What to show, without how: the sections between a result and a renderer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from melee_cli.core.message import Message

Cell: TypeAlias = "Message | str | int | None"


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of an account: a signed value, a plain figure or nothing, its label and its citation.

    ``tone``: ``total`` for a sum, ``held`` for what was considered and withheld (shown with
    ``--explain`` only), ``plain`` otherwise.
    """

    label: Message
    value: int | str | None = None
    cite: str | None = None
    signed: bool = True
    tone: Literal["plain", "total", "held"] = "plain"


@dataclass(frozen=True, slots=True)
class Account:
    """A heading with signed lines under it: how one unit or side came to its total."""

    title: Message
    entries: Sequence[Entry]
    tail: Message | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a grid; figures are set to the right.

    ``detail``: shown with ``--explain`` only.
    """

    title: Message
    align: Literal["left", "right"] = "left"
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with named columns; stacked as "column: value" lines where the terminal is narrow."""

    title: Message
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Beside:
    """Accounts that belong next to each other, one under the other where there is no room."""

    accounts: Sequence[Account]


@dataclass(frozen=True, slots=True)
class Lines:
    """A heading and plain sentences: duties, notes, rulings in force.

    ``detail``: shown with ``--explain`` only.
    """

    title: Message
    items: Sequence[Message | str]
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading over the sections that follow: a side's name, say."""

    title: Message


Section: TypeAlias = "Account | Grid | Beside | Lines | Heading"


@dataclass(frozen=True, slots=True)
class View:
    """A result as sections, the verdict first (all that ``--brief`` shows)."""

    verdict: Message
    sections: Sequence[Section]
