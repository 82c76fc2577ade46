"""The named conditions of the modifier rows: what is true of a unit in its melee."""

from __future__ import annotations

from melee_cli.systems.gdb.contact import Fighter


def _asked_of(fighter: Fighter, those: int) -> bool:
    """Whether a bonus that asks for a kind of enemy is earned by *those* (ruling mixed_opponents)."""
    return those == fighter.opposition.count if fighter.tables.strict else those > 0


def _enough_to_withhold(fighter: Fighter, those: int) -> bool:
    """Whether *those* enemies withhold something (ruling mixed_opponents)."""
    return those > 0 if fighter.tables.strict else those == fighter.opposition.count


def always(fighter: Fighter) -> bool:
    """Every unit."""
    return True


def charging_or_pursuing(fighter: Fighter) -> bool:
    """The unit charges or pursues; reinforcing is a charge too."""
    unit = fighter.unit
    return unit.action == "charging" or unit.action == "pursuing" or unit.reinforcing


def comes_in_disordered(fighter: Fighter) -> bool:
    """The unit reinforces the melee and is disordered by that."""
    return fighter.unit.reinforcing and fighter.tables.reinforcing_is_disordered


def charges(fighter: Fighter) -> bool:
    """The unit charges; to reinforce is to charge."""
    return fighter.unit.action == "charging" or fighter.unit.reinforcing


def charges_too_short(fighter: Fighter) -> bool:
    """Charging cavalry had too short a straight run."""
    unit = fighter.unit
    return (
        unit.straight_cm is not None
        and charges(fighter)
        and fighter.mounted
        and unit.straight_cm < fighter.tables.straight_cm
    )


def charges_in_company_column(fighter: Fighter) -> bool:
    """Charging cavalry is in column of companies or platoons."""
    return fighter.mounted and fighter.formation == "company_column" and charges(fighter)


def charges_in_square(fighter: Fighter) -> bool:
    """Charging infantry is in square."""
    return fighter.square and charges(fighter)


def charges_out_of_order(fighter: Fighter) -> bool:
    """A charging unit is disordered, wavering or retreating."""
    return fighter.unit.order != "good" and charges(fighter)


def charges_in_earnest(fighter: Fighter) -> bool:
    """The unit charges and nothing withholds the charge."""
    return charges(fighter) and not (
        comes_in_disordered(fighter)
        or charges_too_short(fighter)
        or charges_in_company_column(fighter)
        or charges_in_square(fighter)
        or charges_out_of_order(fighter)
    )


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
        or _enough_to_withhold(fighter, fighter.opposition.cuirassiers)
    )


def presses(fighter: Fighter) -> bool:
    """The unit won the last round by little and followed."""
    return fighter.unit.action == "pressing"


def is_infantry_column(fighter: Fighter) -> bool:
    """Infantry in column."""
    return fighter.infantry and fighter.formation == "column"


def is_in_cover(fighter: Fighter) -> bool:
    """The unit is itself in buildings or cover."""
    return fighter.unit.cover != "none"


def faces_cover(fighter: Fighter) -> bool:
    """An enemy of the unit is in buildings or cover."""
    return _enough_to_withhold(fighter, fighter.opposition.covered)


def is_square(fighter: Fighter) -> bool:
    """Infantry in square."""
    return fighter.square


def meets_no_cavalry(fighter: Fighter) -> bool:
    """None of the unit's enemies is cavalry."""
    return not fighter.opposition.mounted


def meets_not_only_cavalry(fighter: Fighter) -> bool:
    """Some of the unit's enemies are no cavalry, and that matters."""
    return not _asked_of(fighter, fighter.opposition.mounted)


def lancers_meet_foot(fighter: Fighter) -> bool:
    """Lancers, some of whose enemies are foot."""
    return fighter.unit.type == "lancers" and fighter.opposition.mounted < fighter.opposition.count


def meets_not_only_foot(fighter: Fighter) -> bool:
    """Some of the unit's enemies are cavalry, and that matters."""
    return not _asked_of(fighter, fighter.opposition.count - fighter.opposition.mounted)


def has_no_lance(fighter: Fighter) -> bool:
    """Lancers count as light cavalry and so have no bonus of the lance."""
    return not fighter.tables.keep_foot_bonus and counts_as_light(fighter)


def is_british_line(fighter: Fighter) -> bool:
    """British infantry in line."""
    return fighter.unit.british and fighter.infantry and fighter.formation == "line"


def is_disordered(fighter: Fighter) -> bool:
    """The unit is disordered or wavering, comes in disordered, or retreats (which contains it)."""
    return fighter.unit.order != "good" or comes_in_disordered(fighter)


def is_retreating(fighter: Fighter) -> bool:
    """The unit retreats."""
    return fighter.unit.order == "retreating"


def was_pushed_back(fighter: Fighter) -> bool:
    """The unit was pushed back in the last round of this melee."""
    return fighter.unit.pushed_back


def is_taken_in_flank_or_rear(fighter: Fighter) -> bool:
    """The unit is attacked in flank or rear."""
    return fighter.unit.attacked != "front"


def has_lost_half(fighter: Fighter) -> bool:
    """At most half of the initial figures are left."""
    initial = fighter.unit.initial
    return initial is not None and 2 * fighter.figures <= initial


def is_in_buildings(fighter: Fighter) -> bool:
    """The unit is in buildings."""
    return fighter.unit.cover == "building"


def is_in_cover_or_higher(fighter: Fighter) -> bool:
    """The unit is in cover or on higher ground."""
    return fighter.unit.cover == "cover" or fighter.unit.higher


def _outside(fighter: Fighter) -> int:
    """Return how many enemies are outside the unit's cover (ruling outside)."""
    unit = fighter.unit
    those = 0
    for other in fighter.opposition.units:
        apart = unit.place is not None and other.place is not None and unit.place != other.place
        those += other.cover != unit.cover or apart
    return those


def enemy_is_inside(fighter: Fighter) -> bool:
    """All enemies are inside the same buildings or cover."""
    return not _outside(fighter)


def some_enemy_is_inside(fighter: Fighter) -> bool:
    """Some enemies are inside the same buildings or cover, and that matters."""
    return not _asked_of(fighter, _outside(fighter))


def only_in_shared_cover(fighter: Fighter) -> bool:
    """The unit is not higher, and all enemies are inside its cover."""
    return not fighter.unit.higher and enemy_is_inside(fighter)


def only_in_partly_shared_cover(fighter: Fighter) -> bool:
    """The unit is not higher, and some enemies are inside its cover, and that matters."""
    return not fighter.unit.higher and some_enemy_is_inside(fighter)


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


def buildings_are_better(fighter: Fighter) -> bool:
    """Only the better of buildings and height counts, and that is the buildings."""
    return (
        fighter.tables.better_of_cover
        and is_in_buildings(fighter)
        and not some_enemy_is_inside(fighter)
        and fighter.tables.cover_or_height <= building_value(fighter)
    )


def outnumbers(fighter: Fighter) -> bool:
    """The unit's side outnumbers the enemy's by at least one full step."""
    return fighter.steps > 0


def is_not_the_largest(fighter: Fighter) -> bool:
    """Another unit is the largest of its side."""
    return not fighter.largest
