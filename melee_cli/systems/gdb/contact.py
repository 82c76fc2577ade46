"""Who fights whom: every unit of a scenario with its enemies in contact, as conditions read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from melee_cli.core.rules import defaults
from melee_cli.core.system import Book
from melee_cli.systems.gdb.units import Scenario, Unit

FOOT = frozenset({"infantry", "artillery"})
NOBODY = -1


class Tables:
    """The switches and numbers of a book that units in contact and their conditions read."""

    def __init__(self, book: Book) -> None:
        self.book = book
        rulings, number, off = book.rulings, book.number, book.off
        usual = {**defaults(book.system.rulings), **(book.house.rulings if book.house else {})}
        self.unusual = frozenset(id_ for id_, value in rulings.items() if value != usual[id_])
        self.strict = rulings["mixed_opponents"] == "strict"
        self.keep_foot_bonus = rulings["lancers_as_light_keep_foot_bonus"] == "yes"
        self.pursuing_is_charging = rulings["lancers_pursuing_count_as_charging"] == "yes"
        self.better_of_cover = rulings["buildings_and_height"] == "best" and not off.intersection(
            ("gdb.building", "gdb.cover_or_height")
        )
        self.lancers_as_light = "gdb.lancers_as_light" not in off
        self.reinforcing_is_disordered = "gdb.reinf.disordered" not in off
        self.straight_cm = number("gdb.charge", "straight_cm")
        self.step_percent = max(1, number("gdb.outnumber", "step_percent"))
        self.building = number("gdb.building")
        self.cover_or_height = number("gdb.cover_or_height")


@lru_cache(maxsize=64)
def tables(book: Book) -> Tables:
    """Return *book* as conditions read it; the same object for the same book."""
    return Tables(book)


class Opposition:
    """The enemies of a unit, and how many of them are of each kind; shared where they are the same.

    ``places`` are their places in the scenario. It holds their units, not their fighters: melees of a
    batch must go when they are done with, and circles would keep them.
    """

    __slots__ = (
        "count",
        "covered",
        "cuirassiers",
        "fighting",
        "infantry",
        "mounted",
        "places",
        "squares",
        "units",
    )

    def __init__(self, enemies: Sequence[Fighter], places: Sequence[int], units: Sequence[Unit]) -> None:
        self.places = places
        self.units = units
        self.count = len(places)
        mounted = cuirassiers = covered = infantry = squares = fighting = 0
        for enemy in enemies:
            fighting += enemy.fighting
            if enemy.mounted:
                mounted += 1
                cuirassiers += enemy.unit.type == "cuirassiers"
            elif enemy.infantry:
                infantry += 1
                squares += enemy.square
            covered += enemy.unit.cover != "none"
        self.mounted, self.cuirassiers, self.covered = mounted, cuirassiers, covered
        self.infantry, self.squares, self.fighting = infantry, squares, fighting


class Fighter:
    """A unit in its melee: what its modifiers, its outcome and its casualties are read from.

    ``side`` is 0 or 1, ``index`` its place among all units of the scenario, ``formation`` the one it
    is in when none is given. ``steps`` counts the full steps by which its side outnumbers the other,
    and ``largest`` says whether it is the unit that counts them.
    """

    __slots__ = (
        "fighting",
        "figures",
        "formation",
        "index",
        "infantry",
        "largest",
        "mounted",
        "name",
        "opposition",
        "scenario",
        "side",
        "square",
        "steps",
        "tables",
        "unit",
    )
    opposition: Opposition

    def __init__(self, unit: Unit, side: int, index: int, scenario: Scenario, tables: Tables) -> None:
        self.unit = unit
        self.name = unit.name
        self.side = side
        self.index = index
        self.scenario = scenario
        self.tables = tables
        self.figures = unit.figures
        self.fighting = unit.fighting or unit.figures
        arm = unit.type
        self.mounted = arm not in FOOT
        self.infantry = arm == "infantry"
        self.formation = unit.formation or ("none" if unit.cover == "building" else "line")
        self.square = self.infantry and self.formation == "square"
        self.steps = 0
        self.largest = False

    @property
    def book(self) -> Book:
        """The book in force."""
        return self.tables.book

    @property
    def branch(self) -> str:
        """Cavalry, infantry or artillery, as the result table tells winners apart."""
        return "cavalry" if self.mounted else self.unit.type

    @property
    def initial(self) -> int:
        """The figures it had at the start of the battle."""
        return self.unit.initial or self.figures


def earns(fighter: Fighter, those: int) -> bool:
    """Whether a bonus that asks for a kind of enemy is earned by *those* (ruling mixed_opponents)."""
    return those == fighter.opposition.count if fighter.tables.strict else those > 0


def withholds(fighter: Fighter, those: int) -> bool:
    """Whether *those* enemies withhold something (ruling mixed_opponents)."""
    return those > 0 if fighter.tables.strict else those == fighter.opposition.count


def enemies_outside(fighter: Fighter) -> int:
    """Return how many enemies are outside the unit's cover (ruling outside)."""
    unit = fighter.unit
    those = 0
    for other in fighter.opposition.units:
        apart = unit.place is not None and other.place is not None and unit.place != other.place
        those += other.cover != unit.cover or apart
    return those


