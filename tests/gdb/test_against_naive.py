"""The package against the second implementation, on random scenarios under random rulings."""

from random import Random

import pytest

from tests.gdb import naive
from tests.gdb.playing import problems, resolved, units_of, worth
from tests.gdb.strategies import random_scenario


@pytest.mark.parametrize("block", range(12))
def test_both_agree_on_everything_they_say(block: int) -> None:
    for seed in range(block * 500, block * 500 + 500):
        scenario = random_scenario(Random(seed))
        assert not problems(scenario), (seed, scenario, problems(scenario))
        compare(scenario, seed)


def compare(scenario: dict, seed: int) -> None:
    ours, theirs = resolved(scenario), naive.melee(scenario)
    outcome = ours["outcome"]
    assert (outcome["winner"], outcome["difference"], outcome["band"]) == (
        theirs["winner"],
        theirs["difference"],
        theirs["band"],
    ), seed
    assert [side["score"] for side in ours["sides"]] == theirs["scores"], seed
    assert [side["counting_unit"] for side in ours["sides"]] == theirs["counting"], seed
    for name, unit in units_of(ours).items():
        other = theirs["units"][name]
        assert worth(unit["modifiers"]) == other["modifiers"], (seed, name)
        for key in ("total", "outcome", "losses", "losses_exact", "figures_after"):
            assert unit[key] == other[key], (seed, name, key)
    following = ours["next_round"]
    assert (following and [side["units"] for side in following["sides"]]) == _plain(theirs["next_round"]), (
        seed
    )
    area = {(d["rule"], d["unit"]) for d in ours["duties"] if d["rule"].startswith("gdb.bua")}
    assert area == theirs["area"], seed


def _plain(sides: list | None) -> list | None:
    """Return the naive next round as the package writes it: reasons that are empty left out."""
    for unit in (unit for side in sides or () for unit in side):
        if "modifiers" in unit:
            unit["modifiers"] = [
                {key: value for key, value in entry.items() if key != "reason" or value}
                for entry in unit["modifiers"]
            ]
    return sides
