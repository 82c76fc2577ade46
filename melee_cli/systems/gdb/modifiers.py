"""The modifier table: what a unit adds to its own two dice, each condition above its row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from operator import attrgetter

from melee_cli.core.messages import M
from melee_cli.core.rules import Entries, Line, Modifier, Row, Withholding
from melee_cli.systems.gdb.contact import (
    Fighter,
    charges,
    charges_in_company_column,
    charges_in_earnest,
    charges_in_square,
    charges_out_of_order,
    charges_too_short,
    comes_in_disordered,
    earns,
    enemy_is_inside,
    some_enemy_is_inside,
    withholds,
)

SECTION = M("Modifiers")
modifier = partial(Modifier, section=SECTION)


def always(fighter: Fighter) -> bool:
    """Every unit."""
    return True


def counts_as_light(fighter: Fighter) -> bool:
    """Lancers count as light cavalry: without a charge, in disorder, or against cuirassiers."""
    unit, tables = fighter.unit, fighter.tables
    if unit.type != "lancers" or not tables.lancers_as_light:
        return False
    pursues = tables.pursuing_is_charging and unit.action == "pursuing"
    return (
        not (pursues or charges_in_earnest(fighter))
        or unit.order != "good"
        or comes_in_disordered(fighter)
        or withholds(fighter, fighter.opposition.cuirassiers)
    )


TYPE = modifier(
    id="gdb.type",
    cite="T1",
    label=M("Arm"),
    text=M("By arm. Lancers that count as light cavalry have the next row instead."),
    numbers={
        "cuirassiers": 5,
        "heavy_cavalry": 4,
        "lancers": 4,
        "light_cavalry": 2,
        "cossacks": 0,
        "infantry": 1,
        "artillery": -2,
    },
    when=always,
    withheld=(Withholding(counts_as_light, M("these lancers count as light cavalry"), "T1/1"),),
    key=attrgetter("unit.type"),
    labels={
        "cuirassiers": M("Cuirassiers"),
        "heavy_cavalry": M("Heavy cavalry"),
        "lancers": M("Lancers"),
        "light_cavalry": M("Light cavalry"),
        "cossacks": M("Cossacks"),
        "infantry": M("Infantry"),
        "artillery": M("Artillery"),
    },
)
LANCERS_AS_LIGHT = modifier(
    id="gdb.lancers_as_light",
    cite="T1/1",
    label=M("Lancers as light cavalry"),
    text=M(
        "In place of their own number: lancers that are not charging, or are disordered, wavering or "
        "retreating, or fight cuirassiers."
    ),
    numbers={"value": 2},
    when=counts_as_light,
)


def has_special_horses(fighter: Fighter) -> bool:
    """Cavalry on good or poor horses."""
    return fighter.mounted and fighter.unit.horses in ("good", "poor")


HORSES = modifier(
    id="gdb.horses",
    cite="T1",
    label=M("Horses"),
    text=M("Mounted units on good or poor horses."),
    numbers={"good": 1, "poor": -1},
    when=has_special_horses,
    key=attrgetter("unit.horses"),
    labels={"good": M("Good horses"), "poor": M("Poor horses")},
)


def charging_or_pursuing(fighter: Fighter) -> bool:
    """The unit charges or pursues; reinforcing is a charge too."""
    unit = fighter.unit
    return unit.action == "charging" or unit.action == "pursuing" or unit.reinforcing


def _action(fighter: Fighter) -> str:
    return "charging" if charges(fighter) else fighter.unit.action


def _value(fighter: Fighter, numbers: Mapping[str, int]) -> int:
    return numbers["value"]


CHARGE = modifier(
    id="gdb.charge",
    cite="T1, T1/3, §reinf",
    label=M("Charging or pursuing"),
    text=M(
        "A unit that charges or pursues. Withheld from a charge, not from pursuit: cavalry with a straight "
        "run of less than {straight_cm} cm or in column of companies or platoons, infantry in square, units "
        "that are disordered, wavering or retreating, and units that reinforce."
    ),
    numbers={"value": 2, "straight_cm": 5},
    when=charging_or_pursuing,
    withheld=(
        Withholding(comes_in_disordered, M("it reinforces, so it comes in disordered"), "§reinf"),
        Withholding(charges_too_short, M("its straight run was too short"), "T1/3"),
        Withholding(charges_in_company_column, M("it is in column of companies or platoons"), "T1/3"),
        Withholding(charges_in_square, M("it is in square"), "T1/3"),
        Withholding(charges_out_of_order, M("it is disordered, wavering or retreating"), "T1/3"),
    ),
    key=_action,
    labels={"charging": M("Charging"), "pursuing": M("Pursuing")},
    amount=_value,
)


def presses(fighter: Fighter) -> bool:
    """The unit won the last round by little and followed."""
    return fighter.unit.action == "pressing"


PRESS = modifier(
    id="gdb.press",
    cite="T1",
    label=M("Pressing"),
    text=M("A unit that presses: it won the last round narrowly and followed."),
    numbers={"value": 2},
    when=presses,
)


def is_infantry_column(fighter: Fighter) -> bool:
    """Infantry in column."""
    return fighter.infantry and fighter.formation == "column"


def is_in_cover(fighter: Fighter) -> bool:
    """The unit is itself in buildings or cover."""
    return fighter.unit.cover != "none"


def faces_cover(fighter: Fighter) -> bool:
    """An enemy of the unit is in buildings or cover."""
    return withholds(fighter, fighter.opposition.covered)


COLUMN = modifier(
    id="gdb.column",
    cite="T1, T1/4",
    label=M("Column"),
    text=M("Infantry in column, unless it or an enemy of it is in buildings or cover."),
    numbers={"value": 2},
    when=is_infantry_column,
    withheld=(
        Withholding(is_in_cover, M("it is itself in buildings or cover"), "T1/4"),
        Withholding(faces_cover, M("an enemy of it is in buildings or cover"), "T1/4"),
    ),
)


def is_square(fighter: Fighter) -> bool:
    """Infantry in square."""
    return fighter.square


def meets_no_cavalry(fighter: Fighter) -> bool:
    """None of the unit's enemies is cavalry."""
    return not fighter.opposition.mounted


