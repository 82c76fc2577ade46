"""Reading and checking a text as a file would be, and what is wrong with it in a few words."""

from __future__ import annotations

from io import BytesIO

from melee_cli.core.messages import Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.formats.documents import Document, cut_stream, read_document
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import Checked, check

DUEL = """\
rules: duel
sides:
  - name: Red
    units: [{name: Roland, rested: true, roll: 3}]
  - name: Blue
    units: [{name: Oliver, height: true, roll: 3}]
"""


def read(text: str | bytes, suffix: str = ".yaml") -> list[Document]:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return [read_document(cut) for cut in cut_stream(BytesIO(data), "a" + suffix, suffix)]


def data_of(text: str | bytes, suffix: str = ".yaml") -> object:
    (document,) = read(text, suffix)
    assert not document.problems, [told(problem) for problem in document.problems]
    return document.data


def checked(text: str | bytes, options: Options | None = None, suffix: str = ".yaml") -> Checked:
    (document,) = read(text, suffix)
    return check(document, options or Options())


def said(value: object) -> str:
    if isinstance(value, Message):
        return value.text.format(**{key: said(param) for key, param in value.params.items()})
    return ", ".join(map(said, value.items)) if isinstance(value, Phrases) else str(value)


def told(problem: Problem) -> str:
    """Return *problem* as ``line:column code <what is pointed at>``."""
    place = problem.place
    assert place is not None
    if place.line is None:
        return problem.code
    if place.text is None or place.column is None:
        return f"{place.line} {problem.code}"
    start = place.column - 1
    return f"{place.line}:{place.column} {problem.code} <{place.text[start : start + place.width]}>"


def wrong(text: str | bytes, options: Options | None = None, suffix: str = ".yaml") -> list[str]:
    return [told(problem) for problem in checked(text, options, suffix).problems]
