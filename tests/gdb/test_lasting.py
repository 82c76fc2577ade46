"""What stays with a unit from one melee of the evening to the next."""

from melee_cli.systems.gdb import SYSTEM
from tests.gdb.playing import melee, resolved, unit, units_of

assert SYSTEM.lasting is not None
LASTING = SYSTEM.lasting


def test_losses_are_taken_off_and_the_initial_figures_remembered() -> None:
    scenario = melee(unit("A", "cossacks", horses="good", order="wavering"), unit("B", roll=9))
    model = SYSTEM.scenario().model_validate(scenario)
    kept = LASTING(model.sides[0].units[0], units_of(resolved(scenario))["A"])
    assert kept == {"type": "cossacks", "horses": "good", "figures": 22, "initial": 24}


def test_before_a_result_a_unit_is_as_it_was_said() -> None:
    model = SYSTEM.scenario().model_validate(melee(unit("A", initial=36, british=True), unit("B")))
    kept = LASTING(model.sides[0].units[0], None)
    assert kept == {"type": "infantry", "british": True, "figures": 24, "initial": 36}


def test_a_unit_without_figures_is_gone() -> None:
    scenario = melee(unit("A", figures=1), unit("B", "cuirassiers", figures=60))
    model = SYSTEM.scenario().model_validate(scenario)
    assert LASTING(model.sides[0].units[0], units_of(resolved(scenario))["A"]) is None
