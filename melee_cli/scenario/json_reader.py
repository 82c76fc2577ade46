"""JSON documents and JSON lines to plain data."""

from __future__ import annotations

import json
from collections.abc import Iterator

from melee_cli.scenario.source import Document, Source
from melee_cli.scenario.splitting import Read, line_blocks


def read_json(read: Read, file: str) -> Iterator[Document]:
    """Yield the one document of a JSON file, or its lines where each is a document."""
    text = b"".join(block for block, _ in line_blocks(read)).decode()
    yield Document(Source(file), json.loads(text), [], text, "json")


def read_json_lines(read: Read, file: str) -> Iterator[Document]:
    """Yield the document of each line that is not blank."""
    for block, _ in line_blocks(read):
        for line in block.decode().splitlines():
            yield Document(Source(file), json.loads(line), [], line, "json")
