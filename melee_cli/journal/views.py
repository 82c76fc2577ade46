"""What the journal shows: the list of battles, one battle, one melee, units; as views and as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.view import Bar, Bars, Cell, Column, Grid, Lines, Section, View
from melee_cli.journal.battles import Battle, ChangeMade
from melee_cli.journal.moments import MeleeKept, Moment, Strength

FORMAT = "melee-journal/1"
Data = dict[str, Any]
NOTHING = "·"


def when(stamp: str) -> str:
    """Return a moment of time as it is shown: the day and the minute."""
    return stamp[:16].replace("T", " ")


def list_view(found: Sequence[Battle], count: int) -> View:
    """Return the list of battles, of which there are *count*."""
    columns = [
        Column(M("No."), "right"),
        Column(M("Date")),
        Column(M("Battle")),
        Column(M("Rules")),
        Column(M("Melees"), "right"),
        Column(M("Losses")),
        Column(M("State")),
    ]
    rows: list[Sequence[Cell]] = [
        (
            number,
            when(battle.begun),
            battle.name,
            battle.rules or NOTHING,
            battle.melees,
            losses_text(battle.losses),
            M("ended") if battle.ended else M("open"),
        )
        for number, battle in enumerate(found, 1)
    ]
    sections: list[Section] = [Grid(M(""), columns, rows)] if rows else []
    if count > len(found):
        more = MN(
            "{n} older battle: --all shows it", "{n} older battles: --all shows them", count - len(found)
        )
        sections.append(Lines(M(""), [more]))
    return View(MN("{n} battle in the journal", "{n} battles in the journal", count), sections)


def losses_text(losses: Mapping[str, int]) -> Message | str:
    """Return what a battle has cost, a side after the other."""
    said = tuple(M("{side} {n}", side=side, n=lost) if side else str(lost) for side, lost in losses.items())
    return M("{losses}", losses=Phrases(said, joiner=",")) if said else NOTHING


def list_data(found: Sequence[Battle]) -> Data:
    """Return the list of battles as data."""
    return {
        "format": FORMAT,
        "battles": [{"number": n, **battle_data(battle)} for n, battle in enumerate(found, 1)],
    }


def battle_data(battle: Battle) -> Data:
    """Return a battle as data."""
    return {
        "name": battle.name,
        "begun": battle.begun,
        "written": battle.written,
        "ended": battle.ended,
        "rules": battle.rules,
        "house": battle.house,
        "rulings": battle.rulings,
        "melees": battle.melees,
        "losses": battle.losses,
    }


def battle_view(battle: Battle, course: Sequence[Moment]) -> View:
    """Return a battle's moments in order, with verdicts and losses."""
    columns = [
        Column(M("No."), "right"),
        Column(M("Time")),
        Column(M("Melee")),
        Column(M("Verdict")),
        Column(M("Losses")),
    ]
    rows: list[Sequence[Cell]] = [
        (
            NOTHING if moment.number is None else moment.number,
            when(moment.at)[-5:],
            name_of(moment),
            verdict_of(moment),
            losses_text(lost_in(moment)),
        )
        for moment in course
    ]
    return View(_heading(battle), [Grid(M(""), columns, rows)] if rows else [])


def _heading(battle: Battle) -> Message:
    melees = MN("{n} melee", "{n} melees", battle.melees)
    lost = losses_text({side: lost for side, lost in battle.losses.items() if lost})
    date = when(battle.begun)
    return M(
        "{battle}, {date}: {melees}; lost {losses}", battle=battle.name, date=date, melees=melees, losses=lost
    )


def name_of(moment: Moment) -> Message | str:
    """Return what a moment is called: its title, or who met whom, and in which round."""
    if moment.kind == "loss":
        return M("losses from elsewhere")
    if moment.kind == "state":
        return M("a new state")
    if moment.kind == "arrival":
        return M("arrival")
    sides: dict[str | None, list[str]] = {}
    for one in moment.strengths:
        sides.setdefault(one.side, []).append(one.unit)
    met = [Phrases(tuple(units), joiner=",") for units in sides.values()]
    named: Message | str = moment.title or (
        M("{first} – {second}", first=met[0], second=met[1]) if len(met) == 2 else M("melee")
    )
    if moment.round > 1:
        named = M("{melee}, round {n}", melee=named, n=moment.round)
    return M("{melee} (corrected)", melee=named) if moment.corrected else named


