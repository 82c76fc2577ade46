"""One stream in, its documents out: which kind of stream it is and how its bytes read as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from melee_cli.core.message import M
from melee_cli.core.problem import Place, Problem
from melee_cli.scenario.json_reader import is_object, read_bytes, read_json, read_json_lines
from melee_cli.scenario.limits import BYTES
from melee_cli.scenario.source import Document, Source
from melee_cli.scenario.splitting import BLOCK, BOM, Chunk, Read, again, chunks
from melee_cli.scenario.yaml_reader import read_yaml

YAML_SUFFIXES = (".yaml", ".yml")
WIDE = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
NOT_LINES = (b"---", b"%", b"#")
LOOKED_AT = 5


def read_stream(stream: BinaryIO, file: str, suffix: str) -> Iterator[Document]:
    """Yield the documents of *stream*; at least one, with a problem where it holds none.

    *suffix* says what a file holds; a stream without one is JSON lines where one of its first lines is a
    JSON object, and YAML otherwise.
    """
    read: Read = getattr(stream, "read1", stream.read)
    found = False
    try:
        for document in _documents(read, file, suffix):
            found = True
            yield document
    except OSError as error:
        found = True
        message = M("this cannot be read: {why}", why=error.strerror or str(error))
        yield Document(Source(file), None, [Problem("unreadable", message, place=Place(file))])
    if not found:
        message = M("there is no scenario here: a mapping with {keys} was expected", keys="rules, sides")
        yield Document(Source(file), None, [Problem("no-scenario", message, place=Place(file))])


def _documents(read: Read, file: str, suffix: str) -> Iterator[Document]:
    first = _beginning(read)
    if first.startswith(WIDE) or b"\0" in first[:4]:
        message = M("this is not UTF-8 but looks like UTF-16 or UTF-32; save the file as UTF-8")
        yield Document(Source(file), None, [Problem("not-utf8", message, place=Place(file, 1, 1))])
        return
    first = first.removeprefix(BOM)
    read = again(first, read)
    if suffix == ".json":
        yield from read_json(read, file)
    elif suffix == ".jsonl" or (suffix not in YAML_SUFFIXES and _are_json_lines(first)):
        yield from read_json_lines(read, file)
    else:
        number = 0
        for chunk in chunks(read):
            document = _json_in_yaml(chunk, file, number + 1) or read_yaml(chunk, file, number + 1)
            if document is not None:
                number += 1
                yield document


def _beginning(read: Read) -> bytes:
    """Return the first whole line of what *read* gives, and what came with it."""
    first = read(BLOCK)
    while (len(first) < 4 or b"\n" not in first) and len(first) <= BYTES and (more := read(BLOCK)):
        first += more
    return first


def _are_json_lines(first: bytes) -> bool:
    looked_at = [line for line in first.split(b"\n", 2 * LOOKED_AT) if line.strip()][:LOOKED_AT]
    return not any(line.startswith(NOT_LINES) for line in looked_at) and any(map(is_object, looked_at))


def _json_in_yaml(chunk: Chunk, file: str, number: int) -> Document | None:
    """Return the document of *chunk* where it is JSON, some of which the YAML parser does not take."""
    if chunk.data is None or not chunk.data.lstrip().startswith(b"{"):
        return None
    document = read_bytes(chunk.data, Source(file, number, chunk.line))
    return None if document.problems else document
