"""The chart of a difference as SVG: columns from one side's best result to the other's, bands behind them.

Self-contained, light and dark by the reader's own setting, with a title and a description for those
who do not see it. No figure is in colour alone: every column stands at its place on the axis, every
band carries its name and its chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import pairwise
from textwrap import wrap

from melee_cli.core.message import M
from melee_cli.core.odds import Odds
from melee_cli.core.view import Bar
from melee_cli.render.language import Language
from melee_cli.render.odds_view import difference_bars, percent, verdict

WIDTH = 760
MARGIN = 28
PLOT_HIGH = 230
HEAD_HIGH = 40
#: The widest a letter gets on the average, in pixels, in a heading and in a small one.
LARGE, SMALL = 11.5, 8.9
TITLE_HIGH = 84
SHARE_HIGH = 22
BANDS_HIGH = 46
AXIS_HIGH = 58
PANEL_HIGH = TITLE_HIGH + SHARE_HIGH + BANDS_HIGH + PLOT_HIGH + AXIS_HIGH + 16

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


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart: its heading and its odds."""

    title: str
    odds: Odds


def svg(panels: Sequence[Panel], language: Language) -> str:
    """Return *panels* under each other as one SVG document."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing(panels, language)}\n'


def drawing(panels: Sequence[Panel], language: Language, name: str = "chart", heading: bool = True) -> str:
    """Return the ``svg`` element of *panels*; *name* makes its ids unique in a page.

    Without *heading* each panel begins below its title, which then stands in the page.
    """
    skipped = 0 if heading else HEAD_HIGH
    high = PANEL_HIGH * len(panels) - skipped
    said = " ".join(f"{panel.title}: {language.text(verdict(panel.odds))}." for panel in panels)
    title = "; ".join(panel.title for panel in panels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="melee" viewBox="0 {skipped} {WIDTH} {high}" '
        f'width="{WIDTH}" height="{high}" role="img" aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{safe(title)}</title>',
        f'<desc id="{name}-desc">{safe(said)}</desc>',
        f"<style>{STYLE}</style>",
        _box("paper", 0, skipped, WIDTH, high),
    ]
    for place, panel in enumerate(panels):
        parts += [f'<g transform="translate(0 {place * PANEL_HIGH})">', *_panel(panel, language), "</g>"]
    return "\n".join([*parts, "</svg>"])


def safe(text: str) -> str:
    """Return *text* for XML: escaped, without the characters that XML cannot hold."""
    return escape("".join(c if c.isprintable() or c == " " else "\ufffd" for c in text))


def _panel(panel: Panel, language: Language) -> list[str]:
    bars = difference_bars(panel.odds).bars
    parts = _heading(panel.title)
    parts += _shares(panel.odds, language)
    top = TITLE_HIGH + SHARE_HIGH
    slot = min(54.0, (WIDTH - 2 * MARGIN) / max(1, len(bars)))
    left = (WIDTH - slot * len(bars)) / 2
    parts += _bands(bars, language, left, slot, top)
    parts += _columns(bars, language, left, slot, top + BANDS_HIGH)
    parts += _ends(panel.odds, bars, top + BANDS_HIGH + PLOT_HIGH + 40)
    return parts


def _heading(title: str) -> list[str]:
    """Return the title: large on one line, else small on two, cut at the end of the second."""
    wide = WIDTH - 2 * MARGIN
    if len(title) * LARGE <= wide:
        return [_text(MARGIN, 34, title, "head")]
    most = int(wide / SMALL)
    lines = wrap(title, most, max_lines=2, placeholder="…", break_on_hyphens=False)
    ys = (18, 36) if len(lines) > 1 else (34,)
    return [_text(MARGIN, y, line, "strong", title) for y, line in zip(ys, lines, strict=True)]


def _shares(odds: Odds, language: Language) -> list[str]:
    """Return one strip of win, draw and lose, its parts named over it."""
    (first, _), (second, _) = odds.sides
    wide = WIDTH - 2 * MARGIN
    win, draw = odds.wins(first), odds.wins(None)
    edges = [0, _pixels(win, wide), _pixels(win + draw, wide), wide]
    parts = [
        _box(tone, MARGIN + a, TITLE_HIGH - 16, b - a, SHARE_HIGH - 8)
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
        short = _cut(side, room - 7 * len(tail), 7.6) if side else ""
        said = language.text(M(template.text, side=short, chance=percent(chance)))
        whole = language.text(M(template.text, side=side, chance=percent(chance)))
        parts.append(_text(x, TITLE_HIGH - 24, said, style, whole if whole != said else None))
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
            parts.append(_box("shade", x, top, wide, BANDS_HIGH + PLOT_HIGH))
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
            parts.append(_text(middle, top + 17, name, "middle soft small", whole))
        if len(chance) * 6.4 <= wide + 8:
            parts.append(_text(middle, top + 34, chance, "middle small strong", whole))
    return parts


def _columns(bars: Sequence[Bar], language: Language, left: float, slot: float, top: int) -> list[str]:
    longest = max((bar.length for bar in bars), default=1)
    base = top + PLOT_HIGH
    parts = []
    every = 1 if slot >= 20 else 2 if slot >= 11 else 5
    for i, bar in enumerate(bars):
        high = max(1, _pixels(Fraction(bar.length, longest), PLOT_HIGH - 24))
        x = left + i * slot + slot * 0.12
        label, figure = language.text(bar.label), language.text(bar.figures[0])
        tip = f"{language.text(M('by {n}', n=bar.label))}: {figure}"
        parts.append(_box(bar.tone, x, base - high, slot * 0.76, high, tip))
        middle = left + (i + 0.5) * slot
        if slot >= 38:
            parts.append(_text(middle, base - high - 6, figure, "middle small"))
        whole = label.rstrip("+")
        if not whole.isdecimal() or int(whole) % every == 0 or slot >= 20:
            parts.append(_text(middle, base + 17, label, "middle small"))
    parts.append(
        f'<line class="rule" x1="{MARGIN}" y1="{base + 0.5}" x2="{WIDTH - MARGIN}" y2="{base + 0.5}"/>'
    )
    parts.append(_text(WIDTH / 2, base + 40, language.text(M("difference")), "middle soft small"))
    return parts


def _ends(odds: Odds, bars: Sequence[Bar], y: int) -> list[str]:
    """Return whose side of the axis is whose, where it has columns."""
    tones = {bar.tone for bar in bars}
    (first, _), (second, _) = odds.sides
    room = (WIDTH - 2 * MARGIN) * 0.42
    parts = []
    if "first" in tones:
        parts.append(_text(MARGIN, y, f"← {_cut(first, room, 6.6)}", "soft small", first))
    if "second" in tones:
        parts.append(_text(WIDTH - MARGIN, y, f"{_cut(second, room, 6.6)} →", "end soft small", second))
    return parts


def _pixels(part: Fraction, whole: int) -> int:
    return (2 * part.numerator * whole + part.denominator) // (2 * part.denominator)


def _box(style: str, x: float, y: float, wide: float, high: float, tip: str = "") -> str:
    shape = f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f"{shape}><title>{safe(tip)}</title></rect>" if tip else f"{shape}/>"


def _text(x: float, y: float, said: str, style: str, whole: str | None = None) -> str:
    tip = f"<title>{safe(whole)}</title>" if whole else ""
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{safe(said)}{tip}</text>'


def _cut(text: str, room: float, per_character: float) -> str:
    """Return *text* short enough for *room* pixels; its whole length is in the tip and in the description."""
    most = max(4, int(room / per_character))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
