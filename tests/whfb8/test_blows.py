"""The round of blows: fifteen melees worked out elsewhere, given and rolled blows, what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from melee_cli.core.odds import Odds, odds
from melee_cli.systems.whfb8 import SYSTEM
from tests.cli.running import melee
from tests.whfb8.playing import fight, opened, problems, resolved, units_of
from tests.whfb8.reading import blow, troops, unit

MELEES = json.loads((Path(__file__).parent / "values" / "whfb8_profiles.json").read_text(encoding="utf-8"))
EACH = pytest.mark.parametrize("melee", MELEES, ids=[melee["scenario"]["title"] for melee in MELEES])
CALLED = {"fighting_rank": "fighting"}


def chances(scenario: dict[str, Any]) -> Odds:
    """Return the exact odds of *scenario*, a plain dict."""
    found = odds(opened(scenario), SYSTEM, SYSTEM.scenario().model_validate(scenario))
    assert isinstance(found, Odds)
    return found


def groups(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every group of blows if nobody fell, as the other implementation writes it."""
    found = []
    for name, one in units_of(dict(opened(scenario).preview())).items():
        for struck in one["blows"]:
            made_of = [[part["rule"].rpartition(".")[2], part["value"]] for part in struck["made_of"]]
            found.append(
                {
                    "unit": name,
                    "order": struck["step"],
                    "made_of": [[CALLED.get(rule, rule), value] for rule, value in made_of],
                    **{
                        key: struck[key]
                        for key in ("target", "kind", "attacks", "hit_on", "wound_on", "save_on", "ward_on")
                    },
                }
            )
    return found


@EACH
def test_who_strikes_with_what_is_as_the_other_implementation_says(melee):
    wanted = [
        {**group, "attacks": None if isinstance(group["attacks"], dict) else group["attacks"]}
        for group in melee["groups"]
    ]
    order = {group["unit"]: place for place, group in enumerate(wanted)}
    assert sorted(groups(melee["scenario"]), key=lambda group: order[group["unit"]]) == sorted(
        wanted, key=lambda group: order[group["unit"]]
    )


@EACH
def test_the_chances_of_the_round_are_as_the_other_implementation_says(melee):
    found = chances(melee["scenario"])
    for side, chance in melee["exact"].items():
        assert found.wins(None if side == "draw" else side) == Fraction(chance)
    for name, percent in melee["breaks_percent"].items():
        assert float(100 * found.units[name]["breaks"].chance()) == pytest.approx(percent, abs=1e-9)
    for sums, mean in zip(found.sums.values(), melee["wounds_mean"], strict=True):
        assert float(sums.mean) == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize(
    ("given", "came"),
    [
        (3, (None, None, 3, 3, "entered")),
        ({"hits": 7, "wounds": 5, "unsaved": 3}, (7, 5, 3, 3, "entered")),
        ({"unsaved": 2}, (None, None, 2, 2, "entered")),
    ],
)
def test_blows_that_are_given_are_taken_as_they_are(given, came):
    result = resolved(fight([troops(blows={"B1": given})], [troops()]))
    found = blow("A1")(result)
    assert tuple(found[key] for key in ("hits", "wounds", "unsaved", "counted", "origin")) == came
    assert unit("B1", "models_left")(result) == 20 - came[3]


def test_what_is_not_given_is_rolled_and_changes_nothing_else():
    plain = resolved(fight([troops()], [troops()]))
    given = resolved(fight([troops(blows={"B1": {"hits": 7}})], [troops()]))
    assert blow("A1", "hits")(given) == 7
    assert blow("A1", "origin")(given) == "rolled"
    assert blow("A1", "wounds")(given) <= 7
    assert blow("B1")(given) == blow("B1")(plain)


def test_the_wounds_of_a_side_are_those_that_count():
    result = resolved(fight([troops(a=4, blows={"B1": 15})], [troops(10, 5)]))
    assert result["sides"][0]["lines"][0].value == 10
    assert unit("B1", "outcome")(result) == "wiped_out"


def test_wounds_lost_before_cost_a_model_sooner_and_do_not_count():
    trolls = troops(4, 4, w=3, type="monstrous_infantry", wounds_lost=2)
    result = resolved(fight([troops(blows={"B1": 2})], [{**trolls, "unbreakable": True}]))
    assert unit("B1", "models_left")(result) == 3
    assert unit("B1", "wounds_lost")(result) == 1
    assert result["sides"][0]["lines"][0].value == 2
    following = result["next_round"]["sides"][1]["units"][0]
    assert (following["models"], following["wounds_lost"]) == (3, 1)
    assert following["profile"]["w"] == 3
    assert "wounds_each" not in following


def test_an_unstable_unit_crumbles_from_the_wounds_that_are_left():
    dead = troops(2, 2, w=3, unstable=True, blows={"A1": 0}, wounds_lost=1)
    result = resolved(fight([troops(blows={"B1": 2}, standard=True, charged=True)], [dead]))
    assert unit("B1", "crumble_wounds")(result) == 7
    assert unit("B1", "outcome")(result) == "destroyed"


