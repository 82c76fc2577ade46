"""The profile of a unit's troops: what a scenario may say of it, and the dice that may stand for a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from re import IGNORECASE
from re import compile as pattern
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, PlainValidator
from pydantic_core import InitErrorDetails, PydanticCustomError, ValidationError

from melee_cli.core.dice import Distribution
from melee_cli.systems.models import Strict

DICE = pattern(r"([1-9]?)d([36])(?:\+([1-9]))?", IGNORECASE)
SAVE = pattern(r"[0-9]\+")
DiceText = Annotated[str, Field(pattern=r"^[1-9]?[dD][36](\+[1-9])?$")]


class Dice(NamedTuple):
    """So many dice of so many sides and a number added; without dice it is that number."""

    dice: int
    sides: int
    plus: int

    @property
    def low(self) -> int:
        """The lowest total."""
        return self.dice + self.plus

    @property
    def high(self) -> int:
        """The highest total."""
        return self.dice * self.sides + self.plus

    def times(self, throws: int) -> Dice:
        """Return the dice of so many throws, all added up."""
        return Dice(self.dice * throws, self.sides, self.plus * throws)

    @property
    def spread(self) -> Distribution[int]:
        """The totals, each weighted by the number of throws that give it."""
        return _spread(self)


@lru_cache(maxsize=256)
def _spread(dice: Dice) -> Distribution[int]:
    weights = {dice.plus: 1}
    for _ in range(dice.dice):
        after: dict[int, int] = {}
        for total, weight in weights.items():
            for face in range(1, dice.sides + 1):
                after[total + face] = after.get(total + face, 0) + weight
        weights = after
    return Distribution(weights)


def dice_of(value: int | str) -> Dice:
    """Return what a number or a text like 2D6+1 stands for; ValueError for any other text."""
    if isinstance(value, int):
        return Dice(0, 6, value)
    said = DICE.fullmatch(value)
    if said is None:
        raise ValueError(value)
    return Dice(int(said[1] or 1), int(said[2]), int(said[3] or 0))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(low: int, high: int, value: object) -> int:
    if isinstance(value, int) and _is_whole(value) and low <= value <= high:
        return value
    if not _is_whole(value):
        raise PydanticCustomError("not-a-number", "a number is needed")
    raise PydanticCustomError(
        "out-of-range", "a number from {low} to {high} is needed", {"low": low, "high": high}
    )


def _save(low: int) -> Callable[[object], int]:
    def save(value: object) -> int:
        """Return a save written 5 or 5+."""
        if type(value) is str and SAVE.fullmatch(value):
            value = int(value[:-1])
        return _number(low, 6, value)

    return save


def _dice(texts: bool, low: int, high: int) -> Callable[[object], int | str]:
    def dice(value: object) -> int | str:
        """Return a number or a text of dice, its D as a capital."""
        if isinstance(value, str):
            if DICE.fullmatch(value):
                return value.upper()
            raise PydanticCustomError("not-a-number", "dice are written D3, D6, 2D6 or D6+1")
        if texts:
            raise PydanticCustomError("not-a-number", "dice are written D3, D6, 2D6 or D6+1")
        return _number(low, high, value)

    return dice


def as_multiple(value: object) -> int | str:
    """Return a number of 2...10, D3 or D6."""
    if isinstance(value, str) and value.upper() in ("D3", "D6"):
        return value.upper()
    return _number(2, 10, value)


COUNTS = ("hits", "wounds", "unsaved")


def as_struck(value: object) -> int | dict[str, int]:
    """Return what came of blows: the unsaved wounds, or a mapping of hits, wounds and unsaved wounds."""
    if not isinstance(value, dict):
        return _number(0, 9999, value)
    wrong = []
    for key, count in value.items():
        if key not in COUNTS:
            wrong.append(
                InitErrorDetails(
                    type=PydanticCustomError(
                        "unknown-key", "blows have hits, wounds and unsaved wounds, nothing else"
                    ),
                    loc=(str(key),),
                    input=count,
                )
            )
        elif not (_is_whole(count) and 0 <= count <= 9999):
            kind = PydanticCustomError(
                "out-of-range", "a number from {low} to {high} is needed", {"low": 0, "high": 9999}
            )
            wrong.append(InitErrorDetails(type=kind, loc=(key,), input=count))
    if wrong:
        raise ValidationError.from_exception_data("blows", wrong)
    return value


Save = Annotated[
    int,
    PlainValidator(
        _save(1),
        json_schema_input_type=Annotated[int, Field(ge=1, le=6)]
        | Annotated[str, Field(pattern=r"^[1-6]\+$")],
    ),
]
Ward = Annotated[
    int,
    PlainValidator(
        _save(2),
        json_schema_input_type=Annotated[int, Field(ge=2, le=6)]
        | Annotated[str, Field(pattern=r"^[2-6]\+$")],
    ),
]
Struck = Annotated[
    int | dict[str, int],
    PlainValidator(
        as_struck,
        json_schema_input_type=Annotated[int, Field(ge=0, le=9999)]
        | dict[Literal["hits", "wounds", "unsaved"], Annotated[int, Field(ge=0, le=9999)]],
    ),
]
Skill = Annotated[int, Field(ge=0, le=10)]
Strength = Annotated[int, Field(ge=1, le=10)]
Attacks = Annotated[int, Field(ge=0, le=20)]
Modifier = Annotated[int, Field(ge=-3, le=3)]
Again = Literal["none", "ones", "sixes", "failed", "successful"]
Weapon = Literal[
    "hand_weapon",
    "hand_weapon_and_shield",
    "two_hand_weapons",
    "spear",
    "halberd",
    "great_weapon",
    "flail",
    "morning_star",
    "lance",
    "cavalry_spear",
]
Special = Literal[
    "always_strikes_first",
    "always_strikes_last",
    "hatred",
    "frenzy",
    "poisoned_attacks",
    "killing_blow",
    "heroic_killing_blow",
    "ignores_armour",
    "ignores_ward",
    "flaming_attacks",
]


class Mount(Strict):
    """What the models ride: it strikes by itself, and hits on the model are the rider's."""

    ws: Skill
    s: Strength
    i: Skill
    a: Attacks = 1
    rules: list[Special] | None = None


