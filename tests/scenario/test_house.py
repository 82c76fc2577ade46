"""House files: what they change, what is shown of it, and that one bad line stops everything."""

from __future__ import annotations

import os

import pytest

from melee_cli.api.resolve import resolve
from melee_cli.core.rules import House
from melee_cli.formats.documents import documents
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check
from melee_cli.scenario.house import read_house
from melee_cli.systems import find
from tests.scenario.reading import DUEL, said, told

CLUB = """\
name: The club
rules: duel
rulings: {height_at_night: yes}
numbers: {duel.height: 3, duel.rested: {value: -1}}
add:
  - {id: club.host, label: Host, value: 2, when: {rested: true}}
"""


@pytest.fixture
def table(tmp_path):
    """A folder with a scenario, its house file beside it, and a result of both."""

    def resolved(house: str, scenario: str = DUEL + "house: club.yaml\n", options: Options | None = None):
        (tmp_path / "club.yaml").write_text(house, encoding="utf-8")
        (tmp_path / "duel.yaml").write_text(scenario, encoding="utf-8")
        (document,) = documents([str(tmp_path / "duel.yaml")])
        checked = check(document, options or Options())
        return resolve(checked, options or Options()).data

    return resolved


def lines(result, side: int) -> dict[str, int]:
    return {line.rule: line.value for line in result["sides"][side]["units"][0]["modifiers"]}


def test_a_house_file_changes_numbers_rulings_and_adds_rows(table):
    found = table(CLUB)
    assert lines(found, 0) == {"duel.rested": -1, "club.host": 2}
    assert lines(found, 1) == {"duel.height": 3}
    assert found["rules"]["rulings"] == {"height_at_night": "yes"}


def test_the_result_names_the_house_and_its_changes(table):
    house = table(CLUB)["rules"]["house"]
    assert house["name"] == "The club"
    assert [(change["rule"], said(change["text"])) for change in house["changes"]] == [
        ("duel.height", "value: 3 instead of 2"),
        ("duel.rested", "value: -1 instead of 1"),
        ("club.host", "Host: +2 while rested is true"),
        ("ruling:height_at_night", "yes"),
    ]


def test_a_row_switched_off_gives_nothing(table):
    assert lines(table("off: [duel.height]\n"), 1) == {}
    assert table("off: [duel.height]\n")["rules"]["house"]["name"] == "club.yaml"


def test_an_empty_mapping_changes_nothing(table):
    assert lines(table("{}\n"), 1) == {"duel.height": 2}


def test_the_scenario_and_the_command_line_beat_the_house_in_rulings(table):
    scenario = DUEL + "house: club.yaml\nrulings: {height_at_night: no}\n"
    assert table(CLUB, scenario)["rules"]["rulings"] == {"height_at_night": "no"}
    options = Options(rulings={"height_at_night": "yes"})
    assert table("{}\n", scenario, options)["rules"]["rulings"] == {"height_at_night": "yes"}