def enemy_is_inside(fighter: Fighter) -> bool:
    """All enemies are inside the same buildings or cover."""
    return not enemies_outside(fighter)


def some_enemy_is_inside(fighter: Fighter) -> bool:
    """Some enemies are inside the same buildings or cover, and that matters."""
    return not earns(fighter, enemies_outside(fighter))


def charges(fighter: Fighter) -> bool:
    """The unit charges; to reinforce is to charge."""
    return fighter.unit.action == "charging" or fighter.unit.reinforcing


def comes_in_disordered(fighter: Fighter) -> bool:
    """The unit reinforces the melee and is disordered by that."""
    return fighter.unit.reinforcing and fighter.tables.reinforcing_is_disordered


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


def in_contact(one: Unit, other: Unit) -> bool:
    """Tell whether two enemies fight each other: unless one of them leaves the other out."""
    return (one.against is None or other.name in one.against) and (
        other.against is None or one.name in other.against
    )


def enemies_met(own: Sequence[Fighter], enemies: Sequence[Fighter]) -> Iterator[Sequence[Fighter]]:
    """Yield for each of *own* its enemies in contact, in the order of the file.

    It takes as long as there are contacts and names in ``against``, not as long as there are pairs.
    """
    by_name = {enemy.name: enemy for enemy in enemies}
    open_to_all = [enemy for enemy in enemies if enemy.unit.against is None]
    choosing: dict[str, list[Fighter]] = {}
    for enemy in enemies:
        for name in dict.fromkeys(enemy.unit.against or ()):
            choosing.setdefault(name, []).append(enemy)
    for fighter in own:
        named = fighter.unit.against
        if named is None:
            chosen = choosing.get(fighter.name)
            met = [*open_to_all, *chosen] if chosen else open_to_all
        else:
            met = [
                by_name[name] for name in dict.fromkeys(named) if in_contact(fighter.unit, by_name[name].unit)
            ]
        yield sorted(met, key=lambda enemy: enemy.index)


def line_up(scenario: Scenario, tables: Tables) -> list[list[Fighter]]:
    """Return the units of both sides with their enemies and their outnumbering known."""
    sides: list[list[Fighter]] = []
    index = 0
    narrowed = False
    for place, side in enumerate(scenario.sides):
        fighters = []
        for unit in side.units:
            fighters.append(Fighter(unit, place, index, scenario, tables))
            narrowed = narrowed or unit.against is not None
            index += 1
        sides.append(fighters)
    for place, own in enumerate(sides):
        enemies = sides[1 - place]
        first = enemies[0].index
        everybody = Opposition(enemies, range(first, first + len(enemies)), scenario.sides[1 - place].units)
        for fighter in own:
            fighter.opposition = everybody
        if narrowed:
            for fighter, met in zip(own, enemies_met(own, enemies), strict=True):
                if len(met) < len(enemies):
                    fighter.opposition = Opposition(met, [e.index for e in met], [e.unit for e in met])
    _outnumber(sides, tables)
    return sides


def _outnumber(sides: Sequence[Sequence[Fighter]], tables: Tables) -> None:
    """Count the full steps by which a side outnumbers the other."""
    first, second = 0, 0
    for fighter in sides[0]:
        first += fighter.fighting
    for fighter in sides[1]:
        second += fighter.fighting
    ahead, more, less = (0, first, second) if first > second else (1, second, first)
    steps = 100 * (more - less) // (tables.step_percent * less)
    if steps:
        for fighter in sides[ahead]:
            fighter.steps = steps


def tied_for_largest(side: Sequence[Fighter]) -> list[Fighter]:
    """Return the units of *side* with the most fighting figures, in file order."""
    tied: list[Fighter] = []
    for fighter in side:
        if not tied or fighter.fighting > tied[0].fighting:
            tied = [fighter]
        elif fighter.fighting == tied[0].fighting:
            tied.append(fighter)
    return tied


class Encounter:
    """Who fights whom under which book: a scenario before its dice, as duties and the next round read it.

    ``undecided_largest`` holds the equal units among which a player has yet to choose the one that
    outnumbers; ``outnumbering`` is the place of the one that does so as far as it is known, −1 for none.
    """

    def __init__(self, scenario: Scenario, book: Book) -> None:
        self.scenario = scenario
        self.book = book
        self.tables = tables(book)
        self.names = [side.name for side in scenario.sides]
        self.sides = line_up(scenario, self.tables)
        self.fighters = [*self.sides[0], *self.sides[1]]
        self.undecided_largest: list[Fighter] = []
        self.outnumbering = self._largest()

    def _largest(self) -> int:
        """Return the place of the unit that outnumbers, as far as it is known; −1 for none."""
        for side in self.sides:
            if side[0].steps:
                tied = tied_for_largest(side)
                for fighter in tied:
                    if fighter.unit.largest:
                        return fighter.index
                if len(tied) > 1:
                    self.undecided_largest = tied
                return tied[0].index
        return NOBODY
