"""Duties, notes and the next round: what is left to do, what was ignored, who fights on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.whfb8.playing import ENGLISH, fight, resolved, units_of

FIT = {"leadership": 7}


def flees(roll: int) -> dict[str, Any]:
    """Return a unit that breaks and flees *roll* inches."""
    return {"leadership": 7, "break_roll": 12, "flee_roll": roll}


def duties(scenario: dict[str, Any]) -> list[tuple[str, str | None, str]]:
    """Return rule, unit and text of the duties."""
    return [(duty["rule"], duty["unit"], ENGLISH.text(duty["text"])) for duty in resolved(scenario)["duties"]]


def notes(scenario: dict[str, Any]) -> list[str]:
    """Return the notes as text."""
    return [ENGLISH.text(note) for note in resolved(scenario)["notes"]]


def test_flights_and_pursuits_are_moved_in_the_order_of_the_table() -> None:
    scenario = fight([{"wounds": 9, "pursuit_roll": 8, "pursue": "B2"}], [flees(5), flees(9)])
    scenario["sides"][1]["flee_order"] = ["B2"]
    assert [text for _, _, text in duties(scenario)] == [
        "They move in this order: B2, B1",
        'Turn B2 straight away from A1 and flee 9"',
        'Turn B1 straight away from A1 and flee 5"',
        "A unit that stands on another after turning goes on all the same, and stays on the table",
        'Turn A1 towards B2 and pursue 8"; on reaching B1, stop 1" away',
    ]


def test_pursuers_move_in_their_players_order() -> None:
    scenario = fight([{"wounds": 9, "pursuit_roll": 3, "ranks": 1}, {"pursuit_roll": 4}], [flees(9)])
    assert duties(scenario)[2] == (
        "whfb8.pursue.move",
        None,
        "Their player chooses in which order A1 and A2 move",
    )
    scenario["sides"][0]["pursuit_order"] = ["A2", "A1"]
    assert [unit for _, unit, _ in duties(scenario)[2:]] == [None, "A2", "A1"]


def test_the_caught_are_removed_and_do_not_move() -> None:
    scenario = fight([{"wounds": 9, "pursuit_roll": 9}, {"pursuit_roll": 9}], [flees(9)])
    assert duties(scenario)[0] == ("whfb8.flee.caught", "B1", "Remove B1: caught by A1 and A2")
    assert {rule for rule, _, _ in duties(scenario)} == {"whfb8.flee.caught", "whfb8.pursue.move"}


def test_the_unstable_lose_wounds_or_are_removed() -> None:
    scenario = fight([{"wounds": 3}], [{"unstable": True, "models": 4, "width": 4}, {"unstable": True}])
    assert [text for _, _, text in duties(scenario)] == [
        "Take 3 more wounds from B1, without saves",
        "Remove B2: crumbled away",
    ]


@pytest.mark.parametrize(
    ("pursue", "expected"),
    [
        (None, ["A1 could pursue B1 or B2; nothing was said, so the target is B1"]),
        ("B3", ["A1 cannot pursue B3; the target is B1"]),
        ("B2", []),
    ],
)
def test_whom_to_pursue_falls_back_with_a_note(pursue: str | None, expected: list[str]) -> None:
    pursuer = {"wounds": 9, "pursuit_roll": 3, "pursue": pursue}
    assert notes(fight([pursuer], [flees(5), flees(6), {"models": 0}])) == expected


def test_no_note_where_there_was_no_choice() -> None:
    assert notes(fight([{"wounds": 9, "pursuit_roll": 3, "pursue": "B2"}], [flees(5), {"models": 0}])) == []
    held = {"wounds": 9, **FIT, "restrain": True, "restrain_roll": 2}
    assert notes(fight([held], [flees(5), flees(6)])) == []


def test_a_side_wiped_out_loses_whatever_the_points() -> None:
    scenario = fight([{"models": 0, "wounds": 9}], [{"wounds": 1}])
    result = resolved(scenario)
    assert result["outcome"] == {"winner": "B", "difference": 0}
    assert [side["result"] for side in result["sides"]] == ["loss", "win"]
    assert notes(scenario) == ["A lost, whatever the points: wiped out"]


def test_both_sides_wiped_out_draw() -> None:
    scenario = fight([{"models": 0, "wounds": 9}], [{"models": 0}])
    assert resolved(scenario)["outcome"] == {"winner": None, "difference": 0}
    assert notes(scenario) == ["Both sides are wiped out: a draw, whatever the points"]
    assert resolved(scenario)["next_round"] is None


def test_wounds_on_a_single_model_are_noted_since_nobody_keeps_them() -> None:
    ogres = {"unstable": True, "type": "monstrous_infantry", "models": 3, "width": 3, "wounds_each": 3}
    assert notes(fight([{"wounds": 4, "models": 1}], [ogres])) == [
        "B1: 1 wound on a single model is not carried into the next round"
    ]
    assert notes(fight([{"wounds": 4}], [{"unstable": True, "ranks": 1}])) == [
        "B1: how many models it has is not known, so see whether any is left"
    ]


def test_the_next_round_keeps_who_still_fights_whom() -> None:
    scenario = fight(
        [
            {
                "wounds": 4,
                "charged": True,
                "standard": True,
                "models": 10,
                "width": 5,
                "attacks": {"B1": "flank"},
            },
            {"attacks": {"B2": "front"}, **FIT},
        ],
        [
            {**FIT, "break_roll": 2, "musician": True, "other": [{"value": 1, "reason": "banner"}]},
            flees(12),
        ],
        title="On the hill",
        seed=4,
        rulings={"high_ground": "charged"},
        round=2,
        expect={"winner": "A"},
    )
    assert resolved(scenario)["next_round"] == {
        "rules": "whfb8",
        "title": "On the hill",
        "seed": 4,
        "rulings": {"high_ground": "charged"},
        "round": 3,
        "sides": [
            {
                "name": "A",
                "units": [
                    {"name": "A1", "models": 10, "width": 5, "standard": True, "attacks": {"B1": "flank"}}
                ],
            },
            {
                "name": "B",
                "units": [
                    {
                        "name": "B1",
                        "leadership": 7,
                        "musician": True,
                        "other": [{"value": 1, "reason": "banner"}],
                        "attacks": {"A1": "front"},
                    }
                ],
            },
        ],
    }


def test_the_crumbled_are_fewer_in_the_next_round() -> None:
    undead = {"unstable": True, "models": 9, "width": 3, "wounds_each": 2, "type": "monstrous_infantry"}
    after = resolved(fight([{"wounds": 7}], [undead, {"unstable": True, "ranks": 3}]))["next_round"]
    first, second = after["sides"][1]["units"]
    assert first["models"] == 9 - 4 // 2
    assert (second["ranks"], "models" in second) == (3, False)


def test_there_is_no_next_round_once_nobody_fights() -> None:
    assert resolved(fight([{"wounds": 9}], [flees(5)]))["next_round"] is None
    apart = fight(
        [{"wounds": 9, "attacks": {"B1": "front"}}, {"models": 0, "attacks": {"B2": "front"}}],
        [flees(5), {**FIT, "break_roll": 2}],
    )
    assert resolved(apart)["next_round"] is None


def test_a_draw_goes_on() -> None:
    after = resolved(fight([{"restrain": True, "pursue": "B1"}], [{"overkill": 0, "flees_from": "A1"}]))[
        "next_round"
    ]
    assert [unit for side in after["sides"] for unit in side["units"]] == [
        {"name": "A1", "attacks": {"B1": "front"}},
        {"name": "B1", "attacks": {"A1": "front"}},
    ]


def test_the_test_of_restraint_cites_restraint() -> None:
    made = fight([{"wounds": 9, **FIT, "restrain": True, "restrain_roll": 2}], [flees(5)])
    test = units_of(resolved(made))["A1"]["restrain_test"]
    assert [(line.rule, line.value, line.cite) for line in test["modifiers"]] == [
        ("whfb8.pursue.restrain", 7, "8e:restrain")
    ]
