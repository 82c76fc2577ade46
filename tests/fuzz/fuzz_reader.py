"""Hypothesis over the reader and the checks for as long as one likes; run by hand.

From the top of the project, with the number of minutes:

    PYTHONPATH=tests/plugin python -m tests.fuzz.fuzz_reader 60

What it finds becomes a case of ``tests/scenario``.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from melee_cli.api.resolve import resolve
from melee_cli.core.problems import path_text
from melee_cli.entry.parser import parse_line
from melee_cli.formats.documents import documents
from melee_cli.render.json import dumps
from melee_cli.render.language import language_for
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check, setting_of
from melee_cli.scenario.write import to_yaml

ROOT = Path(__file__).parents[2]
SYSTEMS = ("gdb", "whfb8", "duel")
WORDS = {
    name: [
        said
        for word in setting_of(name).system.words.words
        for said in (*word.english, *word.russian, *word.short)
    ]
    + [f"{said}=" for key in setting_of(name).system.words.keys for said in key.names]
    + [number.example for number in setting_of(name).system.words.numbers]
    for name in SYSTEMS
}
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from(
        [10**30, "4.5", "A1", "B1", "front", "flank", "column", "square", "infantry", "=8", "No"]
    ),
    st.lists(st.integers(0, 7), max_size=3),
    st.lists(st.sampled_from(["A1", "B1", "x"]), max_size=2),
    st.dictionaries(
        st.sampled_from(["A1", "B1", "value", "reason"]), st.sampled_from(["front", 1, "x"]), max_size=2
    ),
    st.text(max_size=5),
)


def everything(data: bytes) -> None:
    """Take *data* the whole way a file takes, to a result in JSON."""
    options = Options(seed=1)
    for document in documents(["-"], BytesIO(data)):
        checked = check(document, options)
        for problem in checked.problems:
            assert problem.place is not None, problem
            assert (
                problem.place.line is None
                or problem.place.text is None
                or (1 <= problem.place.column <= len(problem.place.text) + 1)
            ), problem
            path_text(problem.path)
        json.loads(dumps(resolve(checked, options).data, language_for("en")))


@st.composite
def scenarios(draw: Any) -> dict[str, Any]:
    """Draw a scenario of a system, mostly of fields it has, with values that often fit."""
    name = draw(st.sampled_from(SYSTEMS))
    fields = sorted(setting_of(name).fields)
    top = sorted(set(setting_of(name).model.model_fields) - {"sides", "rules", "house"})
    unit = st.dictionaries(st.sampled_from(fields), VALUES, max_size=6)
    lines = st.lists(st.sampled_from(WORDS[name]) | st.text(max_size=4), max_size=5).map(" ".join)
    sides = []
    for side in "AB"[: draw(st.sampled_from([2, 2, 2, 2, 1]))]:
        units: list[Any] = []
        for number in range(draw(st.integers(0, 2)) + (side == "A")):
            drawn = draw(unit | lines | VALUES)
            if isinstance(drawn, dict):
                drawn = {"name": f"{side}{number}", "type": "infantry", "figures": 24, **drawn}
            elif isinstance(drawn, str):
                drawn = f"{side}{number}: {drawn}"
            units.append(drawn)
        sides.append({"name": side, "units": units})
    return {"rules": name, "sides": sides, **draw(st.dictionaries(st.sampled_from(top), VALUES, max_size=2))}


def fuzz_bytes() -> Callable[[], None]:
    """Bytes over the reader."""
    return given(st.binary(max_size=400))(everything)


def fuzz_texts() -> Callable[[], None]:
    """Texts that look like YAML or JSON over the reader."""
    alphabet = "rules: gdbsxnam\n\t -[]{},&*!'\"|>%@#?\\0129.~e\u00a0\ufeffé日🐎\x85\u2028"
    return given(st.text(alphabet=alphabet, max_size=200))(lambda text: everything(text.encode()))


def fuzz_scenarios() -> Callable[[], None]:
    """Scenarios as mappings, as JSON and as YAML: both read alike."""

    def same(data: dict[str, Any]) -> None:
        written = to_yaml(data).encode()
        everything(written)
        everything(json.dumps(data).encode())

    return given(scenarios())(same)


def fuzz_cuts() -> Callable[[], None]:
    """Good scenarios with a piece cut out, doubled or turned round."""
    texts = [path.read_bytes() for path in sorted(ROOT.rglob("scenarios/**/*.yaml"))] or [b"rules: gdb\n"]

    def damaged(seed: int) -> None:
        random = Random(seed)
        data = bytearray(random.choice(texts))
        for _ in range(random.randint(1, 4)):
            at, length = random.randrange(len(data)), random.randint(1, 30)
            piece = bytes(data[at : at + length])
            data[at : at + length] = random.choice(
                [b"", piece * 2, piece[::-1], bytes([random.randrange(256)])]
            )
            if not data:
                return
        everything(bytes(data))

    return given(st.integers(0, 2**64))(damaged)


def fuzz_lines() -> Callable[[], None]:
    """One-line units of any words."""

    def line(name: str, text: str) -> None:
        parsed = parse_line(text, setting_of(name).system.words)
        for problem in parsed.problems:
            assert problem.span is None or 0 <= problem.span[0] <= problem.span[1] <= len(text)

    words = st.lists(st.sampled_from([word for row in WORDS.values() for word in row]) | st.text(max_size=6))
    return given(st.sampled_from(SYSTEMS), words.map(" ".join))(line)


def main() -> int:
    """Run every target in turn until the minutes are over; return 1 if one of them found something."""
    until = monotonic() + 60 * float(sys.argv[1] if len(sys.argv) > 1 else 1)
    limits = settings(
        max_examples=500, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
    )
    targets = (fuzz_bytes, fuzz_texts, fuzz_scenarios, fuzz_cuts, fuzz_lines)
    failed: set[str] = set()
    rounds = 0
    while monotonic() < until:
        for target in targets:
            if target.__name__ in failed:
                continue
            try:
                limits(target())()
            except Exception:
                failed.add(target.__name__)
                sys.stderr.write(f"{target.__name__} found something\n{traceback.format_exc()}\n")
        rounds += 1
    sys.stderr.write(f"{rounds} rounds of 500 examples, {len(failed)} of {len(targets)} targets failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
