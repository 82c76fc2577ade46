"""The modifier table: what a unit adds to its own two dice, in the order of the table."""

from __future__ import annotations

from melee_cli.core.rules import Row
from melee_cli.systems.gdb import modifiers_of_moment as moment
from melee_cli.systems.gdb import modifiers_of_nature as nature

ROWS: tuple[Row, ...] = (
    nature.TYPE,
    nature.LANCERS_AS_LIGHT,
    nature.HORSES,
    moment.CHARGE,
    moment.PRESS,
    nature.COLUMN,
    nature.SQUARE,
    nature.LANCERS_VS_FOOT,
    nature.QUALITY,
    nature.BRITISH_LINE,
    moment.DISORDERED,
    moment.PUSHED_BACK,
    moment.RETREATING,
    moment.FLANK_OR_REAR,
    moment.HALF_LOST,
    moment.BUILDING,
    moment.COVER_OR_HEIGHT,
    moment.OUTNUMBER,
    moment.OTHER,
)
