"""The streams: results to standard output or to a file written whole, everything else to standard error."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from melee_cli.render.terminal import ESCAPE

if TYPE_CHECKING:
    from melee_cli.render.terminal import Terminal


class Unwritable(Exception):
    """The output cannot be written: a full disk, a closed stream, a folder that is not there."""


class Stopped(BaseException):
    """A signal asks the process to end; raised so that what is half written is taken away first."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped(number)


class Output:
    """Where results go: standard output, or *path*, which is written whole or not at all.

    A context: leaving it in peace puts the file in place, leaving it by an exception removes what was
    written of it; an *optional* file into which nothing was written stays as it was. Raises
    :class:`Unwritable`, and BrokenPipeError when the reader has gone.
    """

    def __init__(self, path: str | None = None, optional: bool = False) -> None:
        self._path = path
        self._optional = optional
        self._written = False
        self._aside: str | None = None
        self._fd = -1
        self.encoding = "utf-8"
        if path is None:
            if sys.stdout is None:
                raise Unwritable("standard output is closed")
            self.encoding = sys.stdout.encoding or "utf-8"
            try:
                self._fd = sys.stdout.fileno()
            except OSError:  # a captured stream in a test has no descriptor
                return
            self._write_all(b"")
        else:
            self._open(path)

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads along."""
        return self._path is None and self._fd >= 0 and os.isatty(self._fd)

    def write(self, text: str) -> None:
        """Write *text* through; nothing is held back, so that a reader sees each result when it is done."""
        if not text:
            return
        self._written = True
        if self._fd < 0:
            sys.stdout.write(text)
            return
        self._write_all(text.encode(self.encoding, ESCAPE))

    def terminal(self) -> Terminal:
        """Return what the output can show."""
        from melee_cli.render.terminal import Terminal, terminal_of

        if self._path is not None:
            return Terminal()
        return terminal_of(sys.stdout)

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._path is None:
            return
        try:
            if error is None and self._aside is not None:
                os.fsync(self._fd)
            os.close(self._fd)
            if error is None and self._aside is not None and (self._written or not self._optional):
                os.replace(self._aside, os.path.realpath(self._path))
                self._aside = None
        except OSError as reason:
            raise self._unwritable(reason) from reason
        finally:
            self._clear()

    def _clear(self) -> None:
        """Take away what was written aside and is not in place."""
        if self._aside is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._aside)
            self._aside = None

    def _open(self, path: str) -> None:
        target = os.path.realpath(path)
        try:
            mode = os.stat(path).st_mode if os.path.exists(path) else None
            if mode is not None and not stat.S_ISREG(mode):  # /dev/stdout, a pipe: nothing to put aside
                self._fd = os.open(path, os.O_WRONLY)
                return
            _clear_left_over(target)
            for number in ENDING:
                if signal.getsignal(number) is signal.SIG_DFL:  # who ignores a signal (nohup) goes on so
                    signal.signal(number, _stop)
            self._aside = f"{target}.{os.getpid()}{PART}"
            self._fd = os.open(self._aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            if mode is not None:
                os.chmod(self._aside, stat.S_IMODE(mode))
        except OSError as reason:
            self._aside = None
            raise self._unwritable(reason) from reason

    def _write_all(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                try:
                    view = view[os.write(self._fd, view) :]
                except BlockingIOError:
                    import select

                    select.select([], [self._fd], [])
        except BrokenPipeError:
            raise
        except OSError as reason:
            raise self._unwritable(reason) from reason

    def _unwritable(self, reason: OSError) -> Unwritable:
        what = self._path if self._path is not None else "standard output"
        return Unwritable(f"cannot write {what}: {reason.strerror or reason}")


PART = ".part"


def _clear_left_over(target: str) -> None:
    """Take away what runs that were killed left beside *target*: files aside of processes that are gone."""
    if os.name != "posix":  # elsewhere a process cannot be asked after without ending it
        return
    folder, name = os.path.split(target)
    with contextlib.suppress(OSError):
        for found in os.listdir(folder):
            process = found.removeprefix(f"{name}.").removesuffix(PART)
            if found == f"{name}.{process}{PART}" and process.isdecimal() and not _lives(int(process)):
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(folder, found))


def _lives(process: int) -> bool:
    """Whether another process of that number is running."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def say(text: str) -> None:
    """Write *text* to standard error; where nobody can read it, it is lost without a word."""
    stream = sys.stderr
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, ESCAPE).decode(encoding))
        stream.flush()
    except (OSError, ValueError):
        return