def meets_not_only_cavalry(fighter: Fighter) -> bool:
    """Some of the unit's enemies are no cavalry, and that matters."""
    return not earns(fighter, fighter.opposition.mounted)


SQUARE = modifier(
    id="gdb.square",
    cite="T1, T1/5",
    label=M("Square against cavalry"),
    text=M("Infantry in square, against cavalry only."),
    numbers={"value": 4},
    when=is_square,
    withheld=(
        Withholding(meets_no_cavalry, M("it does not fight cavalry"), "T1/5"),
        Withholding(meets_not_only_cavalry, M("not all its enemies are cavalry"), "ruling:mixed_opponents"),
    ),
)


def lancers_meet_foot(fighter: Fighter) -> bool:
    """Lancers, some of whose enemies are foot."""
    return fighter.unit.type == "lancers" and fighter.opposition.mounted < fighter.opposition.count


def has_no_lance(fighter: Fighter) -> bool:
    """Lancers count as light cavalry and so have no bonus of the lance."""
    return not fighter.tables.keep_foot_bonus and counts_as_light(fighter)


def meets_not_only_foot(fighter: Fighter) -> bool:
    """Some of the unit's enemies are cavalry, and that matters."""
    return not earns(fighter, fighter.opposition.count - fighter.opposition.mounted)


LANCERS_VS_FOOT = modifier(
    id="gdb.lancers_vs_foot",
    cite="T1",
    label=M("Lancers against foot"),
    text=M("Lancers against infantry or gunners."),
    numbers={"value": 2},
    when=lancers_meet_foot,
    withheld=(
        Withholding(
            has_no_lance,
            M("these lancers count as light cavalry"),
            "ruling:lancers_as_light_keep_foot_bonus",
        ),
        Withholding(meets_not_only_foot, M("not all its enemies are foot"), "ruling:mixed_opponents"),
    ),
)
QUALITY = modifier(
    id="gdb.quality",
    cite="T1",
    label=M("Quality"),
    text=M("By quality."),
    numbers={"guard": 2, "elite": 1, "veteran": 0, "line": 0, "second_line": 0, "conscript": -1},
    when=always,
    key=attrgetter("unit.quality"),
    labels={
        "guard": M("Guard"),
        "elite": M("Elite"),
        "veteran": M("Veteran"),
        "line": M("Line quality"),
        "second_line": M("Second line"),
        "conscript": M("Conscript"),
    },
)


