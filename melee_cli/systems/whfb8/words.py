"""The words of one-line units: what an umpire types, in English and Russian, and what it sets."""

from __future__ import annotations

from re import compile as pattern
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.words import Fields, Key, Number, Word, Words
from melee_cli.systems.whfb8.profile import COUNTS

WHOLE = "(0|[1-9][0-9]*)"


def _type(value: str, english: tuple[str, ...], russian: tuple[str, ...], short: tuple[str, ...]) -> Word:
    return Word({"type": value}, english, russian, short)


def _flag(name: str, english: tuple[str, ...], russian: tuple[str, ...], short: tuple[str, ...] = ()) -> Word:
    return Word({name: True}, english, russian, short)


TYPES = (
    _type("infantry", ("infantry", "foot"), ("пехота",), ("i", "inf", "п", "пех")),
    _type("war_beasts", ("war beasts", "beasts"), ("боевые звери", "звери"), ("wb", "зв")),
    _type("swarm", ("swarm",), ("рой",), ("swa",)),
    _type("cavalry", ("cavalry",), ("кавалерия", "конница"), ("cav", "кав")),
    _type("monstrous_infantry", ("monstrous infantry",), ("чудовищная пехота",), ("mi", "чп")),
    _type("monstrous_beasts", ("monstrous beasts",), ("чудовищные звери",), ("mb", "чз")),
    _type("monstrous_cavalry", ("monstrous cavalry",), ("чудовищная кавалерия",), ("mc", "чк")),
    _type("chariot", ("chariot",), ("колесница",), ("cht", "колес")),
    _type("monster", ("monster",), ("монстр",), ("mst", "монст")),
    _type("war_machine", ("war machine", "machine"), ("боевая машина", "машина"), ("wm", "маш")),
    _type("character", ("character", "hero", "lord"), ("персонаж", "герой"), ("chr", "пер", "гер")),
)
STATES = (
    _flag("skirmishing", ("skirmishing",), ("рассыпной", "застрельщики"), ("sk", "застр")),
    _flag("standard", ("standard",), ("знамя",), ("std", "знам")),
    _flag("battle_standard", ("battle standard",), ("боевое знамя",), ("bsb", "бз")),
    _flag("battle_standard_near", ("standard near", "battle standard near"), ("знамя рядом",), ("bsbn",)),
    _flag("musician", ("musician",), ("музыкант",), ("mus", "муз")),
    _flag("charged", ("charged", "charge"), ("атаковал", "атакует"), ("ch", "chg", "атак")),
    _flag("high_ground", ("high ground", "higher"), ("возвышенность", "выше"), ("hg", "выс")),
    _flag("stubborn", ("stubborn",), ("упорный",), ("stub", "упор")),
    _flag("unbreakable", ("unbreakable",), ("несокрушимый",), ("unb", "несокр")),
    _flag("unstable", ("unstable",), ("нестабильный",), ("unst", "нестаб")),
    _flag("cold_blooded", ("cold blooded",), ("хладнокровный",), ("cb", "cold", "хлад")),
    _flag("swiftstride", ("swiftstride",), ("быстрый",), ("sw", "быстр")),
    _flag("never_steadfast", ("never steadfast",), ("без воодушевления",)),
    _flag("restrain", ("restrain",), ("сдержан",), ("restr", "сдерж")),
)

KEYS = (
    Key("leadership", "whole", ("ld", "leadership", "лид", "лидерство")),
    Key("general_leadership", "whole", ("general", "general_leadership", "генерал")),
    Key("wounds", "whole", ("w", "wounds", "раны")),
    Key("overkill", "whole", ("ok", "overkill", "жестокость")),
    Key("models", "whole", ("models", "модели")),
    Key("width", "whole", ("width", "ширина")),
    Key("ranks", "whole", ("ranks", "шеренги")),
    Key("wounds_each", "whole", ("each", "wounds_each", "ран_у_модели")),
    Key("break_roll", "roll", ("break", "break_roll", "разгром")),
    Key("break_reroll", "roll", ("reroll", "break_reroll", "переброс")),
    Key("restrain_roll", "roll", ("hold", "restrain_roll", "сдержать")),
    Key("restrain_reroll", "roll", ("holdreroll", "restrain_reroll")),
    Key("flee_roll", "roll", ("flee", "flee_roll", "бегство")),
    Key("pursuit_roll", "roll", ("chase", "pursuit_roll", "погоня")),
    Key("attacks", "part", ("front", "фронт"), part="front"),
    Key("attacks", "part", ("flank", "фланг"), part="flank"),
    Key("attacks", "part", ("rear", "тыл"), part="rear"),
    Key("pursue", "name", ("pursue", "преследует")),
    Key("flees_from", "name", ("from", "flees_from", "от")),
    Key("type", "text", ("type", "тип")),
    *(
        Key(name, "truth", (name,))
        for name in (
            "skirmishing",
            "standard",
            "battle_standard",
            "battle_standard_near",
            "musician",
            "charged",
            "high_ground",
            "stubborn",
            "unbreakable",
            "unstable",
            "cold_blooded",
            "swiftstride",
            "never_steadfast",
            "restrain",
        )
    ),
)


