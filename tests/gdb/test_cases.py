"""The case files and the shipped scenarios hold, read and compared as ``melee check`` does it."""

from pathlib import Path

import pytest

from melee_cli.api.comparison import compare
from melee_cli.api.resolve import resolve
from melee_cli.formats.documents import documents
from melee_cli.formats.limits import Document
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check

ROOT = Path(__file__).parent.parent.parent
PATHS = (ROOT / "tests/cases/gdb", ROOT / "scenarios/gdb")
CASES = [
    pytest.param(document, id=f"{Path(document.source.file).stem}-{document.source.document}")
    for document in documents([str(path) for path in PATHS], None)
]


@pytest.mark.parametrize("document", CASES)
def test_a_case_gives_what_it_expects(document: Document) -> None:
    checked = check(document, Options())
    found = compare(checked, resolve(checked, Options()))
    assert found == []


def test_nearly_all_cases_expect_something() -> None:
    silent = [case.id for case in CASES if "expect" not in case.values[0].data]
    assert silent == ["last_reserves-1"]
