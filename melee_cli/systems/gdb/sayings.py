"""How outcomes are said: of one unit in a sentence, and by themselves."""

from __future__ import annotations

from melee_cli.core.messages import M, Message
from melee_cli.core.view import Entry
from melee_cli.systems.gdb.results import STAYS_IN_MELEE

SENTENCES = {
    "rout": M("{unit} routs"),
    "retreat": M("{unit} retreats"),
    "pushed_back": M("{unit} is pushed back"),
    "holds": M("{unit} holds"),
    "fall_back": M("{unit} falls back"),
    "stand": M("{unit} stands"),
    "pursuit_test": M("{unit} tests for pursuit"),
    "press": M("{unit} presses"),
    "press_or_stand": M("{unit} presses or stands"),
    STAYS_IN_MELEE: M("{unit} fights on"),
}
LABELS = {
    "roll": M("roll"),
    "outcome": M("Outcome"),
    "casualties": M("Casualties"),
    "figures_left": M("Figures left"),
    "rout": M("routs"),
    "retreat": M("retreats"),
    "pushed_back": M("is pushed back"),
    "holds": M("holds"),
    "fall_back": M("falls back"),
    "stand": M("stands"),
    "pursuit_test": M("tests for pursuit"),
    "press": M("presses"),
    "press_or_stand": M("presses or stands"),
    STAYS_IN_MELEE: M("fights on"),
}


def sentence(unit: str, outcome: str) -> Message:
    """Return what becomes of *unit* as a sentence without a full stop."""
    return Message(SENTENCES[outcome].text, {"unit": unit})


def one_after_the_other(parts: list[Message]) -> Message:
    """Return several sentences as one, with semicolons."""
    said = parts[-1]
    for part in reversed(parts[:-1]):
        said = M("{first}; {rest}", first=part, rest=said)
    return said


def thrown(roll: int, dice: list[int], origin: str) -> Entry:
    """Return the entry of a throw of two dice: its total, its dice where known, whence it came."""
    faces = " + ".join(map(str, dice))
    if origin == "rolled":
        label = M("Two dice ({dice}), rolled", dice=faces)
    else:
        label = M("Two dice ({dice})", dice=faces) if dice else M("Two dice")
    return Entry(label, roll, "§multi", signed=False)
