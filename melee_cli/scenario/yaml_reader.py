"""One document of YAML to plain data, with every defect that reading it shows."""

from __future__ import annotations

from yaml import YAMLError

from melee_cli.core.message import M
from melee_cli.core.problem import Place, Problem
from melee_cli.scenario.quick import Unusual, quick
from melee_cli.scenario.source import Document, Source
from melee_cli.scenario.splitting import NO_CONTENT, Chunk


def read_yaml(chunk: Chunk, file: str, number: int) -> Document | None:
    """Return the document of *chunk* as plain data with its problems; None where it is blank."""
    data = chunk.data
    assert data is not None
    source = Source(file, number, chunk.line)
    try:
        value = quick(data)
        if value is None and NO_CONTENT.fullmatch(data):
            return None
        return Document(source, value, [], data.decode())
    except (Unusual, YAMLError) as error:
        return Document(source, None, [Problem("not-yaml", M(str(error)), place=Place(file))])
