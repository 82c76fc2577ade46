"""The moments of a battle in their order: melees, losses, states, arrivals; and the units in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from melee_cli import __version__
from melee_cli.core.messages import Message
from melee_cli.journal.packing import text_of, value_of
from melee_cli.journal.store import Store, now

Fields: TypeAlias = Mapping[str, Any]
Status: TypeAlias = Literal["done", "impossible", "dice"]


@dataclass(frozen=True, slots=True)
class Strength:
    """One unit through one moment: what it was before, and what is left of it.

    ``before`` and ``after`` are its lasting fields (``after`` None: it is gone, ``before`` None: it was
    not there); the counts are its figures or models where the rules count them. ``words`` is how it was
    written. ``own`` are the fields that were said of it there, and not brought along from the moment
    before; None where it came fresh.
    """

    unit: str
    side: str | None
    words: str
    before: Fields | None
    after: Fields | None
    count_before: int | None = None
    count_after: int | None = None
    own: tuple[str, ...] | None = None

    @property
    def lost(self) -> int:
        """How many figures or models this moment cost, 0 where the rules do not count them."""
        if self.count_before is None or self.count_after is None:
            return 0
        return self.count_before - self.count_after


@dataclass(frozen=True, slots=True)
class MeleeKept:
    """One melee, or one round of it.

    ``status``: ``done``; ``impossible`` (a correction before it left a unit out, ``verdict`` says why);
    ``dice`` (a correction before it asks for dice that nobody threw). ``follows`` is the place of the
    melee of which this is the next round.
    """

    scenario: Fields
    status: Status
    verdict: Message
    result: Fields | None = None
    winner: str | None = None
    difference: int | None = None
    strengths: tuple[Strength, ...] = ()
    follows: int | None = None
    version: str = __version__

    @property
    def title(self) -> str | None:
        """The scenario's own title."""
        title = self.scenario.get("title")
        return title if isinstance(title, str) else None

    @property
    def round(self) -> int:
        """Which round of its combat this is."""
        number = self.scenario.get("round", 1)
        return number if isinstance(number, int) and number > 0 else 1


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of a battle as it counts now.

    ``number`` counts the melees from 1, None for what is none; of a melee the round, status, verdict,
    title and winner are here, the scenario and the result with :func:`melee_of`.
    """

    id: int
    place: int
    at: str
    kind: str
    data: Fields
    strengths: tuple[Strength, ...] = ()
    number: int | None = None
    title: str | None = None
    round: int = 1
    status: str = "done"
    verdict: Message | None = None
    winner: str | None = None
    follows: int | None = None
    corrected: bool = False


LIVE = """
    SELECT max(m.id) AS id FROM moments m JOIN changes c ON c.id = m.change
    WHERE m.battle = ? AND c.state = 'done' GROUP BY m.place HAVING min(m.id) = m.place
"""
MOMENTS = f"""
    SELECT m.*, e.title, e.round, e.status, e.verdict, e.winner, e.follows
    FROM moments m LEFT JOIN melees e ON e.moment = m.id WHERE m.id IN ({LIVE}) ORDER BY m.place
"""
STRENGTHS = f"""
    SELECT s.*, u.name FROM strengths s JOIN units u ON u.id = s.unit WHERE s.moment IN ({LIVE})
    ORDER BY s.place, s.rank
"""


UNITS_THERE = """
    SELECT s.*, u.name FROM strengths s JOIN units u ON u.id = s.unit WHERE s.moment = ? ORDER BY s.rank
"""


def of_battle(store: Store, battle: int) -> list[Moment]:
    """Return the moments of the battle in order, each with its units."""
    units: dict[int, list[Strength]] = {}
    for row in store.rows(STRENGTHS, battle):
        units.setdefault(row["moment"], []).append(_strength(row))
    found = melees_of(store, battle, others=True)
    return [replace(moment, strengths=tuple(units.get(moment.id, ()))) for moment in found]


def melees_of(store: Store, battle: int, others: bool = False) -> list[Moment]:
    """Return the battle's melees in order without their units; with *others* every moment."""
    found, number = [], 0
    for row in store.rows(MOMENTS, battle):
        is_melee = row["kind"] == "melee"
        number += is_melee
        if is_melee or others:
            found.append(_moment(row, number if is_melee else None))
    return found


def melee_of(store: Store, moment: Moment) -> MeleeKept:
    """Return the whole melee of *moment*."""
    row = store.row("SELECT * FROM melees WHERE moment = ?", moment.id)
    if row is None:
        raise LookupError(moment.id)
    units = [_strength(one) for one in store.rows(UNITS_THERE, moment.id)]
    return MeleeKept(
        scenario=value_of(row["scenario"]),
        status=row["status"],
        verdict=value_of(row["verdict"]),
        result=None if row["result"] is None else value_of(row["result"]),
        winner=row["winner"],
        difference=row["difference"],
        strengths=tuple(units),
        follows=row["follows"],
        version=row["version"],
    )


def present(found: Iterable[Moment]) -> dict[str, Strength]:
    """Return the last that is known of each unit in the moments *found*, in the order they came."""
    units: dict[str, Strength] = {}
    for moment in found:
        for one in moment.strengths:
            units[one.unit] = one
    return units


