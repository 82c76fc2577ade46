"""Views as text for a terminal."""

from __future__ import annotations

from melee_cli.core.view import View
from melee_cli.render.language import Language
from melee_cli.render.terminal import Terminal


def draw(
    view: View, language: Language, terminal: Terminal, *, explain: bool = False, brief: bool = False
) -> str:
    """Return *view* as text for *terminal*, ending in a line break; *brief* is the verdict only."""
    return language.text(view.verdict) + "\n"
