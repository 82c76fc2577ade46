"""The journal's file: made, brought up to date, refused in one line where it cannot be used."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from melee_cli.journal import battles, store
from melee_cli.journal.store import JournalError, Store, open_for_reading, open_store
from tests.journal.evening import figures, ten_melees

OLDER = "CREATE TABLE battles (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"


def code_of(path: Path, opening=open_store) -> str:
    with pytest.raises(JournalError) as caught:
        opening(path)
    return caught.value.problem.code


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def begun(path: Path, name: str = "Ligny") -> Store:
    kept = open_store(path)
    with kept.transaction():
        battles.begin(kept, name, "gdb")
    return kept


def test_a_new_journal_is_made_with_its_folder(tmp_path):
    path = tmp_path / "deep" / "down" / "journal.sqlite3"
    kept = begun(path)
    assert [battle.name for battle in battles.newest(kept)] == ["Ligny"]
    assert kept.wrong() == []


def test_it_is_written_ahead_to_the_disk_each_time_with_foreign_keys_checked(path):
    kept = open_store(path)
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    assert [kept.row(f"PRAGMA {name}")[0] for name in pragmas] == ["wal", 2, 1]


def test_reading_makes_no_journal(path):
    assert battles.newest(open_for_reading(path)) == []
    assert not path.exists()


def test_what_a_transaction_began_and_did_not_end_is_not_there(path):
    kept = open_store(path)

    def broken_off() -> None:
        with kept.transaction():
            battles.begin(kept, "Ligny", "gdb")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken_off()
    assert battles.newest(kept) == []


def test_nothing_is_written_outside_a_transaction(path):
    kept = open_store(path)
    with pytest.raises(AssertionError):
        battles.begin(kept, "Ligny", "gdb")


def test_a_name_is_never_part_of_a_statement(path):
    name = "'); DROP TABLE battles; --"
    kept = begun(path, name)
    assert battles.find(kept, name).name == name
    assert battles.how_many(kept) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO battles (name, begun, written, turn, rulings) VALUES ('', '', '', 1, '{}')",
        "INSERT INTO battles (name, begun, written, turn, rulings) VALUES ('x', '', '', 1, '{')",
        "INSERT INTO changes (battle, at, kind, title) VALUES (99, '', 'melee', '{}')",
        "INSERT INTO changes (battle, at, kind, title) VALUES (1, '', 'picnic', '{}')",
        "INSERT INTO moments (battle, change, place, at, kind, data) VALUES (1, 99, 1, '', 'melee', '{}')",
    ],
)
def test_the_tables_refuse_what_can_be_no_battle(path, statement):
    kept = begun(path)
    with pytest.raises(sqlite3.IntegrityError), kept.transaction():
        kept.write(statement)


def test_an_older_journal_is_brought_up_to_date_after_a_copy_aside(path, monkeypatch):
    begun(path).close()
    more = (*store.MIGRATIONS, ("ALTER TABLE battles ADD COLUMN weather TEXT",))
    monkeypatch.setattr(store, "MIGRATIONS", more)
    kept = open_store(path)
    assert kept.row("SELECT name, weather FROM battles")["name"] == "Ligny"
    aside = sqlite3.connect(path.with_name("journal.sqlite3.version-1"))
    assert aside.execute("PRAGMA user_version").fetchone()[0] == 1
    assert aside.execute("SELECT name FROM battles").fetchone()[0] == "Ligny"


def test_a_migration_that_fails_leaves_the_journal_as_it_was(path, monkeypatch):
    begun(path).close()
    broken = ("ALTER TABLE battles ADD COLUMN weather TEXT", "ALTER TABLE nothing ADD COLUMN x")
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, broken))
    with pytest.raises(sqlite3.OperationalError):
        open_store(path)
    monkeypatch.undo()
    assert [battle.name for battle in battles.newest(open_store(path))] == ["Ligny"]


def test_a_journal_of_a_newer_version_is_left_alone(path, monkeypatch):
    begun(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    assert code_of(path) == "journal-newer"
    assert code_of(path, open_for_reading) == "journal-newer"
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"Dear diary, " * 100, b"\x00" * 5000, b"x"])
def test_a_file_that_is_no_database_is_left_alone(path, content):
    path.write_bytes(content)
    assert code_of(path) == "journal-foreign"
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_left_alone(path):
    connection = sqlite3.connect(path)
    connection.execute(OLDER)
    connection.close()
    before = path.read_bytes()
    assert code_of(path) == "journal-foreign"
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_journal(path):
    path.touch()
    assert battles.newest(open_store(path)) == []


def test_a_damaged_journal_is_said_to_be_damaged(path, tmp_path):
    evening = ten_melees(tmp_path)
    evening.store.close()
    content = bytearray(path.read_bytes())
    content[5000:60_000] = b"\xff" * 55_000
    path.write_bytes(bytes(content))

    def read() -> None:
        found = open_store(path)
        for battle in battles.newest(found, None):
            battles.melee_at(found, battle, 1)

    with pytest.raises(JournalError) as caught:
        read()
    assert caught.value.problem.code == "journal-damaged"


def test_a_full_disk_loses_nothing_that_was_there(tmp_path):
    evening = ten_melees(tmp_path)
    pages = evening.store.row("PRAGMA page_count")[0]
    evening.store.row(f"PRAGMA max_page_count = {pages}")
    before = [(moment.place, moment.verdict) for moment in evening.course]

    def play_on() -> None:
        for _ in range(200):
            evening.play({"1st": figures(30, 8)}, {"West": figures(24, 6)})

    with pytest.raises(JournalError) as caught:
        play_on()
    assert caught.value.problem.code == "journal-full"
    after = [(moment.place, moment.verdict) for moment in evening.course]
    assert after[: len(before)] == before
    assert evening.store.wrong() == []
    evening.store.row(f"PRAGMA max_page_count = {pages + 1000}")
    evening.play({"1st": figures(30, 8)}, {"West": figures(24, 6)})


def read_by_nobody(path: Path) -> list[str]:
    """Return what somebody without rights gets of the journal; to a superuser no folder is read-only."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            found = open_for_reading(path)
            names = [battle.name for battle in battles.newest(found)]
            os.write(writing, "\n".join([code_of(path), *names]).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as said:
        lines = said.read().split("\n")
    os.waitpid(child, 0)
    return lines


def test_a_read_only_folder_is_read_and_not_written():
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "journal.sqlite3"
        begun(path).close()
        path.chmod(0o444)
        folder.chmod(0o555)
        assert read_by_nobody(path) == ["journal-read-only", "Ligny"]
        assert [file.name for file in folder.iterdir()] == ["journal.sqlite3"]
        folder.chmod(0o755)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").touch()
    assert code_of(tmp_path / "file" / "journal.sqlite3") == "journal-unreachable"


def test_the_journal_is_where_the_environment_or_the_command_says(tmp_path, monkeypatch):
    monkeypatch.setenv("MELEE_STATE", str(tmp_path))
    monkeypatch.delenv("MELEE_JOURNAL", raising=False)
    assert store.journal_path() == tmp_path / "journal.sqlite3"
    monkeypatch.setenv("MELEE_JOURNAL", str(tmp_path / "other.sqlite3"))
    assert store.journal_path() == tmp_path / "other.sqlite3"
    assert store.journal_path("named.sqlite3") == Path("named.sqlite3")
