"""The terminal of the session, or the pipe in its place: lines in, screens out."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import Any, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import (
    CompleteEvent,
    Completer,
    Completion,
    PathCompleter,
    get_common_complete_suffix,
)
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import is_dumb_terminal

from melee_cli.cli.streams import Output, say
from melee_cli.core.messages import Message
from melee_cli.core.problems import Problem
from melee_cli.core.view import Lines, View
from melee_cli.render.language import Language, language_for
from melee_cli.render.terminal import Terminal, cells, terminal_of
from melee_cli.session.commands import COMMANDS
from melee_cli.session.preview import Preview, Told
from melee_cli.session.prompts import Echo, OddsShown, Prompt, Shown, Whole
from melee_cli.systems import find, names

ECHOED = 2  # lines at most, where it can be said in so few
ROWS = 24
BELOW_VIEW = 4  # lines that a question and what stands above it take
GLUE = "\ufdd0"  # stands for a space at which no line is broken
NUMBERED = re.compile(r"(?<!\S)(\d+) ")


class Screen:
    """Draws what the machine shows; with a terminal all of it goes there, in the order of the talk.

    Without one, views and odds go to standard output and everything else to standard error.
    """

    def __init__(self, lang: str, with_terminal: bool) -> None:
        self._lang = lang
        self._with_terminal = with_terminal
        self._out = Output()
        self._named = False
        self.language = language_for(lang)

    def system(self, name: str | None) -> None:
        """Speak with the words of the system called *name*."""
        self._named = name is not None
        self.language = language_for(self._lang, find(name) if name else None)

    def _spoken(self) -> Language:
        """Return the language for what is shown: while systems are spoken of, it has the words of all."""
        if self._named or self._lang == "en":
            return self.language
        return Language(self._lang, *(system for name in names() if (system := find(name))))

    def show(self, shows: Iterable[Shown]) -> None:
        """Show one thing after the other."""
        view = False
        for shown in shows:
            text = text_of(shown, self._spoken(), self._terminal())
            if isinstance(shown, View) and self._with_terminal and text.count("\n") > _rows() - BELOW_VIEW:
                parts = _in_two(shown)
                text = "\n".join(text_of(part, self._spoken(), self._terminal()) for part in parts)
            line = isinstance(shown, Message | Echo)
            if line:
                self._beside("\n" + text if view else text)
            else:
                self._out.write("\n" + text)
            view = not line
        if view:
            self._out.write("\n")

    def above(self, prompt: Prompt) -> None:
        """Show what stands above a prompt."""
        self.show(prompt.above)

    def tell(self, message: Message) -> None:
        """Say one line, folded where the terminal is narrow."""
        self._beside(text_of(message, self.language, self._terminal()))

    def problems(self, problems: Sequence[Problem]) -> None:
        """Say what is wrong."""
        if problems:
            from melee_cli.render.problems import draw_problems

            terminal = self._terminal()
            text = draw_problems(problems, self.language, terminal)
            if self._with_terminal:
                text = "".join(_folded(line, terminal.width) + "\n" for line in text.splitlines())
            self._beside(text)

    def question(self, prompt: Prompt) -> str:
        """Return the text of *prompt*, ready for an answer behind it."""
        text = self.language.text(prompt.text)
        if self._with_terminal:
            text = _folded(text, self._terminal().width - 1)
        return f"{text} " if text.endswith("?") else f"{text}> "

    def coloured(self) -> bool:
        """Tell whether colours, and what moves while a line is typed, are wanted here."""
        return self._terminal().colour

    def below(self, told: Told) -> str:
        """Return a line of what stands below the one being typed, folded where the terminal is narrow."""
        shown = told.shown
        if isinstance(shown, OddsShown):
            from melee_cli.render.odds import verdict

            shown = verdict(shown.odds)
        assert isinstance(shown, Message)
        return _folded(f"  {self.language.text(shown)}", self._terminal().width - 1)

    def _terminal(self) -> Terminal:
        """Return what the output can show now: a terminal may have been resized since the last screen."""
        return terminal_of(sys.stdout) if self._with_terminal else self._out.terminal()

    def _beside(self, text: str) -> None:
        if self._with_terminal:
            self._out.write(text)
        else:
            say(text)


def _rows() -> int:
    """Return how many lines the terminal shows."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).lines or ROWS
    except (OSError, ValueError):
        return ROWS


def _in_two(view: View) -> tuple[View, View]:
    """Return the tables of *view*, and what must stand beside the next question: the verdict, what to do."""
    to_do = [section for section in view.sections if isinstance(section, Lines)]
    return view._replace(sections=[s for s in view.sections if s not in to_do]), view._replace(sections=to_do)