def verdict_of(moment: Moment) -> Message | str:
    """Return what a moment came to."""
    if moment.verdict is not None:
        return moment.verdict
    units = tuple(one.unit for one in moment.strengths)
    if moment.kind == "arrival":
        return M("{units}", units=Phrases(units, joiner=","))
    said = [f"{key}={value}" for key, value in moment.data.get("set", {}).items()]
    said += [f"{key}=" for key in moment.data.get("without", ())]
    if said:
        return M("{unit}: {what}", unit=units[0], what=", ".join(said))
    reason = str(moment.data.get("reason") or "")
    lost = sum(one.lost for one in moment.strengths)
    if reason:
        return M("{unit} loses {n}: {reason}", unit=units[0], n=lost, reason=reason)
    return M("{unit} loses {n}", unit=units[0], n=lost)


def lost_in(moment: Moment) -> dict[str, int]:
    """Return what a moment cost each side, in the order of the sides; nothing where nothing is counted."""
    found: dict[str, int] = {}
    for one in moment.strengths:
        if one.count_before is not None and one.before is not None:
            found[one.side or ""] = found.get(one.side or "", 0) + one.lost
    return found


def moment_data(moment: Moment) -> Data:
    """Return a moment as data."""
    shown: Data = {"melee": moment.number, "kind": moment.kind, "at": moment.at}
    if moment.kind == "melee":
        shown |= {
            "title": moment.title,
            "round": moment.round,
            "status": moment.status,
            "winner": moment.winner,
            "corrected": moment.corrected,
        }
    else:
        shown |= moment.data
    shown["verdict"] = verdict_of(moment)
    return {**shown, "units": [strength_data(one) for one in moment.strengths]}


def strength_data(one: Strength) -> Data:
    """Return a unit through one moment as data."""
    return {
        "name": one.unit,
        "side": one.side,
        "before": one.count_before,
        "after": one.count_after,
        "gone": one.after is None,
        "fields": one.after,
    }


def battle_show_data(battle: Battle, course: Sequence[Moment], steps: Sequence[ChangeMade]) -> Data:
    """Return a battle with its moments, and every step that made it, as data."""
    return {
        "format": FORMAT,
        "battle": battle_data(battle),
        "moments": [moment_data(moment) for moment in course],
        "changes": [{"at": s.at, "kind": s.kind, "state": s.state, "title": s.title} for s in steps],
    }


def melee_data(battle: Battle, moment: Moment, melee: MeleeKept) -> Data:
    """Return one melee whole as data: its scenario with the dice, and its result."""
    return {
        "format": FORMAT,
        "battle": battle_data(battle),
        **moment_data(moment),
        "scenario": melee.scenario,
        "result": melee.result,
    }


class Courses:
    """Each unit of a battle through its moments, in the order in which they came."""

    def __init__(self, course: Iterable[Moment]) -> None:
        self.units: dict[str, list[tuple[Moment, Strength]]] = {}
        for moment in course:
            for one in moment.strengths:
                self.units.setdefault(one.unit, []).append((moment, one))

    def by_side(self) -> list[tuple[str | None, list[str]]]:
        """Return the sides, each with its units."""
        sides: dict[str | None, list[str]] = {}
        for name, through in self.units.items():
            sides.setdefault(through[-1][1].side, []).append(name)
        return list(sides.items())

    def numbers(self, name: str) -> list[int]:
        """Return a unit's strength at the start and after each moment, nothing where it is not counted."""
        through = self.units[name]
        first = through[0][1]
        start = first.count_after if first.count_before is None else first.count_before
        counts = [start, *(one.count_after for _, one in through if one.before is not None)]
        return [count for count in counts if count is not None]

    def is_gone(self, name: str) -> bool:
        """Tell whether nothing is left of the unit."""
        return self.units[name][-1][1].after is None


