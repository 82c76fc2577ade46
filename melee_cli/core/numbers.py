"""Numbers of a file that keep how they were written."""

from __future__ import annotations


class Numeral(str):
    """A plain scalar that reads as a decimal number (``4.5``): text everywhere but in a decimal field."""

    __slots__ = ()


class Written(int):
    """A whole number that keeps how it was written, where that differs from its digits (``+17``)."""

    written: str

    def __new__(cls, value: int, written: str) -> Written:
        """Return *value* remembering *written*."""
        number = super().__new__(cls, value)
        number.written = written
        return number
