"""What stands on the screen while a unit is typed: its words in colour, what they come to below."""

from __future__ import annotations

import pytest

from tests.session.terminal import AtTable

SIDES = ("--rules", "gdb", "--side-a", "French", "--side-b", "British", "--seed", "1")


def colour_at(table: AtTable, text: str) -> tuple[str, bool]:
    """Return the colour of *text* where it stands in the line being typed, and whether it is underlined."""
    row = next(y for y, line in enumerate(table.display.display) if text in line)
    cell = table.display.buffer[row][table.display.display[row].index(text)]
    return cell.fg, cell.underscore


def test_a_unit_is_told_below_its_line_and_its_words_are_coloured(tmp_path):
    table = AtTable(tmp_path, *SIDES, colour=True, rows=24)
    table.prompt()
    table.press("17th: inf 30 col clumn x")
    table.shows("clumn is not understood", "17th: infantry, figures 30, column")
    assert colour_at(table, "col clumn") == ("green", False)
    assert colour_at(table, "clumn x") == ("default", True)
    assert colour_at(table, "inf 30") == ("cyan", False)
    table.press("\x7f" * 7 + "ch")
    table.shows("+5: Infantry +1, Charging +2, Column +2")
    table.press("\n\n40th: i 24 brit")
    lines = table.shows("French win 76.1%, draw 8.0%, British win 15.9%")
    assert not any("Charging" in line for line in lines if "so far" not in line)
    table.press("\n")
    table.shows("British, unit 2>")
    table.kill()


@pytest.mark.parametrize(
    ("more", "how"),
    [
        ((), {"colour": False}),
        ((), {"colour": True, "term": "dumb"}),
        (("--color", "never"), {"colour": True}),
    ],
)
def test_without_colours_nothing_but_lines_is_written(tmp_path, more, how):
    table = AtTable(tmp_path, *SIDES, *more, **how)
    table.press("17th: inf 30 col ch\n\n40th: i 24 brit\n\n8\n8\n")
    table.until("French by")
    assert table.seen.count("Column +2") == 2  # when it had been typed, and before the dice
    assert table.seen.count("76.1%") == 1  # before the dice
    table.kill()


def test_what_can_follow_is_listed_with_what_it_means(tmp_path):
    table = AtTable(tmp_path, *SIDES, colour=True, rows=24)
    table.prompt()
    table.press("17th: inf 30 ch\t")
    table.shows("charging", "action charging", "church", "cover building")
    table.press("\t\n")
    table.shows("1. 17th: infantry, figures 30, charging")
    table.kill()


def test_esc_closes_the_list_before_it_goes_back(tmp_path):
    table = AtTable(tmp_path, *SIDES, colour=True, rows=24)
    table.prompt()
    table.press("17th: inf 30 ch\t")
    table.shows("action charging")
    table.press("\x1b\n")
    table.shows("1. 17th: infantry, figures 30, charging", "unit 2>")
    table.kill()


def test_a_unit_without_its_colon_is_offered_with_it(tmp_path):
    table = AtTable(tmp_path, *SIDES, colour=True, rows=24)
    table.prompt()
    table.press("13th Light 24 inf col\n")
    table.shows("13th Light: 24 inf col ?")
    table.press("\n")
    table.shows("1. 13th Light: figures 24, infantry, column")
    table.kill()


THREE_A_SIDE = {
    "gdb": (
        "17th Line Infantry: inf 30 col ch",
        "13th Light Infantr: inf 24 col ch",
        "Grenadiers of the G: inf 24 gd",
        "",
        "40th Somersetshire: inf 24 brit",
        "88th Connaught Ran: inf 24 brit",
        "7th Royal Fusiliers: inf 24 brit",
        "",
        "8",
        "=11",
        "5",
        "2",
        "3",
        "4",
    ),
    "whfb8": (
        "Spearmen of Ostland: 20x5 ld=7 std charged w=3",
        "Greatswords of Carr: 20x5 ld=8 w=4 bsb mus",
        "Knights of the Blaz: cav 5x5 ld=8 charged w=2",
        "",
        "Night Goblins of Th: 30x10 ld=5 w=1 std",
        "Orc Boyz of Gork th: 25x5 ld=7 w=2 mus",
        "Trolls of the Stone: mi 3x3 ld=4 w=1",
        "",
        "9",
        "8",
        "9",
        *("",) * 6,  # all pursue the first
        "r",
        *("",) * 2,  # from whom the others flee is drawn
        "r",
    ),
}
VERDICTS = {"gdb": "French by 10", "whfb8": "French by 7"}


@pytest.mark.parametrize("rules", THREE_A_SIDE)
def test_after_three_against_three_verdict_duties_and_menu_stand_together(tmp_path, rules):
    table = AtTable(tmp_path, "--rules", rules, *SIDES[2:], colour=True, rows=24)
    table.answers(THREE_A_SIDE[rules])
    lines = table.shows(VERDICTS[rules], "To do", "Next [")
    assert all(len(line) <= 80 for line in lines)
    table.kill()


def test_before_the_dice_three_against_three_stand_with_the_first_question(tmp_path):
    table = AtTable(tmp_path, "--rules", "gdb", "--side-a", "A", "--side-b", "B", colour=True, rows=24)
    table.answers(THREE_A_SIDE["gdb"][:8])
    lines = table.shows("Before the dice", "7th Royal Fusiliers", "2D6 for 17th Line Infantry>")
    start = next(i for i, line in enumerate(lines) if "Before the dice" in line)
    end = next(i for i, line in enumerate(lines) if line.startswith("Dice:"))
    assert end - start <= 13
    table.kill()
