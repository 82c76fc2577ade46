"""The modifier rows for what a unit is: its arm, horses, quality and formation."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Modifier, Withholding
from melee_cli.systems.gdb import conditions as if_
from melee_cli.systems.gdb.contact import Fighter

SECTION = M("Modifiers")

ARMS = {
    "cuirassiers": M("Cuirassiers"),
    "heavy_cavalry": M("Heavy cavalry"),
    "lancers": M("Lancers"),
    "light_cavalry": M("Light cavalry"),
    "cossacks": M("Cossacks"),
    "infantry": M("Infantry"),
    "artillery": M("Artillery"),
}
QUALITIES = {
    "guard": M("Guard"),
    "elite": M("Elite"),
    "veteran": M("Veteran"),
    "line": M("Line quality"),
    "second_line": M("Second line"),
    "conscript": M("Conscript"),
}


def _arm(fighter: Fighter) -> str:
    return fighter.unit.type


def _quality(fighter: Fighter) -> str:
    return fighter.unit.quality


def _horses(fighter: Fighter) -> str:
    return fighter.unit.horses or "average"


def has_special_horses(fighter: Fighter) -> bool:
    """Cavalry on good or poor horses."""
    return fighter.mounted and fighter.unit.horses in ("good", "poor")


TYPE = Modifier(
    id="gdb.type",
    section=SECTION,
    cite="T1",
    label=M("Arm"),
    text=M("By arm. Lancers that count as light cavalry have the next row instead."),
    numbers={
        "cuirassiers": 5,
        "heavy_cavalry": 4,
        "lancers": 4,
        "light_cavalry": 2,
        "cossacks": 0,
        "infantry": 1,
        "artillery": -2,
    },
    when=if_.always,
    withheld=(Withholding(if_.counts_as_light, M("these lancers count as light cavalry"), "T1/1"),),
    key=_arm,
    labels=ARMS,
)
LANCERS_AS_LIGHT = Modifier(
    id="gdb.lancers_as_light",
    section=SECTION,
    cite="T1/1",
    label=M("Lancers as light cavalry"),
    text=M(
        "In place of their own number: lancers that are not charging, or are disordered, wavering or "
        "retreating, or fight cuirassiers."
    ),
    numbers={"value": 2},
    when=if_.counts_as_light,
)
HORSES = Modifier(
    id="gdb.horses",
    section=SECTION,
    cite="T1",
    label=M("Horses"),
    text=M("Mounted units on good or poor horses."),
    numbers={"good": 1, "poor": -1},
    when=has_special_horses,
    key=_horses,
    labels={"good": M("Good horses"), "poor": M("Poor horses")},
)
COLUMN = Modifier(
    id="gdb.column",
    section=SECTION,
    cite="T1, T1/4",
    label=M("Column"),
    text=M("Infantry in column, unless it or an enemy of it is in buildings or cover."),
    numbers={"value": 2},
    when=if_.is_infantry_column,
    withheld=(
        Withholding(if_.is_in_cover, M("it is itself in buildings or cover"), "T1/4"),
        Withholding(if_.faces_cover, M("an enemy of it is in buildings or cover"), "T1/4"),
    ),
)
SQUARE = Modifier(
    id="gdb.square",
    section=SECTION,
    cite="T1, T1/5",
    label=M("Square against cavalry"),
    text=M("Infantry in square, against cavalry only."),
    numbers={"value": 4},
    when=if_.is_square,
    withheld=(
        Withholding(if_.meets_no_cavalry, M("it does not fight cavalry"), "T1/5"),
        Withholding(
            if_.meets_not_only_cavalry, M("not all its enemies are cavalry"), "ruling:mixed_opponents"
        ),
    ),
)
LANCERS_VS_FOOT = Modifier(
    id="gdb.lancers_vs_foot",
    section=SECTION,
    cite="T1",
    label=M("Lancers against foot"),
    text=M("Lancers against infantry or gunners."),
    numbers={"value": 2},
    when=if_.lancers_meet_foot,
    withheld=(
        Withholding(
            if_.has_no_lance,
            M("these lancers count as light cavalry"),
            "ruling:lancers_as_light_keep_foot_bonus",
        ),
        Withholding(if_.meets_not_only_foot, M("not all its enemies are foot"), "ruling:mixed_opponents"),
    ),
)
QUALITY = Modifier(
    id="gdb.quality",
    section=SECTION,
    cite="T1",
    label=M("Quality"),
    text=M("By quality."),
    numbers={"guard": 2, "elite": 1, "veteran": 0, "line": 0, "second_line": 0, "conscript": -1},
    when=if_.always,
    key=_quality,
    labels=QUALITIES,
)
BRITISH_LINE = Modifier(
    id="gdb.british_line",
    section=SECTION,
    cite="T1",
    label=M("British line"),
    text=M("British infantry in line."),
    numbers={"value": 1},
    when=if_.is_british_line,
)
