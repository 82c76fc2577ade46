"""The session and the journal: kept answer by answer, units brought back, melees undone."""

from __future__ import annotations

import io
import json
import sys

import pytest

from melee_cli.journal import battles, moments, sessions
from melee_cli.journal.store import JournalError, open_store
from melee_cli.session.kept import bring_units, played_before, played_in
from melee_cli.session.machine import Machine, Opening
from tests.fuzz import fuzz_journal

FIRST = ("French", "British", "17th: inf 30 col", "", "40th: inf 24", "", "8", "6")
SECOND = (":new", "17 col", "", "40", "", "5", "7")


class Table:
    """A session of gdb with its place in the journal, held without a terminal."""

    def __init__(self, store, name=None):
        self.kept = sessions.begin(store, name)
        self.machine = Machine(Opening(rules="gdb", seed=1))
        self.machine.carries = True
        self.save()

    def say(self, *lines):
        for line in lines:
            turn = self.machine.answer(line)
            assert not turn.problems, (line, turn.problems)
            self.save()

    def save(self):
        """Write as the command does, and return what others added."""
        self.kept.save(self.machine.data(), played_in(self.machine), "gdb")
        course = self.kept.course() if self.kept.has_news() else []
        if course:
            bring_units(self.machine, course)
        return self.kept.others(course)


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "journal.sqlite3")


@pytest.fixture
def fight(tmp_path, monkeypatch, melee):
    """Run ``melee`` with answers from a pipe."""

    def run(*arguments, answers=()):
        data = "".join(f"{line}\n" for line in answers).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        return melee(*arguments)

    return run


def course_of(store):
    (battle,) = battles.newest(store)
    return moments.of_battle(store, battle.id)


def counts(store):
    return [[(one.count_before, one.count_after) for one in m.strengths] for m in course_of(store)]


def test_a_battle_begins_with_the_first_answer_and_a_melee_with_its_result(store):
    table = Table(store)
    assert battles.newest(store) == []
    table.say(*FIRST[:-1])
    (battle,) = battles.newest(store)
    assert (battle.rules, battle.melees) == ("gdb", 0)
    table.say(FIRST[-1])
    assert counts(store) == [[(30, 28), (24, 19)]]
    assert [one.words for one in course_of(store)[0].strengths] == ["17th: inf 30 col", "40th: inf 24"]


def test_losses_roll_on_from_melee_to_melee_without_being_asked(store):
    table = Table(store)
    table.say(*FIRST, *SECOND)
    assert [before for before, _ in counts(store)[1]] == [after for _, after in counts(store)[0]]
    assert table.machine.table.sides[0][0].fields["initial"] == 30


def test_undo_reaches_back_through_melees(store):
    table = Table(store)
    table.say(*FIRST, *SECOND)
    before = counts(store)
    table.say(":undo")
    assert counts(store) == before[:1]
    table.say("7")
    assert counts(store) == before
    for _ in range(len(SECOND)):
        table.say(":undo")
    assert counts(store) == before[:1]
    table.say(":undo")
    assert counts(store) == []
    table.say("6", *SECOND)
    assert counts(store) == before
    assert store.wrong() == []


def test_a_melee_edited_after_its_result_is_in_the_battle_as_it_is_now(store):
    table = Table(store)
    table.say(*FIRST, ":edit 1", "17th: inf 36 col")
    assert counts(store)[0][0][0] == 36
    assert len(course_of(store)) == 1


def test_the_next_round_is_a_melee_that_follows(store):
    table = Table(store)
    table.say("French", "British", "17th: inf 30", "", "40th: inf 30", "", "7", "7")
    table.say("1", "8", "5")
    first, second = course_of(store)
    assert (second.round, second.follows) == (2, first.place)
    assert second.strengths[0].count_before == first.strengths[0].count_after


def test_a_correction_made_meanwhile_is_known_at_the_next_question(store, melee):
    table = Table(store)
    table.say(*FIRST)
    assert melee("journal", "correct", "1", "--set", "17th.roll=2", "--yes").code == 0
    after = counts(store)[0]
    table.say(":new", "17 col")
    table.say(":del 1", "17 col", "", "40", "", "5", "7")
    assert [before for before, _ in counts(store)[1]] == [left for _, left in after]


def test_losses_from_elsewhere_are_taken_off_at_the_table(store, melee):
    table = Table(store)
    table.say(*FIRST)
    melee("journal", "loss", "40th", "5", "artillery")
    table.say(":new")
    known = {unit.name: unit.fields["figures"] for unit in table.machine.table.known}
    assert known == {"17th": 28, "40th": 14}


def test_two_terminals_in_one_battle_see_each_others_melees(store, tmp_path):
    other = open_store(tmp_path / "journal.sqlite3")
    left, right = Table(store, "Ligny"), Table(other, "Ligny")
    left.say(*FIRST)
    right.say("French", "British")
    assert {unit.name for unit in right.machine.table.known} == {"17th", "40th"}
    right.say("17 col", "", "92nd: inf 20", "", "8", "6")
    left.save()
    assert {unit.name: unit.fields["figures"] for unit in left.machine.table.known}["17th"] < 28
    assert len(course_of(store)) == 2
    left.say(":new", "13th: inf 24", "", "92nd", "", "7")
    right.say(":new", "13th: inf 24", "", "66th: inf 20", "", "7")
    for table in (left, right):
        while table.machine.prompt().kind != "menu":
            table.say("")
    assert [moment.number for moment in course_of(store)] == [1, 2, 3, 4]
    (battle,) = battles.newest(store)
    assert battle.melees == 4


