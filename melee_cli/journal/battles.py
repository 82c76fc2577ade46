"""Battles: begun, found by name or number, added to, undone and redone, ended, deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.journal import moments
from melee_cli.journal.moments import Fields, MeleeKept, Moment, Strength, with_bases
from melee_cli.journal.packing import text_of, value_of
from melee_cli.journal.store import Store, now, refused

LATEST = 20


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle: its name, when it was begun and last written, its rules, what it has cost each side."""

    id: int
    name: str
    begun: str
    written: str
    ended: str | None
    rules: str | None
    house: str | None
    rulings: Fields
    melees: int
    losses: Mapping[str, int]


BATTLES = "SELECT * FROM battles"


def _battle(row: Any) -> Battle:
    return Battle(
        row["id"],
        row["name"],
        row["begun"],
        row["written"],
        row["ended"],
        row["rules"],
        row["house"],
        value_of(row["rulings"]),
        row["melees"],
        value_of(row["losses"]),
    )


def newest(store: Store, most: int | None = LATEST) -> list[Battle]:
    """Return the battles, the one written last first; at most so many."""
    rows = store.rows(f"{BATTLES} ORDER BY turn DESC LIMIT ?", -1 if most is None else most)
    return [_battle(row) for row in rows]


def how_many(store: Store) -> int:
    """Return how many battles there are."""
    row = store.row("SELECT count(*) FROM battles")
    return 0 if row is None else int(row[0])


def find(store: Store, named: str | None) -> Battle:
    """Return the battle of that name, of that unique beginning of a name, or of that number of the list.

    Without a name the one last written. Raises :class:`JournalError` where there is none or several.
    """
    if named is None:
        row = store.row(f"{BATTLES} ORDER BY turn DESC LIMIT 1")
        if row is None:
            raise refused("no-battle", M("there is no battle in the journal yet"))
        return _battle(row)
    exact = by_name(store, named)
    if exact is not None:
        return exact
    if named.isdecimal() and len(named) < 9:
        numbered = store.rows(f"{BATTLES} ORDER BY turn DESC LIMIT 1 OFFSET ?", max(int(named) - 1, 0))
        if numbered and int(named):
            return _battle(numbered[0])
    folded = named.casefold()
    found = [row["name"] for row in store.rows("SELECT name FROM battles ORDER BY turn DESC")]
    near = [name for name in found if name.casefold().startswith(folded)]
    if len(near) == 1:
        only = by_name(store, near[0])
        assert only is not None
        return only
    if near:
        several = Phrases(tuple(near[:LATEST]))
        raise refused(
            "battle-ambiguous",
            M("{name} begins several battles", name=named),
            M("they are {names}", names=several),
        )
    raise refused("no-battle", M("there is no battle {name}", name=named), M("melee journal lists them"))


def by_name(store: Store, name: str) -> Battle | None:
    """Return the battle called exactly *name*, None where there is none."""
    row = store.row(f"{BATTLES} WHERE name = ?", name)
    return None if row is None else _battle(row)


def by_id(store: Store, battle: int) -> Battle:
    """Return the battle of that id; LookupError where it has been deleted."""
    row = store.row(f"{BATTLES} WHERE id = ?", battle)
    if row is None:
        raise LookupError(battle)
    return _battle(row)


def is_there(store: Store, battle: int) -> bool:
    """Tell whether there is a battle of that id."""
    return store.row("SELECT 1 FROM battles WHERE id = ?", battle) is not None


def begin(
    store: Store,
    name: str,
    rules: str | None = None,
    house: str | None = None,
    rulings: Fields | None = None,
    begun: str | None = None,
) -> int:
    """Begin a battle within a transaction and return its id; a number is added to a *name* that is taken."""
    at = begun or now()
    free, number = name, 1
    while store.row("SELECT 1 FROM battles WHERE name = ?", free) is not None:
        number += 1
        free = f"{name} ({number})"
    return store.write(
        "INSERT INTO battles (name, begun, written, turn, rules, house, rulings) VALUES (?, ?, ?, ?, ?, ?,?)",
        free,
        at,
        at,
        _turn(store),
        rules,
        house,
        text_of(rulings or {}),
    )


def opened(store: Store, name: str, rules: str, scenario: Fields) -> Battle:
    """Return the battle *name*, begun within a transaction where there is none.

    Raises :class:`JournalError` where it is one of other rules.
    """
    found = by_name(store, name)
    if found is None:
        rulings = scenario.get("rulings") or {}
        found = by_id(store, begin(store, name, rules, scenario.get("house"), rulings))
    elif found.rules is None:
        store.write("UPDATE battles SET rules = ? WHERE id = ?", rules, found.id)
    elif found.rules != rules:
        raise refused(
            "other-rules",
            M(
                "the battle {name} is one of {rules}, the melee one of {other}",
                name=name,
                rules=found.rules,
                other=rules,
            ),
        )
    return found


def _turn(store: Store) -> int:
    row = store.row("SELECT max(turn) FROM battles")
    last = row[0] if row is not None else None
    return 1 if last is None else int(last) + 1


def _touch(store: Store, battle: int) -> None:
    turn = _turn(store)
    store.write("UPDATE battles SET written = ?, turn = ? WHERE id = ?", now(), turn, battle)


def change(store: Store, battle: int, kind: str, title: Message) -> int:
    """Write a change within a transaction and return its id; what was undone can no longer be redone."""
    store.write("UPDATE changes SET state = 'dropped' WHERE battle = ? AND state = 'undone'", battle)
    _touch(store, battle)
    return store.write(
        "INSERT INTO changes (battle, at, kind, title) VALUES (?, ?, ?, ?)",
        battle,
        now(),
        kind,
        text_of(title),
    )


