"""Odds as one HTML page to share: the charts, and everything else as tables; nothing is fetched."""

from __future__ import annotations

from collections.abc import Sequence

from melee_cli.core.view import Bars, Grid, Lines, Section, View
from melee_cli.render.language import Language
from melee_cli.render.odds_svg import Panel, drawing
from melee_cli.render.svg_shapes import safe

STYLE = """
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
        f"<style>{STYLE}</style></head>",
        "<body>",
    ]
    if all_of_them is not None:
        said = charts[0][0].language
        parts.append(f"<h1>{safe(said.text(all_of_them.verdict))}</h1>")
        for section in all_of_them.sections:
            parts += _section(section, said)
    for place, (panel, view) in enumerate(charts, 1):
        parts.append(f"<h1>{safe(panel.title)}</h1>")
        parts.append(f"<p>{safe(panel.language.text(view.verdict))}</p>")
        parts.append(drawing([panel], f"chart-{place}", heading=False))
        for section in view.sections:
            parts += _section(section, panel.language)
    return "\n".join([*parts, "</body>", "</html>", ""])


def _section(section: Section, language: Language) -> list[str]:
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
    for row in grid.rows:
        texts = [language.text(cell) for cell in row]
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
