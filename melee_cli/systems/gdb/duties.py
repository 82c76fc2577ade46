"""What the umpire is told beside the numbers: the rows that are duties and notes, and those of a result.

Those without figures are taken off; losers move, each then doing what a built-up area asks of it;
cavalry falls back; winners test for pursuit, press or choose; a place is occupied and then cleared of
those it cannot hold; what goes on goes on.
"""

from __future__ import annotations

from typing import Any

from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.rules import Row
from melee_cli.core.stages import Record
from melee_cli.systems.gdb.casualties import BROKEN, End
from melee_cli.systems.gdb.contact import Encounter, Fighter
from melee_cli.systems.gdb.results import STAYS_IN_MELEE, result_table

WHO_FIGHTS = M("Who fights, who rolls, who wins")

ALL_FIGURES = Row(
    id="gdb.all_figures",
    section=WHO_FIGHTS,
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
    section=WHO_FIGHTS,
    cite="§multi",
    label=M("Each unit rolls"),
    text=M("Each unit rolls two dice of its own and adds its own modifiers."),
)
BEST_COUNTS = Row(
    id="gdb.best_counts",
    section=WHO_FIGHTS,
    cite="§multi",
    label=M("The best roll counts"),
    text=M(
        "The highest modified roll of a side is its score, for all of its units. Of equal ones the first "
        "in the order of the file is the counting unit."
    ),
)
WINNER = Row(
    id="gdb.winner",
    section=WHO_FIGHTS,
    cite="§winner",
    label=M("The higher score wins"),
    text=M(
        "The side with the higher score wins, and the difference of the scores says by how much. "
        "Equal scores are a draw."
    ),
)
WINNERS_SHARE = Row(
    id="gdb.winners_share",
    section=WHO_FIGHTS,
    cite="§multi",
    label=M("All share the victory"),
    text=M(
        "A unit of the winning side that scored less than the enemy shares the victory of the best one: "
        "the result table does it no harm, and it takes casualties as any winner."
    ),
)
LOSERS_SHARE = Row(
    id="gdb.losers_share",
    section=WHO_FIGHTS,
    cite="§multi",
    label=M("All share the defeat"),
    text=M("Every unit of the losing side takes the result of the defeat, each as its own arm does."),
)

GENERAL = (ALL_FIGURES, EACH_ROLLS, BEST_COUNTS, WINNER, WINNERS_SHARE, LOSERS_SHARE)


RESERVES = M("Reinforcing a melee under way")

WHEN = Row(
    id="gdb.reinf.when",
    section=RESERVES,
    cite="§reinf",
    label=M("When reserves may join"),
    text=M(
        "Reserves may join in every later melee phase if they can reach base contact. Joining counts as a "
        "charge and is moved in the charge phase, at whose start the player says which units reinforce."
    ),
    note_only=True,
)
MORALE = Row(
    id="gdb.reinf.morale",
    section=RESERVES,
    cite="§reinf",
    label=M("Morale of a reinforcing unit"),
    text=M(
        "A reinforcing unit tests its morale first, as for a charge, and stays out if it fails; those it "
        "comes against do not test. In a scenario the test counts as passed, and a note says so."
    ),
)
DISORDERED = Row(
    id="gdb.reinf.disordered",
    section=RESERVES,
    cite="§reinf",
    label=M("Comes in disordered"),
    text=M(
        "A reinforcing unit comes in disordered and so has no charge bonus. After a draw, reinforcing "
        "cavalry counts as having charged."
    ),
)
THROUGH = Row(
    id="gdb.reinf.through",
    section=RESERVES,
    cite="§reinf",
    label=M("Through friends"),
    text=M(
        "A reserve may not pass through friends into contact, with two exceptions: (A) cavalry in a single "
        "line through friendly cavalry; (B) infantry, at half speed, through friends who fight in a "
        "built-up area."
    ),
)

REINFORCING = (WHEN, MORALE, DISORDERED, THROUGH)


AREAS = M("Built-up areas")

