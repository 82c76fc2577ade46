"""What the commands do to the table and to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.formats.limits import plain
from melee_cli.session.commands import SAVE_WORDS, Called, all_commands
from melee_cli.session.files import evening_text, export, load, melee_text, read_roster, roster_text
from melee_cli.session.next_melee import dice_again, finished, losses, new_melee, remembered
from melee_cli.session.play import known_so_far
from melee_cli.session.prompts import Shown, Turn, Whole, refused
from melee_cli.session.scenario import Desk, before_dice, odds_of, scenario_of, without_stale
from melee_cli.session.setup import against, joined, recallable, settings_wrong
from melee_cli.session.state import Fields
from melee_cli.session.units import account, begins, cloned_name, described, echo, overview, words_of

ANYWHERE = {  # what can be done before there is a table
    "system": ("help", "quit", "load"),
    "roster": ("help", "quit"),
    "names": ("help", "quit", "load"),
}
NO_TABLE = M("there is no melee on the table yet")


def run(desk: Desk, called: Called) -> Turn:
    """Do what *called* asks for."""
    name = called.command.id
    if desk.table.phase in ANYWHERE and name not in ANYWHERE[desk.table.phase]:
        return refused(Problem("too-early", NO_TABLE))
    return EFFECTS[name](desk, called)


def _which(desk: Desk, called: Called) -> tuple[int, int] | Problem:
    """Return side and place of the unit that a command names by its number or the beginning of its name."""
    table = desk.table
    typed = called.argument.strip().strip('"')
    at = table.unit_at(int(typed)) if typed.isdecimal() and len(typed) < 5 else None
    if at:
        return at
    places = {unit.name: (s, i) for s, side in enumerate(table.sides) for i, unit in enumerate(side)}
    _, found = begins([typed] if typed else [], list(places))
    if len(found) == 1:
        return places[found[0]]
    if not places:
        return Problem("no-such-unit", M("there are no units yet"))
    what = M("which unit?") if not typed else M("there is no one unit {typed}", typed=typed)
    return Problem("no-such-unit", what, hint=MN("its number: 1", "its number, 1 to {n}", len(places)))


def _edit(desk: Desk, called: Called) -> Turn:
    at = _which(desk, called)
    if isinstance(at, Problem):
        return refused(at)
    return Turn(replace(desk.table, editing=at))


def _delete(desk: Desk, called: Called) -> Turn:
    at = _which(desk, called)
    if isinstance(at, Problem):
        return refused(at)
    side, index = at
    units = desk.table.sides[side]
    table = desk.table.with_side(side, units[:index] + units[index + 1 :])
    if len(units) == 1:
        shut = (False, table.shut[1]) if side == 0 else (table.shut[0], False)
        table = replace(table, phase="units", side=side, shut=shut)
    return Turn(
        replace(without_stale(table)[0], editing=None), (M("{unit} is taken away", unit=units[index].name),)
    )


def _clone(desk: Desk, called: Called) -> Turn:
    at = _which(desk, called)
    if isinstance(at, Problem):
        return refused(at)
    side, index = at
    table = desk.table
    unit = table.sides[side][index]
    name = cloned_name(unit.name, {other.name for units in table.sides for other in units})
    line = replace(unit, text=f"{name}: {words_of(unit)}", fields={**unit.fields, "name": name})
    after = table.with_side(side, (*table.sides[side], line))
    return Turn(after, (echo(after, side, len(after.sides[side]) - 1, desk.tongue),))


def _swap(desk: Desk, called: Called) -> Turn:
    table = desk.table
    editing = table.editing and (1 - table.editing[0], table.editing[1])
    swapped = replace(
        table,
        names=table.names[::-1],
        sides=table.sides[::-1],
        shut=table.shut[::-1],
        side_keys=table.side_keys[::-1],
        editing=editing,
    )
    if table.phase == "units" and not swapped.sides[0]:
        swapped = replace(swapped, side=0)
    return Turn(swapped, (against(swapped),))


def _odds(desk: Desk, called: Called) -> Turn:
    wrong = _unfinished(desk)
    if wrong:
        return refused(wrong)
    found = odds_of(desk.position, whole=True)
    return refused(found) if isinstance(found, Problem) else Turn(shows=(found,))


def _unfinished(desk: Desk) -> Problem | None:
    """Return the problem that the table is not yet a sound melee, None where it is."""
    if desk.table.phase != "ready" or desk.position.problems:
        return Problem("unfinished", M("that needs the units of both sides"))
    return None


def _show(desk: Desk, called: Called) -> Turn:
    table = desk.table
    shows: list[Shown] = list(overview(table, desk.position.system, desk.tongue))
    if not _unfinished(desk):
        position = desk.position
        assert position.checked.book is not None
        if position.question is None:
            return Turn(shows=(position.system.view(position.resolved.data, position.checked.book),))
        shows = [
            before_dice(position, odds_of(position)),
            *known_so_far(position),
        ]
    return Turn(shows=tuple(shows))


def _why(desk: Desk, called: Called) -> Turn:
    wrong = _unfinished(desk)
    if wrong:
        return refused(wrong)
    position = desk.position
    if called.argument:
        at = _which(desk, called)
        if isinstance(at, Problem):
            return refused(at)
        return Turn(shows=(account(position, *at),))
    assert position.checked.book is not None
    if position.question is None:
        return Turn(shows=(Whole(position.system.view(position.resolved.data, position.checked.book)),))
    return Turn(shows=(Whole(before_dice(position, odds_of(position))),))


def _again(desk: Desk, called: Called) -> Turn:
    wrong = _unfinished(desk)
    return refused(wrong) if wrong else Turn(dice_again(desk.table, desk.position))


def has_result(desk: Desk) -> bool:
    """Tell whether there is a melee on the table that has come to its result."""
    return not _unfinished(desk) and desk.position.question is None


def _new(desk: Desk, called: Called) -> Turn:
    return Turn(new_melee(desk.position, has_result(desk)))


def _set(desk: Desk, called: Called) -> Turn:
    key, equals, value = (part.strip() for part in called.argument.partition("="))
    if not key or not equals or key in ("rules", "sides"):
        return refused(Problem("no-setting", M("a key and its value are needed: terrain=difficult")))
    table = replace(desk.table, keys=_with_key(desk.table.keys, key.split("."), value))
    wrong = settings_wrong(table)
    return refused(*wrong) if wrong else Turn(table, (M("{key}: {value}", key=key, value=value or "–"),))


def _with_key(keys: Fields, path: list[str], value: str) -> Fields:
    """Return *keys* with *value* under *path*, a key within a key where it has several steps."""
    first, *rest = path
    kept = {key: said for key, said in keys.items() if key != first}
    if not rest:
        return {**kept, first: plain(value)} if value else kept
    within = keys.get(first)
    inner = _with_key(within if isinstance(within, Mapping) else {}, rest, value)
    return {**kept, first: inner} if inner else kept


def _apply(desk: Desk, called: Called) -> Turn:
    if not has_result(desk):
        return refused(Problem("no-result", M("losses are known once there is a result")))
    if desk.position.system.lasting is None:
        return refused(Problem("no-losses", M("these rules carry no losses from melee to melee")))
    shows = [_lost(desk, name, fields) for name, fields in losses(desk.position).items()]
    return Turn(replace(desk.table, applied=True), (M("For the rest of the evening:"), *shows))


def _lost(desk: Desk, name: str, fields: Fields | None) -> Message:
    if fields is None:
        return M("  {unit}: gone", unit=name)
    counted = {key: value for key, value in fields.items() if type(value) is int}
    numbers = Phrases(tuple(described(counted, desk.position.system.words, desk.tongue)), joiner=",")
    return M("  {unit}: {numbers}", unit=name, numbers=numbers) if counted else M("  {unit}", unit=name)


def _roster(desk: Desk, called: Called) -> Turn:
    word, _, rest = called.argument.partition(" ")
    system = desk.table.system
    assert system is not None
    if word.casefold() in SAVE_WORDS and rest.strip():
        known = desk.table.known
        if not _unfinished(desk):
            known = remembered(desk.position, desk.table.applied and has_result(desk))
        if not known:
            return refused(Problem("empty-roster", M("no unit is known yet")))
        wrong = export(rest.strip(), roster_text(system, known), desk.written, True)
        return refused(wrong) if wrong else Turn(shows=(M("written: {file}", file=rest.strip()),))
    if not called.argument:
        return refused(Problem("no-file", M("which file?"), hint=M(":roster FILE, or :roster save FILE")))
    found = read_roster(called.argument, system)
    if isinstance(found, list):
        return refused(*found)
    return Turn(replace(desk.table, known=joined(desk.table.known, found)), (recallable(found),))


def _load(desk: Desk, called: Called) -> Turn:
    if not called.argument:
        return refused(Problem("no-file", M("which file?"), hint=M(":load FILE")))
    table = desk.table
    if has_result(desk):
        table = finished(desk.position)
    found = load(called.argument, table)
    if isinstance(found, list):
        return refused(*found)
    other = found.system != table.system
    return Turn(replace(found, known=()) if other and table.system else found)


def _save(desk: Desk, called: Called) -> Turn:
    wrong = _unfinished(desk)
    if wrong:
        return refused(wrong)
    return _export(desk, called, melee_text(desk.table))


def _log(desk: Desk, called: Called) -> Turn:
    melees = desk.table.done
    if has_result(desk):
        melees = (*melees, scenario_of(desk.table))
    if not melees:
        return refused(Problem("empty-log", M("no melee has come to its result yet")))
    return _export(desk, called, evening_text(melees))


def _export(desk: Desk, called: Called, text: str) -> Turn:
    if not called.argument:
        command = called.command.english[0]
        return refused(Problem("no-file", M("which file?"), hint=M("{command} FILE", command=f":{command}")))
    wrong = export(called.argument, text, desk.written, called.insists)
    return refused(wrong) if wrong else Turn(shows=(M("written: {file}", file=called.argument),))


def _help(desk: Desk, called: Called) -> Turn:
    return Turn(shows=(all_commands(),))


def _quit(desk: Desk, called: Called) -> Turn:
    return Turn(leave=0)


EFFECTS: dict[str, Callable[[Desk, Called], Turn]] = {
    "edit": _edit,
    "del": _delete,
    "clone": _clone,
    "swap": _swap,
    "odds": _odds,
    "show": _show,
    "why": _why,
    "again": _again,
    "new": _new,
    "set": _set,
    "apply": _apply,
    "roster": _roster,
    "load": _load,
    "save": _save,
    "log": _log,
    "help": _help,
    "quit": _quit,
}
