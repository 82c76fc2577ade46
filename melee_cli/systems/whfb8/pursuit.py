"""The rows of pursuit: who may pursue, whom, how it restrains itself, how it moves."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Row

SECTION = M("Flight and pursuit")

WHO = Row(
    id="whfb8.pursue.who",
    section=SECTION,
    cite="§pursuit",
    label=M("Who may pursue"),
    text=M(
        "A unit may pursue only if every enemy in contact with it has broken or is gone; else it fights on."
    ),
)
ONE = Row(
    id="whfb8.pursue.one",
    section=SECTION,
    cite="§pursuit",
    label=M("One target"),
    text=M("It pursues one broken unit in contact with it, chosen before any flee or pursuit roll."),
)
RESTRAIN = Row(
    id="whfb8.pursue.restrain",
    section=SECTION,
    cite="8e:restrain",
    label=M("Restraint"),
    text=M(
        "It may try not to pursue, by an ordinary Leadership test without the difference: with the general's "
        "Leadership, cold-blooded, and one more roll with the battle standard near; a double 1 passes. If it "
        "fails it must pursue."
    ),
    numbers={"total": 2},
)
MOVE = Row(
    id="whfb8.pursue.move",
    section=SECTION,
    cite="§pursuit-move",
    label=M("Pursuit move"),
    text=M(
        "After all flights each pursuer turns towards its target and moves its roll, in its player's order. "
        'It stops 1" from another fleeing unit that it catches up with: only the chosen target can be caught.'
    ),
)
OVERRUN = Row(
    id="whfb8.overrun",
    section=SECTION,
    cite="8e:overrun",
    label=M("Overrun"),
    text=M(
        "A unit of the winning side all of whose enemies are wiped out or crumbled away stays where it is; "
        "if it charged this turn it may overrun."
    ),
)
ROWS = (WHO, ONE, RESTRAIN, MOVE, OVERRUN)
