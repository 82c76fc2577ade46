"""The session without a terminal: answers from a pipe, prompts on standard error, always an end."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from melee_cli import cli
from melee_cli.core.messages import M
from melee_cli.core.problems import Problem
from melee_cli.journal import sessions
from melee_cli.journal.store import JournalError, open_store
from tests.session.terminal import ROOT

DUEL = "\n\nRoland: rested\n\nOliver: uphill\n\n4\n5\n"


def environment(state: Path) -> dict[str, str]:
    return {
        **{key: value for key, value in os.environ.items() if key != "COLUMNS"},
        "MELEE_STATE": str(state),
        "MELEE_LANG": "en",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests" / "plugin")]),
        "PYTHONUTF8": "1",
    }


class Ran(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def fight(tmp_path, monkeypatch, capsys) -> Callable[..., Ran]:
    """Run ``melee fight`` in this process, its input a pipe of the answers."""

    def run(answers: str | bytes, *arguments: str, state: Path = tmp_path) -> Ran:
        data = answers.encode() if isinstance(answers, str) else answers
        monkeypatch.setenv("MELEE_STATE", str(state))
        monkeypatch.setenv("MELEE_LANG", "en")
        monkeypatch.delenv("COLUMNS", raising=False)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = cli.run(["fight", *arguments])
        return Ran(code, *capsys.readouterr())

    return run


def test_answers_from_a_pipe_come_to_the_result_on_standard_output(fight):
    done = fight(DUEL, "--rules", "duel")
    assert done.returncode == 0
    assert "B by 2" in done.stdout
    assert "One die for Roland> " in done.stderr
    assert "> " not in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        (0, "the name of a side"),
        (1, "the name of a side"),
        (2, "a unit of A"),
        (3, "an empty line after the units of A"),
        (4, "a unit of B"),
        (6, "the dice: One die for Roland"),
        (7, "the dice: One die for Oliver"),
    ],
)
def test_at_the_end_of_input_one_line_says_which_answer_is_missing(fight, lines, missing):
    answers = "".join(DUEL.splitlines(keepends=True)[:lines])
    done = fight(answers, "--rules", "duel")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"melee: the input ended; missing is {missing}"


def test_a_last_line_without_a_line_break_counts(fight):
    assert "B by 2" in fight(DUEL.rstrip("\n"), "--rules", "duel").stdout


@pytest.mark.parametrize("line", ["y", "", "1", "?", "<", ":odds", ":frobnicate", "17th: inf 30"])
def test_the_same_line_for_ever_ends(tmp_path, line):
    yes = subprocess.Popen(["yes", line], stdout=subprocess.PIPE)
    done = subprocess.run(
        [sys.executable, "-m", "melee_cli", "fight"],
        stdin=yes.stdout,
        capture_output=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    yes.kill()
    yes.wait()
    assert done.returncode == 2
    assert b"missing is" in done.stderr.splitlines()[-1]


def test_a_refused_line_may_be_followed_by_a_better_one(fight):
    answers = DUEL.replace("4\n5\n", "7\n4\n4 5\n5\n")
    done = fight(answers, "--rules", "duel")
    assert done.returncode == 0
    assert "these are 2 dice" in done.stderr
    assert "B by 2" in done.stdout


@pytest.mark.parametrize(
    "answers",
    [b"\xff\xfe\n", b"\x00\n" * 3, b"x" * 300_000, "\ufeff\n\nRoland: rested\n".encode(), b"\r\n\r\n"],
)
def test_whatever_comes_in_nothing_breaks(fight, answers):
    done = fight(answers, "--rules", "duel")
    assert done.returncode == 2
    assert "missing is" in done.stderr.splitlines()[-1]
    assert "defect" not in done.stderr


def test_closed_standard_input_is_no_answer(tmp_path):
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m melee_cli fight <&-"],
        capture_output=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert done.returncode == 2


def test_an_interrupt_while_it_waits_for_a_pipe_gives_130(fight, tmp_path):
    child = subprocess.Popen(
        [sys.executable, "-m", "melee_cli", "fight", "--rules", "duel"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    assert child.stdin is not None
    assert child.stderr is not None
    child.stdin.write(b"\n\nRoland: rested\n")
    child.stdin.flush()
    while b"unit 2> " not in child.stderr.peek():
        time.sleep(0.02)
        if b"unit 2> " in child.stderr.read1():
            break
    child.send_signal(signal.SIGINT)
    child.wait(20)
    assert child.returncode == 130
    done = fight("", "--resume")
    assert "1. Roland: rested" in done.stderr


def test_a_session_that_cannot_be_gone_on_with_is_named_and_the_one_before_it_goes_on(fight, tmp_path):
    fight("\n\nRoland: rested\n", "--rules", "duel")
    fight("\n\nOliver: rested\n", "--rules", "duel")
    store = open_store(tmp_path / "journal.sqlite3")
    with store.transaction():
        store.write("UPDATE sessions SET data = '{\"steps\": [1]}' WHERE id = 2")
    store.close()
    done = fight("", "--resume")
    assert "a session holds nothing that this version can go on with" in " ".join(done.stderr.split())
    assert "1. Roland: rested" in done.stderr


def test_a_disk_that_is_full_for_a_while_loses_nothing(fight, tmp_path, monkeypatch):
    save, calls = sessions.Session._write, []

    def failing(self, *arguments):
        calls.append(arguments)
        save(self, *arguments)
        if len(calls) in (3, 4):
            raise JournalError(Problem("journal-full", M("the disk is full")))

    monkeypatch.setattr(sessions.Session, "_write", failing)
    done = fight("\n\nRoland: rested\n\nOliver: uphill\n", "--rules", "duel")
    said = " ".join(done.stderr.split())
    assert said.count("this session is not kept: the disk is full") == 1
    assert said.count("this session is kept again") == 1
    monkeypatch.setattr(sessions.Session, "_write", save)
    assert "2. Oliver: height" in fight("", "--resume").stderr


def test_a_menu_answered_for_ever_comes_to_an_end(fight):
    done = fight("\n\nRoland: rested\n\nOliver: uphill\n\n" + "2\n" * 3000, "--rules", "duel")
    assert done.returncode == 2
    assert "the input ended" in done.stderr


def test_resume_without_a_session_says_so(fight):
    done = fight("", "--resume")
    assert done.returncode == 1
    assert done.stderr == "there is no session to go on with\n"


def test_a_state_folder_that_cannot_be_written_does_not_stop_the_melee(fight, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    done = fight(DUEL, "--rules", "duel", state=blocked / "state")
    assert done.returncode == 0
    assert "this session is not kept" in done.stderr
    assert "B by 2" in done.stdout


def test_a_faulty_roster_stops_a_pipe_unless_told_to_go_on(fight, tmp_path):
    roster = tmp_path / "bad.yaml"
    roster.write_text("rules: duel\nunits:\n  - {name: Roland, restd: true}\n", encoding="utf-8")
    done = fight("", "--roster", str(roster))
    assert done.returncode == 2
    assert f"{roster}:3:20: " in done.stderr
    assert fight("n\n", "--roster", str(roster)).returncode == 1
    assert "B by 2" in fight("y\n" + DUEL, "--roster", str(roster)).stdout


def test_settings_that_do_not_fit_are_problems(fight):
    done = fight(DUEL, "--rules", "duel", "--ruling", "height_at_night=maybe")
    assert done.returncode == 1
    assert "height_at_night" in done.stderr
    assert done.stdout == ""


def test_rules_that_there_are_not_are_wrong_usage(fight):
    done = fight("", "--rules", "chess")
    assert done.returncode == 2
    assert "there is no rules system 'chess'" in done.stderr


PREPARED = """\
rules: gdb
terrain: difficult
seed: 9
sides:
  - name: French
    units:
      - "17th: inf 30 col ch =8"
      - "13th: inf 24 col ch"
  - name: British
    units:
      - "40th: inf 24 brit"
