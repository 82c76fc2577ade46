"""The session in a real terminal: keys in, screens out."""

from __future__ import annotations

import json
import re
import sqlite3

import pytest

from tests.session.terminal import AtTable

EXAMPLE = (
    "",
    "",
    "",
    "17th: i 30 col ch",
    "13th: i 24 col ch",
    "",
    "40th: i 24 brit",
    "",
    "8",
    "5",
    "10",
)
ROSTER = """\
rules: gdb
sides:
  - name: French
    units:
      - {name: 17th Line, type: infantry, figures: 30}
      - {name: 13th Light, type: infantry, figures: 24}
  - name: British
    units:
      - {name: 40th Somersetshire, type: infantry, figures: 24, british: true}
"""
VERDICT = "retreats, 9 of 24 lost"


def test_the_worked_example_takes_at_most_80_keystrokes(tmp_path):
    table = AtTable(tmp_path, installed=True)
    table.answers(EXAMPLE)
    assert VERDICT in table.prompt()
    assert "A by 3" in table.seen
    assert table.keystrokes <= 80
    table.press(":q\n")
    assert table.end() == 0


def test_the_same_in_words_that_anybody_reads_is_not_much_longer(tmp_path):
    table = AtTable(tmp_path)
    lines = [line.replace(" i ", " inf ").replace(" ch", " charg") for line in EXAMPLE]
    table.answers(lines)
    assert VERDICT in table.prompt()
    assert table.keystrokes <= 80
    table.kill()


def test_with_a_roster_it_takes_at_most_45(tmp_path):
    roster = tmp_path / "roster.yaml"
    roster.write_text(ROSTER, encoding="utf-8")
    table = AtTable(tmp_path, "--roster", str(roster))
    table.answers(["", "", "17 col ch", "13 col ch", "", "40", "", "8", "5", "10"])
    assert VERDICT in table.prompt()
    assert "French by 3" in table.seen
    assert table.keystrokes <= 45
    table.kill()


def test_a_line_left_with_esc_can_be_had_again(tmp_path):
    table = AtTable(tmp_path, "--rules", "gdb", "--seed", "1")
    table.answers(["", "", "17th: inf 30"])
    table.prompt()
    table.press("13th: inf 24")
    table.press("\x1b")
    assert table.prompt().endswith("A, unit 1> 17th: inf 30")
    table.press("\n")
    table.prompt()
    table.press("\x1b[A\x1b[A\n")  # the line before last
    assert "2. 13th: infantry, figures 24" in table.prompt()
    table.kill()


def test_lines_pasted_behind_one_that_is_refused_are_not_lost(tmp_path):
    table = AtTable(tmp_path, "--rules", "gdb", "--seed", "1")
    table.answers(["", ""])
    table.prompt()
    table.press("\x1b[200~17th: inf 30 clumn\n13th: inf 24\n\x1b[201~\n")
    assert "13th: inf 24" in table.prompt()
    table.press("\x1b[A\x1b[A" + "\x1b[F" + "\x7f" * 5 + "col\n")
    assert "2. 13th: infantry, figures 24" in table.prompt()
    table.kill()


def test_esc_goes_back_with_the_old_answer_in_the_line(tmp_path):
    table = AtTable(tmp_path, "--rules", "duel", "--seed", "1")
    table.answers(["", "", "Roland: rested"])
    table.prompt()
    table.press("\x1b")
    assert table.prompt().endswith("A, unit 1> Roland: rested")
    table.press(" uphill\n")
    table.answers(["", "Oliver: rested", "", "4", "3"])
    assert re.search(r"Total +7\b", table.prompt())
    table.press("<\n")
    assert table.prompt().endswith("One die for Oliver> 3")
    table.press("\x7f6\n")
    assert "A draw" in table.prompt()
    table.press(":undo\n")
    assert table.prompt().rstrip().endswith("One die for Oliver>")
    table.press(":edit 1\n")
    assert table.prompt().endswith("1> Roland: rested uphill")
    table.press("\x7f" * 7 + "\n")
    assert "fit" not in table.prompt()  # the die of Roland stayed
    table.press("2\n")
    assert re.search(r"Total +5\b", table.prompt())
    table.kill()


def test_a_line_not_understood_stays_for_correction(tmp_path):
    table = AtTable(tmp_path, "--rules", "gdb", "--side-a", "A", "--side-b", "B")
    table.prompt()
    table.press("17th: inf 30 clumn\n")
    shown = table.prompt()
    assert "clumn is not understood" in shown
    assert re.search(r"^ +\^\^\^\^\^$", shown, re.MULTILINE)
    assert shown.endswith("A, unit 1> 17th: inf 30 clumn")
    table.press("\x7f" * 5 + "col\n")
    assert "1. 17th: infantry" in table.prompt()
    table.kill()


def test_tab_completes_a_name_and_a_word(tmp_path):
    roster = tmp_path / "roster.yaml"
    roster.write_text(ROSTER, encoding="utf-8")
    table = AtTable(tmp_path, "--roster", str(roster))
    table.answers(["", ""])
    table.prompt()
    table.press("17\t charg\ting\n")
    assert "1. 17th Line: infantry" in table.prompt()
    table.kill()


def test_arrow_up_recalls_what_was_typed_before(tmp_path):
    table = AtTable(tmp_path, "--rules", "duel", "--side-a", "A", "--side-b", "B")
    table.answers(["Roland: rested", "", "Oliver: uphill", "", "4", "3", ""])
    table.prompt()
    table.press("\x1b[A\x1b[A\n")
    assert "1. Roland: rested" in table.prompt()
    table.kill()