def add(
    store: Store,
    battle: int,
    change: int,
    kind: str,
    data: Fields,
    strengths: Sequence[Strength],
    melee: MeleeKept | None,
    instead: Moment | None = None,
) -> int:
    """Write a moment within a transaction, *instead* of the one it corrects; return its place."""
    place = None if instead is None else instead.place
    moment = store.write(
        "INSERT INTO moments (battle, change, place, at, kind, data) VALUES (?, ?, ?, ?, ?, ?)",
        battle,
        change,
        place or 0,
        now() if instead is None else instead.at,
        kind,
        text_of(data),
    )
    if place is None:
        place = moment
        store.write("UPDATE moments SET place = id WHERE id = ?", moment)
    for rank, one in enumerate(strengths):
        store.write(
            "INSERT INTO strengths VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            _unit(store, battle, one.unit),
            place,
            moment,
            rank,
            one.side,
            one.words,
            None if one.before is None else text_of(one.before),
            None if one.after is None else text_of(one.after),
            one.count_before,
            one.count_after,
            None if one.own is None else text_of(list(one.own)),
        )
    if melee is not None:
        store.write(
            "INSERT INTO melees VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            moment,
            melee.follows,
            melee.title,
            melee.round,
            melee.status,
            melee.winner,
            melee.difference,
            text_of(melee.verdict),
            text_of(melee.scenario),
            None if melee.result is None else text_of(melee.result),
            melee.version,
        )
    return place


def bases_of(store: Store, battle: int, scenario: Fields) -> tuple[int | None, dict[str, Fields]]:
    """Return of which melee *scenario* is the next round, and what each of its units comes with."""
    names = [str(unit["name"]) for side in scenario["sides"] for unit in side["units"]]
    bases: dict[str, Fields] = {}
    last = 0
    for name in names:
        row = store.row(
            """
            SELECT s.after, s.place, m.kind FROM units u JOIN strengths s ON s.unit = u.id
            JOIN moments m ON m.id = s.moment JOIN changes c ON c.id = m.change
            JOIN moments f ON f.id = s.place JOIN changes d ON d.id = f.change
            WHERE u.battle = ? AND u.name = ? AND c.state = 'done' AND d.state = 'done'
            ORDER BY s.place DESC, s.moment DESC LIMIT 1
            """,
            battle,
            name,
        )
        if row is not None and row["after"] is not None:
            bases[name] = value_of(row["after"])
            if row["kind"] == "melee":
                last = max(last, row["place"])
    if last and _round(scenario) > 1:
        before = _next_round(store, last)
        if before is not None and _round(before) == _round(scenario):
            return last, bases | units_of(before)
    return None, bases


def units_of(scenario: Fields) -> dict[str, Fields]:
    """Return the units of a scenario by their names, each without its name."""
    return {
        str(unit["name"]): {key: value for key, value in unit.items() if key != "name"}
        for side in scenario["sides"]
        for unit in side["units"]
    }


def _round(scenario: Fields) -> int:
    number = scenario.get("round", 1)
    return number if isinstance(number, int) else 1


def _next_round(store: Store, place: int) -> Mapping[str, Any] | None:
    row = store.row(
        """
        SELECT e.result FROM melees e JOIN moments m ON m.id = e.moment JOIN changes c ON c.id = m.change
        WHERE m.place = ? AND c.state = 'done' ORDER BY m.id DESC LIMIT 1
        """,
        place,
    )
    if row is None or row["result"] is None:
        return None
    following = value_of(row["result"]).get("next_round")
    return following if isinstance(following, Mapping) else None


def _unit(store: Store, battle: int, name: str) -> int:
    row = store.row("SELECT id FROM units WHERE battle = ? AND name = ?", battle, name)
    if row is not None:
        return int(row["id"])
    return store.write("INSERT INTO units (battle, name) VALUES (?, ?)", battle, name)


def _moment(row: Any, number: int | None) -> Moment:
    return Moment(
        id=row["id"],
        place=row["place"],
        at=row["at"],
        kind=row["kind"],
        data=value_of(row["data"]),
        number=number,
        title=row["title"],
        round=row["round"] or 1,
        status=row["status"] or "done",
        verdict=None if row["verdict"] is None else value_of(row["verdict"]),
        winner=row["winner"],
        follows=row["follows"],
        corrected=row["id"] != row["place"],
    )


def _strength(row: Any) -> Strength:
    return Strength(
        row["name"],
        row["side"],
        row["words"],
        None if row["before"] is None else value_of(row["before"]),
        None if row["after"] is None else value_of(row["after"]),
        row["count_before"],
        row["count_after"],
        None if row["own"] is None else tuple(value_of(row["own"])),
    )


def own_fields(unit: Fields, base: Fields | None) -> tuple[str, ...] | None:
    """Return the fields of *unit* that differ from the *base* it came with; None where there was none."""
    if base is None:
        return None
    nothing = object()
    keys = sorted({*unit, *base} - {"name"})
    return tuple(key for key in keys if unit.get(key, nothing) != base.get(key, nothing))


def with_bases(melee: MeleeKept, bases: Mapping[str, Fields], follows: int | None) -> MeleeKept:
    """Return *melee* with what each unit said of its own beside what it came with."""
    units = {unit["name"]: unit for side in melee.scenario["sides"] for unit in side["units"]}
    strengths = tuple(
        replace(one, own=own_fields(units[one.unit], bases.get(one.unit))) for one in melee.strengths
    )
    return replace(melee, strengths=strengths, follows=follows)
