"""A battle as one page of HTML to send to the players: verdicts, losses as a chart, every breakdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from melee_cli.core.messages import M, Message
from melee_cli.core.view import View
from melee_cli.render.charts import PAGE_STYLE, STYLE, safe, section_html, text
from melee_cli.render.language import Language

WIDTH = 760
HIGH = 260
LEFT = 48
RIGHT = 196
TOP = 18
BOTTOM = 34
LEAST_APART = 24
TICKS = 4
MARKS = 12
STYLES = ("first", "second", "neither")
CHART_STYLE = """
.losses .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
.losses .line.first { stroke: var(--first) } .losses .line.second { stroke: var(--second) }
.losses .line.neither { stroke: var(--neither); stroke-dasharray: 5 4 }
.losses .line.second { stroke-dasharray: 9 3 }
.losses svg { max-width: 100%; height: auto }
details { border-top: 1px solid var(--line); padding: 0.4rem 0 }
summary { cursor: pointer; padding: 0.4rem 0 }
summary b { display: inline-block; min-width: 2rem } summary small { color: var(--soft) }
h1 + p { color: var(--soft) }
@media (max-width: 600px) {
  th, td { padding: 0.25rem 0.3rem; font-size: 0.85rem }
  .course th:nth-child(2), .course td:nth-child(2) { display: none }
  .losses text, .losses text.strong { font-size: 22px } .losses .line { stroke-width: 4 } }
"""


class Course(NamedTuple):
    """What a side has lost after each entry of the battle, the first before any."""

    side: str
    lost: Sequence[int]


class Story(NamedTuple):
    """One melee: its number, its name, its view."""

    number: int
    name: Message | str
    view: View


def battle_page(
    title: str,
    overview: View,
    courses: Sequence[Course],
    marks: Sequence[str],
    units: View,
    stories: Sequence[Story],
    language: Language,
) -> str:
    """Return the page: the verdicts in order, the losses as a chart, the units, then each melee to unfold.

    *marks* are the numbers of the entries under the chart, as long as there is room for them. The page
    fetches nothing, follows the reader's light or dark, and is read on a telephone.
    """
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{language.code}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{safe(title)}</title>",
        f"<style>{STYLE}{PAGE_STYLE}{CHART_STYLE}</style></head>",
        '<body class="melee">',
        f"<h1>{safe(title)}</h1>",
        f"<p>{safe(language.text(overview.verdict))}</p>",
    ]
    parts += chart(courses, marks, language)
    for style, view in (("course", overview), ("units", units)):
        parts.append(f'<div class="{style}">')
        for section in view.sections:
            parts += section_html(section, language)
        parts.append("</div>")
    if stories:
        parts.append(f"<h2>{safe(language.text(M('The melees')))}</h2>")
    for story in stories:
        name, verdict = language.text(story.name), language.text(story.view.verdict)
        parts.append(
            f"<details><summary><b>{story.number}</b> {safe(verdict)} <small>{safe(name)}</small></summary>"
        )
        for section in story.view.sections:
            if getattr(section, "shown", "always") in ("always", "full"):
                parts += section_html(section, language)
        parts.append("</details>")
    return "\n".join([*parts, "</body>", "</html>", ""])


def chart(courses: Sequence[Course], marks: Sequence[str], language: Language) -> list[str]:
    """Return what each side has lost in the course of the battle as lines, nothing where nothing was lost."""
    most = max((max(course.lost) for course in courses), default=0)
    steps = max((len(course.lost) for course in courses), default=0) - 1
    if not most or steps < 1:
        return []
    named = language.text(M("Losses in the course of the battle"))
    lines = [
        f"<h2>{safe(named)}</h2>",
        f'<div class="losses"><svg class="melee" role="img" aria-label="{safe(named)}" '
        f'viewBox="0 0 {WIDTH} {HIGH}" width="{WIDTH}" height="{HIGH}">',
    ]
    lines += _axes(most, marks)
    ends: list[float] = []
    for place, course in sorted(enumerate(courses), key=lambda one: -one[1].lost[-1]):
        style = STYLES[min(place, len(STYLES) - 1)]
        points = " ".join(f"{_x(i, steps):.1f},{_y(lost, most):.1f}" for i, lost in enumerate(course.lost))
        lines.append(f'<polyline class="line {style}" points="{points}"/>')
        y = max(_y(course.lost[-1], most), ends[-1] + LEAST_APART if ends else 0.0)
        ends.append(y)
        said = f"{course.side} {course.lost[-1]}".strip()
        lines.append(text(WIDTH - RIGHT + 8, y + 4, _short(said), f"{style} strong", said))
    return [*lines, "</svg></div>"]


def _axes(most: int, marks: Sequence[str]) -> list[str]:
    """Return the lines of the figures lost, and the numbers under the melees."""
    lines = []
    step = max(1, -(-most // TICKS))
    for value in range(0, most + 1, step):
        y = _y(value, most)
        lines.append(f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        lines.append(text(LEFT - 8, y + 4, str(value), "soft end"))
    apart = max(1, -(-len(marks) // MARKS))
    for place, mark in enumerate(marks, 1):
        if place % apart == 0:
            lines.append(text(_x(place, len(marks)), HIGH - BOTTOM + 22, mark, "soft middle"))
    return lines


def _x(place: int, steps: int) -> float:
    return LEFT + place * (WIDTH - LEFT - RIGHT) / steps


def _y(lost: int, most: int) -> float:
    return HIGH - BOTTOM - lost * (HIGH - TOP - BOTTOM) / most


def _short(said: str) -> str:
    """Return a side's name and losses as far as there is room; the whole stands in the tip."""
    return said if len(said) <= 17 else f"{said[:10]}… {said.rsplit(' ', 1)[-1]}"
