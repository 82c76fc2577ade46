"""What to show of a combat: the verdict, the points and who earned them, tests, flights, duties, notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from melee_cli.core.messages import MN, M, Marked, Message, Phrases, Role
from melee_cli.core.system import Book
from melee_cli.core.view import (
    UNTITLED,
    Cell,
    Chances,
    Column,
    Entry,
    Grid,
    Lines,
    Section,
    View,
    gained,
    percent,
)
from melee_cli.systems.whfb8.blows.view import step_tables
from melee_cli.systems.whfb8.combat import BREAK, STEADFAST

Shown = Mapping[str, Any]

OUTCOMES: Mapping[str, Marked] = {
    "holds": Marked(M("holds"), "good"),
    "broken": Marked(M("broken"), "worst"),
    "destroyed": Marked(M("destroyed"), "worst"),
    "crumbles": Marked(M("crumbles"), "worst"),
    "fights_on": Marked(M("fights on"), ""),
    "pursues": Marked(M("pursues"), "good"),
    "restrains": Marked(M("restrains itself"), "bad"),
    "stays": Marked(M("stays"), ""),
    "wiped_out": Marked(M("wiped out"), "worst"),
}
PARTS = {"front": M("front"), "flank": M("flank"), "rear": M("rear")}
SIDES: tuple[Role, Role] = ("side.first", "side.second")
BREAK_ENDS = {"passed": Marked(M("holds"), "good"), "failed": Marked(M("breaks"), "worst")}
RESTRAIN_ENDS = {"passed": Marked(M("does not pursue"), "bad"), "failed": Marked(M("must pursue"), "good")}
#: Points that are counts, not bonuses.
COUNTS = ("whfb8.wounds", "whfb8.overkill")
NONE = "·"


def view(result: Shown, book: Book) -> View:
    """Return the sections of a result, in the order of the table."""
    sections = [
        *_combat(result, book),
        *_break_tests(result),
        *_restraint(result),
        *_flights(result),
        Lines(M("To do"), [duty["text"] for duty in result["duties"]], mark="1"),
        Lines(M("Notes"), result["notes"]),
    ]
    return View(verdict(result), sections)


def preview(shown: Shown, book: Book, chances: Chances | None = None) -> View:
    """Return the sections of a combat before its dice."""
    if _to_strike(shown):
        verdict = M("The blows are still to be struck") if chances is None else _chances(chances)
        return View(verdict, [*step_tables(shown, book), _units(shown)])
    return View(before(shown), [*_combat(shown, book, chances), *_break_tests(shown)])


def _to_strike(shown: Shown) -> bool:
    """Tell whether there are blows of which nobody knows yet what they do."""
    return any(blow["counted"] is None for unit in units_of(shown) for blow in unit.get("blows", ()))


def _chances(chances: Chances) -> Message:
    """Return who wins how likely; no score says anything while the blows are to come."""
    said = tuple(
        M("{side} win {chance}", side=side, chance=percent(chance))
        if side
        else M("draw {chance}", chance=percent(chance))
        for side, chance in chances.wins.items()
        if chance
    )
    return M("{shares}", shares=Phrases(said, joiner=","))


def units_of(shown: Shown) -> Iterator[Shown]:
    """Return the units of both sides in file order."""
    for side in shown["sides"]:
        yield from side["units"]


def _combat(shown: Shown, book: Book, chances: Chances | None = None) -> Iterator[Section]:
    """Yield the blows, the points with who earned them, each with its source, and the units."""
    yield from (grid._replace(shown="full") for grid in step_tables(shown, book))
    yield _points(shown, book, chances)
    yield _sources(shown, book)
    yield _units(shown)


def _points(shown: Shown, book: Book, chances: Chances | None) -> Grid:
    """Return a column for each point that counts for either side, a row for each side and unit."""
    earned: list[dict[str, int]] = [{} for _ in shown["sides"]]
    by: dict[str, set[str]] = {}
    for side, points in zip(shown["sides"], earned, strict=True):
        for line in side["lines"]:
            points[line.rule] = points.get(line.rule, 0) + line.value
            if line.value:
                by.setdefault(line.rule, set()).update(line.units or ())
    rules = [rule for rule in book.rows if any(points.get(rule) for points in earned)]
    rows: list[Entry] = []
    for place, (side, points) in enumerate(zip(shown["sides"], earned, strict=True)):
        values = [_point(rule, points.get(rule, 0)) for rule in rules]
        total = Marked(side["score"], "total")
        rows.append(Entry([Marked(side["name"], SIDES[place]), *values, total, _how(side, shown), None]))
        for unit in side["units"]:
            marks = [Marked("◆", "counts") if unit["name"] in by.get(rule, ()) else None for rule in rules]
            rows.append(Entry([unit["name"], *marks, None, *_end(unit, chances)], level=1))
    columns = [
        Column(M("Combat result")),
        *(Column(book.rows[rule].label, "right") for rule in rules),
        Column(M("Total"), "right"),
        Column(M("Outcome")),
        Column(M("Holds"), "right"),
    ]
    return Grid(UNTITLED, columns, rows)


def _end(unit: Shown, chances: Chances | None) -> tuple[Cell, Cell]:
    """Return what became of *unit*, before the dice on what it tests and how likely it holds."""
    if unit["outcome"]:
        return OUTCOMES[unit["outcome"]], None
    if not unit["break_test"]:
        return None, None
    holds = chances and chances.units.get(unit["name"], {}).get("holds")
    chance = percent(holds.get(True, Fraction(0))) if holds else None
    return M("tests on {n}", n=unit["break_test"]["target"]), chance


def _point(rule: str, value: int) -> Cell:
    if not value:
        return NONE
    return value if rule in COUNTS else gained(value)


def _how(side: Shown, shown: Shown) -> Message:
    if side["result"] == "draw":
        return M("a draw")
    if side["result"] == "win":
        return M("wins by {n}", n=shown["outcome"]["difference"])
    return M("loses by {n}", n=shown["outcome"]["difference"])


def _sources(shown: Shown, book: Book) -> Grid:
    """Return each point with the units that earned it and its source, and those refused with their reason."""
    rows: list[Entry] = []
    for place, side in enumerate(shown["sides"]):
        rows.append(Entry([Marked(side["name"], SIDES[place]), *[None] * 3]))
        for line in side["lines"]:
            units = Phrases(line.units, ",") if line.units else None
            rows.append(Entry([line.label, _point(line.rule, line.value), units, line.cite], level=1))
        for held in side["withheld"]:
            label = M("{label}: {reason}", label=book.rows[held.rule].label, reason=held.reason)
            cells: list[Cell] = [M("withheld: {what}", what=label), "–", None, held.cite]
            rows.append(Entry(cells, "withheld", True, level=1))
    columns = (
        Column(M("Points")),
        Column(M("Value"), "right"),
        Column(M("Earned by")),
        Column(M("Source"), role="cite"),
    )
    return Grid(UNTITLED, columns, rows, shown="full")


def _units(shown: Shown) -> Grid:
    """Return ranks and contact of every unit, and by which rule it came to its outcome."""
    rows: list[Entry] = []
    for place, side in enumerate(shown["sides"]):
        rows.append(Entry([Marked(side["name"], SIDES[place]), *[None] * 4]))
        for unit in side["units"]:
            state = M("disrupted") if unit["disrupted"] else None
            cells = [unit["name"], unit["ranks"], _contact(unit), state, unit.get("outcome_rule")]
            rows.append(Entry(cells, level=1))
    columns = (
        Column(M("Unit")),
        Column(M("Ranks"), "right"),
        Column(M("Touches")),
        Column(M("State")),
        Column(M("Rule"), detail=True, role="cite"),
    )
    return Grid(UNTITLED, columns, rows, shown="full")


def _contact(unit: Shown) -> Message | None:
    touched = [
        M("{enemy} ({part})", enemy=contact["enemy"], part=PARTS[contact["part"]])
        for contact in unit["contact"]
    ]
    return M("{enemies}", enemies=Phrases(tuple(touched), ",")) if touched else None


def _break_tests(shown: Shown) -> Iterator[Section]:
    """Yield the Break tests, before their dice or after them, and what was withheld."""
    tested = [unit for unit in units_of(shown) if unit["break_test"]]
    rows = []
    for unit in tested:
        test = unit["break_test"]
        leadership, *others = test["modifiers"]
        lost = sum(line.value for line in others if line.rule == BREAK.id)
        more = [line for line in others if line.rule != BREAK.id]
        cells: list[Cell] = [
            unit["name"],
            leadership.value,
            gained(lost) if lost else NONE,
            _listed(more),
            test["target"],
            _rolled(test),
            BREAK_ENDS[test["result"]] if "roll" in test else None,
            _steadfast(unit),
            ", ".join(dict.fromkeys([line.cite for line in test["modifiers"]] + [_steadfast_cite(unit)])),
        ]
        rows.append(Entry(cells))
    columns = (
        Column(M("Break test")),
        Column(M("Ld"), "right"),
        Column(M("Lost by"), "right"),
        Column(M("Also")),
        Column(M("Needed"), "right", role="total"),
        Column(M("Rolled"), "right"),
        Column(M("Result")),
        Column(M("Why")),
        Column(M("Source"), detail=True, role="cite"),
    )
    if rows:
        yield Grid(UNTITLED, columns, rows, shown="full")
        yield Lines(M("Withheld"), list(_withheld(tested)), shown="explain")


def _listed(lines: Sequence[Any]) -> Cell:
    """Return other lines of a test's target than Leadership and difference, with their values."""
    said = [M("{label} {value}", label=line.label, value=gained(line.value)) for line in lines]
    return Phrases(tuple(said), ",") if said else None


