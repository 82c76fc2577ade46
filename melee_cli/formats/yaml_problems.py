"""PyYAML's parser: its events, and what its complaints mean to somebody who wrote a scenario."""

from __future__ import annotations

from collections.abc import Callable
from re import MULTILINE
from re import compile as pattern
from typing import Any

from yaml import MarkedYAMLError, YAMLError
from yaml.events import StreamEndEvent

from melee_cli.core.messages import M, Message
from melee_cli.formats.limits import DEPTH
from melee_cli.formats.places import Found, Text

_make: Callable[[Any], Any]
try:
    from yaml._yaml import CParser as _make
except ImportError:
    from yaml import SafeLoader as _make

TAB_INDENTATION = pattern(r"^ *(\t[ \t]*)(?=[^\s#])", MULTILINE)
SPACE_AFTER_COLON = pattern("(?<=:)[^\\S \t\r\n]")
# Blanks that look like spaces, and characters that show nothing at all.
UNSEEN = pattern("[^\\S \t\r\n]+|[\u200b\u2060\ufeff]+")
UNSEEN_LOOKED_AT = 5
LINES_ABOVE = 4

MEANINGS = (
    (
        "mapping values are not allowed",
        M("a colon cannot stand here: the line above is not finished, or a text with a colon needs quotes"),
    ),
    ("could not find expected ':'", M("a key with a colon and a space after it was expected")),
    ("expected ',' or '}'", M("a comma or a closing brace is missing")),
    ("expected ',' or ']'", M("a comma or a closing bracket is missing")),
    ("unexpected end of stream", M("a quotation mark is opened here and never closed")),
    ("while scanning a quoted scalar", M("a quotation mark is opened here and never closed")),
    ("unknown escape character", M("this escape is none; in double quotes a backslash is written \\\\")),
    ("expected escape sequence of", M("this escape is incomplete")),
    ("invalid Unicode character escape", M("this escape is no character")),
    ("cannot start any token", M("a text cannot begin with this character; put it in quotes")),
    ("block sequence entries are not allowed", M("a list cannot begin here")),
    ("expected '-' indicator", M("this line is indented otherwise than the list it stands in")),
    ("expected <block end>", M("this line is indented otherwise than those before it")),
    ("did not find expected key", M("this line is indented otherwise than the keys before it")),
    ("incompatible YAML document", M("this is another version of YAML; take the line %YAML out")),
    ("expected <document start>", M("the document was complete, but something follows it")),
    ("did not find expected <document start>", M("the document was complete, but something follows it")),
    ("tab character that violates", M("a tab cannot be indentation; use spaces")),
    ("did not find expected node content", M("a value was expected")),
    ("tag", M("this tag cannot be read")),
    ("anchor", M("this anchor or alias cannot be read")),
    ("alias", M("this anchor or alias cannot be read")),
    ("directive", M("this directive cannot be read")),
    ("block scalar", M("this block text cannot be read")),
    ("version", M("this directive cannot be read")),
)
POINT_AT_CONTEXT = ("unexpected end of stream",)


def syntax_error(text: Text, error: YAMLError) -> Found:
    """Return what *error* says of *text*, tabs and other blanks that look like spaces named as such."""
    mark = context = None
    complaint = str(error)
    if isinstance(error, MarkedYAMLError):
        complaint = f"{error.problem or ''} {error.context or ''}"
        mark, context = error.problem_mark, error.context_mark
    at = text.offset(mark.line, mark.column) if mark else 0
    begin = text.offset(context.line, context.column) if context else at
    first, last = text.line_start(min(begin, at)), text.line_end(at)
    tab = TAB_INDENTATION.search(text.text, first, last)
    if tab:
        message = M("a tab cannot be indentation; use spaces")
        return Found("tab-indentation", message, tab.start(1), tab.end(1))
    unseen = _unseen(text, error, begin, last)
    if unseen is not None:
        return unseen
    if "nesting depth" in complaint:
        return _too_deep(text.text, at)
    if "<document start>" in complaint and text.text.startswith("%"):
        message = M("a line --- is needed between a line that begins with % and the document")
        return Found("not-yaml", message, at, at + 1)
    meaning = _meaning(complaint)
    if any(words in complaint for words in POINT_AT_CONTEXT):
        at = begin
    if at >= len(text.text.rstrip()):
        at = len(text.text.rstrip())
    return Found("not-yaml", meaning, at, at + 1, hint=_flow_hint(text, complaint, begin, at))


