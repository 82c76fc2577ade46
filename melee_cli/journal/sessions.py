"""Sessions at the table: kept answer by answer, their melees brought into the battle and taken back."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from melee_cli.core.messages import M, Message
from melee_cli.journal import battles, moments
from melee_cli.journal.battles import Battle
from melee_cli.journal.moments import MeleeKept, Moment
from melee_cli.journal.packing import text_of
from melee_cli.journal.store import Store, now, refused

BEFORE = "session-*.json"  # how version 0.1 kept its sessions, a file each


@dataclass(frozen=True, slots=True)
class Played:
    """A melee of a session: its scenario with the dice, and how to work it out where it is new."""

    scenario: Mapping[str, Any]
    melee: Callable[[], MeleeKept]


@dataclass(frozen=True, slots=True)
class Open:
    """A session that can be gone on with: its battle, when it was written, how many melees that has.

    ``battle`` is None where nothing was answered yet.
    """

    id: int
    battle: str | None
    written: str
    held: bool
    melees: int


class Session:
    """One session in the journal, held by this process.

    ``battle`` is the id of its battle, None until there is something to keep; ``data`` what it held when
    it was taken up, None for a new one.
    """

    def __init__(self, store: Store, name: str | None = None, data: Mapping[str, Any] | None = None) -> None:
        self.store = store
        self.data = data
        self.id: int | None = None
        self.battle: int | None = None
        self._name = name
        self._holder = _holder()
        self._seen: object = None
        self._known: set[int] = set()

    def save(
        self, data: Mapping[str, Any], played: Sequence[Played], rules: str | None, ended: bool = False
    ) -> None:
        """Write the session as it is now, its melees with it; all or nothing.

        Its battle begins with the first answer. Melees that the session no longer has are taken back in
        the battle, new ones are added to it.
        """
        before = self.id, self.battle, set(self._known)
        try:
            with self.store.transaction():
                self._write(data, played, rules, ended)
        except BaseException:  # nothing of it is there
            self.id, self.battle, self._known = before
            raise

    def _write(
        self, data: Mapping[str, Any], played: Sequence[Played], rules: str | None, ended: bool
    ) -> None:
        self._find_place(data, played, rules)
        turn = self.store.row("SELECT max(turn) FROM sessions")
        self.store.write(
            "UPDATE sessions SET battle = ?, written = ?, turn = ?, ended = ?, data = ? WHERE id = ?",
            self.battle,
            now(),
            int((turn and turn[0]) or 0) + 1,
            int(ended),
            json.dumps(data, ensure_ascii=False, separators=(",", ":")),
            self.id,
        )
        if self.battle is not None:
            self._bring(self.battle, played)
            battles.end(self.store, self.battle, ended)
        if rules is not None:
            battles.remember(self.store, "system", rules)

    def _find_place(self, data: Mapping[str, Any], played: Sequence[Played], rules: str | None) -> None:
        """Make the battle and the session where there are none yet, or none any more."""
        if self.id is not None:
            row = self.store.row("SELECT holder, battle FROM sessions WHERE id = ?", self.id)
            if row is None:
                self.id = None
            elif row["holder"] != self._holder:
                raise refused("session-taken", M("this session is gone on with in another terminal"))
        if self.battle is not None and not battles.is_there(self.store, self.battle):
            self.id = self.battle = None  # it was deleted meanwhile: another begins
        if self.battle is None and (played or data.get("steps")):
            self.battle = self._begun(data, rules)
        if rules is not None and self.battle is not None:
            known = "UPDATE battles SET rules = ? WHERE id = ? AND rules IS NULL"
            self.store.write(known, rules, self.battle)
        if self.id is None:
            self.id = self.store.write(
                """
                INSERT INTO sessions (battle, begun, written, turn, holder, data)
                VALUES (?, ?, ?, 0, ?, '{}')
                """,
                self.battle,
                now(),
                now(),
                self._holder,
            )

    def _begun(self, data: Mapping[str, Any], rules: str | None) -> int:
        """Return the battle of the session's name, begun where there is none; without one the time is it."""
        found = None if self._name is None else battles.by_name(self.store, self._name)
        if found is not None:
            return found.id
        keys = data["table"]["keys"]
        name = self._name or now()[:16].replace("T", " ")
        return battles.begin(self.store, name, rules, keys.get("house"), keys.get("rulings"))

    def _bring(self, battle: int, played: Sequence[Played]) -> None:
        """Take back the battle's melees that the session no longer has, and add those that are new."""
        kept = self.store.rows("SELECT * FROM session_melees WHERE session = ? ORDER BY number", self.id)
        texts = [text_of(one.scenario) for one in played]
        same = 0
        while same < min(len(kept), len(texts)) and kept[same]["scenario"] == texts[same]:
            same += 1
        for row in reversed(kept[same:]):
            battles.take_back(self.store, battle, row["moment"])
            self.store.write(
                "DELETE FROM session_melees WHERE session = ? AND number = ?", self.id, row["number"]
            )
        for number in range(same, len(played)):
            place = battles.add_melee(self.store, battle, played[number].melee())
            self.store.write(
                "INSERT INTO session_melees VALUES (?, ?, ?, ?)", self.id, number, place, texts[number]
            )
            self._known.add(place)

    def has_news(self) -> bool:
        """Tell whether anybody, this session too, has written to the journal since this was last asked."""
        if self.battle is None:
            return False
        seen = self.store.version_of_data(), battles.last_change(self.store, self.battle)
        news = seen != self._seen
        self._seen = seen
        return news

    def course(self) -> list[Moment]:
        """Return the moments of the session's battle, none where it has none or it was deleted."""
        return [] if self.battle is None else moments.of_battle(self.store, self.battle)

    def others(self, course: Sequence[Moment]) -> list[Moment]:
        """Return those of *course* that others have added since this was last asked."""
        new = [moment for moment in course if moment.place not in self._known]
        self._known |= {moment.place for moment in new}
        return new

    def let_go(self) -> None:
        """Let others go on with the session; it is forgotten where nothing was answered in it."""
        if self.id is not None and not self.store.reading:
            with self.store.transaction():
                mine = (self.id, self._holder)
                self.store.write("DELETE FROM sessions WHERE id = ? AND holder = ? AND battle IS NULL", *mine)
                self.store.write("UPDATE sessions SET holder = NULL WHERE id = ? AND holder = ?", *mine)


