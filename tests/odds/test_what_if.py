"""What single changes would do: whose they are, what they are worth, and the same as made by hand."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.cli.running import melee

BREAKING = """\
rules: whfb8
sides:
  - name: Empire
    units:
      - {name: Halberds, leadership: 7, wounds: 2, attacks: {Boyz: front}}
      - {name: Swords, leadership: 7, wounds: 1, attacks: {Boyz: front, Gobbos: front}}
  - name: Orcs
    units:
      - {name: Boyz, leadership: 8}
      - {name: Gobbos, leadership: 6}
"""
WHO_FIGHTS_WHOM = """\
rules: gdb
sides:
  - name: French
    units:
      - {name: 17th, type: infantry, figures: 30, against: [40th, 83rd]}
      - {name: 13th, type: infantry, figures: 24}
  - name: British
    units:
      - {name: 40th, type: infantry, figures: 24}
      - {name: 83rd, type: infantry, figures: 24}
"""
WHOM_TO_PURSUE = """\
rules: whfb8
sides:
  - name: Empire
    units:
      - {name: Halberds, leadership: 7, wounds: 5, attacks: {Boyz: front, Gobbos: front}}
      - {name: Swords, leadership: 7, attacks: {Boyz: front}}
  - name: Orcs
    units:
      - {name: Boyz, leadership: 8}
      - {name: Gobbos, leadership: 6}
"""
EQUALLY_LARGE = """\
rules: gdb
sides:
  - name: French
    units: [{name: 17th, type: infantry, figures: 24, follow_up: press}]
  - name: British
    units:
      - {name: 40th, type: infantry, figures: 24, british: true}
      - {name: 83rd, type: infantry, figures: 24}
"""
RESTRAINED = """\
rules: whfb8
sides:
  - name: Empire
    units:
      - {name: Spears, leadership: 7, wounds: 1}
      - {name: Swords, leadership: 7, wounds: 1, restrain: true}
      - {name: Axes, leadership: 7, wounds: 1, restrain: true}
  - name: Orcs
    units: [{name: Boyz, leadership: 7, break_roll: 12}]
