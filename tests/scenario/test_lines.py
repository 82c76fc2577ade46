"""One-line units: every word of the tables of gdb and whfb8, every rule of how a word is understood."""

from __future__ import annotations

import pytest

from melee_cli.entry.parser import parse_line, parse_words, with_colon
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check_mapping
from melee_cli.systems import find
from melee_cli.systems.whfb8.words import TROOPS
from tests.scenario.reading import said

GDB = find("gdb").words
WHFB8 = find("whfb8").words
ENEMY = {"name": "B", "units": ["40th: inf 24"]}

GDB_WORDS = {
    "type=cuirassiers": "cuirassiers cuir кирасиры кир",
    "type=heavy_cavalry": "heavy_cavalry heavy hc тяжелая_кавалерия тяжелая тк тяж",
    "type=lancers": "lancers uhlans lan уланы пикинеры ул",
    "type=light_cavalry": "light_cavalry light hussars lc hus легкая_кавалерия легкая гусары лк лег гус",
    "type=cossacks": "cossacks cos казаки каз",
    "type=infantry": "infantry foot battalion light_infantry light_foot i inf "
    "пехота батальон легкая_пехота п пех",
    "type=artillery": "artillery guns battery horse_artillery foot_artillery art артиллерия батарея арт",
    "quality=guard": "guard gd гвардия гв",
    "quality=elite": "elite grenadiers el элита гренадеры эл грен",
    "quality=veteran": "veteran vet ветераны вет",
    "quality=line": "ln линейная",
    "quality=second_line": "second_line 2l вторая_линия второразрядные 2л",
    "quality=conscript": "conscripts militia recruits con новобранцы рекруты нов рекр",
    "formation=column": "column col колонна кол",
    "formation=square": "square sq каре кар",
    "formation=company_column": "company_column platoon_column cc колонна_рот ротная_колонна рот",
    "formation=line": "line линия лин",
    "formation=none": "open_order skirmish sk рассыпной рассыпной_строй россыпь рос",
    "british=True": "british brit британская британцы брит",
    "horses=good": "good_horses gh хорошие_кони хк",
    "horses=poor": "poor_horses ph плохие_кони пк",
    "action=charging": "charging charge ch chg атакует атака атак",
    "action=pursuing": "pursuing pursue pur преследует пресл",
    "action=pressing": "pressing press pr теснит тесн",
    "straight_cm=0": "short короткий_разбег",
    "order=disordered": "disordered dis расстроен расс",
    "order=wavering": "wavering shaken wav колеблется колеб",
    "order=retreating": "retreating ret отступает отст",
    "pushed_back=True": "pushed_back pb потеснен потес",
    "attacked=flank": "flank fl фланг фл",
    "attacked=rear": "rear rr тыл",
    "cover=cover": "cover wall hedge fence wood woods earthworks cov "
    "укрытие стена изгородь забор лес вал укр",
    "cover=building": (
        "building house church farm village barn castle bld здание дом церковь ферма деревня амбар замок зд"
    ),
    "higher=True": "higher uphill hi выше высота выс",
    "largest=True": "largest lar крупнейший круп",
    "reinforcing=True": "reinforcing reserve rei подкрепление резерв подкр",
}
WHFB8_WORDS = {
    "type=infantry": "infantry foot i inf пехота п пех",
    "type=war_beasts": "war_beasts beasts wb боевые_звери звери зв",
    "type=swarm": "swarm swa рой",
    "type=cavalry": "cavalry cav кавалерия конница кав",
    "type=monstrous_infantry": "monstrous_infantry mi чудовищная_пехота чп",
    "type=monstrous_beasts": "monstrous_beasts mb чудовищные_звери чз",
    "type=monstrous_cavalry": "monstrous_cavalry mc чудовищная_кавалерия чк",
    "type=chariot": "chariot cht колесница колес",
    "type=monster": "monster mst монстр монст",
    "type=war_machine": "war_machine machine wm боевая_машина машина маш",
    "type=character": "character hero lord chr персонаж герой пер гер",
    "skirmishing=True": "skirmishing sk рассыпной застрельщики застр",
    "standard=True": "standard std знамя знам",
    "battle_standard=True": "battle_standard bsb боевое_знамя бз",
    "battle_standard_near=True": "standard_near battle_standard_near bsbn знамя_рядом",
    "musician=True": "musician mus музыкант муз",
    "charged=True": "charged charge ch chg атаковал атакует атак",
    "high_ground=True": "high_ground higher hg возвышенность выше выс",
    "stubborn=True": "stubborn stub упорный упор",
    "unbreakable=True": "unbreakable unb несокрушимый несокр",
    "unstable=True": "unstable unst нестабильный нестаб",
    "cold_blooded=True": "cold_blooded cb cold хладнокровный хлад",
    "swiftstride=True": "swiftstride sw быстрый быстр",
    "never_steadfast=True": "never_steadfast без_воодушевления",
    "restrain=True": "restrain restr сдержан сдерж",
}

