"""A session's place in the journal: begun in a battle, or taken up where it was broken off."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from melee_cli.core.messages import MN, M, Message
from melee_cli.journal import battles, sessions
from melee_cli.journal.sessions import Session, take_over
from melee_cli.journal.store import JournalError, Store, journal_path, open_store, state_folder
from melee_cli.journal.views import when
from melee_cli.session.kept import bring_units, played_before
from melee_cli.session.machine import Machine, NoSuchRules, Opening

if TYPE_CHECKING:
    from melee_cli.cli.terminal import Screen


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
