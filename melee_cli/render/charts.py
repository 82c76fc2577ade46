"""Charts of odds as SVG, and as one HTML page to share that fetches nothing, in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import pairwise
from textwrap import wrap

from melee_cli.core.messages import M
from melee_cli.core.odds import Odds
from melee_cli.core.system import System
from melee_cli.core.view import Bar, Bars, Grid, Lines, Section, View, percent, rows_of
from melee_cli.render.language import Language
from melee_cli.render.odds import difference_bars, verdict

WIDTH = 760
MARGIN = 28
STYLE = """
.melee { --paper: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --shade: #f3f5f7;
  --first: #1f6feb; --second: #bc4c00; --neither: #818b98; color-scheme: light dark }
@media (prefers-color-scheme: dark) { .melee { --paper: #0d1117; --ink: #f0f6fc; --soft: #9aa4af;
  --line: #3d444d; --shade: #161b22; --first: #58a6ff; --second: #f0883e; --neither: #8b949e } }
.melee text { font-family: system-ui, "Segoe UI", "Noto Sans", Arial, sans-serif; font-size: 13px;
  fill: var(--ink) }
.melee .paper { fill: var(--paper) }
.melee .shade { fill: var(--shade) }
.melee .rule { stroke: var(--line) }
.melee .first { fill: var(--first) }
.melee .second { fill: var(--second) }
.melee .neither { fill: var(--neither) }
.melee text.head { font-size: 17px; font-weight: 600 }
.melee text.soft { fill: var(--soft) }
.melee text.small { font-size: 11px }
.melee text.strong { font-weight: 600 }
.melee text.end { text-anchor: end }
.melee text.middle { text-anchor: middle }
"""


def safe(text: str) -> str:
    """Return *text* for XML: escaped, without the characters that XML cannot hold."""
    return escape("".join(c if c.isprintable() or c == " " else "\ufffd" for c in text))


def pixels(part: Fraction, whole: int) -> int:
    """Return *part* of *whole*, rounded to a whole pixel."""
    return (2 * part.numerator * whole + part.denominator) // (2 * part.denominator)


def box(style: str, x: float, y: float, wide: float, high: float, tip: str = "") -> str:
    """Return a rectangle, with a text shown over it where there is a *tip*."""
    shape = f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f"{shape}><title>{safe(tip)}</title></rect>" if tip else f"{shape}/>"


def text(x: float, y: float, said: str, style: str, whole: str | None = None) -> str:
    """Return a text in *style*, with the *whole* of it as a tip where it is cut."""
    tip = f"<title>{safe(whole)}</title>" if whole else ""
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{safe(said)}{tip}</text>'


def cut(text: str, room: float, per_character: float) -> str:
    """Return *text* short enough for *room* pixels; its whole length is in the tip and in the description."""
    most = max(4, int(room / per_character))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


PLOT_HIGH = 230
HEAD_HIGH = 40
#: The widest a letter gets on the average, in pixels, in a heading and in a small one.
LARGE, SMALL = 11.5, 8.9
TITLE_HIGH = 84
SHARE_HIGH = 22
BANDS_HIGH = 46
AXIS_HIGH = 58
ROW_HIGH = 26
TOP = TITLE_HIGH + SHARE_HIGH
PANEL_HIGH = TITLE_HIGH + SHARE_HIGH + BANDS_HIGH + PLOT_HIGH + AXIS_HIGH + 16


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart: its heading, its odds, and the language with its system's words.

    Where the difference is settled and units have chances of their own, those are drawn.
    """

    title: str
    odds: Odds
    system: System
    language: Language

    def flags(self) -> list[tuple[str, str, Fraction]]:
        """Return whose chance to do what is drawn instead of the difference, none where that is open."""
        if len(self.odds.ends) > 1:
            return []
        return [
            (unit, self.language.text(self.system.label(name)), measure.chance())
            for unit, measures in self.odds.units.items()
            for name, measure in measures.items()
            if measure.kind == "flag"
        ]

    @property
    def high(self) -> int:
        """Its height."""
        flags = self.flags()
        return TOP + ROW_HIGH * len(flags) + 24 if flags else PANEL_HIGH


def svg(panels: Sequence[Panel]) -> str:
    """Return *panels* under each other as one SVG document."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing(panels)}\n'


def drawing(panels: Sequence[Panel], name: str = "chart", heading: bool = True) -> str:
    """Return the ``svg`` element of *panels*; *name* makes its ids unique in a page.

    Without *heading* each panel begins below its title, which then stands in the page.
    """
    skipped = 0 if heading else HEAD_HIGH
    high = sum(panel.high for panel in panels) - skipped
    said = " ".join(f"{panel.title}: {panel.language.text(verdict(panel.odds))}." for panel in panels)
    title = "; ".join(panel.title for panel in panels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="melee" viewBox="0 {skipped} {WIDTH} {high}" '
        f'width="{WIDTH}" height="{high}" role="img" aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{safe(title)}</title>',
        f'<desc id="{name}-desc">{safe(said)}</desc>',
        f"<style>{STYLE}</style>",
        box("paper", 0, skipped, WIDTH, high),
    ]
    top = 0
    for panel in panels:
        parts += [f'<g transform="translate(0 {top})">', *_panel(panel), "</g>"]
        top += panel.high
    return "\n".join([*parts, "</svg>"])


def _panel(panel: Panel) -> list[str]:
    parts = [*_heading(panel.title), *_shares(panel.odds, panel.language)]
    flags = panel.flags()
    if flags:
        return parts + _flags(flags, panel)
    language = panel.language
    bars = difference_bars(panel.odds).bars
    slot = min(54.0, (WIDTH - 2 * MARGIN) / max(1, len(bars)))
    left = (WIDTH - slot * len(bars)) / 2
    parts += _bands(bars, language, left, slot, TOP)
    parts += _columns(bars, language, left, slot, TOP + BANDS_HIGH)
    return parts + _ends(panel.odds, bars, TOP + BANDS_HIGH + PLOT_HIGH + 40)


def _flags(flags: Sequence[tuple[str, str, Fraction]], panel: Panel) -> list[str]:
    """Return a row for each unit and what it may do, with a bar for the chance."""
    (_, first), _ = panel.odds.sides
    start, wide = MARGIN + 330, WIDTH - 2 * MARGIN - 330 - 74
    parts = []
    for row, (unit, what, chance) in enumerate(flags):
        y = TOP + ROW_HIGH * row
        if row % 2 == 0:
            parts.append(box("shade", MARGIN, y, WIDTH - 2 * MARGIN, ROW_HIGH))
        parts.append(text(MARGIN + 6, y + 17, cut(unit, 170, 7.6), "", unit))
        parts.append(text(MARGIN + 186, y + 17, cut(what, 140, 7.2), "soft", what))
        tone = "first" if unit in first else "second"
        if chance:
            parts.append(box(tone, start, y + 6, max(1, pixels(chance, wide)), ROW_HIGH - 12))
        parts.append(text(WIDTH - MARGIN - 6, y + 17, panel.language.text(percent(chance)), "end strong"))
    return parts


def _heading(title: str) -> list[str]:
    """Return the title: large on one line, else small on two, cut at the end of the second."""
    wide = WIDTH - 2 * MARGIN
    if len(title) * LARGE <= wide:
        return [text(MARGIN, 34, title, "head")]
    most = int(wide / SMALL)
    lines = wrap(title, most, max_lines=2, placeholder="…", break_on_hyphens=False)
    ys = (18, 36) if len(lines) > 1 else (34,)
    return [text(MARGIN, y, line, "strong", title) for y, line in zip(ys, lines, strict=True)]


def _shares(odds: Odds, language: Language) -> list[str]:
    """Return one strip of win, draw and lose, its parts named over it."""
    (first, _), (second, _) = odds.sides
    wide = WIDTH - 2 * MARGIN
    win, draw = odds.wins(first), odds.wins(None)
    edges = [0, pixels(win, wide), pixels(win + draw, wide), wide]
    parts = [
        box(tone, MARGIN + a, TITLE_HIGH - 16, b - a, SHARE_HIGH - 8)
        for tone, (a, b) in zip(("first", "neither", "second"), pairwise(edges), strict=True)
        if b > a
    ]
    room = wide * 0.36
    texts = [
        (MARGIN, "strong", first, M("{side} win {chance}"), win),
        (WIDTH / 2, "strong middle", "", M("draw {chance}"), draw),
        (WIDTH - MARGIN, "strong end", second, M("{side} win {chance}"), odds.wins(second)),
    ]
    for x, style, side, template, chance in texts:
        tail = language.text(M(template.text, side="", chance=percent(chance)))
        short = cut(side, room - 7 * len(tail), 7.6) if side else ""
        said = language.text(M(template.text, side=short, chance=percent(chance)))
        whole = language.text(M(template.text, side=side, chance=percent(chance)))
        parts.append(text(x, TITLE_HIGH - 24, said, style, whole if whole != said else None))
    return parts


def _bands(bars: Sequence[Bar], language: Language, left: float, slot: float, top: int) -> list[str]:
    """Return the bands as shaded strips behind the columns, named and numbered where there is room."""
    starts = [i for i, bar in enumerate(bars) if bar.group is not None]
    parts = []
    for place, start in enumerate(starts):
        end = starts[place + 1] if place + 1 < len(starts) else len(bars)
        group = bars[start].group
        x, wide = left + start * slot, (end - start) * slot
        if place % 2 == 0:
            parts.append(box("shade", x, top, wide, BANDS_HIGH + PLOT_HIGH))
        if group is None:
            continue
        whole = language.text(group)
        chance = language.text(group.params["chance"])
        band = group.params.get("band")
        name = (
            str(band)
            if isinstance(band, str)
            else language.text(M("draw"))
            if "winner" not in group.params
            else ""
        )
        middle = x + wide / 2
        if name and len(name) * 7 <= wide + 6:
            parts.append(text(middle, top + 17, name, "middle soft small", whole))
        if len(chance) * 6.4 <= wide + 8:
            parts.append(text(middle, top + 34, chance, "middle small strong", whole))
    return parts


def _columns(bars: Sequence[Bar], language: Language, left: float, slot: float, top: int) -> list[str]:
    longest = max((bar.length for bar in bars), default=1)
    base = top + PLOT_HIGH
    parts = []
    every = 1 if slot >= 20 else 2 if slot >= 11 else 5
    for i, bar in enumerate(bars):
        high = max(1, pixels(Fraction(bar.length, longest), PLOT_HIGH - 24))
        x = left + i * slot + slot * 0.12
        label, figure = language.text(bar.label), language.text(bar.figures[0])
        by = M("by {n}", n=bar.label)  # apart from the f-string, where extraction finds it in every Python
        tip = f"{language.text(by)}: {figure}"
        parts.append(box(bar.tone, x, base - high, slot * 0.76, high, tip))
        middle = left + (i + 0.5) * slot
        if slot >= 38:
            parts.append(text(middle, base - high - 6, figure, "middle small"))
        whole = label.rstrip("+")
        if not whole.isdecimal() or int(whole) % every == 0 or slot >= 20:
            parts.append(text(middle, base + 17, label, "middle small"))
    parts.append(
        f'<line class="rule" x1="{MARGIN}" y1="{base + 0.5}" x2="{WIDTH - MARGIN}" y2="{base + 0.5}"/>'
    )
    parts.append(text(WIDTH / 2, base + 40, language.text(M("difference")), "middle soft small"))
    return parts


def _ends(odds: Odds, bars: Sequence[Bar], y: int) -> list[str]:
    """Return whose side of the axis is whose, where it has columns."""
    tones = {bar.tone for bar in bars}
    (first, _), (second, _) = odds.sides
    room = (WIDTH - 2 * MARGIN) * 0.42
    parts = []
    if "first" in tones:
        parts.append(text(MARGIN, y, f"← {cut(first, room, 6.6)}", "soft small", first))
    if "second" in tones:
        parts.append(text(WIDTH - MARGIN, y, f"{cut(second, room, 6.6)} →", "end soft small", second))
    return parts


PAGE_STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0 }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1117; --ink: #f0f6fc; --soft: #9aa4af;
  --line: #3d444d } }
body { background: var(--paper); color: var(--ink); margin: 0 auto; padding: 1rem; max-width: 50rem;
  font: 16px/1.5 system-ui, "Segoe UI", "Noto Sans", Arial, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; margin: 1.5rem 0 0.25rem } h2 { font-size: 1.1rem; margin: 1.5rem 0 0.5rem }
svg { max-width: 100%; height: auto }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; overflow-wrap: break-word }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line) }
th { font-weight: 600 } thead th { color: var(--soft) }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
"""


def page(charts: Sequence[tuple[Panel, View]], language: Language, all_of_them: View | None = None) -> str:
    """Return a whole page: for each chart its heading, its verdict, its picture, its tables.

    *all_of_them* is what is said of all together, before each by itself. *language* is the page's;
    each chart speaks its own, with the words of its system.
    """
    title = "; ".join(panel.title for panel, _ in charts)
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{language.code}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{safe(title)}</title>",
        f"<style>{PAGE_STYLE}</style></head>",
        "<body>",
    ]
    if all_of_them is not None:
        said = charts[0][0].language
        parts.append(f"<h1>{safe(said.text(all_of_them.verdict))}</h1>")
        for section in all_of_them.sections:
            parts += section_html(section, said)
    for place, (panel, view) in enumerate(charts, 1):
        parts.append(f"<h1>{safe(panel.title)}</h1>")
        parts.append(f"<p>{safe(panel.language.text(view.verdict))}</p>")
        parts.append(drawing([panel], f"chart-{place}", heading=False))
        for section in view.sections:
            parts += section_html(section, panel.language)
    return "\n".join([*parts, "</body>", "</html>", ""])


def section_html(section: Section, language: Language) -> list[str]:
    """Return *section* as lines of HTML, none where there is nothing in it."""
    if isinstance(section, Bars):
        return _table(section.grid(), language)
    if isinstance(section, Grid):
        return _table(section, language)
    if isinstance(section, Lines):
        items = [f"<li>{safe(language.text(item))}</li>" for item in section.items]
        return [f"<h2>{safe(language.text(section.title))}</h2>", "<ul>", *items, "</ul>"] if items else []
    return []


def _table(grid: Grid, language: Language) -> list[str]:
    """Return *grid* as a table; where its first column repeats, the repeated cells are left empty."""
    if not grid.rows:
        return []
    heads = "".join(
        f'<th scope="col"{_figure(column.align)}>{safe(language.text(column.title))}</th>'
        for column in grid.columns
    )
    title = safe(language.text(grid.title))
    lines = [f"<h2>{title}</h2>", f'<div class="wide"><table aria-label="{title}">']
    lines.append(f"<thead><tr>{heads}</tr></thead>\n<tbody>")
    before = None
    for row in rows_of(grid):
        texts = [language.text(cell) for cell in row.cells]
        first = texts[0]
        if first == before:
            texts[0] = ""
        before = first
        cells = "".join(
            f"<td{_figure(column.align)}>{safe(text)}</td>"
            for text, column in zip(texts, grid.columns, strict=True)
        )
        lines.append(f"<tr>{cells}</tr>")
    return [*lines, "</tbody></table></div>"]


def _figure(align: str) -> str:
    return ' class="figure"' if align == "right" else ""
