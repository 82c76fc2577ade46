"""The library: what ``import melee_cli`` gives, its examples, and that it says what the command says."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from pathlib import Path

import pytest

import melee_cli
from melee_cli.api import library
from tests.cli.running import melee

SCENARIOS = Path(__file__).parents[2] / "scenarios"
WORKED = SCENARIOS / "gdb" / "somerset.yaml"


def test_its_examples_are_true():
    failed, tried = doctest.testmod(library)
    assert tried >= 6
    assert not failed


def test_everything_it_promises_is_there_and_documented():
    for name in melee_cli.__all__:
        assert getattr(melee_cli, name).__doc__, name
    assert set(melee_cli.__all__) <= set(dir(melee_cli))
    with pytest.raises(AttributeError, match="no attribute 'fight'"):
        _ = melee_cli.fight


def test_systems_are_listed_before_and_after_something_is_resolved():
    program = (
        "import melee_cli as m\n"
        "before = [s.id for s in m.systems()]\n"
        "m.resolve({'rules': 'gdb', 'sides': [{'name': 'A', 'units': ['a: inf 9 =7']},"
        " {'name': 'B', 'units': ['b: inf 9 =7']}]})\n"
        "print(before, [s.id for s in m.systems()])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    first, second = ran.stdout.strip().split("] ")
    assert first + "]" == second
    assert "'gdb', 'whfb8'" in first


def test_importing_it_imports_nothing_of_the_stack():
    program = (
        "import sys, melee_cli; print([m for m in ('pydantic', 'yaml', 'rich', 'typer') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize("file", sorted(SCENARIOS.glob("[gw]*/*.yaml")), ids=lambda file: file.stem)
def test_a_result_is_what_the_command_writes(file: Path):
    if "rosters" in file.parts:
        return
    written = json.loads(melee("resolve", "--format", "json", "--seed", "3", str(file)).out)
    documents = melee_cli.load(file)
    assert len(documents) == len(written)
    for place, document in enumerate(documents):  # the place in a batch enters into the dice
        assert melee_cli.check(document) == []
        assert melee_cli.resolve(document, seed=3 + place).to_dict() == written[place]


def test_odds_are_what_the_command_writes():
    [written] = json.loads(melee("odds", "--format", "json", "--rounds", "2", str(WORKED)).out)
    [document] = melee_cli.load(WORKED)
    assert melee_cli.odds(document, rounds=2).to_dict() == written


def test_the_next_round_is_a_scenario_that_resolves():
    draw = melee_cli.resolve(
        {
            "rules": "gdb",
            "sides": [{"name": "A", "units": ["a: inf 24 =7"]}, {"name": "B", "units": ["b: inf 24 =7"]}],
        }
    )
    following = melee_cli.next_round(draw)
    assert following is not None
    assert melee_cli.resolve(following, seed=1).data["round"] == 2
    won = melee_cli.resolve(melee_cli.load(WORKED)[0])
    assert melee_cli.next_round(won) is None


def test_all_problems_come_with_the_error():
    [document] = melee_cli.load("rules: gdb\nsides:\n- {name: A, units: ['a: inf 10 =17', 'b: inf 10000']}\n")
    with pytest.raises(melee_cli.MeleeError) as caught:
        melee_cli.resolve(document)
    assert caught.value.problems == melee_cli.check(document)
    assert len(caught.value.problems) == 3
    assert str(caught.value).splitlines()[0].startswith("<text>:")


def test_odds_that_would_take_too_long_are_an_error_too():
    units = {"A": ["a: inf 24"], "B": ["b: inf 24"]}
    duel = {"rules": "gdb", "sides": [{"name": name, "units": of} for name, of in units.items()]}
    with pytest.raises(melee_cli.MeleeError, match="steps"):
        melee_cli.odds(duel, budget=1)


def test_a_text_and_a_file_are_told_apart():
    assert melee_cli.load('{"rules": "gdb"}')[0].data == {"rules": "gdb"}
    assert melee_cli.load("nowhere.yaml")[0].problems[0].code == "not-found"
    assert [document.source.file for document in melee_cli.load(str(WORKED))] == [str(WORKED)]
