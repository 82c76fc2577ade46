"""One document of YAML to plain data, or to nodes with places, with every defect that reading it shows."""

from __future__ import annotations

from collections.abc import Callable
from re import compile as pattern
from typing import Any

from yaml import YAMLError
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from melee_cli.core.messages import M
from melee_cli.core.numbers import Numeral
from melee_cli.core.problems import Path, Place, Problem
from melee_cli.formats.cutting import NO_CONTENT
from melee_cli.formats.limits import BYTES, DEPTH, NODES, PLAIN, Document, Scalar, Source, Unusual, plain
from melee_cli.formats.places import Found, Node, Text, duplicate
from melee_cli.formats.yaml_problems import events, syntax_error


def read_yaml(data: bytes, source: Source) -> Document:
    """Return the document in *data* as plain data with its problems; what is no YAML at all has no data."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Document(source, None, [not_utf8(data, error.start, source)])

    try:
        return Document(source, quick(data), [], text)
    except Unusual:
        return careful(text, source)


def is_blank(data: bytes) -> bool:
    """Return whether nothing but marks, comments and directives stands in *data*."""
    return NO_CONTENT.fullmatch(_without_marks(data)) is not None


def careful(text: str, source: Source) -> Document:
    """Return the document in *text* with every defect that reading it shows."""
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


MARKS = (b"&", b"*", b"!")


def quick(text: bytes) -> Any:
    """Return the plain data of the one document in *text*.

    Raises :class:`Unusual` where it needs the careful reader. A text of fewer bytes than the limit of
    nodes cannot hold more nodes than that, so they are not counted here.
    """
    if len(text) >= NODES or any(mark in text for mark in MARKS):
        raise Unusual
    try:
        return _built(events(text))
    except YAMLError as error:
        raise Unusual from error


def _built(next_event: Callable[[], Any]) -> Any:
    plain = PLAIN

    def collection(depth: int, is_mapping: bool) -> Any:
        if depth > DEPTH:
            raise Unusual
        if is_mapping:
            mapping: dict[str, Any] = {}
            while True:
                event = next_event()
                if type(event) is not ScalarEvent:
                    if type(event) is MappingEndEvent:
                        return mapping
                    raise Unusual
                key = event.value
                if key in mapping:
                    raise Unusual
                event = next_event()
                if type(event) is ScalarEvent:
                    mapping[key] = event.value if event.style else plain[event.value]
                else:
                    mapping[key] = collection(depth + 1, type(event) is MappingStartEvent)
        items: list[Any] = []
        while True:
            event = next_event()
            kind = type(event)
            if kind is ScalarEvent:
                items.append(event.value if event.style else plain[event.value])
            elif kind is SequenceEndEvent:
                return items
            else:
                items.append(collection(depth + 1, kind is MappingStartEvent))

    next_event()
    if type(next_event()) is StreamEndEvent:
        return None
    event = next_event()
    kind = type(event)
    if kind is MappingStartEvent or kind is SequenceStartEvent:
        data = collection(1, kind is MappingStartEvent)
    else:
        data = event.value if event.style else plain[event.value]
    next_event()
    if type(next_event()) is not StreamEndEvent:
        raise Unusual
    return data


TAG = "tag:yaml.org,2002:"
NOT_YAML = pattern("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Refused(Exception):
    """Raised to stop reading where going on would cost more than the limits allow."""

    def __init__(self, found: Found) -> None:
        super().__init__(found.code)
        self.found = found


def read_nodes(text: Text) -> tuple[Node | None, list[Found]]:
    """Return the root of the document in *text* (None where it has none) and every defect met."""
    control = NOT_YAML.search(text.text)
    if control:
        return None, [control_character(control.start(), control.group())]
    reader = _Reader(text)
    try:
        root = reader.document()
    except Refused as refused:
        return None, [*reader.found, refused.found]
    except YAMLError as error:
        return None, [*reader.found, syntax_error(text, error)]
    return root, reader.found


def control_character(at: int, character: str) -> Found:
    """Return the defect of a character that no YAML may hold."""
    code = f"U+{ord(character):04X}"
    if character == "\0":
        message = M(
            "a NUL byte ({code}) is no text; is this file UTF-16, or not a text file at all?", code=code
        )
    else:
        message = M("the control character {code} may not stand here", code=code)
    return Found("control-character", message, at, at + 1)


class _Reader:
    """Makes nodes of events, counting what the limits count."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.next = events(text.text)
        self.found: list[Found] = []
        self.anchors: dict[str, tuple[Node, int, int]] = {}
        self.count = 0

    def document(self) -> Node | None:
        self.next()
        if type(self.next()) is StreamEndEvent:
            return None
        root, _ = self.node(self.next(), 0, ())
        self.next()
        event = self.next()
        if type(event) is not StreamEndEvent:
            start, _ = self.span(event)
            message = M("a second document begins here without a line --- before it")
            self.found.append(Found("not-yaml", message, start, start + 1))
        return root

    def span(self, event: Any) -> tuple[int, int]:
        return event.start_mark.index, event.end_mark.index

    def node(self, event: Any, depth: int, path: Path) -> tuple[Node, int]:
        """Return the node that *event* begins and how deep it goes."""
        start, end = self.span(event)
        self.add(1, start, end, path)
        if type(event) is AliasEvent:
            return self.alias(event, depth, path)
        before = self.count
        if type(event) is ScalarEvent:
            node, deep = Node(start, end, self.scalar(event, path), quote=event.style or ""), 0
        else:
            if depth >= DEPTH:
                raise Refused(_too_deep(start, path))
            if type(event) is MappingStartEvent:
                node, deep = self.mapping(event, depth + 1, path)
            else:
                node, deep = self.sequence(event, depth + 1, path)
        if event.anchor is not None:
            self.anchors[event.anchor] = node, self.count - before, deep
        return node, deep

    def add(self, nodes: int, start: int, end: int, path: Path) -> None:
        self.count += nodes
        if self.count > NODES:
            message = M(
                "more than {limit} values in one document, what aliases repeat counted in", limit=NODES
            )
            raise Refused(Found("too-many-nodes", message, start, max(end, start + 1), path))

    def alias(self, event: Any, depth: int, path: Path) -> tuple[Node, int]:
        start, end = self.span(event)
        known = self.anchors.get(event.anchor)
        if known is None:
            message = M("there is no anchor &{name} before this", name=event.anchor)
            self.found.append(Found("unknown-alias", message, start, end, path))
            return Node(start, end), 0
        node, size, deep = known
        self.add(size, start, end, path)
        if depth + deep > DEPTH:
            raise Refused(_too_deep(start, path))
        return Node(start, end, node.data, node.entries, node.items, node.quote, node), deep

    def scalar(self, event: Any, path: Path) -> Any:
        if event.tag in (None, "!"):
            return plain(event.value) if not event.style and event.tag is None else event.value
        kind = event.tag.removeprefix(TAG)
        if kind == "str":
            return event.value
        value = plain(event.value)
        if kind in _kinds(value):
            return Numeral(event.value) if kind == "float" else value
        self.unknown_tag(event, path)
        return event.value

    def unknown_tag(self, event: Any, path: Path) -> None:
        start, end = self.span(event)
        tag = event.tag.replace(TAG, "!!", 1)
        self.found.append(
            Found("unknown-tag", M("the tag {tag} means nothing here", tag=tag), start, end, path)
        )

    def mapping(self, event: Any, depth: int, path: Path) -> tuple[Node, int]:
        start, _ = self.span(event)
        node = Node(start, start, {})
        if event.tag not in (None, "!", TAG + "map"):
            self.unknown_tag(event, path)
        deepest = 0
        while type(event := self.next()) is not MappingEndEvent:
            key = self.key(event, depth, path)
            at = (*path, key.data) if isinstance(key.data, str) else path
            value, deep = self.node(self.next(), depth, at)
            deepest = max(deepest, deep)
            if not isinstance(key.data, str):
                message = M("a key must be a text")
                self.found.append(Found("not-a-key", message, key.start, max(key.end, key.start + 1), path))
                continue
            node.entries.append((key, value))
            if key.data in node.data:
                self.found.append(duplicate(self.text, node, key, at))
            else:
                node.data[key.data] = value.data
        _, node.end = self.span(event)
        return node, deepest + 1

    def key(self, event: Any, depth: int, path: Path) -> Node:
        """Return the node of a key: its text, however it reads as a value."""
        if type(event) is ScalarEvent:
            start, end = self.span(event)
            self.add(1, start, end, path)
            node = Node(start, end, event.value, quote=event.style or "")
            if event.anchor is not None:
                self.anchors[event.anchor] = node, 0, 0
            return node
        node, _ = self.node(event, depth, path)
        return node

    def sequence(self, event: Any, depth: int, path: Path) -> tuple[Node, int]:
        start, _ = self.span(event)
        node = Node(start, start, [])
        if event.tag not in (None, "!", TAG + "seq"):
            self.unknown_tag(event, path)
        deepest = 0
        while type(event := self.next()) is not SequenceEndEvent:
            value, deep = self.node(event, depth, (*path, len(node.items)))
            deepest = max(deepest, deep)
            node.items.append(value)
            node.data.append(value.data)
        _, node.end = self.span(event)
        return node, deepest + 1


def _kinds(value: Scalar) -> tuple[str, ...]:
    """Return the tags that say of a plain scalar what it is anyway."""
    if isinstance(value, bool):
        return ("bool",)
    if isinstance(value, int):
        return ("int", "float")
    return ("null",) if value is None else ("float",) if isinstance(value, Numeral) else ()


def _too_deep(at: int, path: Path) -> Found:
    message = M("nested more than {limit} deep", limit=DEPTH)
    return Found("too-deep", message, at, at + 1, path)
