"""Colours where a terminal takes them and nowhere else, in every command; ``--color`` says otherwise."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT, environment, melee

COMMANDS = [
    ["resolve", "scenarios/gdb/somerset.yaml"],
    ["resolve", "scenarios/whfb8/knights_choose_a_target.yaml", "--explain"],
    ["resolve", "tests/gallery/unknown-key.yaml"],
    ["odds", "scenarios/gdb/somerset.yaml"],
    ["check", "tests/gallery/unknown-key.yaml"],
    ["rules", "gdb", "charg"],
    ["words", "gdb", "column"],
    ["fight", "-a", "17th: inf 30 =8", "-b", "40th: inf 24 =10"],
    ["guide", "commands"],
]
IDS = [" ".join(command[:2]) for command in COMMANDS]


def on_terminal(*arguments: str, **environ: str) -> str:
    """Return everything that ``melee`` writes to a terminal."""
    parent, child = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-m", "melee_cli", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=child,
        stderr=child,
        cwd=ROOT,
        env={**environment(), "TERM": "xterm-256color", **environ},
    )
    os.close(child)
    shown = b""
    while True:
        try:
            piece = os.read(parent, 65_536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(parent)
    done.wait()
    return shown.decode()


@pytest.mark.parametrize("command", COMMANDS, ids=IDS)
def test_every_command_is_in_colour_on_a_terminal(command: list[str]) -> None:
    assert "\x1b[" in on_terminal(*command)


@pytest.mark.parametrize("command", COMMANDS, ids=IDS)
def test_no_command_is_in_colour_with_no_color(command: list[str]) -> None:
    assert "\x1b" not in on_terminal(*command, NO_COLOR="1", FORCE_COLOR="1")


@pytest.mark.parametrize("command", COMMANDS, ids=IDS)
def test_no_command_is_in_colour_in_a_pipe_whatever_the_environment_says(command: list[str]) -> None:
    ran = melee(*command, env={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert "\x1b" not in ran.out + ran.err


@pytest.mark.parametrize("command", COMMANDS, ids=IDS)
def test_the_option_beats_the_environment(command: list[str]) -> None:
    ran = melee(*command, "--color", "always", env={"NO_COLOR": "1"})
    assert "\x1b[" in ran.out + ran.err
    assert "\x1b" not in on_terminal(*command, "--color=never")


def test_a_dumb_terminal_has_no_colour() -> None:
    assert "\x1b" not in on_terminal(*COMMANDS[0], TERM="dumb")


def test_json_has_no_colour_even_where_it_is_always_asked_for() -> None:
    assert json.loads(melee("resolve", "--format", "json", "--color", "always", COMMANDS[0][1]).out)


def test_a_theme_file_changes_a_colour_and_its_faults_are_one_warning(tmp_path: Path) -> None:
    folder = tmp_path / "melee"
    folder.mkdir()
    (folder / "theme.ini").write_text("[styles]\nside.first = blue\ngain = purpul\n")
    ran = melee("resolve", COMMANDS[0][1], "--color", "always", env={"XDG_CONFIG_HOME": str(tmp_path)})
    assert "\x1b[34mFrench: 15" in ran.out
    assert ran.err.count("theme.ini") == 1
    assert "gain cannot be purpul" in ran.err
    assert ran.code == 0
