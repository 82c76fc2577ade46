"""Which switches mattered to a melee: another value would have made something else of the same dice."""

from typing import Any

import pytest

from melee_cli.core.sensitivity import that_mattered
from melee_cli.core.stages import Dealer, play
from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import book_of, melee, unit

CHARGING = {"action": "charging"}
LANCERS = unit("A", "lancers", 24, 7, **CHARGING)


@pytest.mark.parametrize(
    ("scenario", "wanted"),
    [
        (melee(unit("A", roll=12), unit("B", roll=2)), set()),
        (melee(unit("A", figures=20, roll=12), unit("B", figures=24, roll=2)), {"fractions"}),
        (melee(unit("A", roll=12), unit("B", "cossacks", roll=2)), set()),
        (melee(unit("A", roll=12), unit("B", "cossacks", roll=2), terrain="difficult"),
         {"halving_terrain"}),
        (melee(unit("A", figures=48, formation="square", roll=5), unit("B", "cuirassiers", figures=48)),
         set()),
        (melee(unit("A", figures=48, formation="square", roll=8), unit("B", "cuirassiers", figures=48)),
         {"square_beats_cavalry_by_1_2"}),
        (melee(LANCERS, [unit("B", "cuirassiers"), unit("C")]), {"mixed_opponents"}),
        (melee(unit("A", "lancers"), unit("B")), {"lancers_as_light_keep_foot_bonus"}),
        (melee(unit("A", "artillery", roll=2), unit("B")), {"beaten_artillery_rate"}),
        (melee(unit("A", cover="building", higher=True), unit("B")), {"buildings_and_height"}),
        (melee(unit("A", cover="building", higher=True), unit("B"),
               rulings={"buildings_and_height": "best"}), {"buildings_and_height"}),
    ],
)  # fmt: skip
def test_a_switch_matters_where_another_value_changes_what_came(scenario: Any, wanted: set[str]) -> None:
    model, book = SYSTEM.scenario().model_validate(scenario), book_of(scenario)
    engagement = SYSTEM.open(model, book)
    _, record = play(engagement, Dealer(0, 1))
    beside = {"fractions", "split"} - wanted  # they make something else of nearly every melee
    assert that_mattered(model, book, engagement, record) - beside == wanted