class Profile(Strict):
    """The troops of a unit, every model alike."""

    ws: Skill
    s: Strength
    t: Strength
    i: Skill
    w: Annotated[int, Field(ge=1, le=20)] = 1
    a: Attacks = 1
    save: Save | None = None
    ward: Ward | None = None
    regeneration: Ward | None = None
    weapon: Weapon = "hand_weapon"
    rules: list[Special] | None = None
    extra_attacks: Annotated[int, Field(ge=-5, le=5)] = 0
    extra_ranks: Annotated[int, Field(ge=0, le=5)] = 0
    to_hit: Modifier = 0
    to_wound: Modifier = 0
    harder_to_hit: Annotated[int, Field(ge=0, le=3)] = 0
    armour_piercing: Annotated[int, Field(ge=0, le=6)] = 0
    reroll_hits: Again = "none"
    reroll_wounds: Again = "none"
    reroll_saves: Again = "none"
    reroll_wards: Again = "none"
    multiple_wounds: (
        Annotated[
            int | str,
            PlainValidator(
                as_multiple,
                json_schema_input_type=Annotated[int, Field(ge=2, le=10)]
                | Annotated[str, Field(pattern="^[dD][36]$")],
            ),
        ]
        | None
    ) = None
    random_attacks: (
        Annotated[int | str, PlainValidator(_dice(True, 0, 0), json_schema_input_type=DiceText)] | None
    ) = None
    impact_hits: (
        Annotated[
            int | str,
            PlainValidator(
                _dice(False, 0, 20), json_schema_input_type=Annotated[int, Field(ge=0, le=20)] | DiceText
            ),
        ]
        | None
    ) = None
    impact_strength: Strength | None = None
    on_six_to_hit: Literal["none", "hit", "attack"] = "none"
    stomp: Literal["none", "stomp", "thunderstomp"] | None = None


BASES: Mapping[str, int] = {
    "infantry": 20,
    "character": 20,
    "war_beasts": 25,
    "cavalry": 25,
    "swarm": 40,
    "monstrous_infantry": 40,
}
OTHER_BASE = 50
STOMPS: Mapping[str, str] = {
    "monstrous_infantry": "stomp",
    "monstrous_beasts": "stomp",
    "monstrous_cavalry": "stomp",
    "monster": "thunderstomp",
}
TRAMPLED = frozenset({"infantry", "war_beasts", "swarm"})
SLAYABLE = frozenset({"infantry", "cavalry", "war_beasts", "character"})
RIDDEN = frozenset({"cavalry", "monstrous_cavalry", "chariot", "monster", "war_machine"})


def special(profile: Profile | Mount, rule: str) -> bool:
    """Whether *profile* has the special rule called *rule*."""
    return profile.rules is not None and rule in profile.rules


def base_of(unit: Any) -> int:
    """Return how wide a model of *unit* stands, in millimetres: as it says, else by its type."""
    return unit.base_mm or BASES.get(unit.type, OTHER_BASE)


def stomp_of(unit: Any) -> str:
    """Return how *unit* stomps: as its profile says, else by its type."""
    return unit.profile.stomp or STOMPS.get(unit.type, "none")
