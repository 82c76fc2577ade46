"""Running the command as a user does: a process of its own, its two streams and its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "tests" / "plugin"
OURS = ("MELEE_", "LC_", "LANG", "COLUMNS", "NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "PYTHONUTF8")


class Ran(NamedTuple):
    """What a run gave."""

    out: str
    err: str
    code: int


def environment(**extra: str) -> dict[str, str]:
    """Return an environment in which nothing of the tester's own speaks, with *extra*."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    kept["MELEE_STATE"] = os.environ["MELEE_STATE"]  # not the tester's own
    kept["PYTHONPATH"] = os.pathsep.join((str(ROOT), str(PLUGIN)))
    return {**kept, "LC_ALL": "C.UTF-8", **extra}


def melee(
    *arguments: str | os.PathLike[str],
    stdin: str | bytes | None = None,
    env: Mapping[str, str] | None = None,
    cwd: str | os.PathLike[str] = ROOT,
) -> Ran:
    """Run ``melee`` with *arguments* and return what it said; 20 seconds are a hang."""
    done = subprocess.run(
        [sys.executable, "-m", "melee_cli", *map(os.fspath, arguments)],
        input=(stdin.encode() if isinstance(stdin, str) else stdin) if stdin is not None else b"",
        capture_output=True,
        env=environment(**(env or {})),
        cwd=cwd,
        timeout=20,
        check=False,
    )
    return Ran(done.stdout.decode(), done.stderr.decode(), done.returncode)


def shell(script: str, cwd: str | os.PathLike[str] = ROOT, env: Mapping[str, str] | None = None) -> Ran:
    """Run *script* by bash with ``melee`` as a command of it."""
    python = f'"{sys.executable}"'
    prelude = f'melee() {{ {python} -m melee_cli "$@"; }}\npython() {{ {python} "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", prelude + script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(**(env or {})),
        cwd=cwd,
        timeout=30,
        check=False,
    )
    return Ran(done.stdout.decode(), done.stderr.decode(), done.returncode)
