"""What the source leaves open and how it is decided: the switches first, then the decisions on record."""

from __future__ import annotations

from melee_cli.core.messages import M
from melee_cli.core.rules import Ruling

RULINGS = (
    Ruling(
        "mixed_opponents",
        M(
            "Enemies of different kinds. strict: a bonus that asks for a kind of enemy (square, lancers "
            "against foot, buildings, cover) asks it of all of them, and one enemy is enough to withhold "
            "something (the column: an enemy in cover; lancers: cuirassiers). generous: the other way "
            "round. A unit's own cover always withholds the column; higher ground and squares that hold "
            "never look at this."
        ),
        ("strict", "generous"),
    ),
    Ruling(
        "lancers_as_light_keep_foot_bonus",
        M("Whether lancers that count as light cavalry keep their lances against foot."),
        ("no", "yes"),
    ),
    Ruling(
        "lancers_pursuing_count_as_charging",
        M(
            "Whether pursuing lancers fight as lancers; the footnote speaks of charging. "
            "A charge that is withheld is no charge here."
        ),
        ("no", "yes"),
    ),
    Ruling(
        "fractions",
        M(
            "How fractions of a casualty are rounded, once a target, after adding up all that hit it; "
            "nearest takes a half up. The exact number is always shown."
        ),
        ("down", "nearest", "up"),
    ),
    Ruling(
        "split",
        M(
            "How a unit with several enemies divides its figures among them: evenly, or in proportion to "
            "their fighting figures; exactly, with fractions."
        ),
        ("even", "by_figures"),
    ),
    Ruling(
        "foot_pushed_back_by_mixed",
        M(
            "Infantry to be pushed back whose winners in contact are of both arms: it routs if any of them "
            "is cavalry, only if all are, or as the arm of the winners' counting unit says."
        ),
        ("rout_if_any_cavalry", "rout_if_all_cavalry", "by_counting_unit"),
    ),
    Ruling(
        "halving_covers",
        M("Whose casualties on cavalry are halved: infantry's (the footnotes) or all foot's (the label)."),
        ("infantry", "foot"),
    ),
    Ruling(
        "halving_terrain",
        M(
            "Whether difficult terrain lifts that halving: one footnote says so, the other is silent. "
            "Only the terrain of the melee decides, not cover."
        ),
        ("open_only", "always"),
    ),
    Ruling(
        "beaten_artillery_rate",
        M(
            "What artillery inflicts that loses or draws: nothing, because the row names infantry only, "
            "or one figure for twelve, as beaten infantry does."
        ),
        ("none", 12),
    ),
    Ruling(
        "square_beats_cavalry_by_1_2",
        M(
            "Cavalry to be pushed back all of whose winners in contact are squares: pushed back as the row "
            "says, or falling back from a square that it has not broken."
        ),
        ("pushed_back", "fall_back"),
    ),
    Ruling(
        "buildings_and_height",
        M("A unit with both the bonus of buildings and that of cover or height: both, or the better one."),
        ("add", "best"),
    ),
    Ruling(
        "blank_cells",
        M(
            "Cossacks, veterans, line and second line have no number in the modifier table: 0. "
            "The winner's cell of a draw is blank as well."
        ),
    ),
    Ruling(
        "third_band",
        M("The smallest difference is printed as 3 to 1; the worked example retreats at 3, so it is 1 to 2."),
    ),
    Ruling(
        "largest",
        M(
            "The unit that outnumbers is the largest of the outnumbering side, as in the worked example. "
            "Among equals without a choice it is the first in the order of the file, with a note."
        ),
    ),
    Ruling(
        "figures",
        M(
            "Figures are those present at the start of the round, for everything. Casualties are taken at "
            "the same time and never exceed the target's figures. Initial ones: at the start of the battle."
        ),
    ),
    Ruling(
        "rate",
        M(
            "A rate counts the figures of the inflicting unit. Broken foot suffers already in the turn in "
            "which it breaks."
        ),
    ),
    Ruling("stacking", M("Disordered, pushed back and half lost add up.")),
    Ruling(
        "outside",
        M(
            "An enemy is outside unless it has the same kind of cover and, where both name a place, "
            "it is the same place."
        ),
    ),
    Ruling(
        "charge_round",
        M(
            "A charge counts in the round of contact; later rounds carry pressing and pushed back. "
            "From the second round on only a reinforcing unit may be charging."
        ),
    ),
    Ruling(
        "draw",
        M(
            "After a draw, cavalry with the action charging (its bonus withheld or not) or reinforcing that "
            "has infantry among its enemies falls back, and so does cavalry all of whose enemies are "
            "squares. A unit all of whose enemies fall back stands. The others go on."
        ),
    ),
    Ruling(
        "square",
        M(
            "A square holds whatever its order or cover, if every winner in contact is cavalry. A winning "
            "cavalry unit falls back if every enemy it fights is a square that holds."
        ),
    ),
    Ruling(
        "cossacks_gunners",
        M(
            "Cossacks use the rows of cavalry where the casualty table does not name them. Gunners beaten "
            "by cavalry are foot. Winning artillery stands."
        ),
    ),
    Ruling(
        "routed_by_press",
        M(
            "Cavalry whose enemy routs instead of being pushed back presses, as the result table says; "
            "nothing is left in contact, and there is no pursuit test."
        ),
    ),
)
