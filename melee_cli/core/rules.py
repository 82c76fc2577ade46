"""Rules: rows with their citations, rulings with their switches, and what a house changes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from melee_cli.core.messages import Message

C = TypeVar("C")


@dataclass(slots=True, unsafe_hash=True)
class Line:
    """One line of a total: the rule, its label, the signed value, the citation.

    ``units`` names the units a point came from, where it is a side's; None for a unit's own line.
    Nobody changes one; it is not frozen for the same reason as a message.
    """

    rule: str
    label: Message
    value: int
    cite: str
    units: tuple[str, ...] | None = None


@dataclass(slots=True, unsafe_hash=True)
class Withheld:
    """A row that would have applied, and why it does not; not frozen for the same reason as a message."""

    rule: str
    reason: Message
    cite: str


def total(lines: Iterable[Line], start: int = 0) -> int:
    """Return *start* plus the values of *lines*: a total is the sum of its lines and nothing else."""
    return sum((line.value for line in lines), start)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Row:
    """A row of the rules: what every table, audit trail, house file and listing reads.

    ``section`` is the heading under which ``melee rules`` shows it, ``text`` what it says in our own
    words, ``numbers`` the figures a house file may set, ``shown`` how its value reads in a table
    where the numbers do not say it. Places in these texts named like a number are filled with it, so
    that they stay true when a house changes it. Raises ValueError without id, citation, label or text.
    """

    id: str
    section: Message
    cite: str
    label: Message
    text: Message
    numbers: Mapping[str, int] = field(default_factory=dict)
    shown: Message | None = None
    note_only: bool = False

    def __post_init__(self) -> None:
        if not (self.id and self.cite and self.label.text and self.text.text):
            raise ValueError(f"row {self.id or '?'}: id, citation, label and text are required")
        for name in ("label", "text", "shown"):
            said: Message | None = getattr(self, name)
            if said is not None and "{" in said.text:
                object.__setattr__(self, name, replace(said, params={**said.params, **self.numbers}))


class Withholding(NamedTuple, Generic[C]):
    """A condition under which a row that applies is withheld, with its reason and citation."""

    when: Callable[[C], bool]
    reason: Message
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Modifier(Row, Generic[C]):
    """A row that adds to a total while its condition holds of the subject *C*.

    ``key`` picks the number (and the label in ``labels``) where it depends on the subject; ``amount``
    computes the value from the numbers where it is none of them as such.
    """

    when: Callable[[C], bool]
    withheld: tuple[Withholding[C], ...] = ()
    key: Callable[[C], str] | None = None
    labels: Mapping[str, Message] = field(default_factory=dict)
    amount: Callable[[C, Mapping[str, int]], int] | None = None

    def line(self, subject: C) -> Line:
        """Return the line this row adds for *subject*, for which its condition holds."""
        name = self.key(subject) if self.key else "value"
        value = self.amount(subject, self.numbers) if self.amount else self.numbers[name]
        return Line(self.id, self.labels.get(name, self.label), value, self.cite)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Entries(Row, Generic[C]):
    """A row that adds one line for every entry the umpire wrote (``{value, reason}``)."""

    entries: Callable[[C], Sequence[Line]]


def apply(rows: Iterable[Row], subject: C, lines: list[Line], withheld: list[Withheld]) -> None:
    """Add to *lines* what the modifiers among *rows* give *subject*, to *withheld* what they do not."""
    for row in rows:
        if isinstance(row, Modifier):
            if row.when(subject):
                for bar in row.withheld:
                    if bar.when(subject):
                        withheld.append(Withheld(row.id, bar.reason, bar.cite))
                        break
                else:
                    lines.append(row.line(subject))
        elif isinstance(row, Entries):
            lines.extend(row.entries(subject))


def with_numbers(row: Row, numbers: Mapping[str, int]) -> Row:
    """Return *row* with some of its numbers replaced; KeyError for a number it does not have."""
    for name in numbers:
        if name not in row.numbers:
            raise KeyError(name)
    return replace(row, numbers={**row.numbers, **numbers})


Value: TypeAlias = "str | int"


class Ruling(NamedTuple):
    """One ruling: its id, what and why in our words, and its values, the default first.

    A ruling without values is a decision on record and cannot be switched. ``at_least`` makes it a
    whole number from there up instead of a list (the default is then ``values[0]``).
    """

    id: str
    text: Message
    values: tuple[Value, ...] = ()
    at_least: int | None = None

    @property
    def cite(self) -> str:
        """How a result cites this ruling."""
        return f"ruling:{self.id}"

    @property
    def default(self) -> Value:
        """The value in force when nobody says otherwise; IndexError where it is no switch."""
        return self.values[0]

    def accept(self, value: object) -> Value | None:
        """Return *value* as one of this ruling's, None where it is none of them."""
        if isinstance(value, bool):
            return None
        if self.at_least is not None:
            text = str(value)
            return int(text) if text.isdecimal() and self.at_least <= int(text) <= 9999 else None
        return next((v for v in self.values if str(v) == str(value)), None)


def defaults(rulings: tuple[Ruling, ...]) -> Mapping[str, Value]:
    """Return every switch at its default, in the order of the digest."""
    return {ruling.id: ruling.default for ruling in rulings if ruling.values}


@dataclass(slots=True)
class Change:
    """One change a house file makes, as ``melee rules`` and a result show it."""

    rule: str
    text: Message


class House(NamedTuple):
    """A house file's overlay: numbers set, rows switched off, flat rows added, rulings.

    ``numbers`` maps a row id to its numbers by name; ``added`` are modifiers of the house's own.
    """

    name: str
    numbers: Mapping[str, Mapping[str, int]] = {}
    off: frozenset[str] = frozenset()
    added: tuple[Row, ...] = ()
    rulings: Mapping[str, Value] = {}
    changes: tuple[Change, ...] = ()
