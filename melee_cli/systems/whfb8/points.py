"""The combat result: the points a side earns, each from its units, and those it is refused and why."""

from __future__ import annotations

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.rules import Modifier, Row
from melee_cli.systems.whfb8 import rulings
from melee_cli.systems.whfb8.rulings import Point, Terms
from melee_cli.systems.whfb8.units import Party, Troop

SECTION = M("Combat result")


def gone(troop: Troop) -> Message:
    """Why a wiped-out unit earns nothing any more."""
    return M("{unit} wiped out", unit=troop.name)


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


def for_wounds(row: Point, party: Party, terms: Terms) -> None:
    """Every unsaved wound counts, also those inflicted by a unit that is wiped out now."""
    givers = [troop for troop in party.troops if troop.unit.wounds]
    if givers:
        party.earn(row, row.numbers["value"] * sum(troop.unit.wounds for troop in givers), givers)


def for_overkill(row: Point, party: Party, terms: Terms) -> None:
    """Excess wounds on a slain challenger count up to the cap of the ruling, unit by unit."""
    givers = [troop for troop in party.troops if troop.unit.overkill]
    if not givers:
        return
    cap = terms.overkill_cap
    for troop in givers:
        if troop.unit.overkill > cap:
            reason = M(
                "{unit} with {count} excess wounds, of which at most {cap} count",
                unit=troop.name,
                count=troop.unit.overkill,
                cap=cap,
            )
            party.withhold(row, reason, rulings.OVERKILL_CAP.cite)
    if cap:
        party.earn(row, row.numbers["value"] * sum(min(cap, troop.unit.overkill) for troop in givers), givers)


def once(row: Point, party: Party, having: list[Troop]) -> None:
    """Give one point for the first living unit of *having*; the others are named as withheld."""
    earned: Troop | None = None
    for troop in having:
        if not troop.alive:
            party.withhold(row, gone(troop), rulings.WIPED_OUT_UNIT.cite)
        elif earned is None:
            earned = troop
        else:
            party.withhold(row, M("{unit} too, but it counts once for a side", unit=troop.name))
    if earned is not None:
        party.earn(row, row.numbers["value"], (earned,))


def for_standard(row: Point, party: Party, terms: Terms) -> None:
    """One point for a side with any standard."""
    having = [troop for troop in party.troops if troop.unit.standard]
    if having:
        once(row, party, having)


def for_battle_standard(row: Point, party: Party, terms: Terms) -> None:
    """One point for the army's battle standard, unless the ruling takes it away."""
    having = [troop for troop in party.troops if troop.unit.battle_standard]
    if not having:
        return
    if terms.battle_standard_counts:
        once(row, party, having)
    else:
        party.withhold(
            row, M("the battle standard earns nothing by the ruling"), rulings.BATTLE_STANDARD_BONUS.cite
        )


def for_charge(row: Point, party: Party, terms: Terms) -> None:
    """One point for a side of which any unit charged; by the ruling one a unit, or none."""
    having = [troop for troop in party.troops if troop.unit.charged]
    if not having:
        return
    if terms.charge_bonus == "once":
        once(row, party, having)
    elif terms.charge_bonus == "off":
        party.withhold(row, M("a charge earns nothing by the ruling"), rulings.CHARGE_BONUS.cite)
    else:
        living = [troop for troop in having if troop.alive]
        for troop in having:
            if not troop.alive:
                party.withhold(row, gone(troop), rulings.WIPED_OUT_UNIT.cite)
        if living:
            party.earn(row, row.numbers["value"] * len(living), living)


def for_ranks(row: Point, party: Party, terms: Terms) -> None:
    """The best rank bonus among the units that are not disrupted; the others' are withheld."""
    best: Troop | None = None
    most = row.numbers["most"]
    behind: list[Troop] = []
    for troop in party.troops:
        if troop.ranks < 2:
            continue
        if troop.disrupted:
            party.withhold(
                row, M("{unit} disrupted, so no points for ranks", unit=troop.name), "8e:disruption"
            )
        elif best is None or min(most, troop.ranks - 1) > min(most, best.ranks - 1):
            if best is not None:
                behind.append(best)
            best = troop
        else:
            behind.append(troop)
    if best is None:
        return
    for troop in sorted(behind, key=lambda troop: troop.index):
        reason = M(
            "{unit} with a rank bonus of {bonus}, but only the best of the side counts",
            unit=troop.name,
            bonus=min(most, troop.ranks - 1) * row.numbers["value"],
        )
        party.withhold(row, reason)
    party.earn(row, row.numbers["value"] * min(most, best.ranks - 1), (best,))