def begin(store: Store, name: str | None = None) -> Session:
    """Return a new session, in the battle *name* where that is given; nothing is written yet."""
    session = Session(store, name)
    found = None if name is None else battles.by_name(store, name)
    if found is not None:
        session.battle = found.id
        session.others(session.course())
    return session


OFFERED = 20


def found_open(store: Store, ended: bool = False) -> list[Open]:
    """Return the sessions that were broken off, or those that were *ended*; the one last written first.

    Those in which nothing was answered come after them, those held by another terminal last. At most so
    many are looked for.
    """
    rows = store.rows(
        """
        SELECT s.id, s.written, s.holder, b.name, b.melees
        FROM sessions s LEFT JOIN battles b ON b.id = s.battle WHERE s.ended = ?
        ORDER BY s.battle IS NULL, s.turn DESC LIMIT ?
        """,
        int(ended),
        OFFERED,
    )
    found = [
        Open(row["id"], row["name"], row["written"], is_held(row["holder"]), row["melees"] or 0)
        for row in rows
    ]
    return sorted(found, key=lambda one: one.held)


def of_battle(store: Store, battle: Battle) -> int | None:
    """Return the session of *battle* that was broken off last and that nobody holds, None where none was."""
    query = "SELECT id, holder FROM sessions WHERE battle = ? AND ended = 0 ORDER BY turn DESC"
    return next((row["id"] for row in store.rows(query, battle.id) if not is_held(row["holder"])), None)


def take_up(store: Store, session: int) -> Session:
    """Return the session of that id, held by this process from now on.

    Raises :class:`JournalError` where another terminal holds it or it is gone.
    """
    with store.transaction():
        row = store.row("SELECT * FROM sessions WHERE id = ?", session)
        if row is None:
            raise refused("no-session", M("there is no session to go on with"))
        if is_held(row["holder"]):
            raise refused("session-taken", M("this session is gone on with in another terminal"))
        taken = Session(store, data=_read(row["data"]))
        taken.id, taken.battle = row["id"], row["battle"]
        store.write("UPDATE sessions SET holder = ? WHERE id = ?", taken._holder, session)
    taken.others(taken.course())
    return taken


def _read(text: str) -> dict[str, Any] | None:
    data = json.loads(text)
    return data if isinstance(data, dict) else None


def _holder() -> str:
    """Return a name for this process that no other has, and by which it is seen whether it is still there."""
    return json.dumps([socket.gethostname(), os.getpid(), _started(os.getpid()), token_hex(8)])


def is_held(holder: str | None) -> bool:
    """Tell whether the process that wrote *holder* is still there, as far as it can be known from here."""
    if holder is None or sys.platform == "win32":  # where asking for a process would end it
        return False
    host, process, started, _ = json.loads(holder)
    if host != socket.gethostname():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return bool(_started(process) == started)


def _started(process: int) -> str:
    """Return when a process was started, as the system counts it; nothing where the system does not say."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def take_over(
    store: Store, folder: Path, played: Callable[[Mapping[str, Any]], list[Played]]
) -> list[Message]:
    """Bring the sessions that version 0.1 kept as files in *folder* into the journal, each once.

    The files stay as they are. *played* tells the melees of a session. Return what to say of files that
    cannot be read.
    """
    said: list[Message] = []
    for path in sorted(folder.glob(BEFORE), key=lambda path: path.stat().st_mtime_ns):
        key = f"taken over: {path.name}"
        if battles.recall(store, key) is not None:
            continue
        try:
            data = json.loads(path.read_bytes())
            melees = played(data)
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            said.append(M("{file} cannot be read and is left as it is", file=str(path)))
            melees, data = [], None
        if data is not None and data.get("steps"):
            session = Session(store)
            session.save(data, melees, data["table"]["system"], bool(data.get("ended")))
            session.let_go()
        with store.transaction():
            battles.remember(store, key, now())
    remembered = folder / "remembered.json"
    if battles.recall(store, "system") is None and remembered.exists():
        system = _remembered(remembered)
        if system:
            with store.transaction():
                battles.remember(store, "system", system)
    return said


def _remembered(path: Path) -> str | None:
    try:
        value = json.loads(path.read_bytes())["system"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return value if isinstance(value, str) else None
