"""One blow as exact chances: whether it hits, wounds and is saved, and the Wounds that it then takes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from melee_cli.systems.whfb8.blows.needs import FACES, Needs, Throw

#: Chances of (Wounds by ordinary wounds, killing blows).
Taken: TypeAlias = "Mapping[tuple[int, int], Fraction]"
NOTHING = (0, 0)
ONE = Fraction(1)


def faces(throw: Throw) -> dict[int, Fraction]:
    """Return the chance of each face that a throw comes to rest on, after its re-roll."""
    sixth = Fraction(1, 6)
    again = sixth * len(throw.again)
    return {face: (0 if face in throw.again else sixth) + again * sixth for face in FACES}


def success(throw: Throw) -> Fraction:
    """Return the chance that a throw succeeds; none where there is no throw."""
    if throw.need is None:
        return Fraction(0)
    return sum((chance for face, chance in faces(throw).items() if throw.succeeds(face)), Fraction(0))


class Hit(NamedTuple):
    """The chances of one throw to hit: a hit with a natural face of note, any other hit."""

    noted: Fraction
    plain: Fraction


def hit(needs: Needs, face: int | None) -> Hit:
    """Return the chances to hit, with *face* or a higher one told apart where it is given."""
    if needs.hit.need is None:
        return Hit(Fraction(0), ONE)
    every = success(needs.hit)
    noted = sum(
        (
            chance
            for shown, chance in faces(needs.hit).items()
            if face is not None and shown >= face and needs.hit.succeeds(shown)
        ),
        Fraction(0),
    )
    return Hit(noted, every - noted)


@lru_cache(maxsize=1024)
def of_wound(needs: Needs, slays: bool) -> Taken:
    """Return what an ordinary wound takes, or, if it *slays*, a killing blow."""
    if slays:
        taken = 1 - success(needs.ward_slain)
        return _known({(0, 1): taken, NOTHING: 1 - taken})
    unsaved = (1 - success(needs.save)) * (1 - success(needs.ward))
    found: dict[tuple[int, int], Fraction] = {NOTHING: 1 - unsaved}
    spread = needs.multiple.spread
    for wounds, weight in spread.items():
        key = (min(wounds, needs.wounds_each), 0)
        found[key] = found.get(key, Fraction(0)) + unsaved * Fraction(weight, spread.total)
    return _known(found)


@lru_cache(maxsize=1024)
def slaying(needs: Needs) -> tuple[Fraction, Fraction]:
    """Return the chances of one throw to wound: a killing blow, any other wound."""
    every = success(needs.wound)
    if needs.killing is None:
        return Fraction(0), every
    slain = sum(
        (
            chance
            for face, chance in faces(needs.wound).items()
            if face >= needs.killing and needs.wound.succeeds(face)
        ),
        Fraction(0),
    )
    return slain, every - slain


@lru_cache(maxsize=1024)
def of_plain_hit(needs: Needs) -> Taken:
    """Return what a hit that is yet to wound takes."""
    slain, wounded = slaying(needs)
    return mixed(
        (slain, of_wound(needs, True)),
        (wounded, of_wound(needs, False)),
        (1 - slain - wounded, {NOTHING: ONE}),
    )


@lru_cache(maxsize=1024)
def of_attack(needs: Needs, last: bool = False) -> Taken:
    """Return what one attack takes; *last* is one that a natural 6 gives nothing more."""
    plain = of_plain_hit(needs)
    nothing: Taken = {NOTHING: ONE}
    if needs.six == "none" or last or needs.hit.need is None:
        noted, other = hit(needs, needs.poison)
        poisoned = of_wound(needs, False)
        return mixed((noted, poisoned), (other, plain), (1 - noted - other, nothing))
    more = plain if needs.six == "hit" else of_attack(needs, True)
    six, _ = hit(needs, 6)
    noted, other = hit(needs, needs.poison)
    poisoned = of_wound(needs, False)
    of_six = poisoned if needs.poison is not None else plain
    below = max(Fraction(0), noted - six)
    return mixed(
        (six, both(of_six, more)),
        (below, poisoned),
        (other if needs.poison is not None else other - six, plain),
        (1 - noted - other, nothing),
    )


@lru_cache(maxsize=1024)
def poisoned_share(needs: Needs) -> Fraction:
    """Return how likely one of the hits that were given is to wound by poison."""
    if needs.poison is None:
        return Fraction(0)
    noted, other = hit(needs, needs.poison)
    if needs.six == "none":
        return noted / (noted + other)
    six, _ = hit(needs, 6)
    if needs.six == "hit":
        return noted / (noted + other + six)
    return noted / (noted + other)  # the further attacks are as likely to be poisoned as the first


@lru_cache(maxsize=1024)
def slain_share(needs: Needs) -> Fraction:
    """Return how likely one of the wounds that were given is a killing blow."""
    slain, wounded = slaying(needs)
    poisoned = poisoned_share(needs)
    every = poisoned + (1 - poisoned) * (slain + wounded)
    return (1 - poisoned) * slain / every if every else Fraction(0)


@lru_cache(maxsize=1024)
def of_given_hit(needs: Needs) -> Taken:
    """Return what one of the hits that were given takes."""
    poisoned = poisoned_share(needs)
    return mixed((poisoned, of_wound(needs, False)), (1 - poisoned, of_plain_hit(needs)))


@lru_cache(maxsize=1024)
def of_given_wound(needs: Needs) -> Taken:
    """Return what one of the wounds that were given takes."""
    slain = slain_share(needs)
    return mixed((slain, of_wound(needs, True)), (1 - slain, of_wound(needs, False)))


def mixed(*parts: tuple[Fraction, Taken]) -> Taken:
    """Return the mixture of what each of *parts* takes, each with its chance."""
    found: dict[tuple[int, int], Fraction] = {}
    for chance, taken in parts:
        for key, share in taken.items():
            found[key] = found.get(key, Fraction(0)) + chance * share
    return _known(found)


def both(one: Taken, other: Taken) -> Taken:
    """Return what two independent blows take together."""
    found: dict[tuple[int, int], Fraction] = {}
    for (a, k), u in one.items():
        for (b, m), v in other.items():
            found[a + b, k + m] = found.get((a + b, k + m), Fraction(0)) + u * v
    return found


def _known(found: Mapping[tuple[int, int], Fraction]) -> Taken:
    return {key: chance for key, chance in found.items() if chance}
