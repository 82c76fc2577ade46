"""Corrections: one earlier melee changed, the later ones of its units worked out again with their dice."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from melee_cli.journal import battles, corrections, units
from melee_cli.journal.corrections import Correction
from melee_cli.journal.melees import worked_out
from melee_cli.journal.store import JournalError
from tests.journal.evening import Evening, figures, rolls, ten_melees


def correct(evening: Evening, number: int, change: Callable[[list[Any]], None]) -> Correction:
    scenario = copy.deepcopy(dict(evening.whole(number).scenario))
    change(scenario["sides"])
    place = battles.melee_at(evening.store, evening.battle, number).place
    return corrections.corrected(evening.store, evening.id, place, scenario)


def said(side: int = 0, **fields: Any) -> Callable[[list[Any]], None]:
    def change(sides: list[Any]) -> None:
        sides[side]["units"][0].update(fields)

    return change


def rolled(value: int, side: int = 0) -> Callable[[list[Any]], None]:
    return said(side, roll=value)


def counts(evening: Evening) -> dict[int, list[tuple[int, int]]]:
    return {m.number: [(one.count_before, one.count_after) for one in m.strengths] for m in evening.course}


def test_a_die_misread_in_the_third_of_ten_melees_changes_the_fifth_seventh_and_tenth(tmp_path):
    evening = ten_melees(tmp_path)
    before = counts(evening)
    assert {n: before[n] for n in (3, 5, 7, 10)} == {
        3: [(36, 33), (36, 30)],
        5: [(33, 31), (30, 28)],
        7: [(31, 29), (30, 27)],
        10: [(30, 26), (28, 26)],
    }
    correction = correct(evening, 3, rolled(4))  # a 4 that was read as a 9
    assert [revision.moment.number for revision in correction.revisions if revision.tells] == [3, 5, 7, 10]
    assert counts(evening) == before  # nothing is written before it is confirmed
    corrections.write(evening.store, correction)
    after = counts(evening)
    assert {n: after[n] for n in (3, 5, 7, 10)} == {
        3: [(36, 32), (36, 33)],
        5: [(32, 30), (33, 31)],
        7: [(30, 28), (30, 27)],
        10: [(30, 25), (31, 29)],
    }
    assert {n: after[n] for n in (1, 2, 4, 6, 8, 9)} == {n: before[n] for n in (1, 2, 4, 6, 8, 9)}
    assert evening.whole(3).winner == "Prussians"
    assert evening.battle.losses == {"French": 25, "Prussians": 24}
    battles.undo(evening.store, evening.id)
    assert counts(evening) == before
    battles.redo(evening.store, evening.id)
    assert counts(evening) == after


def test_the_same_evening_played_right_from_the_start_is_the_same(tmp_path):
    (tmp_path / "right").mkdir()
    evening, right = ten_melees(tmp_path), ten_melees(tmp_path / "right")
    for _ in range(8):
        battles.undo(right.store, right.id)
    right.play({"A": figures(36, 4)}, {"B": figures(36, 5)})
    right.play({"1st": rolls(6)}, {"East": rolls(9)})
    right.play({"A": rolls(7)}, {"B": rolls(7)})
    right.play({"2nd": rolls(9, follow_up=None)}, {"West": rolls(8)})
    corrections.write(evening.store, correct(evening, 3, rolled(4)))
    assert {n: seen for n, seen in counts(evening).items() if n <= 5} == {
        n: seen for n, seen in counts(right).items() if n <= 5
    }


def test_a_modifier_forgotten_is_counted(tmp_path):
    evening = ten_melees(tmp_path)
    score = evening.score(3, 0)
    corrections.write(evening.store, correct(evening, 3, said(action="charging")))
    assert evening.score(3, 0) == score + 2
    assert evening.whole(5).scenario["sides"][0]["units"][0].get("action") is None


def test_a_unit_destroyed_earlier_makes_its_later_melees_impossible_and_they_stay(tmp_path):
    evening = ten_melees(tmp_path)
    before = counts(evening)
    corrections.write(evening.store, correct(evening, 3, said(figures=1)))
    course = {moment.number: moment for moment in evening.course}
    assert len(course) == 10
    assert evening.left("A") == 0
    assert [course[n].status for n in (5, 7)] == ["impossible", "impossible"]
    assert course[5].verdict.params["why"].text == "{unit} is gone by then"
    b, south = course[5].strengths[1], course[7].strengths
    assert b.count_before == b.count_after == course[3].strengths[1].count_after  # it met nobody
    assert [one.lost for one in south] == [0, 0]
    assert course[10].status == "done"
    battles.undo(evening.store, evening.id)
    assert counts(evening) == before


def test_a_melee_that_was_impossible_is_possible_again_after_another_correction(tmp_path):
    evening = ten_melees(tmp_path)
    before = counts(evening)
    corrections.write(evening.store, correct(evening, 3, said(figures=1)))
    corrections.write(evening.store, correct(evening, 3, said(figures=36)))
    assert counts(evening) == before
    assert {moment.status for moment in evening.course} == {"done"}


def test_losses_from_elsewhere_fall_on_what_is_left_after_the_correction(tmp_path):
    evening = Evening(tmp_path)
    evening.play({"A": figures(36, 4)}, {"B": figures(36, 5)})
    units.lose(evening.store, evening.battle, "B", 31, "artillery")
    assert evening.left("B") == 2
    corrections.write(evening.store, correct(evening, 1, rolled(9)))
    assert evening.left("B") == 0
    assert evening.course[1].strengths[0].after is None
    battles.undo(evening.store, evening.id)
    assert evening.left("B") == 2


def test_what_the_umpire_said_anew_of_a_unit_stays_as_he_said_it(tmp_path):
    evening = Evening(tmp_path)
    evening.play({"A": figures(36, 9)}, {"B": figures(36, 5)})
    evening.play({"A": figures(20, 8)}, {"B": rolls(5)})
    corrections.write(evening.store, correct(evening, 1, rolled(2)))
    assert counts(evening)[2][0][0] == 20


def second_round(evening: Evening, roll: int = 7) -> None:
    following = evening.whole(1).result["next_round"]
    sides = [{**s, "units": [{**u, "roll": roll} for u in s["units"]]} for s in following["sides"]]
    evening.add(worked_out({**following, "sides": sides}, {}))


def test_the_next_round_of_a_corrected_melee_goes_on_from_its_new_result(tmp_path):
    evening = Evening(tmp_path)
    evening.play({"1st": figures(30, 8)}, {"West": figures(30, 8)})
    second_round(evening)
    correction = correct(evening, 1, said(figures=40, roll=7))
    corrections.write(evening.store, correction)
    first, second = evening.whole(1), evening.whole(2)
    following = first.result["next_round"]
    if following is None:
        assert second.status == "impossible"
    else:
        bare = [
            {k: v for k, v in u.items() if k != "roll"} for s in second.scenario["sides"] for u in s["units"]
        ]
        assert bare == [u for s in following["sides"] for u in s["units"]]


def test_without_a_next_round_the_second_is_impossible(tmp_path):
    evening = Evening(tmp_path)
    evening.play({"1st": figures(30, 8)}, {"West": figures(30, 8)})
    second_round(evening)
    corrections.write(evening.store, correct(evening, 1, rolled(2)))
    assert evening.whole(1).result["next_round"] is None
    assert evening.course[1].status == "impossible"


@pytest.mark.parametrize("change", [rolled(13), lambda sides: sides[0]["units"][0].pop("roll")])
def test_a_correction_that_is_unsound_itself_or_lacks_a_die_is_refused(tmp_path, change):
    evening = ten_melees(tmp_path)
    with pytest.raises(JournalError) as caught:
        correct(evening, 3, change)
    assert caught.value.problem.code == "correction-unsound"


def test_a_correction_is_not_written_over_what_happened_meanwhile(tmp_path):
    evening = ten_melees(tmp_path)
    correction = correct(evening, 3, rolled(4))
    evening.play({"A": rolls(8)}, {"B": rolls(6)})
    with pytest.raises(JournalError) as caught:
        corrections.write(evening.store, correction)
    assert caught.value.problem.code == "journal-changed"
    assert evening.battle.melees == 11
