"""Processes that are ended from outside: a worker of a batch, and a run that writes a file."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from melee_cli.cli import jobs
from melee_cli.cli.jobs import spread_out
from melee_cli.cli.output import Done
from melee_cli.formats.documents import cut_stream
from melee_cli.formats.limits import Document
from tests.cli.running import environment, melee

DOCUMENT = """\
title: {title}
rules: gdb
sides:
  - {{name: A, units: ["a: inf 9 =7"]}}
  - {{name: B, units: ["b: inf 9 =5"]}}
"""
COMMAND = [sys.executable, "-m", "melee_cli", "resolve"]


class Killing:
    """Says the title of each document; one called ``kill`` ends the process, ``once`` only the first time."""

    marks: Path

    def __call__(self, document: Document, place: int) -> Done:
        title = document.data["title"] if document.data else document.problems[0].code
        mark = self.marks / str(title)
        if str(title).startswith("kill") or (str(title).startswith("once") and not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Done(f"{place} {title}\n", "", bool(document.data))


@pytest.fixture
def killing(tmp_path: Path) -> type[Killing]:
    Killing.marks = tmp_path
    return Killing


def said(titles: list[str], prepare: type[Killing]) -> list[str]:
    stream = io.BytesIO("---\n".join(DOCUMENT.format(title=title) for title in titles).encode())
    found = cut_stream(stream, "<test>", ".yaml")
    return [done.out.strip() for results, _ in spread_out(found, prepare, 2) for done in results]


def test_what_a_dead_worker_had_is_worked_out_again_in_order(killing: type[Killing]) -> None:
    titles = [f"once {place}" if place in (60, 130, 131) else f"d{place}" for place in range(240)]
    assert said(titles, killing) == [f"{place} {title}" for place, title in enumerate(titles)]


def test_a_document_that_ends_its_process_again_is_a_problem_and_the_rest_goes_on(
    killing: type[Killing],
) -> None:
    titles = [f"kill {place}" if place in (70, 199) else f"d{place}" for place in range(200)]
    expected = [f"{place} {title}" for place, title in enumerate(titles)]
    expected[70], expected[199] = "70 process-ended", "199 process-ended"
    assert said(titles, killing) == expected


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def test_a_worker_killed_in_a_batch_costs_nothing(tmp_path: Path) -> None:
    titles = [f"d{place}" for place in range(1500)]
    with subprocess.Popen(
        [*COMMAND, "--format", "jsonl", "--jobs", "2", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as run:
        texts = [DOCUMENT.format(title=title) for title in titles]
        run.stdin.write(("---\n".join(texts[:600]) + "---\n").encode())
        run.stdin.flush()
        first = run.stdout.readline()
        until = time.monotonic() + 15
        while not children(run.pid) and time.monotonic() < until:
            time.sleep(0.005)
        os.kill(children(run.pid)[0], signal.SIGKILL)
        rest = "---\n".join(texts[600:]).encode()
        Thread(target=lambda: (run.stdin.write(rest), run.stdin.close()), daemon=True).start()
        lines = [first, *run.stdout]
    assert [json.loads(line)["title"] for line in lines] == titles
    assert run.returncode == 0


@pytest.fixture
def writing(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run that has begun to write its file and waits for more scenarios."""
    run = subprocess.Popen(
        [*COMMAND, "--format", "jsonl", "--output", str(tmp_path / "out.jsonl"), "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert run.stdin is not None
    run.stdin.write((DOCUMENT.format(title="first") + "---\n").encode())
    run.stdin.flush()
    until = time.monotonic() + 15
    while not list(tmp_path.glob("*.part")) and time.monotonic() < until:
        time.sleep(0.01)
    yield run
    run.kill()
    run.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_nothing_half_written_stays_when_a_signal_ends_the_run(
    writing: subprocess.Popen[bytes], tmp_path: Path, number: signal.Signals
) -> None:
    assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
    writing.send_signal(number)
    code = writing.wait(15)
    assert code == (130 if number is signal.SIGINT else -number)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_is_cleared_by_the_next(
    writing: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    writing.kill()
    writing.wait(15)
    (tmp_path / "other.jsonl.99999999.part").write_text("another file's")
    (tmp_path / f"out.jsonl.{os.getpid()}.part").write_text("one that is still being written")
    (tmp_path / "out.jsonl.backup.part").write_text("somebody's own")
    assert len(list(tmp_path.iterdir())) == 4
    ran = melee("resolve", "-", "--output", tmp_path / "out.jsonl", stdin=DOCUMENT.format(title="next"))
    assert ran.code == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "out.jsonl",
        "other.jsonl.99999999.part",
        f"out.jsonl.{os.getpid()}.part",
        "out.jsonl.backup.part",
    }


def test_jobs_by_themselves_keep_the_order_and_leave_short_batches_alone(
    killing: type[Killing], monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = [f"d{place}" for place in range(450)]
    stream = io.BytesIO("---\n".join(DOCUMENT.format(title=title) for title in titles).encode())
    found = spread_out(cut_stream(stream, "<test>", ".yaml"), killing, None)
    assert [done.out.strip() for results, _ in found for done in results] == [
        f"{place} {title}" for place, title in enumerate(titles)
    ]
    monkeypatch.setattr(jobs, "_pool", lambda *_: pytest.fail("no process is worth starting"))
    short = io.BytesIO(DOCUMENT.format(title="one").encode())
    (results,) = jobs.spread_out(cut_stream(short, "<test>", ".yaml"), killing, None)
    assert [done.out for done in results[0]] == ["0 one\n"]
