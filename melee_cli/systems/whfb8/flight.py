"""Flight and pursuit: how far a broken unit flees, who catches it, which way; who may pursue, and how."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, TypeAlias

from melee_cli.core.dice import TWO_D6, Distribution, Pool, Roll, entered
from melee_cli.core.messages import M, Message
from melee_cli.core.rules import Row
from melee_cli.core.stages import Answer, Ask, Choice, Die, Lane, Option
from melee_cli.systems.whfb8.rulings import Terms
from melee_cli.systems.whfb8.units import Troop

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
FLIGHT_ROWS = (ROLL, CAUGHT, FROM, OVERLAP, ORDER)


WHO = Row(
    id="whfb8.pursue.who",
    section=SECTION,
    cite="§pursuit",
    label=M("Who may pursue"),
    text=M(
        "A unit may pursue only if every enemy in contact with it has broken or is gone; else it fights on."
    ),
)
ONE = Row(
    id="whfb8.pursue.one",
    section=SECTION,
    cite="§pursuit",
    label=M("One target"),
    text=M("It pursues one broken unit in contact with it, chosen before any flee or pursuit roll."),
)
RESTRAIN = Row(
    id="whfb8.pursue.restrain",
    section=SECTION,
    cite="8e:restrain",
    label=M("Restraint"),
    text=M(
        "It may try not to pursue, by an ordinary Leadership test without the difference: with the general's "
        "Leadership, cold-blooded, and one more roll with the battle standard near; a double 1 passes. If it "
        "fails it must pursue."
    ),
    numbers={"total": 2},
)
MOVE = Row(
    id="whfb8.pursue.move",
    section=SECTION,
    cite="§pursuit-move",
    label=M("Pursuit move"),
    text=M(
        "After all flights each pursuer turns towards its target and moves its roll, in its player's order. "
        'It stops 1" from another fleeing unit that it catches up with: only the chosen target can be caught.'
    ),
)
OVERRUN = Row(
    id="whfb8.overrun",
    section=SECTION,
    cite="8e:overrun",
    label=M("Overrun"),
    text=M(
        "A unit of the winning side all of whose enemies are wiped out or crumbled away stays where it is; "
        "if it charged this turn it may overrun."
    ),
)
PURSUIT_ROWS = (WHO, ONE, RESTRAIN, MOVE, OVERRUN)


Broken: TypeAlias = tuple[int, ...]
"""The indices of the units that failed their Break tests, in file order."""


class Chosen(NamedTuple):
    """After the choices: who broke, and whom each unit that might pursue goes after.

    ``targets`` are pairs of indices, the second None where the unit restrained itself.
    """

    broken: Broken
    targets: tuple[tuple[int, int | None], ...]


class Flight(NamedTuple):
    """What is known of one flight: its roll while it matters, which pursuers caught it so far.

    ``caught`` has a place for each pursuer that has rolled, in file order. ``settled`` says that
    nothing more is to be rolled or drawn.
    """

    roll: int | None
    caught: tuple[bool, ...]
    settled: bool


class Fled(NamedTuple):
    """The end: the choices and the flights, one for each broken unit."""

    chosen: Chosen
    flights: tuple[Flight, ...]


DROP_LOWEST = Pool(3, 6, "lowest")
CATCHES, MISSES = M("catches its target"), M("does not catch it")
UNROLLED = Flight(None, (), False)


def move_pool(troop: Troop, terms: Terms) -> Pool:
    """Return the dice with which *troop* flees and pursues."""
    return DROP_LOWEST if terms.swiftstride and troop.swiftstride else TWO_D6


def ties(fleeing: Troop) -> tuple[Troop, ...]:
    """Return the living enemies with the most ranks of five: one decides the direction, of more chance."""
    living = [enemy for enemy in fleeing.enemies if enemy.alive]
    most = max((enemy.fives for enemy in living), default=0)
    return tuple(enemy for enemy in living if enemy.fives == most)


class FlightLane(Lane):
    """The throws of one fleeing unit and of its pursuers, which share its flee roll."""

    def __init__(
        self, fleeing: Troop, pursuers: tuple[Troop, ...], tied: tuple[Troop, ...], terms: Terms
    ) -> None:
        self.fleeing = fleeing
        self.pursuers = pursuers
        self.tied = tied
        self.terms = terms
        self.start = UNROLLED

    def ask(self, known: Flight) -> Ask | None:
        """Return the flee roll, then each pursuer's roll, then the direction if it is open."""
        if known.settled:
            return None
        if known.roll is None:
            return self._die(self.fleeing, "flee_roll")
        if len(known.caught) < len(self.pursuers):
            die = self._die(self.pursuers[len(known.caught)], "pursuit_roll")
            return die._replace(verdict=partial(self._verdict, known.roll))
        unit = self.fleeing.unit
        names = [enemy.name for enemy in self.tied]
        return Choice(
            unit.name,
            "flees_from",
            tuple(Option(name, M("{unit}", unit=name)) for name in names),
            names[0],
            unit.flees_from if unit.flees_from in names else None,
            M("{unit}: from whom does it flee?", unit=unit.name),
            random=True,
        )

    def _die(self, troop: Troop, key: str) -> Die:
        pool = move_pool(troop, self.terms)
        value = troop.unit.flee_roll if key == "flee_roll" else troop.unit.pursuit_roll
        given = None if value is None else entered(value, pool)
        prompt = (
            M("{unit}: flee roll", unit=troop.name)
            if key == "flee_roll"
            else M("{unit}: pursuit of {target}", unit=troop.name, target=self.fleeing.name)
        )
        return Die(troop.name, key, pool, given, prompt)

    def _verdict(self, flee: int, pursuit: int) -> Message:
        return CATCHES if self.catches(flee, pursuit) else MISSES

    def take(self, known: Flight, answer: Answer) -> Flight:
        """Return the flight with one more throw known, its roll forgotten once nobody needs it."""
        if known.roll is None:
            roll, caught = int(answer), known.caught
        elif len(known.caught) < len(self.pursuers):
            roll, caught = known.roll, (*known.caught, self.catches(known.roll, int(answer)))
        else:
            return Flight(None, known.caught, True)
        if len(caught) < len(self.pursuers) or (len(self.tied) > 1 and not any(caught)):
            return Flight(roll, caught, False)
        return Flight(None, caught, True)

    def given(self, throws: list[dict[tuple[str, str], Roll]]) -> Flight | None:
        """Return the end of the flight where the scenario gives every roll of it, None where not.

        Enters the rolls into *throws*, which has a place for each round of throws at the table.
        """
        caught: tuple[bool, ...] = ()
        flee = 0
        for place, troop in enumerate((self.fleeing, *self.pursuers)):
            key = "pursuit_roll" if place else "flee_roll"
            value = troop.unit.pursuit_roll if place else troop.unit.flee_roll
            if value is None:
                return None
            roll = entered(value, move_pool(troop, self.terms))
            if place == len(throws):
                throws.append({})
            throws[place][troop.name, key] = roll
            if place:
                caught = (*caught, self.catches(flee, roll.total))
            else:
                flee = roll.total
        return Flight(None, caught, True)

    def open(self, fled: Flight) -> bool:
        """Whether the direction of a flight is still to be settled: it goes on, and several enemies tie."""
        return len(self.tied) > 1 and not any(fled.caught)

    def catches(self, flee: int, pursuit: int) -> bool:
        """Whether a pursuit roll catches a flee roll: it need only reach it."""
        return self.terms.catching and pursuit >= flee

    def spread(self) -> Distribution[Flight]:
        """Return the exact distribution of the lane's end.

        For each flee roll the pursuers are independent, so the chance of any set of catchers is a
        product; these are summed over the flee rolls.
        """
        reach = [self._weights(troop, "pursuit_roll") for troop in self.pursuers]
        ends: dict[tuple[bool, ...], int] = {}
        for flee, weight in self._weights(self.fleeing, "flee_roll").items():
            partial: list[tuple[tuple[bool, ...], int]] = [((), weight)]
            for rolls in reach:
                catching = sum(w for roll, w in rolls.items() if self.catches(flee, roll))
                missing = sum(rolls.values()) - catching
                partial = [
                    ((*done, hit), w * by)
                    for done, w in partial
                    for hit, by in ((True, catching), (False, missing))
                    if by
                ]
            for done, w in partial:
                ends[done] = ends.get(done, 0) + w
        return Distribution((Flight(None, caught, True), weight) for caught, weight in ends.items())

    def _weights(self, troop: Troop, key: str) -> dict[int, int]:
        die = self._die(troop, key)
        return {die.given.total: 1} if die.given is not None else dict(die.pool.spread.items())