def test_a_session_goes_on_after_it_was_killed_at_every_prompt(tmp_path):
    table = AtTable(tmp_path)
    asked = []
    for line in [*EXAMPLE, None]:
        screen = table.prompt()
        asked.append(screen.splitlines()[-1].partition(">")[0])
        table.press("lost")  # the line being typed is all that may be missing
        table.kill()
        table = AtTable(tmp_path, "--resume")
        again = table.prompt()
        assert again.splitlines()[-1].partition(">")[0] == asked[-1]
        if line is None:
            assert VERDICT in again
            break
        table.press(line + "\n")
    assert len(asked) == len(EXAMPLE) + 1
    table.press(":q\n")
    assert table.end() == 0


def test_ctrl_c_leaves_and_keeps_the_session(tmp_path):
    table = AtTable(tmp_path, "--rules", "duel")
    table.answers(["", "", "Roland: rested"])
    table.prompt()
    table.press("half a li\x03")
    assert table.end() == 130
    assert "--resume" in table.seen
    table = AtTable(tmp_path, "--resume")
    assert "1. Roland: rested" in table.prompt()
    table.kill()


def test_ctrl_d_leaves_cleanly(tmp_path):
    table = AtTable(tmp_path, "--rules", "duel")
    table.prompt()
    table.press("\x04")
    assert table.end() == 0
    assert "Traceback" not in table.seen


def test_the_next_session_says_that_one_was_broken_off_and_remembers_the_rules(tmp_path):
    table = AtTable(tmp_path)
    table.answers(["duel", ""])
    table.prompt()
    table.kill()
    table = AtTable(tmp_path)
    screen = table.prompt()
    assert "A session was broken off: melee fight --resume goes on with it." in screen
    assert screen.endswith("[duel]>")
    table.kill()


@pytest.mark.parametrize("columns", [40, 20])
def test_a_narrow_terminal_shows_every_name_and_number(tmp_path, columns):
    table = AtTable(tmp_path, columns=columns)
    table.answers(EXAMPLE)
    table.prompt()
    shown = [line for line in table.seen.splitlines() if ">" not in line]  # prompts fold by themselves
    assert max(map(len, shown)) <= columns
    words = table.seen.split()
    for said in ("17th", "13th", "40th", "94.5%,", "15", "10", "12", "retreats"):
        assert said in words, said
    table.kill()


def test_a_terminal_made_smaller_gets_smaller_screens(tmp_path):
    table = AtTable(tmp_path)
    table.answers(EXAMPLE[:-1])
    table.prompt()
    table.resize(40)
    table.seen = ""
    table.press("10\n")
    table.until("Next [")
    shown = [line for line in table.seen.splitlines() if ">" not in line]
    assert VERDICT.split()[0] in table.seen.split()
    assert max(map(len, shown)) <= 40
    table.kill()


def test_a_whole_combat_with_two_pursuers(tmp_path):
    table = AtTable(tmp_path, "--rules", "whfb8", "--side-a", "Empire", "--side-b", "Orcs")
    table.answers(
        [
            "Halberds: 20x5 ld=7 std",
            "",
            "Boyz: 30x5 ld=7 w=4 std charged",
            "Boars: cav 6x6 ld=7 w=3",
            "",
            "9",  # Halberds break
            "",  # Boyz pursue
            "",  # Boars pursue
            "3 4",  # Halberds flee 7
            "1 4",  # Boyz 5
            "1 3 5",  # Boars 8: caught
        ]
    )
    screen = table.prompt()
    assert "Orcs by" in screen
    assert "Boars" in screen
    [(state,)] = sqlite3.connect(tmp_path / "journal.sqlite3").execute("SELECT data FROM sessions")
    assert len(json.loads(state)["table"]["answers"]) == 6
    table.kill()


def test_the_tests_own_system_is_held_in_russian(tmp_path):
    table = AtTable(tmp_path, "--rules", "duel", lang="ru")
    table.answers(["Франки", "Мавры", "Роланд: rested", "", "Оливье: гзршдд", "", "4", "3"])
    assert "Роланд" in table.prompt()
    table.press("Жй\n")
    assert table.end() == 0


def test_keys_typed_ahead_are_not_lost(tmp_path):
    table = AtTable(tmp_path, "--rules", "duel", "--side-a", "A", "--side-b", "B")
    table.prompt()
    table.press("Roland: rested\n\nOliver: uphill\n\n3\n4\n")
    table.until("B by 2")
    table.kill()


def test_what_is_pasted_in_one_go_is_taken_line_by_line(tmp_path):
    table = AtTable(tmp_path, "--rules", "duel", "--side-a", "A", "--side-b", "B")
    table.prompt()
    table.press("\x1b[200~Roland: rested\n\nOliver: uphill\n\n3\n\x1b[201~4\n")
    table.until("B by 2")
    table.kill()


def test_tab_completes_commands_and_files(tmp_path):
    (tmp_path / "duel-of-the-day.yaml").write_text(
        'rules: duel\nsides: [{name: A, units: ["Roland:"]}, {name: B, units: ["Oliver:"]}]\n',
        encoding="utf-8",
    )
    table = AtTable(tmp_path, "--rules", "duel")
    table.prompt()
    table.press(f":lo\tad {tmp_path}/duel-o\t\n".replace("\tad", "a\t"))
    assert table.prompt().endswith("One die for Roland>")
    table.kill()