ALL_OCCUPANTS = Row(
    id="gdb.bua.all_occupants",
    section=AREAS,
    cite="§11.6",
    label=M("Every occupant is fought"),
    text=M(
        "An attacker fights every unit that holds the area, except in a large town that is divided into "
        "sectors."
    ),
)
CAPACITY = Row(
    id="gdb.bua.capacity",
    section=AREAS,
    cite="§11.6",
    label=M("More than it holds"),
    text=M(
        "Any number of units may storm the area while they find base contact. When it is taken, those "
        "beyond its capacity leave in the next compulsory move, which is no bonus move."
    ),
)
PUSH_BACK = Row(
    id="gdb.bua.push_back",
    section=AREAS,
    cite="§11.6",
    label=M("Pushed back inside"),
    text=M(
        "A push back inside the area is measured from the point of contact. It may drive the defenders "
        "deeper into the place, but they stay in it."
    ),
)
BONUS_MOVE = Row(
    id="gdb.bua.bonus_move",
    section=AREAS,
    cite="§11.6",
    label=M("Left before the attack"),
    text=M(
        "Where the defenders retreat or rout before the attack, the attacker may occupy the place with what "
        "is left of its move, as a bonus move, and is disordered then."
    ),
    note_only=True,
)
CLEAR_OUT = Row(
    id="gdb.bua.clear_out",
    section=AREAS,
    cite="§11.6",
    label=M("Forced out"),
    text=M(
        "Defenders who rout or retreat go on until they are clear of the place, with extra movement "
        "where they need it."
    ),
)
OCCUPY = Row(
    id="gdb.bua.occupy",
    section=AREAS,
    cite="§11.6",
    label=M("Occupy the place"),
    text=M(
        "The winner, or an attacker who met nobody, must put at least one unit into the place once it "
        "is empty."
    ),
)
NO_CHARGE = Row(
    id="gdb.bua.no_charge",
    section=AREAS,
    cite="§11.6",
    label=M("No charge out of it"),
    text=M("A unit that defends buildings may neither charge nor counter-charge out of them."),
)

BUILT_UP = (ALL_OCCUPANTS, CAPACITY, PUSH_BACK, BONUS_MOVE, CLEAR_OUT, OCCUPY, NO_CHARGE)


TAKEN_OFF, LOSERS, FALLING_BACK, WINNERS, TAKING, FIGHTING_ON = range(6)
STEP = {
    "rout": LOSERS,
    "retreat": LOSERS,
    "pushed_back": LOSERS,
    "fall_back": FALLING_BACK,
    "pursuit_test": WINNERS,
    "press": WINNERS,
    "press_or_stand": WINNERS,
    STAYS_IN_MELEE: FIGHTING_ON,
}


def duties(melee: Encounter, end: End, winner: int) -> list[dict[str, Any]]:
    """Return the duties of one result; *winner* is the winning side, −1 for a draw.

    A unit that stands or holds has nothing to do.
    """
    asked: list[tuple[int, dict[str, Any]]] = []
    area = melee.scenario.built_up is not None
    for fighter in melee.fighters:
        outcome, rule = end.outcomes[fighter.index]
        step = STEP.get(outcome)
        if end.losses[fighter.index] == fighter.figures:
            step, text = TAKEN_OFF, M("{unit} has no figures left and is taken off", unit=fighter.name)
        elif step is not None:
            text = _move(melee, end, fighter, outcome)
        else:
            continue
        asked.append((step, _duty(rule, melee.names[fighter.side], fighter.name, text)))
        if area and step == LOSERS and fighter.unit.cover == "building":
            asked.extend((step, duty) for duty in _inside(melee, fighter, outcome))
    if area and winner >= 0:
        asked.extend((TAKING, duty) for duty in _taken(melee, end, winner))
    if len(asked) > 1:
        asked.sort(key=_step)
    return [duty for _, duty in asked]


def _step(asked: tuple[int, dict[str, Any]]) -> int:
    return asked[0]


def _duty(rule: str, side: str, unit: str | None, text: Message) -> dict[str, Any]:
    return {"rule": rule, "side": side, "unit": unit, "text": text}


def _move(melee: Encounter, end: End, fighter: Fighter, outcome: str) -> Message:
    """Return what a unit does by the result table."""
    name = fighter.name
    if outcome == "pushed_back":
        return _push_back(melee, name)
    if outcome == "retreat" and fighter.unit.order == "retreating":
        return M("{unit} goes on retreating", unit=name)
    if outcome == "press":
        pressed = Phrases(
            tuple(
                melee.fighters[place].name
                for place in fighter.opposition.places
                if end.outcomes[place][0] == "pushed_back"
                and end.losses[place] < melee.fighters[place].figures
            )
        )
        if pressed.items:
            return M("{unit} follows {enemies} and presses", unit=name, enemies=pressed)
        return M("{unit} presses; nobody is left in contact", unit=name)
    return Message(MOVES[outcome].text, {"unit": name})


