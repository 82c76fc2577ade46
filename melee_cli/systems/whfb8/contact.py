"""Who touches whom, and where: contact as the units list it in ``attacks``."""

from __future__ import annotations

from melee_cli.systems.whfb8.fight import Party, Troop


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
