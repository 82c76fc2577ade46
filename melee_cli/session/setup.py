"""The questions before the dice: which system, which sides, which units."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.entry.parser import with_colon
from melee_cli.scenario.book import Options
from melee_cli.scenario.check import check_mapping
from melee_cli.session.files import read_roster
from melee_cli.session.prompts import Completion, Prompt, Shown, Turn, refused
from melee_cli.session.scenario import Desk, Position, about_units, renamed_units, scenario_of, without_stale
from melee_cli.session.state import Known, Table, UnitLine, rename
from melee_cli.session.units import Read, echo, has_name, read_units, same
from melee_cli.systems import find, names

LONGEST = 200
DEFAULT_NAMES = ("A", "B")
DEFAULT_SYSTEM = "gdb"
YES = ("y", "yes", "д", "да", "н")  # the last is y typed in the other layout


def ask_system(remembered: str | None) -> Prompt:
    """Return the question for the rules system, the one used last being the default."""
    known = names()
    default = usual_system(remembered)
    listed = Phrases(tuple(M("{n} {item}", n=i, item=name) for i, name in enumerate(known, 1)), joiner=",")
    return Prompt(
        "system",
        M("Rules ({systems}) [{default}]", systems=listed, default=default),
        M("the rules system"),
        completions=tuple(Completion((name,), "", True) for name in known),
    )


def usual_system(remembered: str | None) -> str:
    """Return the rules that an empty line takes: those used last, if they are still there."""
    return remembered if remembered in names() else DEFAULT_SYSTEM


def system_help() -> list[Message]:
    """Return what each system is, and how it is chosen."""
    said = [M("The number or the name of the rules; Enter takes the one in brackets.")]
    for name in names():
        system = find(name)
        if system is not None:
            said.append(M("{id}: {title}. {about}", id=name, title=system.title, about=system.about))
    return said


def answer_system(desk: Desk, text: str, remembered: str | None) -> Turn:
    """Take the system by its number, its name, or the beginning of its name."""
    known = names()
    typed = same(text) or usual_system(remembered)
    found = [name for name in known if name == typed] or [n for n in known if n.startswith(typed)]
    if typed.isdecimal() and len(typed) < 3 and 0 < int(typed) <= len(known):
        found = [known[int(typed) - 1]]
    if len(found) != 1 or find(found[0]) is None:
        hint = M("one of {systems}", systems=Phrases(tuple(known), joiner="or"))
        return refused(Problem("unknown-system", M("there is no system {text}", text=text), hint=hint))
    return settled(replace(desk.table, system=found[0]))


def settled(table: Table) -> Turn:
    """Return what comes once the system is known: settings checked, rosters read, the first name or unit.

    Settings and names that will not do end the session, for they came with the command.
    """
    wrong = settings_wrong(table) + _names_wrong(table)
    if wrong:
        return Turn(warnings=tuple(wrong), leave=1)
    shows: list[Shown] = []
    while table.pending:
        assert table.system is not None
        found = read_roster(table.pending[0], table.system)
        if isinstance(found, list):
            return Turn(replace(table, phase="roster"), tuple(shows), warnings=tuple(found))
        shows.append(recallable(found))
        table = replace(table, known=joined(table.known, found), pending=table.pending[1:])
    return Turn(start_names(table), tuple(shows))


def settings_wrong(table: Table) -> list[Problem]:
    """Return what is wrong with the scenario's own keys by themselves."""
    bare = replace(table, sides=((), ()), answers=())
    problems = check_mapping(scenario_of(bare), Options()).problems
    return [problem for problem in problems if problem.path[:1] not in ((), ("sides",), ("rules",))]


def ask_roster(table: Table) -> Prompt:
    """Return the question whether to go on without a roster that is at fault."""
    return Prompt(
        "roster",
        M("Go on without {file}? [no]", file=table.pending[0]),
        M("whether to go on without {file}", file=table.pending[0]),
    )


def answer_roster(desk: Desk, text: str) -> Turn:
    """Go on without the roster if told so; anything else ends the session, so that it can be mended."""
    if same(text) in YES:
        return settled(replace(desk.table, pending=desk.table.pending[1:]))
    return Turn(leave=1)


def joined(known: tuple[Known, ...], more: tuple[Known, ...]) -> tuple[Known, ...]:
    """Return *known* with *more*, which go before units of the same name."""
    names = {same(unit.name) for unit in more}
    return (*(unit for unit in known if same(unit.name) not in names), *more)


def recallable(units: tuple[Known, ...]) -> Message:
    """Return the message that *units* can be recalled from now on."""
    return MN(
        "{n} unit to recall by the beginning of its name",
        "{n} units to recall by the beginning of their names",
        len(units),
    )


