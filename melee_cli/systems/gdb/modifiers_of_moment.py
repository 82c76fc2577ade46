"""The modifier rows for what a unit does and suffers: its action, its state, its place, its numbers."""

from __future__ import annotations

from collections.abc import Mapping

from melee_cli.core.messages import M
from melee_cli.core.rules import Entries, Line, Modifier, Withholding
from melee_cli.systems.gdb import conditions as if_
from melee_cli.systems.gdb.contact import Fighter
from melee_cli.systems.gdb.modifiers_of_nature import SECTION


def _value(fighter: Fighter, numbers: Mapping[str, int]) -> int:
    return numbers["value"]


def _action(fighter: Fighter) -> str:
    return "charging" if if_.charges(fighter) else fighter.unit.action


def _attacked(fighter: Fighter) -> str:
    return fighter.unit.attacked


def _disorder(fighter: Fighter) -> str:
    return "reinforcing" if fighter.unit.order == "good" else fighter.unit.order


def _cover_or_height(fighter: Fighter) -> str:
    if not fighter.unit.higher:
        return "cover"
    return "height" if fighter.unit.cover != "cover" or if_.some_enemy_is_inside(fighter) else "both"


def _building(fighter: Fighter, numbers: Mapping[str, int]) -> int:
    return if_.building_value(fighter)


def _outnumbering(fighter: Fighter, numbers: Mapping[str, int]) -> int:
    return min(numbers["most"], numbers["value"] * fighter.steps)


def _entries(fighter: Fighter) -> list[Line]:
    return [
        Line(
            "gdb.other", M("{reason}", reason=entry.reason) if entry.reason else OTHER.label, entry.value, "–"
        )
        for entry in fighter.unit.modifiers
    ]


CHARGE = Modifier(
    id="gdb.charge",
    section=SECTION,
    cite="T1, T1/3, §reinf",
    label=M("Charging or pursuing"),
    text=M(
        "A unit that charges or pursues. Withheld from a charge, not from pursuit: cavalry with a straight "
        "run of less than {straight_cm} cm or in column of companies or platoons, infantry in square, units "
        "that are disordered, wavering or retreating, and units that reinforce."
    ),
    numbers={"value": 2, "straight_cm": 5},
    when=if_.charging_or_pursuing,
    withheld=(
        Withholding(if_.comes_in_disordered, M("it reinforces, so it comes in disordered"), "§reinf"),
        Withholding(if_.charges_too_short, M("its straight run was too short"), "T1/3"),
        Withholding(if_.charges_in_company_column, M("it is in column of companies or platoons"), "T1/3"),
        Withholding(if_.charges_in_square, M("it is in square"), "T1/3"),
        Withholding(if_.charges_out_of_order, M("it is disordered, wavering or retreating"), "T1/3"),
    ),
    key=_action,
    labels={"charging": M("Charging"), "pursuing": M("Pursuing")},
    amount=_value,
)
PRESS = Modifier(
    id="gdb.press",
    section=SECTION,
    cite="T1",
    label=M("Pressing"),
    text=M("A unit that presses: it won the last round narrowly and followed."),
    numbers={"value": 2},
    when=if_.presses,
)
DISORDERED = Modifier(
    id="gdb.disordered",
    section=SECTION,
    cite="T1",
    label=M("Disordered or wavering"),
    text=M("A disordered or wavering unit, and one that reinforces."),
    numbers={"value": -2},
    when=if_.is_disordered,
    withheld=(Withholding(if_.is_retreating, M("retreating contains it"), "T1/6"),),
    key=_disorder,
    labels={
        "disordered": M("Disordered"),
        "wavering": M("Wavering"),
        "reinforcing": M("Disordered by coming in"),
    },
    amount=_value,
)
PUSHED_BACK = Modifier(
    id="gdb.pushed_back",
    section=SECTION,
    cite="T1",
    label=M("Pushed back"),
    text=M("A unit that was pushed back in the last round of this melee."),
    numbers={"value": -2},
    when=if_.was_pushed_back,
)
RETREATING = Modifier(
    id="gdb.retreating",
    section=SECTION,
    cite="T1, T1/6",
    label=M("Retreating"),
    text=M("A retreating unit; the disorder is contained in it."),
    numbers={"value": -6},
    when=if_.is_retreating,
)
FLANK_OR_REAR = Modifier(
    id="gdb.flank_or_rear",
    section=SECTION,
    cite="T1",
    label=M("Attacked in flank or rear"),
    text=M("A unit that is attacked in flank or rear; both at once count once."),
    numbers={"value": -4},
    when=if_.is_taken_in_flank_or_rear,
    key=_attacked,
    labels={"flank": M("Attacked in flank"), "rear": M("Attacked in the rear")},
    amount=_value,
)
HALF_LOST = Modifier(
    id="gdb.half_lost",
    section=SECTION,
    cite="T1",
    label=M("Half lost"),
    text=M("A unit with no more than half of its initial figures."),
    numbers={"value": -4},
    when=if_.has_lost_half,
)
BUILDING = Modifier(
    id="gdb.building",
    section=SECTION,
    cite="T1, T1/7",
    label=M("Buildings"),
    text=M(
        "A unit in buildings whose enemy is outside; large stone houses and churches may be worth more, "
        "as building_bonus says."
    ),
    numbers={"value": 2},
    when=if_.is_in_buildings,
    withheld=(
        Withholding(if_.enemy_is_inside, M("its enemy is inside, too"), "T1/7"),
        Withholding(if_.some_enemy_is_inside, M("not all its enemies are outside"), "ruling:mixed_opponents"),
        Withholding(if_.height_is_better, M("the height is worth more"), "ruling:buildings_and_height"),
    ),
    amount=_building,
)
COVER_OR_HEIGHT = Modifier(
    id="gdb.cover_or_height",
    section=SECTION,
    cite="T1, T1/7",
    label=M("Cover or height"),
    text=M("A unit in cover whose enemy is outside it, or higher than the enemy; both count once."),
    numbers={"value": 1},
    when=if_.is_in_cover_or_higher,
    withheld=(
        Withholding(if_.only_in_shared_cover, M("its enemy is inside, too"), "T1/7"),
        Withholding(
            if_.only_in_partly_shared_cover, M("not all its enemies are outside"), "ruling:mixed_opponents"
        ),
        Withholding(
            if_.buildings_are_better,
            M("the buildings are worth as much or more"),
            "ruling:buildings_and_height",
        ),
    ),
    key=_cover_or_height,
    labels={"cover": M("Cover"), "height": M("Higher ground"), "both": M("Cover and higher ground")},
    amount=_value,
)
OUTNUMBER = Modifier(
    id="gdb.outnumber",
    section=SECTION,
    cite="T1, §11.4, §multi",
    label=M("Outnumbering"),
    text=M(
        "For each full {step_percent} % by which the fighting figures of a side exceed the enemy's, at most "
        "{most} in all, and only for the largest unit of that side; among equals their player chooses."
    ),
    numbers={"value": 1, "step_percent": 50, "most": 6},
    when=if_.outnumbers,
    withheld=(Withholding(if_.is_not_the_largest, M("another unit of its side is the largest"), "§11.4"),),
    amount=_outnumbering,
)
OTHER = Entries(
    id="gdb.other",
    section=SECTION,
    cite="–",
    label=M("Other"),
    text=M("What the umpire adds as modifiers; every entry counts, also two with one reason."),
    entries=_entries,
)
