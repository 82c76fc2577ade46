"""What the page and the general rules leave open, decided openly; those with values are switches."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Ruling

STEADFAST_DISRUPTED = Ruling(
    "steadfast_disrupted",
    M(
        "Whose disruption matters to steadfast. enemy: a disrupted enemy's ranks are not counted, as the "
        "page reads; self: a disrupted unit is not steadfast itself; both: both of these; none: "
        "disruption is ignored."
    ),
    ("enemy", "self", "both", "none"),
)
STEADFAST_AGAINST = Ruling(
    "steadfast_against",
    M(
        "Whose ranks a unit must beat to be steadfast. facing: the enemies in contact with it, as the page "
        "has it; all: every enemy unit in the combat."
    ),
    ("facing", "all"),
)
CHARGE_BONUS = Ruling(
    "charge_bonus",
    M(
        "The page is silent on the charge. once: one point for a side that charged; per_unit: one for each "
        "unit that charged; off: none."
    ),
    ("once", "per_unit", "off"),
)
BATTLE_STANDARD_BONUS = Ruling(
    "battle_standard_bonus",
    M("The page is silent on the army's battle standard. on: it earns a point of its own; off: none."),
    ("on", "off"),
)
HIGH_GROUND = Ruling(
    "high_ground",
    M(
        "Who earns the point for height. standing: a unit that stands higher; charged: only a unit that "
        "stands higher and charged this turn."
    ),
    ("standing", "charged"),
)
OVERKILL_CAP = Ruling(
    "overkill_cap",
    M("How many excess wounds on a slain challenger count for one unit at most, 0 and up."),
    (5,),
    at_least=0,
)
WIPED_OUT_UNIT = Ruling(
    "wiped_out_unit",
    M(
        "A unit wiped out in this fight: the wounds and overkill it inflicted count, and the flank or rear "
        "in which it was attacked counts against it; nothing else of it does, and it is never disrupted."
    ),
)
THIRD_FLANKER = Ruling(
    "third_flanker",
    M("A third unit in a flank still earns the point that a flank-to-flank pair does not."),
)
FLEES_FROM = Ruling(
    "flees_from",
    M(
        "The page speaks of the most numerous enemy and then defines it by ranks: ranks decide, counted with "
        "five models even for monstrous units."
    ),
)
TESTS_WITHOUT_ENEMY = Ruling(
    "tests_without_enemy",
    M(
        "A unit whose own enemies were all wiped out tests like the rest on the losing side, fights on in a "
        "draw, and stays where it is on the winning side."
    ),
)
MUSICIAN_BREAKS_DRAWS = Ruling(
    "musician_breaks_draws",
    M(
        "Whether a drawn combat goes to the side with a musician where the other has none: no, since nothing "
        "we have confirms it; yes: one more point to that side, unless both sides are wiped out."
    ),
    ("no", "yes"),
)

CORNERS = Ruling(
    "corners",
    M(
        "Whether corner to corner is contact. touch: two more models strike at the corners of an enemy; "
        "flush: only those that stand before it."
    ),
    ("touch", "flush"),
)
STEP_UP = Ruling(
    "step_up",
    M(
        "Whether models step up. on: those behind strike in the place of the fallen; off: models that died "
        "before they struck do not strike."
    ),
    ("on", "off"),
)
EXCESS_WOUNDS = Ruling(
    "excess_wounds",
    M("Wounds beyond a unit's last model. lost: they do not count in the combat result; counted: they do."),
    ("lost", "counted"),
)
KILLING_BLOW_COUNTS = Ruling(
    "killing_blow_counts",
    M(
        "What a killing blow counts in the combat result. wounds: as many as its victim had; one: a single "
        "point."
    ),
    ("wounds", "one"),
)

RULINGS = (
    STEADFAST_DISRUPTED,
    STEADFAST_AGAINST,
    CHARGE_BONUS,
    BATTLE_STANDARD_BONUS,
    HIGH_GROUND,
    OVERKILL_CAP,
    WIPED_OUT_UNIT,
    THIRD_FLANKER,
    FLEES_FROM,
    TESTS_WITHOUT_ENEMY,
    MUSICIAN_BREAKS_DRAWS,
    CORNERS,
    STEP_UP,
    EXCESS_WOUNDS,
    KILLING_BLOW_COUNTS,
)
