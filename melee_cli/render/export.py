"""Results as pictures: what the terminal shows, as SVG or as a page, in dark and light, fetching nothing."""

from __future__ import annotations

from html import escape
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

FONT = "ui-monospace, Menlo, 'DejaVu Sans Mono', Consolas, 'Courier New', monospace"
Colours = list[tuple[int, int, int]]


def _theme(paper: str, ink: str, colours: str) -> TerminalTheme:
    """Return a theme of *paper*, *ink*, and the eight colours of a terminal, all as hexadecimals."""
    found: Colours = [(int(c[:2], 16), int(c[2:4], 16), int(c[4:], 16)) for c in colours.split()]
    ground, letters = ((int(c[:2], 16), int(c[2:4], 16), int(c[4:], 16)) for c in (paper, ink))
    return TerminalTheme(ground, letters, found, found)


DARK = _theme("0d1117", "e6edf3", "484f58 ff7b72 3fb950 d29922 58a6ff bc8cff 39c5cf b1bac4")
LIGHT = _theme("ffffff", "1f2328", "24292f cf222e 116329 7d4e00 0969da 8250df 1b7c83 6e7781")

#: Filled in by Rich: doubled braces are those of the style sheet.
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>TITLE</title>
<style>
.{unique_id}-matrix {{ font-family: FONT; font-size: {char_height}px; line-height: {line_height}px }}
.{unique_id}-paper {{ fill: DARK }}
{styles}
@media (prefers-color-scheme: light) {{
.{unique_id}-paper {{ fill: LIGHT }}
LIGHT_STYLES
}}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect class="{unique_id}-paper" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
HTML = """\
<!DOCTYPE html>
<html lang="LANG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title>
<style>
:root {{ color-scheme: dark light }}
body {{ color: {foreground}; background: {background}; margin: 1rem }}
pre {{ font: 0.95rem/1.35 FONT; overflow-x: auto }}
{stylesheet}
@media (prefers-color-scheme: light) {{
LIGHT_STYLES
}}
</style>
</head>
<body>
<pre>{code}</pre>
</body>
</html>
"""


def picture(text: str, title: str) -> str:
    """Return *text*, as it is drawn for a terminal with colours, as an SVG document called *title*."""
    console = _recorded(text)
    name = "melee"
    light = console.export_svg(theme=LIGHT, code_format="{styles}", unique_id=name, clear=False)
    template = _filled(SVG, title, light)
    template = template.replace("fill: DARK", f"fill: {DARK.background_color.hex}")
    template = template.replace("fill: LIGHT", f"fill: {LIGHT.background_color.hex}")
    return console.export_svg(theme=DARK, code_format=template, unique_id=name)


def page(text: str, title: str, language: str) -> str:
    """Return *text*, as it is drawn for a terminal with colours, as a page called *title*."""
    console = _recorded(text)
    light = console.export_html(
        theme=LIGHT,
        code_format="body {{ color: {foreground}; background: {background} }}\n{stylesheet}",
        clear=False,
    )
    template = _filled(HTML, title, light).replace("LANG", language)
    return console.export_html(theme=DARK, code_format=template)


def _recorded(text: str) -> Console:
    """Return a console that was shown *text*, as wide as it is."""
    drawn = Text.from_ansi(text)
    width = max(cell_len(line) for line in drawn.plain.split("\n"))
    console = Console(
        record=True,
        width=width,
        file=StringIO(),
        force_terminal=True,
        color_system="standard",
        no_color=False,
    )
    console.print(drawn, no_wrap=True, crop=False)
    return console


def _filled(template: str, title: str, light: str) -> str:
    """Return *template* with what Rich does not fill in; braces in it stand for themselves."""

    def plain(text: str) -> str:
        return text.replace("{", "{{").replace("}", "}}")

    template = template.replace("TITLE", plain(escape(title))).replace("FONT", FONT)
    return template.replace("LIGHT_STYLES", plain(light))