def test_a_shared_front_is_dealt_evenly_and_said_to_be():
    result = resolved(fight([troops(21, 7)], [troops(), troops(), troops()]))
    found = [one["made_of"][0]["value"] for one in units_of(result)["A1"]["blows"]]
    assert found == [3, 2, 2]
    assert any("divides" in note.text for note in result["notes"])
    said = fight([troops(21, 7, fighting={"B1": 1, "B2": 6})], [troops(), troops(), troops()])
    found = [one["made_of"][0]["value"] for one in units_of(resolved(said))["A1"]["blows"]]
    assert found == [1, 6]


def test_bases_of_two_sizes_by_their_types_are_noted():
    two = resolved(fight([troops(type="cavalry")], [troops()]))
    assert any("mm" in note.text for note in two["notes"])
    said = resolved(fight([troops(type="cavalry", base_mm=25)], [troops()]))
    assert not any("mm" in note.text for note in said["notes"])


REFUSED = [
    ("profile-missing", [troops()], [{"leadership": 7}]),
    ("profile-needed", [{"leadership": 7, "champion": True}], [{"leadership": 7}]),
    ("beside-profile", [troops(wounds=1)], [troops()]),
    ("beside-profile", [{**troops(), "ranks": 2}], [troops()]),
    ("wounds-differ", [troops(wounds_each=2)], [troops()]),
    ("wounds-lost", [troops(w=3, wounds_lost=3)], [troops()]),
    ("no-such-blows", [troops(mount_blows={"B1": 1})], [troops()]),
    ("no-such-blows", [troops(impact_hits=1, impact_blows={"B1": 1})], [troops()]),
    ("no-such-blows", [troops(stomp_blows={"B1": 1})], [troops()]),
    ("counts-missing", [troops(blows={"B1": {"wounds": 3}})], [troops()]),
    ("unknown-enemy", [troops(blows={"C1": 3})], [troops()]),
    ("unknown-enemy", [troops(fighting={"A1": 3})], [troops()]),
    ("not-touched", [troops(attacks={"B1": "front"}, blows={"B2": 1})], [troops(), troops()]),
    ("too-many-fight", [troops(fighting={"B1": 21})], [troops()]),
    ("impossible-blows", [troops(blows={"B1": {"hits": 11}})], [troops()]),
    ("impossible-blows", [troops(blows={"B1": {"hits": 5, "wounds": 6}})], [troops()]),
    ("impossible-blows", [troops(blows={"B1": {"hits": 5, "wounds": 4, "unsaved": 5}})], [troops()]),
    ("impossible-blows", [troops(a=4, i=5, blows={"B1": 20})], [troops(blows={"A1": 1})]),
    ("leadership-needed", [{**troops(), "leadership": None}], [troops()]),
]


@pytest.mark.parametrize(("code", "one", "other"), REFUSED)
def test_what_contradicts_itself_is_refused(code, one, other):
    three = other if code != "not-touched" else [{**other[0]}, {**other[1], "attacks": {"A1": "front"}}]
    if code == "not-touched":
        one = [*one, troops(attacks={"B2": "front"})]
        three = other
    assert code in [problem.code for problem in problems(fight(one, three))]


def test_sound_scenarios_are_not_refused():
    assert problems(fight([troops(blows={"B1": {"hits": 5, "wounds": 5, "unsaved": 5}})], [troops()])) == []
    trolls = troops(4, 4, w=3, type="monstrous_infantry")
    assert (
        problems(
            fight([troops(blows={"B1": {"hits": 2, "wounds": 2, "unsaved": 4}}, multiple_wounds=2)], [trolls])
        )
        == []
    )


@pytest.mark.parametrize("command", ["resolve", "odds"])
@pytest.mark.parametrize("format_", ["table", "json", "jsonl", "csv", "markdown"])
def test_every_format_shows_blows_and_their_chances(tmp_path, command, format_):
    file = tmp_path / "two.yaml"
    file.write_text(json.dumps({**fight([troops(champion=True)], [troops()]), "seed": 1}))
    more = ["--until-decided", "--what-if"] if command == "odds" else ["--explain"]
    ran = melee(command, file, "--format", format_, *more)
    assert (ran.code, "A1" in ran.out) == (0, True)
    assert "defect" not in ran.err


def test_odds_name_what_the_contract_says():
    (found,) = json.loads(
        melee("odds", "--format", "json", "-", stdin=json.dumps(fight([troops()], [troops()]))).out
    )
    unit = found["sides"][0]["units"][0]
    assert found["exact"] is True
    assert found["sides"][0]["wounds"][0].keys() == {"wounds", "chance"}
    assert unit["models_left"][0].keys() == {"models", "chance"}
    assert {"models_mean", "steadfast", "breaks", "holds", "catches"} <= unit.keys()
    assert unit["destroyed"].keys() <= {"blows", "crumbled", "caught"}
