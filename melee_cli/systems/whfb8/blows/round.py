"""A combat that begins with blows: its steps one after the other, then all the rest on what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from melee_cli.core.dice import Distribution
from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.odds import Rounds, over_budget
from melee_cli.core.problems import Problem
from melee_cli.core.stages import Facts, Lane, Marginals, Melee, Record, Stage, UnitFacts
from melee_cli.core.system import Book
from melee_cli.systems.whfb8 import odds
from melee_cli.systems.whfb8.blows import rules
from melee_cli.systems.whfb8.blows.endings import Ending, Endings
from melee_cli.systems.whfb8.blows.exchange import Blow, Exchange, Group, Log, Struck
from melee_cli.systems.whfb8.blows.rounds import Duel
from melee_cli.systems.whfb8.blows.tallies import GroupLane, step_name
from melee_cli.systems.whfb8.melee import Played
from melee_cli.systems.whfb8.profile import base_of
from melee_cli.systems.whfb8.units import Scenario


class Fray(NamedTuple):
    """Where a combat stands: the blows struck so far, or how they ended, and the state of what follows."""

    blows: Log | Ending
    inner: Any = None


class Step(Stage):
    """One step of the round: all groups of blows that are struck at once."""

    across = False
    parts = False

    def __init__(self, fought: Fought, step: int) -> None:
        self.fought = fought
        self.step = step
        self.title = step_name(step)

    def groups(self, log: Log) -> list[Group]:
        """Return the groups of this step after the blows of *log*."""
        exchange = self.fought.exchange
        return exchange.groups(self.step, [lost.models for lost in exchange.losses(log)])

    def lanes(self, state: Fray) -> Sequence[GroupLane]:
        """Return a lane for each group; none where the blows are over."""
        if isinstance(state.blows, Ending):
            return ()
        groups = self.groups(state.blows)
        struck = Counter(group.target for group in groups)
        exchange = self.fought.exchange
        return [GroupLane(exchange, one, state.blows, struck[one.target] == 1) for one in groups]

    def join(self, state: Fray, ends: Sequence[Struck]) -> Fray:
        """Return the state after this step."""
        if isinstance(state.blows, Ending):
            return state
        groups = self.groups(state.blows)
        return Fray((*state.blows, *(Blow(*pair) for pair in zip(groups, ends, strict=True))))

    def spread(self, state: Fray) -> Distribution[Fray] | None:
        """Return how the whole round may end, where this is its first step."""
        if state.blows or self.step != self.fought.exchange.steps[0]:
            return None
        weights = self.fought.endings.weights
        ends = {Fray(ending): weight for ending, weight in weights.items()}
        return Distribution.of(ends, sum(weights.values()))


class Follows(Stage):
    """A stage of the rest of the combat, on what the blows have left."""

    def __init__(self, fought: Fought, place: int, stage: Stage) -> None:
        self.fought = fought
        self.place = place
        self.title, self.across, self.parts = stage.title, stage.across, stage.parts

    def lanes(self, state: Fray) -> Sequence[Lane]:
        """Return the lanes of the stage."""
        return self._stage(state).lanes(state.inner)

    def join(self, state: Fray, ends: Sequence[Any]) -> Fray:
        """Return the state after the stage."""
        return Fray(state.blows, self._stage(state).join(state.inner, ends))

    def _stage(self, state: Fray) -> Stage:
        return self.fought.combat(state.blows).stages[self.place]


Made: TypeAlias = "list[dict[str, Any]]"


class Fought(Melee):
    """A combat from the profiles of its troops."""

    start = Fray(())

    def __init__(self, scenario: Scenario, book: Book) -> None:
        self.scenario = scenario
        self.book = book
        self.exchange = Exchange(scenario, book)
        self._combats: dict[Log | Ending, Played] = {}
        self._endings: Endings | None = None
        plain = self.combat(())
        self._stages: Sequence[Stage] = (
            *(Step(self, step) for step in self.exchange.steps),
            *(Follows(self, place, stage) for place, stage in enumerate(plain.stages)),
        )

    @property
    def stages(self) -> Sequence[Stage]:
        """The steps of the blows, then those of the combat that follows them."""
        return self._stages

    @property
    def endings(self) -> Endings:
        """How the blows may end, over every throw; worked out when first asked for."""
        if self._endings is None:
            self._endings = Endings(self.exchange, self.book)
        return self._endings

    def refusal(self, steps: int) -> Problem | None:
        """Return the problem that exact odds take more than so many *steps*, None where they do not."""
        if self.endings.fits(steps):
            return None
        most = max(len(side.units) for side in self.scenario.sides)
        fitting = next((n for n in range(most - 1, 0, -1) if self._first(n).fits(steps)), 0)
        hint = (
            M("the first {n} units a side would fit; or allow more with --budget", n=fitting)
            if fitting
            else M("enter some of the blows, or allow more with --budget")
        )
        what = M("exact odds of this melee take more than {n} steps", n=steps)
        return over_budget(what, hint)

    def _first(self, count: int) -> Endings:
        """Return how the blows of the first so many units a side may end."""
        kept = {unit.name for side in self.scenario.sides for unit in side.units[:count]}
        sides = []
        for side in self.scenario.sides:
            units = []
            for unit in side.units[:count]:
                said = unit.attacks or {}
                attacks = {name: part for name, part in said.items() if name in kept}
                units.append(unit.model_copy(update={"attacks": attacks}))
            sides.append(side.model_copy(update={"units": units}))
        scenario = self.scenario.model_copy(update={"sides": sides})
        return Endings(Exchange(scenario, self.book), self.book)

    def marginals(self) -> Marginals:
        """Return what no single end tells: models left, ranks, each side's wounds, and if all is exact."""
        units, sums = self.endings.measures
        return Marginals(units, sums, self.endings.exact)

    def rounds(self, asked: int | None, bound: Fraction) -> Rounds | Problem:
        """Return the odds over several rounds, of one unit against one."""
        if any(len(side.units) > 1 for side in self.scenario.sides):
            message = M("rounds to come are counted for one unit against one")
            return Problem("rounds-unknown", message, hint=M("ask for this round only"))
        return Duel(self.scenario, self.book).rounds(asked, bound)

    def combat(self, blows: Log | Ending) -> Played:
        """Return the combat as it goes on after *blows*."""
        found = self._combats.get(blows)
        if found is None:
            if isinstance(blows, Ending):
                scenario = self.exchange.aftermath(blows.inflicted, blows.left)
            else:
                scenario = self.exchange.after(blows)
            found = self._combats[blows] = Played(scenario, self.book)
        return found

    def result(self, state: Fray, record: Record) -> Mapping[str, Any]:
        """Return the result's own part of the contract, the blows of each unit with it."""
        assert not isinstance(state.blows, Ending)
        found = self.combat(state.blows).result(state.inner, record)
        self._tell(found, state.blows)
        found["notes"][:0] = self._notes()
        return found

    def preview(self) -> Mapping[str, Any]:
        """Return who would strike whom if nobody fell, and what is known of the combat without the blows."""
        found = self.combat(()).preview()
        models = [body.models for body in self.exchange.bodies]
        groups = [group for step in self.exchange.steps for group in self.exchange.groups(step, models)]
        nothing = Struck(0, None, None, 0, 0, 0)
        self._tell(found, tuple(Blow(group, nothing) for group in groups), struck=False)
        found["notes"].extend(self._notes())
        return found

    def _tell(self, found: Mapping[str, Any], log: Log, struck: bool = True) -> None:
        """Write into the units of *found* their blows and losses as *log* tells them."""
        units = [unit for side in found["sides"] for unit in side["units"]]
        inflicted = self.exchange.inflicted(log)
        losses = self.exchange.losses(log)
        for unit, body, lost, counts in zip(units, self.exchange.bodies, losses, inflicted, strict=True):
            unit["blows"] = [
                self._blow(blow, counts[at] if struck else None)
                for at, blow in enumerate(log)
                if blow.group.striker == body.index
            ]
            unit["models_before"] = body.models
            unit["models_left"] = lost.models
            unit["wounds_lost"] = self.exchange.pending(body, lost.wounds)

    def _blow(self, blow: Blow, counted: int | None) -> dict[str, Any]:
        """Return a group as a result lists it; what came of it only where it has been struck."""
        group, struck = blow
        needs = group.needs
        each = self.exchange.bodies[group.target].wounds_each
        known = counted is not None
        attacks = struck.attacks if known else None
        return {
            "step": group.step,
            "kind": group.kind,
            "target": self.exchange.bodies[group.target].troop.name,
            "attacks": attacks if known or group.attacks.dice else max(0, group.attacks.plus),
            "made_of": made_of(group, attacks),
            "hit_on": needs.hit.need,
            "wound_on": needs.wound.need,
            "save_on": needs.save.need,
            "ward_on": needs.ward.need,
            "rerolls": self.exchange.rerolls(group),
            "rules": self.exchange.shaped_by(group),
            "hits": struck.hits,
            "wounds": struck.wounds,
            "unsaved": struck.ordinary + struck.slain * each if known else None,
            "counted": counted,
            "origin": ("entered" if struck.entered else "rolled") if known else None,
        }

    def _notes(self) -> Iterator[Message]:
        """Yield what was decided without the scenario's saying it."""
        terms = self.exchange.terms
        for body in self.exchange.bodies:
            if body.loose:
                front = body.enemies
            else:
                front = [enemy for enemy in body.enemies if enemy.touches(body) == "front"]
            declared = body.troop.unit.fighting or {}
            open_ = [enemy.troop.name for enemy in front if enemy.troop.name not in declared]
            if len(open_) > 1 and terms.on(rules.SHARED):
                yield M(
                    "{unit} divides its blows evenly among {enemies}, since nothing was said of it",
                    unit=body.troop.name,
                    enemies=Phrases(tuple(open_)),
                )
        first = self.exchange.parties[0].troops
        for troop in first:
            body = self.exchange.bodies[troop.index]
            for enemy in body.enemies:
                both = (troop.unit, enemy.troop.unit)
                if base_of(both[0]) != base_of(both[1]) and not any(unit.base_mm for unit in both):
                    yield M(
                        "{unit} on bases of {one} mm and {enemy} on {other} mm, by their types",
                        unit=troop.name,
                        one=base_of(both[0]),
                        enemy=enemy.troop.name,
                        other=base_of(both[1]),
                    )

    def facts(self, state: Fray) -> Facts:
        """Return what odds count of *state*."""
        combat = self.combat(state.blows)
        found = odds.facts(combat, state.inner)
        tests = {test.troop.name: bool(test.steadfast) for test in combat.tests}
        units: dict[str, dict[str, Any]] = {name: dict(facts) for name, facts in found.units.items()}
        for troop, body in zip(combat.troops, self.exchange.bodies, strict=True):
            facts = units.setdefault(troop.name, {})
            cause = None
            if body.models and not troop.alive:
                cause = "blows"
            elif facts.get("destroyed"):
                cause = "caught" if facts["breaks"] else "crumbled"
            facts["destroyed_by"] = cause
            if cause == "blows":
                facts["destroyed"] = True
            if troop.name in tests:
                facts["steadfast"] = tests[troop.name]
        return found._replace(units=units)

    def part(self, state: Fray, lane: int, end: Any) -> UnitFacts:
        """Return what one flight decides."""
        found = odds.part(self.combat(state.blows), state.inner, lane, end)
        return {
            name: {**facts, "destroyed_by": "caught" if facts["destroyed"] else None}
            if "destroyed" in facts
            else facts
            for name, facts in found.items()
        }


def made_of(group: Group, attacks: int | None) -> Made:
    """Return of what the attacks of a group are made, rule by rule; *attacks* where they were thrown."""
    shown = [[row.id, value] for row, value in group.made_of]
    if group.kind == "fighting" and group.attacks.dice and attacks is not None:
        shown[0][1] = attacks - sum(value for _, value in group.made_of[1:])
    return [{"rule": rule, "value": value} for rule, value in shown]


_last: tuple[Scenario, Book, Fought] | None = None


def fought_of(scenario: Scenario, book: Book) -> Fought:
    """Return the combat of *scenario*; asked again for the very same objects, the same one."""
    global _last
    if _last is None or _last[0] is not scenario or _last[1] is not book:
        _last = (scenario, book, Fought(scenario, book))
    return _last[2]
