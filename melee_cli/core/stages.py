"""Stages: a melee as a walk from what is known to what follows, one throw or choice at a time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from melee_cli.core.dice import Distribution, Pool, Roll, picked, rolled
from melee_cli.core.messages import Message
from melee_cli.core.problems import Problem

State: TypeAlias = Hashable
Counts: TypeAlias = "tuple[int | None, ...]"
Answer: TypeAlias = "int | str | bool"


class Die(NamedTuple):
    """A throw that a unit makes: the scenario key that can give it, the pool, what is given of it.

    ``prompt`` says what the throw is for and what it needs, for whoever is asked for it, and ``verdict``
    what a kept total comes to, where that is known as soon as the dice lie. Nobody changes one; it is not
    frozen for the same reason as a message.
    """

    unit: str
    key: str
    pool: Pool
    given: Roll | None
    prompt: Message
    verdict: Callable[[int], Message] | None = None


class Option(NamedTuple):
    """One answer to a choice, and its label.

    It is written into the scenario as ``value`` under the choice's unit and key, or as ``sets`` says:
    triples of unit, key and value (which of two units is the largest is a mark on that unit).
    """

    value: Answer
    label: Message
    sets: tuple[tuple[str, str, Answer], ...] | None = None


class Choice(NamedTuple):
    """A decision of a unit's player, written under ``key`` of the unit.

    ``given`` is the scenario's own answer, ``default`` what happens when nobody answers. A choice at
    ``random`` is drawn from the seed, each option equally likely, unless given. Not frozen for the
    same reason as a message.
    """

    unit: str
    key: str
    options: tuple[Option, ...]
    default: Answer
    given: Answer | None
    prompt: Message
    random: bool = False


class Tally(NamedTuple):
    """A throw of many dice that is told by what is left after each sieve: hits, wounds, unsaved wounds.

    It is written into the scenario under ``key`` of the unit, for the unit ``of``. ``given`` is the whole
    answer where the scenario gives all of it. *said* are counts as typed, None where one is left out, none
    at all for those of the scenario: ``refused`` says what is wrong with them, ``rolled`` completes them
    from a seed and a round. ``written`` is what stands under the key for an answer, ``told`` how it reads,
    ``chances`` how likely each is. ``least`` and ``most`` are the answers of the worst throw and the best.
    Not frozen for the same reason as a message.
    """

    unit: str
    key: str
    of: str
    given: Counts | None
    prompt: Message
    chances: Callable[[], Message]
    names: tuple[Message, ...]
    refused: Callable[[Counts], Problem | None]
    rolled: Callable[[int, int, Counts], Counts]
    written: Callable[[Counts], Any]
    told: Callable[[Counts], Message]
    least: Counts
    most: Counts


Ask: TypeAlias = "Die | Choice | Tally"


class Lane:
    """Throws and choices that follow one another and depend on nothing outside the lane.

    ``start`` is what it knows before its first answer.
    """

    __slots__ = ()
    start: Any

    def ask(self, known: Any) -> Ask | None:
        """Return what is needed next, None when the lane has ended."""
        raise NotImplementedError

    def take(self, known: Any, answer: Answer) -> State:
        """Return what is known after *answer* (a kept total, or an option's value)."""
        raise NotImplementedError

    def spread(self) -> Distribution[Any] | None:
        """Return the distribution of the lane's ends where that is known in closed form, else None.

        Throws that are given are taken as given.
        """
        return None


class Stage:
    """One step of a melee.

    ``title`` names it. ``across``: at the table all lanes answer their first throw, then the next, instead
    of one lane after the other. ``parts``: the lanes stay apart in odds, which the last stage alone may
    ask for, where no fact needs two lanes.
    """

    __slots__ = ()
    title: Message
    across = False
    parts = False

    def lanes(self, state: Any) -> Sequence[Lane]:
        """Return the lanes that *state* opens, none where the step does not arise."""
        raise NotImplementedError

    def join(self, state: Any, ends: Sequence[Any]) -> State:
        """Return the state after this step, from what each lane ended with."""
        raise NotImplementedError

    def spread(self, state: Any) -> Distribution[Any] | None:
        """Return the distribution of the states after *state* where it is known in closed form, else None."""
        return None

    def at_once(self, state: Any, record: Record) -> State | None:
        """Return the state after *state* where the scenario gives every answer, else None.

        The answers are entered in *record*. For a stage that would open its lanes often for nothing.
        """
        return None


@dataclass(slots=True)
class Record:
    """Every throw and choice of one walk, by (unit, key), in the order in which they were made."""

    rolls: dict[tuple[str, str], Roll] = field(default_factory=dict)
    choices: dict[tuple[str, str], Answer] = field(default_factory=dict)
    tallies: dict[tuple[str, str, str], Counts] = field(default_factory=dict)


UnitFacts: TypeAlias = Mapping[str, Mapping[str, Any]]


class Facts(NamedTuple):
    """What odds count of one end of a melee.

    ``winner`` is None for a draw; ``band`` None where the system has no bands. ``units`` maps each
    unit to its measures, named as in ``System.measures``.
    """

    winner: str | None
    difference: int
    band: str | None
    units: UnitFacts


class Melee:
    """A checked scenario under its book, before the dice: what a system's ``open`` returns.

    ``start`` is the state before the first stage.
    """

    __slots__ = ()
    start: Any

    @property
    def stages(self) -> Sequence[Stage]:
        """The steps in the order of the table."""
        raise NotImplementedError

    def result(self, state: Any, record: Record) -> Mapping[str, Any]:
        """Return the result's own part of the contract: outcome, sides, duties, notes, next_round."""
        raise NotImplementedError

    def preview(self) -> Mapping[str, Any]:
        """Return the same shape before any dice: sides with units and their modifiers so far."""
        raise NotImplementedError

    def facts(self, state: Any) -> Facts:
        """Return what odds count of *state*: who won, by how much, and each unit's measures."""
        raise NotImplementedError

    def part(self, state: Any, lane: int, end: Any) -> UnitFacts:
        """Return the measures that one lane of a stage with ``parts`` decides, by unit."""
        return {}

    def next_round(self, state: Any) -> Mapping[str, Any] | None:
        """Return what ``result`` of the last *state* would say under that key."""
        following: Mapping[str, Any] | None = self.result(state, Record())["next_round"]
        return following

    def refusal(self, steps: int) -> Problem | None:
        """Return the problem that odds would take more than so many *steps*, where that is known before."""
        return None

    def marginals(self) -> Marginals | None:
        """Return the measures of units, and of whole sides, that no single end tells; None for none."""
        return None

    def rounds(self, asked: int | None, bound: Fraction) -> Any:
        """Return the odds (``Rounds``) over *asked* rounds, or until it is decided, or a problem against it.

        None where they are counted by walking from each round's scenarios to the next one's.
        """
        return None

    def apart(self, steps: int) -> Sequence[Melee]:
        """Return melees that share no die and no choice, each of some of the units; none where it is one.

        Odds count each by itself, in *steps* together. Who wins and by how much is the same in all.
        """
        return ()


class Marginals(NamedTuple):
    """Measures beside those of the ends: of units, of sides, and whether the weights are ``exact``.

    ``left_open`` says what the odds do not tell, where that is so.
    """

    units: Mapping[str, Mapping[str, Any]]
    sums: Mapping[str, Any]
    exact: bool = True
    left_open: Message | None = None


class Pending(Exception):
    """Raised by an answering function to stop the walk at a question nobody has answered yet."""

    def __init__(self, stage: Stage, ask: Ask) -> None:
        super().__init__(ask.key)
        self.stage = stage
        self.ask = ask


Answering: TypeAlias = "Callable[[Stage, Ask, Record], Answer]"


def play(melee: Melee, answering: Answering, ask_all: bool = False) -> tuple[State, Record]:
    """Walk *melee* through its stages, asking *answering* for each throw and choice.

    Returns the last state and the record of what was answered; *answering* enters the answers into
    the record it is given, and may raise :class:`Pending`. With *ask_all* it is also asked for what
    a stage could take from the scenario at once.
    """
    state, record = melee.start, Record()
    for stage in melee.stages:
        after = None if ask_all else stage.at_once(state, record)
        if after is not None:
            state = after
            continue
        lanes = stage.lanes(state)
        known: list[State] = [lane.start for lane in lanes]
        waiting = list(range(len(lanes)))
        while waiting:
            still: list[int] = []
            for index in waiting:
                lane = lanes[index]
                while (ask := lane.ask(known[index])) is not None:
                    known[index] = lane.take(known[index], answering(stage, ask, record))
                    if stage.across:
                        still.append(index)
                        break
            waiting = still
        state = stage.join(state, known)
    return state, record


def next_question(melee: Melee) -> tuple[Stage, Ask] | None:
    """Return the first throw or choice that the scenario does not give, None when all are given."""
    try:
        play(melee, given_only)
    except Pending as pending:
        return pending.stage, pending.ask
    return None


def given_only(stage: Stage, ask: Ask, record: Record) -> Answer:
    """Answer with what the scenario gives; raise :class:`Pending` where it gives nothing."""
    if ask.given is None:
        raise Pending(stage, ask)
    return enter(ask, ask.given, record)


def enter(ask: Ask, answer: Any, record: Record) -> Answer:
    """Write *answer* (a roll, counts, an option's value) into *record* and return it as a lane takes it."""
    taken: Answer = answer
    if isinstance(answer, Roll):
        record.rolls[ask.unit, ask.key] = answer
        return answer.total
    if isinstance(ask, Tally):
        record.tallies[ask.unit, ask.key, ask.of] = answer
    else:
        record.choices[ask.unit, ask.key] = taken
    return taken


class Dealer:
    """Answers every question of one walk.

    ``seed`` may be a function that draws one: it is called when the first die needs it, since asking
    the machine for chance costs more than resolving a scenario that brings its dice. ``seed_used``
    tells whether any did.
    """

    def __init__(self, seed: int | Callable[[], int], round_: int) -> None:
        self._seed = seed
        self.round = round_
        self.seed_used = False

    @property
    def given_or_drawn(self) -> int | None:
        """The seed of this walk, None where none was given and no die needed one."""
        return None if callable(self._seed) else self._seed

    @property
    def seed(self) -> int:
        """The seed of this walk, for a die that needs it; drawn now if it has not been."""
        self.seed_used = True
        if callable(self._seed):
            self._seed = self._seed()
        return self._seed

    def __call__(self, stage: Stage, ask: Ask, record: Record) -> Answer:
        """Return the answer to *ask* and enter it into *record*."""
        if ask.given is not None:
            return enter(ask, ask.given, record)
        if isinstance(ask, Tally):
            return enter(ask, ask.rolled(self.seed, self.round, ()), record)
        if isinstance(ask, Die):
            return enter(ask, rolled(ask.pool, self.seed, self.round, ask.unit, ask.key), record)
        if ask.random:
            index = picked(len(ask.options), self.seed, self.round, ask.unit, ask.key)
            return enter(ask, ask.options[index].value, record)
        return enter(ask, ask.default, record)