def start_names(table: Table) -> Table:
    """Return the table at its next question before the units: a name that is missing, or the units."""
    for side in (0, 1):
        if not table.names[side]:
            return replace(table, phase="names", side=side)
    return replace(table, phase="units", side=0)


def ask_name(table: Table) -> Prompt:
    """Return the question for a side's name."""
    default = default_name(table)
    text = (
        M("First side [{name}]", name=default) if table.side == 0 else M("Second side [{name}]", name=default)
    )
    return Prompt("name", text, M("the name of a side"))


def default_name(table: Table) -> str:
    """Return the name that an empty line gives: the roster's side, else A or B."""
    taken = table.names[1 - table.side]
    rostered = [known.side for known in table.known if known.side and known.side != taken]
    distinct = list(dict.fromkeys(rostered))
    if len(distinct) > table.side and table.side == 0:
        return distinct[0]
    if table.side == 1 and distinct:
        return distinct[0]
    return next(name for name in (DEFAULT_NAMES[table.side], *DEFAULT_NAMES) if name != taken)


def answer_name(desk: Desk, text: str) -> Turn:
    """Take a side's name; an empty line takes the default."""
    table = desk.table
    name = text.strip() or default_name(table)
    wrong = _wrong_name(name, table.names[1 - table.side])
    if wrong:
        return refused(Problem("side-name", wrong))
    both = (name, table.names[1]) if table.side == 0 else (table.names[0], name)
    return Turn(start_names(replace(table, names=both)))


def unit_for_name(desk: Desk, text: str) -> Turn | None:
    """Return the turn of a unit's line typed where a side's name is asked; None where it is no such line.

    The names not given are the defaults then: whoever types a unit at once wants no names.
    """
    if not has_name(text):
        return None
    before = table = desk.table
    while table.phase == "names":
        name = default_name(table)
        table = start_names(
            replace(table, names=(name, table.names[1]) if table.side == 0 else (table.names[0], name))
        )
    desk.look_at(table)
    turn = answer_unit(desk, text)
    desk.look_at(before)
    if turn.problems:
        return None
    return replace(turn, shows=(against(table), *turn.shows))


def against(table: Table) -> Message:
    """Return which side stands against which."""
    return M("{first} against {second}", first=table.names[0], second=table.names[1])


def _names_wrong(table: Table) -> list[Problem]:
    first, second = table.names
    complaints = [_wrong_name(first, ""), _wrong_name(second, first)]
    return [
        Problem("side-name", wrong)
        for name, wrong in zip(table.names, complaints, strict=True)
        if name and wrong
    ]


def _wrong_name(name: str, other: str) -> Message | None:
    if len(name) > LONGEST:
        return M("a name has at most {n} characters", n=LONGEST)
    if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in name):
        return M("a name has no control characters")
    if name == "draw":
        return M("no side can be called draw")
    return M("both sides cannot be called {name}", name=name) if name == other else None


def ask_unit(table: Table, system_words: tuple[Completion, ...], offered: str = "") -> Prompt:
    """Return the question for the next unit of a side, for the one being edited, or for the one *offered*."""
    if offered:
        missing = M("a unit of {side}", side=table.names[table.side])
        return Prompt("unit", M("{line} ?", line=offered), missing, completions=system_words)
    if table.editing:
        side, index = table.editing
        unit = table.sides[side][index]
        number = table.number_of(side, index)
        return Prompt(
            "unit",
            M("Unit {n}", n=number),
            M("the unit being edited"),
            draft=unit.text,
            completions=system_words,
        )
    name = table.names[table.side]
    here = len(table.sides[table.side])
    text = M("{side}, unit {n}", side=name, n=here + 1)
    typed = {same(unit.name) for units in table.sides for unit in units}
    recalled = tuple(
        Completion((known.name,), known.side or "", True)
        for known in table.known
        if same(known.name) not in typed
    )
    missing = (
        M("a unit of {side}", side=name)
        if not here
        else M("an empty line after the units of {side}", side=name)
    )
    return Prompt("unit", text, missing, completions=recalled + system_words)


def placed(table: Table, read: Read) -> tuple[Table, list[int]]:
    """Return the table with the units of *read* on the side being asked for, and their places there."""
    side, _ = table.editing or (table.side, None)
    before, units = table, list(table.sides[side])
    if read.amends is None:
        places = list(range(len(units), len(units) + len(read.units)))
        return table.with_side(side, (*units, *read.units)), places
    old, new = units[read.amends].name, read.units[0].name
    units[read.amends] = read.units[0]
    table = table.with_side(side, tuple(units))
    if old != new:
        table = renamed_units(rename(table, old, new), before, old, new)
    return table, [read.amends]


