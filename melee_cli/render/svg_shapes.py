"""The pieces of a drawing: its style in light and dark, boxes, texts, and texts cut to their room."""

from __future__ import annotations

from fractions import Fraction
from html import escape

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
