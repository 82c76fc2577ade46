"""A rules system of the tests' own invention, installed from outside the package: one die a side.

Two champions meet. Each rolls one die, adds 2 on higher ground and 1 when rested; the higher total
wins, the loser yields. One ruling: whether height counts at night.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from melee_cli.core.dice import Pool, entered
from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Problem
from melee_cli.core.rules import Line, Modifier, Row, Ruling, Withheld, Withholding, apply, total
from melee_cli.core.stages import Answer, Ask, Die, Facts, Lane, Melee, Record, Stage
from melee_cli.core.system import Book, System
from melee_cli.core.view import Chances, Column, Entry, Grid, Lines, View, gained, percent
from melee_cli.core.words import Key, Word, Words
from melee_cli.systems.models import (
    OutcomeShape,
    ResultShape,
    ScenarioModel,
    SideModel,
    Sides,
    SideShape,
    Thrown,
    UnitModel,
    Units,
)

ONE_DIE = Pool(1)


class Champion(UnitModel):
    height: bool = False
    rested: bool = False
    roll: Annotated[int, Field(ge=1, le=6)] | None = None


class Side(SideModel):
    units: Units[Champion]


class Duel(ScenarioModel):
    sides: Sides[Side]
    night: bool = False


@dataclass(frozen=True)
class Subject:
    unit: Champion
    scenario: Duel
    book: Book


def on_height(subject: Subject) -> bool:
    """The champion stands higher."""
    return subject.unit.height


def is_rested(subject: Subject) -> bool:
    """The champion has not fought today."""
    return subject.unit.rested


def dark(subject: Subject) -> bool:
    """It is night and the ruling says that height is then worth nothing."""
    return subject.scenario.night and subject.book.rulings["height_at_night"] == "no"


SECTION = M("Modifiers")
HEIGHT = Modifier(
    id="duel.height",
    section=SECTION,
    cite="p. 1",
    label=M("Higher ground"),
    text=M("A champion on higher ground adds 2."),
    numbers={"value": 2},
    when=on_height,
    withheld=(Withholding(dark, M("it is night"), "ruling:height_at_night"),),
)
RESTED = Modifier(
    id="duel.rested",
    section=SECTION,
    cite="p. 2",
    label=M("Rested"),
    text=M("A rested champion adds 1."),
    numbers={"value": 1},
    when=is_rested,
)
WINNER = Row(
    id="duel.winner",
    section=M("Result"),
    cite="p. 3",
    label=M("Winner"),
    text=M("The higher total wins and the loser yields."),
)


@dataclass(frozen=True)
class SideLane(Lane):
    index: int
    unit: Champion
    bonus: int
    start: int | None = None

    def ask(self, known: int | None) -> Ask | None:
        if known is not None:
            return None
        given = None if self.unit.roll is None else entered(self.unit.roll, ONE_DIE)
        return Die(self.unit.name, "roll", ONE_DIE, given, M("One die for {unit}", unit=self.unit.name))

    def take(self, known: int | None, answer: Answer) -> int:
        return int(answer) + self.bonus


class Blows(Stage):
    title = M("Blows")
    across = False
    parts = False

    def __init__(self, meeting: Meeting) -> None:
        self.meeting = meeting

    def lanes(self, state: None) -> Sequence[SideLane]:
        return [SideLane(i, unit, total(lines)) for i, (unit, lines, _) in enumerate(self.meeting.accounts)]

    def join(self, state: None, ends: Sequence[int]) -> tuple[int, ...]:
        return tuple(ends)


class Meeting(Melee):
    start = None

    def __init__(self, scenario: Duel, book: Book) -> None:
        self.scenario = scenario
        self.accounts: list[tuple[Champion, list[Line], list[Withheld]]] = []
        for side in scenario.sides:
            lines: list[Line] = []
            held: list[Withheld] = []
            apply(book.in_force((HEIGHT, RESTED)), Subject(side.units[0], scenario, book), lines, held)
            self.accounts.append((side.units[0], lines, held))

    @property
    def stages(self) -> tuple[Stage, ...]:
        return (Blows(self),)

    def preview(self) -> Mapping[str, Any]:
        return {
            "sides": [
                {"name": side.name, "units": [{"name": unit.name, "modifiers": lines, "withheld": held}]}
                for side, (unit, lines, held) in zip(self.scenario.sides, self.accounts, strict=True)
            ]
        }

    def facts(self, state: tuple[int, int]) -> Facts:
        ahead = state[0] - state[1]
        winner = None if not ahead else self.scenario.sides[ahead < 0].name
        units = {
            unit.name: {"outcome": "yields" if ahead and (ahead < 0) == (i == 0) else "stands"}
            for i, (unit, _, _) in enumerate(self.accounts)
        }
        return Facts(winner, abs(ahead), None, units)

    def result(self, state: tuple[int, int], record: Record) -> Mapping[str, Any]:
        ahead = state[0] - state[1]
        winner = None if not ahead else self.scenario.sides[ahead < 0].name
        sides = []
        for i, (side, (unit, lines, held)) in enumerate(zip(self.scenario.sides, self.accounts, strict=True)):
            result = "draw" if not ahead else "win" if (ahead > 0) == (i == 0) else "loss"
            roll = record.rolls[unit.name, "roll"]
            sides.append(
                {
                    "name": side.name,
                    "score": state[i],
                    "result": result,
                    "lines": [],
                    "units": [
                        {
                            "name": unit.name,
                            "roll": roll.total,
                            "dice": list(roll.dice),
                            "roll_origin": roll.origin,
                            "modifiers": lines,
                            "withheld": held,
                            "total": state[i],
                            "outcome": "yields" if result == "loss" else "stands",
                        }
                    ],
                }
            )
        return {
            "outcome": {"winner": winner, "difference": abs(ahead)},
            "sides": sides,
            "duties": [],
            "notes": [],
            "next_round": None,
        }


class UnitResult(Thrown):
    name: str
    modifiers: list[Line]
    withheld: list[Withheld]
    total: int
    outcome: str


class SideResult(SideShape):
    units: list[UnitResult]


class DuelResult(ResultShape):
    outcome: OutcomeShape
    sides: list[SideResult]


def one_champion(scenario: Duel, book: Book) -> Iterable[Problem]:
    for index, side in enumerate(scenario.sides):
        if len(side.units) > 1:
            yield Problem("one-champion", M("a side has one champion"), ("sides", index, "units", 1))


def grids(shown: Mapping[str, Any]) -> list[Grid]:
    columns = (Column(M("What")), Column(M("Value"), "right"), Column(M("Source"), role="cite"))
    return [
        Grid(
            M("{side}: {unit}", side=side["name"], unit=unit["name"]),
            columns,
            [
                *(Entry([line.label, gained(line.value), line.cite]) for line in unit["modifiers"]),
                *(Entry([held.reason, None, held.cite], "withheld", True) for held in unit["withheld"]),
                *([Entry([M("Total"), unit["total"], None], "total")] if "total" in unit else []),
            ],
        )
        for side in shown["sides"]
        for unit in side["units"]
    ]


def view(result: Mapping[str, Any], book: Book) -> View:
    outcome = result["outcome"]
    verdict: Message = (
        M("{winner} by {n}", winner=outcome["winner"], n=outcome["difference"])
        if outcome["winner"]
        else M("A draw")
    )
    return View(verdict, grids(result))


def preview(shown: Mapping[str, Any], book: Book, chances: Chances | None = None) -> View:
    if chances is None:
        return View(M("Before the dice"), grids(shown))
    (first, win), (_, draw), (second, loss) = chances.wins.items()
    line = M(
        "{first} win {win}, draw {draw}, {second} win {loss}",
        first=str(first),
        win=percent(win),
        draw=percent(draw),
        second=str(second),
        loss=percent(loss),
    )
    return View(M("Before the dice"), [*grids(shown), Lines(M(""), [line], mark="")])


def variations(scenario: Duel) -> Iterable[tuple[Message, Mapping[str, Any]]]:
    plain = scenario.model_dump(exclude_unset=True)
    for i, side in enumerate(scenario.sides):
        changed = {**plain, "sides": [dict(s) for s in plain["sides"]]}
        unit = side.units[0]
        changed["sides"][i]["units"] = [{**plain["sides"][i]["units"][0], "height": not unit.height}]
        yield M("{unit} takes or leaves the higher ground", unit=unit.name), changed


SYSTEM = System(
    id="duel",
    title=M("Duel"),
    about=M("Two champions, one die each."),
    scenario=lambda: Duel,
    result=lambda: DuelResult,
    rows=(HEIGHT, RESTED, WINNER),
    rulings=(Ruling("height_at_night", M("Whether height counts at night."), ("no", "yes")),),
    vocabulary=lambda: Words(
        words=(Word({"height": True}, ("height", "uphill")), Word({"rested": True}, ("rested",))),
        keys=(Key("roll", "whole", ("roll",)),),
        numbers=(),
    ),
    checks=(one_champion,),
    open=Meeting,
    view=view,
    preview=preview,
    measures={"outcome": "share"},
    variations=variations,
    starter="rules: duel\nsides:\n  - name: Red\n    units: [{name: Roland, rested: true}]\n"
    '  - name: Blue\n    units: ["Oliver: uphill"]\n',
)