def is_british_line(fighter: Fighter) -> bool:
    """British infantry in line."""
    return fighter.unit.british and fighter.infantry and fighter.formation == "line"


BRITISH_LINE = modifier(
    id="gdb.british_line",
    cite="T1",
    label=M("British line"),
    text=M("British infantry in line."),
    numbers={"value": 1},
    when=is_british_line,
)


def is_disordered(fighter: Fighter) -> bool:
    """The unit is disordered or wavering, comes in disordered, or retreats (which contains it)."""
    return fighter.unit.order != "good" or comes_in_disordered(fighter)


def is_retreating(fighter: Fighter) -> bool:
    """The unit retreats."""
    return fighter.unit.order == "retreating"


def _disorder(fighter: Fighter) -> str:
    return "reinforcing" if fighter.unit.order == "good" else fighter.unit.order


DISORDERED = modifier(
    id="gdb.disordered",
    cite="T1",
    label=M("Disordered or wavering"),
    text=M("A disordered or wavering unit, and one that reinforces."),
    numbers={"value": -2},
    when=is_disordered,
    withheld=(Withholding(is_retreating, M("retreating contains it"), "T1/6"),),
    key=_disorder,
    labels={
        "disordered": M("Disordered"),
        "wavering": M("Wavering"),
        "reinforcing": M("Disordered by coming in"),
    },
    amount=_value,
)


def was_pushed_back(fighter: Fighter) -> bool:
    """The unit was pushed back in the last round of this melee."""
    return fighter.unit.pushed_back


PUSHED_BACK = modifier(
    id="gdb.pushed_back",
    cite="T1",
    label=M("Pushed back"),
    text=M("A unit that was pushed back in the last round of this melee."),
    numbers={"value": -2},
    when=was_pushed_back,
)
RETREATING = modifier(
    id="gdb.retreating",
    cite="T1, T1/6",
    label=M("Retreating"),
    text=M("A retreating unit; the disorder is contained in it."),
    numbers={"value": -6},
    when=is_retreating,
)


def is_taken_in_flank_or_rear(fighter: Fighter) -> bool:
    """The unit is attacked in flank or rear."""
    return fighter.unit.attacked != "front"


FLANK_OR_REAR = modifier(
    id="gdb.flank_or_rear",
    cite="T1",
    label=M("Attacked in flank or rear"),
    text=M("A unit that is attacked in flank or rear; both at once count once."),
    numbers={"value": -4},
    when=is_taken_in_flank_or_rear,
    key=attrgetter("unit.attacked"),
    labels={"flank": M("Attacked in flank"), "rear": M("Attacked in the rear")},
    amount=_value,
)


def has_lost_half(fighter: Fighter) -> bool:
    """At most half of the initial figures are left."""
    initial = fighter.unit.initial
    return initial is not None and 2 * fighter.figures <= initial


HALF_LOST = modifier(
    id="gdb.half_lost",
    cite="T1",
    label=M("Half lost"),
    text=M("A unit with no more than half of its initial figures."),
    numbers={"value": -4},
    when=has_lost_half,
)


def is_in_buildings(fighter: Fighter) -> bool:
    """The unit is in buildings."""
    return fighter.unit.cover == "building"


def building_value(fighter: Fighter) -> int:
    """Return what the unit's buildings are worth: its own number, else the row's."""
    own = fighter.unit.building_bonus
    return fighter.tables.building if own is None else own


def height_is_better(fighter: Fighter) -> bool:
    """Only the better of buildings and height counts, and that is the height."""
    return (
        fighter.tables.better_of_cover
        and fighter.unit.higher
        and fighter.tables.cover_or_height > building_value(fighter)
    )


def _building(fighter: Fighter, numbers: Mapping[str, int]) -> int:
    return building_value(fighter)


BUILDING = modifier(
    id="gdb.building",
    cite="T1, T1/7",
    label=M("Buildings"),
    text=M(
        "A unit in buildings whose enemy is outside; large stone houses and churches may be worth more, "
        "as building_bonus says."
    ),
    numbers={"value": 2},
    when=is_in_buildings,
    withheld=(
        Withholding(enemy_is_inside, M("its enemy is inside, too"), "T1/7"),
        Withholding(some_enemy_is_inside, M("not all its enemies are outside"), "ruling:mixed_opponents"),
        Withholding(height_is_better, M("the height is worth more"), "ruling:buildings_and_height"),
    ),
    amount=_building,
)


