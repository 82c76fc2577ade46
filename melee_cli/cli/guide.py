"""``melee guide``: the manual, page by page, in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from melee_cli.cli.options import Color, ColorOption, OutputOption, VersionOption
from melee_cli.cli.streams import Output
from melee_cli.cli.usage import WrongUsage
from melee_cli.core.messages import M

PAGES = Path(__file__).parent.parent / "guide"
ORDER = ("commands", "scenario", "table", "gdb", "whfb8", "house", "journal", "library", "own_system")


def command(
    topic: Annotated[str | None, typer.Argument(metavar="[TOPIC]", help="A page of the manual.")] = None,
    output: OutputOption = None,
    color: ColorOption = Color.auto,
    version: VersionOption = False,
) -> int:
    """Show the manual: its pages, or the one that is named."""
    from melee_cli.render.guide import page

    text = _contents() if topic is None else _page(topic)
    with Output(output) as out:
        out.write(page(text, out.terminal()))
    return 0


def topics() -> list[str]:
    """Return the names of all pages, in the order in which a reader wants them."""
    found = sorted(path.stem for path in PAGES.glob("*.md"))
    return sorted(found, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))


def _contents() -> str:
    lines = [f"- **{name}**: {_title(name)}" for name in topics()]
    return "\n".join(["# The manual", "", "`melee guide TOPIC` shows a page:", "", *lines, ""])


def _title(name: str) -> str:
    first, _, _ = (PAGES / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    return first.removeprefix("# ")


def _page(topic: str) -> str:
    """Return the page *topic*, or the only one that begins so; raises a usage error where there is none."""
    known = topics()
    begun = [name for name in known if name.startswith(topic.lower().replace("-", "_").replace(" ", "_"))]
    if topic not in known and len(begun) != 1:
        raise WrongUsage(
            M("there is no page {topic}; there are: {pages}", topic=repr(topic), pages=", ".join(known)),
            "TOPIC",
        )
    return (PAGES / f"{topic if topic in known else begun[0]}.md").read_text(encoding="utf-8")
