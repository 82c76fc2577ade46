"""The README and the pages of the manual: what their examples give, run as a reader would run them.

``python -m tests.readme`` writes every output in them anew: console blocks, the script, and the session.
The tests use the same functions.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from melee_cli.session.machine import Opening
from tests.cli.running import ROOT, shell
from tests.session.sitting import Sitting

GUIDE = ROOT / "melee_cli" / "guide"
README = ROOT / "README.md"
PAGES = [README, *sorted(GUIDE.glob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SCRIPT = re.compile(
    r"^```python\n(import melee_cli\n.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
ROSTER = re.compile(r"<!-- roster -->\n```yaml\n(.*?)```", re.DOTALL)
SESSION = re.compile(r"(<!-- session -->\n```text\n)(.*?)(```\n<!-- end -->)", re.DOTALL)
LINES = ("", "", "17 col ch", "13 col ch", "", "40", "", "8", "46", "")
ENVIRONMENT = {"MELEE_LANG": "en", "COLUMNS": "90"}


def commands(block: str) -> Iterator[str]:
    """Yield the commands of *block*: lines after ``$``, with those after ``>`` that go on."""
    command = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command
            command = line[2:]
        elif line.startswith("> ") and command:
            command += "\n" + line[2:]
    if command:
        yield command


def shown(block: str, folder: Path) -> str:
    """Return the console *block* as its commands make it, run in *folder*."""
    text = ""
    for command in commands(block):
        ran = shell(f"{{ {command}\n}} 2>&1", cwd=folder, env=ENVIRONMENT)
        first, *more = command.split("\n")
        text += "".join([f"$ {first}\n", *(f"> {line}\n" for line in more), ran.out])
    return text


def printed(script: str, folder: Path) -> str:
    """Return what the Python *script* prints, run in *folder*."""
    (folder / "script.py").write_text(script, encoding="utf-8")
    return shell("python script.py 2>&1", cwd=folder, env=ENVIRONMENT).out


def session(text: str) -> str:
    """Return the session that the page *text* shows, held with its roster."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "peninsula.yaml")
        path.write_text(ROSTER.findall(text)[0], encoding="utf-8")
        sitting = Sitting(Opening(rosters=(str(path),), seed=1815))
        sitting.say(*LINES)
    return f"$ melee fight --roster peninsula.yaml\n{sitting.text}{sitting.asks}\n"


def workplace(path: Path) -> Path:
    """Return *path* with what the examples need: the scenarios that come with the program."""
    os.symlink(ROOT / "scenarios", path / "scenarios")
    return path


def renewed(text: str, folder: Path) -> str:
    """Return the page *text* with every output as it is now."""
    text = CONSOLE.sub(lambda found: f"```console\n{shown(found[1], folder)}```", text)
    text = SCRIPT.sub(
        lambda found: f"```python\n{found[1]}```\n\n```text\n{printed(found[1], folder)}```", text
    )
    return SESSION.sub(lambda found: found[1] + session(text) + found[3], text)


if __name__ == "__main__":
    for page in PAGES:
        with tempfile.TemporaryDirectory() as name:
            written = renewed(page.read_text("utf-8"), workplace(Path(name)))
        page.write_text(written, encoding="utf-8")