def text_of(shown: Shown, language: Language, terminal: Terminal) -> str:
    """Return what is shown as text; a line is folded where the terminal is narrow."""
    from melee_cli.render.tables import draw
    from melee_cli.render.theme import in_role

    if isinstance(shown, Message):
        return _folded(language.text(shown), terminal.width) + "\n"
    if isinstance(shown, Echo):
        ways = ["".join(text_of(line, language, terminal) for line in way) for way in shown.ways]
        said = next((way for way in ways if way.count("\n") <= ECHOED), ways[-1])
        return in_role(said, "echo", terminal)
    if isinstance(shown, OddsShown):
        from melee_cli.render import odds as odds_view

        return draw(odds_view.view(shown.odds, shown.system), language, terminal)
    if isinstance(shown, Whole):
        return draw(shown.view, language, terminal)
    return draw(shown, language, terminal, "summary")


def _folded(text: str, width: int) -> str:
    """Return *text* in lines of at most *width* cells, broken between words, the later ones indented.

    No word is broken (a file's name stays whole), and no line ends in a number that counts what follows.
    """
    if len(text) * 2 <= width:
        return text
    said = text.lstrip(" ")
    indent = " " * (len(text) - len(said))
    lines: list[str] = []
    line = ""
    for word in NUMBERED.sub(r"\1" + GLUE, said).split(" "):
        longer = f"{line} {word}" if line else (indent + "   " if lines else indent) + word
        if line and cells(longer) > width:
            lines.append(line)
            longer = indent + "   " + word
        line = longer
    return "\n".join([*lines, line]).replace(GLUE, " ")


ESCAPE_WAITS = 0.05
SHOWN_AT_ONCE = 0.015
TURNS = 0.001
BACK = "<"
MENU_LINES = 6
STYLE = Style.from_dict(
    {
        "question": "bold",
        "name": "bold",
        "type": "ansicyan",
        "formation": "ansigreen",
        "action": "ansiyellow",
        "number": "ansimagenta",
        "state": "ansiblue",
        "command": "bold",
        "unknown": "underline",
        "wrong": "underline ansired",
        "bottom-toolbar": "noreverse",
        "told.unit": "",
        "told.sum": "bold",
        "told.missing": "ansiyellow",
        "told.wrong": "ansired",
        "told.odds": "ansicyan",
        "completion-menu": "noinherit",
        "completion-menu.completion": "noinherit",
        "completion-menu.completion.current": "noinherit reverse",
        "completion-menu.meta.completion": "noinherit ansibrightblack",
        "completion-menu.meta.completion.current": "noinherit reverse",
        "scrollbar.background": "noinherit",
        "scrollbar.button": "noinherit reverse",
    }
)


class _Output(Vt100_Output):
    """The terminal, which is never asked where its cursor is: some never answer."""

    def get_rows_below_cursor_position(self) -> int:
        """Return how many rows are certainly there: what is drawn makes room for itself."""
        return 1


