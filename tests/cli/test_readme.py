"""The README is true: its commands run, and what it shows is what comes.

``python -m tests.cli.test_readme`` writes the outputs and the tables of words anew.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from melee_cli.render.language import language_for
from melee_cli.render.markdown import draw
from melee_cli.render.rules import words_view
from melee_cli.systems import find
from tests.cli.running import ROOT, shell

README = ROOT / "README.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WORDS = re.compile(r"^<!-- words: (\w+) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def console_blocks(text: str) -> list[str]:
    """Return what stands in the console blocks of *text*."""
    return CONSOLE.findall(text)


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
    """Return *block* as its commands make it, run in *folder*."""
    text = ""
    for command in commands(block):
        ran = shell(f"{{ {command}\n}} 2>&1", cwd=folder, env={"MELEE_LANG": "en", "COLUMNS": "90"})
        first, *more = command.split("\n")
        text += "".join([f"$ {first}\n", *(f"> {line}\n" for line in more), ran.out])
    return text


def word_table(system: str) -> str:
    """Return the table of *system*'s words as the README has it, made from the words themselves."""
    found = find(system)
    assert found is not None
    _, _, table = draw(words_view(found.words), language_for("en")).partition("\n\n")
    return f"\n{table}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the README's commands may write, with its scenarios."""
    return workplace(tmp_path_factory.mktemp("readme"))


def workplace(path: Path) -> Path:
    """Return *path* with what the README's commands need."""
    os.symlink(ROOT / "scenarios", path / "scenarios")
    return path


@pytest.mark.parametrize(
    "block", console_blocks(README.read_text("utf-8")), ids=lambda b: b.splitlines()[0][:60]
)
def test_what_it_shows_is_what_comes(block: str, folder: Path) -> None:
    assert shown(block, folder) == block


@pytest.mark.parametrize("system", ["gdb", "whfb8"])
def test_its_table_of_words_is_the_parsers(system: str) -> None:
    tables = dict(WORDS.findall(README.read_text("utf-8")))
    assert tables[system] == word_table(system)


def test_its_first_two_shell_blocks_are_one_command_each() -> None:
    first, second = SHELL.findall(README.read_text("utf-8"))[:2]
    assert first.count("\n") == second.count("\n") == 1
    assert first.endswith("resolve scenarios/gdb/somerset.yaml\n")
    assert second.endswith("pytest -n auto\n")


def test_its_purpose_is_three_sentences() -> None:
    purpose = README.read_text("utf-8").split("\n\n")[1]
    assert len(re.findall(r"\.(?:\s|$)", purpose)) == 3


def test_the_pages_it_names_are_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README.read_text("utf-8")):
        assert target.startswith("https://") or (ROOT / target).exists(), target


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        place = workplace(Path(name))
        text = README.read_text("utf-8")
        text = CONSOLE.sub(lambda found: f"```console\n{shown(found[1], place)}```", text)
        text = WORDS.sub(
            lambda found: f"<!-- words: {found[1]} -->\n{word_table(found[1])}<!-- end -->", text
        )
        README.write_text(text, encoding="utf-8")
