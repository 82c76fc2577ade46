"""Corrections: one earlier melee changed, and all that came after it worked out again with the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from melee_cli.core.messages import MN, M, Message
from melee_cli.core.system import System
from melee_cli.core.view import Cell, Column, Grid, Lines, Section, View
from melee_cli.journal import battles, moments
from melee_cli.journal.battles import Battle
from melee_cli.journal.melees import counted, worked_out
from melee_cli.journal.moments import Fields, MeleeKept, Moment, Strength, with_bases
from melee_cli.journal.store import Store, refused
from melee_cli.systems import find


@dataclass(frozen=True, slots=True)
class Revision:
    """One moment before and after a correction; the melees are None for what is no melee."""

    moment: Moment
    strengths: tuple[Strength, ...]
    before: MeleeKept | None = None
    after: MeleeKept | None = None

    @property
    def tells(self) -> bool:
        """Whether the correction changes anything here that is to be seen."""
        return _seen(self.moment.strengths) != _seen(self.strengths) or (
            self.before is not None and self.after is not None and self.before.verdict != self.after.verdict
        )


def _seen(strengths: Sequence[Strength]) -> list[tuple[str, Fields | None, Fields | None]]:
    return [(one.unit, one.before, one.after) for one in strengths]


@dataclass(frozen=True, slots=True)
class Correction:
    """What correcting one melee comes to: every moment that is another after it, in order."""

    battle: int
    title: Message
    revisions: tuple[Revision, ...]
    upon: int


def corrected(store: Store, battle: int, place: int, scenario: Fields) -> Correction:
    """Return what follows where the melee at *place* was *scenario*; nothing is written yet.

    Raises :class:`JournalError` where *scenario* itself is unsound or lacks dice.
    """
    upon = battles.last_change(store, battle)
    system = system_of(battles.by_id(store, battle))
    course = Course()
    title = M("correction")
    for moment in moments.of_battle(store, battle):
        revision = None
        if moment.place == place:
            title = M("melee {n} corrected", n=moment.number or 0)
            revision = _corrected(moments.melee_of(store, moment), moment, scenario)
        elif course.touches(moment):
            revision = _revised(store, moment, course, system)
        course.goes_on(moment, revision)
    return Correction(battle, title, tuple(course.revisions.values()), upon)


class Course:
    """A battle walked through once more: each unit as it ``was``, and as it is ``known`` now, up to here."""

    def __init__(self) -> None:
        self.was: dict[str, Strength] = {}
        self.known: dict[str, Strength] = {}
        self.revisions: dict[int, Revision] = {}

    def goes_on(self, moment: Moment, revision: Revision | None) -> None:
        """Take the next moment in, as it was and as it is now."""
        for one in moment.strengths:
            self.was[one.unit] = one
        for one in moment.strengths if revision is None else revision.strengths:
            self.known[one.unit] = one
        if revision is not None:
            self.revisions[moment.place] = revision

    def touches(self, moment: Moment) -> bool:
        """Tell whether a unit of *moment* comes into it another than it was, or after another round."""
        return moment.follows in self.revisions or any(
            _left(self.was, one.unit) != _left(self.known, one.unit) for one in moment.strengths
        )


def _left(units: Mapping[str, Strength], name: str) -> object:
    return units[name].after if name in units else NOWHERE


NOWHERE = object()


def write(store: Store, correction: Correction) -> None:
    """Write the correction as one change; :class:`JournalError` where the battle went on meanwhile."""
    with store.transaction():
        if battles.last_change(store, correction.battle) != correction.upon:
            raise refused("journal-changed", M("the battle went on meanwhile; nothing was changed"))
        made = battles.change(store, correction.battle, "correction", correction.title)
        for revision in correction.revisions:
            old = revision.moment
            moments.add(
                store,
                correction.battle,
                made,
                old.kind,
                old.data,
                revision.strengths,
                revision.after,
                old,
            )
        battles.settle(store, correction.battle)


def system_of(battle: Battle) -> System:
    """Return the rules of *battle*; :class:`JournalError` where they are not installed, or not known yet."""
    system = None if battle.rules is None else find(battle.rules)
    if system is None:
        missing = M("the rules {rules} of this battle are not installed here", rules=battle.rules or "?")
        raise refused("unknown-system", missing)
    return system


def _corrected(old: MeleeKept, moment: Moment, scenario: Fields) -> Revision:
    """Return the corrected melee itself; what its units came with stays what it was."""
    new = worked_out(scenario, {one.unit: one.words for one in old.strengths})
    if new.status != "done":
        raise refused(
            "correction-unsound", M("melee {n} cannot be so: {why}", n=moment.number or 0, why=new.verdict)
        )
    new = with_bases(new, _bases_of(old), old.follows)
    return Revision(moment, new.strengths, old, new)


def _bases_of(melee: MeleeKept) -> dict[str, Fields]:
    """Return what the units of *melee* came with, as far as it can be told: all that is not their own."""
    units = moments.units_of(melee.scenario)
    return {
        one.unit: {key: value for key, value in units.get(one.unit, {}).items() if key not in one.own}
        for one in melee.strengths
        if one.own is not None
    }


def _revised(store: Store, moment: Moment, course: Course, system: System) -> Revision:
    """Return *moment* worked out again where the *course* so far leads now."""
    known = course.known
    if moment.kind != "melee":
        return Revision(moment, tuple(_again_lost(one, moment, known, system) for one in moment.strengths))
    old = moments.melee_of(store, moment)
    came, gone = _came_with(old, known, course.revisions)
    if gone is None:
        new = worked_out(_carried(old, came), {one.unit: one.words for one in old.strengths})
    else:  # it is kept as it was meant, for a later correction may make it possible again
        new = MeleeKept(old.scenario, "impossible", M("impossible: {why}", why=gone))
    strengths = new.strengths if new.status == "done" else _untouched(old, known)
    own = {one.unit: one.own for one in old.strengths}
    strengths = tuple(replace(one, own=own.get(one.unit)) for one in strengths)
    return Revision(moment, strengths, old, replace(new, strengths=strengths, follows=old.follows))


def _came_with(
    melee: MeleeKept, known: Mapping[str, Strength], revisions: Mapping[int, Revision]
) -> tuple[dict[str, Fields], Message | None]:
    """Return what each unit of *melee* comes with now, and what makes it impossible where something does."""
    came: dict[str, Fields] = {}
    before = revisions.get(melee.follows) if melee.follows is not None else None
    following = None
    if before is not None and before.after is not None:
        result = before.after.result
        following = None if result is None else result["next_round"]
        if following is None:
            return {}, M("the melee before it has no next round")
    in_contact = moments.units_of(following) if following is not None else {}
    for name in moments.units_of(melee.scenario):
        if name in known and known[name].after is None:
            return {}, M("{unit} is gone by then", unit=name)
        if following is not None and name in known:
            if name not in in_contact:
                return {}, M("{unit} is no longer in contact", unit=name)
            came[name] = in_contact[name]
        elif name in known:
            came[name] = known[name].after or {}
    return came, None


def _carried(melee: MeleeKept, came: Mapping[str, Fields]) -> Fields:
    """Return the scenario of *melee* with its units as they come now; what was said there of them stays."""
    own = {one.unit: one.own for one in melee.strengths}

    def unit(said: Fields) -> Fields:
        name = str(said["name"])
        kept, base = own.get(name), came.get(name)
        if kept is None or base is None:
            return said
        brought = {key: value for key, value in base.items() if key not in kept and key != "name"}
        return {"name": said["name"], **brought, **{key: said[key] for key in kept if key in said}}

    sides = [{**side, "units": [unit(one) for one in side["units"]]} for side in melee.scenario["sides"]]
    return {**melee.scenario, "sides": sides}


def _untouched(melee: MeleeKept, known: Mapping[str, Strength]) -> tuple[Strength, ...]:
    """Return the units of *melee* as they were before it."""
    found = []
    for one in melee.strengths:
        last = known.get(one.unit)
        left, count = (last.after, last.count_after) if last else (one.before, one.count_before)
        found.append(replace(one, before=left, after=left, count_before=count, count_after=count))
    return tuple(found)


def _again_lost(one: Strength, moment: Moment, known: Mapping[str, Strength], system: System) -> Strength:
    """Return losses from elsewhere, or a new state, as they fall on the unit as it is now."""
    last = known.get(one.unit)
    if last is None:
        return one
    if last.after is None:
        return replace(one, before=None, after=None, count_before=0, count_after=0)
    return fallen_on(one, last, moment.data, system)


def fallen_on(one: Strength, last: Strength, data: Fields, system: System) -> Strength:
    """Return *one*, last known as *last*, after what *data* says: figures ``lost``, fields ``set``."""
    assert last.after is not None, "what is gone loses nothing"
    after: Fields | None = {**last.after, **data.get("set", {})}
    for key in data.get("without", ()):
        after = {name: value for name, value in (after or {}).items() if name != key}
    count = counted(system, last.after)
    left = counted(system, after)
    lost = data.get("lost", 0)
    if lost and left is not None and system.counts is not None:
        left = max(0, left - lost)
        after = {**(after or {}), system.counts: left} if left else None
    return replace(one, before=last.after, after=after, count_before=count, count_after=left)


WRITTEN = M("written; melee journal undo takes it back")
NOT_WRITTEN = M("not written: --yes writes it")


def correction_view(correction: Correction, written: bool | None) -> View:
    """Return what a correction changes, before and after side by side; *written* None while it is asked."""
    columns = [
        Column(M("No."), "right"),
        Column(M("Changes")),
        Column(M("Before")),
        Column(M("After")),
    ]
    rows = [row for revision in correction.revisions for row in _compared(revision)]
    verdict = M("{what}: nothing else changes", what=correction.title)
    if rows:
        count = len({revision.moment.place for revision in correction.revisions if revision.tells})
        verdict = MN("{what}; {n} entry changes", "{what}; {n} entries change", count, what=correction.title)
    sections: list[Section] = [Grid(M(""), columns, rows)] if rows else []
    if written is not None:
        sections.append(Lines(M(""), [WRITTEN if written else NOT_WRITTEN]))
    return View(verdict, sections)


def _compared(revision: Revision) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
    """Yield a row for the verdict and for each unit of a moment that comes out another."""
    number = "·" if revision.moment.number is None else revision.moment.number
    before, after = revision.before, revision.after
    if before is not None and after is not None and before.verdict != after.verdict:
        yield number, M("verdict"), before.verdict, after.verdict
    were = {one.unit: one for one in revision.moment.strengths}
    now = {one.unit: one for one in revision.strengths}
    for name in dict.fromkeys((*were, *now)):
        old, new = were.get(name), now.get(name)
        if old is None or new is None or (old.before, old.after) != (new.before, new.after):
            yield number, name, _through(old), _through(new)


def _through(one: Strength | None) -> Cell:
    if one is None or (one.before is None and one.after is None):
        return M("not there")
    if one.count_before is None and one.count_after is None:
        return M("gone") if one.after is None else M("there")
    return f"{one.count_before} → {one.count_after}"


def correction_data(correction: Correction, written: bool) -> dict[str, Any]:
    """Return what a correction changes as data."""

    def part(melee: MeleeKept | None, strengths: Sequence[Strength]) -> dict[str, Any]:
        counts = {one.unit: (one.count_before, one.count_after) for one in strengths}
        units = [{"name": name, "before": was, "after": left} for name, (was, left) in counts.items()]
        return {"verdict": None if melee is None else melee.verdict, "units": units}

    return {
        "format": "melee-journal/1",
        "title": correction.title,
        "written": written,
        "changes": [
            {
                "melee": one.moment.number,
                "kind": one.moment.kind,
                "status": one.after.status if one.after else "done",
                "before": part(one.before, one.moment.strengths),
                "after": part(one.after, one.strengths),
            }
            for one in correction.revisions
            if one.tells
        ],
    }
