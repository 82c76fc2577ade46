"""The rows on built-up areas: villages, towns, farms held by the units in buildings."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Row

SECTION = M("Built-up areas")

ALL_OCCUPANTS = Row(
    id="gdb.bua.all_occupants",
    section=SECTION,
    cite="§11.6",
    label=M("Every occupant is fought"),
    text=M(
        "An attacker fights every unit that holds the area, except in a large town that is divided into "
        "sectors."
    ),
)
CAPACITY = Row(
    id="gdb.bua.capacity",
    section=SECTION,
    cite="§11.6",
    label=M("More than it holds"),
    text=M(
        "Any number of units may storm the area while they find base contact. When it is taken, those "
        "beyond its capacity leave in the next compulsory move, which is no bonus move."
    ),
)
PUSH_BACK = Row(
    id="gdb.bua.push_back",
    section=SECTION,
    cite="§11.6",
    label=M("Pushed back inside"),
    text=M(
        "A push back inside the area is measured from the point of contact. It may drive the defenders "
        "deeper into the place, but they stay in it."
    ),
)
BONUS_MOVE = Row(
    id="gdb.bua.bonus_move",
    section=SECTION,
    cite="§11.6",
    label=M("Left before the attack"),
    text=M(
        "Where the defenders retreat or rout before the attack, the attacker may occupy the place with what "
        "is left of its move, as a bonus move, and is disordered then."
    ),
    note_only=True,
)
CLEAR_OUT = Row(
    id="gdb.bua.clear_out",
    section=SECTION,
    cite="§11.6",
    label=M("Forced out"),
    text=M(
        "Defenders who rout or retreat go on until they are clear of the place, with extra movement "
        "where they need it."
    ),
)
OCCUPY = Row(
    id="gdb.bua.occupy",
    section=SECTION,
    cite="§11.6",
    label=M("Occupy the place"),
    text=M(
        "The winner, or an attacker who met nobody, must put at least one unit into the place once it "
        "is empty."
    ),
)
NO_CHARGE = Row(
    id="gdb.bua.no_charge",
    section=SECTION,
    cite="§11.6",
    label=M("No charge out of it"),
    text=M("A unit that defends buildings may neither charge nor counter-charge out of them."),
)

ROWS = (ALL_OCCUPANTS, CAPACITY, PUSH_BACK, BONUS_MOVE, CLEAR_OUT, OCCUPY, NO_CHARGE)
