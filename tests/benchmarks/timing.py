"""Timing: whole processes run by turns, medians, and their ratio."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

Command = Sequence[str]


def seconds(command: Command) -> float:
    """Return the wall time of *command*, whose output is thrown away; raises where it fails."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def by_turns(things: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Return the median time of each of *things*, run one after the other, *rounds* times over."""
    taken: dict[str, list[float]] = {name: [] for name in things}
    for _ in range(rounds):
        for name, run in things.items():
            taken[name].append(run())
    return {name: median(times) for name, times in taken.items()}


def commands(named: Mapping[str, Command], rounds: int) -> dict[str, float]:
    """Return the median time of each command, run by turns after one warm-up of each."""
    for command in named.values():
        seconds(command)
    return by_turns({name: lambda c=command: seconds(c) for name, command in named.items()}, rounds)


def report(name: str, measured: float, base: float, at_most: float, unit_ms: float = 1e3) -> bool:
    """Print one ratio beside its limit and return whether it holds."""
    ratio = measured / base
    holds = ratio <= at_most
    mark = "ok " if holds else "OVER"
    times = f"{measured * unit_ms:9.1f} ms / {base * unit_ms:9.1f} ms"
    print(f"{mark:4} {name:52} {times} = {ratio:5.2f} (limit {at_most})")
    return holds


PYTHON = sys.executable
MELEE = [str(Path(PYTHON).with_name("melee"))]
