"""The words of one-line units: what an umpire types, in English and Russian, and what it sets."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.words import Fields, Key, Number, Word, Words

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

WORDS = Words((*TYPES, *STATES), KEYS, NUMBERS, SEVERAL, reasons_into="other")