WEAPONS = {
    "hand_weapon": (("hand weapon",), ("ручное оружие",), ("hw",)),
    "hand_weapon_and_shield": (("shield", "hand weapon and shield"), ("щит",), ("hws",)),
    "two_hand_weapons": (("two hand weapons", "two weapons"), ("два оружия",), ("2hw",)),
    "spear": (("spear", "spears"), ("копье",), ("sp",)),
    "halberd": (("halberd",), ("алебарда",), ("hal",)),
    "great_weapon": (("great weapon", "two handed"), ("двуручное",), ("gw",)),
    "flail": (("flail",), ("цеп",), ()),
    "morning_star": (("morning star",), ("утренняя звезда",), ("ms",)),
    "lance": (("lance",), ("пика",), ()),
    "cavalry_spear": (("cavalry spear",), ("кавалерийское копье",), ("cs",)),
}
SPECIAL = {
    "always_strikes_first": (("strikes first", "always strikes first"), ("бьет первым",), ("asf",)),
    "always_strikes_last": (("strikes last", "always strikes last"), ("бьет последним",), ("asl",)),
    "hatred": (("hatred",), ("ненависть",), ("hat",)),
    "frenzy": (("frenzy",), ("бешенство",), ("frz",)),
    "poisoned_attacks": (("poison", "poisoned", "poisoned attacks"), ("яд",), ("psn",)),
    "killing_blow": (("killing blow",), ("смертельный удар",), ("kb",)),
    "heroic_killing_blow": (("heroic killing blow",), ("героический удар",), ("hkb",)),
    "ignores_armour": (("ignores armour",), ("игнорирует броню",), ("ia",)),
    "ignores_ward": (("ignores ward",), ("игнорирует особый",), ()),
    "flaming_attacks": (("flaming", "flaming attacks"), ("огонь",), ("flm",)),
}
TROOPS = (
    *(Word({"profile": {"weapon": weapon}}, *said) for weapon, said in WEAPONS.items()),
    *(Word({"profile": {"rules": [rule]}}, *said) for rule, said in SPECIAL.items()),
    _flag("champion", ("champion",), ("чемпион",), ("champ", "чемп")),
    _flag("fear_failed", ("fear failed", "afraid"), ("страх",)),
    _flag("first_round", ("first round",), ("первый раунд",)),
    Word({"profile": {"stomp": "stomp"}}, ("stomp",), ("топот",)),
    Word({"profile": {"stomp": "thunderstomp"}}, ("thunderstomp",), ("громовой топот",)),
)
STATS = {
    "ws": "ws",
    "s": "s",
    "t": "t",
    "w": "w",
    "i": "i",
    "a": "a",
    "бн": "ws",
    "с": "s",
    "т": "t",
    "ж": "w",
    "и": "i",
    "а": "a",
}
STAT = pattern(f"({'|'.join(STATS)}){WHOLE}")


def _stat(found: tuple[str, ...]) -> Fields:
    return {"profile": {STATS[found[0]]: int(found[1])}}


def _save(found: tuple[str, ...]) -> Fields:
    return {"profile": {"save": int(found[0])}}


def _ward(found: tuple[str, ...]) -> Fields:
    return {"profile": {"ward": int(found[0])}}


def _regeneration(found: tuple[str, ...]) -> Fields:
    return {"profile": {"regeneration": int(found[0])}}


def _mount(text: str) -> Fields | None:
    """Return what ``(ws3 s4 i3 a1)`` says of a mount, None where it says something else."""
    rules = {name: rule for rule, said in SPECIAL.items() for names in said for name in names}
    found: dict[str, Any] = {}
    left = text.removeprefix("(").removesuffix(")").split()
    while left:
        stat = STAT.fullmatch(left[0])
        if stat:
            found[STATS[stat[1]]] = int(stat[2])
            left = left[1:]
            continue
        for length in (3, 2, 1):
            rule = rules.get(" ".join(left[:length]).replace("-", " ").replace("_", " "))
            if rule is not None:
                found.setdefault("rules", []).append(rule)
                left = left[length:]
                break
        else:
            return None
    return found or None


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _dice(text: str) -> int | str | None:
    """Return a number, or a text of dice as it is."""
    return _number(text) if text.isdecimal() else text.upper().replace("Д", "D").replace("К", "D")


