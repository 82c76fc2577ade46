"""The result table: what a difference does to losers and winners, by arm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from melee_cli.core.messages import M
from melee_cli.core.rules import Row

SECTION = M("Result")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Band(Row):
    """A row of the result table: its differences begin at the number ``from``.

    ``losing`` is the outcome of a loser (of everybody, for a draw) where no exception speaks;
    ``winning`` that of a winner by its branch of service (cavalry, infantry, artillery).
    """

    losing: str
    winning: Mapping[str, str]


RESULT_8 = Band(
    id="gdb.result.8",
    section=SECTION,
    cite="T2",
    label=M("{from} or more"),
    text=M("Losers rout. Winning cavalry tests for pursuit, winning foot stands."),
    numbers={"from": 8},
    losing="rout",
    winning={"cavalry": "pursuit_test", "infantry": "stand", "artillery": "stand"},
)
RESULT_3 = Band(
    id="gdb.result.3",
    section=SECTION,
    cite="T2",
    label=M("{from} or more, short of the row above"),
    text=M("Losers retreat. Winning cavalry tests for pursuit, winning foot stands."),
    numbers={"from": 3},
    losing="retreat",
    winning={"cavalry": "pursuit_test", "infantry": "stand", "artillery": "stand"},
)
RESULT_1 = Band(
    id="gdb.result.1",
    section=SECTION,
    cite="T2",
    label=M("{from} or more, short of the row above"),
    text=M(
        "Losers are pushed back {cm} cm (15 mm figures) or {inches} inches (28 mm figures). A unit already "
        "retreating goes on retreating, artillery retreats, infantry pushed back by cavalry routs. Winning "
        "cavalry presses, winning infantry presses or stands as its player chooses, artillery stands."
    ),
    numbers={"from": 1, "cm": 10, "inches": 6},
    losing="pushed_back",
    winning={"cavalry": "press", "infantry": "press_or_stand", "artillery": "stand"},
)
RESULT_0 = Band(
    id="gdb.result.0",
    section=SECTION,
    cite="T2",
    label=M("A draw"),
    text=M(
        "The melee goes on next turn. Cavalry that charged infantry falls back to where it started instead."
    ),
    losing="continue",
    winning={},
)
SQUARE_HOLDS = Row(
    id="gdb.square_holds",
    section=SECTION,
    cite="T2*",
    label=M("The square holds"),
    text=M(
        "Cavalry breaks a square only by {below} or more. By less, and after a draw, the square stays "
        "unbroken in its place and the cavalry falls back to where it started."
    ),
    numbers={"below": 8},
)

BANDS = (RESULT_8, RESULT_3, RESULT_1)
ROWS = (*BANDS, RESULT_0, SQUARE_HOLDS)