def wrong_here(table: Table, places: list[int]) -> list[Problem]:
    """Return what is wrong with the units at *places*, as far as it can be known by now."""
    side, _ = table.editing or (table.side, None)
    if table.shut[1 - side] and table.sides[1 - side]:
        found = list(Position(without_stale(table)[0]).problems)
    else:
        found = about_units(table, side)
        if table.sides[1 - side]:
            found += [p for p in Position(table).problems if p.path[:2] == ("sides", side) and p not in found]
    paths = [("sides", side, "units", index) for index in places]
    return [problem for problem in found if problem.path[:4] in paths]


def answer_unit(desk: Desk, text: str) -> Turn:
    """Take a unit line: new, recalled, amended or edited; an empty line goes on to what comes next."""
    table = desk.table
    if not text.strip():
        return _no_more(table)
    side, editing = table.editing or (table.side, None)
    known = available(table, side)
    words = desk.position.system.words
    read = read_units(text, words, table.sides[side], known, editing)
    if isinstance(read, list):
        line = None if has_name(text) or editing is not None else with_colon(text, words)
        return refused(*read) if line is None else Turn(offers=line)
    after, places = placed(table, read)
    problems = wrong_here(after, places)
    if problems:
        return refused(*(with_span(problem, read) for problem in problems))
    shows: list[Shown] = []
    for index in places:
        shows.append(echo(after, side, index, desk.tongue, read.heard))
    after, dropped = without_stale(after)
    shows += [
        M("the answer of {unit} no longer fits and is asked again", unit=given.unit) for given in dropped
    ]
    return Turn(replace(after, editing=None), tuple(shows))


def _no_more(table: Table) -> Turn:
    if table.editing:
        return Turn(replace(table, editing=None))
    if not table.sides[table.side]:
        what = M("{side} has no unit yet", side=table.names[table.side])
        return refused(Problem("no-unit", what, hint=M("a unit is NAME: words, as in the examples of ?")))
    shut = (True, table.shut[1]) if table.side == 0 else (table.shut[0], True)
    if table.side == 0 and not table.shut[1]:
        return Turn(replace(table, side=1, shut=shut))
    return Turn(replace(table, phase="ready", shut=shut))


def available(table: Table, side: int) -> list[Known]:
    """Return the units that can be recalled on *side*: not on the table yet, its own before others."""
    typed = {same(unit.name) for units in table.sides for unit in units}
    free = [known for known in table.known if same(known.name) not in typed]
    own = [known for known in free if known.side in (None, table.names[side])]
    claimed = {same(known.name) for known in own}
    return own + [known for known in free if known not in own and same(known.name) not in claimed]


def with_span(problem: Problem, read: Read) -> Problem:
    """Return *problem* pointing at the word of the line that said what it is about, where one did."""
    span = read.spans.get(str(problem.path[4])) if len(problem.path) > 4 else None
    return replace(problem, span=span or problem.span)


def ask_mend(desk: Desk) -> Prompt:
    """Return the question when the units do not go together: what is wrong, and which unit to edit."""
    table = desk.table
    problems = desk.position.problems
    above = tuple(named(table, problem, unit_of(table, problem)) for problem in problems)
    unit, path = unit_of(table, problems[0]), problems[0].path
    draft = ""
    if unit is not None:
        draft = f":edit {table.number_of(unit[0], unit[1])}"
    elif path and path[0] in table.keys:
        draft = f":set {path[0]}="
    return Prompt("mend", M("To mend"), M("what mends the table"), draft=draft, above=above)


def unit_of(table: Table, problem: Problem) -> tuple[int, int, UnitLine] | None:
    """Return side, place and line of the unit that *problem* is about, None where it is about none."""
    match problem.path[:4]:
        case ("sides", int(side), "units", int(index)) if side < 2 and index < len(table.sides[side]):
            return side, index, table.sides[side][index]
    return None


def named(table: Table, problem: Problem, unit: tuple[int, int, UnitLine] | None) -> Message:
    """Return *problem* as one line that names its unit and says its hint."""
    what = problem.message
    names = unit is not None and unit[2].name in what.params.values()
    if problem.hint:
        what = M("{what} ({hint})", what=what, hint=problem.hint)
    if unit is None:
        return what
    number = table.number_of(unit[0], unit[1])
    if names:
        return M("{n}. {what}", n=number, what=what)
    return M("{n}. {unit}: {what}", n=number, unit=unit[2].name, what=what)