MOVES = {
    "rout": M("{unit} routs"),
    "retreat": M("{unit} retreats"),
    "fall_back": M("{unit} falls back to where it started"),
    "pursuit_test": M("{unit} tests for pursuit"),
    "press_or_stand": M("{unit} presses or stands, as its player chooses"),
    STAYS_IN_MELEE: M("{unit} fights on next turn"),
}


def push_back(melee: Encounter) -> dict[str, int]:
    """Return how far a push back goes: on the scenario's scale, on both where it names none."""
    distances = result_table(melee.book).push_back
    scale = melee.scenario.scale
    if scale is None:
        return dict(distances)
    name = "cm" if scale == "15mm" else "inches"
    return {name: distances[name]}


def _push_back(melee: Encounter, name: str) -> Message:
    """Return by how much a unit is pushed back, on the scenario's scale or on both."""
    distance = push_back(melee)
    if len(distance) == 2:
        return M(
            "{unit} is pushed back {cm} cm (15 mm figures) or {inches} inches (28 mm figures)",
            unit=name,
            **distance,
        )
    if "cm" in distance:
        return M("{unit} is pushed back {cm} cm", unit=name, **distance)
    return M("{unit} is pushed back {inches} inches", unit=name, **distance)


def _inside(melee: Encounter, fighter: Fighter, outcome: str) -> list[dict[str, Any]]:
    """Return what a built-up area asks of one of its holders that is beaten."""
    row = CLEAR_OUT if outcome in BROKEN else PUSH_BACK
    if row.id in melee.book.off:
        return []
    text = (
        M("{unit} goes on until it is clear of the place, with extra movement if needed", unit=fighter.name)
        if row is CLEAR_OUT
        else M("{unit} is pushed back from the point of contact and stays in the place", unit=fighter.name)
    )
    return [_duty(row.id, melee.names[fighter.side], fighter.name, text)]


def _taken(melee: Encounter, end: End, winner: int) -> list[dict[str, Any]]:
    """Return what the attackers must do who have driven out every holder of the area."""
    scenario = melee.scenario
    holders = [fighter for fighter in melee.fighters if fighter.unit.cover == "building"]
    stormed = all(fighter.side != winner for fighter in holders)
    empty = all(
        end.outcomes[fighter.index][0] in BROKEN or end.losses[fighter.index] == fighter.figures
        for fighter in holders
    )
    left = sum(fighter.figures > end.losses[fighter.index] for fighter in melee.sides[winner])
    if not (stormed and empty and left and scenario.built_up):
        return []
    side = melee.names[winner]
    asked = []
    if OCCUPY.id not in melee.book.off:
        text = M("at least one unit must occupy the place")
        asked.append(_duty(OCCUPY.id, side, None, text))
    capacity = scenario.built_up.capacity
    if capacity is not None and left > capacity and CAPACITY.id not in melee.book.off:
        text = MN(
            "{n} unit beyond the place's capacity of {capacity} leaves it in the next compulsory move",
            "{n} units beyond the place's capacity of {capacity} leave it in the next compulsory move",
            left - capacity,
            capacity=capacity,
        )
        asked.append(_duty(CAPACITY.id, side, None, text))
    return asked


def notes(melee: Encounter, record: Record) -> list[Message]:
    """Return the notes of one result (rulings largest, gdb.reinf.morale)."""
    said = []
    if melee.undecided_largest:
        first = melee.undecided_largest[0]
        if record.choices.get((first.name, "largest"), first.name) == first.name:
            said.append(
                M(
                    "{units} are equally large and nobody chose: the first of them, {unit}, outnumbers "
                    "(ruling:largest)",
                    units=Phrases(tuple(f.name for f in melee.undecided_largest)),
                    unit=first.name,
                )
            )
    for fighter in melee.fighters:
        if fighter.unit.reinforcing:
            said.append(
                M(
                    "{unit} reinforces: its morale test counts as passed, and it comes in disordered "
                    "(gdb.reinf.morale, gdb.reinf.disordered)",
                    unit=fighter.name,
                )
            )
    return said
