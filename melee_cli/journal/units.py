"""Units between melees: losses from elsewhere, a new state, units that arrive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from melee_cli.core.messages import MN, M, Phrases
from melee_cli.formats.limits import plain
from melee_cli.journal import battles, moments
from melee_cli.journal.battles import Battle
from melee_cli.journal.corrections import fallen_on, system_of
from melee_cli.journal.melees import counted, unit_problems
from melee_cli.journal.moments import Fields, Strength
from melee_cli.journal.store import JournalError, Store, refused


def unit_named(store: Store, battle: Battle, name: str) -> Strength:
    """Return the unit of the battle called *name* or beginning so, as it is now."""
    units = moments.present(moments.of_battle(store, battle.id))
    folded = name.casefold()
    exact = [one for unit, one in units.items() if unit.casefold() == folded]
    found = exact or [one for unit, one in units.items() if unit.casefold().startswith(folded)]
    if len(found) == 1:
        return found[0]
    if not found:
        hint = M("its units: {names}", names=Phrases(tuple(units), joiner=",")) if units else None
        raise refused("no-such-unit", M("{battle} has no unit {name}", battle=battle.name, name=name), hint)
    several = Phrases(tuple(one.unit for one in found))
    raise refused(
        "name-ambiguous",
        M("{name} begins the names of several units", name=name),
        M("they are {names}", names=several),
    )


def lose(store: Store, battle: Battle, name: str, number: int, reason: str) -> Strength:
    """Take *number* figures from a unit, and return it as it is then; :class:`JournalError` if it cannot."""
    system = system_of(battle)
    with store.transaction():
        last = unit_named(store, battle, name)
        count = counted(system, last.after)
        if last.after is None:
            raise refused("unit-gone", M("{unit} is gone already", unit=last.unit))
        if count is None:
            raise refused("not-counted", M("{unit} has no number that could fall", unit=last.unit))
        if number > count:
            raise refused("too-many-lost", M("{unit} has only {n} left", unit=last.unit, n=count))
        data = {"lost": number, "reason": reason}
        title = M("{unit} loses {n}", unit=last.unit, n=number)
        if reason:
            title = M("{unit} loses {n}: {reason}", unit=last.unit, n=number, reason=reason)
        after = fallen_on(replace(last, words="", own=None), last, data, system)
        battles.add_moment(store, battle.id, "loss", title, data, [after])
    return after


def set_state(store: Store, battle: Battle, name: str, key: str, value: str) -> Strength:
    """Give a unit the field *key* (an empty *value* takes it away), and return it as it is then."""
    system = system_of(battle)
    with store.transaction():
        last = unit_named(store, battle, name)
        if last.after is None:
            raise refused("unit-gone", M("{unit} is gone already", unit=last.unit))
        data: Fields = {"set": {key: plain(value)}} if value else {"without": [key]}
        after = fallen_on(replace(last, words="", own=None), last, data, system)
        wrong = unit_problems({"name": last.unit, **(after.after or {})}, system) if value else []
        if wrong:
            raise JournalError(wrong[0])
        title = M("{unit}: {key}={value}", unit=last.unit, key=key, value=value)
        battles.add_moment(store, battle.id, "state", title, data, [after])
    return after


def arrive(store: Store, battle: Battle, units: Sequence[tuple[Fields, str | None]]) -> int:
    """Write *units*, each with its side, as those that the battle has from now on; return how many."""
    system = system_of(battle)
    strengths = []
    for fields, side in units:
        lasting = {key: value for key, value in fields.items() if key != "name"}
        count = counted(system, lasting)
        strengths.append(Strength(str(fields["name"]), side, "", None, lasting, count, count))
    with store.transaction():
        battles.add_moment(
            store,
            battle.id,
            "arrival",
            MN("{n} unit arrives", "{n} units arrive", len(strengths)),
            {},
            strengths,
        )
    return len(strengths)
