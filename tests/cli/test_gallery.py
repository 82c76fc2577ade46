"""The error gallery: one minimal broken file for every kind of problem, with exactly what is said of it.

``python -m tests.cli.test_gallery`` writes the texts anew, to be read before they are committed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import ROOT, melee

#: Codes that no small file of a scenario can show: too much to keep here, no permission, a matter of odds.
ELSEWHERE = {"too-large", "unreadable", "rounds-unknown"}
GALLERY = ROOT / "tests" / "gallery"
BROKEN = sorted(path for path in GALLERY.iterdir() if path.suffix in (".yaml", ".json", ".jsonl"))
PACKAGES = (ROOT / "melee_cli" / "scenario", ROOT / "melee_cli" / "systems")
CODE = re.compile(r"""(?:Problem|PydanticCustomError|Found|Refusal)\(\s*["']([a-z0-9._-]+)["']""")


def code_of(name: str) -> str:
    """Return the code that the file *name* shows: what stands before a ``~`` and the suffix."""
    return name.rpartition(".")[0].partition("~")[0]


def said(path: Path) -> str:
    """Return what ``melee check`` says of *path*."""
    ran = melee("check", path.name, cwd=GALLERY, env={"MELEE_LANG": "en", "COLUMNS": "100"})
    assert (ran.out, ran.code) == ("", 1), ran
    return ran.err


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_is_told_exactly_so(path: Path) -> None:
    assert said(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_file_of_the_gallery_is_named_after_its_problem() -> None:
    ran = melee("check", "--format", "jsonl", *(path.name for path in BROKEN), cwd=GALLERY)
    for line in ran.out.splitlines():
        entry = json.loads(line)
        code = code_of(entry["source"]["file"])
        assert code in {problem["code"] for problem in entry["problems"]}, entry


def test_every_problem_is_told_in_russian_too() -> None:
    names = [path.name for path in BROKEN if path.stem != "expectation-failed"]  # that one is a table
    ran = melee("check", *names, cwd=GALLERY, env={"MELEE_LANG": "ru"})
    told = [line for line in ran.err.splitlines() if not line.startswith("    ")]
    assert len(told) > len(BROKEN)
    assert [line for line in told if not re.search("[а-яё]", line)] == []


def test_every_kind_of_problem_is_in_the_gallery() -> None:
    files = [file for package in PACKAGES for file in package.rglob("*.py")]
    codes = {code for file in files for code in CODE.findall(file.read_text("utf-8"))}
    shown = {code_of(path.name) for path in BROKEN}
    assert codes - shown - ELSEWHERE == set()


def test_a_document_over_the_limit_is_told_without_being_shown(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_text("rules: gdb\ntitle: " + "x" * 1_000_001 + "\n")
    ran = melee("check", file, env={"MELEE_LANG": "en"})
    assert ran.code == 1
    assert ran.err.startswith(f"{file}:1:1: a document of more than 1000000 bytes")
    assert len(ran.err) < 1000


if __name__ == "__main__":
    for broken in BROKEN:
        broken.with_suffix(".txt").write_text(said(broken), encoding="utf-8")
