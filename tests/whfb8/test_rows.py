"""Every row of the rules in a combat where it applies, and in one where it does not or is withheld."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from melee_cli.core.rules import House
from melee_cli.core.system import open_book
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import fight, resolved
from tests.whfb8.reading import (
    FIT,
    RANKS,
    Result,
    blow,
    broken,
    duty,
    made,
    point,
    shaped,
    troops,
    unit,
)

BRAVE = {"leadership": 7, "stubborn": True}
NEAR = {"leadership": 7, "battle_standard_near": True}
YES = {"musician_breaks_draws": "yes"}

APPLIES: list[tuple[str, Callable[[Result], Any], tuple[Any, Any], tuple[Any, Any]]] = [
    (
        "whfb8.wounds",
        point("whfb8.wounds"),
        (fight([{"wounds": 2}, {"wounds": 3, "models": 0}], [FIT]), 5),
        (fight([{}], [FIT]), None),
    ),
    (
        "whfb8.overkill",
        point("whfb8.overkill"),
        (fight([{"overkill": 7}, {"overkill": 2, "models": 0}], [FIT]), 7),
        (fight([{}], [FIT]), None),
    ),
    (
        "whfb8.standard",
        point("whfb8.standard"),
        (fight([{"standard": True}, {"standard": True}], [FIT]), 1),
        (fight([{"battle_standard": True}, {"standard": True, "models": 0}], [FIT]), None),
    ),
    (
        "whfb8.battle_standard",
        point("whfb8.battle_standard"),
        (fight([{"battle_standard": True}], [FIT]), 1),
        (fight([{"standard": True}], [FIT]), None),
    ),
    (
        "whfb8.charge",
        point("whfb8.charge"),
        (fight([{"charged": True}, {"charged": True}], [FIT]), 1),
        (fight([{"charged": True, "models": 0}, {}], [FIT]), None),
    ),
    (
        "whfb8.ranks",
        point("whfb8.ranks"),
        (fight([{"models": 30, "width": 5}, RANKS], [FIT]), 3),
        (fight([{"models": 9, "width": 5}], [FIT]), None),
    ),
    (
        "whfb8.flank",
        point("whfb8.flank"),
        (fight([{"attacks": {"B1": "flank"}}, {"attacks": {"B1": "flank"}}], [FIT]), 1),
        (fight([{"attacks": {"B1": "front"}}, {"attacks": {"B1": "flank"}, "models": 0}], [FIT]), None),
    ),
    (
        "whfb8.rear",
        point("whfb8.rear"),
        (fight([{"attacks": {"B1": "rear", "B2": "rear"}}], [FIT, FIT]), 4),
        (fight([{"attacks": {"B1": "flank"}}], [FIT]), None),
    ),
    (
        "whfb8.mutual_flank",
        point("whfb8.flank"),
        (fight([{"attacks": {"B1": "flank"}}], [{**FIT, "attacks": {"A1": "flank"}}]), None),
        (fight([{"attacks": {"B1": "flank"}}], [{"models": 0, "attacks": {"A1": "flank"}}]), 1),
    ),
    (
        "whfb8.high_ground",
        point("whfb8.high_ground"),
        (fight([{"high_ground": True}], [{**FIT, "high_ground": True}]), 1),
        (fight([{"high_ground": True, "models": 0}, {}], [FIT]), None),
    ),
    (
        "whfb8.other",
        point("whfb8.other"),
        (fight([{"other": [{"value": 2, "reason": "banner"}, {"value": -1}]}], [FIT]), 1),
        (fight([{"other": [{"value": 2, "reason": "banner"}], "models": 0}, {}], [FIT]), None),
    ),
    (
        "whfb8.musician",
        point("whfb8.musician"),
        (fight([{"musician": True}], [FIT], rulings=YES), 1),
        (fight([{"musician": True}], [{**FIT, "musician": True}], rulings=YES), None),
    ),
    (
        "whfb8.winner",
        lambda result: result["outcome"]["winner"],
        (fight([{"wounds": 1}], [{"models": 0, "wounds": 9}]), "A"),
        (fight([{"wounds": 1}], [{"wounds": 1}]), None),
    ),
    (
        "whfb8.rank_count",
        unit("A1", "ranks"),
        (fight([{"type": "monstrous_infantry", "models": 8, "width": 3}], [FIT]), 2),
        (fight([{"skirmishing": True, **RANKS}], [FIT]), 0),
    ),
    (
        "whfb8.disrupted",
        unit("B1", "disrupted"),
        (fight([{**RANKS, "attacks": {"B1": "rear"}}], [FIT]), True),
        (fight([{"models": 9, "width": 5, "attacks": {"B1": "rear"}}], [FIT]), False),
    ),
    (
        "whfb8.break",
        unit("B1", "break_test", "target"),
        (fight([{"wounds": 3}], [FIT]), 4),
        (fight([{}], [FIT]), None),
    ),
    (
        "whfb8.insane_courage",
        unit("B1", "outcome_rule"),
        (fight([{"wounds": 9}], [{**FIT, "break_roll": [1, 1]}]), "whfb8.insane_courage"),
        (fight([{"wounds": 1}], [{**FIT, "break_roll": [1, 1]}]), "whfb8.break"),
    ),
    (
        "whfb8.steadfast",
        unit("B1", "steadfast"),
        (fight([{"wounds": 9}], [{**FIT, "models": 5, "width": 5}]), True),
        (fight([{"wounds": 9}], [FIT]), False),
    ),
    (
        "whfb8.never_steadfast",
        unit("B1", "steadfast"),
        (fight([{"wounds": 9}], [{**FIT, **RANKS, "never_steadfast": True}]), False),
        (fight([{"wounds": 9}], [{**FIT, **RANKS}]), True),
    ),
    (
        "whfb8.stubborn",
        unit("B1", "steadfast"),
        (fight([{"wounds": 9}], [{**FIT, "stubborn": True}]), True),
        (fight([{"wounds": 9}], [FIT]), False),
    ),
    (
        "whfb8.unbreakable",
        unit("B1", "outcome_rule"),
        (fight([{"wounds": 9}], [{"unbreakable": True}]), "whfb8.unbreakable"),
        (fight([{"wounds": 9}], [{"unbreakable": True, "unstable": True}]), "whfb8.unstable"),
    ),
    (
        "whfb8.unstable",
        unit("B1", "outcome"),
        (fight([{"wounds": 9}], [{"unstable": True, "models": 10, "width": 10}]), "crumbles"),
        (fight([{"wounds": 9}], [{"unstable": True, "models": 9, "width": 9}]), "destroyed"),
    ),
    (
        "whfb8.cold_blooded",
        unit("B1", "break_test", "roll"),
        (fight([{"wounds": 1}], [{**FIT, "cold_blooded": True, "break_roll": [6, 5, 1]}]), 6),
        (fight([{"wounds": 1}], [{**FIT, "break_roll": [6, 5]}]), 11),
    ),
    (
        "whfb8.hold_your_ground",
        unit("B1", "break_test", "rerolled"),
        (
            fight([{"wounds": 1}], [{**NEAR, "break_roll": 12, "break_reroll": 6}]),
            True,
        ),
        (
            fight([{"wounds": 1}], [{**NEAR, "break_roll": 6, "break_reroll": 12}]),
            False,
        ),
    ),
    (
        "whfb8.inspiring_presence",
        unit("B1", "break_test", "target"),
        (fight([{"wounds": 1}], [{**FIT, "general_leadership": 9}]), 8),
        (fight([{"wounds": 1}], [{**FIT, "general_leadership": 6}]), 6),
    ),
    (
        "whfb8.break_modifiers",
        unit("B1", "break_test", "target"),
        (fight([{"wounds": 1}], [{**BRAVE, "break_modifiers": [{"value": -2}, {"value": 1}]}]), 6),
        (fight([{"wounds": 1}], [{**FIT, "stubborn": True}]), 7),
    ),
    (
        "whfb8.pursue.who",
        unit("A1", "outcome"),
        (fight([{"wounds": 9}], [{**FIT, "break_roll": 12}, {"unbreakable": True}]), "fights_on"),
        (fight([{"wounds": 9}], [{**FIT, "break_roll": 12}, {"models": 0}]), "pursues"),
    ),
    (
        "whfb8.pursue.one",
        unit("A1", "pursuit", "target"),
        (
            fight([{"wounds": 9, "pursue": "B2"}], [{**FIT, "break_roll": 12}, {**FIT, "break_roll": 12}]),
            "B2",
        ),
        (fight([{"wounds": 9, "pursue": "B1"}], [{**FIT, "break_roll": 2}]), None),
    ),
    (
        "whfb8.pursue.restrain",
        unit("A1", "outcome"),
        (broken({**FIT, "restrain": True, "restrain_roll": 7}), "restrains"),
        (broken({**FIT, "restrain": True, "restrain_roll": 8}), "pursues"),
    ),
    ("whfb8.pursue.move", duty("whfb8.pursue.move"), (broken(), True), (fight([{}], [FIT]), False)),
    (
        "whfb8.overrun",
        duty("whfb8.overrun"),
        (fight([{"charged": True}], [{"models": 0}]), True),
        (fight([{}], [{"models": 0}]), False),
    ),
    (
        "whfb8.flee.roll",
        unit("B1", "flight", "roll"),
        (broken(type="cavalry", flee_roll=[1, 3, 5]), 8),
        (broken(flee_roll=[1, 3]), 4),
    ),
    (
        "whfb8.flee.caught",
        unit("B1", "outcome"),
        (broken({"pursuit_roll": 3}, {"pursuit_roll": 8}, flee_roll=8), "destroyed"),
        (broken({"pursuit_roll": 3}, {"pursuit_roll": 7}, flee_roll=8), "broken"),
    ),
    (
        "whfb8.flee.from",
        unit("B1", "flight", "from"),
        (broken({"type": "monstrous_infantry", "models": 12, "width": 3}, {"models": 5, "width": 5}), "A2"),
        (
            fight(
                [{"wounds": 9, "models": 0}, {"attacks": {"B2": "front"}}],
                [{**FIT, "break_roll": 12, "attacks": {"A1": "front"}}, {"unbreakable": True}],
            ),
            None,
        ),
    ),
    (
        "whfb8.flee.overlap",
        duty("whfb8.flee.overlap"),
        (broken({"pursuit_roll": 2}, flee_roll=9), True),
        (broken({"pursuit_roll": 9}, flee_roll=2), False),
    ),
    (
        "whfb8.flee.order",
        duty("whfb8.flee.order"),
        (fight([{"wounds": 9, "pursuit_roll": 2}], [{**FIT, "break_roll": 12, "flee_roll": 9}] * 2), True),
        (broken({"pursuit_roll": 2}, flee_roll=9), False),
    ),
    (
        "whfb8.blows.fighting_rank",
        made("A1", "whfb8.blows.fighting_rank"),
        (fight([troops(20, 10)], [troops()]), 7),
        (fight([troops()], [troops()]), 5),
    ),
    (
        "whfb8.blows.shared",
        made("A1", "whfb8.blows.fighting_rank", target="B1"),
        (fight([troops(18, 6)], [troops(), troops()]), 3),
        (fight([troops(18, 6)], [troops()]), 6),
    ),
    (
        "whfb8.blows.supporting",
        blow("A1", "attacks"),
        (fight([troops()], [troops()]), 10),
        (fight([troops(type="character")], [troops()]), 20),
    ),
    (
        "whfb8.blows.extra_ranks",
        blow("A1", "attacks"),
        (fight([troops(weapon="spear")], [troops()]), 15),
        (fight([troops(weapon="spear", charged=True)], [troops()]), 10),
    ),
    (
        "whfb8.blows.step_up",
        blow("B1", "attacks"),
        (fight([troops(i=5, blows={"B1": 5})], [troops()]), 10),
        (fight([troops(i=5, blows={"B1": 12})], [troops()]), 8),
    ),
    (
        "whfb8.blows.champion",
        blow("A1", "attacks"),
        (fight([troops(champion=True)], [troops()]), 11),
        (fight([troops()], [troops()]), 10),
    ),
    (
        "whfb8.blows.frenzy",
        blow("A1", "attacks"),
        (fight([troops(rules=["frenzy"])], [troops()]), 15),
        (fight([troops(rules=["hatred"])], [troops()]), 10),
    ),
    (
        "whfb8.blows.two_hand_weapons",
        blow("A1", "attacks"),
        (fight([troops(weapon="two_hand_weapons")], [troops()]), 15),
        (fight([troops(weapon="halberd")], [troops()]), 10),
    ),
    (
        "whfb8.blows.mount",
        blow("A1", "attacks", kind="mount"),
        (fight([troops(type="cavalry", mount={"ws": 3, "s": 4, "i": 2})], [troops()]), 5),
        (fight([troops(type="cavalry")], [troops()]), None),
    ),
    (
        "whfb8.blows.halberd",
        blow("A1", "wound_on"),
        (fight([troops(weapon="halberd")], [troops()]), 3),
        (fight([troops()], [troops()]), 4),
    ),
    (
        "whfb8.blows.great_weapon",
        blow("A1", "wound_on"),
        (fight([troops(weapon="great_weapon")], [troops()]), 2),
        (fight([troops()], [troops()]), 4),
    ),
    (
        "whfb8.blows.flail",
        blow("A1", "wound_on"),
        (fight([troops(weapon="flail")], [troops()]), 2),
        (fight([troops(weapon="flail")], [troops()], round=2), 4),
    ),
    (
        "whfb8.blows.morning_star",
        blow("A1", "wound_on"),
        (fight([troops(weapon="morning_star", first_round=True)], [troops()], round=2), 3),
        (fight([troops(weapon="morning_star", first_round=False)], [troops()]), 4),
    ),
    (
        "whfb8.blows.lance",
        blow("A1", "wound_on"),
        (fight([troops(weapon="lance", charged=True)], [troops()]), 2),
        (fight([troops(weapon="lance")], [troops()]), 4),
    ),
    (
        "whfb8.blows.cavalry_spear",
        blow("A1", "wound_on"),
        (fight([troops(weapon="cavalry_spear", charged=True)], [troops()]), 3),
        (fight([troops(weapon="cavalry_spear")], [troops()]), 4),
    ),
    (
        "whfb8.blows.parry",
        blow("A1", "ward_on"),
        (fight([troops()], [troops(weapon="hand_weapon_and_shield")]), 6),
        (fight([troops(attacks={"B1": "flank"})], [troops(weapon="hand_weapon_and_shield")]), None),
    ),
    (
        "whfb8.blows.to_hit",
        blow("A1", "hit_on"),
        (fight([troops(ws=4)], [troops()]), 3),
        (fight([troops(ws=4)], [troops(harder_to_hit=1)]), 4),
    ),
    (
        "whfb8.blows.to_wound",
        blow("A1", "wound_on"),
        (fight([troops(s=4)], [troops()]), 3),
        (fight([troops(s=4)], [troops(t=4)]), 4),
    ),
    (
        "whfb8.blows.armour",
        blow("A1", "save_on"),
        (fight([troops(s=4)], [troops(save="5+")]), 6),
        (fight([troops(s=5)], [troops(save=5)]), None),
    ),
    (
        "whfb8.blows.ward",
        blow("A1", "ward_on"),
        (fight([troops()], [troops(ward=5, regeneration="4+")]), 4),
        (fight([troops()], [troops(save=4)]), None),
    ),
    (
        "whfb8.blows.strike_first_rerolls",
        shaped("A1", "whfb8.blows.strike_first_rerolls"),
        (fight([troops(rules=["always_strikes_first"])], [troops()]), True),
        (fight([troops(rules=["always_strikes_first"])], [troops(i=4)]), False),
    ),
    (
        "whfb8.blows.hatred",
        shaped("A1", "whfb8.blows.hatred"),
        (fight([troops(rules=["hatred"])], [troops()]), True),
        (fight([troops(rules=["hatred"])], [troops()], round=2), False),
    ),
    (
        "whfb8.blows.poisoned_attacks",
        shaped("A1", "whfb8.blows.poisoned_attacks"),
        (fight([troops(rules=["poisoned_attacks"])], [troops()]), True),
        (fight([troops(rules=["poisoned_attacks"])], [troops(ws=0)]), False),
    ),
    (
        "whfb8.blows.killing_blow",
        shaped("A1", "whfb8.blows.killing_blow"),
        (fight([troops(rules=["killing_blow"])], [troops()]), True),
        (fight([troops(rules=["killing_blow"])], [troops(type="monster")]), False),
    ),
    (
        "whfb8.blows.heroic_killing_blow",
        shaped("A1", "whfb8.blows.heroic_killing_blow"),
        (fight([troops(rules=["heroic_killing_blow"])], [troops(type="monster")]), True),
        (fight([troops(rules=["heroic_killing_blow"])], [troops(type="swarm")]), False),
    ),
    (
        "whfb8.blows.ignores_armour",
        blow("A1", "save_on"),
        (fight([troops(rules=["ignores_armour"])], [troops(save=4)]), None),
        (fight([troops()], [troops(save=4)]), 4),
    ),
    (
        "whfb8.blows.ignores_ward",
        blow("A1", "ward_on"),
        (fight([troops(rules=["ignores_ward"])], [troops(ward=4, regeneration=5)]), 5),
        (fight([troops()], [troops(ward=4, regeneration=5)]), 4),
    ),
    (
        "whfb8.blows.flaming_attacks",
        blow("A1", "ward_on"),
        (fight([troops(rules=["flaming_attacks"])], [troops(regeneration=4)]), None),
        (fight([troops()], [troops(regeneration=4)]), 4),
    ),
    (
        "whfb8.blows.multiple_wounds",
        shaped("A1", "whfb8.blows.multiple_wounds"),
        (fight([troops(multiple_wounds="D3")], [troops(w=3)]), True),
        (fight([troops(multiple_wounds="D3")], [troops()]), False),
    ),
    (
        "whfb8.blows.order",
        blow("A1", "step"),
        (fight([troops(i=5)], [troops()]), 7),
        (fight([troops(i=5, rules=["always_strikes_last"])], [troops()]), 13),
    ),
    (
        "whfb8.blows.impact",
        blow("A1", "attacks", kind="impact"),
        (fight([troops(2, 2, type="chariot", impact_hits=3, charged=True)], [troops()]), 6),
        (fight([troops(2, 2, type="chariot", impact_hits=3)], [troops()]), None),
    ),
    (
        "whfb8.blows.stomp",
        blow("A1", "attacks", kind="stomp"),
        (fight([troops(6, 3, w=3, type="monstrous_infantry")], [troops()]), 3),
        (fight([troops(6, 3, w=3, type="monstrous_infantry")], [troops(type="cavalry")]), None),
    ),
    (
        "whfb8.blows.casualties",
        unit("B1", "models_left"),
        (fight([troops(blows={"B1": 5})], [troops()]), 15),
        (fight([troops(blows={"B1": 5})], [troops(w=6)]), 20),
    ),
]


@pytest.mark.parametrize(("read", "yes", "no"), [pytest.param(*row[1:], id=row[0]) for row in APPLIES])
def test_a_row_applies_and_does_not(
    read: Callable[[Result], Any], yes: tuple[Any, Any], no: tuple[Any, Any]
) -> None:
    assert read(resolved(yes[0])) == yes[1]
    assert read(resolved(no[0])) == no[1]
    assert yes[1] != no[1]


def test_every_row_has_such_a_pair() -> None:
    assert sorted(row[0] for row in APPLIES) == sorted(row.id for row in SYSTEM.rows)


@pytest.mark.parametrize(
    ("read", "yes"),
    [pytest.param(row[1], row[2], id=row[0]) for row in APPLIES if row[0] != "whfb8.musician"],
)
def test_a_row_that_the_house_switches_off_decides_nothing(
    request: pytest.FixtureRequest, read: Callable[[Result], Any], yes: tuple[Any, Any]
) -> None:
    rule = request.node.callspec.id
    book = open_book(SYSTEM, yes[0].get("rulings"), House("club", off=frozenset({rule})))
    scenario = without_third_dice(yes[0]) if rule in ("whfb8.cold_blooded", "whfb8.flee.roll") else yes[0]
    assert read(resolved(scenario, book)) != yes[1]


def without_third_dice(scenario: dict[str, Any]) -> dict[str, Any]:
    """Return *scenario* without its lists of three dice, which are refused where the row is off."""
    return {
        **scenario,
        "sides": [
            {
                **side,
                "units": [
                    {k: v for k, v in unit.items() if not (isinstance(v, list) and len(v) == 3)}
                    for unit in side["units"]
                ],
            }
            for side in scenario["sides"]
        ],
        "seed": 5,
    }
