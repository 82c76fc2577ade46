"""The rows on reserves that join a melee under way."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Row

SECTION = M("Reinforcing a melee under way")

WHEN = Row(
    id="gdb.reinf.when",
    section=SECTION,
    cite="§reinf",
    label=M("When reserves may join"),
    text=M(
        "Reserves may join in every later melee phase if they can reach base contact. Joining counts as a "
        "charge and is moved in the charge phase, at whose start the player says which units reinforce."
    ),
    note_only=True,
)
MORALE = Row(
    id="gdb.reinf.morale",
    section=SECTION,
    cite="§reinf",
    label=M("Morale of a reinforcing unit"),
    text=M(
        "A reinforcing unit tests its morale first, as for a charge, and stays out if it fails; those it "
        "comes against do not test. In a scenario the test counts as passed, and a note says so."
    ),
)
DISORDERED = Row(
    id="gdb.reinf.disordered",
    section=SECTION,
    cite="§reinf",
    label=M("Comes in disordered"),
    text=M(
        "A reinforcing unit comes in disordered and so has no charge bonus. After a draw, reinforcing "
        "cavalry counts as having charged."
    ),
)
THROUGH = Row(
    id="gdb.reinf.through",
    section=SECTION,
    cite="§reinf",
    label=M("Through friends"),
    text=M(
        "A reserve may not pass through friends into contact, with two exceptions: (A) cavalry in a single "
        "line through friendly cavalry; (B) infantry, at half speed, through friends who fight in a "
        "built-up area."
    ),
)

ROWS = (WHEN, MORALE, DISORDERED, THROUGH)
