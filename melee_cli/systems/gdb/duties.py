"""What is to be done at the table after a result, in the order in which it is done there.

Those without figures are taken off; losers move, each then doing what a built-up area asks of it;
cavalry falls back; winners test for pursuit, press or choose; a place is occupied and then cleared of
those it cannot hold; what goes on goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.systems.gdb import built_up
from melee_cli.systems.gdb.contact import Fighter
from melee_cli.systems.gdb.losses import BROKEN
from melee_cli.systems.gdb.outcomes import STAYS_IN_MELEE

if TYPE_CHECKING:
    from melee_cli.systems.gdb.melee import End, Engagement

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


def duties(melee: Engagement, end: End, winner: int) -> list[dict[str, Any]]:
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


def _move(melee: Engagement, end: End, fighter: Fighter, outcome: str) -> Message:
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


def _push_back(melee: Engagement, name: str) -> Message:
    """Return by how much a unit is pushed back, on the scenario's scale or on both."""
    distance = melee.push_back
    if len(distance) == 2:
        return M(
            "{unit} is pushed back {cm} cm (15 mm figures) or {inches} inches (28 mm figures)",
            unit=name,
            **distance,
        )
    if "cm" in distance:
        return M("{unit} is pushed back {cm} cm", unit=name, **distance)
    return M("{unit} is pushed back {inches} inches", unit=name, **distance)


def _inside(melee: Engagement, fighter: Fighter, outcome: str) -> list[dict[str, Any]]:
    """Return what a built-up area asks of one of its holders that is beaten."""
    row = built_up.CLEAR_OUT if outcome in BROKEN else built_up.PUSH_BACK
    if row.id in melee.book.off:
        return []
    text = (
        M("{unit} goes on until it is clear of the place, with extra movement if needed", unit=fighter.name)
        if row is built_up.CLEAR_OUT
        else M("{unit} is pushed back from the point of contact and stays in the place", unit=fighter.name)
    )
    return [_duty(row.id, melee.names[fighter.side], fighter.name, text)]


def _taken(melee: Engagement, end: End, winner: int) -> list[dict[str, Any]]:
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
    if built_up.OCCUPY.id not in melee.book.off:
        text = M("at least one unit must occupy the place")
        asked.append(_duty(built_up.OCCUPY.id, side, None, text))
    capacity = scenario.built_up.capacity
    if capacity is not None and left > capacity and built_up.CAPACITY.id not in melee.book.off:
        text = MN(
            "{n} unit beyond the place's capacity of {capacity} leaves it in the next compulsory move",
            "{n} units beyond the place's capacity of {capacity} leave it in the next compulsory move",
            left - capacity,
            capacity=capacity,
        )
        asked.append(_duty(built_up.CAPACITY.id, side, None, text))
    return asked