"""


def odds(text: str, *arguments: str) -> dict[str, Any]:
    ran = melee("odds", "-", "--format", "jsonl", *arguments, stdin=text)
    assert ran.code == 0, ran
    result: dict[str, Any] = json.loads(ran.out)
    return result


def exact(shown: dict[str, Any]) -> Fraction:
    return Fraction(int(shown["numerator"]), int(shown["denominator"]))


def changes(text: str) -> dict[str, dict[str, Any]]:
    return {one["change"]: one for one in odds(text, "--what-if")["what_if"]}


def test_a_unit_left_out_is_its_own_sides_change_though_its_enemies_named_it() -> None:
    whose = {change: one["side"] for change, one in changes(BREAKING).items()}
    assert whose["without Gobbos"] == "Orcs"
    assert whose["without Halberds"] == "Empire"
    whose = {change: one["side"] for change, one in changes(WHO_FIGHTS_WHOM).items()}
    assert (whose["without 40th"], whose["without 17th"]) == ("British", "French")


def test_where_the_winner_is_settled_what_becomes_of_the_units_ranks_the_changes() -> None:
    # Lost by 3: Boyz hold on 5 (10/36), Gobbos on 3 (3/36). Lost by 4: on 4 (6/36) and on 2 (1/36).
    found = odds(BREAKING, "--what-if")["what_if"]
    orcs = [one for one in found if one["side"] == "Orcs"]
    assert orcs[0]["change"] in ("Boyz takes the higher ground", "Boyz charges")
    empire = [one for one in found if one["side"] == "Empire"]
    assert empire[0]["change"] == "Halberds in the rear of Boyz"
    higher = next(one for one in empire if one["change"] == "Halberds takes the higher ground")
    moved = {(unit["unit"], unit["measure"]): exact(unit["gain"]) for unit in higher["units"]}
    assert moved["Boyz", "holds"] == Fraction(6 - 10, 36)
    assert moved["Gobbos", "holds"] == Fraction(1 - 3, 36)
    assert exact(higher["gain"]) == 0


def test_a_table_of_settled_changes_shows_the_units_and_no_chance_to_win() -> None:
    out = melee("odds", "-", "--what-if", stdin=BREAKING, env={"COLUMNS": "120"}).out
    shown = out[out.index("What would change it") :]
    assert "Wins" not in shown
    assert any(
        "takes the higher ground" in line and "Boyz holds -11.1" in line for line in shown.splitlines()
    )


def test_a_change_made_by_hand_has_the_same_chances() -> None:
    found = changes(WHO_FIGHTS_WHOM)
    by_hand = {
        "13th charges": ("13th, type: infantry", "13th, action: charging, type: infantry"),
        "83rd in square": ("83rd, type: infantry", "83rd, formation: square, type: infantry"),
        "without 13th": ("      - {name: 13th, type: infantry, figures: 24}\n", ""),
    }
    for change, (before, after) in by_hand.items():
        edited = odds(WHO_FIGHTS_WHOM.replace(before, after))
        side = next(side for side in edited["sides"] if side["name"] == found[change]["side"])
        assert found[change]["win"] == side["win"], change
        assert found[change]["draw"] == edited["draw"], change


def test_each_other_answer_to_a_decision_is_a_change_with_the_chances_it_has_when_written() -> None:
    found = changes(WHOM_TO_PURSUE)
    by_hand = {
        "Halberds: whom to pursue? Gobbos": ("wounds: 5", "pursue: Gobbos, wounds: 5"),
        "Halberds: pursue or try to restrain? try to restrain": ("wounds: 5", "restrain: true, wounds: 5"),
        "Swords: pursue or try to restrain? try to restrain": (
            "name: Swords",
            "restrain: true, name: Swords",
        ),
    }
    assert {change for change in found if "?" in change} == by_hand.keys()
    for change, (before, after) in by_hand.items():
        sides = odds(WHOM_TO_PURSUE.replace(before, after))["sides"]
        written = {unit["name"]: unit for side in sides for unit in side["units"]}
        assert found[change]["side"] == "Empire"
        for shift in found[change]["units"]:
            assert shift["chance"] == written[shift["unit"]][shift["measure"]], change


def test_a_decision_that_is_given_can_be_taken_back() -> None:
    told = WHOM_TO_PURSUE.replace("wounds: 5", "restrain: true, wounds: 5")
    assert "Halberds: pursue or try to restrain? pursue" in changes(told)


def test_a_decision_on_which_no_chance_of_this_round_hangs_is_no_change() -> None:
    found = changes(EQUALLY_LARGE)
    assert "Which of the equal units of British outnumbers? 83rd" in found
    assert not any("press or stand" in change for change in found)


def test_pursuers_of_one_unit_stand_together_whoever_restrains() -> None:
    # Each of two restrains with 21/36; Boyz surely break; three on foot chase one on foot.
    [joint] = odds(RESTRAINED)["together"]
    assert (joint["units"], joint["share_dice_with"]) == (["Spears", "Swords", "Axes"], ["Boyz"])
    chances = {tuple(one["units"]): exact(one["chance"]) for one in joint["chances"]}
    assert sum(chances.values()) == 1
    spread = {total: 6 - abs(7 - total) for total in range(2, 13)}
    all_three = Fraction(0)
    for flight, ways in spread.items():
        caught = Fraction(sum(w for total, w in spread.items() if total >= flight), 36)
        all_three += Fraction(ways, 36) * caught * (Fraction(15, 36) * caught) ** 2
    assert chances["Spears", "Swords", "Axes"] == all_three


def test_csv_tells_the_ends_of_rounds_apart() -> None:
    ran = melee("odds", "-", "--rounds", "2", "--format", "csv", stdin=WHO_FIGHTS_WHOM)
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    ends = [(row["about"], row["side"], row["value"]) for row in rows if "end in round" in row["about"]]
    assert ("end in round 1", "French", "8+") in ends
    assert len(ends) == len(set(ends))


def test_a_failed_scenario_spoils_no_picture_of_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("rules: gdb\nsides: 3\n")
    (tmp_path / "b.yaml").write_text(WHO_FIGHTS_WHOM)
    ran = melee("odds", "a.yaml", "b.yaml", "--brief", "--svg", "c.svg", "--html", "c.html", cwd=tmp_path)
    assert ran.code == 1
    assert (tmp_path / "c.svg").read_text().count("</g>") > 0
    assert "17th" in (tmp_path / "c.html").read_text()
    melee("odds", "a.yaml", "--svg", "none.svg", cwd=tmp_path)
    assert not (tmp_path / "none.svg").exists()
