"""Views and problems as Markdown (GitHub's), to paste into a report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from melee_cli.core.messages import M
from melee_cli.core.problems import Problem
from melee_cli.core.view import Account, Bars, Beside, Grid, Heading, Lines, Section, View
from melee_cli.render.accounts import signed, withheld
from melee_cli.render.grids import visible
from melee_cli.render.language import Language, Said
from melee_cli.render.problems import place_text
from melee_cli.render.terminal import harmless

# What could be read as markup inside a line; the rest only means something where a line begins.
MARKUP = re.compile(r"([\\`*_\[\]<>|~&$])")
BEGINNING = re.compile(r"^(\s*\d*)([#+=.)-])")


def plain(text: str) -> str:
    """Return *text* so that Markdown shows it as it is, on a line of its own."""
    return BEGINNING.sub(r"\1\\\2", inline(text))


def inline(text: str) -> str:
    """Return *text* so that Markdown shows it as it is, inside a line."""
    return MARKUP.sub(r"\\\1", harmless(" ".join(text.splitlines())))


class Writer:
    """Writes views in one language."""

    def __init__(self, language: Language, explain: bool) -> None:
        self.language = language
        self.explain = explain

    def say(self, said: Said) -> str:
        """Return *said* as Markdown that shows it as it is."""
        return plain(self.language.text(said))

    def view(self, view: View, brief: bool) -> Iterator[str]:
        """Yield the blocks of *view*, the verdict first."""
        yield f"### {self.say(view.verdict)}"
        for section in () if brief else view.sections:
            yield from self.section(section)

    def section(self, section: Section) -> Iterator[str]:
        """Yield the blocks of *section*."""
        if isinstance(section, Heading):
            yield f"#### {self.say(section.title)}"
        elif isinstance(section, Account):
            yield from self.account(section)
        elif isinstance(section, Beside):
            for account in section.accounts:
                yield from self.account(account)
        elif isinstance(section, Bars):
            yield from self.grid(section.grid())
        elif isinstance(section, Grid):
            yield from self.grid(section)
        elif section.items and (self.explain or not section.detail):
            yield from self.sentences(section)

    def account(self, account: Account) -> Iterator[str]:
        """Yield *account* as a table of value, line and source."""
        yield f"**{self.say(account.title)}**"
        rows: list[list[Said]] = [
            [signed(entry), withheld(entry) if entry.tone == "held" else entry.label, entry.cite]
            for entry in account.entries
            if self.explain or entry.tone != "held"
        ]
        if rows:
            heads = [M("Value"), M("What"), M("Source")]
            yield self.table(heads, ["right", "left", "left"], rows)
        if account.tail:
            yield self.say(account.tail)

    def grid(self, grid: Grid) -> Iterator[str]:
        """Yield *grid* as a table."""
        columns, rows = visible(grid, self.explain)
        if rows:
            if title := self.say(grid.title):
                yield f"**{title}**"
            yield self.table([column.title for column in columns], [c.align for c in columns], rows)

    def sentences(self, section: Lines) -> Iterator[str]:
        """Yield *section* as a list."""
        if title := self.say(section.title):
            yield f"**{title}**"
        yield "\n".join(f"- {self.say(item)}" for item in section.items)

    def table(self, heads: Sequence[Said], aligns: Sequence[str], rows: Iterable[Sequence[Said]]) -> str:
        """Return a table of *rows* under *heads*."""
        lines = [self._row(heads), "|" + "|".join("---:" if a == "right" else "---" for a in aligns) + "|"]
        return "\n".join([*lines, *map(self._row, rows)])

    def _row(self, cells: Sequence[Said]) -> str:
        return "| " + " | ".join(inline(self.language.text(cell)) for cell in cells) + " |"


def draw(view: View, language: Language, *, explain: bool = False, brief: bool = False) -> str:
    """Return *view* as Markdown ending in a line break; *brief* is the verdict only."""
    return "\n\n".join(Writer(language, explain).view(view, brief)) + "\n"


def draw_problems(problems: Iterable[Problem], language: Language) -> str:
    """Return *problems* as a Markdown list ending in a line break."""
    lines = []
    for problem in problems:
        where = place_text(problem.place)
        head = f"**{plain(where)}** " if where else ""
        lines.append(f"- {head}{plain(language.text(problem.message))} ({plain(problem.code)})")
        if problem.hint:
            hint = M("hint: {hint}", hint=problem.hint)
            lines.append(f"  {plain(language.text(hint))}")
    return "\n".join(lines) + "\n"
