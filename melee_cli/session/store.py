"""Files that a session writes: whole or not at all, never over one that it does not know."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

from melee_cli.core.messages import M
from melee_cli.core.problems import Problem


def write_whole(path: Path, text: str, mode: int = 0o666) -> None:
    """Write *text* to *path* so that it is there whole or as before: aside, flushed, renamed.

    Raises OSError where that cannot be done.
    """
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name[:40]}.", delete=False
    ) as aside:
        try:
            aside.write(text)
            aside.flush()
            os.fsync(aside.fileno())
            os.chmod(aside.name, _mode(path, mode))
            os.replace(aside.name, path)
        except BaseException:
            os.unlink(aside.name)
            raise
    _flush_folder(path.parent)


def _mode(path: Path, mode: int) -> int:
    """Return the permissions of the file that is replaced, else *mode* as the user's mask leaves it."""
    try:
        return path.stat().st_mode & 0o7777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return mode & ~mask


def _flush_folder(folder: Path) -> None:
    """Make the renaming last through a power cut, where the system lets a folder be flushed."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def export(target: str, text: str, written: set[str], insists: bool) -> Problem | None:
    """Write *text* to the file *target* that the user named; a problem where that cannot or should not be.

    A file that this session has not written itself is only written over when the user insists.
    """
    path = Path(target).expanduser()
    known = str(path.absolute())
    if path.exists() and known not in written and not insists:
        return Problem(
            "file-exists",
            M("{file} is there already", file=target),
            hint=M("the command with ! writes over it: :save! FILE"),
        )
    try:
        write_whole(Path(os.path.realpath(path)), text)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return Problem("unwritable", M("{file} cannot be written: {why}", file=target, why=why))
    written.add(known)
    return None


KEPT = 20


def state_folder() -> Path:
    """Return the folder of the sessions: ``MELEE_STATE``, else the user's own state folder."""
    own = os.environ.get("MELEE_STATE")
    if own:
        return Path(own)
    from platformdirs import user_state_path

    return user_state_path("melee", appauthor=False)


class Store:
    """The file of one session, locked while the session is held so that no other resumes it.

    ``data`` is what the file holds when an earlier session is resumed, None for a new one.
    """

    def __init__(self, path: Path, lock: IO[str] | None, data: Mapping[str, Any] | None = None) -> None:
        self.path = path
        self.data = data
        self._lock = lock

    def save(self, data: Mapping[str, Any]) -> None:
        """Write the session, whole or not at all; OSError where it cannot be written."""
        write_whole(self.path, json.dumps(data, separators=(",", ":")), 0o600)

    def close(self, keep: bool = True) -> None:
        """Let others resume the session; forget it where there is nothing to *keep*."""
        if self._lock is None:
            return
        if not keep:
            self.path.unlink(missing_ok=True)
        if not self.path.exists():
            _lock_path(self.path).unlink(missing_ok=True)
        self._lock.close()
        self._lock = None


def begin(folder: Path) -> Store:
    """Return the store of a new session; OSError where the folder cannot be made."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    number = 0
    while True:
        path = folder / f"session-{stamp}-{os.getpid()}{f'-{number}' if number else ''}.json"
        if not path.exists():
            lock = _locked(path)
            if lock is not None:
                _tidy(folder)
                return Store(path, lock)
        number += 1


def resumable(folder: Path) -> Iterator[Store]:
    """Yield the stores of the sessions that nobody holds, the last first; whoever takes one closes it.

    Sessions in which nothing was answered come after the rest. ``data`` is None where the file cannot
    be read.
    """
    empty: list[Path] = []
    for path in _sessions(folder):
        lock = _locked(path)
        if lock is None:
            continue
        data = _read(path)
        if data is not None and not data.get("steps"):
            lock.close()
            empty.append(path)
        else:
            yield Store(path, lock, data)
    for path in empty:
        lock = _locked(path)
        if lock is not None:
            yield Store(path, lock, _read(path))


def _read(path: Path) -> dict[str, Any] | None:
    """Return what the file at *path* holds, None where it is no session's."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) else None


def broken_off(folder: Path) -> bool:
    """Tell whether the last session that nobody holds did not come to its end."""
    for path in _sessions(folder):
        lock = _locked(path)
        if lock is None:
            continue
        with lock:
            data = _read(path)
        if data is not None and data.get("steps"):
            return data.get("ended") is False
    return False


def recall(folder: Path, key: str) -> str | None:
    """Return what :func:`remember` put under *key*, None where there is nothing."""
    try:
        value = json.loads((folder / "remembered.json").read_bytes())[key]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return value if isinstance(value, str) else None


def remember(folder: Path, key: str, value: str) -> None:
    """Keep *value* under *key* for the next session; OSError where it cannot be kept."""
    if recall(folder, key) != value:
        write_whole(folder / "remembered.json", json.dumps({key: value}), 0o600)


def _sessions(folder: Path) -> list[Path]:
    """Return the files of sessions, the one written last first."""
    found: list[tuple[int, Path]] = []
    for path in folder.glob("session-*.json"):
        try:
            found.append((path.stat().st_mtime_ns, path))
        except OSError:
            continue
    return [path for _, path in sorted(found, reverse=True)]


def _tidy(folder: Path) -> None:
    """Take away all but the last sessions, and no session that is being held."""
    for path in _sessions(folder)[KEPT:]:
        lock = _locked(path)
        if lock is not None:
            path.unlink(missing_ok=True)
            _lock_path(path).unlink(missing_ok=True)
            lock.close()


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _locked(path: Path) -> IO[str] | None:
    """Return the held lock of the session at *path*, None where another session holds it.

    The system frees it when its holder ends, however it ends.
    """
    try:
        lock = _lock_path(path).open("w", encoding="utf-8")
    except OSError:
        return None
    try:
        _hold(lock)
    except OSError:
        lock.close()
        return None
    return lock


def _hold(lock: IO[str]) -> None:
    """Lock the open file; OSError where another holds it."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # only on Windows
        return
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
