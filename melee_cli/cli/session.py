"""The session at a terminal or a pipe: its place in the journal, lines in, screens out, each answer kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from melee_cli.cli import INTERRUPTED, WRONG_USAGE
from melee_cli.cli.options import system_named
from melee_cli.core.messages import MN, M, Message
from melee_cli.core.problems import Place as Pointer
from melee_cli.core.problems import Problem
from melee_cli.journal import battles, sessions
from melee_cli.journal.sessions import Session, take_over
from melee_cli.journal.store import JournalError, Store, journal_path, open_store, state_folder
from melee_cli.journal.views import verdict_of, when
from melee_cli.session.kept import bring_units, played_before, played_in
from melee_cli.session.machine import Machine, NoSuchRules, Opening

if TYPE_CHECKING:
    from melee_cli.cli.terminal import Screen
    from melee_cli.session.preview import Preview
    from melee_cli.session.prompts import Prompt, Turn


class Place(NamedTuple):
    """Where a session is kept and what it goes on with.

    ``file`` is the journal and ``battle`` the name of a battle in it, where they are named; ``resume``
    goes on with a session that was broken off, ``goes_on`` with the battle of that name, number or
    beginning ("" for the last).
    """

    file: str | None = None
    battle: str | None = None
    resume: bool = False
    goes_on: str | None = None

    @property
    def is_new(self) -> bool:
        """Whether a session begins, and none goes on."""
        return not self.resume and self.goes_on is None


class Journal:
    """The journal as a session needs it: opened if it can be, a session begun or taken up in it."""

    def __init__(self, screen: Screen, lang: str, place: Place) -> None:
        self._screen = screen
        self._lang = lang
        self._place = place
        self._store: Store | None = None
        path = journal_path(place.file)
        try:
            self._store = open_store(path)
            for message in take_over(self._store, state_folder(), played_before):
                screen.tell(message)
        except JournalError as error:
            screen.tell(not_kept(error))

    def begun(self, opening: Opening) -> tuple[Machine, Session | None] | None:
        """Return a new session, in the battle that is named where one is."""
        if self._store is not None:
            try:
                if any(one.battle and not one.held for one in sessions.found_open(self._store)):
                    self._screen.tell(M("A session was broken off: melee fight --resume goes on with it."))
                return self._in(self._store, self._place.battle, opening)
            except JournalError as error:
                self._screen.tell(not_kept(error))
        return Machine(opening, self._lang), None

    def _in(self, store: Store, name: str | None, opening: Opening) -> tuple[Machine, Session]:
        """Return a new session in the battle *name*, whose units can be recalled."""
        session = sessions.begin(store, name)
        battle = None if name is None else battles.by_name(store, name)
        if battle is not None:
            kept = {"house": battle.house, "rulings": battle.rulings}
            keys = {**{key: value for key, value in kept.items() if value}, **opening.keys}
            opening = replace(opening, rules=opening.rules or battle.rules, keys=keys)
        machine = Machine(opening, self._lang, battles.recall(store, "system"))
        machine.carries = True
        if battle is not None:
            bring_units(machine, session.course())
        return machine, session

    def resumed(self, with_terminal: bool, opening: Opening) -> tuple[Machine, Session | None] | None:
        """Return the session to go on with, telling of those that cannot be; None where there is none."""
        store = self._store
        if store is None:
            return None
        if self._place.goes_on is not None:
            try:
                battle = battles.find(store, self._place.goes_on or None)
            except JournalError as error:
                self._screen.problems([error.problem])
                return None
            broken_off = sessions.of_battle(store, battle)
            taken = None if broken_off is None else self._taken(store, broken_off)
            return taken or self._in(store, battle.name, opening)
        found = sessions.found_open(store) or sessions.found_open(store, ended=True)
        free = [one for one in found if not one.held]
        several = [one for one in free if one.battle]
        if with_terminal and len(several) > 1:
            free = self._chosen(several)
        for one in free:
            taken = self._taken(store, one.id)
            if taken is not None:
                return taken
        self._screen.tell(M("there is no session to go on with"))
        return None

    def _chosen(self, found: list[sessions.Open]) -> list[sessions.Open]:
        """Let the umpire choose among sessions, the first by Enter; return it before the rest."""
        for number, one in enumerate(found, 1):
            melees = MN("{n} melee", "{n} melees", one.melees)
            named = M("{battle}, {date}", battle=one.battle or "", date=when(one.written))
            said = M("{n} {battle}: {melees}", n=number, battle=named, melees=melees)
            self._screen.tell(said)
        self._screen.tell(M("Which one? [1]"))
        typed = sys.stdin.readline().strip()
        at = int(typed) - 1 if typed.isdecimal() and 0 < int(typed[:6]) <= len(found) else 0
        return [found[at], *found[:at], *found[at + 1 :]]

    def _taken(self, store: Store, session: int) -> tuple[Machine, Session] | None:
        """Return the session of that id where this version can go on with it, else tell why not."""
        try:
            kept = sessions.take_up(store, session)
        except JournalError as error:
            self._screen.problems([error.problem])
            return None
        wrong = M("a session holds nothing that this version can go on with")
        try:
            machine = Machine.of(kept.data or {}, self._lang)
        except NoSuchRules as missing:
            wrong = M("a session is of the rules {rules}, which are not installed here", rules=str(missing))
        except (LookupError, TypeError, ValueError, AttributeError):
            pass
        else:
            machine.carries = True
            return machine, kept
        kept.let_go()
        self._screen.tell(wrong)
        return None

    def close(self, kept: Session | None) -> None:
        """Let others go on with the session, as far as the journal can be written."""
        if self._store is None:
            return
        with suppress(JournalError):
            if kept is not None:
                kept.let_go()
        self._store.close()


def not_kept(error: JournalError) -> Message:
    """Return what to say where the journal cannot keep the session."""
    return M("this session is not kept: {why}", why=error.problem.message)


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