def test_the_house_of_the_command_line_beats_the_scenarios(table, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text("numbers: {duel.height: 5}\n")
    assert lines(table(CLUB, options=Options(house=str(other))), 1) == {"duel.height": 5}


def test_a_house_file_is_read_again_only_when_it_changes(tmp_path):
    path = tmp_path / "club.yaml"
    path.write_text(CLUB)
    first = read_house(str(path), find("duel"))
    assert isinstance(first, House)
    assert read_house(str(path), find("duel")) is first
    path.write_text("off: [duel.height]\n")
    os.utime(path, ns=(1, 1))
    again = read_house(str(path), find("duel"))
    assert isinstance(again, House)
    assert again.off == {"duel.height"}


def test_a_row_of_the_house_sees_what_the_rules_make_of_a_field_left_open(tmp_path):
    path = tmp_path / "club.yaml"
    path.write_text("add: [{id: club.line, label: In line, value: 5, when: {formation: line}}]\n")
    scenario = tmp_path / "gdb.yaml"
    scenario.write_text(
        "rules: gdb\nsides:\n"
        "  - {name: A, units: ['A1: inf 24 =7']}\n"
        "  - {name: B, units: ['B1: inf 24 col =7']}\n"
    )
    (document,) = documents([str(scenario)])
    options = Options(house=str(path))
    result = resolve(check(document, options), options).data
    assert lines(result, 0)["club.line"] == 5
    assert "club.line" not in lines(result, 1)


def test_a_row_of_the_house_says_when_it_counts(tmp_path):
    path = tmp_path / "club.yaml"
    path.write_text("add: [{id: club.vet, label: Veterans, value: 1, when: {quality: veteran}}]\n")
    house = read_house(str(path), find("gdb"))
    assert isinstance(house, House)
    assert said(house.added[0].text) == "quality is veteran"


DEFECTS = [
    ("- 1\n", "1:1 wrong-type <- 1>"),
    ("naem: x\n", "1:1 unknown-key <naem>"),
    ("name: ''\n", "1:7 empty-name <''>"),
    ("rules: gdb\n", "1:8 other-system <gdb>"),
    ("rulings: {height_at_nigt: yes}\n", "1:11 unknown-ruling <height_at_nigt>"),
    ("rulings: {height_at_night: maybe}\n", "1:28 unknown-value <maybe>"),
    ("numbers: {duel.heigt: 3}\n", "1:11 unknown-row <duel.heigt>"),
    ("numbers: {duel.winner: 3}\n", "1:11 unknown-row <duel.winner>"),
    ("numbers: {duel.height: three}\n", "1:24 out-of-range <three>"),
    ("numbers: {duel.height: 100}\n", "1:24 out-of-range <100>"),
    ("numbers: {duel.height: true}\n", "1:24 out-of-range <true>"),
    ("numbers: {duel.height: {vaule: 3}}\n", "1:25 unknown-key <vaule>"),
    ("numbers: 3\n", "1:10 wrong-type <3>"),
    ("off: [duel.heigt]\n", "1:7 unknown-row <duel.heigt>"),
    ("off: duel.height\n", "1:6 wrong-type <duel.height>"),
    ("add: [{id: a, label: A, value: 1}]\n", "1:7 missing-key <{id: a, label: A, value: 1}>"),
    ("add: [{id: a, label: A, value: 1, when: {}}]\n", "1:35 empty-list <when>"),
    ("add: [{id: a, label: A, value: x, when: {rested: true}}]\n", "1:32 wrong-type <x>"),
    ("add: [{id: a, label: A, value: 1, when: {reste: true}}]\n", "1:42 unknown-key <reste>"),
    ("add: [{id: a, label: A, value: 1, when: {rested: 5}}]\n", "1:50 unknown-value <5>"),
    ("add: [{id: duel.height, label: A, value: 1, when: {rested: true}}]\n", "1:12 same-name <duel.height>"),
    ("name: [\n", "1:8 not-yaml <>"),
    ("", "not-a-house-file"),
    ("name: a\nname: b\n", "2:1 duplicate-key <name>"),
    ("name: a\n---\nname: b\n", "2 not-a-house-file"),
    ("a: 1\n\xff", "2:1 not-utf8 <\ufffd>"),
]


@pytest.mark.parametrize(("text", "wanted"), DEFECTS)
def test_one_bad_line_stops_everything_and_is_pointed_at(text, wanted, tmp_path):
    path = tmp_path / "club.yaml"
    path.write_bytes(text.encode("latin-1"))
    found = read_house(str(path), find("duel"))
    assert isinstance(found, list)
    assert {problem.place.file for problem in found} == {str(path)}
    assert [told(problem) for problem in found] == [wanted]


def test_a_scenario_under_a_bad_house_file_fails_and_never_falls_back_to_the_book(table):
    found = table("numbers: {duel.height: three}\n")
    assert found["ok"] is False
    assert [problem.code for problem in found["problems"]] == ["out-of-range"]
    assert found["problems"][0].place.file.endswith("club.yaml")


def test_a_folder_or_nothing_is_no_house_file(tmp_path):
    for path, code in ((tmp_path, "not-a-house-file"), (tmp_path / "none.yaml", "not-found")):
        found = read_house(str(path), find("duel"))
        assert isinstance(found, list)
        assert [problem.code for problem in found] == [code]
