"""The command as a whole, as ratios to what cannot be had cheaper: the loader, the imports."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

from tests.benchmarks.scenarios import as_json_lines, as_yaml, melees
from tests.benchmarks.timing import MELEE, PYTHON, commands, report

COUNT = 5000
ROUNDS = 7
START_ROUNDS = 25
ONE = str(Path(__file__).parents[2] / "scenarios" / "gdb" / "somerset.yaml")

LOADER = """
import sys, yaml
for document in yaml.load_all(open(sys.argv[1], "rb"), Loader=yaml.CSafeLoader):
    pass
"""
TYPER = "import typer"
STACK = """
import typer, rich, pydantic, yaml
class Unit(pydantic.BaseModel):
    name: str
    figures: int = 1
    roll: int | list[int] | None = None
"""


SCREEN = STACK.replace("import typer, rich,", "import typer, rich.console, rich.table,")


def batch() -> bool:
    """Time 5,000 scenarios to jsonl against PyYAML's C loader building the same documents."""
    with tempfile.TemporaryDirectory() as folder:
        yaml_file, json_file = Path(folder, "many.yaml"), Path(folder, "many.jsonl")
        yaml_file.write_text(as_yaml(melees(COUNT)), encoding="utf-8")
        json_file.write_text(as_json_lines(melees(COUNT)), encoding="utf-8")
        resolve = [*MELEE, "resolve", "--format", "jsonl"]
        taken = commands(
            {
                "loader": [PYTHON, "-c", LOADER, str(yaml_file)],
                "yaml": [*resolve, "--jobs", "1", str(yaml_file)],
                "two": [*resolve, "--jobs", "2", str(yaml_file)],
                "auto": [*resolve, str(yaml_file)],
                "json": [*resolve, "--jobs", "1", str(json_file)],
            },
            ROUNDS,
        )
    base = taken["loader"]
    return all(
        [
            report(f"{COUNT} YAML scenarios to jsonl / C loader", taken["yaml"], base, 1.2),
            report("the same with --jobs 2", taken["two"], base, 0.75),
            report("the same with --jobs auto", taken["auto"], base, 0.75),
            report("the same scenarios as JSON lines", taken["json"], base, 0.6),
        ]
    )


def start() -> bool:
    """Time one scenario, and ``--version``, against processes that only import."""
    taken = commands(
        {
            "typer": [PYTHON, "-c", TYPER],
            "version": [*MELEE, "--version"],
            "stack": [PYTHON, "-c", STACK],
            "screen": [PYTHON, "-c", SCREEN],
            "table": [*MELEE, "resolve", ONE],
            "json": [*MELEE, "resolve", "--format", "json", ONE],
        },
        START_ROUNDS,
    )
    return all(
        [
            report("melee resolve, table / imports with Rich", taken["table"], taken["screen"], 1.4),
            report("melee resolve, one file, JSON / imports", taken["json"], taken["stack"], 1.1),
            report("melee --version / import typer", taken["version"], taken["typer"], 1.2),
        ]
    )


def inside() -> bool:
    """Time one scenario resolved inside the process, and print its share of the whole command."""
    from melee_cli.api.resolve import resolve
    from melee_cli.formats.documents import documents
    from melee_cli.scenario.book import Options
    from melee_cli.scenario.check import check

    def once() -> None:
        for document in documents([ONE]):
            resolve(check(document, Options()), Options())

    once()
    rounds = 300
    began = time.perf_counter()
    for _ in range(rounds):
        once()
    one = (time.perf_counter() - began) / rounds
    whole = commands({"whole": [*MELEE, "resolve", ONE]}, 9)["whole"]
    print(f"     one scenario, file to result, inside the process: {one * 1e6:.0f} µs")
    print(f"     its share of the whole command ({whole * 1e3:.0f} ms): {100 * one / whole:.2f} %")
    return True


def profile() -> bool:
    """Print where a batch of 1,000 scenarios spends its time."""
    with tempfile.TemporaryDirectory() as folder:
        file, stats = Path(folder, "many.yaml"), Path(folder, "stats")
        file.write_text(as_yaml(melees(1000)), encoding="utf-8")
        program = "import cProfile, sys, melee_cli.cli as m; cProfile.run('m.run(sys.argv[2:])', sys.argv[1])"
        command = [PYTHON, "-c", program, str(stats), "resolve", "--format", "jsonl", str(file)]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        import pstats

        pstats.Stats(str(stats)).sort_stats("tottime").print_stats(25)
    return True
