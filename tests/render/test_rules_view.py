"""The rules listing is the rows themselves: each with number, words, citation, and what withholds it."""

import re

import pytest

from melee_cli.core.messages import M
from melee_cli.core.rules import Change, House
from melee_cli.core.system import open_book
from melee_cli.render.csv import entries_text
from melee_cli.render.json import dumps
from melee_cli.render.language import language_for
from melee_cli.render.rules import rules_data, rules_entries, rules_view, search, systems_view
from melee_cli.render.tables import draw
from melee_cli.render.terminal import Terminal
from melee_cli.systems import find, names

SYSTEMS = ["gdb", "whfb8", "duel"]


def listed(system, *words, width=80, house=None, rulings=None, lang="en"):
    found = search(open_book(system, rulings, house), words)
    return draw(rules_view(found), language_for(lang, system), Terminal(width), "explain")


def joined(text):
    return " ".join(text.split())


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_row_and_ruling_is_listed(name):
    system = find(name)
    text = joined(listed(system, width=200))
    for row in system.rows:
        assert row.id in text
        assert row.cite in text
    for ruling in system.rulings:
        assert ruling.id in text
    assert "{" not in text


def test_a_row_shows_its_number_its_citation_and_what_withholds_it():
    assert listed(find("duel"), "height", "champion") == (
        "Duel (duel): 1 rule and 0 rulings\n\n"
        " Modifiers                Value  Says                     Source\n"
        " ───────────────────────────────────────────────────────────────────────────────\n"
        " Higher ground               +2  A champion on higher     p. 1\n"
        " duel.height                     ground adds 2.\n"
        "   withheld                      it is night              ruling:height_at_night\n"
    )


def test_the_word_asked_for_is_marked():
    found = search(open_book(find("duel")), ["champion"])
    text = draw(rules_view(found), language_for("en", find("duel")), Terminal(80, True))
    assert "\x1b[1;4mchampion\x1b[0m" in text


def test_a_word_is_looked_for_in_ids_labels_texts_and_citations():
    duel = find("duel")
    for word, count in [("duel.rested", 1), ("RESTED", 1), ("champion", 2), ("p. 3", 1), ("nowhere", 0)]:
        assert len(search(open_book(duel), [word]).rows) == count, word
    assert [ruling.id for ruling in search(open_book(duel), ["night"]).rulings] == ["height_at_night"]


def test_all_words_must_be_there():
    book = open_book(find("duel"))
    assert [row.id for row in search(book, ["champion", "ground"]).rows] == ["duel.height"]


def test_a_russian_word_finds_what_an_english_one_does():
    book = open_book(find("gdb"))
    assert {row.id for row in search(book, ["каре"]).rows} & {"gdb.square"}


def test_a_switch_off_its_default_says_so():
    text = listed(find("duel"), width=120, rulings={"height_at_night": "yes"})
    assert re.search(r"height_at_night +yes \(by default no\) +no, yes ", text)


def test_house_changes_are_in_force_and_said():
    house = House(
        "club",
        numbers={"duel.height": {"value": 3}},
        off=frozenset({"duel.rested"}),
        changes=(Change("duel.height", M("value 3 in place of 2")),),
    )
    text = listed(find("duel"), house=house)
    assert "Changed by the house rules club\n  - duel.height: value 3 in place of 2\n" in text
    assert re.search(r"\+3 +A champion", text)
    assert "switched off by the house rules" in joined(text)


def test_numbers_in_force_stand_in_the_text_of_a_row():
    system = find("gdb")
    house = House("club", numbers={"gdb.charge": {"straight_cm": 7}})
    assert "less than 7 cm" in joined(listed(system, "gdb.charge", house=house))
    assert "less than 5 cm" in joined(listed(system, "gdb.charge"))


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_listing_is_data_and_csv_too(name):
    found = search(open_book(find(name)))
    language = language_for("en", find(name))
    data = dumps(rules_data(found), language)
    assert all(f'"id":"{row.id}"' in data for row in find(name).rows)
    lines = entries_text(rules_entries(found), language).splitlines()
    assert len(lines) == 1 + len(found.rows) + len(found.rulings)


def test_the_systems_are_listed():
    found = [find(name) for name in names()]
    text = draw(systems_view(found, "en"), language_for("en"), Terminal(120))
    assert all(system.id in text for system in found)
