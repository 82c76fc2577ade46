"""The contradictions a scenario is refused for, each a function of its own, on what is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Path, Problem, Unsound
from melee_cli.core.system import Book
from melee_cli.systems.gdb.contact import FOOT, in_contact
from melee_cli.systems.gdb.duties import ALL_OCCUPANTS, NO_CHARGE, THROUGH
from melee_cli.systems.gdb.units import Scenario, Side, Unit

UnitCheck = Callable[[Scenario, Unit, Path], Iterable[Problem]]


def numbered(scenario: Scenario) -> Iterator[tuple[int, int, Unit]]:
    """Return every unit with the places of its side and of itself, as far as the lists are sound."""
    for s, side in enumerate(scenario.sides):
        try:
            for u, unit in enumerate(side.units):
                yield s, u, unit
        except Unsound:
            continue


CAVALRY = frozenset({"cuirassiers", "heavy_cavalry", "lancers", "light_cavalry", "cossacks"})
FORMATIONS: dict[str, tuple[frozenset[str], Message]] = {
    "square": (frozenset({"infantry"}), M("only infantry forms square")),
    "company_column": (CAVALRY, M("only cavalry forms column of companies or platoons")),
}
_OTHER_FORMATIONS = {
    "infantry": M("column, for infantry"),
    "artillery": M("leave the formation out"),
    **dict.fromkeys(CAVALRY, M("line, or company_column for a column of companies or platoons")),
}


def formation_of_arm(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """Square is infantry's, column of companies cavalry's; artillery has no column."""
    formation, arm = unit.formation, unit.type
    at = (*path, "formation")
    if formation in FORMATIONS and arm not in FORMATIONS[formation][0]:
        yield Problem("formation-of-arm", FORMATIONS[formation][1], at, hint=_OTHER_FORMATIONS[arm])
    elif arm == "artillery" and formation not in (None, "none", "line"):
        yield Problem(
            "formation-of-arm", M("artillery is in line or in no formation"), at, hint=_OTHER_FORMATIONS[arm]
        )


def mounted_only(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """Horses are cavalry's."""
    if unit.horses is not None and unit.type in FOOT:
        yield Problem(
            "mounted-only",
            M("only cavalry has horses"),
            (*path, "horses"),
            "key",
            hint=M("leave horses out, or give the unit a mounted type"),
        )


