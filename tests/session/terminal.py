"""A real terminal with a session in it, whose keys are counted."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

import pyte
from pexpect import EOF, fdpexpect

from melee_cli import cli
from melee_cli.cli import fight, session
from melee_cli.cli import terminal as session_terminal

ROOT = Path(__file__).parents[2]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[=>78]|\x1b\][^\x07]*\x07|\x07")
PATIENCE = 30
LOADED = (fight, session, session_terminal)  # before the fork, so that a session starts at once


class AtTable:
    """``melee fight`` in a terminal of its own; ``keystrokes`` is how many keys were pressed.

    A process of its own that shares what is imported already; ``installed`` starts the command itself.
    With ``colour`` its lines are coloured, and told of, while they are typed. ``display`` is what the
    terminal shows by now.
    """

    def __init__(
        self,
        state: Path,
        *arguments: str,
        columns: int = 80,
        lang: str = "en",
        installed: bool = False,
        colour: bool = False,
        rows: int = 50,
        term: str = "xterm",
    ) -> None:
        env = {
            **{key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")},
            "MELEE_STATE": str(state),
            "MELEE_LANG": lang,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests" / "plugin")]),
            "TERM": term,
            **({} if colour else {"NO_COLOR": "1"}),
            "PYTHONUTF8": "1",
        }
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            self._hold(["fight", *arguments], env, (rows, columns), installed)
        self.child = fdpexpect.fdspawn(self.terminal, encoding="utf-8", timeout=PATIENCE)
        self.child.delaybeforesend = None
        self.keystrokes = 0
        self.seen = ""
        self.display = pyte.Screen(columns, rows)
        self._shown = pyte.Stream(self.display)

    def _hold(
        self, arguments: list[str], env: dict[str, str], size: tuple[int, int], installed: bool
    ) -> None:
        """Become the session; never returns."""
        code = 70
        try:
            resize(0, *size)
            if installed:
                os.execve(sys.executable, [sys.executable, "-m", "melee_cli", *arguments], env)
            os.environ.clear()
            os.environ.update(env)
            sys.stdin, sys.stdout, sys.stderr = (
                open(handle, mode, encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115 - till the end
                for handle, mode in ((0, "r"), (1, "w"), (2, "w"))
            )
            code = cli.run(arguments)
        finally:
            os._exit(code)

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
        came = self.child.before + self.child.after
        self.child.expect_exact("\x1b[?25h")  # and has drawn the prompt
        self._shown.feed(came + self.child.before + self.child.after)
        text = plain(came + self.child.before)
        self.seen += text
        return text

    def until(self, text: str) -> str:
        """Wait for *text* and return what came before it."""
        self.child.expect_exact(text)
        came = plain(self.child.before)
        self.seen += came + text
        return came

    def shows(self, *texts: str) -> list[str]:
        """Wait until all *texts* are on the screen at once; return its lines."""
        while not all(text in "\n".join(self.display.display) for text in texts):
            self._shown.feed(self.child.read_nonblocking(4096, PATIENCE))
        return [line.rstrip() for line in self.display.display]

    def resize(self, columns: int) -> None:
        """Make the terminal so many columns wide."""
        resize(self.terminal, 50, columns)

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        self.child.expect(EOF)
        self.seen += plain(self.child.before)
        return self._gone()

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        self.child.expect(EOF)
        self._gone()

    def _gone(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        self.child.close()
        return os.waitstatus_to_exitcode(status)


def resize(handle: int, rows: int, columns: int) -> None:
    """Set the size of the terminal open as *handle*; its session is told by the system."""
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def plain(text: str) -> str:
    """Return *text* without what moves the cursor or sets colours."""
    return ESCAPES.sub("", text).replace("\r\n", "\n").replace("\r", "")
