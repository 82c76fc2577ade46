"""What the YAML parser's complaints mean to somebody who wrote a scenario."""

from __future__ import annotations

from re import MULTILINE
from re import compile as pattern

from yaml import MarkedYAMLError, YAMLError

from melee_cli.core.message import M, Message
from melee_cli.scenario.nodes import Found, Text

TAB_INDENTATION = pattern(r"^ *(\t[ \t]*)(?=[^\s#])", MULTILINE)
SPACE_AFTER_COLON = pattern("(?<=:)[^\\S \t\r\n]")

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
    space = SPACE_AFTER_COLON.search(text.text, first, last)
    if space:
        return odd_space(space.start(), space.group())
    meaning = _meaning(complaint)
    if any(words in complaint for words in POINT_AT_CONTEXT):
        at = begin
    if at >= len(text.text.rstrip()):
        at = len(text.text.rstrip())
    return Found("not-yaml", meaning, at, at + 1)


def odd_space(at: int, character: str) -> Found:
    """Return the defect of a blank after a colon that is no space."""
    return Found("odd-space", needs_a_space(character), at, at + 1)


def needs_a_space(character: str) -> Message:
    """Return what is wrong with *character* after a colon: a blank that is no space."""
    code = f"U+{ord(character):04X}"
    return M("a space is needed after the colon; {code} only looks like one", code=code)


def _meaning(complaint: str) -> Message:
    for words, message in MEANINGS:
        if words in complaint:
            return message
    return M("this is no YAML: {complaint}", complaint=" ".join(complaint.split()))