WHFB8_SEVERAL = "char mon monstrous war чудовищ атакован атакована attacked stand"
GDB_SEVERAL = (
    "cavalry horse dragoons chasseurs кавалерия конница драгуны егеря none нет stand стоит attacked "
    "атакован pressed pursued тесним теснен преследуем под"
)


def table(words, listed):
    for meaning, row in listed.items():
        field, _, value = meaning.partition("=")
        for word in row.split():
            yield pytest.param(words, word, field, value, id=f"{meaning} {word}")


def sound(text: str, words=GDB) -> dict:
    line = parse_words(text, words)
    assert not line.problems, [said(problem.message) for problem in line.problems]
    return line.fields


def codes(text: str, words=GDB) -> list[str]:
    return [problem.code for problem in parse_words(text, words).problems]


@pytest.mark.parametrize(
    ("words", "word", "field", "value"), [*table(GDB, GDB_WORDS), *table(WHFB8, WHFB8_WORDS)]
)
def test_every_listed_word_is_understood_in_every_spelling(words, word, field, value):
    for spelt in (
        word,
        word.replace("_", " "),
        word.replace("_", "-"),
        word.upper(),
        word.replace("е", "ё", 1),
    ):
        fields = sound(spelt, words)
        assert {key: str(value) for key, value in fields.items()} == {field: value}, spelt


@pytest.mark.parametrize(("words", "listed"), [(GDB, GDB_WORDS), (WHFB8, WHFB8_WORDS)])
def test_the_tables_hold_no_word_that_is_not_listed_here(words, listed):
    here = {word.replace("_", " ") for row in listed.values() for word in row.split()}
    plain = [word for word in words.words if word not in TROOPS]
    there = {said for word in plain for said in (*word.english, *word.russian, *word.short)}
    assert there == here


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            "infantry 24 column charging =5",
            {"type": "infantry", "figures": 24, "formation": "column", "action": "charging", "roll": 5},
        ),
        (
            "inf 24 col charg =2+3",
            {"type": "infantry", "figures": 24, "formation": "column", "action": "charging", "roll": [2, 3]},
        ),
        (
            "пех 24 кол атак =5",
            {"type": "infantry", "figures": 24, "formation": "column", "action": "charging", "roll": 5},
        ),
        ("inf 27/36", {"type": "infantry", "figures": 27, "initial": 36}),
        ("２４", {"figures": 24}),
        ("", {}),
    ],
)
def test_whole_lines_of_gdb(text, fields):
    assert sound(text) == fields


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("20x5 std mus", {"models": 20, "width": 5, "standard": True, "musician": True}),
        ("20х5", {"models": 20, "width": 5}),
        ("20×5", {"models": 20, "width": 5}),
        ("20", {"models": 20}),
        ("4r", {"ranks": 4}),
        ("4ш", {"ranks": 4}),
        ("ld=8 w=3 ok=1 general=9", {"leadership": 8, "wounds": 3, "overkill": 1, "general_leadership": 9}),
        (
            "break=7 reroll=3+4 hold=5 holdreroll=6",
            {"break_roll": 7, "break_reroll": [3, 4], "restrain_roll": 5, "restrain_reroll": 6},
        ),
        ("flee=9 chase=4,5,6", {"flee_roll": 9, "pursuit_roll": [4, 5, 6]}),
        (
            'flank="Night Goblins" rear=Orcs,Trolls',
            {"attacks": {"Night Goblins": "flank", "Orcs": "rear", "Trolls": "rear"}},
        ),
        (
            "лид=8 раны=3 фланг=Орки тыл=Гоблины фронт=Тролли",
            {
                "leadership": 8,
                "wounds": 3,
                "attacks": {"Орки": "flank", "Гоблины": "rear", "Тролли": "front"},
            },
        ),
        ("+1(banner) -2(mud)", {"other": [{"value": 1, "reason": "banner"}, {"value": -2, "reason": "mud"}]}),
    ],
)
def test_whole_lines_of_whfb8(text, fields):
    assert sound(text, WHFB8) == fields


