"""How roles look: one theme of the terminal's own sixteen colours, which a file of the user may change."""

from __future__ import annotations

from collections.abc import Iterable
from configparser import ConfigParser, Error
from functools import cache
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from melee_cli.core.messages import M, Message, Role
from melee_cli.render.terminal import Terminal, complaints

STYLES = {
    "side.first": "cyan",
    "side.second": "magenta",
    "gain": "green",
    "penalty": "red",
    "total": "bold",
    "counts": "bold",
    "cite": "dim",
    "withheld": "dim",
    "good": "green",
    "bad": "yellow",
    "worst": "bold red",
    "verdict": "bold",
    "problem": "bold red",
    "warning": "yellow",
    "hint": "cyan",
    "pointer": "red",
    "prompt": "bold",
    "echo": "dim",
    "found": "bold underline",
    "head": "bold",
}


def theme_of(text: str) -> tuple[Theme, Message | None]:
    """Return the theme of a file with this *text* (Rich's format), and what is wrong with it, if anything.

    What is wrong is left out; the rest counts.
    """
    found: dict[str, str | Style] = dict(STYLES)
    wrong: Message | None = None
    config = ConfigParser(interpolation=None)
    try:
        config.read_string(text)
    except Error as error:
        wrong = M("{what}", what=" ".join(str(error).replace("'<string>' ", "").split()))
    for name, style in config.items("styles") if config.has_section("styles") else ():
        try:
            if name not in STYLES:
                raise KeyError(name)
            found[name] = Style.parse(style)
        except KeyError:
            wrong = wrong or M("there is no role {name}", name=name)
        except StyleSyntaxError:
            wrong = wrong or M("{name} cannot be {style}", name=name, style=style)
    return Theme(found), wrong


@cache
def theme() -> Theme:
    """Return the theme in force: the user's file ``theme.ini`` over ours; its faults are one complaint."""
    from platformdirs import user_config_path

    path = user_config_path("melee") / "theme.ini"
    found, wrong = _read(path)
    if wrong is not None:
        complaints.append(M("{file} is not followed in all: {what}", file=str(path), what=wrong))
    return found


def _read(path: Path) -> tuple[Theme, Message | None]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Theme(STYLES), None
    except (OSError, ValueError) as error:
        return Theme(STYLES), M("{what}", what=str(error))
    return theme_of(text)


@cache
def console(terminal: Terminal) -> Console:
    """Return a console that draws for *terminal*; nothing written to it is read as markup."""
    return Console(
        file=StringIO(),
        width=terminal.width,
        force_terminal=terminal.colour,
        color_system="standard" if terminal.colour else None,
        no_color=False,
        theme=theme() if terminal.colour else Theme(STYLES),
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
    )


def printed(terminal: Terminal, renderables: Iterable[object], whole_lines: bool = False) -> str:
    """Return *renderables* as text for *terminal*, without spaces at the ends of its lines.

    *whole_lines* are not folded where they are longer than the terminal is wide: an editor reads them.
    """
    drawer = console(terminal)
    with drawer.capture() as capture:
        for renderable in renderables:
            drawer.print(renderable, soft_wrap=whole_lines)
    return "".join(f"{trimmed(line)}\n" for line in capture.get().split("\n")[:-1])


def in_role(text: str, role: Role, terminal: Terminal) -> str:
    """Return the whole lines of *text* as *role* is drawn on *terminal*."""
    return printed(terminal, [Text(text.removesuffix("\n"), style=role)], whole_lines=True)


def trimmed(line: str) -> str:
    """Return *line* without the spaces at its end, also those inside the codes of a style."""
    if not line.endswith((" ", "m")):
        return line
    end = len(line)
    codes = ""
    while end:
        if line[end - 1] == " ":
            end -= 1
            continue
        start = line.rfind("\x1b[", 0, end)
        if start < 0 or line[end - 1] != "m" or not line[start + 2 : end - 1].replace(";", "").isdigit():
            break
        codes, end = line[start:end] + codes, start
    return line[:end] + codes
