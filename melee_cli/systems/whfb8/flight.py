"""The rows of flight: how far a broken unit flees, who catches it, which way it goes."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Row

SECTION = M("Flight and pursuit")

ROLL = Row(
    id="whfb8.flee.roll",
    section=SECTION,
    cite="8e:swiftstride",
    label=M("Flee and pursuit rolls"),
    text=M(
        'A unit flees and pursues 2D6"; with swiftstride it rolls three dice and drops the lowest. '
        "Cavalry, war beasts, monstrous beasts, monstrous cavalry and chariots have it unless the scenario "
        "says otherwise."
    ),
)
CAUGHT = Row(
    id="whfb8.flee.caught",
    section=SECTION,
    cite="§flight",
    label=M("Caught"),
    text=M(
        "A fleeing unit is destroyed if any unit that pursues it rolls at least its flee roll; to escape "
        "it must roll more than all of them. Without a pursuer it escapes."
    ),
)
FROM = Row(
    id="whfb8.flee.from",
    section=SECTION,
    cite="§flight, §direction",
    label=M("Direction of flight"),
    text=M(
        "It turns about its centre, whatever stands around it, straight away from its living enemy with "
        "the most ranks of five or more models; of equal ones chance decides. Without a living enemy there "
        "is no direction."
    ),
    numbers={"models": 5},
)
OVERLAP = Row(
    id="whfb8.flee.overlap",
    section=SECTION,
    cite="§direction",
    label=M("On top of another unit"),
    text=M(
        "If it stands on another unit after turning, that does not matter: it goes on, and stays on the "
        "table."
    ),
)
ORDER = Row(
    id="whfb8.flee.order",
    section=SECTION,
    cite="§flight",
    label=M("Order of flight"),
    text=M("Its player chooses in which order units flee."),
)
ROWS = (ROLL, CAUGHT, FROM, OVERLAP, ORDER)
