"""Paths and streams in, documents out: files, folders and standard input, lazily and in the order given."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Place, Problem
from melee_cli.formats.cutting import (
    BLOCK,
    BOM,
    Read,
    again,
    chunks,
)
from melee_cli.formats.json import cut_json, cut_json_lines, is_object, read_bytes
from melee_cli.formats.limits import BYTES, Document, Source, Unread
from melee_cli.formats.yaml import is_blank, read_yaml, too_large

YAML_SUFFIXES = (".yaml", ".yml")
WIDE = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
NOT_LINES = (b"---", b"%", b"#")
LOOKED_AT = 5


def cut_stream(stream: BinaryIO, file: str, suffix: str) -> Iterator[Document | Unread]:
    """Yield the documents of *stream* unread; at least one, with a problem where it holds none.

    *suffix* says what a file holds; a stream without one is JSON lines where one of its first lines is a
    JSON object, and YAML otherwise.
    """
    read: Read = getattr(stream, "read1", stream.read)
    found = False
    try:
        for document in _cut(read, file, suffix):
            found = True
            yield document
    except OSError as error:
        found = True
        message = M("this cannot be read: {why}", why=error.strerror or str(error))
        yield Document(Source(file), None, [Problem("unreadable", message, place=Place(file))])
    if not found:
        message = M("there is no scenario here: a mapping with {keys} was expected", keys="rules, sides")
        yield Document(Source(file), None, [Problem("no-scenario", message, place=Place(file))])


def read_document(cut: Document | Unread) -> Document:
    """Return *cut* read; what could not even be cut out is a document with its problem already."""
    if isinstance(cut, Document):
        return cut
    if cut.kind == "json":
        return read_bytes(cut.data, cut.source)
    return _json_in_yaml(cut) or read_yaml(cut.data, cut.source)


def fatal(cut: Document | Unread) -> Document:
    """Return *cut* as a document whose only problem is that it ended the process that worked on it."""
    source = cut.source
    message = M("working this out ended its process twice: it may need more memory than there is")
    place = Place(source.file, source.line, 1)
    return Document(source, None, [Problem("process-ended", message, place=place)])


def _cut(read: Read, file: str, suffix: str) -> Iterator[Document | Unread]:
    first = _beginning(read)
    if first.startswith(WIDE) or b"\0" in first[:4]:
        message = M("this is not UTF-8 but looks like UTF-16 or UTF-32; save the file as UTF-8")
        yield Document(Source(file), None, [Problem("not-utf8", message, place=Place(file, 1, 1))])
        return
    first = first.removeprefix(BOM)
    read = again(first, read)
    if suffix == ".json":
        yield from cut_json(read, file)
    elif suffix == ".jsonl" or (suffix not in YAML_SUFFIXES and _are_json_lines(first)):
        yield from cut_json_lines(read, file)
    else:
        number = 0
        for chunk in chunks(read):
            source = Source(file, number + 1, chunk.line)
            if chunk.data is None:
                yield Document(source, None, [too_large(source)])
            elif is_blank(chunk.data):
                continue
            else:
                yield Unread(chunk.data, source)
            number += 1


def _beginning(read: Read) -> bytes:
    """Return the first whole line of what *read* gives, and what came with it."""
    first = read(BLOCK)
    while (len(first) < 4 or b"\n" not in first) and len(first) <= BYTES and (more := read(BLOCK)):
        first += more
    return first


def _are_json_lines(first: bytes) -> bool:
    looked_at = [line for line in first.split(b"\n", 2 * LOOKED_AT) if line.strip()][:LOOKED_AT]
    return not any(line.startswith(NOT_LINES) for line in looked_at) and any(map(is_object, looked_at))


def _json_in_yaml(cut: Unread) -> Document | None:
    """Return the document of *cut* where it is JSON, some of which the YAML parser does not take."""
    if not cut.data.lstrip().startswith(b"{"):
        return None
    document = read_bytes(cut.data, cut.source)
    return None if document.problems else document


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
