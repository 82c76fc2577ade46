"""The round of blows at the table: step by step from profiles to pursuit, typed, rolled and taken back."""

from __future__ import annotations

from melee_cli.session.machine import Opening
from tests.session.sitting import Sitting, wrong
from tests.session.terminal import AtTable

UNITS = (
    "Vale",
    "Ash",
    "Spears: 25x5 ws3 s3 t3 i3 spear 5+ std ld=7",
    "",
    "Flails: 20x5 ws3 s3 t3 i4 flail 6+ ld=6",
    "",
)


def at_the_first_step() -> Sitting:
    sitting = Sitting(Opening(rules="whfb8", seed=1))
    sitting.say(*UNITS)
    return sitting


def units(sitting: Sitting) -> dict:
    return {unit["name"]: unit for side in sitting.result["sides"] for unit in side["units"]}


def test_each_group_is_named_with_its_attacks_and_what_it_needs():
    sitting = at_the_first_step()
    assert "I 4: Flails (20) against Spears (25)" in sitting.asks
    assert "10 = 5 fighting, 5 supporting" in sitting.asks
    assert "hit 4+, wound 2+, no save" in sitting.asks
    assert "4: 25%" in sitting.asks


def test_counts_are_typed_in_part_or_whole_and_casualties_fall():
    sitting = at_the_first_step()
    sitting.say("7 5 3")
    assert "7 hits, 5 wounds, 3 unsaved; 22 of Spears left" in sitting.transcript[-1]
    assert "Spears (22) against Flails (20)" in sitting.asks
    sitting.say("=2")
    assert "2 unsaved wounds; 18 of Flails left" in sitting.transcript[-1]
    found = units(sitting)
    assert found["Flails"]["blows"][0]["hits"] == 7
    assert found["Spears"]["blows"][0]["unsaved"] == 2


def test_hits_alone_have_the_rest_rolled_and_enter_rolls_all():
    sitting = at_the_first_step()
    sitting.say("7", "")
    found = units(sitting)
    assert found["Flails"]["blows"][0]["hits"] == 7
    assert found["Flails"]["blows"][0]["wounds"] <= 7
    assert found["Spears"]["blows"][0]["attacks"] == 15
    assert found["Spears"]["blows"][0]["unsaved"] is not None


def test_r_rolls_the_rest_of_a_step():
    sitting = at_the_first_step()
    sitting.say("r")
    assert "I 3: Spears" in sitting.asks


def test_what_cannot_be_is_refused_and_the_question_stands():
    sitting = at_the_first_step()
    asked = sitting.asks
    for line in ("11", "7 8", "x", "1 2 3 4"):
        assert wrong(sitting.say(line)) == ["impossible-blows" if line in ("11", "7 8") else "dice"]
        assert sitting.asks == asked


def test_back_goes_through_the_steps():
    sitting = at_the_first_step()
    first = sitting.asks
    sitting.say("7 5 3", "<")
    assert sitting.asks == first
    sitting.say("7 5 4")
    assert "Spears (21)" in sitting.asks


def test_the_steps_lead_to_break_test_and_pursuit():
    sitting = at_the_first_step()
    sitting.say("5 3 1", "9 6 6", "9", "1", "7", "8")
    assert "Flails broke and fell to Spears" in sitting.text
    assert units(sitting)["Flails"]["outcome"] == "destroyed"


def test_the_next_round_has_the_models_that_are_left():
    sitting = at_the_first_step()
    sitting.say("5 3 1", "9 6 6", "2")
    assert units(sitting)["Flails"]["outcome"] == "holds"
    sitting.say("")
    assert "I 4: Flails (14) against Spears (24)" in sitting.asks
    assert "wound 4+" in sitting.asks


def test_on_a_terminal_from_profiles_to_pursuit(tmp_path):
    table = AtTable(tmp_path)
    table.answers(("2", *UNITS, "5 3 1", "9 6 6", "9", "1", "7", "8"))
    table.until("fell to Spears")
    table.kill()
