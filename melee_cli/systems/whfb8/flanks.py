"""Points for the flank and the rear of enemy units, and the flank-to-flank pairs that earn none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from melee_cli.core.messages import M, Phrases
from melee_cli.core.rules import Row
from melee_cli.systems.whfb8 import rulings
from melee_cli.systems.whfb8.fight import Party, Troop
from melee_cli.systems.whfb8.point import SECTION, Point, gone

if TYPE_CHECKING:
    from melee_cli.systems.whfb8.terms import Terms


def for_part(row: Point, party: Party, terms: Terms) -> None:
    """Points for each enemy unit fought in the row's part, its flank or its rear."""
    flank = row.id == FLANK.id
    earners: list[Troop] = []
    victims: list[Troop] = []
    for enemy, troop in party.flanks if flank else party.rears:
        if not troop.alive:
            party.withhold(row, gone(troop), rulings.WIPED_OUT_UNIT.cite)
        elif flank and terms.mutual_flank and enemy.alive and enemy.parts[troop.index] == "flank":
            reason = M("{unit} and {enemy} touch flank to flank", unit=troop.name, enemy=enemy.name)
            party.withhold(row, reason, MUTUAL_FLANK.cite)
        elif victims and victims[-1] is enemy:
            reason = (
                M("{unit} too in the flank of {enemy}, which counts once", unit=troop.name, enemy=enemy.name)
                if flank
                else M(
                    "{unit} too in the rear of {enemy}, which counts once", unit=troop.name, enemy=enemy.name
                )
            )
            party.withhold(row, reason)
        else:
            victims.append(enemy)
            if troop not in earners:
                earners.append(troop)
    if victims:
        names = Phrases(tuple(enemy.name for enemy in victims))
        label = M("Flank of {units}", units=names) if flank else M("Rear of {units}", units=names)
        party.earn(row, row.numbers["value"] * len(victims), earners, label)


FLANK = Point(
    id="whfb8.flank",
    section=SECTION,
    cite="§flank-rear",
    label=M("Flank"),
    text=M("One point for each enemy unit fought in its flank, however many units or flanks it takes."),
    numbers={"value": 1},
    field="attacks",
    give=for_part,
)
REAR = Point(
    id="whfb8.rear",
    section=SECTION,
    cite="§flank-rear",
    label=M("Rear"),
    text=M("Two points for each enemy unit fought in its rear, added to the point for its flank."),
    numbers={"value": 2},
    field="attacks",
    give=for_part,
)
MUTUAL_FLANK = Row(
    id="whfb8.mutual_flank",
    section=SECTION,
    cite="§flank-rear",
    label=M("Flank to flank"),
    text=M(
        "Two living enemy units that touch flank to flank earn neither side its point by each other, "
        "though both count as attacked in the flank; a third unit in that flank still earns it."
    ),
)
