"""The session in the README is a real one; ``python -m tests.session.test_readme`` writes it anew."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from melee_cli.session.commands import COMMANDS
from melee_cli.session.machine import Opening
from tests.session.sitting import Sitting

README = Path(__file__).parents[2] / "README.md"
ROSTER = re.compile(r"<!-- roster -->\n```yaml\n(.*?)```", re.DOTALL)
SESSION = re.compile(r"(<!-- session -->\n```text\n)(.*?)(```\n<!-- end -->)", re.DOTALL)
LINES = ("", "", "17 col ch", "13 col ch", "", "40", "", "8", "46", "")


def session(text: str) -> str:
    """Return the session that the README shows, held with its roster."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "peninsula.yaml")
        path.write_text(ROSTER.findall(text)[0], encoding="utf-8")
        sitting = Sitting(Opening(rosters=(str(path),), seed=1815))
        sitting.say(*LINES)
    return f"$ melee fight --roster peninsula.yaml\n{sitting.text}{sitting.asks}\n"


def test_the_session_of_the_readme_is_a_real_one():
    text = README.read_text(encoding="utf-8")
    ((_, shown, _),) = SESSION.findall(text)
    assert shown == session(text)


def test_every_command_is_in_the_readme():
    text = README.read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"`:{command.english[0]}" in text, command.id
        assert f"`:{command.russian[0]}`" in text, command.id


if __name__ == "__main__":
    written = README.read_text(encoding="utf-8")
    fresh = session(written)
    README.write_text(SESSION.sub(lambda m: m[1] + fresh + m[3], written), encoding="utf-8")