def _withheld(tested: Sequence[Shown]) -> Iterator[Message]:
    for unit in tested:
        for held in unit["break_test"]["withheld"]:
            if held.rule != BREAK.id:  # the table says why the difference does not count
                yield M("{unit}: {reason} ({cite})", unit=unit["name"], reason=held.reason, cite=held.cite)


def _steadfast(unit: Shown) -> Message:
    if unit["steadfast"]:
        return M("steadfast: {reason}", reason=unit["steadfast_reason"])
    return M("not steadfast: {reason}", reason=unit["steadfast_reason"])


def _steadfast_cite(unit: Shown) -> str:
    if not unit["steadfast"]:
        return STEADFAST.cite
    cite: str = next(held.cite for held in unit["break_test"]["withheld"] if held.rule == BREAK.id)
    return cite


def _restraint(result: Shown) -> Iterator[Grid]:
    """Yield the tests of the units that tried to restrain themselves."""
    rows = [
        Entry(
            [
                unit["name"],
                test["modifiers"][0].value,
                _listed(test["modifiers"][1:]),
                test["target"],
                _rolled(test),
                RESTRAIN_ENDS[test["result"]],
            ]
        )
        for unit in units_of(result)
        if (test := unit["restrain_test"])
    ]
    columns = (
        Column(M("Restraint")),
        Column(M("Ld"), "right"),
        Column(M("Also")),
        Column(M("Needed"), "right", role="total"),
        Column(M("Rolled"), "right"),
        Column(M("Result")),
    )
    if rows:
        yield Grid(UNTITLED, columns, rows, shown="full")


