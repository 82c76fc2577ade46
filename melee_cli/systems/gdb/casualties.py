"""The casualty table: one enemy figure lost for so many figures of the unit that inflicts it."""

from __future__ import annotations

from melee_cli.core.messages import M, Message
from melee_cli.core.rules import Row

SECTION = M("Casualties")


def _rate(id: str, label: Message, text: Message, one_for: int) -> Row:
    return Row(
        id=id,
        section=SECTION,
        cite="T3",
        label=label,
        text=text,
        numbers={"one_for": one_for},
        shown=M("1 for {one_for}"),
    )


CAVALRY_BROKEN_FOOT = _rate(
    "gdb.loss.cavalry_broken_foot",
    M("Winning cavalry against broken foot"),
    M("Winning cavalry against foot that routs or retreats."),
    1,
)
COSSACKS_BROKEN_FOOT = _rate(
    "gdb.loss.cossacks_broken_foot",
    M("Winning Cossacks against broken foot"),
    M("Winning Cossacks against foot that routs or retreats."),
    4,
)
CAVALRY_CAVALRY = _rate(
    "gdb.loss.cavalry_cavalry",
    M("Winning cavalry against cavalry"),
    M("Winning cavalry against cavalry that is not pushed back."),
    4,
)
CAVALRY_PUSHED = _rate(
    "gdb.loss.cavalry_pushed",
    M("Winning cavalry against pushed-back cavalry"),
    M("Winning cavalry against cavalry that is pushed back."),
    6,
)
CAVALRY_SQUARE = _rate(
    "gdb.loss.cavalry_square",
    M("Winning cavalry against an unbroken square"),
    M("Winning cavalry against a square that holds."),
    8,
)
CAVALRY_BEATEN = _rate(
    "gdb.loss.cavalry_beaten",
    M("Cavalry that does not win"),
    M("Losing or drawing cavalry against anybody."),
    8,
)
FOOT = _rate(
    "gdb.loss.foot",
    M("Winning foot"),
    M("Winning infantry or artillery against anybody who is not pushed back."),
    6,
)
FOOT_PUSHED = _rate(
    "gdb.loss.foot_pushed",
    M("Winning foot against pushed-back enemies"),
    M("Winning infantry or artillery against units that are pushed back."),
    8,
)
FOOT_BEATEN = _rate(
    "gdb.loss.foot_beaten",
    M("Infantry that does not win"),
    M("Losing or drawing infantry against anybody."),
    12,
)
ARTILLERY_BEATEN = Row(
    id="gdb.loss.artillery_beaten",
    section=SECTION,
    cite="T3",
    label=M("Artillery that does not win"),
    text=M(
        "Losing or drawing artillery inflicts nothing, unless the ruling beaten_artillery_rate gives a rate."
    ),
    shown=M("none"),
)
CAVALRY_OTHER = _rate(
    "gdb.loss.cavalry_other",
    M("Winning cavalry against other foot"),
    M("Winning cavalry against foot that neither breaks nor holds in square; possible under a ruling."),
    8,
)
FOOT_VS_MOUNTED = Row(
    id="gdb.foot_vs_mounted",
    section=SECTION,
    cite="T1/2, T3+",
    label=M("Foot against mounted"),
    text=M(
        "In open ground infantry inflicts on cavalry its rate divided by {divisor}; in difficult terrain "
        "the full rate. This is no modifier of a roll and halves no figures."
    ),
    numbers={"divisor": 2},
    shown=M("rate / {divisor}"),
)

ROWS = (
    CAVALRY_BROKEN_FOOT,
    COSSACKS_BROKEN_FOOT,
    CAVALRY_CAVALRY,
    CAVALRY_PUSHED,
    CAVALRY_SQUARE,
    CAVALRY_BEATEN,
    FOOT,
    FOOT_PUSHED,
    FOOT_BEATEN,
    ARTILLERY_BEATEN,
    CAVALRY_OTHER,
    FOOT_VS_MOUNTED,
)
