"""The top level of a result: seeds, rulings, failures."""

from __future__ import annotations

from melee_cli.api.resolve import resolve
from melee_cli.scenario.book import Options
from tests.scenario.reading import DUEL, checked

ROLLED = DUEL.replace(", roll: 3", "")


def result(text: str, options: Options | None = None, place: int = 0) -> dict:
    options = options or Options()
    return resolve(checked(text, options), options, place).data


def rolls(found: dict) -> list[int]:
    return [unit["roll"] for side in found["sides"] for unit in side["units"]]


def test_the_head_of_a_result():
    found = result(f"title: Dawn\nround: 2\n{DUEL}")
    assert {key: found[key] for key in ("format", "ok", "source", "title", "seed", "round")} == {
        "format": "melee-result/1",
        "ok": True,
        "source": {"file": "a.yaml", "document": 1, "line": 1},
        "title": "Dawn",
        "seed": None,
        "round": 2,
    }
    assert found["rules"]["id"] == "duel"
    assert found["rules"]["house"] is None
    assert found["rules"]["rulings"] == {"height_at_night": "no"}
    assert result(DUEL)["title"] is None


def test_a_seed_is_shown_when_given_or_when_a_die_came_from_it():
    assert result(DUEL)["seed"] is None
    assert result(f"seed: 5\n{DUEL}")["seed"] == 5
    drawn = result(ROLLED)["seed"]
    assert 0 <= drawn < 1_000_000
    assert rolls(result(f"seed: {drawn}\n{ROLLED}")) == rolls(result(ROLLED, Options(seed=drawn)))


def test_the_seed_of_the_command_line_beats_the_scenarios_and_the_place_enters():
    assert result(f"seed: 5\n{ROLLED}", Options(seed=7))["seed"] == 7
    assert result(f"seed: 5\n{ROLLED}", Options(seed=7), place=3)["seed"] == 10
    assert result(f"seed: 5\n{ROLLED}", place=3)["seed"] == 5
    assert rolls(result(ROLLED, Options(seed=7), place=3)) == rolls(result(ROLLED, Options(seed=10)))


def test_entering_one_roll_changes_no_other():
    for seed in range(30):
        both = rolls(result(ROLLED, Options(seed=seed)))
        one = rolls(result(ROLLED.replace("rested: true", "rested: true, roll: 6"), Options(seed=seed)))
        assert one == [6, both[1]]


def test_a_failed_scenario_is_a_result_too():
    found = result(DUEL.replace("rested", "resetd"))
    assert set(found) == {"format", "ok", "source", "problems"}
    assert found["ok"] is False
    assert [problem.code for problem in found["problems"]] == ["unknown-key"]