@pytest.mark.parametrize(
    ("typed", "field", "value"),
    [
        ("light inf", "type", "infantry"),
        ("lig inf", "type", "infantry"),
        ("heavy cav", "type", "heavy_cavalry"),
        ("hea-cav", "type", "heavy_cavalry"),
        ("pus bac", "pushed_back", True),
        ("тяж кав", "type", "heavy_cavalry"),
        ("кор раз", "straight_cm", 0),
        ("lancer", "type", "lancers"),
        ("hussar", "type", "light_cavalry"),
        ("charg", "action", "charging"),
        ("колон", "formation", "column"),
    ],
)
def test_words_may_be_cut_short(typed, field, value):
    assert sound(typed) == {field: value}


@pytest.mark.parametrize(
    ("typed", "field", "value"),
    [
        ("columns", "formation", "column"),
        ("charged", "action", "charging"),
        ("charges", "action", "charging"),
        ("charger", "action", "charging"),
        ("retreats", "order", "retreating"),
        ("retreated", "order", "retreating"),
        ("squared", "formation", "square"),
        ("squares", "formation", "square"),
        ("пехоты", "type", "infantry"),
        ("пехотой", "type", "infantry"),
        ("колонной", "formation", "column"),
        ("колоннами", "formation", "column"),
        ("атакуют", "action", "charging"),
        ("уланов", "type", "lancers"),
        ("дома", "cover", "building"),
        ("тылу", "attacked", "rear"),
        ("линией", "formation", "line"),
    ],
)
def test_words_may_have_another_ending(typed, field, value):
    assert sound(typed) == {field: value}


@pytest.mark.parametrize(
    "typed", ["cols", "инфы", "колонааааа", "пехотинцами", "тыквы", "кавалерию", "attackeds"]
)
def test_other_endings_are_not_guessed(typed):
    assert codes(typed) != []


@pytest.mark.parametrize(
    ("typed", "field", "value", "read_as"),
    [
        ("шта", "type", "infantry", "inf"),
        ("сщд", "formation", "column", "col"),
        ("дшпре сфм", "type", "light_cavalry", "light cav"),
        ("gt[jnf", "type", "infantry", "пехота"),
        ("rfht", "formation", "square", "каре"),
        ("GT[", "type", "infantry", "пех"),
    ],
)
def test_the_other_keyboard_layout_is_tried_and_said(typed, field, value, read_as):
    line = parse_words(typed, GDB)
    assert line.fields == {field: value}
    assert [said(heard.how) for heard in line.echo] == [f"{read_as}, typed in the other keyboard layout"]


