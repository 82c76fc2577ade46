"""The rules of the round of blows: every row with its numbers, and a book as the round reads it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from melee_cli.core.messages import M, Message
from melee_cli.core.rules import Row
from melee_cli.core.system import Book

STRIKING = M("Blows: who strikes")
WEAPONS = M("Blows: weapons")
NEEDED = M("Blows: what is needed")
SPECIAL = M("Blows: special rules")
ROUND = M("Blows: order and casualties")


def _row(name: str, section: Message, cite: str, label: Message, text: Message, **numbers: int) -> Row:
    return Row(
        id=f"whfb8.blows.{name}",
        section=section,
        cite=f"8e:{cite}",
        label=label,
        text=text,
        numbers=numbers,
    )


FIGHTING = _row(
    "fighting_rank",
    STRIKING,
    "who-can-strike",
    M("fighting"),
    M(
        "The models that touch the enemy strike: of the front rank as many as stand along the enemy's front, "
        "and {corners} more at its corners; along a flank as many as there are ranks. Types without ranks "
        "and single models strike with all their models."
    ),
    corners=2,
)
SHARED = _row(
    "shared",
    STRIKING,
    "dividing-attacks",
    M("shared"),
    M(
        "A fighting rank that touches several enemies is divided among all that lived when the round began: "
        "as the scenario says, else evenly, the first in the file getting what is left over, none more than "
        "could touch it. What would strike an enemy that has fallen is lost."
    ),
)
SUPPORTING = _row(
    "supporting",
    STRIKING,
    "supporting-attacks",
    M("supporting"),
    M(
        "One more rank strikes past each fighting model to the front, with one attack a model, monstrous "
        "troops with up to {most}. A horde, {horde} wide, of monstrous troops {monstrous}, supports with a "
        "rank more. None for mounts, single models and types without ranks."
    ),
    horde=10,
    monstrous=6,
    most=3,
)
EXTRA_RANKS = _row(
    "extra_ranks",
    STRIKING,
    "fight-in-extra-ranks",
    M("further ranks"),
    M(
        "Spears let {ranks} more rank support, and so does what the profile says of extra ranks, but never "
        "on a turn on which the unit charged."
    ),
    ranks=1,
)
STEP_UP = _row(
    "step_up",
    STRIKING,
    "stepping-up",
    M("step up"),
    M(
        "Casualties come off the rear: the models behind step up and strike in their place, counted from "
        "those that live when the step begins."
    ),
)
CHAMPION = _row(
    "champion",
    STRIKING,
    "champions",
    M("champion"),
    M("A champion has {attacks} attack more; he strikes the first enemy in the file."),
    attacks=1,
)
FRENZY = _row(
    "frenzy",
    STRIKING,
    "frenzy",
    M("frenzy"),
    M("Models with frenzy have {attacks} attack more in the fighting rank, and do not parry."),
    attacks=1,
)
TWO_WEAPONS = _row(
    "two_hand_weapons",
    STRIKING,
    "two-hand-weapons",
    M("two weapons"),
    M("Two hand weapons give {attacks} attack more in the fighting rank."),
    attacks=1,
)
MOUNT = _row(
    "mount",
    STRIKING,
    "mounts",
    M("mount"),
    M(
        "Mounts strike beside the models of the fighting rank, at their own Initiative, Weapon Skill and "
        "Strength and without weapons; hits on the model are the rider's."
    ),
)

HALBERD = _row("halberd", WEAPONS, "weapons", M("halberd"), M("+{strength} Strength."), strength=1)
GREAT_WEAPON = _row(
    "great_weapon",
    WEAPONS,
    "weapons",
    M("great weapon"),
    M("+{strength} Strength; strikes last."),
    strength=2,
)
FLAIL = _row(
    "flail", WEAPONS, "weapons", M("flail"), M("+{strength} Strength in the first round."), strength=2
)
MORNING_STAR = _row(
    "morning_star",
    WEAPONS,
    "weapons",
    M("morning star"),
    M("+{strength} Strength in the first round."),
    strength=1,
)
LANCE = _row(
    "lance",
    WEAPONS,
    "weapons",
    M("lance"),
    M("+{strength} Strength on the turn on which it charged."),
    strength=2,
)
CAVALRY_SPEAR = _row(
    "cavalry_spear",
    WEAPONS,
    "weapons",
    M("cavalry spear"),
    M("+{strength} Strength on the turn on which it charged."),
    strength=1,
)
PARRY = _row(
    "parry",
    WEAPONS,
    "parry",
    M("parry"),
    M(
        "Hand weapon and shield: a ward save of {ward}+ against blows at the front, on foot only, without "
        "frenzy, and not against impact hits or stomps."
    ),
    ward=6,
)

TO_HIT = _row(
    "to_hit",
    NEEDED,
    "to-hit",
    M("Weapon Skill"),
    M(
        "{better}+ hits an enemy of lower Weapon Skill, {worse}+ one whose Weapon Skill is more than twice "
        "as high, {equal}+ any other; one without Weapon Skill is hit without a roll. Modifiers leave it "
        "within 2 to 6."
    ),
    better=3,
    equal=4,
    worse=5,
)
TO_WOUND = _row(
    "to_wound",
    NEEDED,
    "to-wound",
    M("Strength against Toughness"),
    M(
        "{equal}+ wounds where Strength equals Toughness, one easier for each point above, one harder for "
        "each below, within 2 to 6; then modifiers, within 2 to 6 again."
    ),
    equal=4,
)
ARMOUR = _row(
    "armour",
    NEEDED,
    "armour",
    M("armour save"),
    M(
        "An armour save is worse by one for each point of Strength above {strength} and by armour piercing; "
        "above 6 there is none, and a 1 always fails."
    ),
    strength=3,
)
WARD = _row(
    "ward",
    NEEDED,
    "ward-saves",
    M("ward save"),
    M(
        "After the armour the best of ward save, parry and regeneration that the blow allows, whatever its "
        "Strength."
    ),
)
FIRST_REROLLS = _row(
    "strike_first_rerolls",
    NEEDED,
    "always-strikes-first",
    M("re-rolls for striking first"),
    M(
        "Who always strikes first rolls failed hits again, against an enemy that does not and whose "
        "Initiative is no higher."
    ),
)
HATRED = _row(
    "hatred",
    SPECIAL,
    "hatred",
    M("hatred"),
    M("In the first round, who hates rolls failed hits again."),
)
POISON = _row(
    "poisoned_attacks",
    SPECIAL,
    "poisoned-attacks",
    M("poison"),
    M("A natural {face} to hit wounds without a roll; saves as usual, and no killing blow comes of it."),
    face=6,
)
KILLING_BLOW = _row(
    "killing_blow",
    SPECIAL,
    "killing-blow",
    M("killing blow"),
    M(
        "A natural {face} to wound slays a model of infantry, cavalry, war beasts or a character: no armour "
        "save, no regeneration, and it takes all the Wounds that a model has."
    ),
    face=6,
)
HEROIC_KILLING_BLOW = _row(
    "heroic_killing_blow",
    SPECIAL,
    "heroic-killing-blow",
    M("heroic killing blow"),
    M("A killing blow on a natural {face} to wound against everything but swarms."),
    face=6,
)
IGNORES_ARMOUR = _row(
    "ignores_armour", SPECIAL, "ignores-armour", M("ignores armour"), M("No armour save is allowed.")
)
IGNORES_WARD = _row(
    "ignores_ward",
    SPECIAL,
    "ignores-ward",
    M("ignores ward saves"),
    M("Neither a ward save nor a parry is allowed."),
)
FLAMING = _row("flaming_attacks", SPECIAL, "flaming-attacks", M("flaming"), M("No regeneration is allowed."))
MULTIPLE = _row(
    "multiple_wounds",
    SPECIAL,
    "multiple-wounds",
    M("multiple wounds"),
    M("Each unsaved wound counts as many as the profile says, on one model at most its Wounds."),
)

ORDER = _row(
    "order",
    ROUND,
    "initiative",
    M("order of blows"),
    M(
        "Impact hits; who always strikes first; Initiative 10 down to 0; who always strikes last; stomps. "
        "What falls in one step is struck at once. Who strikes both first and last does neither."
    ),
)
IMPACT = _row(
    "impact",
    ROUND,
    "impact-hits",
    M("impact"),
    M(
        "On the turn on which it charged each model in contact hits so often without a roll; nothing else of "
        "the striker's helps these hits, saves are as usual."
    ),
)
STOMP = _row(
    "stomp",
    ROUND,
    "stomp",
    M("stomp"),
    M(
        "After all else each fighting model hits infantry, war beasts and swarms once without a roll, a "
        "thunderstomp D6 times, at its own Strength or its mount's; nothing else helps these hits."
    ),
)
CASUALTIES = _row(
    "casualties",
    ROUND,
    "casualties",
    M("casualties"),
    M(
        "Wounds add up over the unit: a model is lost for every so many Wounds as each has. Wounds beyond "
        "the last model do not count in the combat result."
    ),
)

ROWS = (
    FIGHTING,
    SHARED,
    SUPPORTING,
    EXTRA_RANKS,
    STEP_UP,
    CHAMPION,
    FRENZY,
    TWO_WEAPONS,
    MOUNT,
    HALBERD,
    GREAT_WEAPON,
    FLAIL,
    MORNING_STAR,
    LANCE,
    CAVALRY_SPEAR,
    PARRY,
    TO_HIT,
    TO_WOUND,
    ARMOUR,
    WARD,
    FIRST_REROLLS,
    HATRED,
    POISON,
    KILLING_BLOW,
    HEROIC_KILLING_BLOW,
    IGNORES_ARMOUR,
    IGNORES_WARD,
    FLAMING,
    MULTIPLE,
    ORDER,
    IMPACT,
    STOMP,
    CASUALTIES,
)
#: The weapons that make a blow stronger: always, in the first round only, or on a charge only.
STRONGER: Mapping[str, tuple[Row, str]] = {
    "halberd": (HALBERD, "always"),
    "great_weapon": (GREAT_WEAPON, "always"),
    "flail": (FLAIL, "first_round"),
    "morning_star": (MORNING_STAR, "first_round"),
    "lance": (LANCE, "charged"),
    "cavalry_spear": (CAVALRY_SPEAR, "charged"),
}


class Terms:
    """A book as the round of blows reads it: a row that the house switched off decides nothing."""

    def __init__(self, book: Book) -> None:
        self._book = book
        rulings = book.rulings
        self.corners_touch = rulings["corners"] == "touch"
        self.step_up = rulings["step_up"] == "on" and self.on(STEP_UP)
        self.excess_counts = rulings["excess_wounds"] == "counted"
        self.slain_as_one = rulings["killing_blow_counts"] == "one"

    def on(self, row: Row) -> bool:
        """Whether *row* is in force."""
        return row.id not in self._book.off

    def number(self, row: Row, name: str, off: int = 0) -> int:
        """Return a number of *row* as it is in force, *off* where the row is switched off."""
        return self._book.number(row.id, name) if self.on(row) else off


@lru_cache(maxsize=64)
def terms_of(book: Book) -> Terms:
    """Return *book* as the round of blows reads it; books are shared, so this is done once for each."""
    return Terms(book)
