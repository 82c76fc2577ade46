"""The commands beside the streams: what each prints, and what it leaves alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from melee_cli import __version__
from tests.cli.running import ROOT, environment, melee

WORKED = (
    "-a",
    "17th: inf 30 col charg =8",
    "-a",
    "13th: inf 24 col charg =5",
    "-b",
    "40th: inf 24 line brit =10",
)
RUSSIAN = (
    "-a",
    "17-й: пех 30 кол атак =8",
    "-a",
    "13-й: пех 24 кол атак =5",
    "-b",
    "40-й: пех 24 линия брит =10",
)
DRAWN = """\
rules: gdb
sides:
  - name: A
    units: ["A1: lancers 12 =7"]
  - name: B
    units: ["B1: lancers 12 =7"]
"""


@pytest.mark.parametrize("lines", [WORKED, RUSSIAN], ids=["english", "russian"])
def test_the_worked_example_from_lines(lines: tuple[str, ...]) -> None:
    (result,) = json.loads(melee("fight", *lines, "--format", "json").out)
    assert [side["score"] for side in result["sides"]] == [15, 12]
    assert result["outcome"]["difference"] == 3
    assert result["seed"] is None


def test_what_contradicts_in_a_line_is_pointed_at_by_its_word() -> None:
    ran = melee("fight", "-a", "a: lc 12 =8 then=press", "-b", "b: inf 12 square flank =7")
    assert ran.code == 1
    assert [line for line in ran.err.splitlines() if line.startswith("-")] == [
        "-a:1:13: only infantry chooses to press or to stand",
        "-b:1:18: a square has neither flank nor rear",
    ]


WRONG_OPTIONS = [
    (["--set", "seed=-3"], 1, "--set seed: -3 is out of range"),
    (["--set", "terran=open"], 1, "--set terran: there is no key terran here"),
    (["--rules", "foo"], 1, '--rules: the text "foo" is no rules system here'),
    (["--side-b", "draw"], 1, "--side-b: a side cannot be called draw"),
    (["--house", ""], 1, "there is no such file or folder"),
    (["--set", "sides=3"], 2, "melee fight: --set: the sides are what -a and -b say"),
    (["--set", "a=b", "--set", "a.x=3"], 2, "melee fight: --set: a is set already"),
    (["--format", "foo"], 2, "melee fight: Invalid value for '--format' / '-f': 'foo' is not one of 'table'"),
]


@pytest.mark.parametrize(
    ("options", "code", "said"), WRONG_OPTIONS, ids=[" ".join(o) for o, _, _ in WRONG_OPTIONS]
)
def test_a_problem_of_an_option_names_the_option(options: list[str], code: int, said: str) -> None:
    ran = melee("fight", *WORKED, *options)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(said)


def test_a_multiplier_makes_so_many_units() -> None:
    ran = melee("fight", "-a", "3x 9th: inf 24 col =7", "-b", "x: inf 24 =7", "--format", "jsonl")
    units = json.loads(ran.out)["sides"][0]["units"]
    assert [unit["name"] for unit in units] == ["9th/1", "9th/2", "9th/3"]


def test_sides_keys_rulings_and_the_seed_enter_a_fight() -> None:
    ran = melee(
        "fight", "-a", "x: inf 24", "-b", "y: inf 24", "--side-a", "Left", "--side-b", "Right",
        "--set", "terrain=difficult", "--set", "built_up.capacity=2", "--set", "title=No", "--seed", "7",
        "--ruling", "fractions=up", "--format", "yaml",
    )  # fmt: skip
    assert ran.code == 1, "built_up needs somebody in buildings"
    assert "built_up" in ran.err
    ran = melee(
        "fight", "-a", "x: inf 24 bld", "-b", "y: inf 24", "--side-a", "Left", "--side-b", "Right",
        "--set", "terrain=difficult", "--set", "built_up.capacity=2", "--set", "title=No", "--seed", "7",
        "--ruling", "fractions=up", "--format", "yaml",
    )  # fmt: skip
    (result,) = json.loads(melee("resolve", "--format", "json", "-", stdin=ran.out).out)
    assert (result["title"], result["seed"], result["rules"]["rulings"]["fractions"]) == ("No", 7, "up")
    assert [side["name"] for side in result["sides"]] == ["Left", "Right"]


def test_a_word_that_is_not_understood_is_pointed_at_in_its_line() -> None:
    ran = melee("fight", *WORKED[:5], "40th: inf 24 lnie brit")
    assert ran.code == 1
    assert ran.err.startswith("-b:1:14: lnie is not understood\n    40th: inf 24 lnie brit\n")


def test_the_next_round_is_printed_and_written(tmp_path: Path) -> None:
    target = tmp_path / "next.yaml"
    ran = melee("resolve", "-", "--format", "yaml", "--next", target, stdin=DRAWN)
    assert (ran.out, ran.err, ran.code) == (target.read_text(), "", 0)
    assert "round: 2" in ran.out
    assert melee("resolve", target, "--format", "json").code == 0


def test_without_a_next_round_the_file_is_left_alone_and_a_note_says_why(tmp_path: Path) -> None:
    target = tmp_path / "next.yaml"
    target.write_text("old")
    ran = melee("resolve", ROOT / "scenarios/gdb/somerset.yaml", "--brief", "--next", target)
    assert ran.code == 0
    assert ran.err == "no next round: nobody is left in contact\n"
    assert target.read_text() == "old"


def test_a_batch_is_titled_in_a_table_and_numbered_in_its_seeds() -> None:
    two = f"---\ntitle: First\n{DRAWN.replace(' =7', '')}---\ntitle: Second\n{DRAWN.replace(' =7', '')}"
    table = melee("resolve", "-", "--seed", "41", "--full", stdin=two).out
    assert "# First\n" in table
    assert "# Second\n" in table
    results = [json.loads(line) for line in melee("resolve", "-", "--seed", "41", "--format", "jsonl", stdin=two).out.splitlines()]  # fmt: skip # noqa: E501 - one call reads best on one line
    assert [result["seed"] for result in results] == [41, 42]
    alone = melee(
        "resolve", "-", "--seed", "42", "--format", "jsonl", stdin=two.partition("---\ntitle: Second")[2]
    )
    assert json.loads(alone.out)["sides"] == results[1]["sides"]


def test_an_unsound_house_file_stops_the_run(tmp_path: Path) -> None:
    house = tmp_path / "club.yaml"
    house.write_text("numbers: {gdb.column: three}\n")
    ran = melee("resolve", ROOT / "scenarios" / "gdb", "--house", house)
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.count("club.yaml:1:") == 1
    assert "the run stops here" in ran.err
    assert melee("rules", "gdb", "--house", house).code == 1


def test_rules_are_searched_in_both_languages_and_listed_in_every_format() -> None:
    assert "gdb.outnumber" in melee("rules", "gdb", "outnumber").out
    assert "gdb.column" in melee("rules", "gdb", "колонн", "--lang", "ru").out
    data = json.loads(melee("rules", "gdb", "--format", "json", "--ruling", "fractions=up").out)
    assert {ruling["id"]: ruling["value"] for ruling in data["rulings"]}["fractions"] == "up"
    for format_ in ("jsonl", "csv", "markdown"):
        assert "gdb.outnumber" in melee("rules", "gdb", "--format", format_).out
    nothing = melee("rules", "gdb", "xyzzy")
    assert (nothing.out, nothing.code) == ("", 1)


NAMES = ("fight", "resolve", "odds", "check", "rules", "words", "new", "schema", "guide", "journal")


@pytest.mark.parametrize("command", NAMES)
def test_every_command_explains_itself_with_its_options_in_groups_and_an_example(command: str) -> None:
    ran = melee(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"Usage: melee {command} " in ran.out
    assert not set(ran.out) & set("\x1b…")
    if command == "journal":  # a group of commands, each with options of its own
        assert "Commands" in ran.out
    else:
        assert re.search(r"^╭─ (Where it goes|What is shown) ", ran.out, re.M)
        assert f"For example: melee {command}" in ran.out


def test_the_commands_are_listed_with_what_they_do() -> None:
    listed = melee("--help").out
    for command in NAMES:
        assert re.search(rf"^│ {command} +\w+", listed, re.M)


def test_help_is_plain_where_nothing_else_can_be_shown_and_coloured_where_it_is_asked_for() -> None:
    assert melee("new", "--help", env={"PYTHONIOENCODING": "ascii"}).out.isascii()
    assert "\x1b" not in melee("new", "--help", env={"FORCE_COLOR": "1"}).out
    assert "\x1b[" in melee("new", "--help", "--color", "always").out


@pytest.mark.parametrize(
    ("arguments", "never"),
    [
        (["--version"], ("rich", "pydantic", "yaml", "typer", "prompt_toolkit")),
        (
            ["resolve", "--format", "json", "scenarios/gdb/somerset.yaml"],
            ("rich", "prompt_toolkit"),
        ),
        (["resolve", "scenarios/gdb/somerset.yaml"], ("prompt_toolkit", "rich.progress")),
    ],
    ids=["version", "json", "table"],
)
def test_nothing_is_imported_that_is_not_needed(arguments: list[str], never: tuple[str, ...]) -> None:
    program = (
        "import sys\nfrom melee_cli.cli import run\n"
        f"code = run({arguments!r})\n"
        "print(*sys.modules, sep='\\n', file=sys.stderr)\nsys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        check=True,
    )
    assert set(done.stderr.splitlines()) & set(never) == set()


def test_the_version_is_one_literal() -> None:
    assert melee("--version") == (f"melee {__version__}\n", "", 0)
    assert melee("resolve", "--version") == (f"melee {__version__}\n", "", 0)
    assert f'__version__ = "{__version__}"' in (ROOT / "melee_cli" / "__init__.py").read_text()