def test_numbers_and_keys_in_the_other_layout():
    assert sound("20ч5 4к", WHFB8) == {"models": 20, "width": 5, "ranks": 4}
    assert sound("дв=8", WHFB8) == {"leadership": 8}


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("line", {"formation": "line"}),
        ("line column", {"formation": "column", "quality": "line"}),
        ("column line", {"formation": "column", "quality": "line"}),
        ("line column guard", {"formation": "column", "quality": "guard"}),
        ("guard line column", {"formation": "column", "quality": "guard"}),
        ("line line", {"formation": "line"}),
        ("line guard", {"formation": "line", "quality": "guard"}),
        ("лин кол", {"formation": "column", "quality": "line"}),
        ("formation=square line", {"formation": "square", "quality": "line"}),
        ("flank rear", {"attacked": "flank"}),
        ("rear flank", {"attacked": "flank"}),
        ("press then=stand", {"action": "pressing", "follow_up": "stand"}),
        ("теснит далее=теснит", {"action": "pressing", "follow_up": "press"}),
        ("2l", {"quality": "second_line"}),
        ("24 24", {"figures": 24}),
    ],
)
def test_words_beside_each_other(text, fields):
    assert sound(text) == fields


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ('against="B1,B2"', {"against": ["B1", "B2"]}),
        ('against="40th Foot, 7th"', {"against": ["40th Foot", "7th"]}),
        ("initial=36 straight=4", {"initial": 36, "straight_cm": 4}),
        ("straight=4,5", {"straight_cm": "4.5"}),
        ("init=36 str=4.5", {"initial": 36, "straight_cm": "4.5"}),
        ("then=press", {"follow_up": "press"}),
        ("далее=стоит", {"follow_up": "stand"}),
        ("roll=3+5", {"roll": [3, 5]}),
        ("quality=gu type=hea", {"quality": "guard", "type": "heavy_cavalry"}),
        ("british=true largest=нет", {"british": True, "largest": False}),
        ('place="the old mill"', {"place": "the old mill"}),
        (
            "+1(general) −2(mud)",
            {"modifiers": [{"value": 1, "reason": "general"}, {"value": -2, "reason": "mud"}]},
        ),
        ('+1("Old Guard")', {"modifiers": [{"value": 1, "reason": "Old Guard"}]}),
        ("+1", {"modifiers": [{"value": 1}]}),
    ],
)
def test_keys_and_modifiers(text, fields):
    assert sound(text) == fields


@pytest.mark.parametrize("row", GDB_SEVERAL.split())
def test_what_names_several_things_in_gdb_lists_them(row):
    (problem,) = parse_words(row, GDB).problems
    assert problem.code == "ambiguous-word"
    assert len(problem.hint.params["values"].items) > 1


@pytest.mark.parametrize("row", WHFB8_SEVERAL.split())
def test_what_names_several_things_in_whfb8_lists_them(row):
    (problem,) = parse_words(row, WHFB8).problems
    assert problem.code == "ambiguous-word"
    assert len(problem.hint.params["values"].items) > 1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("infantri", [("unknown-word", "infantri")]),
        ("bat 24", [("ambiguous-word", "bat")]),
        ("рас", [("ambiguous-word", "рас")]),
        ("infantry lancers", [("said-twice", "lancers")]),
        ("24 12", [("said-twice", "12")]),
        ("=8 =9", [("said-twice", "=9")]),
        ("formation=line column", [("said-twice", "column")]),
        ("foo=1", [("unknown-key", "foo=1")]),
        ("initial=many", [("wrong-type", "initial=many")]),
        ("british=maybe", [("wrong-type", "british=maybe")]),
        ("then=run", [("unknown-value", "then=run")]),
        ("initial=", [("no-value", "initial=")]),
        ('against="B1', [("no-value", "against="), ("open-quote", '"')]),
        ("-1(a b)", [("unknown-word", "-1(a"), ("unknown-word", "b)")]),
        ("010", [("unknown-word", "010")]),
        ("1_000", [("unknown-word", "1_000")]),
        ("2:1", [("unknown-word", "2:1")]),
        ("x" * 300, [("unknown-word", "x" * 300)]),
        ("=4-6", [("unknown-word", "=4-6")]),
        ("24 =4 6", [("said-twice", "6")]),
        ("inf col -inf", [("unknown-word", "-inf")]),
        ("cos yy zz", [("unknown-word", "yy"), ("unknown-word", "zz")]),
    ],
)
def test_what_is_not_understood_is_pointed_at(text, wanted):
    line = parse_words(text, GDB)
    assert [(problem.code, text[slice(*problem.span)]) for problem in line.problems] == wanted


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("=4,6", [4, 6]),
        ("=4/6", [4, 6]),
        ("=4;6", [4, 6]),
        ('="4 6"', [4, 6]),
        ("=46", [4, 6]),
        ("=13", [1, 3]),
        ("=4+6", [4, 6]),
        ("roll=46", [4, 6]),
        ('roll="4 6"', [4, 6]),
        ("roll=4/6", [4, 6]),
        ("=４６", [4, 6]),
        ("=11", 11),
        ("=12", 12),
        ("=10", 10),
        ("=17", 17),
        ("=7,1", [7, 1]),
    ],
)
def test_two_dice_are_understood_as_they_are_written_and_11_and_12_as_totals(text, roll):
    assert sound(f"24 {text}") == {"figures": 24, "roll": roll}


