"""The rows on who fights, who rolls and who wins; the resolver cites them, they have no numbers."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Row

SECTION = M("Who fights, who rolls, who wins")

ALL_FIGURES = Row(
    id="gdb.all_figures",
    section=SECTION,
    cite="§11.2",
    label=M("All figures fight"),
    text=M(
        "Every figure of a unit fights, rear ranks and cavalry too, while some part of the unit touches the "
        "enemy's bases and each rank touches the one before it. Where some do not, say so as fighting "
        "figures: they count for outnumbering, for the largest unit and for the casualties inflicted."
    ),
)
EACH_ROLLS = Row(
    id="gdb.each_rolls",
    section=SECTION,
    cite="§multi",
    label=M("Each unit rolls"),
    text=M("Each unit rolls two dice of its own and adds its own modifiers."),
)
BEST_COUNTS = Row(
    id="gdb.best_counts",
    section=SECTION,
    cite="§multi",
    label=M("The best roll counts"),
    text=M(
        "The highest modified roll of a side is its score, for all of its units. Of equal ones the first "
        "in the order of the file is the counting unit."
    ),
)
WINNER = Row(
    id="gdb.winner",
    section=SECTION,
    cite="§winner",
    label=M("The higher score wins"),
    text=M(
        "The side with the higher score wins, and the difference of the scores says by how much. "
        "Equal scores are a draw."
    ),
)
WINNERS_SHARE = Row(
    id="gdb.winners_share",
    section=SECTION,
    cite="§multi",
    label=M("All share the victory"),
    text=M(
        "A unit of the winning side that scored less than the enemy shares the victory of the best one: "
        "the result table does it no harm, and it takes casualties as any winner."
    ),
)
LOSERS_SHARE = Row(
    id="gdb.losers_share",
    section=SECTION,
    cite="§multi",
    label=M("All share the defeat"),
    text=M("Every unit of the losing side takes the result of the defeat, each as its own arm does."),
)

ROWS = (ALL_FIGURES, EACH_ROLLS, BEST_COUNTS, WINNER, WINNERS_SHARE, LOSERS_SHARE)
