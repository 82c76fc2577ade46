"""Streams and exit codes: what goes where, and how each way out is told."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import ROOT, environment, melee, shell

GOOD = """\
rules: duel
title: At dawn
sides:
  - name: Red
    units: [{name: Roland, rested: true, roll: 4}]
  - name: Blue
    units: [{name: Oliver, height: true, roll: 1}]
"""
BAD = GOOD.replace("rested", "restd")
NO_YAML = "rules: [duel\n"
FULL = "melee: cannot write standard output: No space left on device\n"
CLOSED = "melee: standard output is closed\n"
NOWHERE = "melee: cannot write /nowhere/x: No such file or directory\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "1.yaml").write_text(GOOD)
    (tmp_path / "2.yaml").write_text(BAD)
    (tmp_path / "3.yaml").write_text(GOOD)
    (tmp_path / "many.yml").write_text(f"---\n{GOOD}---\n{NO_YAML}---\n{GOOD}")
    return tmp_path


def test_json_is_one_array_even_of_one_and_of_failed_ones() -> None:
    assert len(json.loads(melee("resolve", "--format", "json", "-", stdin=GOOD).out)) == 1
    out, err, code = melee("resolve", "--format", "json", "-", stdin=BAD)
    assert (json.loads(out)[0]["ok"], err, code) == (False, "", 1)


def test_a_batch_keeps_order_and_counts_on_standard_error(folder: Path) -> None:
    out, err, code = melee("resolve", "--format", "jsonl", folder)
    results = [json.loads(line) for line in out.splitlines()]
    assert [result["ok"] for result in results] == [True, False, True, True, False, True]
    assert [Path(result["source"]["file"]).name for result in results][-3:] == ["many.yml"] * 3
    assert [result["source"]["document"] for result in results][-3:] == [1, 2, 3]
    assert (err, code) == ("4 resolved, 2 with problems\n", 1)


def test_several_processes_say_the_same_as_one(folder: Path) -> None:
    for format_ in ("jsonl", "json", "table", "csv", "markdown"):
        assert melee("resolve", "--format", format_, folder) == melee(
            "resolve", "--format", format_, "--jobs", "2", folder
        )


def test_problems_in_table_mode_go_to_standard_error_and_results_to_standard_output(folder: Path) -> None:
    out, err, code = melee("resolve", folder / "1.yaml", folder / "2.yaml", folder / "3.yaml")
    assert len(re.findall(r"^ [13].yaml .* Red +2$", out, re.M)) == 2
    assert re.search(r"^ 2.yaml .*no result$", out, re.M)
    assert "2.yaml:5:28: " in err
    assert err.endswith("2 resolved, 1 with problems\n")
    assert code == 1


@pytest.mark.parametrize("command", ["resolve", "check", "odds"])
def test_paths_that_cannot_be_read_are_named_and_the_others_done(folder: Path, command: str) -> None:
    empty = folder / "empty"
    empty.mkdir()
    ran = melee(command, folder / "missing.yaml", empty, folder / "1.yaml", "--format", "jsonl")
    results = [json.loads(line) for line in ran.out.splitlines()]
    assert [result["ok"] for result in results] == [False, False, True]
    assert [result["problems"][0]["code"] for result in results[:2]] == ["not-found", "no-scenario"]
    assert ran.code == 1


def test_a_pipe_in_a_folder_is_named_and_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    ran = melee("resolve", folder, "--format", "jsonl")
    assert ran.code == 1
    codes = [p["code"] for line in ran.out.splitlines() for p in json.loads(line).get("problems", ())]
    assert "unreadable" in codes


@pytest.mark.parametrize(
    ("script", "out", "err", "code"),
    [
        ("melee resolve --format jsonl MANY | head -1 >/dev/null; echo ${PIPESTATUS[0]}", "141\n", "", 0),
        ("melee rules gdb | sleep 0; echo ${PIPESTATUS[0]}", "141\n", "", 0),
        ("melee resolve F > /dev/full", "", FULL, 74),
        ("melee resolve F >&-", "", CLOSED, 74),
        ("melee check F >&-", "", CLOSED, 74),
        ("melee rules duel >&-", "", CLOSED, 74),
        ("melee --version >&-", "", CLOSED, 74),
        ("melee --help > /dev/full", "", FULL, 74),
        ("melee --version > /dev/full", "", FULL, 74),
        ("melee resolve F --brief 2>&-", "Red by 2\n", "", 0),
        ("melee resolve missing 2>&-", "", "", 1),
        ("melee resolve F --brief <&-", "Red by 2\n", "", 0),
        ("melee resolve F --brief -o /nowhere/x", "", NOWHERE, 74),
        ("melee resolve F --brief -o /dev/stdout", "Red by 2\n", "", 0),
    ],
)  # fmt: skip
def test_every_way_out(tmp_path: Path, script: str, out: str, err: str, code: int) -> None:
    (tmp_path / "F").write_text(GOOD)
    (tmp_path / "MANY").write_text(f"---\n{GOOD}" * 1000)
    assert shell(script, cwd=tmp_path, env={"MELEE_LANG": "en"}) == (out, err, code)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["resolv"],
        ["resolve"],
        ["resolve", "--nonsense", "x"],
        ["resolve", "--format", "xml", "x"],
        ["resolve", "--lang", "de", "x"],
        ["resolve", "--seed", "-1", "x"],
        ["resolve", "--seed", "1.5", "x"],
        ["resolve", "--ruling", "fractions", "x"],
        ["resolve", "--jobs", "0", "x"],
        ["rules", "chess"],
        ["rules", "duel", "--ruling", "height_at_night=perhaps"],
        ["rules", "duel", "--ruling", "nothing=no"],
        ["new"],
        ["schema", "dice"],
        ["fight", "-a", "Roland:"],
        ["fight", "--set", "terrain", "-a", "x:", "-b", "y:"],
    ],
    ids=" ".join,
)
def test_wrong_usage_says_so_in_plain_lines_and_exits_2(arguments: list[str]) -> None:
    out, err, code = melee(*arguments)
    assert (out, code) == ("", 2)
    assert err.startswith("melee" if arguments else "\n Usage: melee")
    assert "Traceback" not in err
    assert "\x1b" not in err
    if arguments:
        assert not set(err) & set("╭│╰")


def test_a_defect_is_one_line_and_its_traceback_on_request() -> None:
    broken = "import melee_cli.cli.new as n; n.system_named = None; from melee_cli.cli import main; main()"
    for debug, lines in (("0", 1), ("1", 5)):
        done = subprocess.run(
            [sys.executable, "-c", broken, "new", "gdb"],
            env=environment(MELEE_DEBUG=debug),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (len(done.stderr.splitlines()) > 1) == (lines > 1)
        assert ("Traceback" in done.stderr) == (debug == "1")
        if debug == "0":
            assert done.returncode == 70


def test_an_interrupt_while_working_exits_130_and_leaves_no_file(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    for jobs in ("1", "2"):
        command = [sys.executable, "-m", "melee_cli", "resolve", "--format", "jsonl", "--jobs", jobs]
        running = subprocess.Popen(
            [*command, "--output", str(target), "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        )
        assert running.stdin is not None
        running.stdin.write(f"---\n{GOOD}".encode() * 300)
        running.stdin.flush()
        deadline = time.monotonic() + 10
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=10)
        assert (out, err, running.returncode) == (b"", b"", 130)
        assert list(tmp_path.iterdir()) == []


def test_a_result_is_written_while_the_pipe_is_still_open() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "melee_cli", "resolve", "--format", "jsonl", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(f"---\n{GOOD}---\n".encode())
    running.stdin.flush()
    assert json.loads(running.stdout.readline())["title"] == "At dawn"
    running.stdin.close()
    running.stdout.close()
    running.wait(10)


def test_output_replaces_a_file_whole_or_leaves_it(tmp_path: Path) -> None:
    scenario, target = tmp_path / "a.yaml", tmp_path / "report"
    scenario.write_text(GOOD)
    target.write_text("old")
    assert melee("resolve", "--nonsense", scenario, "-o", target).code == 2
    assert target.read_text() == "old"
    assert melee("resolve", "--brief", scenario, "-o", target) == ("", "", 0)
    assert target.read_text() == "Red by 2\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "report"]


def test_no_escape_codes_but_on_a_terminal_that_wants_them(tmp_path: Path) -> None:
    scenario = tmp_path / "a.yaml"
    scenario.write_text(GOOD)
    assert "\x1b" not in melee("resolve", scenario, env={"FORCE_COLOR": "1"}).out
    assert "\x1b" in _on_a_terminal(scenario, TERM="xterm-256color")
    for spoken in ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"TERM": "dumb", "FORCE_COLOR": "1"}):
        assert "\x1b" not in _on_a_terminal(scenario, **spoken)


def test_a_bar_is_drawn_on_a_terminal_when_a_second_has_passed(tmp_path: Path) -> None:
    many = tmp_path / "many.yaml"
    many.write_text(f"---\n{GOOD}" * 300)
    to = ("--output", str(tmp_path / "out"))
    assert "\x1b[2K" in _on_a_terminal(many, *to, before="batch.FROM_S = batch.EVERY_S = 0", TERM="xterm")
    assert "\x1b[2K" not in _on_a_terminal(many, *to, before="batch.FROM_S = 1e9", TERM="xterm")
    assert melee("resolve", many, *to).err == "300 resolved, 0 with problems\n"


def test_a_stranger_encoding_gets_escapes_and_json_stays_json(tmp_path: Path) -> None:
    scenario = tmp_path / "a.yaml"
    scenario.write_text(GOOD.replace("Red", "Красные 🐎é"), encoding="utf-8")
    env = {"PYTHONIOENCODING": "ascii"}
    table = melee("resolve", "--brief", scenario, env=env).out
    assert table == "\\u041a\\u0440\\u0430\\u0441\\u043d\\u044b\\u0435 \\ud83d\\udc0e\\u00e9 by 2\n"
    out = melee("resolve", "--format", "jsonl", scenario, env=env).out
    assert out.isascii()
    assert json.loads(out)["outcome"]["winner"] == "Красные 🐎é"


def test_only_a_dash_reads_standard_input(tmp_path: Path) -> None:
    scenario = tmp_path / "a.yaml"
    scenario.write_text(GOOD)
    for command in ("resolve", "check", "odds"):
        assert melee(command, scenario, stdin="nothing: of this\n").code == 0


STARTED = "import melee_cli.cli.batch as batch\nfrom melee_cli.cli import main"


def _on_a_terminal(scenario: Path, *more: str, before: str = "", **env: str) -> str:
    """Run ``melee resolve`` with a terminal of 100 columns as all its streams and return what it shows.

    *before* is run first, in the same process.
    """
    import fcntl
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-c", f"{STARTED}\n{before}\nmain()", "resolve", str(scenario), *more],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(**env),
        cwd=ROOT,
    )
    os.close(slave)
    shown = b""
    try:
        while block := os.read(master, 65536):
            shown += block
    except OSError:  # the other end is closed: all was read
        pass
    running.wait(20)
    os.close(master)
    return shown.decode()
