"""One stream in, its documents out: which kind of stream it is, its encoding, its limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from melee_cli.core.message import M
from melee_cli.core.problem import Place, Problem
from melee_cli.scenario.json_reader import read_json, read_json_lines
from melee_cli.scenario.source import Document, Source
from melee_cli.scenario.splitting import BOM, Read, chunks
from melee_cli.scenario.yaml_reader import read_yaml

YAML_ONLY = (".yaml", ".yml")


def read_stream(stream: BinaryIO, file: str, suffix: str) -> Iterator[Document]:
    """Yield the documents of *stream*; at least one, with a problem where it holds none."""
    read: Read = getattr(stream, "read1", stream.read)
    found = False
    try:
        for document in _documents(read, file, suffix):
            found = True
            yield document
    except OSError as error:
        found = True
        why = error.strerror or str(error)
        yield Document(
            Source(file),
            None,
            [Problem("unreadable", M("this cannot be read: {why}", why=why), place=Place(file))],
        )
    if not found:
        yield Document(Source(file), None, [nothing_there(file)])


def nothing_there(file: str) -> Problem:
    """Return the problem of a file or stream without any scenario in it."""
    message = M("there is no scenario here: a mapping with {keys} was expected", keys="rules, sides")
    return Problem("no-scenario", message, place=Place(file))


def _documents(read: Read, file: str, suffix: str) -> Iterator[Document]:
    first = read(1 << 16)
    while 0 < len(first) < 4 and (more := read(1 << 16)):
        first += more
    if first.startswith(BOM):
        first = first[len(BOM) :]
    read = _again(first, read)
    if suffix == ".jsonl":
        yield from read_json_lines(read, file)
    elif suffix == ".json":
        yield from read_json(read, file)
    else:
        number = 0
        for chunk in chunks(read):
            document = read_yaml(chunk, file, number + 1)
            if document is not None:
                number += 1
                yield document


def _again(first: bytes, read: Read) -> Read:
    """Return a function that reads *first* again and then what *read* gives."""
    waiting = [first]

    def reading(size: int) -> bytes:
        return waiting.pop() if waiting else read(size)

    return reading if first else read
