"""``melee fight`` as a session: lines in from a terminal or a pipe, screens out, each answer kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from melee_cli.cli import INTERRUPTED, WRONG_USAGE
from melee_cli.cli.fight_journal import Journal, Place, not_kept
from melee_cli.cli.options import system_named
from melee_cli.core.messages import M
from melee_cli.core.problems import Place as Pointer
from melee_cli.core.problems import Problem
from melee_cli.journal.sessions import Session
from melee_cli.journal.store import JournalError
from melee_cli.journal.views import verdict_of
from melee_cli.session.kept import bring_units, played_in
from melee_cli.session.machine import Machine, Opening

if TYPE_CHECKING:
    from melee_cli.cli.terminal import Screen
    from melee_cli.session.preview import Preview
    from melee_cli.session.prompts import Prompt, Turn

IDLE_MOST = 30
AGAIN_MOST = 200


class Seat(Protocol):
    """Where the lines come from. ``abandoned`` is what stood in the last line when it was left unfinished."""

    abandoned: str

    def ask(
        self,
        prompt: Prompt,
        screen: Screen,
        lines: Mapping[str, Sequence[str]],
        preview: Preview | None = None,
    ) -> str:
        """Return the next line; EOFError where there is none, KeyboardInterrupt where it is broken off."""


def run(
    rules: str | None,
    side_a: str | None,
    side_b: str | None,
    roster: Sequence[str],
    place: Place,
    house: str | None,
    rulings: Mapping[str, str],
    seed: int | None,
    lang: str,
    sets: Mapping[str, object],
    file: str | None = None,
) -> int:
    """Hold a session until it is left and return the exit code.

    0; 1 where what the command line brought is at fault; 2 where an answer is missing; 130 where it
    was broken off. Raises a usage error for rules that there are not.
    """
    if rules is not None:
        system_named(rules, "--rules")
    keys: dict[str, Any] = dict(sets)
    if rulings:
        keys["rulings"] = {**dict(keys.get("rulings") or {}), **rulings}
    if house is not None:
        keys["house"] = os.path.abspath(house)
    opening = Opening(rules, (side_a, side_b), tuple(roster), seed, keys, file)
    from melee_cli.cli.terminal import Screen

    with_terminal = _is_terminal()
    screen = Screen(lang, with_terminal)
    journal = Journal(screen, lang, place)
    found = journal.begun(opening) if place.is_new else journal.resumed(with_terminal, opening)
    if found is None:
        return 1
    machine, kept = found
    seat: Seat
    if with_terminal:
        from melee_cli.cli.terminal import AtTerminal

        seat = AtTerminal()
    else:
        from melee_cli.cli.terminal import FromPipe

        seat = FromPipe(sys.stdin)
    try:
        return _Sitting(machine, kept, seat, screen).hold(with_terminal)
    finally:
        journal.close(kept)


def _is_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


class _Sitting:
    """One holding of a session, from its first prompt to its end."""

    def __init__(self, machine: Machine, kept: Session | None, seat: Seat, screen: Screen) -> None:
        self.machine = machine
        self.kept = kept
        self.seat = seat
        self.screen = screen
        self.ahead: list[str] = []
        self.failing = False

    def hold(self, with_terminal: bool) -> int:
        """Ask and answer until the session is left; return the exit code."""
        turn = self.machine.opening()
        self._show(turn, "")
        self._keep(turn)
        idle = again = 0
        while turn.leave is None:
            prompt = self.machine.prompt()
            try:
                line = self._line(prompt)
            except KeyboardInterrupt:
                self.screen.tell(M("Broken off; melee fight --resume goes on from here."))
                return INTERRUPTED
            except EOFError:
                return self._ended(prompt, with_terminal)
            before = self.machine.steps
            turn = self.machine.answer(line)
            self._show(turn, line)
            self._keep(turn)
            steps = self.machine.steps
            went_on = bool(steps) and steps is not before and steps[-1].answer and steps[-1:] != before[-1:]
            idle = 0 if went_on else idle + 1
            again = 0 if prompt.kind == "unit" else again + (prompt.kind == "menu")
            if (idle >= IDLE_MOST or again >= AGAIN_MOST) and not with_terminal:
                return self._missing(prompt)
        return turn.leave

    def _line(self, prompt: Prompt) -> str:
        """Return the next line; what was pasted with several lines gives them one by one."""
        if not self.ahead:
            self.screen.above(prompt)
            preview = self.machine.preview()
            self.ahead = self.seat.ask(prompt, self.screen, self.machine.lines, preview).split("\n")
            self.machine.put_by(prompt.kind, self.seat.abandoned)
        return self.ahead.pop(0)

    def _show(self, turn: Turn, line: str) -> None:
        self.screen.system(self.machine.table.system)
        self.screen.show(turn.shows)
        self.screen.problems([_pointing(problem, line) for problem in turn.problems])
        self.screen.problems(turn.warnings)
        if turn.problems and self.ahead:  # the lines pasted behind it stay with the one to be corrected
            self.machine.draft_more(self.ahead)
            self.ahead = []

    def _keep(self, turn: Turn) -> None:
        """Write the session and its melees, and bring to the table what others wrote into the battle."""
        kept = self.kept
        if kept is None or turn.problems:
            return
        try:
            self._save(kept, turn.leave is not None)
        except JournalError as error:  # tried again after the next answer: a disk may be full for a while
            if not self.failing:
                self.screen.tell(not_kept(error))
            self.failing = True
            return
        if self.failing:
            self.screen.tell(M("this session is kept again"))
        self.failing = False

    def _save(self, kept: Session, ended: bool) -> None:
        machine = self.machine
        kept.save(machine.data(), played_in(machine), machine.table.system, ended)
        if kept.has_news():
            course = kept.course()
            bring_units(machine, course)
            for moment in kept.others(course):
                self.screen.tell(M("Meanwhile in this battle: {what}", what=verdict_of(moment)))

    def _ended(self, prompt: Prompt, with_terminal: bool) -> int:
        """Return the exit code at the end of input: an answer is missing unless the result is there."""
        if with_terminal:
            self.screen.tell(M("Left; melee fight --resume goes on from here."))
            return 0
        return 0 if prompt.kind == "menu" else self._missing(prompt)

    def _missing(self, prompt: Prompt) -> int:
        self.screen.tell(M("melee: the input ended; missing is {what}", what=prompt.missing))
        return WRONG_USAGE


def _pointing(problem: Problem, line: str) -> Problem:
    """Return *problem* with its pointer into the line that was typed."""
    if problem.span is None or problem.place is not None:
        return problem
    start, end = problem.span
    return replace(problem, place=Pointer("", None, start + 1, max(1, end - start), line))
