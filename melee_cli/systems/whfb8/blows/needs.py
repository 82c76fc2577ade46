"""What a blow needs: the numbers to hit, to wound and to save, its re-rolls, and when it is struck."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from melee_cli.core.rules import Row
from melee_cli.systems.whfb8.blows.rules import (
    ARMOUR,
    FIRST_REROLLS,
    FLAMING,
    FRENZY,
    HATRED,
    HEROIC_KILLING_BLOW,
    IGNORES_ARMOUR,
    IGNORES_WARD,
    KILLING_BLOW,
    MULTIPLE,
    ORDER,
    PARRY,
    POISON,
    STRONGER,
    TO_HIT,
    TO_WOUND,
    TWO_WEAPONS,
    WARD,
    Terms,
)
from melee_cli.systems.whfb8.blows.striking import Body
from melee_cli.systems.whfb8.profile import (
    RIDDEN,
    SLAYABLE,
    Dice,
    Mount,
    Profile,
    dice_of,
    special,
)

IMPACT, FIRST, LAST, STOMP = 0, 1, 13, 14
FACES = range(1, 7)


def within(number: int) -> int:
    """Return *number* kept within 2...6: a natural 1 always fails, a natural 6 always succeeds."""
    return max(2, min(6, number))


def to_hit(
    skill: int, enemy: int, modifier: int = 0, harder: int = 0, table: tuple[int, int, int] = (3, 4, 5)
) -> int | None:
    """Return what a blow needs to hit, None where it hits by itself: an enemy without Weapon Skill.

    8e:to-hit. *modifier* makes it easier, *harder* harder; *table* is what a better, an equal and a worse
    fighter needs.
    """
    if enemy == 0:
        return None
    better, equal, worse = table
    number = better if skill > enemy else worse if enemy > 2 * skill else equal
    return within(number - modifier + harder)


def to_wound(strength: int, toughness: int, modifier: int = 0, equal: int = 4) -> int:
    """Return what a hit needs to wound, first by Strength and Toughness, then by *modifier* (8e:to-wound)."""
    return within(within(equal + toughness - strength) - modifier)


def armour(save: int | None, strength: int, piercing: int = 0, free: int = 3) -> int | None:
    """Return what an armour save needs against *strength*, None where there is none (8e:armour).

    It may be below 2: a natural 1 fails it even then. *free* is the Strength that takes nothing off.
    """
    if save is None:
        return None
    number = save + max(0, strength - free) + piercing
    return number if number <= 6 else None


def step(initiative: int, first: bool = False, last: bool = False) -> int:
    """Return the place of blows in the order of the steps, the lowest struck first (8e:initiative).

    Who always strikes both first and last does neither.
    """
    if first != last:
        return FIRST if first else LAST
    return 12 - initiative


class Throw(NamedTuple):
    """A roll of one die: what it needs, None where there is no roll, and the faces that are rolled again."""

    need: int | None
    again: frozenset[int] = frozenset()

    def succeeds(self, face: int) -> bool:
        """Whether *face* is a success; a natural 1 never is."""
        return self.need is not None and face > 1 and face >= self.need


@lru_cache(maxsize=256)
def throw(need: int | None, *kinds: str) -> Throw:
    """Return the throw that needs *need* with re-rolls of these kinds, together still one re-roll."""
    if need is None:
        return Throw(None)
    plain = Throw(need)
    again = {
        face
        for face in FACES
        for kind in kinds
        if (kind == "ones" and face == 1)
        or (kind == "sixes" and face == 6)
        or (kind == "failed" and not plain.succeeds(face))
        or (kind == "successful" and plain.succeeds(face))
    }
    return Throw(need, frozenset(again))


class Needs(NamedTuple):
    """All that decides what becomes of one blow.

    ``poison`` and ``killing`` are the natural faces that count as such, None where none does;
    ``ward_slain`` is the ward save that a killing blow leaves. ``multiple`` are the Wounds of an unsaved
    wound, on a model of ``wounds_each``; ``six`` is what a natural 6 to hit gives besides.
    """

    hit: Throw
    wound: Throw
    save: Throw
    ward: Throw
    ward_slain: Throw
    poison: int | None = None
    killing: int | None = None
    multiple: Dice = Dice(0, 6, 1)
    wounds_each: int = 1
    six: str = "none"

    @property
    def most(self) -> int:
        """The most Wounds that one unsaved wound may take."""
        most = min(self.multiple.high, self.wounds_each)
        return most if self.killing is None else self.wounds_each


def skill(unit: Any, fighter: Profile | Mount) -> int:
    """Return a Weapon Skill as it counts this round: 1 where the unit failed its test of fear."""
    return min(fighter.ws, 1) if unit.fear_failed else fighter.ws


def first_round(unit: Any, round_: int) -> bool:
    """Whether it is the first round of the unit's combat: as it says, else the scenario's first."""
    return round_ == 1 if unit.first_round is None else unit.first_round


def strength_of(unit: Any, round_: int, terms: Terms) -> int:
    """Return the Strength of the riders' blows, their weapon's counted in."""
    profile: Profile = unit.profile
    row, when = STRONGER.get(profile.weapon, (None, ""))
    if row is None or (when == "first_round" and not first_round(unit, round_)):
        return profile.s
    if when == "charged" and not unit.charged:
        return profile.s
    return profile.s + terms.number(row, "strength")


def place(fighter: Profile | Mount, terms: Terms) -> int:
    """Return the step in which a profile or a mount strikes."""
    if not terms.on(ORDER):
        return 12
    weapon = fighter.weapon if isinstance(fighter, Profile) else ""
    last = special(fighter, "always_strikes_last") or weapon == "great_weapon"
    return step(fighter.i, special(fighter, "always_strikes_first"), last)


def on_foot(unit: Any) -> bool:
    """Whether the models of *unit* fight on foot."""
    return unit.mount is None and unit.type not in RIDDEN


def hit_rerolls(attacker: Body, target: Body, kind: str, round_: int, terms: Terms) -> list[tuple[Row, str]]:
    """Return what lets blows be rolled again to hit, and which: all together it is still one re-roll."""
    unit = attacker.troop.unit
    mine: Any = unit.profile if kind == "fighting" else unit.mount
    theirs: Any = target.troop.unit.profile
    found: list[tuple[Row, str]] = []
    if kind == "fighting" and mine.reroll_hits != "none":
        found.append((TO_HIT, mine.reroll_hits))
    if special(mine, "hatred") and first_round(unit, round_) and terms.on(HATRED):
        found.append((HATRED, "failed"))
    if (
        place(mine, terms) == FIRST
        and place(theirs, terms) != FIRST
        and mine.i >= theirs.i
        and terms.on(FIRST_REROLLS)
    ):
        found.append((FIRST_REROLLS, "failed"))
    return found


def rerolls(attacker: Body, target: Body, kind: str, round_: int, terms: Terms) -> list[tuple[str, str, Row]]:
    """Return every re-roll of a group of blows: of which roll, of which faces, by which rule."""
    unit: Any = attacker.troop.unit
    enemy: Any = target.troop.unit
    found: list[tuple[str, str, Row]] = []
    if kind in ("fighting", "mount"):
        found += [("hit", which, row) for row, which in hit_rerolls(attacker, target, kind, round_, terms)]
    if kind == "fighting" and unit.profile.reroll_wounds != "none":
        found.append(("wound", unit.profile.reroll_wounds, TO_WOUND))
    for roll, which, row in (
        ("save", enemy.profile.reroll_saves, ARMOUR),
        ("ward", enemy.profile.reroll_wards, WARD),
    ):
        if which != "none":
            found.append((roll, which, row))
    return found


def shaped_by(attacker: Body, target: Body, kind: str, round_: int, terms: Terms) -> list[Row]:
    """Return the rows of weapons and special rules that shape a group of blows or its attacks."""
    if kind in ("impact", "stomp"):
        return []
    unit: Any = attacker.troop.unit
    enemy: Any = target.troop.unit
    mine: Profile | Mount = unit.profile if kind == "fighting" else unit.mount
    found: list[Row] = [FRENZY] if special(mine, "frenzy") else []
    if kind == "fighting":
        profile: Profile = unit.profile
        if profile.weapon == "two_hand_weapons":
            found.append(TWO_WEAPONS)
        if strength_of(unit, round_, terms) != profile.s:
            found.append(STRONGER[profile.weapon][0])
        if profile.multiple_wounds is not None and enemy.profile.w > 1:
            found.append(MULTIPLE)
    blow = needs(attacker, target, kind, round_, terms)
    if blow.poison is not None:
        found.append(POISON)
    if blow.killing is not None:
        lesser = special(mine, "killing_blow") and enemy.type in SLAYABLE and terms.on(KILLING_BLOW)
        found.append(KILLING_BLOW if lesser else HEROIC_KILLING_BLOW)
    if special(mine, "ignores_armour") and enemy.profile.save is not None:
        found.append(IGNORES_ARMOUR)
    if special(mine, "ignores_ward") and (
        enemy.profile.ward is not None or _parries(attacker, target, terms)
    ):
        found.append(IGNORES_WARD)
    elif _parries(attacker, target, terms):
        found.append(PARRY)
    if special(mine, "flaming_attacks") and enemy.profile.regeneration is not None:
        found.append(FLAMING)
    return [row for row in found if terms.on(row)]


def needs(attacker: Body, target: Body, kind: str, round_: int, terms: Terms) -> Needs:
    """Return what blows of *attacker* on *target* need: its ``fighting`` ones or those of its ``mount``."""
    unit: Any = attacker.troop.unit
    enemy: Any = target.troop.unit
    mine: Profile | Mount = unit.profile if kind == "fighting" else unit.mount
    profile: Profile = unit.profile
    theirs: Profile = enemy.profile
    rides = kind == "mount"
    strength = mine.s if rides else strength_of(unit, round_, terms)
    table = (
        (terms.number(TO_HIT, "better"), terms.number(TO_HIT, "equal"), terms.number(TO_HIT, "worse"))
        if terms.on(TO_HIT)
        else (4, 4, 4)
    )
    hit = to_hit(
        skill(unit, mine),
        skill(enemy, theirs),
        0 if rides else profile.to_hit,
        theirs.harder_to_hit,
        table,
    )
    again = [kind for _, kind in hit_rerolls(attacker, target, kind, round_, terms)]
    wound = 4
    if terms.on(TO_WOUND):
        modifier = 0 if rides else profile.to_wound
        wound = to_wound(strength, theirs.t, modifier, terms.number(TO_WOUND, "equal"))
    multiple = None if rides or not terms.on(MULTIPLE) else profile.multiple_wounds
    return Needs(
        throw(hit, *again),
        throw(wound, "none" if rides else profile.reroll_wounds),
        _save(enemy, strength, 0 if rides else profile.armour_piercing, terms, mine),
        _ward(attacker, target, terms, mine),
        _ward(attacker, target, terms, mine, slain=True),
        _poison(mine, terms) if hit is not None else None,
        _killing(mine, enemy.type, terms),
        dice_of(multiple or 1),
        theirs.w,
        "none" if rides else profile.on_six_to_hit,
    )


def needs_of_hits(attacker: Body, target: Body, strength: int, terms: Terms) -> Needs:
    """Return what impact hits and stomps of *strength* need: nothing of the striker's own helps them."""
    enemy: Any = target.troop.unit
    wound = (
        to_wound(strength, enemy.profile.t, 0, terms.number(TO_WOUND, "equal")) if terms.on(TO_WOUND) else 4
    )
    ward = _ward(attacker, target, terms, None)
    return Needs(
        Throw(None),
        Throw(wound),
        _save(enemy, strength, 0, terms, None),
        ward,
        ward,
        wounds_each=enemy.profile.w,
    )


