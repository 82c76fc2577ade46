"""Cutting a stream into documents before any of it is parsed, so that a bad one spoils no other.

YAML forbids ``---`` and ``...`` at the start of a line inside any text, so a cut there is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from re import MULTILINE
from re import compile as pattern
from typing import NamedTuple

from melee_cli.formats.limits import BYTES

BLOCK = 1 << 16
BOM = b"\xef\xbb\xbf"
LONE_RETURN = pattern(rb"\r(?=[^\n])")
BOM_BEFORE_MARK = pattern(rb"^\xef\xbb\xbf(?=---)", MULTILINE)
NO_CONTENT = pattern(rb"(?:(?:[ \t\r]*(?:#[^\n]*)?|%[^\n]*)(?:\n|\Z))*")
AFTER_MARK = (b"\n", b"\r", b" ", b"\t", b"")

Read = Callable[[int], bytes]


class Chunk(NamedTuple):
    """One document's bytes and the number of its first line; no bytes where it was over the limit."""

    data: bytes | None
    line: int


def line_blocks(read: Read) -> Iterator[tuple[bytes, bool]]:
    """Yield what *read* gives in blocks of whole lines, and whether the block begins with a line.

    A line over the limit of bytes comes in pieces. A lone carriage return ends a line, too.
    """
    held = b""
    fresh = True
    while block := read(BLOCK):
        data = held + block
        if b"\r" in data:
            data = LONE_RETURN.sub(b"\n", data)
        cut = data.rfind(b"\n") + 1
        if cut:
            yield data[:cut], fresh
            held, fresh = data[cut:], True
        elif len(data) > BYTES:
            yield data, fresh
            held, fresh = b"", False
        else:
            held = data
    if held:
        yield held, fresh


def lines(read: Read) -> Iterator[Chunk]:
    """Yield the lines of a stream, each as soon as it is read; a line over the limit has no bytes."""
    number = 0
    for block, fresh in line_blocks(read):
        pieces = block.split(b"\n")
        if not pieces[-1]:
            pieces.pop()
        for piece in pieces if fresh else pieces[1:]:
            number += 1
            yield Chunk(piece if len(piece) <= BYTES else None, number)


def again(first: bytes, read: Read) -> Read:
    """Return a function that reads *first* again and then what *read* gives."""
    waiting = [first] if first else []

    def reading(size: int) -> bytes:
        return waiting.pop() if waiting else read(size)

    return reading


def chunks(read: Read) -> Iterator[Chunk]:
    """Yield the documents of a stream of YAML, each as soon as the next one's mark has been read.

    Comments and directives before a ``---`` belong to its document. A document over the limit of bytes
    is thrown away while it is read.
    """
    document = _Pieces(1)
    for block, fresh in line_blocks(read):
        if BOM in block and fresh:
            block = BOM_BEFORE_MARK.sub(b"", block)
        start = 0
        for at, end in _marks(block, fresh):
            if end is None:
                document.add(block[start:at])
                start = at
                if document.begun or not document.blank():
                    yield document.chunk()
                    document = _Pieces(document.next_line)
                document.begun = True
            else:
                document.add(block[start:end])
                start = end
                yield document.chunk()
                document = _Pieces(document.next_line)
        document.add(block[start:])
    if document.size:
        yield document.chunk()


class _Pieces:
    """The document being read; ``begun`` once its ``---`` has been seen."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.next_line = line
        self.begun = False
        self.size = 0
        self.pieces: list[bytes] = []

    def add(self, piece: bytes) -> None:
        self.size += len(piece)
        self.next_line += piece.count(b"\n")
        if self.size > BYTES:
            self.pieces.clear()
        else:
            self.pieces.append(piece)

    def blank(self) -> bool:
        """Whether nothing but comments and directives has been read of it."""
        return self.size <= BYTES and NO_CONTENT.fullmatch(b"".join(self.pieces)) is not None

    def chunk(self) -> Chunk:
        return Chunk(b"".join(self.pieces) if self.size <= BYTES else None, self.line)


def _marks(block: bytes, fresh: bool) -> Iterator[tuple[int, int | None]]:
    """Yield where a line of *block* begins with ``---``, or begins and ends with ``...``."""
    if fresh and block[3:4] in AFTER_MARK:
        if block.startswith(b"---"):
            yield 0, None
        elif block.startswith(b"..."):
            yield 0, block.find(b"\n") + 1 or len(block)
    dashes, dots = block.find(b"\n---"), block.find(b"\n...")
    while dashes >= 0 or dots >= 0:
        if dots < 0 or 0 <= dashes < dots:
            if block[dashes + 4 : dashes + 5] in AFTER_MARK:
                yield dashes + 1, None
            dashes = block.find(b"\n---", dashes + 4)
        else:
            if block[dots + 4 : dots + 5] in AFTER_MARK:
                yield dots + 1, block.find(b"\n", dots + 4) + 1 or len(block)
            dots = block.find(b"\n...", dots + 4)
