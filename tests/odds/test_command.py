"""``melee odds`` as a user calls it: formats, pictures, plans, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from melee_cli.scenario.schema import odds_schema
from tests.cli.running import Ran, melee

WORKED = """\
rules: gdb
title: Two French columns against the 40th
sides:
  - name: French
    units:
      - {name: 17th Line, type: infantry, figures: 30, formation: column, action: charging}
      - {name: 13th Light, type: infantry, figures: 24, formation: column, action: charging}
  - name: British
    units:
      - {name: 40th Somersetshire, type: infantry, figures: 24, formation: line, british: true}
"""
ALONE = """\
rules: gdb
title: The 17th alone
sides:
  - {name: French, units: ["17th Line: infantry 30 column charging"]}
  - {name: British, units: ["40th Somersetshire: infantry 24 line british =7"]}
"""
PURSUIT = """\
rules: whfb8
title: Two after one
sides:
  - name: Empire
    units: [{name: Halberds, leadership: 7, wounds: 3}, {name: Swords, leadership: 7}]
  - name: Orcs
    units: [{name: Boyz, leadership: 7, break_roll: 12}]
"""
DUEL = """\
rules: duel
sides:
  - {name: Red, units: [{name: Roland, rested: true}]}
  - {name: Blue, units: [{name: Oliver, height: true}]}
