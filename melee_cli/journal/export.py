"""A battle out of the journal and back: scenarios that resolve alike, or data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from melee_cli.core.messages import M
from melee_cli.formats.documents import documents
from melee_cli.journal import battles, moments
from melee_cli.journal.battles import Battle
from melee_cli.journal.melees import worked_out
from melee_cli.journal.moments import Fields, MeleeKept, Moment, Strength
from melee_cli.journal.packing import pack, unpack
from melee_cli.journal.store import JournalError, Store, now, refused
from melee_cli.journal.views import FORMAT, battle_data, verdict_of
from melee_cli.scenario.write import to_yaml

MARK = "# melee-journal: "
HEADING = ("name", "begun", "ended", "rules", "house", "rulings")


@dataclass(frozen=True, slots=True)
class Chapter:
    """One moment of a battle for export: the moment, and its melee where it is one."""

    moment: Moment
    melee: MeleeKept | None


def chapters(store: Store, battle: Battle) -> list[Chapter]:
    """Return the battle's moments in order, each melee whole."""
    return [
        Chapter(moment, moments.melee_of(store, moment) if moment.kind == "melee" else None)
        for moment in moments.of_battle(store, battle.id)
    ]


def records(battle: Battle, course: Sequence[Chapter]) -> Iterator[dict[str, Any]]:
    """Yield the battle's heading and then each moment, as plain data that :func:`bring` takes back."""
    heading = battle_data(battle)
    yield {"kind": "battle", **{key: pack(heading[key]) for key in HEADING}}
    numbers = {chapter.moment.place: number for number, chapter in enumerate(course)}
    for moment, melee in ((chapter.moment, chapter.melee) for chapter in course):
        record: dict[str, Any] = {"kind": moment.kind, "at": moment.at}
        if melee is None:
            record["data"] = pack(moment.data)
        else:
            follows = None if melee.follows is None else numbers.get(melee.follows)
            record |= {"status": melee.status, "verdict": pack(melee.verdict), "follows": follows}
        yield {**record, "units": [_unit(one) for one in moment.strengths]}


def _unit(one: Strength) -> dict[str, Any]:
    return {
        "name": one.unit,
        "side": one.side,
        "words": one.words,
        "own": None if one.own is None else list(one.own),
        "before": pack(one.before),
        "after": pack(one.after),
        "count_before": one.count_before,
        "count_after": one.count_after,
    }


def as_yaml(battle: Battle, course: Sequence[Chapter]) -> list[str]:
    """Return the battle as documents of YAML, one a melee, which ``melee resolve`` resolves alike.

    What is no scenario (losses from elsewhere, the units' lines) stands in comments between them.
    """
    heading, *found = records(battle, course)
    parts: list[str] = []
    text = _comment(heading)
    for record, chapter in zip(found, course, strict=True):
        text += _comment(record)
        if chapter.melee is not None:
            parts.append(text + to_yaml(chapter.melee.scenario))
            text = ""
    if not parts:
        return [text]
    return [*parts[:-1], parts[-1] + text]


def _comment(record: Mapping[str, Any]) -> str:
    return MARK + json.dumps(record, ensure_ascii=True, separators=(",", ":")) + "\n"


def as_data(battle: Battle, course: Sequence[Chapter]) -> dict[str, Any]:
    """Return the battle as data: everything, with each melee's scenario and result."""
    heading, *found = records(battle, course)
    shown = []
    for record, chapter in zip(found, course, strict=True):
        if chapter.melee is not None:
            record |= {
                "number": chapter.moment.number,
                "text": chapter.melee.verdict,
                "scenario": pack(chapter.melee.scenario),
                "result": chapter.melee.result,
            }
        shown.append(record)
    return {"format": FORMAT, "battle": heading, "moments": shown}


def bring(store: Store, path: Path, name: str | None = None) -> Battle:
    """Write the battle of the file or folder at *path* into the journal, and return it.

    A name that is taken gets a number. Scenarios that were never in a journal are a battle too, as long
    as they give their dice. Raises :class:`JournalError` with what is wrong with the file.
    """
    heading, found = _read(path)
    wanted = name or str(heading.get("name") or path.stem)
    try:
        return _bring(store, wanted, heading, found)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise _no_battle(path) from error


