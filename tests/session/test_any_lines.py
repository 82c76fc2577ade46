"""Whatever is typed, the session asks on, forgets nothing and breaks nowhere."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from melee_cli.session.machine import Opening
from tests.session.sitting import Sitting

UNITS = {
    "gdb": (
        "17th: inf 30 col ch",
        "40th: inf 24 against=17",
        "Lan: lan 9 ch",
        "Sq: inf 20 sq",
        "2x G: art 3",
        "17 ret",
    ),
    "whfb8": (
        "H: 20x5 ld=7 w=2",
        "B: cav 6x6 ld=7 flank=H",
        "Z: 0 w=1",
        "U: 10x5 unst",
        "K: 20x5 ld=8 cold bsbn",
        "H w=5",
    ),
    "duel": ("Roland: rested", "Oliver: uphill", "Rol up"),
}
ANSWERS = ("", "", "", "", "r", "1", "2", "3", "8", "46", "=11", "1 3 5", "17", "x", "?", "<")
COMMANDS = (
    ":edit 1",
    ":edit 2",
    ":del 1",
    ":clone 1",
    ":swap",
    ":undo",
    ":again",
    ":new",
    ":apply",
    ":show",
    ":set round=2",
)
NOISE = st.text(max_size=12)


@pytest.mark.parametrize("rules", UNITS)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_line_breaks_the_session(rules, data):
    sitting = Sitting(Opening(rules=rules, sides=("A", "B"), seed=1))
    sitting.say(UNITS[rules][0], "", UNITS[rules][1], "")
    lines = st.one_of(
        st.sampled_from(UNITS[rules]), st.sampled_from(ANSWERS), st.sampled_from(COMMANDS), NOISE
    )
    for line in data.draw(st.lists(lines, max_size=20)):
        steps = len(sitting.machine.steps)
        turn = sitting.say(line)  # which also goes through the session's file and back
        if turn.problems:
            assert len(sitting.machine.steps) == steps
            assert sitting.draft == line or line.strip() == "<" or sitting.machine.prompt().kind == "mend"
        if turn.leave is not None:
            break
        assert sitting.asks
