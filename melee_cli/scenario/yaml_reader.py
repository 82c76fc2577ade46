"""One document of YAML to plain data, with every defect that reading it shows."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.problems import Place, Problem
from melee_cli.scenario.limits import BYTES
from melee_cli.scenario.scalars import Unusual
from melee_cli.scenario.source import Document, Source
from melee_cli.scenario.splitting import NO_CONTENT


def read_yaml(data: bytes, source: Source) -> Document:
    """Return the document in *data* as plain data with its problems; what is no YAML at all has no data."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Document(source, None, [not_utf8(data, error.start, source)])
    from melee_cli.scenario.quick import quick  # the first document of YAML imports its parser

    try:
        return Document(source, quick(data), [], text)
    except Unusual:
        return careful(text, source)


def is_blank(data: bytes) -> bool:
    """Return whether nothing but marks, comments and directives stands in *data*."""
    return NO_CONTENT.fullmatch(_without_marks(data)) is not None


def careful(text: str, source: Source) -> Document:
    """Return the document in *text* with every defect that reading it shows."""
    from melee_cli.scenario.nodes import Text
    from melee_cli.scenario.yaml_nodes import read_nodes

    lines = Text(text, source)
    root, found = read_nodes(lines)
    problems = [lines.problem(defect) for defect in found]
    return Document(source, root.data if root else None, problems, text)


def too_large(source: Source) -> Problem:
    """Return the problem of a document over the limit of bytes."""
    message = M("a document of more than {limit} bytes", limit=BYTES)
    return Problem("too-large", message, place=Place(source.file, source.line, 1))


def not_utf8(data: bytes, at: int, source: Source) -> Problem:
    """Return the problem of the byte at *at*, which is no UTF-8."""
    start = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1
    line = source.line + data.count(b"\n", 0, start)
    shown = data[start:].splitlines()[0].decode("utf-8", "replace")
    column = len(data[start:at].decode("utf-8", "replace")) + 1
    message = M("this is not UTF-8 (byte {byte}); save the file as UTF-8", byte=f"0x{data[at]:02X}")
    return Problem("not-utf8", message, place=Place(source.file, line, column, 1, shown))


def _without_marks(data: bytes) -> bytes:
    """Return *data* without the marks of its start and end, to see whether anything else is there."""
    lines = [line[3:] if line.startswith((b"---", b"...")) else line for line in data.splitlines()]
    return b"\n".join(lines)
