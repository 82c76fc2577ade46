"""Files that a session writes: whole or not at all, never over one that it does not know."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

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
