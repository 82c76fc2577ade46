"""What a session shows, drawn: views and odds to standard output, remarks beside the prompts."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence

from melee_cli.cli.streams import Output, say
from melee_cli.core.messages import Message
from melee_cli.core.problems import Problem
from melee_cli.render.language import Language, language_for
from melee_cli.render.terminal import Terminal, terminal_of
from melee_cli.session.prompts import OddsShown, Prompt, Shown
from melee_cli.systems import find, names

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
            if isinstance(shown, Message):
                self._beside("\n" + text if view else text)
            else:
                self._out.write("\n" + text)
            view = not isinstance(shown, Message)
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
        return f"{self.language.text(prompt.text)}> "

    def _terminal(self) -> Terminal:
        """Return what the output can show now: a terminal may have been resized since the last screen."""
        return terminal_of(sys.stdout) if self._with_terminal else self._out.terminal()

    def _beside(self, text: str) -> None:
        if self._with_terminal:
            self._out.write(text)
        else:
            say(text)


def text_of(shown: Shown, language: Language, terminal: Terminal) -> str:
    """Return what is shown as text; a line is folded where the terminal is narrow."""
    if isinstance(shown, Message):
        return _folded(language.text(shown), terminal.width) + "\n"
    from melee_cli.render.table import draw

    if isinstance(shown, OddsShown):
        from melee_cli.render import odds_view

        view = odds_view.view if shown.whole else odds_view.compact
        return draw(view(shown.odds, shown.system), language, terminal)
    return draw(shown, language, terminal)


def _folded(text: str, width: int) -> str:
    """Return *text* in lines of at most *width* cells, broken between words, the later ones indented.

    No word is broken (a file's name stays whole), and no line ends in a number that counts what follows.
    """
    if len(text) * 2 <= width:
        return text
    from melee_cli.render.layout import size

    said = text.lstrip(" ")
    indent = " " * (len(text) - len(said))
    lines: list[str] = []
    line = ""
    for word in NUMBERED.sub(r"\1" + GLUE, said).split(" "):
        longer = f"{line} {word}" if line else (indent + "   " if lines else indent) + word
        if line and size(((longer, "plain"),)) > width:
            lines.append(line)
            longer = indent + "   " + word
        line = longer
    return "\n".join([*lines, line]).replace(GLUE, " ")
