"""A session held without a terminal, as text: what the machine asks, is told, and shows."""

from __future__ import annotations

import json
from collections.abc import Iterable

from melee_cli.cli.terminal import text_of
from melee_cli.core.messages import Message
from melee_cli.core.problems import Problem
from melee_cli.render.language import language_for
from melee_cli.render.terminal import Terminal
from melee_cli.session.machine import Machine, Opening
from melee_cli.session.prompts import Echo, Prompt, Shown, Turn
from melee_cli.systems import find


class Sitting:
    """Feeds lines to a machine; every answer goes through the session's file form and back."""

    def __init__(
        self, opening: Opening | None = None, lang: str = "en", machine: Machine | None = None
    ) -> None:
        self.lang = lang
        self.machine = machine or Machine(opening or Opening(rules="duel", seed=1), lang)
        self.transcript: list[str] = []
        self.turn = self.machine.opening()
        self.transcript.append(self.shown(self.turn))

    def say(self, *lines: str) -> Turn:
        """Answer with *lines*, one after the other; return the last turn."""
        for line in lines:
            prompt = self.machine.prompt()
            self.transcript.append(self.asked(prompt) + line + "\n")
            self.turn = self.machine.answer(line)
            self.transcript.append(self.shown(self.turn))
            again = Machine.of(json.loads(json.dumps(self.machine.data())), self.lang)
            assert again.table == self.machine.table
            assert again.steps == self.machine.steps
        return self.turn

    @property
    def text(self) -> str:
        """Everything so far."""
        return "".join(self.transcript)

    @property
    def asks(self) -> str:
        """The question that is asked now."""
        return self.asked(self.machine.prompt())

    @property
    def draft(self) -> str:
        """What stands in the line."""
        return self.machine.prompt().draft

    @property
    def result(self) -> dict:
        """The result on the table."""
        return self.machine.desk.position.resolved.data

    def asked(self, prompt: Prompt) -> str:
        above = "".join(self.drawn(shown) for shown in prompt.above)
        return f"{above}{self.say_message(prompt.text)}> "

    def shown(self, turn: Turn) -> str:
        shown, view = "", False
        for one in turn.shows:
            apart = view or not isinstance(one, Message | Echo)
            shown += "\n" * apart + self.drawn(one)
            view = not isinstance(one, Message | Echo)
        shown += "\n" * view
        return shown + self.problems((*turn.problems, *turn.warnings))

    def problems(self, problems: Iterable[Problem]) -> str:
        said = ""
        for problem in problems:
            said += f"! {self.say_message(problem.message)}\n"
            if problem.hint:
                said += f"  {self.say_message(problem.hint)}\n"
        return said

    def drawn(self, shown: Shown) -> str:
        return text_of(shown, self._language(), Terminal(80))

    def say_message(self, message: Message) -> str:
        return self._language().text(message)

    def _language(self):
        name = self.machine.table.system
        return language_for(self.lang, find(name) if name else None)


def wrong(turn: Turn) -> list[str]:
    """Return the codes of what was refused."""
    return [problem.code for problem in turn.problems]