"""


@pytest.fixture
def prepared(tmp_path) -> Path:
    file = tmp_path / "somerset.yaml"
    file.write_text(PREPARED, encoding="utf-8")
    return file


def test_a_prepared_scenario_is_on_the_table_and_its_missing_dice_are_asked(fight, prepared):
    done = fight("5\n10\n", str(prepared))
    assert done.returncode == 0
    assert "French by 3" in done.stdout
    assert "17th: 8" in done.stderr  # what was given is told
    assert "2D6 for 17th" not in done.stderr
    assert done.stderr.index("2D6 for 13th") < done.stderr.index("2D6 for 40th")


def test_a_prepared_scenario_with_all_its_dice_shows_its_result_at_once(fight, tmp_path):
    file = tmp_path / "whole.yaml"
    file.write_text(PREPARED.replace(' ch"', ' ch =5"').replace('brit"', 'brit =10"'), encoding="utf-8")
    done = fight("", str(file))
    assert done.returncode == 0
    assert "French by 3" in done.stdout


def test_the_dice_that_the_program_rolls_are_those_of_the_prepared_seed(fight, prepared):
    assert fight("\n\n", str(prepared)).stdout == fight("r\n", str(prepared)).stdout
    assert fight("r\n", str(prepared), "--seed", "10").stdout != fight("r\n", str(prepared)).stdout


def test_a_prepared_scenario_is_set_as_the_command_says(fight, prepared):
    kept = prepared.parent / "kept.yaml"
    fight(f":save {kept}\n", str(prepared), "--set", "terrain=open")
    assert "terrain: open" in kept.read_text(encoding="utf-8")
    assert fight("", str(prepared), "--set", "terrain=swamp").returncode == 1


@pytest.mark.parametrize(("text", "told"), [(None, "no such file"), ("rules: gdb\n", "sides")])
def test_a_prepared_scenario_with_faults_ends_with_them(fight, tmp_path, text, told):
    file = tmp_path / "broken.yaml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    done = fight("", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert told in done.stderr.lower()


def test_a_prepared_scenario_has_its_own_sides(fight, prepared):
    done = fight("", str(prepared), "--side-a", "Prussians")
    assert done.returncode == 2
    assert "--side-a" in done.stderr
