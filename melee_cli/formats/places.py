"""A document as nodes that know where they stand, made only when a place is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from re import compile as pattern
from typing import Any

from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Path, Place, Problem, Step
from melee_cli.formats.limits import Source

LINE_END = pattern("\r\n|[\r\n\x85\u2028\u2029]")
ESCAPE = pattern(
    r"\\(?:x[0-9a-fA-F]{2}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}"
    r"|\r?\n[ \t]*|.)"
)
FOLD = pattern(r"[ \t]*\r?\n[ \t\r\n]*")


@dataclass(slots=True)
class Node:
    """One value of a document: where it starts and ends (offsets into the text), and what it holds.

    ``data`` is its plain data; ``entries`` are a mapping's keys and values in order, also repeated ones;
    ``target`` is what an alias stands for; ``quote`` is the quotation mark of a text, if any.
    """

    start: int
    end: int
    data: Any = None
    entries: list[tuple[Node, Node]] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    quote: str = ""
    target: Node | None = None

    def child(self, step: Step) -> tuple[Node | None, Node] | None:
        """Return the key (None in a list) and the value at *step*, None where there is none."""
        holder = self.target or self
        if isinstance(step, int):
            return (None, holder.items[step]) if 0 <= step < len(holder.items) else None
        return next(((key, value) for key, value in holder.entries if key.data == step), None)


@dataclass(frozen=True, slots=True)
class Found:
    """A defect met while reading, at a range of the text; ``path`` leads to the value it belongs to."""

    code: str
    message: Message
    start: int
    end: int
    path: Path = ()
    hint: Message | None = None


class Text:
    """A document's text by lines, to turn offsets into places."""

    def __init__(self, text: str, source: Source) -> None:
        self.text = text
        self.source = source
        self.starts = [0, *(match.end() for match in LINE_END.finditer(text))]

    def place(self, start: int, end: int) -> Place:
        """Return the place of the characters from *start* up to *end*, as far as the end of its line."""
        line = self._line(start)
        begin = self.starts[line]
        shown = LINE_END.split(self.text[begin : self.line_end(start)], maxsplit=1)[0]
        column = min(start - begin, len(shown))
        width = max(1, min(end - begin, len(shown)) - column)
        return Place(self.source.file, self.source.line + line, column + 1, width, shown)

    def problem(self, found: Found) -> Problem:
        """Return *found* as a problem with its place."""
        place = self.place(found.start, found.end)
        return Problem(found.code, found.message, found.path, hint=found.hint, place=place)

    def _line(self, offset: int) -> int:
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= offset else (low, middle)
        return low

    def line_start(self, offset: int) -> int:
        """Return where the line of *offset* begins."""
        return self.starts[self._line(offset)]

    def line_end(self, offset: int) -> int:
        """Return where the line of *offset* ends, its line break included."""
        line = self._line(offset) + 1
        return self.starts[line] if line < len(self.starts) else len(self.text)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of *line* and *column*, both from 0."""
        return min(self.starts[line] + column, len(self.text)) if line < len(self.starts) else len(self.text)


def duplicate(text: Text, mapping: Node, key: Node, path: Path) -> Found:
    """Return the defect of a *key* that *mapping* already has, naming where it first stands."""
    first = next(other for other, _ in mapping.entries if other.data == key.data)
    place = text.place(first.start, first.end)
    message = M(
        "the key {key} stands here a second time; the first is in line {line}, column {column}",
        key=key.data,
        line=place.line or 1,
        column=place.column or 1,
    )
    return Found("duplicate-key", message, key.start, key.end, path)


def walk(root: Node, path: Sequence[Step]) -> tuple[Node | None, Node, int]:
    """Follow *path* from *root*; return the last key and value met, and how many steps led there."""
    key: Node | None = None
    node = root
    for taken, step in enumerate(path):
        child = node.child(step)
        if child is None:
            return key, node, taken
        key, node = child
    return key, node, len(path)


def inside(text: str, node: Node, span: tuple[int, int]) -> tuple[int, int]:
    """Return where the characters *span* of the value of a text *node* stand in *text*.

    That is the whole node where they cannot be told apart (a block text).
    """
    offsets = _offsets(text, node)
    if offsets is None or span[1] >= len(offsets):
        return node.start, node.end
    return offsets[span[0]], max(offsets[span[1]] if span[1] == span[0] else offsets[span[1] - 1] + 1, 0)


def _offsets(text: str, node: Node) -> list[int] | None:
    """Return the offset of each character of the node's text, and of its end."""
    value = node.data if isinstance(node.data, str) else text[node.start : node.end]
    if node.quote not in ("", "'", '"'):
        return None
    at = node.start + len(node.quote)
    offsets: list[int] = []
    taken = 0
    while taken < len(value):
        offsets.append(at)
        fold = FOLD.match(text, at)
        if fold and not text.startswith(value[taken], at):
            breaks = max(1, fold.group().count("\n") - 1)
            offsets.extend([at] * (breaks - 1))
            taken += breaks
            at = fold.end()
            continue
        if node.quote == '"' and (escape := ESCAPE.match(text, at)):
            if escape.group()[1:2] in "\r\n":
                offsets.pop()
                at = escape.end()
                continue
            at = escape.end()
        elif text.startswith(value[taken], at):
            at += 2 if node.quote == "'" and value[taken] == "'" else 1
        else:
            return None
        taken += 1
    return [*offsets, at]
