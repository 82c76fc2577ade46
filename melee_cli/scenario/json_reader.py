"""JSON documents and JSON lines to plain data, by the scalars of YAML 1.2 and the same limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from re import compile as pattern
from typing import Any

from melee_cli.scenario.limits import BYTES, DEPTH, NODES
from melee_cli.scenario.scalars import PLAIN
from melee_cli.scenario.source import Document, Source, Unread
from melee_cli.scenario.splitting import BLOCK, BOM, Read, again, lines
from melee_cli.scenario.yaml_reader import not_utf8, too_large

SURROGATE_ESCAPE = pattern(r"\\u[dD]")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise ValueError("a key twice")
    return mapping


DECODER = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_int=PLAIN.__getitem__,
    parse_float=PLAIN.__getitem__,
    parse_constant=str,
)


def read_text(text: str, source: Source) -> Document:
    """Return the document that *text*, all of it, holds as JSON."""
    brackets = text.count("{") + text.count("[")
    if brackets <= DEPTH and len(text) < NODES and not SURROGATE_ESCAPE.search(text):
        try:
            return Document(source, DECODER.decode(text), [], text, "json")
        except ValueError:
            pass
    from melee_cli.scenario.json_nodes import read_nodes
    from melee_cli.scenario.nodes import Text

    written = Text(text, source)
    root, found = read_nodes(written)
    problems = [written.problem(defect) for defect in found]
    return Document(source, root.data if root else None, problems, text, "json")


def cut_json(read: Read, file: str) -> Iterator[Document | Unread]:
    """Yield the one document of a JSON file, or those of its lines where the first is one by itself."""
    held = b""
    while len(held) <= BYTES and (block := read(BLOCK)):
        held += block
    source = Source(file)
    first, _, rest = held.lstrip().partition(b"\n")
    if rest.strip() and is_object(first):
        yield from cut_json_lines(again(held, read), file)
    elif len(held) > BYTES:
        yield Document(source, None, [too_large(source)])
    elif held.strip():
        yield Unread(held, source, "json")


def cut_json_lines(read: Read, file: str) -> Iterator[Document | Unread]:
    """Yield the document of each line that is not blank; a bad line spoils no other."""
    number = 0
    for data, line in lines(read):
        source = Source(file, number + 1, line)
        if data is None:
            number += 1
            yield Document(source, None, [too_large(source)])
        elif data.strip():
            number += 1
            yield Unread(data.removeprefix(BOM), source, "json")


def is_object(line: bytes) -> bool:
    """Whether *line* is a whole JSON object."""
    if not (line.lstrip().startswith(b"{") and line.rstrip().endswith(b"}")):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def read_bytes(data: bytes, source: Source) -> Document:
    """Return the document that *data*, all of it, holds as JSON."""
    try:
        return read_text(data.decode(), source)
    except UnicodeDecodeError as error:
        return Document(source, None, [not_utf8(data, error.start, source)])