@pytest.mark.parametrize(
    ("text", "words", "hint"),
    [
        ("24 =4 6", GDB, "two dice are written =4+6"),
        ("=4 6 24", GDB, "two dice are written =4+6"),
        ("24 roll=4 6", GDB, "two dice are written roll=4+6"),
        ("24 =4-6", GDB, "dice are written =8, =3+5"),
        ("24 12", GDB, "both say what figures is"),
        ("24 =8 6", GDB, "both say what figures is"),
        ("20x5 =46", WHFB8, "dice are written break=3+5, reroll=3+5, hold=3+5, holdreroll=3+5"),
    ],
)
def test_dice_written_otherwise_get_told_how(text, words, hint):
    (problem,) = parse_words(text, words).problems
    assert said(problem.hint).startswith(hint)


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        (
            "inf 24 +99999999999(general)",
            "99999999999 is out of range: a whole number from -99 to 99 is needed",
        ),
        ("inf 99999999999", "99999999999 is out of range: a whole number from 1 to 9999 is needed"),
        ("inf 24/99999999999", "99999999999 is out of range: a whole number from 1 to 9999 is needed"),
        ("inf initial=99999999999 9", "99999999999 is out of range: a whole number from 1 to 9999 is needed"),
        ("inf 24 bld bonus=77", "77 is out of range: a whole number from 2 to 9 is needed"),
        ("inf 24 =99999999999", "a number from 2 to 12 is needed"),
        ("inf 24 =9999999999+1", "a number from 1 to 6 is needed"),
        ("lc 24 straight=123456.5", "123456.5 is out of range: a number from 0 to 9999 is needed"),
        ("inf " + "9" * 1500, "9" * 59 + "… is out of range: a whole number from 1 to 9999 is needed"),
    ],
)
def test_a_number_out_of_range_is_told_its_range(unit, told):
    found = check_mapping(
        {"rules": "gdb", "sides": [{"name": "A", "units": [f"9th: {unit}"]}, ENEMY]}, Options()
    )
    assert [said(problem.message) for problem in found.problems] == [told]


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("13th Light 24 inf col ch", GDB, "13th Light: 24 inf col ch"),
        ("13th  24 inf", GDB, "13th: 24 inf"),
        ("Guard 24 inf", GDB, "Guard: 24 inf"),
        ('"The 9th of Foot" inf 24', GDB, '"The 9th of Foot": inf 24'),
        ("40-й полк п 24 брит", GDB, "40-й полк: п 24 брит"),
        ("Halberds 20x5 ld=7", WHFB8, "Halberds: 20x5 ld=7"),
        ("inf 24 col", GDB, None),
        ("13th Light 24 col chrg", GDB, None),
        ("13th Light", GDB, None),
        ("13th", GDB, None),
        ('13th "24 inf', GDB, None),
    ],
)
def test_a_line_without_a_colon_is_split_where_only_words_are_left(text, words, line):
    assert with_colon(text, words) == line
    (problem,) = parse_line(text, words).problems
    assert problem.code == "no-name"
    assert problem.hint is None if line is None else said(problem.hint) == f"did you mean '{line}'?"


def test_a_misspelt_word_gets_the_nearest_one():
    (problem,) = parse_words("infantri", GDB).problems
    assert said(problem.hint) == "did you mean 'infantry'?"
