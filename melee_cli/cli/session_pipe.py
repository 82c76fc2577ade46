"""Answers without a terminal: read line by line, the prompts on standard error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from melee_cli.cli.streams import say

if TYPE_CHECKING:
    from melee_cli.cli.session_screen import Screen
    from melee_cli.session.prompts import Prompt

LONGEST = 20_000


class FromPipe:
    """Reads lines of any encoding that UTF-8 is; what cannot be read is shown as such and refused."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = getattr(stream, "buffer", None)
        self._text = stream
        self.abandoned = ""

    def ask(self, prompt: Prompt, screen: Screen, lines: Mapping[str, Sequence[str]]) -> str:
        """Return the next line of the input, EOFError at its end."""
        say(screen.question(prompt))
        line = self._read()
        say("\n")
        if not line:
            raise EOFError
        return line.rstrip("\r\n").removeprefix("\ufeff")

    def _read(self) -> str:
        if self._stream is not None:
            data: bytes = self._stream.readline(LONGEST)
            return data.decode("utf-8", "replace")
        return self._text.readline(LONGEST) if self._text is not None else ""