class AtTerminal:
    """Reads lines at a terminal: Esc goes back, Tab completes, arrows recall what was typed before.

    Where it has colours a unit's words have them as they are typed, and what they come to stands below.
    """

    def __init__(self) -> None:
        output: Vt100_Output | None = None
        if sys.platform != "win32" and not is_dumb_terminal():  # there the editor knows its console best
            output = _Output.from_pty(sys.stdout, term=os.environ.get("TERM"))
            output.enable_cpr = False
        self._history = _History()
        self._session: PromptSession[str] = PromptSession(
            history=self._history,
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            key_bindings=self._bound(),
            output=output,
            reserve_space_for_menu=MENU_LINES,
            style=STYLE,
            include_default_pygments_style=False,
        )
        self._session.app.ttimeoutlen = ESCAPE_WAITS
        sys.setswitchinterval(TURNS)  # what is worked out behind lets a key through at once
        self.abandoned = ""

    def ask(
        self,
        prompt: Prompt,
        screen: Screen,
        lines: Mapping[str, Sequence[str]],
        preview: Preview | None = None,
    ) -> str:
        """Return the line; EOFError on Ctrl-D, KeyboardInterrupt on Ctrl-C."""
        self._history.lines = [*lines.get("command", ()), *lines.get(prompt.kind, ())]
        coloured = screen.coloured()
        live = None if preview is None or not coloured else _Live(preview, screen)
        session = self._session
        session.completer = _Words(prompt, screen)
        session.lexer = None if live is None else _Coloured(live)
        session.bottom_toolbar = None if live is None else live.toolbar
        session.color_depth = ColorDepth.DEPTH_4_BIT if coloured else ColorDepth.DEPTH_1_BIT
        self.abandoned = ""
        try:
            question: StyleAndTextTuples = [("class:question", screen.question(prompt))]
            line = session.prompt(question, default=prompt.draft)
        finally:
            if live is not None:
                live.drop()
        if self.abandoned == prompt.draft:
            self.abandoned = ""
        return line

    def _bound(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add(Keys.Escape, eager=True)
        def back(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            if buffer.complete_state is not None:
                buffer.cancel_completion()
                return
            self.abandoned = buffer.text
            buffer.text = ""
            event.app.exit(result=BACK)

        @keys.add(Keys.Tab)
        def tab(event: KeyPressEvent) -> None:
            _complete(event.current_buffer, event.current_buffer.completer)

        return keys


class _History(History):
    """The lines that the arrows bring back at one prompt, the last the nearest."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: Sequence[str] = ()

    async def load(self) -> AsyncGenerator[str, None]:
        """Yield the lines, the last first."""
        for line in reversed(self.lines):
            yield line

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines, the last first."""
        return reversed(self.lines)

    def store_string(self, string: str) -> None:
        """Keep nothing: the session does."""


def _complete(buffer: Buffer, words: Completer) -> None:
    """Put in at once what all completions have in common, for keys may be typed ahead; then list them."""
    if buffer.complete_state is not None:
        buffer.complete_next()
        return
    document = buffer.document
    found = list(words.get_completions(document, CompleteEvent(completion_requested=True)))
    common = get_common_complete_suffix(document, found)
    if len(found) == 1 and not common:
        buffer.apply_completion(found[0])
        return
    if common:
        buffer.insert_text(common)
        found = [completion.new_completion_from_position(len(common)) for completion in found]
    if len(found) > 1:
        buffer.complete_state = CompletionState(buffer.document, found)
        buffer.on_completions_changed.fire()


class _Live:
    """What is told of the line being typed: worked out behind, shown when ready, dropped with its line."""

    def __init__(self, preview: Preview, screen: Screen) -> None:
        self.preview = preview
        self._screen = screen
        self._text: str | None = None
        self._told: tuple[Told, ...] = ()

    def toolbar(self) -> StyleAndTextTuples:
        """Return what is known by now of the line in the application that is running."""
        app = get_app()
        text = app.current_buffer.text
        if text != self._text:
            self._text, self._told = text, ()
            ready = Event()
            Thread(target=self._work_out, args=(text, ready, app), daemon=True).start()
            ready.wait(SHOWN_AT_ONCE)
        shown: StyleAndTextTuples = []
        for told in self._told:
            if shown:
                shown.append(("", "\n"))
            shown.append((f"class:told.{told.about}", self._screen.below(told)))
        return shown

    def drop(self) -> None:
        """Want to know no more."""
        self._text = None

    def _work_out(self, text: str, ready: Event, app: Application[Any]) -> None:
        """Work out what can be told of *text*; a part that comes late is shown when it comes."""

        def dropped() -> bool:
            return self._text is not text

        with suppress(Exception):  # whatever it is, Enter meets it where it can be told
            for told in self.preview.told(text, dropped):
                if dropped():
                    return
                self._told = told
        ready.set()
        if not dropped():
            app.invalidate()


class _Coloured(Lexer):
    """Colours the words of a line by what they say."""

    def __init__(self, live: _Live) -> None:
        self._live = live

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return the text of a line with its styles."""

        def styled(number: int) -> StyleAndTextTuples:
            line = document.lines[number] if number < len(document.lines) else ""
            shown: StyleAndTextTuples = []
            at = 0
            for start, end, kind in self._live.preview.spans(line):
                shown += [("", line[at:start]), (f"class:{kind}", line[start:end])]
                at = end
            return [*shown, ("", line[at:])]

        return styled


class _Words(Completer):
    """Completes the word at the cursor; what can only begin the line completes all that stands there."""

    def __init__(self, prompt: Prompt, screen: Screen) -> None:
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


LONGEST = 20_000


class FromPipe:
    """Reads lines of any encoding that UTF-8 is; what cannot be read is shown as such and refused."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = getattr(stream, "buffer", None)
        self._text = stream
        self.abandoned = ""

    def ask(
        self,
        prompt: Prompt,
        screen: Screen,
        lines: Mapping[str, Sequence[str]],
        preview: Preview | None = None,
    ) -> str:
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
