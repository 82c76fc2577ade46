"""The object by which a rules system plugs in, and the book of it that is in force for a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from melee_cli.core.messages import Message
from melee_cli.core.problems import Problem
from melee_cli.core.rules import House, Modifier, Row, Ruling, Value, defaults, with_numbers
from melee_cli.core.stages import Melee
from melee_cli.core.view import Chances, View
from melee_cli.core.words import Words

Result = Mapping[str, Any]
Check: TypeAlias = "Callable[[Any, Book], Iterable[Problem]]"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class System:
    """A rules system.

    - ``id``, ``title``, ``about``: what scenarios call it, its name, and what it covers in a sentence;
    - ``scenario``: returns the pydantic model of a whole scenario (imported when first called);
    - ``result``: returns the TypedDict of a result, from which its JSON Schema is made;
    - ``rows``, ``rulings``: its tables;
    - ``vocabulary``: returns the words of its one-line units (built when first called);
    - ``checks``: functions (scenario, book) → problems, each run by itself on whatever is sound;
    - ``open``: (scenario, book) → the melee before the dice;
    - ``view``: result → what to show; ``preview``: the melee's preview, with the chances
      where they are known → what to show before the dice;
    - ``expectations``: how ``expect:`` reads a unit's key out of its result, where it is no key of it;
    - ``measures``: what odds count of a unit, by name: ``share`` (the chance of each value), ``number``
      (exact distribution and mean), ``count`` (the same, listed under its own name), ``flag`` (the chance
      that it is true) or ``cause`` (the chance of each cause of the flag of that name);
    - ``merits``: what a flag is worth to the side of its unit, 1 for it and -1 against it, so that changes
      of which none decides who wins can be told apart; flags that follow from others are left out;
    - ``labels``: how the names and values of measures, and the keys of throws, read, where they do not
      say it themselves;
    - ``next_round_needs``: scenario → what a next round of it needs beside its dice, so that odds look no
      further than this round, or None; None itself where no round ever needs anything;
    - ``lasting``: (unit, its part of a result or None) → the fields that stay with the unit from melee to
      melee, losses taken off; None for a unit that is gone. Without it only its name stays;
    - ``counts``: which of those fields says how many of a unit there are (figures, models), None where
      none does;
    - ``variations``: scenario → single changes within the players' reach, each with its name and as a whole
      scenario mapping, for ``--what-if``; the decisions that its stages ask for are added without it;
    - ``starter``: the commented scenario of ``melee new``; ``starters``: further ones by the name of the
      option that asks for them;
    - ``catalog``: the folder of its translations (gettext domain = id), None for English only.
    """

    id: str
    title: Message
    about: Message
    scenario: Callable[[], Any]
    result: Callable[[], Any]
    rows: tuple[Row, ...]
    rulings: tuple[Ruling, ...]
    vocabulary: Callable[[], Words]
    checks: tuple[Check, ...]
    open: Callable[[Any, Book], Melee]
    view: Callable[[Result, Book], View]
    preview: Callable[[Result, Book, Chances | None], View]
    starter: str
    starters: Mapping[str, str] = field(default_factory=dict)
    expectations: Mapping[str, Callable[[Result], Any]] = field(default_factory=dict)
    measures: Mapping[str, Literal["share", "number", "flag", "count", "cause"]] = field(default_factory=dict)
    merits: Mapping[str, int] = field(default_factory=dict)
    labels: Mapping[str, Message] = field(default_factory=dict)
    next_round_needs: Callable[[Any], Message | None] | None = None
    lasting: Callable[[Any, Mapping[str, Any] | None], Mapping[str, Any] | None] | None = None
    counts: str | None = None
    variations: Callable[[Any], Iterable[tuple[Message, Mapping[str, Any]]]] | None = None
    catalog: Path | None = None

    def label(self, word: object) -> Message:
        """Return how a measure's name or value, or the key of a throw, reads."""
        text = str(word)
        return self.labels.get(text) or Message(text.replace("_", " "))

    @property
    def words(self) -> Words:
        """The table of words of its one-line units."""
        return self.vocabulary()


@dataclass(slots=True, eq=False, repr=False)
class Book:
    """The rules in force for one scenario. Books are shared between scenarios and compare by identity.

    ``rows`` holds every row by id, with its numbers in force; a row that the house switched off is in
    ``off`` and applies nowhere. ``rulings`` holds every switch.
    """

    system: System
    rows: Mapping[str, Row]
    rulings: Mapping[str, Value]
    off: frozenset[str] = frozenset()
    house: House | None = None

    def number(self, rule: str, name: str = "value") -> int:
        """Return the number *name* of the row *rule* as it is in force."""
        return self.rows[rule].numbers[name]

    def in_force(self, rows: Iterable[Row]) -> tuple[Row, ...]:
        """Return *rows* as they are in force, without those switched off; modifiers added at the end."""
        kept = [self.rows[row.id] for row in rows if row.id not in self.off]
        if self.house and any(isinstance(row, Modifier) for row in kept):
            kept.extend(self.house.added)
        return tuple(kept)


def open_book(system: System, rulings: Mapping[str, Value] | None = None, house: House | None = None) -> Book:
    """Return *system*'s book with the *house* overlay and then *rulings* laid over it.

    *rulings* must hold accepted values of known switches (the scenario layer checks them).
    """
    rows = {row.id: row for row in system.rows}
    for rule, numbers in (house.numbers if house else {}).items():
        rows[rule] = with_numbers(rows[rule], numbers)
    rows |= {row.id: row for row in (house.added if house else ())}
    switches = {**defaults(system.rulings), **(house.rulings if house else {}), **(rulings or {})}
    return Book(system, rows, switches, house.off if house else frozenset(), house)
