"""What a blow needs: the numbers to hit, to wound and to save, and the order of the steps."""

from __future__ import annotations

IMPACT, FIRST, LAST, STOMP = 0, 1, 13, 14


def within(number: int) -> int:
    """Return *number* kept within 2...6: a natural 1 always fails, a natural 6 always succeeds."""
    return max(2, min(6, number))


def to_hit(skill: int, enemy: int, modifier: int = 0, harder: int = 0) -> int | None:
    """Return what a blow needs to hit, None where it hits by itself: an enemy without Weapon Skill.

    8e:to-hit. *modifier* makes it easier, *harder* harder.
    """
    if enemy == 0:
        return None
    number = 3 if skill > enemy else 5 if enemy > 2 * skill else 4
    return within(number - modifier + harder)


def to_wound(strength: int, toughness: int, modifier: int = 0) -> int:
    """Return what a hit needs to wound, first by Strength and Toughness, then by *modifier* (8e:to-wound)."""
    return within(within(4 + toughness - strength) - modifier)


def armour(save: int | None, strength: int, piercing: int = 0) -> int | None:
    """Return what an armour save needs against *strength*, None where there is none (8e:armour).

    It may be below 2: a natural 1 fails it even then.
    """
    if save is None:
        return None
    number = save + max(0, strength - 3) + piercing
    return number if number <= 6 else None


def step(initiative: int, first: bool = False, last: bool = False) -> int:
    """Return the place of blows in the order of the steps, the lowest struck first (8e:initiative).

    Who always strikes both first and last does neither.
    """
    if first != last:
        return FIRST if first else LAST
    return 12 - initiative
