"""The manual in the terminal: a page of Markdown as Rich shows it."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.markdown import Markdown

from melee_cli.render.terminal import Terminal


def page(text: str, terminal: Terminal) -> str:
    """Return the page *text* (Markdown) as *terminal* shows it, styled only where it takes colours."""
    out = StringIO()
    console = Console(
        file=out,
        width=terminal.width,
        force_terminal=terminal.colour,
        color_system="standard" if terminal.colour else None,
        highlight=False,
        legacy_windows=False,
    )
    console.print(Markdown(text, code_theme="ansi_dark"))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