def _rolled(test: Shown) -> Cell:
    """Return what a test rolled, the first roll too where it was rolled again; nothing before the dice."""
    if "roll" not in test:
        return None
    roll = thrown(test)
    if not test["rerolled"]:
        return roll
    first = thrown({"roll": test["first_roll"], "dice": test["first_dice"]})
    return M("{first}, again {roll}", first=first, roll=roll)


def thrown(roll: Shown) -> Message | int:
    """Return a roll as its total, with its dice where they are known."""
    if not roll["dice"]:
        total: int = roll["roll"]
        return total
    return M("{total} ({dice})", total=roll["roll"], dice="+".join(map(str, roll["dice"])))


def _flights(result: Shown) -> Iterator[Grid]:
    pursuits = [(unit["name"], unit["pursuit"]) for unit in units_of(result) if unit["pursuit"]]
    rows: list[Sequence[Cell]] = []
    for unit in units_of(result):
        flight = unit["flight"]
        if flight:
            after = tuple(
                M("{unit} {roll}", unit=name, roll=thrown(pursuit))
                for name, pursuit in pursuits
                if pursuit["target"] == unit["name"]
            )
            pursued = Phrases(after, ",") if after else M("nobody")
            rows.append([unit["name"], thrown(flight), pursued, _fate(flight), _away(flight)])
    columns = (
        Column(M("Flight")),
        Column(M("Roll"), "right"),
        Column(M("Pursued by")),
        Column(M("Result")),
        Column(M("Flees from")),
    )
    if rows:
        yield Grid(UNTITLED, columns, rows, shown="full")


