"""Every cell of the result table, by difference and arm; squares and draws."""

from typing import Any

import pytest

from tests.gdb.playing import melee, resolved, unit, units_of

# Bonuses of the arms as they stand below: no charge, so lancers count as light cavalry.
BONUS = {
    "cuirassiers": 5,
    "heavy_cavalry": 4,
    "lancers": 2,
    "light_cavalry": 2,
    "cossacks": 0,
    "infantry": 1,
    "artillery": -2,
}
CAVALRY = ["cuirassiers", "heavy_cavalry", "lancers", "light_cavalry", "cossacks"]
FOOT = ["infantry", "artillery"]


def by(difference: int, winner: str, loser: str, **losing: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the results of two units of equal figures, the first winning by *difference*."""
    extra = difference + BONUS[loser] - BONUS[winner]
    scenario = melee(
        unit("W", winner, modifiers=[{"value": extra}]),
        unit("L", loser, **losing),
    )
    result = resolved(scenario)
    assert result["outcome"]["difference"] == difference
    units = units_of(result)
    return units["W"], units["L"]


@pytest.mark.parametrize("winner", CAVALRY + FOOT)
@pytest.mark.parametrize("loser", CAVALRY + FOOT)
@pytest.mark.parametrize("difference", [1, 2, 3, 7, 8, 15])
def test_every_cell_of_the_table(difference: int, winner: str, loser: str) -> None:
    won, lost = by(difference, winner, loser)
    row = "gdb.result.8" if difference >= 8 else "gdb.result.3" if difference >= 3 else "gdb.result.1"
    if difference >= 8:
        beaten = "rout"
    elif difference >= 3 or loser == "artillery":
        beaten = "retreat"
    else:
        beaten = "rout" if loser == "infantry" and winner in CAVALRY else "pushed_back"
    if winner in CAVALRY:
        winning = "pursuit_test" if difference >= 3 else "press"
    else:
        winning = "press_or_stand" if difference < 3 and winner == "infantry" else "stand"
    assert (lost["outcome"], lost["outcome_rule"]) == (beaten, row)
    assert (won["outcome"], won["outcome_rule"]) == (winning, row)


@pytest.mark.parametrize(
    ("difference", "band"), [(1, "1-2"), (2, "1-2"), (3, "3-7"), (7, "3-7"), (8, "8+"), (20, "8+")]
)
def test_a_difference_has_its_band(difference: int, band: str) -> None:
    scenario = melee(unit("W", modifiers=[{"value": difference}]), unit("L"))
    assert resolved(scenario)["outcome"] == {"winner": "A", "difference": difference, "band": band}


@pytest.mark.parametrize("loser", CAVALRY + FOOT)
@pytest.mark.parametrize("winner", ["infantry", "cossacks"])
def test_a_loser_by_little_that_retreats_already_goes_on_retreating(winner: str, loser: str) -> None:
    scenario = melee(unit("W", winner), unit("L", loser, order="retreating", modifiers=[{"value": 0}]))
    scenario["sides"][1]["units"][0]["modifiers"] = [{"value": 6 + BONUS[winner] - BONUS[loser] - 2}]
    lost = units_of(resolved(scenario))["L"]
    assert (lost["outcome"], lost["outcome_rule"]) == ("retreat", "gdb.result.1")


@pytest.mark.parametrize("scale", [None, "15mm", "28mm"])
def test_a_push_back_is_measured_on_the_scale_of_the_figures(scale: str | None) -> None:
    scenario = melee(unit("W", roll=9), unit("L"))
    if scale:
        scenario["scale"] = scale
    wanted = {None: {"cm": 10, "inches": 6}, "15mm": {"cm": 10}, "28mm": {"inches": 6}}[scale]
    units = units_of(resolved(scenario))
    assert units["L"]["push_back"] == wanted
    assert units["W"]["push_back"] is None


def test_winners_of_a_lower_score_share_the_victory_and_all_losers_the_defeat() -> None:
    result = resolved(
        melee([unit("A1", roll=12), unit("A2", roll=2)], [unit("B1", roll=6), unit("B2", "cossacks", roll=3)])
    )
    units = units_of(result)
    assert units["A2"]["total"] < units["B1"]["total"]
    assert [units[name]["outcome"] for name in ("A1", "A2", "B1", "B2")] == [
        "stand",
        "stand",
        "retreat",
        "retreat",
    ]


@pytest.mark.parametrize("follow_up", ["press", "stand"])
def test_infantry_follows_up_as_its_player_says(follow_up: str) -> None:
    won = units_of(resolved(melee(unit("W", roll=8, follow_up=follow_up), unit("L"))))["W"]
    assert won["outcome"] == follow_up


def test_the_counting_unit_is_the_first_with_the_score() -> None:
    result = resolved(
        melee([unit("A1", roll=6), unit("A2", roll=8), unit("A3", roll=8)], unit("B", figures=72))
    )
    assert result["sides"][0]["counting_unit"] == "A2"


SQUARE = {"formation": "square"}


@pytest.mark.parametrize(
    ("roll", "square", "horse"), [(8, "holds", "fall_back"), (12, "rout", "pursuit_test")]
)
def test_cavalry_breaks_a_square_only_by_eight(roll: int, square: str, horse: str) -> None:
    units = units_of(
        resolved(melee(unit("H", "cuirassiers", roll=roll), unit("S", roll=4 if roll == 12 else 2, **SQUARE)))
    )
    assert units["S"]["outcome"] == square
    assert units["H"]["outcome"] == horse
    rule = "gdb.square_holds" if square == "holds" else "gdb.result.8"
    assert units["S"]["outcome_rule"] == units["H"]["outcome_rule"] == rule


def test_a_square_holds_whatever_its_order_or_cover() -> None:
    scenario = melee(unit("H", "cuirassiers"), unit("S", order="retreating", cover="cover", **SQUARE))
    assert resolved(scenario)["outcome"]["difference"] == 5
    assert units_of(resolved(scenario))["S"]["outcome"] == "holds"


def test_a_square_that_infantry_has_part_in_beating_does_not_hold() -> None:
    scenario = melee([unit("H", "cuirassiers", figures=12), unit("I", figures=12)], unit("S", **SQUARE))
    units = units_of(resolved(scenario))
    assert units["S"]["outcome"] == "retreat"
    assert units["H"]["outcome"] == "pursuit_test"


def test_cavalry_falls_back_only_if_every_enemy_is_a_square_that_holds() -> None:
    scenario = melee(
        unit("H", "cuirassiers", roll=11), [unit("S", **SQUARE, figures=12), unit("I", figures=12)]
    )
    units = units_of(resolved(scenario))
    assert [units[name]["outcome"] for name in "HSI"] == ["pursuit_test", "holds", "retreat"]


DRAWS: list[tuple[str, Any, Any, dict[str, str]]] = [
    ("two of infantry go on", unit("A"), unit("B"), {"A": "continue", "B": "continue"}),
    (
        "cavalry that charged infantry falls back",
        unit("A", "light_cavalry", 24, 4, action="charging"),
        unit("B"),
        {"A": "fall_back", "B": "stand"},
    ),
    (
        "a withheld charge is a charge here",
        unit("A", "light_cavalry", 24, 6, action="charging", straight_cm=0),
        unit("B"),
        {"A": "fall_back", "B": "stand"},
    ),
    (
        "reinforcing cavalry counts as having charged",
        unit("A", "light_cavalry", 24, 8, reinforcing=True),
        unit("B"),
        {"A": "fall_back", "B": "stand"},
    ),
    (
        "pursuing cavalry goes on",
        unit("A", "light_cavalry", 24, 4, action="pursuing"),
        unit("B"),
        {"A": "continue", "B": "continue"},
    ),
    (
        "cavalry that charged guns goes on",
        unit("A", "light_cavalry", 24, 3, action="charging"),
        unit("B", "artillery", 24, 9),
        {"A": "continue", "B": "continue"},
    ),
    (
        "cavalry that charged cavalry goes on",
        unit("A", "cossacks", 24, 5, action="charging"),
        unit("B", "cossacks"),
        {"A": "continue", "B": "continue"},
    ),
    (
        "any infantry among its enemies is enough, and the rest goes on",
        [unit("A", "cossacks", 12, 6, action="charging"), unit("C", figures=12)],
        [unit("B", figures=12), unit("D", "cossacks", 12)],
        {"A": "fall_back", "C": "continue", "B": "continue", "D": "continue"},
    ),
    (
        "cavalry all of whose enemies are squares falls back without a charge",
        unit("A", "cossacks", 24, 11),
        unit("B", roll=6, **SQUARE),
        {"A": "fall_back", "B": "stand"},
    ),
    (
        "one enemy that is no square is enough to go on",
        unit("A", "cossacks", 24, 8),
        [unit("B", figures=12, **SQUARE, roll=3), unit("C", figures=12)],
        {"A": "continue", "B": "continue", "C": "continue"},
    ),
    (
        "a unit all of whose enemies fall back stands, its friends go on",
        [unit("A", "cossacks", 12, 6, action="charging", against=["B"]), unit("C", figures=12)],
        [unit("B", figures=12, against=["A"]), unit("D", figures=12)],
        {"A": "fall_back", "B": "stand", "C": "continue", "D": "continue"},
    ),
]


@pytest.mark.parametrize(("first", "second", "wanted"), [d[1:] for d in DRAWS], ids=[d[0] for d in DRAWS])
def test_a_draw(first: Any, second: Any, wanted: dict[str, str]) -> None:
    result = resolved(melee(first, second))
    assert result["outcome"] == {"winner": None, "difference": 0, "band": "draw"}
    assert {side["result"] for side in result["sides"]} == {"draw"}
    assert {name: u["outcome"] for name, u in units_of(result).items()} == wanted
