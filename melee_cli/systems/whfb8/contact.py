"""Who touches whom, and where: contact as the units list it in ``attacks``."""

from __future__ import annotations

from melee_cli.systems.whfb8.fight import Party


def meet(one: Party, other: Party) -> None:
    """Write into both sides' units which enemies they touch and in which part.

    Two enemy units are in contact when either lists the other; the part touched is the front unless
    listed. Where no unit lists any, every unit touches the front of every enemy.
    """
    anyone = not any(troop.unit.attacks for party in (one, other) for troop in party.troops)
    for here in one.troops:
        mine = here.unit.attacks or {}
        for there in other.troops:
            forth = mine.get(there.name)
            back = there.unit.attacks.get(here.name) if there.unit.attacks else None
            if anyone or forth or back:
                here.enemies.append(there)
                there.enemies.append(here)
                here.parts[there.index] = forth or "front"
                there.parts[here.index] = back or "front"