def _blows(text: str) -> int | dict[str, int] | None:
    """Return what ``7 5 3`` or ``=3`` says came of blows; a number alone is the unsaved wounds."""
    counts = [_number(part) for part in text.removeprefix("=").split()]
    if not counts or None in counts or len(counts) > len(COUNTS):
        return None
    if len(counts) == 1:
        return counts[0]
    return {name: count for name, count in zip(COUNTS, counts, strict=False) if count is not None}


def _inside(name: str, *said: str) -> Key:
    return Key("profile", "whole", (*said, name), within=name)


def _thrown(name: str, *said: str) -> Key:
    return Key("profile", "read", (*said, name), within=name, read=_dice, example="D6")


AGAIN = {name: name for name in ("none", "ones", "sixes", "failed", "successful")}
TROOP_KEYS = (
    Key("mount", "read", ("mount", "скакун"), read=_mount, example="(ws3 s3 i3 a1)"),
    Key("base_mm", "whole", ("base", "base_mm", "подставка")),
    Key("fighting", "each", ("fights", "fighting", "бьет"), read=_number, example="Orcs:4,Trolls:2"),
    *(
        Key(field, "each", (*said, field), read=_blows, example="Orcs:7 5 3")
        for field, said in (
            ("blows", ("blows", "удары")),
            ("mount_blows", ("mountblows",)),
            ("impact_blows", ("impactblows",)),
            ("stomp_blows", ("stompblows",)),
        )
    ),
    Key("wounds_lost", "whole", ("lost", "wounds_lost", "потеряно")),
    _thrown("impact_hits", "impact", "таран"),
    _inside("impact_strength", "impacts"),
    _thrown("multiple_wounds", "multiple"),
    _thrown("random_attacks", "random"),
    _inside("extra_attacks", "extra"),
    _inside("extra_ranks", "extraranks"),
    _inside("to_hit", "tohit"),
    _inside("to_wound", "towound"),
    _inside("harder_to_hit", "harder"),
    _inside("armour_piercing", "piercing"),
    *(
        Key("profile", "text", (name,), within=name, values=AGAIN)
        for name in ("reroll_hits", "reroll_wounds", "reroll_saves", "reroll_wards")
    ),
    Key(
        "profile",
        "text",
        ("six", "on_six_to_hit"),
        within="on_six_to_hit",
        values={"none": "none", "hit": "hit", "attack": "attack"},
    ),
    *(Key(name, "truth", (name,)) for name in ("champion", "fear_failed", "first_round")),
)


def _models_and_width(found: tuple[str, ...]) -> Fields:
    return {"models": int(found[0]), "width": int(found[1])}


def _models(found: tuple[str, ...]) -> Fields:
    return {"models": int(found[0])}


def _ranks(found: tuple[str, ...]) -> Fields:
    return {"ranks": int(found[0])}


NUMBERS = (
    Number(f"{WHOLE}[xх×*]{WHOLE}", _models_and_width, "20x5", M("models and how wide they stand")),
    Number(WHOLE, _models, "20", M("models")),
    Number(f"{WHOLE}[rш]", _ranks, "4r", M("ranks")),
    Number(STAT.pattern, _stat, "ws4", M("of the profile: ws, s, t, w, i or a")),
    Number("([1-6])[+]", _save, "5+", M("armour save")),
    Number("(?:ward|спас)([2-6])[+]?", _ward, "ward5+", M("ward save")),
    Number("(?:regen|реген)([2-6])[+]?", _regeneration, "regen4+", M("regeneration")),
)

MONSTROUS = ("monstrous infantry", "monstrous beasts", "monstrous cavalry")
SEVERAL = {
    "char": ("chariot", "character", "charged"),
    "mon": ("monster", *MONSTROUS),
    "monstrous": MONSTROUS,
    "war": ("war beasts", "war machine"),
    "чудовищ": ("чудовищная пехота", "чудовищные звери", "чудовищная кавалерия"),
    "атакован": ("атаковал", "фланг=", "тыл="),
    "атакована": ("атаковал", "фланг=", "тыл="),
    "attacked": ("charged", "flank=", "rear="),
    "stand": ("standard", "standard near"),
}

WORDS = Words((*TYPES, *STATES, *TROOPS), (*KEYS, *TROOP_KEYS), NUMBERS, SEVERAL, reasons_into="other")
