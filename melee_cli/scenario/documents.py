"""Paths in, documents out: files, folders and standard input, lazily and in the order given."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Place, Problem
from melee_cli.scenario.reading import cut_stream, read_document
from melee_cli.scenario.source import Document, Source, Unread

__all__ = ["Document", "Source", "cut_documents", "documents", "read_document"]

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl")
STDIN = "<stdin>"


def documents(paths: Sequence[str], stdin: BinaryIO | None = None) -> Iterator[Document]:
    """Yield every document of *paths* in order; a path that cannot be read is a document with a problem.

    Memory stays flat: a document is yielded as soon as its end is read. ``-`` reads *stdin*.
    """
    return map(read_document, cut_documents(paths, stdin))


def cut_documents(paths: Sequence[str], stdin: BinaryIO | None = None) -> Iterator[Document | Unread]:
    """Yield what :func:`documents` does, each still unread where it could be cut out of its stream."""
    for path in paths:
        if path == "-":
            yield from _standard_input(stdin)
        elif os.path.isdir(path):
            yield from _folder(path)
        else:
            yield from _file(path)


def _standard_input(stdin: BinaryIO | None) -> Iterator[Document | Unread]:
    if stdin is None:
        yield _failed(STDIN, "unreadable", M("there is no standard input to read"))
        return
    yield from cut_stream(stdin, STDIN, "")


def _file(path: str) -> Iterator[Document | Unread]:
    try:
        stream = open(path, "rb")  # noqa: SIM115 - closed below, by the with statement
    except FileNotFoundError:
        yield _failed(path, "not-found", M("there is no such file or folder"))
        return
    except (OSError, ValueError) as error:
        yield _failed(path, "unreadable", _why(error))
        return
    with stream:
        yield from cut_stream(stream, path, os.path.splitext(path)[1].lower())


def _folder(path: str) -> Iterator[Document | Unread]:
    unreadable: list[OSError] = []
    found: list[str] = []
    for folder, _, files in os.walk(path, onerror=unreadable.append):
        found.extend(os.path.join(folder, name) for name in files if name.lower().endswith(SUFFIXES))
    for error in unreadable:
        yield _failed(os.fsdecode(error.filename or path), "unreadable", _why(error))
    for file in sorted(found):
        if _never_ends(file):
            yield _failed(file, "unreadable", M("this is a pipe or a device, not a file; name it by itself"))
        else:
            yield from _file(file)
    if not found and not unreadable:
        wanted = "*.yaml, *.yml, *.json, *.jsonl"
        yield _failed(path, "no-scenario", M("there is no scenario in this folder ({wanted})", wanted=wanted))


def _never_ends(path: str) -> bool:
    """Whether *path* is what nobody wants read who names its folder: a pipe, a device."""
    try:
        mode = os.stat(path).st_mode
    except OSError:  # which opening it will tell
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _why(error: Exception) -> Message:
    if isinstance(error, PermissionError):
        return M("this may not be read (no permission)")
    return M("this cannot be read: {why}", why=getattr(error, "strerror", None) or str(error))


def _failed(file: str, code: str, message: Message) -> Document:
    return Document(Source(file), None, [Problem(code, message, place=Place(file))])