def _poison(mine: Profile | Mount, terms: Terms) -> int | None:
    if not (special(mine, "poisoned_attacks") and terms.on(POISON)):
        return None
    return terms.number(POISON, "face")


def _killing(mine: Profile | Mount, victim: str, terms: Terms) -> int | None:
    faces = [
        terms.number(row, "face")
        for row, rule, slays in (
            (KILLING_BLOW, "killing_blow", victim in SLAYABLE),
            (HEROIC_KILLING_BLOW, "heroic_killing_blow", victim != "swarm"),
        )
        if slays and special(mine, rule) and terms.on(row)
    ]
    return min(faces, default=None)


def _save(enemy: Any, strength: int, piercing: int, terms: Terms, mine: Profile | Mount | None) -> Throw:
    ignored = mine is not None and special(mine, "ignores_armour") and terms.on(IGNORES_ARMOUR)
    if ignored or not terms.on(ARMOUR):
        return Throw(None)
    profile = enemy.profile
    need = armour(profile.save, strength, piercing, terms.number(ARMOUR, "strength"))
    return throw(need, profile.reroll_saves)


def _ward(
    attacker: Body, target: Body, terms: Terms, mine: Profile | Mount | None, slain: bool = False
) -> Throw:
    """Return the best of ward, parry and regeneration that is allowed; *mine* is None for mere hits."""
    if not terms.on(WARD):
        return Throw(None)
    enemy: Any = target.troop.unit
    profile: Profile = enemy.profile
    saves: list[int] = []
    if not (mine is not None and special(mine, "ignores_ward") and terms.on(IGNORES_WARD)):
        if profile.ward is not None:
            saves.append(profile.ward)
        if mine is not None and _parries(attacker, target, terms):
            saves.append(terms.number(PARRY, "ward"))
    burnt = mine is not None and special(mine, "flaming_attacks") and terms.on(FLAMING)
    if profile.regeneration is not None and not slain and not burnt:
        saves.append(profile.regeneration)
    return throw(min(saves, default=None), profile.reroll_wards)


def _parries(attacker: Body, target: Body, terms: Terms) -> bool:
    """Whether *target* may parry blows of *attacker*."""
    enemy: Any = target.troop.unit
    return (
        enemy.profile.weapon == "hand_weapon_and_shield"
        and attacker.touches(target) == "front"
        and on_foot(enemy)
        and not (special(enemy.profile, "frenzy") and terms.on(FRENZY))
        and terms.on(PARRY)
    )