def add_melee(store: Store, battle: int, melee: MeleeKept) -> int:
    """Write *melee* within a transaction as the battle's next, and return its place."""
    follows, bases = moments.bases_of(store, battle, melee.scenario)
    melee = with_bases(melee, bases, follows)
    made = change(store, battle, "melee", melee.verdict)
    place = moments.add(store, battle, made, "melee", {}, melee.strengths, melee)
    losses = dict(by_id(store, battle).losses)
    for one in melee.strengths:
        losses[one.side or ""] = losses.get(one.side or "", 0) + one.lost
    store.write(
        "UPDATE battles SET melees = melees + 1, losses = ?, ended = NULL WHERE id = ?",
        text_of(losses),
        battle,
    )
    return place


def add_moment(
    store: Store, battle: int, kind: str, title: Message, data: Fields, strengths: Sequence[Strength]
) -> int:
    """Write losses from elsewhere, a state or units that arrive, within a transaction; return the place."""
    made = change(store, battle, kind, title)
    place = moments.add(store, battle, made, kind, data, strengths, None)
    settle(store, battle)
    return place


def settle(store: Store, battle: int) -> None:
    """Count the battle's melees and losses anew, within a transaction."""
    losses: dict[str, int] = {}
    melees = 0
    for moment in moments.of_battle(store, battle):
        melees += moment.kind == "melee"
        for one in moment.strengths:
            if one.before is not None and (one.lost or moment.kind == "melee"):
                losses[one.side or ""] = losses.get(one.side or "", 0) + one.lost
    store.write("UPDATE battles SET melees = ?, losses = ? WHERE id = ?", melees, text_of(losses), battle)


@dataclass(frozen=True, slots=True)
class ChangeMade:
    """One step of a battle: what it was, in words, and whether it is done or undone."""

    id: int
    at: str
    kind: str
    title: Message
    state: str


def changes(store: Store, battle: int) -> list[ChangeMade]:
    """Return every step of the battle, the first first, those taken back with them."""
    return [
        ChangeMade(row["id"], row["at"], row["kind"], value_of(row["title"]), row["state"])
        for row in store.rows("SELECT * FROM changes WHERE battle = ? ORDER BY id", battle)
    ]


def last_change(store: Store, battle: int) -> int:
    """Return the id of the last change made to the battle and done, 0 where there is none."""
    row = store.row("SELECT max(id) FROM changes WHERE battle = ? AND state = 'done'", battle)
    return int(row[0] or 0) if row is not None else 0


def undo(store: Store, battle: int) -> ChangeMade:
    """Take back the last change of the battle and return it; :class:`JournalError` where there is none."""
    with store.transaction():
        row = store.row(
            "SELECT * FROM changes WHERE battle = ? AND state = 'done' ORDER BY id DESC LIMIT 1", battle
        )
        if row is None:
            raise refused("nothing-to-undo", M("there is nothing to take back in this battle"))
        return _marked(store, battle, row, "undone")


def redo(store: Store, battle: int) -> ChangeMade:
    """Do again what was taken back last and return it; :class:`JournalError` where there is nothing."""
    with store.transaction():
        row = store.row(
            "SELECT * FROM changes WHERE battle = ? AND state = 'undone' ORDER BY id LIMIT 1", battle
        )
        if row is None:
            raise refused("nothing-to-redo", M("nothing was taken back that could be done again"))
        return _marked(store, battle, row, "done")


def take_back(store: Store, battle: int, place: int) -> None:
    """Take back, within a transaction, the very change that brought the moment at *place*."""
    row = store.row(
        "SELECT c.* FROM changes c JOIN moments m ON m.change = c.id WHERE m.id = ? AND c.state = 'done'",
        place,
    )
    if row is not None:
        _marked(store, battle, row, "undone")


def _marked(store: Store, battle: int, row: Any, state: str) -> ChangeMade:
    store.write("UPDATE changes SET state = ? WHERE id = ?", state, row["id"])
    settle(store, battle)
    _touch(store, battle)
    return ChangeMade(row["id"], row["at"], row["kind"], value_of(row["title"]), state)


def end(store: Store, battle: int, ended: bool = True) -> None:
    """Mark the battle as ended, or as open again, within a transaction."""
    store.write("UPDATE battles SET ended = ? WHERE id = ?", now() if ended else None, battle)


def delete(store: Store, battle: int) -> None:
    """Remove the battle with everything in it, for ever."""
    with store.transaction():
        store.write("DELETE FROM battles WHERE id = ?", battle)


def melee_at(store: Store, battle: Battle, number: int) -> Moment:
    """Return the battle's melee of that *number*; :class:`JournalError` where there is none."""
    found = moments.melees_of(store, battle.id)
    if not 1 <= number <= len(found):
        raise refused(
            "no-melee",
            M("{battle} has no melee {n}", battle=battle.name, n=number),
            M("its melees are numbered from 1 to {n}", n=len(found)) if found else None,
        )
    return found[number - 1]


def recall(store: Store, key: str) -> str | None:
    """Return what was remembered under *key*, None where there is nothing."""
    row = store.row("SELECT value FROM remembered WHERE key = ?", key)
    return None if row is None else str(row[0])


def remember(store: Store, key: str, value: str) -> None:
    """Keep *value* under *key*, within a transaction."""
    store.write(
        "INSERT INTO remembered VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", key, value
    )
