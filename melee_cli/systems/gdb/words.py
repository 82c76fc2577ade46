"""The words of a gdb unit line, English and Russian: one table for parser, completion and help."""

from __future__ import annotations

from melee_cli.core.dice import written_throw
from melee_cli.core.messages import M
from melee_cli.core.words import Fields, Key, Number, Word, Words

WORDS = (
    Word({"type": "cuirassiers"}, ("cuirassiers",), ("кирасиры",), ("cuir", "кир")),
    Word(
        {"type": "heavy_cavalry"},
        ("heavy cavalry", "heavy"),
        ("тяжелая кавалерия", "тяжелая"),
        ("hc", "тк", "тяж"),
    ),
    Word({"type": "lancers"}, ("lancers", "uhlans"), ("уланы", "пикинеры"), ("lan", "ул")),
    Word(
        {"type": "light_cavalry"},
        ("light cavalry", "light", "hussars"),
        ("легкая кавалерия", "легкая", "гусары"),
        ("lc", "hus", "лк", "лег", "гус"),
    ),
    Word({"type": "cossacks"}, ("cossacks",), ("казаки",), ("cos", "каз")),
    Word(
        {"type": "infantry"},
        ("infantry", "foot", "battalion", "light infantry", "light foot"),
        ("пехота", "батальон", "легкая пехота"),
        ("i", "inf", "п", "пех"),
    ),
    Word(
        {"type": "artillery"},
        ("artillery", "guns", "battery", "horse artillery", "foot artillery"),
        ("артиллерия", "батарея"),
        ("art", "арт"),
    ),
    Word({"quality": "guard"}, ("guard",), ("гвардия",), ("gd", "гв")),
    Word({"quality": "elite"}, ("elite", "grenadiers"), ("элита", "гренадеры"), ("el", "эл", "грен")),
    Word({"quality": "veteran"}, ("veteran",), ("ветераны",), ("vet", "вет")),
    Word({"quality": "line"}, (), ("линейная",), ("ln",)),
    Word({"quality": "second_line"}, ("second line",), ("вторая линия", "второразрядные"), ("2l", "2л")),
    Word(
        {"quality": "conscript"},
        ("conscripts", "militia", "recruits"),
        ("новобранцы", "рекруты"),
        ("con", "нов", "рекр"),
    ),
    Word({"formation": "column"}, ("column",), ("колонна",), ("col", "кол")),
    Word({"formation": "square"}, ("square",), ("каре",), ("sq", "кар")),
    Word(
        {"formation": "company_column"},
        ("company column", "platoon column"),
        ("колонна рот", "ротная колонна"),
        ("cc", "рот"),
    ),
    # Beside another formation it is the quality, and beside another quality, too, it says nothing new.
    Word({"formation": "line"}, ("line",), ("линия",), ("лин",), ({"quality": "line"}, {})),
    Word(
        {"formation": "none"},
        ("open order", "skirmish"),
        ("рассыпной", "рассыпной строй", "россыпь"),
        ("sk", "рос"),
    ),
    Word({"british": True}, ("british",), ("британская", "британцы"), ("brit", "брит")),
    Word({"horses": "good"}, ("good horses",), ("хорошие кони",), ("gh", "хк")),
    Word({"horses": "poor"}, ("poor horses",), ("плохие кони",), ("ph", "пк")),
    Word({"action": "charging"}, ("charging", "charge"), ("атакует", "атака"), ("ch", "chg", "атак")),
    Word({"action": "pursuing"}, ("pursuing", "pursue"), ("преследует",), ("pur", "пресл")),
    Word({"action": "pressing"}, ("pressing", "press"), ("теснит",), ("pr", "тесн")),
    Word({"straight_cm": 0}, ("short",), ("короткий разбег",)),
    Word({"order": "disordered"}, ("disordered",), ("расстроен",), ("dis", "расс")),
    Word({"order": "wavering"}, ("wavering", "shaken"), ("колеблется",), ("wav", "колеб")),
    Word({"order": "retreating"}, ("retreating",), ("отступает",), ("ret", "отст")),
    Word({"pushed_back": True}, ("pushed back",), ("потеснен",), ("pb", "потес")),
    Word({"attacked": "flank"}, ("flank",), ("фланг",), ("fl", "фл")),
    # In flank and rear at once is worth no more than in flank.
    Word({"attacked": "rear"}, ("rear",), ("тыл",), ("rr",), ({},)),
    Word(
        {"cover": "cover"},
        ("cover", "wall", "hedge", "fence", "wood", "woods", "earthworks"),
        ("укрытие", "стена", "изгородь", "забор", "лес", "вал"),
        ("cov", "укр"),
    ),
    Word(
        {"cover": "building"},
        ("building", "house", "church", "farm", "village", "barn", "castle"),
        ("здание", "дом", "церковь", "ферма", "деревня", "амбар", "замок"),
        ("bld", "зд"),
    ),
    Word({"higher": True}, ("higher", "uphill"), ("выше", "высота"), ("hi", "выс")),
    Word({"largest": True}, ("largest",), ("крупнейший",), ("lar", "круп")),
    Word({"reinforcing": True}, ("reinforcing", "reserve"), ("подкрепление", "резерв"), ("rei", "подкр")),
)