def straight_run_of_cavalry(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """The straight run is cavalry's."""
    if unit.straight_cm is not None and unit.type in FOOT:
        yield Problem(
            "mounted-only",
            M("only cavalry needs a straight run to charge"),
            (*path, "straight_cm"),
            "key",
            hint=M("leave straight_cm out (straight= or short in a line), or give the unit a mounted type"),
        )


def no_more_than_initial(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """No unit has more figures than it had at the start of the battle."""
    if unit.initial is not None and unit.figures > unit.initial:
        yield Problem(
            "figures-over-initial",
            M(
                "{figures} figures are more than the {initial} initial ones",
                figures=unit.figures,
                initial=unit.initial,
            ),
            (*path, "figures"),
            hint=M("figures are those now, initial those at the start of the battle"),
        )


def no_more_fighting_than_there(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """No more figures fight than there are."""
    if unit.fighting is not None and unit.fighting > unit.figures:
        yield Problem(
            "fighting-over-figures",
            M(
                "{fighting} fighting figures are more than the unit's {figures}",
                fighting=unit.fighting,
                figures=unit.figures,
            ),
            (*path, "fighting"),
            hint=M("leave fighting out where all figures fight"),
        )


def no_charge_out_of_buildings(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """Nobody charges out of buildings (gdb.bua.no_charge)."""
    if unit.action == "charging" and unit.cover == "building":
        yield Problem(
            NO_CHARGE.id,
            M("a unit in buildings cannot charge out of them (§11.6)"),
            (*path, "action"),
            hint=M("leave the action out, or the cover if it has left the buildings"),
        )


def charge_in_round_of_contact(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """From the second round on only a reinforcing unit charges (ruling charge_round)."""
    if unit.action == "charging" and not unit.reinforcing and scenario.round > 1:
        yield Problem(
            "charge-round",
            M("in round {round} only a reinforcing unit can be charging", round=scenario.round),
            (*path, "action"),
            hint=M("use pressing after a won round, or mark the unit as reinforcing"),
        )


def square_has_no_flank(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """A square has neither flank nor rear."""
    if unit.attacked != "front" and unit.formation == "square":
        yield Problem(
            "square-has-no-flank",
            M("a square has neither flank nor rear"),
            (*path, "attacked"),
            hint=M("leave attacked out"),
        )


def bonus_of_buildings(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """A building bonus needs buildings."""
    if unit.building_bonus is not None and unit.cover != "building":
        yield Problem(
            "building-bonus-without-building",
            M("building_bonus needs cover: building"),
            (*path, "building_bonus"),
            "key",
            hint=M("add cover: building, or building in a line; or leave the bonus out"),
        )


def place_of_cover(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """A place names the cover or the buildings a unit is in."""
    if unit.place is not None and unit.cover == "none":
        yield Problem(
            "place-without-cover",
            M("place names a cover or a building, and the unit is in none"),
            (*path, "place"),
            "key",
            hint=M(
                "add cover: building or cover: cover, in a line building or cover; or leave the place out"
            ),
        )


def through_of_reinforcing(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """Only a reinforcing unit passes through friends."""
    if unit.through is not None and not unit.reinforcing:
        yield Problem(
            "through-without-reinforcing",
            M("only a reinforcing unit passes through friends"),
            (*path, "through"),
            "key",
            hint=M("mark it as reinforcing, or leave through out"),
        )


def no_reserve_retreats(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """A retreating unit reinforces nobody."""
    if unit.reinforcing and unit.order == "retreating":
        yield Problem(
            "reinforcing-retreating",
            M("a retreating unit cannot reinforce"),
            (*path, "order"),
            hint=M("leave the order out: a reinforcing unit counts as disordered anyway"),
        )


def reserve_charges(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """A reinforcing unit comes in by a charge, and by nothing else."""
    if unit.reinforcing and unit.action not in ("none", "charging"):
        yield Problem(
            "reinforcing-action",
            M("a reinforcing unit charges and does nothing else"),
            (*path, "action"),
            hint=M("charging, or leave the action out"),
        )


def follow_up_of_infantry(scenario: Scenario, unit: Unit, path: Path) -> Iterator[Problem]:
    """Only infantry has the choice to press or to stand."""
    if unit.follow_up is not None and unit.type != "infantry":
        yield Problem(
            "follow-up-of-infantry",
            M("only infantry chooses to press or to stand"),
            (*path, "follow_up"),
            "key",
            hint=M("leave follow_up out (then= in a line): cavalry follows always, artillery never"),
        )


# The contradictions of one unit, each under a field without which there is none.
OF_A_UNIT: dict[str, tuple[UnitCheck, ...]] = {
    "formation": (formation_of_arm,),
    "horses": (mounted_only,),
    "straight_cm": (straight_run_of_cavalry,),
    "initial": (no_more_than_initial,),
    "fighting": (no_more_fighting_than_there,),
    "action": (no_charge_out_of_buildings, charge_in_round_of_contact),
    "attacked": (square_has_no_flank,),
    "building_bonus": (bonus_of_buildings,),
    "place": (place_of_cover,),
    "through": (through_of_reinforcing,),
    "reinforcing": (no_reserve_retreats, reserve_charges),
    "follow_up": (follow_up_of_infantry,),
}


def each_unit(scenario: Scenario, book: Book) -> Iterator[Problem]:
    """Yield the contradictions of every unit; what is unsound of one hides nothing else."""
    for s, u, unit in numbered(scenario):
        said = unit.model_fields_set
        for field, checks in OF_A_UNIT.items():
            if field in said:
                for check in checks:
                    try:
                        for problem in check(scenario, unit, ("sides", s, "units", u)):
                            if problem.code not in book.off:  # a refusal may come from a row
                                yield problem
                    except Unsound:
                        continue


def _names(units: Sequence[Unit], but: Unit | None = None) -> Message | None:
    """Return the names of *units* as a hint, None where there are none."""
    names = tuple(unit.name for unit in units if unit is not but)
    return M("one of: {names}", names=Phrases(names, ",")) if names else None


def friend_to_pass_through(scenario: Scenario) -> Iterator[Problem]:
    """Reserves pass through friends in two cases only (gdb.reinf.through)."""
    for s, u, unit in numbered(scenario):
        try:
            yield from _through(scenario, scenario.sides[s], unit, s, u)
        except Unsound:
            continue


def _through(scenario: Scenario, side: Side, unit: Unit, s: int, u: int) -> Iterator[Problem]:
    if unit.through is None or not unit.reinforcing:
        return
    path = ("sides", s, "units", u, "through")
    friend = next((f for f in side.units if f.name == unit.through != unit.name), None)
    if friend is None:
        yield Problem(
            "unknown-friend",
            M("{name} is no friend of {unit}", name=unit.through, unit=unit.name),
            path,
            hint=_names(side.units, unit),
        )
        return
    if unit.type not in FOOT:
        if friend.type in FOOT:
            message = M("cavalry passes through friendly cavalry only, and {name} is foot", name=friend.name)
            yield Problem(THROUGH.id, message, path, hint=THROUGH_HINT)
        elif unit.formation not in (None, "line") or (unit.formation is None and unit.cover == "building"):
            message = M("cavalry passes through friends in a single line only")
            yield Problem(THROUGH.id, message, path, hint=M("write formation: line, or the word line"))
    elif unit.type != "infantry":
        message = M("artillery does not pass through friends into contact")
        yield Problem(THROUGH.id, message, path, hint=THROUGH_HINT)
    elif friend.cover != "building" or scenario.built_up is None:
        message = M(
            "infantry passes only through friends who fight in a built-up area, and {name} does not",
            name=friend.name,
        )
        yield Problem(THROUGH.id, message, path, hint=THROUGH_HINT)


THROUGH_HINT = M(
    "leave through out if it comes in beside its friends; a built-up area needs built_up in the scenario "
    "and cover: building on the friend, or building in its line"
)


def largest_is_largest(scenario: Scenario) -> Iterator[Problem]:
    """Only a unit that no friend exceeds in fighting figures is chosen as the largest."""
    for s, side in enumerate(scenario.sides):
        try:
            most = max(unit.fighting or unit.figures for unit in side.units)
            for u, unit in enumerate(side.units):
                own = unit.fighting or unit.figures
                if unit.largest and own < most:
                    yield Problem(
                        "largest-is-smaller",
                        M(
                            "{unit} has {own} fighting figures, another unit of its side {most}",
                            unit=unit.name,
                            own=own,
                            most=most,
                        ),
                        ("sides", s, "units", u, "largest"),
                        hint=M("largest chooses among the units that are equally large"),
                    )
        except Unsound:
            continue


def one_largest(scenario: Scenario) -> Iterator[Problem]:
    """A side chooses one largest unit."""
    for s, side in enumerate(scenario.sides):
        try:
            chosen = [u for u, unit in enumerate(side.units) if unit.largest]
        except Unsound:
            continue
        for u in chosen[1:]:
            yield Problem(
                "largest-twice",
                M("{name} has chosen its largest unit already", name=side.name),
                ("sides", s, "units", u, "largest"),
                hint=M("mark one unit only as largest"),
            )


def _by_name(scenario: Scenario, s: int) -> dict[str, Unit]:
    """Return the units of one side by their names, those whose name is unsound left out."""
    found: dict[str, Unit] = {}
    for unit in scenario.sides[s].units:
        try:
            found[unit.name] = unit
        except Unsound:
            continue
    return found


def against_names_enemies(scenario: Scenario) -> Iterator[Problem]:
    """A unit fights enemies, by their names."""
    for s, side in enumerate(scenario.sides):
        try:
            friends, enemies = _by_name(scenario, s), _by_name(scenario, 1 - s)
            fighters = list(enumerate(side.units))
        except Unsound:
            continue
        for u, unit in fighters:
            try:
                named = unit.against or ()
            except Unsound:
                continue
            for place, name in enumerate(named):
                if name in enemies:
                    continue
                message = (
                    M("{name} is on the same side", name=name)
                    if name in friends
                    else M("there is no enemy called {name}", name=name)
                )
                path = ("sides", s, "units", u, "against", place)
                yield Problem("unknown-enemy", message, path, hint=_names(list(enemies.values())))


def everybody_has_an_enemy(scenario: Scenario) -> Iterator[Problem]:
    """Nobody is left without an enemy."""
    for s in (0, 1):
        try:
            yield from _without_enemy(scenario, s)
        except Unsound:
            continue


def _without_enemy(scenario: Scenario, s: int) -> Iterator[Problem]:
    friends, enemies = _by_name(scenario, s), _by_name(scenario, 1 - s)
    fought: set[str] = set()
    anybody = False
    for enemy in scenario.sides[1 - s].units:
        if enemy.against is None:
            anybody = True
        else:
            fought.update(enemy.against)
    if not fought <= friends.keys():
        return  # a name that is no enemy's is a problem of its own, and leaves contact open
    for u, unit in enumerate(scenario.sides[s].units):
        try:
            if unit.against is None:
                met = anybody or unit.name in fought
            else:
                named = [enemies.get(name) for name in unit.against]
                met = None in named or any(enemy and in_contact(unit, enemy) for enemy in named)
            if not met:
                yield Problem(
                    "no-enemy",
                    M("{unit} fights nobody", unit=unit.name),
                    ("sides", s, "units", u, "name" if unit.against is None else "against"),
                    hint=M("two units fight unless one of them leaves the other out of its against"),
                )
        except Unsound:
            continue


def area_has_holders(scenario: Scenario) -> Iterator[Problem]:
    """A built-up area is held by units in buildings."""
    if scenario.built_up is not None and all(
        unit.cover != "building" for side in scenario.sides for unit in side.units
    ):
        yield Problem(
            "built-up-without-holders",
            M("nobody is in buildings, so there is no built-up area to fight for"),
            ("built_up",),
            "key",
            hint=M("give its holders cover: building, or building in a line; or leave built_up out"),
        )


def every_occupant_is_fought(scenario: Scenario) -> Iterator[Problem]:
    """Attackers of an undivided area fight all who hold it (gdb.bua.all_occupants)."""
    area = scenario.built_up
    if area is None or area.sectors:
        return
    inside = [[unit for unit in side.units if unit.cover == "building"] for side in scenario.sides]
    if all(inside) or not any(inside):
        return
    held = 0 if inside[0] else 1
    holders = {unit.name for unit in inside[held]}
    attackers = {unit.name for unit in scenario.sides[1 - held].units}
    for s, side in enumerate(scenario.sides):
        must = attackers if s == held else holders
        for u, unit in enumerate(side.units):
            if unit.against is None or (s == held and unit.name not in holders):
                continue
            named = set(unit.against)
            missing = tuple(
                enemy.name
                for enemy in scenario.sides[1 - s].units
                if enemy.name in must and enemy.name not in named
            )
            if missing:
                yield Problem(
                    ALL_OCCUPANTS.id,
                    M(
                        "whoever attacks a built-up area fights every unit in it: {unit} leaves out {names}",
                        unit=unit.name,
                        names=Phrases(missing),
                    ),
                    ("sides", s, "units", u, "against"),
                    hint=M("name them too, or say sectors: true for a large town divided into sectors"),
                )


# The contradictions between units, each under a field without which there is none.
BETWEEN_UNITS: tuple[tuple[str, Callable[[Scenario], Iterable[Problem]]], ...] = (
    ("through", friend_to_pass_through),
    ("largest", largest_is_largest),
    ("largest", one_largest),
    ("against", against_names_enemies),
    ("against", everybody_has_an_enemy),
    ("against", every_occupant_is_fought),
    ("built_up", area_has_holders),
)


def between_units(scenario: Scenario, book: Book) -> Iterator[Problem]:
    """Yield the contradictions between units; what is unsound for one check hides nothing of another."""
    said = set(scenario.model_fields_set)
    for _, _, unit in numbered(scenario):
        said |= unit.model_fields_set
    for field, check in BETWEEN_UNITS:
        if field in said:
            try:
                for problem in check(scenario):
                    if problem.code not in book.off:  # a refusal may come from a row
                        yield problem
            except Unsound:
                continue
