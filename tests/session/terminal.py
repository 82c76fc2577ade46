"""A real terminal with a session in it, whose keys are counted."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pexpect

ROOT = Path(__file__).parents[2]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[=>78]|\x1b\][^\x07]*\x07|\x07")
PATIENCE = 20


class AtTable:
    """``melee fight`` in a terminal of its own; ``keystrokes`` is how many keys were pressed."""

    def __init__(self, state: Path, *arguments: str, columns: int = 80, lang: str = "en") -> None:
        env = {
            **{key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")},
            "MELEE_STATE": str(state),
            "MELEE_LANG": lang,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests" / "plugin")]),
            "TERM": "xterm",
            "PYTHONUTF8": "1",
        }
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "melee_cli", "fight", *arguments],
            env=env,
            dimensions=(50, columns),
            encoding="utf-8",
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None
        self.child.delayafterclose = self.child.ptyproc.delayafterclose = 0
        self.keystrokes = 0
        self.seen = ""

    def press(self, keys: str) -> None:
        """Press *keys*, one after the other; a line break is Enter."""
        self.keystrokes += len(keys)
        self.child.send(keys.replace("\n", "\r"))

    def answers(self, lines: Sequence[str]) -> None:
        """Answer each prompt that comes with the next line."""
        for line in lines:
            self.prompt()
            self.press(line + "\n")

    def prompt(self) -> str:
        """Wait for the next prompt and return what came since the last one, without escapes."""
        self.child.expect_exact("\x1b[?2004h")  # the line editor is ready for keys
        came = self.child.before
        self.child.expect_exact("\x1b[?25h")  # and has drawn the prompt
        text = plain(came + self.child.before)
        self.seen += text
        return text

    def until(self, text: str) -> str:
        """Wait for *text* and return what came before it."""
        self.child.expect_exact(text)
        came = plain(self.child.before)
        self.seen += came + text
        return came

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        self.child.expect(pexpect.EOF)
        self.seen += plain(self.child.before)
        self.child.close()
        return -self.child.signalstatus if self.child.signalstatus else self.child.exitstatus

    def kill(self) -> None:
        """End it as a power cut would."""
        self.child.kill(signal.SIGKILL)
        self.child.expect(pexpect.EOF)
        self.child.close()


def plain(text: str) -> str:
    """Return *text* without what moves the cursor or sets colours."""
    return ESCAPES.sub("", text).replace("\r\n", "\n").replace("\r", "")
