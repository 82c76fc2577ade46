"""Every prompt and result as it looks at 80 columns; ``pytest --regenerate`` writes the screens anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from melee_cli.session.machine import Opening
from tests.session.sitting import Sitting

GOLDEN = Path(__file__).parent / "golden"
SITTINGS = {
    # the worked example from the first question, with what goes wrong on the way
    "gdb": (
        Opening(seed=1815),
        "?|gdb|?|French|French|British|?|17th: inf 30 clumn charg|17th: inf 30 square charg cuir|"
        "17th: inf 30 col charg|13th: inf 24 col charg against=40|||40th: i 24 brit|?||"
        "17|11|?|8|5|7 1|10|?|x|5|5",
    ),
    # equal units, a win by little, the next round, back, edit, the same units in another melee
    "gdb-rounds": (
        Opening(rules="gdb", sides=("French", "British"), seed=3),
        "1/95th: inf 24 line|2/95th: inf 24 line||40th: inf 24 line elite||?||6|3|6|?|1|9|2|"
        "1|8|=11|<|<|<|<|:undo|:undo|:show|:edit 2|17th: inf 24 line|2|?|5|:swap|:new||1/95 col|:edit 1|"
        "1/95 sq||40||r",
    ),
    # whom to pursue, rolls of three dice, wounds of the next round
    "whfb8": (
        Opening(rules="whfb8", sides=("Empire", "Orcs"), seed=8),
        "Halberds: 20x5 ld=7 std|Swords: 10x5 ld=7||Boyz: 30x5 ld=7 w=4 std charged|"
        "Boars: cav 6x6 ld=7 w=3||9|8|?||1|r||2|46|1 3 5|?|46|4 1|r|:odds|2|1 1|8|46|1|"
        "halb 18x5 w=2||boy w=3||r||||r|:apply|:new|halb||boy w=2||:log /no/such/folder/log.yaml",
    ),
    # what does not go together, and the commands
    "duel": (
        Opening(rules="duel", seed=1),
        "||Roland: rested|Roland: uphill|<|Roland: rested||Oliver: uphill||:clone 1|?|x|:del 2|:help|"
        ":frob|:edit 9|:e 2|Oliver: uphill rested|:odds|4|<|5|r|3|:e 1||4",
    ),
    # a roster that is not there
    "roster": (Opening(rosters=("no-such-roster.yaml",), seed=1), "duel|?|:new|y|?|:quit"),
    # the same in Russian, the keyboard now and then in the other layout
    "gdb-ru": (
        Opening(seed=1815),
        "gdb|Французы|Британцы|17-й: п 30 кол атак|13-й: п 24 rjk атак||40-й: п 24 брит||?|8|5|11|=10|Жй",
    ),
}


@pytest.mark.parametrize("name", SITTINGS)
def test_a_sitting_looks_as_it_was_approved(name, request):
    opening, lines = SITTINGS[name]
    sitting = Sitting(opening, lang="ru" if name.endswith("-ru") else "en")
    sitting.say(*lines.split("|"))
    if sitting.turn.leave is None:
        sitting.transcript.append(sitting.asks + sitting.draft + "\n")
    golden = GOLDEN / f"{name}.txt"
    if request.config.getoption("--regenerate", default=False):
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(sitting.text, encoding="utf-8")
    assert sitting.text == golden.read_text(encoding="utf-8")


def test_every_golden_screen_is_still_made():
    assert {path.stem for path in GOLDEN.iterdir()} == set(SITTINGS)
