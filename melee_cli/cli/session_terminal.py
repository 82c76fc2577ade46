"""The terminal of the session: the line with its history and completion, and the keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output.defaults import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.utils import is_dumb_terminal

from melee_cli.session.commands import COMMANDS

if TYPE_CHECKING:
    from melee_cli.cli.session_screen import Screen
    from melee_cli.session import prompts

ESCAPE_WAITS = 0.05
BACK = "<"


class AtTerminal:
    """Reads lines at a terminal: Esc goes back, Tab completes, arrows recall what was typed before."""

    def __init__(self) -> None:
        self._output = None if is_dumb_terminal() else create_output()
        if isinstance(self._output, Vt100_Output):  # asked where the cursor is, some terminals never answer
            self._output.enable_cpr = False
        self._keys = self._bound()
        self.abandoned = ""

    def ask(self, prompt: prompts.Prompt, screen: Screen, lines: Mapping[str, Sequence[str]]) -> str:
        """Return the line; EOFError on Ctrl-D, KeyboardInterrupt on Ctrl-C."""
        history = [*lines.get("command", ()), *lines.get(prompt.kind, ())]
        session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(history),
            completer=_Words(prompt, screen),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            key_bindings=self._keys,
            output=self._output,
            reserve_space_for_menu=0,
        )
        session.app.ttimeoutlen = ESCAPE_WAITS
        self.abandoned = ""
        line = session.prompt(screen.question(prompt), default=prompt.draft)
        if self.abandoned == prompt.draft:
            self.abandoned = ""
        return line

    def _bound(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add(Keys.Escape, eager=True)
        def back(event: KeyPressEvent) -> None:
            self.abandoned = event.current_buffer.text
            event.current_buffer.text = ""
            event.app.exit(result=BACK)

        return keys


class _Words(Completer):
    """Completes the word at the cursor; what can only begin the line completes all that stands there."""

    def __init__(self, prompt: prompts.Prompt, screen: Screen) -> None:
        self._prompt = prompt
        self._screen = screen

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield what goes on from the text before the cursor, each with what it is."""
        before = document.text_before_cursor
        if before.startswith(":"):
            yield from self._command(document, complete_event)
            return
        word = before.rsplit(None, 1)[-1] if before and not before[-1].isspace() else ""
        for offered in self._prompt.completions:
            typed = before.lstrip() if offered.first else word
            begun = (text for text in offered.texts if text.casefold().startswith(typed.casefold()))
            text = next(begun, None) if typed or offered.first else None
            if text is not None:
                about = self._screen.language.text(offered.about)
                yield Completion(text, -len(typed), display_meta=about)

    def _command(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield the commands that go on from the text, or the files that a command's may be."""
        before = document.text_before_cursor
        name, space, argument = before.partition(" ")
        if space:
            wanted = argument.removeprefix("save ") if name == ":roster" else argument
            yield from PathCompleter(expanduser=True).get_completions(Document(wanted), complete_event)
            return
        for command in COMMANDS:
            said = next(
                (f":{word}" for word in (*command.english, *command.russian) if f":{word}".startswith(name)),
                None,
            )
            if said is not None:
                yield Completion(said, -len(name), display_meta=self._screen.language.text(command.about))
