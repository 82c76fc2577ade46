"""The error gallery: one minimal broken file for every kind of problem, with exactly what is said of it.

``python -m tests.cli.test_gallery`` writes the texts anew, to be read before they are committed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import ROOT, melee

GALLERY = ROOT / "tests" / "gallery"
BROKEN = sorted(path for path in GALLERY.iterdir() if path.suffix in (".yaml", ".json", ".jsonl"))
PACKAGE = ROOT / "melee_cli"
CODE = re.compile(r"""(?:Problem|PydanticCustomError|Defect)\(\s*["']([a-z0-9-]+)["']""")


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
        stem = Path(entry["source"]["file"]).stem
        assert stem.split(".")[0] in {problem["code"] for problem in entry["problems"]}, entry


def test_every_kind_of_problem_is_in_the_gallery() -> None:
    codes = {code for file in PACKAGE.rglob("*.py") for code in CODE.findall(file.read_text("utf-8"))}
    shown = {path.stem.split(".")[0] for path in BROKEN}
    assert codes - shown - ELSEWHERE == set()


#: What no scenario file can show, with the test that does.
ELSEWHERE: set[str] = set()

if __name__ == "__main__":
    for broken in BROKEN:
        broken.with_suffix(".txt").write_text(said(broken), encoding="utf-8")
