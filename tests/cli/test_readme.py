"""The README and the manual are true: their commands run, and what they show is what comes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from melee_cli.session.commands import COMMANDS
from tests.cli.running import ROOT, melee
from tests.readme import CONSOLE, GUIDE, PAGES, README, SCRIPT, SESSION, printed, session, shown, workplace

SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEXTS = {page.name: page.read_text("utf-8") for page in PAGES}
BLOCKS = [(name, block) for name, text in TEXTS.items() for block in CONSOLE.findall(text)]
SCRIPTS = [(name, *found) for name, text in TEXTS.items() for found in SCRIPT.findall(text)]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder for each page, in which its commands may write."""
    return {name: workplace(tmp_path_factory.mktemp(name.split(".")[0])) for name in TEXTS}


@pytest.mark.parametrize(("page", "block"), BLOCKS, ids=[f"{n}-{b.splitlines()[0][:50]}" for n, b in BLOCKS])
def test_what_a_page_shows_is_what_comes(page: str, block: str, folders: dict[str, Path]) -> None:
    assert shown(block, folders[page]) == block


@pytest.mark.parametrize(("page", "script", "output"), SCRIPTS, ids=[found[0] for found in SCRIPTS])
def test_a_script_prints_what_stands_under_it(
    page: str, script: str, output: str, folders: dict[str, Path]
) -> None:
    assert printed(script, folders[page]) == output


def test_there_is_enough_to_check() -> None:
    assert len(BLOCKS) >= 12
    assert len(SCRIPTS) >= 2
    assert any(SESSION.search(text) for text in TEXTS.values())


@pytest.mark.parametrize("page", [name for name, text in TEXTS.items() if SESSION.search(text)])
def test_a_session_is_a_real_one(page: str) -> None:
    ((_, told, _),) = SESSION.findall(TEXTS[page])
    assert told == session(TEXTS[page])


def test_every_command_of_the_session_is_in_the_manual() -> None:
    for command in COMMANDS:
        assert f"`:{command.english[0]}" in TEXTS["table.md"], command.id
        assert f"`:{command.russian[0]}`" in TEXTS["table.md"], command.id


def test_its_first_two_shell_blocks_are_one_command_each() -> None:
    first, second = SHELL.findall(TEXTS["README.md"])[:2]
    assert first.count("\n") == second.count("\n") == 1
    assert first.endswith("resolve scenarios/gdb/somerset.yaml\n")
    assert second.endswith("pytest -n auto\n")


def test_its_purpose_is_three_sentences() -> None:
    purpose = TEXTS["README.md"].split("\n\n")[1]
    assert len(re.findall(r"\.(?:\s|$)", purpose)) == 3


def test_the_readme_is_read_in_two_minutes() -> None:
    assert TEXTS["README.md"].count("\n") <= 300


def test_the_pages_that_are_named_are_there() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            assert target.startswith("https://") or (page.parent / target).exists(), target


def test_every_page_of_the_manual_is_in_the_readme_and_shown_by_the_command() -> None:
    listed = melee("guide").out
    for page in GUIDE.glob("*.md"):
        assert f"melee_cli/guide/{page.name}" in TEXTS["README.md"], page.name
        assert page.stem in listed
        title = page.read_text("utf-8").splitlines()[0].removeprefix("# ")
        assert title in melee("guide", page.stem).out


def test_the_readme_stands_beside_what_it_describes() -> None:
    assert README.parent == ROOT
