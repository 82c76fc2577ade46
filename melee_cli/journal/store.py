"""The journal's file: opened, brought up to date, written in whole transactions; what is wrong with it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Problem
from melee_cli.journal.migrations import APPLICATION, MIGRATIONS

FILE = "journal.sqlite3"
HEAD = b"SQLite format 3\x00"
PATIENCE_S = 10.0
AGAIN_S = 0.02


class JournalError(Exception):
    """Raised where the journal cannot be used, or not for what was asked; ``problem`` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message.text)
        self.problem = problem


def state_folder() -> Path:
    """Return the folder of what is kept: ``MELEE_STATE``, else the user's own state folder."""
    own = os.environ.get("MELEE_STATE")
    if own:
        return Path(own)
    return user_state_path("melee", appauthor=False)


def journal_path(named: str | None = None) -> Path:
    """Return where the journal is: the file *named*, else ``MELEE_JOURNAL``, else in the state folder."""
    chosen = named or os.environ.get("MELEE_JOURNAL")
    return Path(chosen).expanduser() if chosen else state_folder() / FILE


def now() -> str:
    """Return the time now as the journal keeps it: local, to the second, with its offset."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Store:
    """An open journal. Everything read or written goes through its four methods.

    A transaction is whole or not at all, and on the disk when it returns. Raises :class:`JournalError`
    for whatever SQLite refuses.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, reading: bool = False) -> None:
        self.path = path
        self.reading = reading
        self._connection = connection

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """Return every row of *query*, its places filled with *values*."""
        with told(self.path):
            return self._connection.execute(query, values).fetchall()

    def row(self, query: str, *values: Any) -> sqlite3.Row | None:
        """Return the first row of *query*, None where there is none."""
        with told(self.path):
            found: sqlite3.Row | None = self._connection.execute(query, values).fetchone()
            return found

    def write(self, statement: str, *values: Any) -> int:
        """Write within a transaction and return the id of the row inserted last."""
        assert self._connection.in_transaction, "what is written belongs into a transaction"
        with told(self.path):
            return self._connection.execute(statement, values).lastrowid or 0

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Hold the one writer's place, waiting for it as long as anybody would; all is kept, or nothing."""
        with told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            with told(self.path):
                self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def version_of_data(self) -> int:
        """Return a number that changes whenever another process has written."""
        found = self.row("PRAGMA data_version")
        return 0 if found is None else int(found[0])

    def wrong(self) -> list[Message]:
        """Return what a thorough check finds: damaged pages, rows that point to nothing."""
        said = [str(row[0]) for row in self.rows("PRAGMA integrity_check")]
        found = [M("{text}", text=text) for text in said if text != "ok"]
        for row in self.rows("PRAGMA foreign_key_check"):
            found.append(M("a row of {table} points to nothing in {parent}", table=row[0], parent=row[2]))
        return found

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def open_store(path: Path) -> Store:
    """Return the journal at *path*, made where there is none, brought up to date where it is older.

    Raises :class:`JournalError` where it cannot be written or is none that this version knows; such a
    file is left as it is.
    """
    with told(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("rb") as file:
                head = file.read(len(HEAD))
        except FileNotFoundError:
            head = b""
        except OSError as error:
            raise JournalError(_unreachable(path, error.strerror or str(error))) from error
        if head and head != HEAD:  # SQLite itself takes a file of a few bytes for an empty one
            raise JournalError(_problem("journal-foreign", path, NO_DATABASE))
        connection = _connected(f"{path.absolute().as_uri()}?mode=rwc")
        try:
            if not _is_current(path, connection):
                _bring_up_to_date(path, connection)
            _in_wal(connection)
        except BaseException:
            connection.close()
            raise
    return Store(path, connection)


def open_for_reading(path: Path) -> Store:
    """Return the journal at *path* to read in; where there is none yet, an empty one that is no file.

    One in a folder that cannot be written is read as it lies; an older one is brought up to date.
    """
    if not path.exists():
        nowhere = _connected("file::memory:")
        _bring_up_to_date(path, nowhere)
        return Store(path, nowhere, reading=True)
    try:
        return open_store(path)
    except JournalError as error:
        if error.problem.code not in ("journal-read-only", "journal-unreachable", "journal-full"):
            raise
    with told(path):
        connection = _connected(f"{path.absolute().as_uri()}?mode=ro&immutable=1")
        try:
            if not _is_current(path, connection):
                raise JournalError(_problem("journal-read-only", path, READ_ONLY))
        except BaseException:
            connection.close()
            raise
    return Store(path, connection, reading=True)


def _connected(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(address, timeout=PATIENCE_S, isolation_level=None, uri=True)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _is_current(path: Path, connection: sqlite3.Connection) -> bool:
    """Tell whether the file is a journal of this version; raises where it is none that can become one."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if application != APPLICATION and (application or version or tables):
        raise JournalError(_problem("journal-foreign", path, FOREIGN))
    if version > len(MIGRATIONS):
        raise JournalError(_problem("journal-newer", path, NEWER))
    return version == len(MIGRATIONS) and application == APPLICATION


def _bring_up_to_date(path: Path, connection: sqlite3.Connection) -> None:
    """Make the tables, or change those of an older version, after a copy aside; in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if 0 < version < len(MIGRATIONS):
            _copy_aside(path, version)
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION:d}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS):d}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _copy_aside(path: Path, version: int) -> None:
    """Copy the file as it is beside itself, over no copy that is there."""
    aside = path.with_name(f"{path.name}.version-{version}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.version-{version}.{number}")
    source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    target = sqlite3.connect(aside)
    try:
        source.backup(target)
    finally:
        target.close()
        source.close()


def _in_wal(connection: sqlite3.Connection) -> None:
    """Let readers and a writer work at once; whoever opens the file first turns that on."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(AGAIN_S)


READ_ONLY = M("{file} cannot be written: it or its folder is read-only")
NEWER = M("{file} is of a newer version of melee; it is left as it is")
FOREIGN = M("{file} is a database, but no journal of melee; it is left as it is")
NO_DATABASE = M("{file} is no journal of melee; it is left as it is")
DAMAGED = M("{file} is damaged; it is left as it is")
FULL = M("{file} cannot be written: the disk is full")
BUSY = M("{file} is held by another process for too long")

REFUSALS = {
    sqlite3.SQLITE_READONLY: ("journal-read-only", READ_ONLY),
    sqlite3.SQLITE_PERM: ("journal-read-only", READ_ONLY),
    sqlite3.SQLITE_NOTADB: ("journal-foreign", NO_DATABASE),
    sqlite3.SQLITE_CORRUPT: ("journal-damaged", DAMAGED),
    sqlite3.SQLITE_FULL: ("journal-full", FULL),
    sqlite3.SQLITE_BUSY: ("journal-busy", BUSY),
    sqlite3.SQLITE_LOCKED: ("journal-busy", BUSY),
}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into a :class:`JournalError` that says it in a line; defects of ours stay."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None or code & 0xFF in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT):
            raise
        known = REFUSALS.get(code & 0xFF)
        if known is None:
            raise JournalError(_unreachable(path, str(error))) from error
        raise JournalError(_problem(known[0], path, known[1])) from error


def _problem(code: str, path: Path, message: Message) -> Problem:
    return Problem(code, Message(message.text, {"file": str(path)}))


def _unreachable(path: Path, why: str) -> Problem:
    return Problem("journal-unreachable", M("{file} cannot be opened: {why}", file=str(path), why=why))


def refused(code: str, message: Message, hint: Message | None = None) -> JournalError:
    """Return the error that something asked of the journal cannot be done."""
    return JournalError(Problem(code, message, hint=hint))
