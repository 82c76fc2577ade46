"""Views and problems as Markdown (GitHub's), to paste into a report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from melee_cli.core.messages import M
from melee_cli.core.problems import Problem
from melee_cli.core.view import Bars, Depth, Grid, Lines, Section, View, is_shown, rows_of, visible
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
    """Writes views in one language, as far as *depth* goes."""

    def __init__(self, language: Language, depth: Depth) -> None:
        self.language = language
        self.depth = depth

    def say(self, said: Said) -> str:
        """Return *said* as Markdown that shows it as it is."""
        return plain(self.language.text(said))

    def view(self, view: View) -> Iterator[str]:
        """Yield the blocks of *view*, the verdict first."""
        yield f"### {self.say(view.verdict)}"
        for section in view.sections:
            yield from self.section(section)

    def section(self, section: Section) -> Iterator[str]:
        """Yield the blocks of *section*."""
        if isinstance(section, Bars):
            if self.depth != "verdict":
                yield from self.grid(section.grid())
        elif not is_shown(section.shown, self.depth):
            return
        elif isinstance(section, Grid):
            yield from self.grid(section)
        elif section.items:
            yield from self.sentences(section)

    def grid(self, grid: Grid) -> Iterator[str]:
        """Yield *grid* as a table."""
        seen = visible(grid, self.depth)
        if rows := rows_of(seen):
            if title := self.say(grid.title):
                yield f"**{title}**"
            heads = [column.title for column in seen.columns]
            yield self.table(heads, [c.align for c in seen.columns], [row.cells for row in rows])

    def sentences(self, section: Lines) -> Iterator[str]:
        """Yield *section* as a list."""
        if title := self.say(section.title):
            yield f"**{title}**"
        marks = {"-": "- ", "": "", "1": "{}. "}
        mark, between = marks[section.mark], "\n" if section.mark else "\n\n"
        said = (mark.format(place) + self.say(item) for place, item in enumerate(section.items, 1))
        yield between.join(said)

    def table(self, heads: Sequence[Said], aligns: Sequence[str], rows: Iterable[Sequence[Said]]) -> str:
        """Return a table of *rows* under *heads*."""
        lines = [self._row(heads), "|" + "|".join("---:" if a == "right" else "---" for a in aligns) + "|"]
        return "\n".join([*lines, *map(self._row, rows)])

    def _row(self, cells: Sequence[Said]) -> str:
        return "| " + " | ".join(inline(self.language.text(cell)) for cell in cells) + " |"


def draw(view: View, language: Language, depth: Depth = "full") -> str:
    """Return *view* as Markdown ending in a line break, as far as *depth* goes."""
    return "\n\n".join(Writer(language, depth).view(view)) + "\n"


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
