"""Who touches whom and where, how deep a unit is, and whether an enemy in its flank or rear breaks it up."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Row
from melee_cli.systems.whfb8.rulings import Terms
from melee_cli.systems.whfb8.units import MONSTROUS, WITHOUT_RANKS, Party, Troop, Unit, models_of


def meet(one: Party, other: Party) -> None:
    """Write into both sides' units which enemies they touch and in which part.

    Two enemy units are in contact when either lists the other; the part touched is the front unless
    listed. Where no unit lists any, every unit touches the front of every enemy.
    """
    anyone = not any(troop.unit.attacks for party in (one, other) for troop in party.troops)
    for here in one.troops:
        mine = here.unit.attacks
        for there in other.troops:
            forth = mine.get(there.name) if mine else None
            back = there.unit.attacks.get(here.name) if there.unit.attacks else None
            if anyone or forth or back:
                here.enemies.append(there)
                there.enemies.append(here)
                here.parts[there.index] = forth or "front"
                there.parts[here.index] = back or "front"
                if forth == "flank":
                    one.flanks.append((there, here))
                elif forth == "rear":
                    one.rears.append((there, here))
                if back == "flank":
                    other.flanks.append((here, there))
                elif back == "rear":
                    other.rears.append((here, there))
    for found in (one.flanks, one.rears):
        if len(found) > 1:
            found.sort(key=_enemy)


def _enemy(pair: tuple[Troop, Troop]) -> int:
    """Return the place of the enemy of a pair; the sort keeps those who are at the same one in order."""
    return pair[0].index


SECTION = M("Ranks and disruption")

RANK_COUNT = Row(
    id="whfb8.rank_count",
    section=SECTION,
    cite="8e:ranks",
    label=M("Ranks"),
    text=M(
        "A rank is five models wide, three for monstrous troops, and the last one counts when as many stand "
        "in it. Counted after casualties. Skirmishers, chariots, monsters, war machines, lone characters and "
        "units wiped out have none."
    ),
    numbers={"models": 5, "monstrous": 3},
)
DISRUPTED = Row(
    id="whfb8.disrupted",
    section=SECTION,
    cite="8e:disruption",
    label=M("Disrupted"),
    text=M(
        "A unit is disrupted while an enemy of two or more ranks fights it in the flank or rear, whether "
        "that enemy is disrupted itself or not. A disrupted unit has no rank bonus."
    ),
    numbers={"ranks": 2},
)
ROWS = (RANK_COUNT, DISRUPTED)


def rank_count(models: int, width: int, need: int) -> int:
    """Return the ranks of *models* that stand *width* wide, *need* models making a rank."""
    if width < need or models < need:
        return 0
    full, rest = divmod(models, width)
    return full + (rest >= need)


def ranks_of(unit: Unit, need: int) -> int:
    """Return how many ranks of *need* models *unit* has; ``ranks`` as written where it is given."""
    if unit.type in WITHOUT_RANKS or unit.skirmishing or unit.models == 0:
        return 0
    if unit.ranks is not None:
        return unit.ranks
    return rank_count(models_of(unit) or 0, unit.width or 0, need)


def form_up(parties: tuple[Party, Party], terms: Terms) -> None:
    """Write into all units their ranks and whether they are disrupted; contact must be known."""
    deep = False
    for party in parties:
        for troop in party.troops:
            unit = troop.unit
            if not terms.ranks_count:
                continue
            need = terms.rank_monstrous if unit.type in MONSTROUS else terms.rank_models
            troop.ranks = ranks_of(unit, need)
            troop.fives = troop.ranks if need == terms.flight_models else ranks_of(unit, terms.flight_models)
            deep = deep or troop.ranks >= terms.disrupting_ranks
    if not (deep and terms.disruption):
        return
    for party in parties:
        for troop in party.troops:
            if troop.ranks >= terms.disrupting_ranks and troop.alive:
                for enemy in troop.enemies:
                    if enemy.alive and troop.parts[enemy.index] != "front":
                        enemy.disrupted = True