def _bring(store: Store, wanted: str, heading: Fields, found: Sequence[Found]) -> Battle:
    """Write the battle *wanted* of that *heading* with what was *found*; a strange file raises anything."""
    with store.transaction():
        battle = battles.begin(
            store,
            wanted,
            heading.get("rules"),
            heading.get("house"),
            unpack(heading.get("rulings") or {}),
            heading.get("begun"),
        )
        places: list[int] = []
        for record, scenario in found:
            places.append(_brought(store, battle, record, scenario, places))
        battles.settle(store, battle)
        store.write("UPDATE battles SET ended = ? WHERE id = ?", heading.get("ended"), battle)
    return battles.by_id(store, battle)


Found = tuple[dict[str, Any], Fields | None]


def _read(path: Path) -> tuple[dict[str, Any], list[Found]]:
    """Return the heading and the records of the file at *path*, each melee with its scenario."""
    texts = _texts(path)
    if len(texts) == 1 and texts[0].lstrip().startswith("{"):
        try:
            data = json.loads(texts[0])
            return data["battle"], [(one, unpack(one.get("scenario"))) for one in data["moments"]]
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise _no_battle(path) from error
    try:
        marks = [json.loads(line.removeprefix(MARK)) for line in _marked(texts)]
    except ValueError as error:
        raise _no_battle(path) from error
    scenarios = _scenarios(path)
    heading = marks.pop(0) if marks and marks[0].get("kind") == "battle" else {}
    if not marks:
        marks = [{"kind": "melee"} for _ in scenarios]
        heading = {"rules": scenarios[0].get("rules") if scenarios else None, **heading}
    if sum(mark["kind"] == "melee" for mark in marks) != len(scenarios):
        raise _no_battle(path)
    waiting = iter(scenarios)
    return heading, [(mark, next(waiting) if mark["kind"] == "melee" else None) for mark in marks]


def _marked(texts: Sequence[str]) -> Iterator[str]:
    return (line for text in texts for line in text.splitlines() if line.startswith(MARK))


def _no_battle(path: Path) -> JournalError:
    return refused("not-a-battle", M("{file} holds no battle that could be brought back", file=str(path)))


def _texts(path: Path) -> list[str]:
    """Return the texts of the file at *path*, or of the YAML files in that folder in their order."""
    files = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    try:
        return [file.read_text(encoding="utf-8-sig") for file in files]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise refused("unreadable", M("{file} cannot be read: {why}", file=str(path), why=why)) from error


def _scenarios(path: Path) -> list[Fields]:
    """Return the scenarios at *path*; the first problem of the reader is raised."""
    found: list[Fields] = []
    for document in documents([str(path)]):
        if document.problems:
            raise refused(document.problems[0].code, document.problems[0].message)
        if isinstance(document.data, Mapping):
            found.append(document.data)
    return found


def _brought(
    store: Store, battle: int, record: Fields, scenario: Fields | None, places: Sequence[int]
) -> int:
    """Write one moment of a battle that comes back, within a transaction, and return its place."""
    units = [_strength(one) for one in record.get("units", ())]
    data = unpack(record.get("data", {}))
    melee = None
    if scenario is not None:
        melee = worked_out(scenario, {one.unit: one.words for one in units})
        status = record.get("status", "done")
        if status == "done" and melee.status != "done":
            raise refused("not-a-battle", M("a melee cannot be worked out again: {why}", why=melee.verdict))
        if status != "done":
            melee = MeleeKept(scenario, status, unpack(record["verdict"]), strengths=tuple(units))
        own = {one.unit: one.own for one in units}
        kept = tuple(replace(one, own=own.get(one.unit)) for one in melee.strengths)
        follows = record.get("follows")
        melee = replace(melee, strengths=kept, follows=None if follows is None else places[follows])
        units = list(kept)
    at = record.get("at") or now()
    kind = record["kind"]
    title = verdict_of(Moment(0, 0, at, kind, data, tuple(units))) if melee is None else melee.verdict
    made = battles.change(store, battle, kind, M("{title}", title=title))
    place = moments.add(store, battle, made, kind, data, units, melee)
    store.write("UPDATE moments SET at = ? WHERE id = ?", at, place)
    return place


def _strength(one: Fields) -> Strength:
    return Strength(
        one["name"],
        one["side"],
        one["words"],
        unpack(one["before"]),
        unpack(one["after"]),
        one["count_before"],
        one["count_after"],
        None if one["own"] is None else tuple(one["own"]),
    )