def _fate(flight: Shown) -> Marked:
    if flight["caught"]:
        return Marked(M("caught by {units}", units=Phrases(tuple(flight["caught_by"]))), "worst")
    return Marked(M("escapes"), "bad")


def _away(flight: Shown) -> Message | str | None:
    """Return whom it flees from and why; nothing for a unit that is caught before it moves."""
    if flight["caught"]:
        return None
    tied = Phrases(tuple(flight["tie"]), ",")
    if flight["from_origin"] == "rolled":
        return M("{enemy} (drawn among {tied})", enemy=flight["from"], tied=tied)
    if flight["from_origin"] == "entered":
        return M("{enemy} (chosen among {tied})", enemy=flight["from"], tied=tied)
    name: str | None = flight["from"]
    return name


def verdict(result: Shown) -> Message:
    """Return the combat in one sentence: who won by how much, and what became of the losers."""
    return _said(result, tuple(_fates(result)))


def before(shown: Shown) -> Message:
    """Return in one sentence what is known before the dice."""
    return _said(shown, tuple(_ahead(shown)))


def _said(shown: Shown, fates: tuple[Message, ...]) -> Message:
    winner, difference = shown["outcome"]["winner"], shown["outcome"]["difference"]
    if winner is None:
        if all(unit["outcome"] == "wiped_out" for unit in units_of(shown)):
            return M("A draw: both sides are wiped out")
        return M("A draw: all fight on")
    if not difference:
        return M("{side}, by default: the enemy is wiped out", side=winner)
    if not fates:
        return M("{side} by {n}", side=winner, n=difference)
    return M("{side} by {n}: {fates}", side=winner, n=difference, fates=reduce(_then, fates))


def _then(said: Message, more: Message) -> Message:
    return M("{said}; {more}", said=said, more=more)


def _losers(shown: Shown) -> Iterator[Shown]:
    for side in shown["sides"]:
        if side["result"] == "loss":
            yield from side["units"]


def _fates(result: Shown) -> Iterator[Message]:
    for unit in _losers(result):
        name, outcome = unit["name"], unit["outcome"]
        if outcome == "holds":
            yield M("{unit} held", unit=name)
        elif outcome == "broken":
            yield M('{unit} broke and fled {distance}"', unit=name, distance=unit["flight"]["roll"])
        elif outcome == "wiped_out":
            yield M("{unit} wiped out", unit=name)
        elif outcome == "crumbles":
            yield _crumbles(unit)
        elif unit["flight"] is None:
            yield M("{unit} crumbled away", unit=name)
        else:
            by = Phrases(tuple(unit["flight"]["caught_by"]))
            yield M("{unit} broke and fell to {pursuers}", unit=name, pursuers=by)


def _crumbles(unit: Shown) -> Message:
    wounds = unit["crumble_wounds"]
    return MN("{unit} crumbled by {n} wound", "{unit} crumbled by {n} wounds", n=wounds, unit=unit["name"])


def _ahead(shown: Shown) -> Iterator[Message]:
    for unit in _losers(shown):
        name, test = unit["name"], unit["break_test"]
        if test:
            yield M("{unit} must test on {target}", unit=name, target=test["target"])
        elif unit["outcome"] == "holds":
            yield M("{unit} will hold", unit=name)
        elif unit["outcome"] == "wiped_out":
            yield M("{unit} wiped out", unit=name)
        elif unit["outcome"] == "destroyed":
            yield M("{unit} crumbled away", unit=name)
        else:
            yield _crumbles(unit)