def for_height(row: Point, party: Party, terms: Terms) -> None:
    """One point for a side with a unit on higher ground; by the ruling one that charged as well."""
    having = [troop for troop in party.troops if troop.unit.high_ground]
    if not having:
        return
    if not terms.height_by_standing:
        for troop in having:
            if not troop.unit.charged:
                reason = M("{unit} on higher ground, but did not charge", unit=troop.name)
                party.withhold(row, reason, rulings.HIGH_GROUND.cite)
        having = [troop for troop in having if troop.unit.charged]
    once(row, party, having)


def for_other(row: Point, party: Party, terms: Terms) -> None:
    """Every entry the umpire wrote for a living unit, with its reason."""
    for troop in party.troops:
        for entry in troop.unit.other or ():
            if not troop.alive:
                party.withhold(row, gone(troop), rulings.WIPED_OUT_UNIT.cite)
                continue
            label = M("{reason}", reason=entry.reason) if entry.reason else None
            party.earn(row, row.numbers["value"] * entry.value, (troop,), label)


def for_house(row: Modifier[Troop], party: Party) -> None:
    """A row of the house's own counts for every living unit of which it is true."""
    living = [troop for troop in party.troops if troop.alive and row.when(troop)]
    if living:
        party.earn(row, row.numbers["value"] * len(living), living)


def for_musician(row: Point, party: Party, terms: Terms) -> None:
    """One point to break a draw: called for the side with a musician where the other has none."""
    once(row, party, [troop for troop in party.troops if troop.unit.musician])


WOUNDS = Point(
    id="whfb8.wounds",
    section=SECTION,
    cite="§result",
    label=M("Wounds"),
    text=M("One point for every unsaved wound that the units of the side inflicted, all added up."),
    numbers={"value": 1},
    field="wounds",
    give=for_wounds,
)
OVERKILL = Point(
    id="whfb8.overkill",
    section=SECTION,
    cite="§result, 8e:challenges",
    label=M("Overkill"),
    text=M(
        "One point for every wound on a slain challenger beyond his last, added to the wounds; the ruling "
        "overkill_cap says how many count for one unit at most."
    ),
    numbers={"value": 1},
    field="overkill",
    give=for_overkill,
)
STANDARD = Point(
    id="whfb8.standard",
    section=SECTION,
    cite="§standards",
    label=M("Standard"),
    text=M("One point for a side with a standard, however many of its units carry one."),
    numbers={"value": 1},
    field="standard",
    give=for_standard,
)
BATTLE_STANDARD = Point(
    id="whfb8.battle_standard",
    section=SECTION,
    cite="8e:battle-standard",
    label=M("Battle standard"),
    text=M(
        "One point more for the army's battle standard in the fight; it is no standard of a unit by itself."
    ),
    numbers={"value": 1},
    field="battle_standard",
    give=for_battle_standard,
)
CHARGE = Point(
    id="whfb8.charge",
    section=SECTION,
    cite="8e:charge",
    label=M("Charge"),
    text=M("One point for a side of which any unit charged this turn."),
    numbers={"value": 1},
    field="charged",
    give=for_charge,
)
RANKS = Point(
    id="whfb8.ranks",
    section=SECTION,
    cite="§ranks",
    label=M("Ranks"),
    text=M(
        "One point for every rank behind the first of the side's deepest unit, three at most; bonuses of "
        "several units are not added, and a disrupted unit has none."
    ),
    numbers={"value": 1, "most": 3},
    field=None,
    give=for_ranks,
)
HEIGHT = Point(
    id="whfb8.high_ground",
    section=SECTION,
    cite="§height",
    label=M("Higher ground"),
    text=M("One point for a side with a unit on higher ground; both sides may have it."),
    numbers={"value": 1},
    field="high_ground",
    give=for_height,
)
OTHER = Point(
    id="whfb8.other",
    section=SECTION,
    cite="8e:items",
    label=M("Other"),
    text=M("Whatever else the umpire adds for a unit, each entry with its reason."),
    numbers={"value": 1},
    field="other",
    give=for_other,
)
MUSICIAN = Point(
    id="whfb8.musician",
    section=SECTION,
    cite=rulings.MUSICIAN_BREAKS_DRAWS.cite,
    label=M("Musician breaks the draw"),
    text=M(
        "By the ruling musician_breaks_draws: one point on a draw to the side with a musician where the "
        "other has none."
    ),
    numbers={"value": 1},
    field="musician",
    give=for_musician,
)
WINNER = Row(
    id="whfb8.winner",
    section=SECTION,
    cite="8e:wiped-out",
    label=M("Winner"),
    text=M(
        "The higher total wins; equal totals are a draw in which nobody tests and all fight on. A side of "
        "which no model is left loses whatever the points, by the difference or by 0; where both are wiped "
        "out it is a draw."
    ),
)

SCORED = (WOUNDS, OVERKILL, STANDARD, BATTLE_STANDARD, CHARGE, RANKS, FLANK, REAR, HEIGHT, OTHER)
ROWS = (*SCORED[:8], MUTUAL_FLANK, *SCORED[8:], MUSICIAN, WINNER)
