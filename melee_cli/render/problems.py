"""Problems for people: where, what, the line with a pointer under it, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from melee_cli.core.messages import M
from melee_cli.core.problems import Place, Problem
from melee_cli.core.view import UNTITLED, Column, Grid, View
from melee_cli.render.language import Language
from melee_cli.render.tables import Paper, draw
from melee_cli.render.terminal import Terminal
from melee_cli.render.theme import printed

INDENT = 4
#: The code of a difference from what a scenario expects, which is told as a row of a table.
UNEXPECTED = "expectation-failed"
# More of a line than any terminal shows: a scenario may be a single line of a megabyte.
LINE_MOST = 600


def place_text(place: Place | None) -> str:
    """Return *place* as editors understand it: ``file:line:column``, as far as known."""
    if place is None or not place.file:
        return ""
    return ":".join(str(part) for part in (place.file, place.line, place.column) if part is not None)


def draw_problems(problems: Sequence[Problem], language: Language, terminal: Terminal) -> str:
    """Return *problems* as text for standard error, each with its line, its pointer and its hint."""
    paper = Paper(language, terminal)
    lines: list[Text] = []
    others = [problem for problem in problems if problem.code == UNEXPECTED]
    for problem in problems:
        if problem.code == UNEXPECTED:
            continue
        where = paper.text(place_text(problem.place))
        lines.append(Text.assemble(where, ": " if where else "", paper.text(problem.message, "problem")))
        if problem.place and problem.place.text and problem.place.column:
            lines += _excerpt(problem.place, problem.place.text, problem.place.column - 1, paper)
        if problem.hint:
            lines.append(Text("  ") + paper.text(M("hint: {hint}", hint=problem.hint), "hint"))
    text = printed(terminal, lines, whole_lines=True)
    files = dict.fromkeys(problem.place and problem.place.file for problem in others)
    grids = [_unexpected(file, [p for p in others if p.place and p.place.file == file]) for file in files]
    return text + (draw(View(UNTITLED, grids), language, terminal) if grids else "")


def _unexpected(file: str | None, problems: Sequence[Problem]) -> Grid:
    """Return what came of the scenarios of *file* against what they expected."""
    columns = [Column(M("Not as expected")), Column(M("Expected")), Column(M("Came"), role="problem")]
    columns.append(Column(M("Line"), role="cite"))
    rows = []
    for problem in problems:
        what = ": ".join(str(part) for part in (problem.path or ())[1:])
        expected, came = (problem.message.params[name] for name in ("expected", "came"))
        line = place_text(problem.place).removeprefix(f"{file}:")
        rows.append([what, expected, came, line])
    return Grid(M("{file}", file=file or ""), columns, rows)


def _excerpt(place: Place, text: str, start: int, paper: Paper) -> list[Text]:
    """Return the line of *place* and the pointer; what does not fit is cut away around the pointer."""
    text = text.rstrip("\r\n")
    start = min(start, len(text))
    end = min(len(text), start + max(1, place.width))
    room = paper.terminal.width - INDENT
    more = paper.terminal.glyph("…", "...")
    first, last = max(0, start - LINE_MOST), min(len(text), end + LINE_MOST)
    before, after = paper.text(text[first:start]).plain, paper.text(text[end:last]).plain
    under = paper.text(text[start : min(end, start + LINE_MOST)]).plain
    if cell_len(under) > room - 2 * len(more):
        under = set_cell_size(under, room - 2 * len(more))
    spare = room - cell_len(under)
    left = max(spare // 2, spare - cell_len(after))
    if first or cell_len(before) > left:
        before = more + _tail(before, left - len(more))
    right = spare - cell_len(before)
    if last < len(text) or cell_len(after) > right:
        after = set_cell_size(after, min(cell_len(after), right - len(more))) + more
    indent = " " * INDENT
    pointer = Text(indent + " " * cell_len(before))
    pointer.append("^" * max(1, cell_len(under)), "pointer")
    return [Text(indent + before + under + after), pointer]


def _tail(text: str, width: int) -> str:
    """Return the end of *text* that fits into *width* cells."""
    text = text[-width:] if width > 0 else ""
    while cell_len(text) > width:
        text = text[1:]
    return text
