"""JSON documents and JSON lines to plain data, or to nodes with places, and every defect that can be told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from re import compile as pattern
from typing import Any

from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Path
from melee_cli.formats.cutting import BLOCK, BOM, Read, again, lines
from melee_cli.formats.limits import BYTES, DEPTH, NODES, PLAIN, Document, Source, Unread, plain
from melee_cli.formats.places import Found, Node, Text, duplicate
from melee_cli.formats.yaml import not_utf8, too_large

TOKEN = pattern(r'[ \t\r\n]*("(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+)')
SURROGATE = pattern("[\ud800-\udfff]")
COMMA_TOO_MANY = M("a comma stands before a closing bracket")
MEANINGS = (
    ("Expecting property name", M("a key in double quotes was expected")),
    ("Expecting ':'", M("a colon was expected")),
    ("Expecting ',' delimiter", M("a comma or a closing bracket is missing")),
    ("Expecting value", M("a value was expected")),
    ("Unterminated string", M("a quotation mark is opened here and never closed")),
    ("Invalid control character", M("a control character may not stand in a text; write it as an escape")),
    ("escape", M("this escape is none")),
    ("Extra data", M("the document was complete, but something follows it")),
    ("Illegal trailing comma", COMMA_TOO_MANY),
)


class Refused(Exception):
    """Raised to stop reading where a limit is passed."""

    def __init__(self, found: Found) -> None:
        super().__init__(found.code)
        self.found = found


def read_nodes(text: Text) -> tuple[Node | None, list[Found]]:
    """Return the root of the JSON document in *text* and every defect met."""
    try:
        reader = _Reader(text)
        deep = reader.too_deep()
        if deep is not None:
            return None, [deep]
        json.loads(text.text, parse_int=str, parse_float=str, parse_constant=str)
        return reader.value(reader.token(), 0, ()), reader.found
    except Refused as refused:
        return None, [*reader.found, refused.found]
    except json.JSONDecodeError as error:
        return None, [syntax_error(text, error)]


def syntax_error(text: Text, error: json.JSONDecodeError) -> Found:
    """Return what *error* says of *text*."""
    at = min(error.pos, len(text.text.rstrip()))
    before = text.text[:at].rstrip()
    if text.text[at : at + 1] in ("}", "]") and before.endswith(","):  # which Python says from 3.13 on only
        return Found("not-json", COMMA_TOO_MANY, len(before) - 1, len(before))
    message = next(
        (meaning for words, meaning in MEANINGS if words in error.msg),
        M("this is no JSON: {complaint}", complaint=error.msg),
    )
    return Found("not-json", message, at, at + 1)


class _Reader:
    """Makes nodes of the tokens of a text that is known to be JSON."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.at = 0
        self.found: list[Found] = []
        self.count = 0

    def too_deep(self) -> Found | None:
        depth = 0
        for match in TOKEN.finditer(self.text.text):
            token = match.group(1)
            depth += (token in ("{", "[")) - (token in ("}", "]"))
            if depth > DEPTH:
                message = M("nested more than {limit} deep", limit=DEPTH)
                return Found("too-deep", message, match.start(1), match.end(1))
        return None

    def token(self) -> tuple[str, int, int]:
        match = TOKEN.match(self.text.text, self.at)
        assert match is not None
        self.at = match.end()
        return match.group(1), match.start(1), match.end(1)

    def value(self, token: tuple[str, int, int], depth: int, path: Path) -> Node:
        text, start, end = token
        self.add(start, path)
        if text == "{":
            return self.mapping(start, depth + 1, path)
        if text == "[":
            return self.sequence(start, depth + 1, path)
        if text[0] == '"':
            return Node(start, end, self.string(token, path), quote='"')
        return Node(start, end, plain(text))

    def add(self, at: int, path: Path) -> None:
        self.count += 1
        if self.count > NODES:
            message = M(
                "more than {limit} values in one document, what aliases repeat counted in", limit=NODES
            )
            raise Refused(Found("too-many-nodes", message, at, at + 1, path))

    def string(self, token: tuple[str, int, int], path: Path) -> str:
        text, start, end = token
        value: str = json.loads(text)
        if SURROGATE.search(value):
            self.found.append(Found("not-a-character", half_a_pair(), start, end, path))
            return SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)
        return value

    def mapping(self, start: int, depth: int, path: Path) -> Node:
        node = Node(start, start, {})
        token = self.token()
        while token[0] != "}":
            if token[0] == ",":
                token = self.token()
            self.add(token[1], path)
            key = Node(token[1], token[2], self.string(token, path), quote='"')
            self.token()
            at = (*path, key.data)
            value = self.value(self.token(), depth, at)
            node.entries.append((key, value))
            if key.data in node.data:
                self.found.append(duplicate(self.text, node, key, at))
            else:
                node.data[key.data] = value.data
            token = self.token()
        node.end = token[2]
        return node

    def sequence(self, start: int, depth: int, path: Path) -> Node:
        node = Node(start, start, [])
        token = self.token()
        while token[0] != "]":
            if token[0] == ",":
                token = self.token()
            value = self.value(token, depth, (*path, len(node.items)))
            node.items.append(value)
            node.data.append(value.data)
            token = self.token()
        node.end = token[2]
        return node


def half_a_pair() -> Message:
    """Return what is wrong with one half of a surrogate pair."""
    return M("half of a surrogate pair is no character")


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