def test_what_others_added_is_told_once(store, tmp_path):
    left, right = Table(store, "Ligny"), Table(open_store(tmp_path / "journal.sqlite3"), "Ligny")
    right.save()
    left.say(*FIRST)
    right.machine.answer("French")
    assert [moment.winner for moment in right.save()] == ["French"]
    right.machine.answer("British")
    assert right.save() == []


def test_a_session_held_by_another_terminal_is_not_taken_from_it(store, tmp_path):
    table = Table(store)
    table.say(*FIRST)
    with pytest.raises(JournalError) as caught:
        sessions.take_up(open_store(tmp_path / "journal.sqlite3"), table.kept.id)
    assert caught.value.problem.code == "session-taken"
    table.kept.let_go()
    taken = sessions.take_up(store, table.kept.id)
    assert Machine.of(taken.data).table.sides == table.machine.table.sides


def test_a_session_whose_battle_was_deleted_begins_another_and_loses_nothing(store):
    table = Table(store, "Ligny")
    table.say(*FIRST)
    before = counts(store)
    battles.delete(store, battles.find(store, "Ligny").id)
    table.say(":new")
    assert counts(store) == before


def test_a_write_that_fails_is_made_good_with_the_next(store, monkeypatch):
    table = Table(store)
    table.say(*FIRST[:-2])
    with monkeypatch.context() as patched:
        patched.setattr(battles, "end", lambda *arguments: 1 / 0)
        table.machine.answer(FIRST[-2])
        table.machine.answer(FIRST[-1])
        with pytest.raises(ZeroDivisionError):
            table.save()
    assert course_of(store) == []
    table.say(*SECOND)
    assert len(counts(store)) == 2


def test_sessions_of_the_version_before_are_taken_over_once_and_left_where_they_were(fight, store, tmp_path):
    machine = Machine(Opening(rules="gdb", seed=1))
    for line in (*FIRST, ":new", "17 col"):
        machine.answer(line)
    old = tmp_path / "session-20261201-200000-7.json"
    old.write_text(json.dumps({**machine.data(), "ended": False}), encoding="utf-8")
    damaged = tmp_path / "session-20261202-200000-7.json"
    damaged.write_text("{", encoding="utf-8")
    (tmp_path / "remembered.json").write_text('{"system": "gdb"}', encoding="utf-8")
    before = old.read_bytes()
    first = fight("fight", "--resume")
    assert "1. 17th: infantry, figures 30" in first.err
    assert f"{damaged} cannot be read and is left as it is" in " ".join(first.err.split())
    assert old.read_bytes() == before
    assert counts(store) == [[(30, 28), (24, 19)]]
    assert battles.recall(store, "system") == "gdb"
    second = fight("fight", "--resume")
    assert "cannot be read" not in second.err
    assert len(course_of(store)) == 1


def test_what_is_no_session_is_not_taken_over(tmp_path):
    with pytest.raises((LookupError, TypeError, ValueError)):
        played_before({"format": "melee-session/9"})


def test_continue_brings_the_units_as_they_are_now(fight, store):
    assert fight("fight", "--rules", "gdb", "--journal", "Ligny", answers=(*FIRST, ":q")).code == 0
    assert battles.find(store, "Ligny").ended is not None
    done = fight("journal", "continue", "lig", answers=("French", "British", "17 col", ":q"))
    assert "1. 17th: infantry, figures 28, initial 30, column" in " ".join(done.err.split())
    assert battles.find(store, None).name == "Ligny"
    assert battles.how_many(store) == 1


def test_continue_goes_on_with_a_melee_that_was_broken_off(fight, store):
    fight("fight", "--rules", "gdb", "--journal", "Ligny", answers=FIRST[:-1])
    done = fight("journal", "continue", answers=(FIRST[-1], ":q"))
    assert done.code == 0
    assert counts(store) == [[(30, 28), (24, 19)]]


def test_continue_without_such_a_battle_is_a_problem(fight, store):
    done = fight("journal", "continue", "Jena")
    assert (done.code, "there is no battle Jena" in done.err) == (1, True)


def test_units_typed_on_the_command_line_are_kept_too(fight, store):
    done = fight("fight", "-a", "17th: inf 30 =8", "-b", "40th: inf 24 =6", "--journal", "Ligny")
    assert done.code == 0
    assert [one.words for one in course_of(store)[0].strengths] == ["17th: inf 30 =8", "40th: inf 24 =6"]


def test_a_journal_that_cannot_be_used_does_not_stop_the_session(fight, tmp_path):
    path = tmp_path / "diary.sqlite3"
    path.write_text("Dear diary, ", encoding="utf-8")
    done = fight("fight", "--rules", "gdb", "--journal-file", str(path), answers=(*FIRST, ":q"))
    assert done.code == 0
    assert "this session is not kept" in done.err
    assert "French by" in done.out
    assert path.read_text(encoding="utf-8") == "Dear diary, "


def test_nothing_is_lost_when_it_is_killed_at_random_moments():
    assert fuzz_journal.killed_evenings(12, seed=7) == 1


def test_two_processes_write_into_one_battle_at_once():
    fuzz_journal.two_writers(40)


def test_of_several_sessions_the_list_is_offered_on_a_terminal(store, tmp_path):
    from tests.session.terminal import AtTable

    for name, unit in (("Ligny", "17th"), ("Wavre", "92nd")):
        table = Table(store, name)
        table.say("French", "British", f"{unit}: inf 30")
        table.kept.let_go()
    table = AtTable(tmp_path, "--resume")
    table.until("Which one? [1]")
    assert "1 Wavre" in table.seen
    assert "2 Ligny" in table.seen
    table.press("2\n")
    assert "1. 17th: infantry" in table.prompt()
    table.kill()