def is_in_cover_or_higher(fighter: Fighter) -> bool:
    """The unit is in cover or on higher ground."""
    return fighter.unit.cover == "cover" or fighter.unit.higher


def only_in_shared_cover(fighter: Fighter) -> bool:
    """The unit is not higher, and all enemies are inside its cover."""
    return not fighter.unit.higher and enemy_is_inside(fighter)


def only_in_partly_shared_cover(fighter: Fighter) -> bool:
    """The unit is not higher, and some enemies are inside its cover, and that matters."""
    return not fighter.unit.higher and some_enemy_is_inside(fighter)


def buildings_are_better(fighter: Fighter) -> bool:
    """Only the better of buildings and height counts, and that is the buildings."""
    return (
        fighter.tables.better_of_cover
        and is_in_buildings(fighter)
        and not some_enemy_is_inside(fighter)
        and fighter.tables.cover_or_height <= building_value(fighter)
    )


def _cover_or_height(fighter: Fighter) -> str:
    if not fighter.unit.higher:
        return "cover"
    return "height" if fighter.unit.cover != "cover" or some_enemy_is_inside(fighter) else "both"


COVER_OR_HEIGHT = modifier(
    id="gdb.cover_or_height",
    cite="T1, T1/7",
    label=M("Cover or height"),
    text=M("A unit in cover whose enemy is outside it, or higher than the enemy; both count once."),
    numbers={"value": 1},
    when=is_in_cover_or_higher,
    withheld=(
        Withholding(only_in_shared_cover, M("its enemy is inside, too"), "T1/7"),
        Withholding(
            only_in_partly_shared_cover, M("not all its enemies are outside"), "ruling:mixed_opponents"
        ),
        Withholding(
            buildings_are_better,
            M("the buildings are worth as much or more"),
            "ruling:buildings_and_height",
        ),
    ),
    key=_cover_or_height,
    labels={"cover": M("Cover"), "height": M("Higher ground"), "both": M("Cover and higher ground")},
    amount=_value,
)


def outnumbers(fighter: Fighter) -> bool:
    """The unit's side outnumbers the enemy's by at least one full step."""
    return fighter.steps > 0


def is_not_the_largest(fighter: Fighter) -> bool:
    """Another unit is the largest of its side."""
    return not fighter.largest


def _outnumbering(fighter: Fighter, numbers: Mapping[str, int]) -> int:
    return min(numbers["most"], numbers["value"] * fighter.steps)


OUTNUMBER = modifier(
    id="gdb.outnumber",
    cite="T1, §11.4, §multi",
    label=M("Outnumbering"),
    text=M(
        "For each full {step_percent} % by which the fighting figures of a side exceed the enemy's, at most "
        "{most} in all, and only for the largest unit of that side; among equals their player chooses."
    ),
    numbers={"value": 1, "step_percent": 50, "most": 6},
    when=outnumbers,
    withheld=(Withholding(is_not_the_largest, M("another unit of its side is the largest"), "§11.4"),),
    amount=_outnumbering,
)


def _entries(fighter: Fighter) -> list[Line]:
    return [
        Line(
            "gdb.other", M("{reason}", reason=entry.reason) if entry.reason else OTHER.label, entry.value, "–"
        )
        for entry in fighter.unit.modifiers
    ]


OTHER = Entries(
    id="gdb.other",
    section=SECTION,
    cite="–",
    label=M("Other"),
    text=M("What the umpire adds as modifiers; every entry counts, also two with one reason."),
    entries=_entries,
)
ROWS: tuple[Row, ...] = (
    TYPE,
    LANCERS_AS_LIGHT,
    HORSES,
    CHARGE,
    PRESS,
    COLUMN,
    SQUARE,
    LANCERS_VS_FOOT,
    QUALITY,
    BRITISH_LINE,
    DISORDERED,
    PUSHED_BACK,
    RETREATING,
    FLANK_OR_REAR,
    HALF_LOST,
    BUILDING,
    COVER_OR_HEIGHT,
    OUTNUMBER,
    OTHER,
)
