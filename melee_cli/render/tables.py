"""Views as Rich draws them: the verdict first, then tables and sentences; nothing is ever cut off.

Here it is decided which columns a table has room for. How they are drawn is Rich's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.box import ASCII2, SIMPLE_HEAD
from rich.console import RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from melee_cli.core.messages import Marked, Message, Role
from melee_cli.core.view import (
    UNTITLED,
    Bar,
    Bars,
    Cell,
    Column,
    Depth,
    Entry,
    Grid,
    Lines,
    Section,
    View,
    is_shown,
    rows_of,
    visible,
)
from melee_cli.render.language import Language
from melee_cli.render.terminal import Terminal, shown, signs
from melee_cli.render.theme import console, printed

#: Longer words than this may be broken, so that one long name does not stack a whole table.
WORD_MOST = 32
#: What a cell says where its row says nothing of its column.
NONE = "·"
INDENT = 2
MARGIN = 1
BAR_LEAST, BAR_MOST = 10, 60
TONES = ("first", "neither", "second")
TONE_ROLES: dict[str, Role] = {"first": "side.first", "neither": "", "second": "side.second"}
#: Where titles stand above what they are of, not beside it.
NARROW = 60


def draw(view: View, language: Language, terminal: Terminal, depth: Depth = "full") -> str:
    """Return *view* as text for *terminal*, ending in a line break, as far as *depth* goes."""
    return printed(terminal, Paper(language, terminal, depth, view.found).view(view))


class Paper:
    """Draws in one language for one terminal."""

    def __init__(
        self, language: Language, terminal: Terminal, depth: Depth = "full", found: Sequence[str] = ()
    ) -> None:
        self.language = language
        self._found = list(found)
        self.terminal = terminal
        self.depth = depth
        self.box = SIMPLE_HEAD if terminal.glyph("─", "-") == "─" else ASCII2
        self._encoding = terminal.encoding
        self._signs = signs(terminal.encoding)
        self._fills = terminal.glyph("█▒░", "#=o")
        self._eighths = terminal.glyph("▏▎▍▌▋▊▉", "")

    def text(self, cell: Cell, role: Role | str = "") -> Text:
        """Return *cell* as text that the terminal can show, each piece in its role."""
        text = Text(overflow="fold")
        pieces = ((piece, own or role) for piece, own in self.language.pieces(cell))
        for style, parts in groupby(pieces, key=itemgetter(1)):
            piece = "".join(piece for piece, _ in parts)
            piece = piece.translate(self._signs) if self._signs else piece
            text.append(shown(piece, self._encoding), style or None)
        if self._found:
            text.highlight_words(self._found, "found", case_sensitive=False)
        return text

    def view(self, view: View) -> Iterator[RenderableType]:
        """Yield what is shown of *view*, with an empty line between sections."""
        verdict = self.text(view.verdict, "verdict")
        if verdict:
            yield verdict
        begun = bool(verdict)
        for section in view.sections:
            for part in self.section(section):
                if begun:
                    yield ""
                begun = True
                yield from part

    def section(self, section: Section) -> Iterator[list[RenderableType]]:
        """Yield the parts of *section* between which there is an empty line."""
        if isinstance(section, Bars):
            if section.bars and self.depth != "verdict":
                yield self.bars(section)
        elif not is_shown(section.shown, self.depth):
            return
        elif isinstance(section, Lines):
            if section.items:
                yield self.sentences(section)
        else:
            yield from self.grid(visible(section, self.depth))

    def title(self, title: Message | Marked) -> list[Text]:
        """Return a heading, nothing for an empty one."""
        text = self.text(title, "head")
        return [text] if text else []

    def sentences(self, section: Lines) -> list[RenderableType]:
        """Return sentences under their heading; what is to be done in order is numbered."""
        title = self.title(section.title)
        if not section.mark:
            return [*title, *(Padding(self.text(item), (0, 0, 0, INDENT)) for item in section.items)]
        beside = section.mark == "1" and bool(title) and self.terminal.width >= NARROW
        found = Table.grid(padding=(0, 1, 0, 0))
        for _ in range(2 + beside):
            found.add_column(overflow="fold")
        for place, item in enumerate(section.items, 1):
            mark = Text(f"{place}." if section.mark == "1" else section.mark)
            cells: list[RenderableType] = [mark, self.text(item)]
            if beside:
                cells.insert(0, Text.assemble(title[0] if place == 1 else "", " "))
            found.add_row(*cells)
        return [found] if beside else [*title, Padding(found, (0, 0, 0, INDENT))]

    def grid(self, grid: Grid) -> Iterator[list[RenderableType]]:
        """Yield *grid* as one table, as several of the columns for which there is room, or as blocks."""
        if not grid.rows:
            return
        title = self.title(grid.title)
        sheet = Sheet.of(grid, self)
        pieces = self._pieces(sheet) if grid.cut and not self.widths(sheet) else [sheet]
        for piece in pieces:
            widths = self.widths(piece)
            drawn = [self.table(piece, widths)] if widths else self.stacked(piece)
            yield [*title, *drawn]
            title = []

    def _pieces(self, sheet: Sheet) -> list[Sheet]:
        """Return *sheet* cut into sheets of as many inner columns as fit, evenly; whole where none does."""
        inner = range(1, len(sheet.columns) - 1)
        for size in range(len(inner) - 1, 0, -1):
            count = -(-len(inner) // size)
            even = -(-len(inner) // count)
            parts = [inner[start : start + even] for start in range(0, len(inner), even)]
            pieces = [sheet.part([0, *part, len(sheet.columns) - 1]) for part in parts]
            if all(map(self.widths, pieces)):
                return pieces
        return [sheet]

    def _sizes(self, sheet: Sheet) -> list[tuple[int, int]]:
        """Return the least and the natural width of each column, no more than a long word being least."""
        options = console(self.terminal).options.update(width=10_000)
        found = []
        for i, head in enumerate(sheet.heads):
            cells = [head, *(row[i] for row in sheet.cells)]
            measured = [Measurement.get(console(self.terminal), options, cell) for cell in cells]
            least = max(min(one.minimum, WORD_MOST) for one in measured)
            found.append((least, max(one.maximum for one in measured)))
        return found

    def widths(self, sheet: Sheet) -> list[int]:
        """Return the widths of the columns of *sheet*, none where its narrowest form does not fit.

        Rich takes from the widest column even what breaks its words; here it gives way down to its
        longest word, and then the next.
        """
        sizes = self._sizes(sheet)
        widths = [natural for _, natural in sizes]
        over = MARGIN + sum(widths) + 3 * (len(widths) - 1) - self.terminal.width
        if over > 0:
            over -= len(widths) - 1  # the padding between two columns collapses
        while over > 0:
            spare = [i for i, (least, _) in enumerate(sizes) if widths[i] > least]
            if not spare:
                return []
            widths[max(spare, key=lambda i: widths[i])] -= 1
            over -= 1
        return widths

    def table(self, sheet: Sheet, widths: Sequence[int]) -> Padding:
        """Return *sheet* as a table whose columns have *widths*."""
        tight = MARGIN + sum(widths) + 3 * (len(widths) - 1) > self.terminal.width
        found = Table(
            box=self.box,
            header_style="head",
            show_edge=False,
            pad_edge=False,
            collapse_padding=tight,
            padding=(0, 1),
        )
        for head, column, width in zip(sheet.heads, sheet.columns, widths, strict=True):
            found.add_column(head, justify=column.align, width=width, overflow="fold")
        for row, cells in zip(sheet.rows, sheet.cells, strict=True):
            if row.apart:
                found.add_row()
            found.add_row(*cells)
        return Padding(found, (0, 0, 0, MARGIN), expand=False)

    def stacked(self, sheet: Sheet) -> Iterator[RenderableType]:
        """Yield *sheet* as blocks, one a row: its first cell, then the others under their columns' names."""
        if sheet.heads[0]:
            yield Text.assemble(sheet.heads[0], style="head", overflow="fold")
        for row, (first, *others) in zip(sheet.rows, sheet.cells, strict=True):
            indent = INDENT * row.level
            yield first
            said = [
                Text.assemble(head.plain, ": " if head else "", cell, overflow="fold")
                for head, cell in zip(sheet.heads[1:], others, strict=True)
                if isinstance(cell, Text) and cell and cell.plain != NONE
            ]
            if said:
                yield Padding(Text("; ", overflow="fold").join(said), (0, 0, 0, indent + INDENT))

    def bars(self, bars: Bars) -> list[RenderableType]:
        """Return *bars* as a table; where it is narrow, headings stand over bars and the last figures go."""
        beside = self.terminal.width >= NARROW
        columns = [Column(bars.label, "right"), *(Column(title, "right") for title in bars.figures)]
        heads: list[Column] = [Column(bars.title)] if beside else []
        while True:
            plain = [
                Entry([*([bar.group] * beside), *[bar.label, *bar.figures][: len(columns)]])
                for bar in bars.bars
            ]
            sheet = Sheet.of(Grid(UNTITLED, [*heads, *columns], plain), self)
            taken = MARGIN + sum(natural + 3 for _, natural in self._sizes(sheet))
            room = min(self.terminal.width - taken, BAR_MOST)
            if room >= BAR_LEAST or len(columns) == 1:
                break
            columns.pop()
        longest = max(bar.length for bar in bars.bars) or 1
        rows = []
        for bar in bars.bars:
            role = TONE_ROLES[bar.tone]
            group = bar.group and Marked(bar.group, role)
            if group and not beside:
                rows.append(Entry([*[None] * len(columns), group]))
            drawn = Marked(self._drawn(bar, longest, max(1, room)), role)
            figures = [bar.label, *bar.figures][: len(columns)]
            rows.append(Entry([*([group] * beside), *figures, drawn]))
        grid = Grid(UNTITLED if beside else bars.title, [*heads, *columns, Column(UNTITLED)], rows)
        return [part for parts in self.grid(grid) for part in parts]

    def _drawn(self, bar: Bar, longest: int, room: int) -> str:
        """Return the bar as characters, to an eighth of a cell where its filling can; never nothing."""
        eighths = (16 * room * bar.length + longest) // (2 * longest)
        fill = self._fills[TONES.index(bar.tone)]
        if bar.tone == "first" and self._eighths:
            whole, part = divmod(eighths, 8)
            text = fill * whole + self._eighths[part - 1 : part]
        else:
            text = fill * ((eighths + 4) // 8)
        return text or (self._eighths[:1] or ".") * bool(bar.length and room)


class Listing:
    """A table that is written row by row: its widths are settled before any row is known.

    Each column has a heading and a share of the width; one whose share is 0 is as wide as its heading.
    """

    def __init__(self, columns: Sequence[tuple[Column, int]], language: Language, terminal: Terminal) -> None:
        self._paper = Paper(language, terminal)
        self._columns = [column for column, _ in columns]
        heads = [self._paper.text(column.title) for column in self._columns]
        fixed = [0 if share else head.cell_len for head, (_, share) in zip(heads, columns, strict=True)]
        room = terminal.width - MARGIN - 2 * (len(columns) - 1) - sum(fixed)
        whole = sum(share for _, share in columns)
        self._widths = [
            width or room * share // whole for width, (_, share) in zip(fixed, columns, strict=True)
        ]
        self._stacked = terminal.width < NARROW

    def head(self) -> str:
        """Return the headings over the first row, nothing where each row is a block of its own."""
        return "" if self._stacked else self._drawn([], headed=True)

    def row(self, cells: Sequence[Cell]) -> str:
        """Return one row, folded within its columns."""
        return self._drawn([cells], headed=False)

    def _drawn(self, rows: Sequence[Sequence[Cell]], headed: bool) -> str:
        sheet = Sheet.of(Grid(UNTITLED, self._columns, rows), self._paper)
        if self._stacked:
            sheet = sheet._replace(heads=[Text(""), *sheet.heads[1:]])
            return printed(self._paper.terminal, self._paper.stacked(sheet))
        table = Table(
            box=self._paper.box,
            show_header=headed,
            header_style="head",
            show_edge=False,
            pad_edge=False,
            collapse_padding=True,
            padding=(0, 1),
        )
        for head, column, width in zip(sheet.heads, sheet.columns, self._widths, strict=True):
            table.add_column(head, justify=column.align, width=width, overflow="fold")
        for cells in sheet.cells:
            table.add_row(*cells)
        return printed(self._paper.terminal, [Padding(table, (0, 0, 0, MARGIN), expand=False)])


class Sheet(NamedTuple):
    """A grid with its texts made: columns, headings, rows, and the cells of each row."""

    columns: Sequence[Column]
    heads: list[Text]
    rows: Sequence[Entry]
    cells: list[list[Text | Padding]]

    @classmethod
    def of(cls, grid: Grid, paper: Paper) -> Sheet:
        """Return *grid*, all of whose rows are rows, with the texts that *paper* makes of it."""
        rows = rows_of(grid)
        cells: list[list[Text | Padding]] = []
        for row in rows:
            texts: list[Text | Padding] = [
                paper.text(cell, row.role or column.role)
                for cell, column in zip(row.cells, grid.columns, strict=True)
            ]
            if row.level and isinstance(texts[0], Text):
                texts[0] = Padding(texts[0], (0, 0, 0, INDENT * row.level))
            cells.append(texts)
        return cls(grid.columns, [paper.text(column.title) for column in grid.columns], rows, cells)

    def part(self, kept: Sequence[int]) -> Sheet:
        """Return the columns at the places *kept*, with the rows that say something in between."""
        rows, cells = [], []
        for row, whole in zip(self.rows, self.cells, strict=True):
            part = [whole[i] for i in kept]
            if any(isinstance(cell, Text) and cell.plain not in ("", NONE) for cell in part[1:-1]):
                rows.append(row)
                cells.append(part)
        return Sheet([self.columns[i] for i in kept], [self.heads[i] for i in kept], rows, cells)