TONES: tuple[Literal["first", "second", "neither"], ...] = ("first", "second", "neither")


def units_view(battle: Battle, course: Sequence[Moment]) -> View:
    """Return each unit's strength through the battle: at the start, after each moment, now; and a bar."""
    courses = Courses(course)
    bars = []
    for place, (side, names) in enumerate(courses.by_side()):
        for rank, name in enumerate(names):
            numbers = courses.numbers(name)
            now = numbers[-1] if numbers else 0
            bars.append(
                Bar(
                    label=name,
                    length=now,
                    figures=[
                        str(numbers[0]) if numbers else NOTHING,
                        " ".join(map(str, numbers[1:])) or NOTHING,
                        M("gone") if courses.is_gone(name) else str(now) if numbers else NOTHING,
                    ],
                    tone=TONES[min(place, 2)],
                    group=M("{side}", side=side or NOTHING) if rank == 0 else None,
                )
            )
    figures = [M("Start"), M("After each"), M("Now")]
    return View(_heading(battle), [Bars(M("Units"), M("Unit"), figures, bars)] if bars else [])


def units_table(battle: Battle, course: Sequence[Moment]) -> View:
    """Return what :func:`units_view` does as a table, where no bars are drawn."""
    courses = Courses(course)
    rows: list[Sequence[Cell]] = []
    for side, names in courses.by_side():
        for name in names:
            numbers = [str(number) for number in courses.numbers(name)] or [NOTHING]
            now = M("gone") if courses.is_gone(name) else numbers[-1]
            rows.append((side or NOTHING, name, numbers[0], " ".join(numbers[1:]) or NOTHING, now))
    columns = [Column(M("Side")), Column(M("Unit"))]
    columns += [Column(title, "right") for title in (M("Start"), M("After each"), M("Now"))]
    return View(_heading(battle), [Grid(M("Units"), columns, rows)] if rows else [])


def units_data(battle: Battle, course: Sequence[Moment]) -> Data:
    """Return each unit's strength through the battle as data."""
    shown = []
    for name, through in Courses(course).units.items():
        last = through[-1][1]
        first = through[0][1]
        shown.append(
            {
                "name": name,
                "side": last.side,
                "start": first.count_after if first.count_before is None else first.count_before,
                "now": last.count_after,
                "gone": last.after is None,
                "fields": last.after,
                "course": [
                    {
                        "melee": moment.number,
                        "kind": moment.kind,
                        "before": one.count_before,
                        "after": one.count_after,
                    }
                    for moment, one in through
                ],
            }
        )
    return {"format": FORMAT, "battle": battle_data(battle), "units": shown}


def entries(course: Sequence[Moment]) -> list[Data]:
    """Return a row a unit of each moment, for a table."""
    return [
        {
            "melee": moment.number,
            "kind": moment.kind,
            "at": moment.at,
            "title": moment.title,
            "round": moment.round,
            "status": moment.status,
            "verdict": verdict_of(moment),
            "winner": moment.winner,
            "side": one.side,
            "unit": one.unit,
            "before": one.count_before,
            "after": one.count_after,
            "lost": one.lost,
        }
        for moment in course
        for one in moment.strengths
    ]


def unit_entries(units: Sequence[Data]) -> list[Data]:
    """Return a row a unit and moment, for a table."""
    return [{"unit": unit["name"], "side": unit["side"], **step} for unit in units for step in unit["course"]]


def change_data(battle: Battle, step: ChangeMade) -> Data:
    """Return one step, done or undone, as data."""
    return {
        "format": FORMAT,
        "battle": battle_data(battle),
        "changes": [{"at": step.at, "kind": step.kind, "state": step.state, "title": step.title}],
    }


def losses_over(course: Sequence[Moment]) -> list[tuple[str, list[int]]]:
    """Return each side with what it has lost before the first moment and after each, added up."""
    sides: dict[str, list[int]] = {}
    for moment in course:
        for side in lost_in(moment):
            sides.setdefault(side, [0])
    for moment in course:
        lost = lost_in(moment)
        for side, sums in sides.items():
            sums.append(sums[-1] + lost.get(side, 0))
    return list(sides.items())
