"""Battles over an evening: melees added, units coming back, losses from elsewhere, undo and redo."""

from __future__ import annotations

import pytest

from melee_cli.journal import battles, moments, units
from melee_cli.journal.melees import worked_out
from melee_cli.journal.store import JournalError, open_store
from tests.journal.evening import Evening, figures, rolls, ten_melees


def code_of(act, *arguments) -> str:
    with pytest.raises(JournalError) as caught:
        act(*arguments)
    return caught.value.problem.code


@pytest.fixture
def evening(tmp_path):
    return ten_melees(tmp_path)


def test_what_was_written_is_read_back_as_it_was(evening):
    again = Evening.__new__(Evening)
    again.store, again.id = open_store(evening.store.path), evening.id
    assert again.course == evening.course
    whole = evening.whole(3)
    assert worked_out(whole.scenario, {}).result == whole.result


def test_units_come_back_with_what_is_left_of_them(evening):
    through = [
        (one.count_before, one.count_after) for m in evening.course for one in m.strengths if one.unit == "A"
    ]
    assert through == [(36, 33), (33, 31), (31, 29)]


def test_a_battle_counts_its_melees_and_what_they_cost_each_side(evening):
    battle = evening.battle
    assert battle.melees == 10
    lost = {"French": 0, "Prussians": 0}
    for moment in evening.course:
        for one in moment.strengths:
            lost[one.side] += one.lost
    assert battle.losses == lost == {"French": 23, "Prussians": 27}


def test_every_die_of_a_melee_is_kept_with_it(evening):
    units_there = moments.units_of(evening.whole(1).scenario)
    assert {name: unit["roll"] for name, unit in units_there.items()} == {"1st": 8, "West": 6}


def test_the_next_round_of_a_melee_is_known_as_such(tmp_path):
    evening = Evening(tmp_path)
    place = evening.play({"1st": figures(30, 8)}, {"West": figures(30, 8)})
    result = evening.whole(1).result
    following = result["next_round"]
    sides = [{**s, "units": [{**u, "roll": 7} for u in s["units"]]} for s in following["sides"]]
    evening.add(worked_out({**following, "sides": sides}, {}))
    second = evening.course[1]
    assert (second.follows, second.round) == (place, 2)
    assert [one.own for one in second.strengths] == [("roll",), ("roll",)]


def test_losses_from_elsewhere_are_taken_off(evening):
    units.lose(evening.store, evening.battle, "a", 4, "artillery")
    assert evening.left("A") == 25
    assert evening.battle.losses["French"] == 27
    evening.play({"A": rolls(8)}, {"B": rolls(6)})
    assert evening.course[-1].strengths[0].count_before == 25


def test_a_unit_cannot_lose_more_than_it_has(evening):
    assert code_of(units.lose, evening.store, evening.battle, "A", 30, "") == "too-many-lost"
    units.lose(evening.store, evening.battle, "A", 29, "")
    assert code_of(units.lose, evening.store, evening.battle, "A", 1, "") == "unit-gone"


def test_a_unit_is_named_by_the_beginning_of_its_name(evening):
    assert units.unit_named(evening.store, evening.battle, "nor").unit == "North"
    assert code_of(units.unit_named, evening.store, evening.battle, "Guard") == "no-such-unit"
    with evening.store.transaction():
        battles.begin(evening.store, "Wavre", "gdb")
    wavre = battles.find(evening.store, "Wavre")
    units.arrive(evening.store, wavre, [({"name": n, "type": "infantry"}, None) for n in ("9th", "92nd")])
    assert code_of(units.unit_named, evening.store, wavre, "9") == "name-ambiguous"


def test_a_new_state_comes_into_the_next_melee(evening):
    units.set_state(evening.store, evening.battle, "A", "quality", "guard")
    evening.play({"A": rolls(8)}, {"B": rolls(6)})
    assert "gdb.quality" in [
        line.rule for line in evening.whole(11).result["sides"][0]["units"][0]["modifiers"]
    ]
    units.set_state(evening.store, evening.battle, "A", "quality", "")
    assert "quality" not in moments.present(evening.course)["A"].after


@pytest.mark.parametrize(("key", "value"), [("colour", "blue"), ("figures", "many"), ("quality", "divine")])
def test_a_state_that_no_unit_can_have_is_refused(evening, key, value):
    before = evening.course
    with pytest.raises(JournalError):
        units.set_state(evening.store, evening.battle, "A", key, value)
    assert evening.course == before


def test_undo_takes_back_step_after_step_and_redo_does_them_again(evening):
    units.lose(evening.store, evening.battle, "A", 4, "artillery")
    before, states = evening.course, []
    while len(states) < 11:
        states.append((evening.course, evening.battle.melees, evening.battle.losses))
        battles.undo(evening.store, evening.id)
    assert evening.course == []
    assert code_of(battles.undo, evening.store, evening.id) == "nothing-to-undo"
    for state in reversed(states):
        battles.redo(evening.store, evening.id)
        assert (evening.course, evening.battle.melees, evening.battle.losses) == state
    assert evening.course == before
    assert code_of(battles.redo, evening.store, evening.id) == "nothing-to-redo"


def test_after_something_new_nothing_is_redone_but_nothing_is_lost(evening):
    battles.undo(evening.store, evening.id)
    evening.play({"A": rolls(8)}, {"B": rolls(6)})
    assert code_of(battles.redo, evening.store, evening.id) == "nothing-to-redo"
    assert [made.state for made in battles.changes(evening.store, evening.id)].count("dropped") == 1


def test_a_battle_is_found_by_name_beginning_or_number(evening):
    with evening.store.transaction():
        battles.begin(evening.store, "Wavre", "gdb")
        battles.begin(evening.store, "Waterloo", "gdb")
    names = [battle.name for battle in battles.newest(evening.store)]
    assert names == ["Waterloo", "Wavre", "Ligny"]
    found = {named: battles.find(evening.store, named).name for named in ("3", "lig", "Wavre")}
    assert found == {"3": "Ligny", "lig": "Ligny", "Wavre": "Wavre"}
    assert battles.find(evening.store, None).name == "Waterloo"
    assert code_of(battles.find, evening.store, "wa") == "battle-ambiguous"
    assert code_of(battles.find, evening.store, "4") == "no-battle"
    assert code_of(battles.find, evening.store, "0") == "no-battle"


def test_a_name_that_is_taken_gets_a_number(evening):
    with evening.store.transaction():
        second = battles.begin(evening.store, "Ligny", "gdb")
    assert battles.by_id(evening.store, second).name == "Ligny (2)"


def test_a_melee_of_other_rules_does_not_come_into_a_battle(evening):
    def join() -> None:
        with evening.store.transaction():
            battles.opened(evening.store, "Ligny", "whfb8", {})

    assert code_of(join) == "other-rules"


def test_a_battle_deleted_leaves_nothing(evening):
    battles.delete(evening.store, evening.id)
    tables = ("battles", "changes", "moments", "melees", "units", "strengths")
    assert [evening.store.row(f"SELECT count(*) FROM {table}")[0] for table in tables] == [0] * 6
    assert evening.store.wrong() == []
