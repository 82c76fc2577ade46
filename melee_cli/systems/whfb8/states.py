"""What is known between the stages, kept to what matters for what follows so that equal states merge."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Broken: TypeAlias = tuple[int, ...]
"""The indices of the units that failed their Break tests, in file order."""


class Chosen(NamedTuple):
    """After the choices: who broke, and whom each unit that might pursue goes after.

    ``targets`` are pairs of indices, the second None where the unit restrained itself.
    """

    broken: Broken
    targets: tuple[tuple[int, int | None], ...]


class Flight(NamedTuple):
    """What is known of one flight: its roll while it matters, which pursuers caught it so far.

    ``caught`` has a place for each pursuer that has rolled, in file order. ``settled`` says that
    nothing more is to be rolled or drawn.
    """

    roll: int | None
    caught: tuple[bool, ...]
    settled: bool


class Fled(NamedTuple):
    """The end: the choices and the flights, one for each broken unit."""

    chosen: Chosen
    flights: tuple[Flight, ...]
