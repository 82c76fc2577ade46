"""The session at a terminal: from Enter to the next prompt, and from a key to what is told of the line."""

from __future__ import annotations

import os
import select
import tempfile
import time
from pathlib import Path

from tests.session.terminal import AtTable

ARMS = ("inf 24 col", "cuir 12 ch", "art 4", "lc 16", "inf 30 line", "lan 12")
TROOPS = ("20x5 ld=7 std", "cav 6x6 ld=8", "30x6 ld=7", "monster ld=6", "10x5 ld=9", "mi 6x3 ld=7")
WORKED = ("17th: i 30 col ch", "13th: i 24 col ch", "", "40th: i 24 brit", "", "8", "5", "10", ":odds")
QUIET = 0.04
ROUNDS = 3
GOAL_MS = 30.0


def _six(lines: tuple[str, ...], first: str = "") -> tuple[str, ...]:
    """Return the lines of a melee of six against six, its first throw, and all the odds."""
    sides = [[f"{side}{n}: {line}{first}" for n, line in enumerate(lines, 1)] for side in "AB"]
    return (*sides[0], "", *sides[1], "", "8", "9")


MELEES = {
    "the worked example": ("gdb", WORKED),
    "gdb, 6 against 6": ("gdb", _six(ARMS)),
    "whfb8, 6 against 6": ("whfb8", _six(TROOPS, " charged")),
}


class _Stopwatch:
    """Presses keys at a terminal and measures until it has drawn what comes of them."""

    def __init__(self, table: AtTable) -> None:
        self._handle = table.terminal
        self._quiet()

    def _quiet(self) -> float:
        """Wait until nothing is drawn any more; return when the last was drawn."""
        last = time.perf_counter()
        while select.select([self._handle], [], [], QUIET)[0]:
            os.read(self._handle, 65536)
            last = time.perf_counter()
        return last

    def press(self, key: str) -> tuple[float, float]:
        """Press *key*; return the milliseconds until something was drawn, and until all was."""
        start = time.perf_counter()
        os.write(self._handle, key.encode())
        select.select([self._handle], [], [], 10)
        os.read(self._handle, 65536)
        first = time.perf_counter()
        last = max(self._quiet(), first) if select.select([self._handle], [], [], QUIET)[0] else first
        return 1000 * (first - start), 1000 * (last - start)


def session() -> bool:
    """Print for each melee how long Enter and a key take; report whether 99 of 100 are within the goal."""
    held = True
    for name, (rules, lines) in MELEES.items():
        enters: list[float] = []
        drawn: list[float] = []
        told: list[float] = []
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory() as folder:
                sides = ("--rules", rules, "--side-a", "A", "--side-b", "B", "--seed", "1")
                table = AtTable(Path(folder), *sides, colour=True)
                watch = _Stopwatch(table)
                for line in lines:
                    for key in line:
                        first, last = watch.press(key)
                        drawn.append(first)
                        told.append(last)
                    enters.append(watch.press("\r")[1])
                table.kill()
        print(f"{name}:")
        for what, times in (("Enter to prompt", enters), ("key to line", drawn), ("key to toolbar", told)):
            times.sort()
            p99 = times[max(0, -(-99 * len(times) // 100) - 1)]
            middle, most = times[len(times) // 2], times[-1]
            print(f"  {what:15} {len(times):5} ×: median {middle:5.1f} ms, p99 {p99:5.1f}, most {most:5.1f}")
            held = held and p99 <= GOAL_MS
    return held
