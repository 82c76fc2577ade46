"""The session at the table: from Enter to the next prompt, odds shown and the session kept."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from melee_cli.cli.terminal import text_of
from melee_cli.render.language import language_for
from melee_cli.render.terminal import Terminal
from melee_cli.session import store
from melee_cli.session.machine import Machine, Opening
from melee_cli.systems import find

ARMS = (
    "inf 24 col",
    "cuir 12 ch",
    "art 4",
    "lc 16",
    "inf 30 sq",
    "lan 12",
    "inf 18 guard",
    "cos 20",
    "inf 24",
    "hc 10",
)
TROOPS = (
    "20x5 ld=7 std w=1",
    "cav 6x6 ld=8",
    "30x6 ld=7",
    "monster ld=6 w=1",
    "10x5 ld=9",
    "mi 6x3 ld=7",
    "wb 10x5 ld=5",
    "25x5 ld=8",
    "chariot ld=7",
    "15x5 ld=7 bsb",
)
LINES = {"gdb": ARMS, "whfb8": TROOPS}
ROUNDS = 5


def session() -> bool:
    """Print for 1 to 10 units a side the longest wait at the table; report whether none is long."""
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for system, lines in LINES.items():
            for count in range(1, 11):
                waits = min((_waits(system, lines[:count], Path(folder)) for _ in range(ROUNDS)), key=max)
                odds, die = (1000 * seconds for seconds in waits)
                print(f"{system}: {count:2} a side: odds {odds:6.1f} ms, a die {die:5.1f} ms")
                slowest = max(slowest, *waits)
    return slowest < 0.5


def _waits(system: str, lines: tuple[str, ...], folder: Path) -> tuple[float, float]:
    """Return the seconds from Enter to the prompt where the odds are shown, and to the one after a die."""
    machine = Machine(Opening(rules=system, sides=("A", "B"), seed=1))
    kept = store.begin(folder)
    for side in "AB":
        for number, line in enumerate(lines):
            first = " charged" if system == "whfb8" and side == "A" else ""  # a side that loses has dice
            turn = machine.answer(f"{side}{number}: {line}{first}")
            assert not turn.problems, turn.problems
        if side == "A":
            machine.answer("")
    found = []
    for answer in ("", "8"):
        start = time.perf_counter()
        turn = machine.answer(answer)
        assert not turn.problems, turn.problems
        language, terminal = language_for("en", find(system)), Terminal(80)
        for shown in (*turn.shows, *machine.prompt().above):
            text_of(shown, language, terminal)
        kept.save(machine.data())
        found.append(time.perf_counter() - start)
    kept.close()
    return found[0], found[1]