"""
BROKEN = "rules: gdb\nsides:\n  - {name: A, units: ['a: infantry 10']}\n"


def said(text: str, *arguments: str, **env: str) -> Ran:
    return melee("odds", "-", *arguments, stdin=text, env=env)


def told(text: str, *arguments: str) -> dict[str, Any]:
    ran = said(text, "--format", "jsonl", *arguments)
    assert ran.code == 0, ran
    result: dict[str, Any] = json.loads(ran.out)
    return result


def chance(shown: dict[str, Any]) -> Fraction:
    exact = Fraction(int(shown["numerator"]), int(shown["denominator"]))
    assert (str(exact.numerator), str(exact.denominator)) == (shown["numerator"], shown["denominator"])
    assert abs(float(100 * exact) - shown["percent"]) <= 0.0500001
    return exact


def test_json_has_every_chance_exactly() -> None:
    result = told(WORKED)
    french, british = result["sides"]
    assert (result["format"], result["ok"], result["round"]) == ("melee-odds/1", True, 1)
    assert chance(french["win"]) == Fraction(44_070, 46_656)
    assert chance(result["draw"]) + chance(french["win"]) + chance(british["win"]) == 1
    assert sum(chance(band["chance"]) for band in result["bands"]) == 1
    assert sum(chance(row["exactly"]) for row in result["differences"]) == 1
    [by_eight] = [r for r in result["differences"] if (r["winner"], r["difference"]) == ("French", 8)]
    assert chance(by_eight["at_least"]) == Fraction(13_110, 46_656)
    [fortieth] = british["units"]
    assert sum(chance(one["chance"]) for one in fortieth["outcomes"]) == 1
    spread = {one["value"]: chance(one["chance"]) for one in fortieth["casualties"]["distribution"]}
    mean = fortieth["casualties"]["mean"]
    assert sum(value * c for value, c in spread.items()) == Fraction(
        int(mean["numerator"]), int(mean["denominator"])
    )
    assert result["policy"]["choices"][0]["origin"] == "default"


@pytest.mark.parametrize(
    "text", [WORKED, ALONE, PURSUIT, DUEL, BROKEN], ids=["two", "given", "whfb8", "duel", "bad"]
)
def test_json_is_in_the_shape_of_its_schema(text: str) -> None:
    ran = said(text, "--format", "json", "--what-if")
    for result in json.loads(ran.out):
        jsonschema.validate(result, odds_schema())


def test_the_pursuers_of_one_unit_are_told_together() -> None:
    result = told(PURSUIT)
    [together] = result["together"]
    assert (together["units"], together["share_dice_with"]) == (["Halberds", "Swords"], ["Boyz"])
    assert sum(chance(one["chance"]) for one in together["chances"]) == 1
    boyz = result["sides"][1]["units"][0]
    assert chance(boyz["destroyed"]) == Fraction(11_207, 15_552)


def test_the_policy_says_what_was_given_and_what_is_the_default() -> None:
    press = WORKED.replace("action: charging}", "action: charging, follow_up: press}", 1)
    found = {one["unit"]: (one["value"], one["origin"]) for one in told(press)["policy"]["choices"]}
    assert found["17th Line"] == ("press", "given")
    assert found["13th Light"] == ("stand", "default")


def test_a_table_says_win_draw_and_lose_first_and_draws_bars() -> None:
    out = said(WORKED).out
    assert out.startswith("French win 94.5%, draw 2.9%, British win 2.6%\n")
    assert re.search(r"^ +8 +9\.4% +28\.1% +█+", out, re.M)
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("columns", "encoding"), [(20, "utf-8"), (40, "ascii"), (60, "utf-8"), (120, "ascii"), (200, "utf-8")]
)
def test_a_table_fits_any_width_in_any_encoding(columns: int, encoding: str) -> None:
    ran = said(WORKED, "--what-if", "--rounds", "2", COLUMNS=str(columns), PYTHONIOENCODING=encoding)
    assert ran.code == 0, ran
    assert max(map(len, ran.out.splitlines())) <= columns
    filled, even = ("#", "=") if encoding == "ascii" else ("█", "▒")
    assert re.search(rf"^[ |]+6 .*{filled}", ran.out, re.M)
    assert re.search(rf" 0 .*{even}$", ran.out, re.M)
    assert ran.out.isascii() == (encoding == "ascii")


def test_csv_has_a_row_a_chance_and_markdown_a_table() -> None:
    rows = list(csv.DictReader(io.StringIO(said(WORKED, "--format", "csv").out)))
    [win] = [row for row in rows if row["about"] == "win" and row["side"] == "French"]
    assert Fraction(int(win["numerator"]), int(win["denominator"])) == Fraction(44_070, 46_656)
    assert "| French by 8+: 28.1% | 8 | 9.4% | 28.1% |" in said(WORKED, "--format", "markdown").out


def test_house_rules_count_and_are_named(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("rules: gdb\nname: Club\nnumbers: {gdb.charge: 4}\n")
    result = told(WORKED, "--house", str(house))
    assert result["rules"]["house"]["name"] == "Club"
    assert [change["rule"] for change in result["rules"]["house"]["changes"]] == ["gdb.charge"]
    assert chance(result["sides"][0]["win"]) > Fraction(44_070, 46_656)


def test_several_rounds_say_each_round_and_all_of_them() -> None:
    result = told(WORKED, "--until-decided")["rounds"]
    ends = sum(chance(one["chance"]) for one in result["ends"])
    assert ends + chance(result["goes_on"]) == 1
    assert chance(result["goes_on"]) < chance(result["bound"])
    assert [one["round"] for one in result["by_round"]] == list(range(1, len(result["by_round"]) + 1))
    out = said(WORKED, "--rounds", "2").out
    assert re.search(r"^ +1 +94\.5% +2\.6% +0\.0% +2\.9%$", out, re.M), out


def test_what_if_puts_the_best_change_first_on_each_side() -> None:
    found = told(WORKED, "--what-if")["what_if"]
    for side in ("French", "British"):
        gains = [
            Fraction(int(o["gain"]["numerator"]), int(o["gain"]["denominator"]))
            for o in found
            if o["side"] == side
        ]
        assert len(gains) > 3
        assert gains == sorted(gains, reverse=True)
    [height] = [o for o in found if "17th Line" in o["change"] and "higher" in o["change"]]
    raised = told(WORKED.replace("figures: 30,", "figures: 30, higher: true,"))
    assert height["win"] == raised["sides"][0]["win"]


def test_two_plans_stand_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(ALONE)
    (tmp_path / "b.yaml").write_text(WORKED)
    ran = melee("odds", "a.yaml", "b.yaml", "--compare", "--html", "c.html", cwd=tmp_path)
    assert ran.code == 0, ran
    assert ran.out.splitlines()[0] in (tmp_path / "c.html").read_text()
    assert re.search(r"French wins +83\.3% +94\.5% +\+11\.1", ran.out), ran.out
    assert ran.out.splitlines()[0].startswith("French wins 83.3% by plan A, 94.5% by plan B")


def test_plans_of_different_rules_or_not_two_cannot_be_compared(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(ALONE)
    (tmp_path / "w.yaml").write_text(PURSUIT)
    different = melee("odds", "a.yaml", "w.yaml", "--compare", cwd=tmp_path)
    assert (different.code, different.out) == (2, "")
    assert "different rules: gdb and whfb8" in different.err
    one = melee("odds", "a.yaml", "--compare", cwd=tmp_path)
    assert (one.code, one.out) == (2, "")
    assert "two scenarios, not 1" in one.err


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("--rounds", "0"), 2, "--rounds"),
        (("--rounds", "-1"), 2, "--rounds"),
        (("--rounds", "2", "--until-decided"), 2, "--until-decided"),
        (("--budget", "20"), 1, "more than 20 steps"),
        (("--until-decided", "--budget", "1000"), 1, "rounds to come take more than 1000 steps"),
        (("--what-if", "--budget", "200"), 1, "every change take more than 200 steps"),
    ],
)
def test_what_cannot_be_answered_is_a_clear_error(arguments: tuple[str, ...], code: int, word: str) -> None:
    ran = said(WORKED, *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert word in ran.err


def test_more_rounds_of_a_system_that_asks_for_wounds_are_refused_with_the_reason() -> None:
    ran = said(PURSUIT, "--rounds", "2")
    assert ran.code == 1
    assert "wounds" in ran.err


def test_odds_of_a_scenario_with_a_problem_give_that_problem() -> None:
    checked = melee("check", "-", stdin=BROKEN)
    ran = said(BROKEN)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[0] == checked.err.splitlines()[0]
    failed = json.loads(said(BROKEN, "--format", "jsonl").out)
    assert (failed["format"], failed["ok"]) == ("melee-odds/1", False)
    assert [problem["code"] for problem in failed["problems"]] == ["two-sides"]


def test_pictures_are_self_contained_and_say_what_they_show(tmp_path: Path) -> None:
    text = WORKED.replace("Two French columns", "<Two> & columns")
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    ran = said(text, "--svg", str(svg), "--html", str(html))
    assert ran.code == 0, ran
    picture = svg.read_text(encoding="utf-8")
    root = ET.fromstring(picture)
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "<Two> & columns against the 40th"
    assert "French win 94.5%" in (root.findtext(f"{space}desc") or "")
    page = html.read_text(encoding="utf-8")
    for shared in (picture, page):
        assert "prefers-color-scheme: dark" in shared
        assert not re.search(r"(?:src|href)=|@import|url\(|<script", shared)
    assert "&lt;Two&gt; &amp; columns" in page


def test_where_the_difference_is_settled_the_picture_shows_what_units_may_do(tmp_path: Path) -> None:
    svg = tmp_path / "a.svg"
    assert said(PURSUIT, "--svg", str(svg)).code == 0
    texts = [e.text for e in ET.parse(svg).getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert "Boyz" in texts
    assert "72.1%" in texts


def test_a_picture_is_not_written_where_there_are_problems(tmp_path: Path) -> None:
    svg = tmp_path / "a.svg"
    assert said(BROKEN, "--svg", str(svg)).code == 1
    assert not svg.exists()


def test_odds_speak_russian() -> None:
    out = said(WORKED, "--lang", "ru").out
    assert out.startswith("French: победа 94.5%, ничья 2.9%, British: победа 2.6%\n")
    ours = re.sub(r"French|British|17th Line|13th Light|40th Somersetshire|Two French.*|General.*", "", out)
    assert not re.search("[a-z]", ours)