def _mark(error: YAMLError) -> int:
    mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
    return mark.index if mark else -1


def _unseen(text: Text, error: YAMLError, begin: int, last: int) -> Found | None:
    """Return the defect of a blank that is no space, where the document would be read on without it."""
    first = text.line_start(begin)
    for _ in range(LINES_ABOVE):
        first = text.line_start(max(0, first - 1))
    for match in list(UNSEEN.finditer(text.text, first, last))[-UNSEEN_LOOKED_AT:]:
        blank = " " * len(match.group()) if match.group().isspace() else ""
        better = text.text[: match.start()] + blank + text.text[match.end() :]
        reached = _read_on(better)
        if reached is None or reached > max(_mark(error), match.end()):
            return _odd_space(text.text, match.start())
    return None


def _read_on(text: str) -> int | None:
    """Return where the parser gives *text* up, None where it does not."""
    next_event = events(text)
    try:
        while type(next_event()) is not StreamEndEvent:
            pass
    except YAMLError as error:
        return _mark(error)
    return None


def _too_deep(text: str, at: int) -> Found:
    """Return the defect of more opening brackets than a document may have, at the first too many."""
    depth = 0
    for place, character in enumerate(text[:at]):
        depth += (character in "[{") - (character in "]}")
        if depth > DEPTH:
            at = place
            break
    return Found("too-deep", M("nested more than {limit} deep", limit=DEPTH), at, at + 1)


def _flow_hint(text: Text, complaint: str, begin: int, at: int) -> Message | None:
    """Return what most often ends a mapping or list in brackets too early."""
    if "expected ',' or" not in complaint:
        return None
    if text.text[at - 1 : at] == "'" and text.text[begin:at].count("'") > 1:
        return M("an apostrophe within '…' is written twice; or use double quotation marks")
    opened = text.place(begin, begin + 1)
    if text.line_start(begin) == text.line_start(at):
        return None
    if " #" in text.text[begin : text.line_end(begin)]:
        return M("a # after a space begins a comment; a text with one needs quotation marks")
    return M("the bracket is opened in line {line} and not closed", line=opened.line or 1)


def _odd_space(text: str, at: int) -> Found:
    """Return the defect of a blank that is no space, or of a character that shows nothing."""
    character = text[at]
    if text[at - 1 : at] == ":":
        return Found("odd-space", needs_a_space(character), at, at + 1)
    code = f"U+{ord(character):04X}"
    message = M("a space is needed here; {code} only looks like one", code=code)
    if not character.isspace():
        message = M("{code} stands here, a character that is not seen; take it out", code=code)
    return Found("odd-space", message, at, at + 1)


def needs_a_space(character: str) -> Message:
    """Return what is wrong with *character* after a colon: a blank that is no space."""
    code = f"U+{ord(character):04X}"
    return M("a space is needed after the colon; {code} only looks like one", code=code)


def _meaning(complaint: str) -> Message:
    for words, message in MEANINGS:
        if words in complaint:
            return message
    return M("this is no YAML: {complaint}", complaint=" ".join(complaint.split()))


def events(text: str | bytes) -> Callable[[], Any]:
    """Return the function that gives one event of *text* after the other.

    It raises yaml.YAMLError where the text is no YAML. PyYAML's C parser gives them, or its pure one
    where the C one was not built.
    """
    next_event: Callable[[], Any] = _make(text).get_event
    return next_event