def _values(field: str) -> dict[str, str]:
    """Return how the values of *field* are said after ``key=``: by name, or by any word that sets it."""
    said: dict[str, str] = {}
    for word in WORDS:
        value = word.sets.get(field)
        if isinstance(value, str):
            said |= dict.fromkeys((value, *word.english, *word.russian, *word.short), value)
    return said


KEYS = (
    Key("type", "text", ("type", "arm", "тип", "род"), values=_values("type")),
    Key("figures", "whole", ("figures", "фигур", "фигуры")),
    Key("fighting", "whole", ("fighting", "дерется", "сражается")),
    Key("initial", "whole", ("initial", "начало", "было")),
    Key("quality", "text", ("quality", "качество"), values={**_values("quality"), "line": "line"}),
    Key("formation", "text", ("formation", "строй"), values=_values("formation")),
    Key("british", "truth", ("british", "британцы")),
    Key(
        "horses",
        "text",
        ("horses", "кони", "лошади"),
        values={
            **{name: name for name in ("good", "average", "poor")},
            "хорошие": "good",
            "средние": "average",
            "плохие": "poor",
        },
    ),
    Key(
        "action",
        "text",
        ("action", "действие"),
        values={**_values("action"), "none": "none", "нет": "none"},
    ),
    Key("straight_cm", "decimal", ("straight", "straight_cm", "разбег", "прямая")),
    Key(
        "order",
        "text",
        ("order", "порядок"),
        values={**_values("order"), "good": "good", "хороший": "good"},
    ),
    Key("pushed_back", "truth", ("pushed_back", "потеснен")),
    Key(
        "attacked",
        "text",
        ("attacked", "удар"),
        values={**_values("attacked"), "front": "front", "фронт": "front"},
    ),
    Key("cover", "text", ("cover", "укрытие"), values={**_values("cover"), "none": "none", "нет": "none"}),
    Key("place", "text", ("place", "место")),
    Key("building_bonus", "whole", ("bonus", "building_bonus", "бонус", "здание")),
    Key("higher", "truth", ("higher", "выше")),
    Key("against", "names", ("against", "против")),
    Key("largest", "truth", ("largest", "крупнейший")),
    Key(
        "follow_up",
        "text",
        ("then", "follow_up", "далее"),
        values={
            "press": "press",
            "stand": "stand",
            "теснит": "press",
            "теснить": "press",
            "стоит": "stand",
            "стоять": "stand",
        },
    ),
    Key("reinforcing", "truth", ("reinforcing", "подкрепление")),
    Key("through", "name", ("through", "через", "сквозь")),
    Key("roll", "roll", ("roll", "бросок")),
)


def _figures(groups: tuple[str, ...]) -> Fields:
    return {"figures": int(groups[0])}


def _now_and_initial(groups: tuple[str, ...]) -> Fields:
    return {"figures": int(groups[0]), "initial": int(groups[1])}


def _roll(groups: tuple[str, ...]) -> Fields:
    return {"roll": written_throw(groups[0])}


NUMBERS = (
    Number(r"(0|[1-9]\d*)", _figures, "24", M("figures")),
    Number(r"([1-9]\d*)/([1-9]\d*)", _now_and_initial, "27/36", M("figures now, and initially")),
    Number(r"=(0|[1-9]\d*)", _roll, "=8", M("the total of two dice")),
    Number(r"=(\d+(?:[+,/; ]\d+)+)", _roll, "=3+5", M("two dice")),
)

CAVALRY = ("cuirassiers", "heavy cavalry", "lancers", "light cavalry", "cossacks")
CAVALRY_RU = ("кирасиры", "тяжелая кавалерия", "уланы", "легкая кавалерия", "казаки")

SEVERAL = {
    "cavalry": CAVALRY,
    "horse": (*CAVALRY, "horse artillery"),
    "dragoons": ("heavy cavalry", "light cavalry"),
    "chasseurs": ("light cavalry", "light infantry"),
    "кавалерия": CAVALRY_RU,
    "конница": CAVALRY_RU,
    "драгуны": ("тяжелая кавалерия", "легкая кавалерия"),
    "егеря": ("легкая кавалерия", "легкая пехота"),
    "none": ("open order", "action=none", "cover=none"),
    "нет": ("рассыпной", "действие=нет", "укрытие=нет"),
    "stand": ("then=stand", "line"),
    "стоит": ("далее=стоит", "линия"),
    "attacked": ("flank", "rear", "charging"),
    "атакован": ("фланг", "тыл", "атакует"),
    "pressed": ("pressing", "pushed back"),
    "pursued": ("pursuing", "retreating"),
    "тесним": ("теснит", "потеснен"),
    "теснен": ("теснит", "потеснен"),
    "преследуем": ("преследует", "отступает"),
    "под": ("подкрепление", "укрытие"),
}

TABLE = Words(WORDS, KEYS, NUMBERS, SEVERAL, needed=("type", "figures"))
