"""The journal of a long life: what its commands take beyond start-up, with few battles and with many."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from melee_cli.journal import battles
from melee_cli.journal.melees import worked_out
from melee_cli.journal.store import open_store
from tests.benchmarks.timing import PYTHON, by_turns

COUNTS = (1, 10, 1000)
MELEES = 20
ROUNDS = 9
GOAL_MS = 50.0
START = (PYTHON, "-m", "melee_cli", "words", "gdb", "infantry")  # a command that draws a table, and no more
ASKED = {
    "list": ("journal", "list"),
    "show": ("journal", "show"),
    "units": ("journal", "units"),
    "session": ("fight", "--rules", "gdb"),
}


def journal() -> bool:
    """Print what each command takes of the processor with few battles and many, beyond its start.

    The start of what shows a table is that of another command that does; that of a session, one with a
    journal of one battle. Report whether all keep to the goal.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = {count: Path(folder, f"{count}.sqlite3") for count in COUNTS}
        for count, path in paths.items():
            _fill(path, count)
        asked = {(name, count): _command(paths[count], *ASKED[name]) for name in ASKED for count in COUNTS}
        things = {key: partial(_seconds, command) for key, command in {**asked, START: START}.items()}
        for run in things.values():
            run()
        took = by_turns({str(key): run for key, run in things.items()}, ROUNDS)
    held = True
    for name, count in asked:
        start = took[str(("session", 1))] if name == "session" else took[str(START)]
        beyond = 1000 * (took[str((name, count))] - start)
        print(f"{name:8} with {count:4} battles: {beyond:6.1f} ms beyond the start of {1000 * start:.0f} ms")
        held = held and beyond <= GOAL_MS
    return held


def _seconds(command: Sequence[str]) -> float:
    """Return the processor time of *command*, that of its children with it."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _fill(path: Path, count: int) -> None:
    """Make a journal of so many battles of twenty melees each, none with a session left open."""
    store = open_store(path)
    with store.transaction():
        for number in range(count):
            battle = battles.begin(store, f"Battle {number}", "gdb")
            for place in range(MELEES):
                battles.add_melee(store, battle, _melee(place % 5))
    store.close()


_made: dict[int, Any] = {}


def _melee(number: int) -> Any:
    """Return one of a few melees, worked out once."""
    if number not in _made:
        units = [
            {"name": f"{name} {number}", "type": "infantry", "figures": 30, "roll": roll}
            for name, roll in (("Line", 8), ("Guard", 6))
        ]
        sides = [{"name": side, "units": [unit]} for side, unit in zip("AB", units, strict=True)]
        melee = worked_out({"rules": "gdb", "sides": sides}, {})
        assert melee.status == "done"
        _made[number] = replace(melee, scenario={"rules": "gdb", "sides": sides})
    return _made[number]


def _command(path: Path, *arguments: str) -> list[str]:
    """Return the command with *arguments* on the journal at *path*; a session is left at once."""
    line = shlex.join([PYTHON, "-m", "melee_cli", *arguments, "--journal-file", str(path)])
    return ["sh", "-c", f"echo :q | {line}"]
