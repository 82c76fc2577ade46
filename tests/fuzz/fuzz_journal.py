"""The journal under kill -9 and under two writers, for as long as one likes; run by hand.

From the top of the project, with the number of kills and of melees a writer:

    PYTHONPATH=tests/plugin python -m tests.fuzz.fuzz_journal 1000 2000

A scripted evening of ten melees is typed into ``melee fight``; the process is killed at random moments,
within writes too, and the session gone on with. After each kill the file must be whole, every line whose
next question stood must be in it, and at the end the battle must be what it is without any kill.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sqlite3
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from melee_cli import cli
from melee_cli.cli import fight, session
from melee_cli.journal import battles, moments
from melee_cli.journal.melees import worked_out
from melee_cli.journal.store import open_store
from melee_cli.session.machine import Machine, Opening

LOADED = (fight, session)  # before the fork, so that a session starts at once
FILE = "journal.sqlite3"
PATIENCE_S = 30.0
MELEES = 10


def evening() -> list[str]:
    """Return the lines of an evening of ten melees: units typed and recalled, every die another."""
    machine = Machine(Opening(rules="gdb", seed=1))
    machine.carries = True
    lines: list[str] = []

    def say(*typed: str) -> None:
        for line in typed:
            lines.append(line)
            assert not machine.answer(line).problems, line

    say("French", "Prussians")
    for number in range(MELEES):
        if number:
            say(":new")
        fresh, name = number % 3 == 0, f"{1 + number // 3}"
        say(f"Line {name}: inf 60 col" if fresh else f"Line {name} col")
        if fresh:
            say(f"Guard {name}: inf 24")
        say("", f"West {name}: inf 60" if fresh else f"West {name}", "")
        while machine.prompt().kind in ("die", "choice"):
            say(f"={5 + 3 * len(lines) % 5}" if machine.prompt().kind == "die" else "")
    return [*lines, ":q"]


class Table:
    """``melee fight`` in a process of its own, its lines given one by one as it asks for them."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        into, self._lines = os.pipe()
        self._said, out = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            self._hold(folder, arguments, into, out)
        os.close(into)
        os.close(out)

    def _hold(self, folder: Path, arguments: Sequence[str], into: int, out: int) -> None:
        """Become the session; never returns."""
        try:
            os.dup2(into, 0)
            os.dup2(out, 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            for handle in (into, out, self._lines, self._said):
                os.close(handle)
            os.environ.update({"MELEE_STATE": str(folder), "MELEE_LANG": "en"})
            sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - till the end
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            cli.run(["fight", *arguments])
        finally:
            os._exit(0)

    def asks(self) -> bool:
        """Wait for the next question; return whether there is one."""
        end, text = time.monotonic() + PATIENCE_S, ""
        while time.monotonic() < end:
            if select.select([self._said], [], [], 0.1)[0]:
                data = os.read(self._said, 65536).decode("utf-8", "replace")
                if not data:
                    return False
                text += data
                if text.endswith(("> ", "? ")):
                    return True
        raise AssertionError(f"no question within {PATIENCE_S} s: {text[-300:]}")

    def type(self, line: str) -> None:
        """Give it a line."""
        os.write(self._lines, f"{line}\n".encode())

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        self.end()

    def end(self) -> None:
        """Wait until it is gone."""
        os.waitpid(self.pid, 0)
        os.close(self._lines)
        os.close(self._said)


def play(folder: Path, lines: Sequence[str], random: Random, kills: int) -> int:
    """Type *lines*, killed up to so many times at random moments; return how many times it was."""
    arguments: tuple[str, ...] = ("--rules", "gdb", "--seed", "1")
    table, at, killed = Table(folder, *arguments), 0, 0
    assert table.asks()
    while at < len(lines):
        strikes = killed < kills and random.random() < 0.9
        table.type(lines[at])
        if not strikes:
            at += 1
            if not table.asks():
                assert at == len(lines), lines[at:]
                table.end()
                return killed
            continue
        time.sleep(random.random() * 0.02)
        table.kill()
        killed += 1
        kept = whole(folder)
        assert kept in (at, at + 1), (kept, at, lines[at])
        at = kept
        table = Table(folder, "--resume")
        if at == len(lines):
            break
        assert table.asks()
    table.kill()
    return killed


def whole(folder: Path) -> int:
    """Return how many lines are in the journal, which must be whole."""
    connection = sqlite3.connect(folder / FILE)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        row = connection.execute("SELECT data, ended FROM sessions ORDER BY id LIMIT 1").fetchone()
    finally:
        connection.close()
    return 0 if row is None else len(json.loads(row[0])["steps"]) + row[1]


def told(folder: Path) -> list[tuple[object, ...]]:
    """Return what the only battle in the journal has come to."""
    store = open_store(folder / FILE)
    (battle,) = battles.newest(store, None)
    course = moments.of_battle(store, battle.id)
    store.close()
    return [
        (one.number, one.status, str(one.verdict), [(u.unit, u.before, u.after) for u in one.strengths])
        for one in course
    ]


def killed_evenings(kills: int, seed: int = 1) -> int:
    """Play evenings until so many kills have happened; return how many evenings that took."""
    random, done, evenings = Random(seed), 0, 0
    with TemporaryDirectory() as name:
        straight = Path(name) / "straight"
        straight.mkdir()
        play(straight, evening(), random, 0)
        right = told(straight)
        assert len(right) == MELEES, len(right)
        while done < kills:
            evenings += 1
            folder = Path(name) / str(evenings)
            folder.mkdir()
            done += play(folder, evening(), random, kills - done)
            assert told(folder) == right, f"evening {evenings}"
    return evenings


def two_writers(melees: int) -> None:
    """Let two processes write so many melees each into one battle, and count them there."""
    with TemporaryDirectory() as name:
        path = Path(name) / FILE
        children = [_writer(path, side, melees) for side in ("East", "West")]
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        assert codes == [0, 0], codes
        store = open_store(path)
        (battle,) = battles.newest(store, None)
        course = moments.of_battle(store, battle.id)
        store.close()
        assert battle.melees == len(course) == 2 * melees
        assert len({one.id for one in course}) == 2 * melees
        for side in ("East", "West"):
            own = [one for one in course if one.title is not None and one.title.startswith(side)]
            assert [one.title for one in own] == [f"{side} {number}" for number in range(melees)]
        assert whole(Path(name)) == 0


def _writer(path: Path, side: str, melees: int) -> int:
    """Return a process that writes so many melees into the battle ``both``."""
    child = os.fork()
    if child:
        return child
    try:
        units = [{"name": f"{side} {i}", "type": "infantry", "figures": 24, "roll": 6 + i} for i in (1, 2)]
        sides = [{"name": "A", "units": units[:1]}, {"name": "B", "units": units[1:]}]
        melee = worked_out({"rules": "gdb", "title": "?", "sides": sides}, {})
        store = open_store(path)
        for number in range(melees):
            scenario = {**melee.scenario, "title": f"{side} {number}"}
            with store.transaction():
                battle = battles.opened(store, "both", "gdb", scenario)
                battles.add_melee(store, battle.id, replace(melee, scenario=scenario))
        os._exit(0)
    finally:
        os._exit(1)


def main() -> None:
    """Kill as often, and write as many melees, as the command line says."""
    kills, melees = (int(text) for text in (*sys.argv[1:], "1000", "2000")[:2])
    start = time.monotonic()
    evenings = killed_evenings(kills, seed=int(start))
    sys.stdout.write(
        f"{kills} kills in {evenings} evenings: nothing lost, {time.monotonic() - start:.0f} s\n"
    )
    start = time.monotonic()
    two_writers(melees)
    sys.stdout.write(f"two writers, {melees} melees each: all there, {time.monotonic() - start:.0f} s\n")


if __name__ == "__main__":
    main()
