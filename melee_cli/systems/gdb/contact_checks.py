"""The contradictions between units: friends passed through, the largest, contact, built-up areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Problem, Unsound
from melee_cli.core.rules import Book
from melee_cli.systems.gdb.built_up import ALL_OCCUPANTS
from melee_cli.systems.gdb.contact import FOOT, in_contact
from melee_cli.systems.gdb.reinforcing import THROUGH
from melee_cli.systems.gdb.unit_checks import numbered

if TYPE_CHECKING:
    from melee_cli.systems.gdb.model import Scenario, Side, Unit


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


def against_names_enemies(scenario: Scenario) -> Iterator[Problem]:
    """A unit fights enemies, by their names."""
    for s, u, unit in numbered(scenario):
        try:
            enemies = scenario.sides[1 - s].units
            known = {enemy.name for enemy in enemies}
            for place, name in enumerate(unit.against or ()):
                if name in known:
                    continue
                message = (
                    M("{name} is on the same side", name=name)
                    if any(friend.name == name for friend in scenario.sides[s].units)
                    else M("there is no enemy called {name}", name=name)
                )
                path = ("sides", s, "units", u, "against", place)
                yield Problem("unknown-enemy", message, path, hint=_names(enemies))
        except Unsound:
            continue


def _names_strangers(unit: Unit, enemies: Sequence[Unit]) -> bool:
    return bool(unit.against) and not {enemy.name for enemy in enemies}.issuperset(unit.against or ())


def everybody_has_an_enemy(scenario: Scenario) -> Iterator[Problem]:
    """Nobody is left without an enemy."""
    for s, u, unit in numbered(scenario):
        try:
            enemies = scenario.sides[1 - s].units
            friends = scenario.sides[s].units
            if _names_strangers(unit, enemies) or any(_names_strangers(enemy, friends) for enemy in enemies):
                continue  # a name that is no enemy's is a problem of its own, and leaves contact open
            if any(in_contact(unit, enemy) for enemy in enemies):
                continue
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
            missing = tuple(
                enemy.name
                for enemy in scenario.sides[1 - s].units
                if enemy.name in must and enemy.name not in unit.against
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
