"""Views as text for a terminal: the verdict first, then the sections that the system describes."""

from __future__ import annotations

from collections.abc import Iterator

from melee_cli.core.view import Account, Bars, Beside, Grid, Heading, Lines, Section, View
from melee_cli.render.accounts import Columns, account_lines, apart, beside_lines, columns
from melee_cli.render.grids import grid_lines
from melee_cli.render.language import Language
from melee_cli.render.layout import Line, Paper, paragraph, size
from melee_cli.render.plot import bars_lines
from melee_cli.render.terminal import Terminal


def draw(
    view: View, language: Language, terminal: Terminal, *, explain: bool = False, brief: bool = False
) -> str:
    """Return *view* as text for *terminal*, ending in a line break; *brief* is the verdict only."""
    paper = Paper(language, terminal, explain)
    verdict = paragraph(paper.say(view.verdict), paper.width, rest="  ", style="bold")
    if brief:
        return paper.written(verdict)
    wish = columns(_accounts(view), paper)
    return paper.written(apart([verdict, *(_section(section, paper, wish) for section in view.sections)]))


def _accounts(view: View) -> Iterator[Account]:
    return (section for section in view.sections if isinstance(section, Account))


def _section(section: Section, paper: Paper, wish: Columns) -> list[Line]:
    if isinstance(section, Account):
        return account_lines(section, paper, wish, paper.width)
    if isinstance(section, Grid):
        return grid_lines(section, paper)
    if isinstance(section, Beside):
        return beside_lines(section.accounts, paper)
    if isinstance(section, Bars):
        return bars_lines(section, paper)
    if isinstance(section, Lines):
        return _sentences(section, paper)
    return _heading(section, paper)


def _heading(heading: Heading, paper: Paper) -> list[Line]:
    lines = paragraph(paper.say(heading.title), paper.width, style="bold")
    if not paper.narrow:
        lines.append(((paper.double * max(map(size, lines)), "dim"),))
    return lines


def _sentences(section: Lines, paper: Paper) -> list[Line]:
    if not section.items or (section.detail and not paper.explain):
        return []
    title = paper.say(section.title)
    lines = paragraph(title, paper.width, style="bold", rest="  ") if title else []
    for item in section.items:
        lines += paragraph(paper.say(item), paper.width, "  - ")
    return lines
