"""What a gdb result shows: the verdict, the units and their outcomes, how each came to its total, losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from melee_cli.core.messages import M, Marked, Message, Phrases, Role
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
from melee_cli.systems.gdb.results import STAYS_IN_MELEE

Part = Mapping[str, Any]

SENTENCES = {
    "rout": M("{unit} routs"),
    "retreat": M("{unit} retreats"),
    "pushed_back": M("{unit} pushed back"),
    "holds": M("{unit} holds"),
    "fall_back": M("{unit} falls back"),
    "stand": M("{unit} stands"),
    "pursuit_test": M("{unit} tests for pursuit"),
    "press": M("{unit} presses"),
    "press_or_stand": M("{unit} presses or stands"),
    STAYS_IN_MELEE: M("{unit} fights on"),
}
LABELS = {
    "roll": M("roll"),
    "outcome": M("Outcome"),
    "casualties": M("Casualties"),
    "figures_left": M("Figures left"),
    "rout": M("routs"),
    "retreat": M("retreats"),
    "pushed_back": M("pushed back"),
    "holds": M("holds"),
    "fall_back": M("falls back"),
    "stand": M("stands"),
    "pursuit_test": M("tests for pursuit"),
    "press": M("presses"),
    "press_or_stand": M("presses or stands"),
    STAYS_IN_MELEE: M("fights on"),
}
ROLES: Mapping[str, Role] = {
    "rout": "worst",
    "retreat": "bad",
    "pushed_back": "bad",
    "fall_back": "bad",
    "holds": "good",
    "stand": "good",
    "pursuit_test": "good",
    "press": "good",
    "press_or_stand": "good",
    STAYS_IN_MELEE: "",
}
#: Shorter than the labels, where a table has little room.
SHORT = {"pursuit_test": M("pursuit test"), "press_or_stand": M("press or stand")}
SIDES: tuple[Role, Role] = ("side.first", "side.second")
#: What a unit's line of a modifier says that it does not have.
NONE = "·"


def fate(outcome: str) -> Marked:
    """Return how *outcome* reads by itself."""
    return Marked(LABELS[outcome], ROLES[outcome])


def briefly(outcome: str) -> Marked:
    """Return how *outcome* reads where there is little room."""
    return Marked(SHORT.get(outcome, LABELS[outcome]), ROLES[outcome])


def sentence(unit: str, outcome: str) -> Marked:
    """Return what becomes of *unit* as a sentence without a full stop, its name as the verdict is said."""
    return Marked(Message(SENTENCES[outcome].text, {"unit": Marked(unit, "verdict")}), ROLES[outcome])


def view(result: Part, book: Book) -> View:
    """Return *result* as sections, the verdict first."""
    sections: list[Section] = [_units(result)]
    for place, side in enumerate(result["sides"]):
        sections += _breakdown(side, SIDES[place], book)
    units = [unit for side in result["sides"] for unit in side["units"]]
    sections.append(_casualties(result))
    hits = list(_hits(units, book))
    sections.append(Lines(M("How they were inflicted, figures × rate"), hits, shown="explain"))
    sections.append(Lines(M("To do"), [_duty(duty, book) for duty in result["duties"]], mark="1"))
    sections.append(Lines(M("Notes"), result["notes"]))
    if result["next_round"]:
        sections.append(Lines(M("Still in contact"), list(_pairs(result["next_round"])), shown="full"))
    return View(verdict(result), [section for section in sections if _has_something(section)])


def _has_something(section: Section) -> bool:
    return not isinstance(section, Lines) or bool(section.items)


def verdict(result: Part) -> Message:
    """Return who won by how much and what became of the losers, in one sentence."""
    outcome = result["outcome"]
    if outcome["winner"] is None:
        back: list[Message | Marked] = [
            sentence(unit["name"], "fall_back")
            for side in result["sides"]
            for unit in side["units"]
            if unit["outcome"] == "fall_back"
        ]
        goes_on = any(unit["outcome"] == STAYS_IN_MELEE for side in result["sides"] for unit in side["units"])
        if goes_on or not back:
            back.append(M("the melee goes on"))
        what = one_after_the_other(back)
        return M("A draw at {score}: {what}", score=result["sides"][0]["score"], what=what)
    losers = next(side for side in result["sides"] if side["result"] == "loss")
    return M(
        "{winner} by {difference}: {what}",
        winner=outcome["winner"],
        difference=outcome["difference"],
        what=one_after_the_other([_fate(unit) for unit in losers["units"]]),
    )


def one_after_the_other(parts: Sequence[Message | Marked]) -> Message | Marked:
    """Return several sentences as one, with semicolons."""
    said = parts[-1]
    for part in reversed(parts[:-1]):
        said = M("{first}; {rest}", first=part, rest=said)
    return said


def _fate(unit: Part) -> Message:
    return M(
        "{what}, {lost} of {figures} lost",
        what=sentence(unit["name"], unit["outcome"]),
        lost=unit["losses"],
        figures=unit["figures_before"],
    )


def _units(result: Part) -> Grid:
    """Return the table that fits one screen: dice, modifiers, total, outcome and losses of every unit."""
    rows: list[Entry] = []
    for place, side in enumerate(result["sides"]):
        units = side["units"]
        score = side["score"], _how(side, result["outcome"]["difference"])
        lost = sum(unit["losses"] for unit in units)
        left = sum(unit["figures_after"] for unit in units)
        rows.append(Entry([Marked(side["name"], SIDES[place]), None, None, *score, lost, left]))
        for unit in units:
            counts = unit["name"] == side["counting_unit"]
            cells: list[Cell] = [
                _marked(unit["name"], counts),
                unit["roll"],
                gained(unit["total"] - unit["roll"]),
                Marked(unit["total"], "total") if counts else unit["total"],
                briefly(unit["outcome"]),
                unit["losses"],
                unit["figures_after"],
            ]
            rows.append(Entry(cells, level=0 if counts else 1))
    columns = (
        Column(M("Unit")),
        Column(M("Dice"), "right"),
        Column(M("Mod"), "right"),
        Column(M("Total"), "right"),
        Column(M("Outcome")),
        Column(M("Lost"), "right"),
        Column(M("Left"), "right"),
    )
    return Grid(UNTITLED, columns, rows, shown="summary")


def _marked(said: Message | Marked | str, counts: bool) -> Cell:
    """Return *said* with the sign of the unit whose total counts for its side, where it does."""
    return M("{mark} {unit}", mark=Marked("◆", "counts"), unit=said) if counts else said


def _how(side: Part, difference: int) -> Message:
    if side["result"] == "draw":
        return M("a draw")
    if side["result"] == "win":
        return M("wins by {n}", n=difference)
    return M("loses by {n}", n=difference)


def _breakdown(side: Part, role: Role, book: Book) -> Iterator[Section]:
    """Yield how each unit of *side* came to its total: a row a modifier, a column a unit."""
    units = side["units"]
    rows = [
        Entry([M("Two dice"), *map(_thrown, units), "§multi"]),
        *modifier_rows(units, book),
        Entry([M("Total"), *(unit["total"] for unit in units), None], role="total", apart=True),
        Entry(
            [
                M("Outcome"),
                *(_marked(fate(unit["outcome"]), unit["name"] == side["counting_unit"]) for unit in units),
                _cites(book.rows[unit["outcome_rule"]].cite for unit in units),
            ]
        ),
    ]
    title = Marked(M("{side}: {score}", side=side["name"], score=side["score"]), role)
    yield Grid(title, _columns(units), rows, cut=True, shown="full")
    yield Lines(M("Withheld"), list(_withheld(units, book)), shown="explain")


def _columns(units: Sequence[Part]) -> list[Column]:
    inner = [Column(unit["name"], "right") for unit in units]
    return [Column(M("Modifier")), *inner, Column(M("Source"), role="cite")]


def _thrown(unit: Part) -> Cell:
    """Return a throw of two dice: its total, its dice where known, and whether the program threw it."""
    total: int = unit["roll"]
    if not unit["dice"]:
        return total
    dice = "+".join(map(str, unit["dice"]))
    if unit["roll_origin"] == "rolled":
        return M("rolled {total} ({dice})", total=total, dice=dice)
    return M("{total} ({dice})", total=total, dice=dice)


def modifier_rows(units: Sequence[Part], book: Book) -> list[Entry]:
    """Return a row for each modifier that any of *units* has, in the book's order; then those withheld.

    What is worth nothing is left out, but where it names the arm.
    """
    place = {rule: n for n, rule in enumerate(book.rows)}
    found: dict[tuple[str, str, int], tuple[Message, dict[str, int], list[str]]] = {}
    for unit in units:
        seen: dict[tuple[str, str], int] = {}
        for line in unit["modifiers"]:
            if not line.value and line.rule not in ("gdb.type", "gdb.other"):
                continue
            name = line.rule, f"{line.label.text} {line.label.params}"
            seen[name] = seen.get(name, 0) + 1
            _, values, cites = found.setdefault((*name, seen[name]), (line.label, {}, []))
            values[unit["name"]] = line.value
            cites.append(line.cite)
    rows = []
    for (rule, _, _), (label, values, cites) in sorted(found.items(), key=lambda item: place[item[0][0]]):
        cells = [gained(values[name]) if (name := unit["name"]) in values else NONE for unit in units]
        rows.append((place[rule], Entry([label, *cells, _cites(cites)])))
    return [row for _, row in rows] + list(_withheld_rows(units, book))


def _withheld_rows(units: Sequence[Part], book: Book) -> Iterator[Entry]:
    rules: dict[str, None] = {held.rule: None for unit in units for held in unit["withheld"]}
    for rule in rules:
        row = book.rows[rule]
        value = row.numbers.get("value")
        worth = f"({value:+d})" if value is not None else "(–)"
        barred = [[held for held in unit["withheld"] if held.rule == rule] for unit in units]
        cites = _cites(held.cite for helds in barred for held in helds)
        cells = [worth if helds else NONE for helds in barred]
        yield Entry([row.label, *cells, cites], role="withheld", detail=True)


def _withheld(units: Sequence[Part], book: Book) -> Iterator[Message]:
    for unit in units:
        for held in unit["withheld"]:
            label = book.rows[held.rule].label
            yield M(
                "{unit}: {row}: {reason} ({cite})",
                unit=unit["name"],
                row=label,
                reason=held.reason,
                cite=held.cite,
            )


def _cites(cites: Iterable[str]) -> str:
    """Return the sources named in *cites*, each once; a table's own beside one of its notes says no more."""
    parts = dict.fromkeys(part for cite in cites for part in cite.split(", "))
    return ", ".join(part for part in parts if not any(other.startswith(f"{part}/") for other in parts))


def _casualties(result: Part) -> Grid:
    """Return who lost how many, and by whom, with the sum of each side."""
    units = [unit for side in result["sides"] for unit in side["units"]]
    by: dict[str, list[Message]] = {unit["name"]: [] for unit in units}
    for unit in units:
        for hit in unit["inflicted"]:
            if hit["casualties"] != "0":
                said = M("{unit} {casualties}", unit=unit["name"], casualties=hit["casualties"])
                by[hit["target"]].append(said)
    columns = (
        Column(M("Casualties")),
        Column(M("Figures"), "right"),
        Column(M("Lost"), "right"),
        Column(M("Exactly"), "right"),
        Column(M("Left"), "right"),
        Column(M("Inflicted by")),
    )
    rows = []
    for place, side in enumerate(result["sides"]):
        own = side["units"]
        total = [sum(unit[key] for unit in own) for key in ("figures_before", "losses", "figures_after")]
        rows.append(Entry([Marked(side["name"], SIDES[place]), total[0], total[1], None, total[2], None]))
        for unit in own:
            role: Role = "worst" if not unit["figures_after"] else "bad" if unit["losses"] else ""
            hits = by[unit["name"]]
            cells: list[Cell] = [
                unit["name"],
                unit["figures_before"],
                Marked(unit["losses"], role),
                unit["losses_exact"],
                unit["figures_after"],
                M("{units}", units=Phrases(tuple(hits), ",")) if hits else None,
            ]
            rows.append(Entry(cells, level=1))
    return Grid(UNTITLED, columns, rows, shown="full")


def _hits(units: Sequence[Part], book: Book) -> Iterator[Message]:
    """Return each blow with its figures, its rate and its citation."""
    for unit in units:
        for hit in unit["inflicted"]:
            row = book.rows[hit["rule"]]
            params = {
                "unit": unit["name"],
                "target": hit["target"],
                "figures": hit["figures"],
                "rate": hit["rate"],
                "casualties": hit["casualties"],
                "row": row.label,
                "cite": row.cite,
            }
            text = HALVED if hit["halved"] else WHOLE
            yield Message(text.text, params)


WHOLE = M("{unit} on {target}: {figures} × {rate} = {casualties}; {row} ({cite})")
HALVED = M(
    "{unit} on {target}: {figures} × {rate}, halved against cavalry = {casualties}; {row} ({cite}, T1/2)"
)


def _duty(duty: Part, book: Book) -> Message:
    cite = Marked(book.rows[duty["rule"]].cite, "cite")
    return M("{side}: {what} ({cite})", side=duty["side"], what=duty["text"], cite=cite)


def _pairs(following: Part) -> Iterator[Message]:
    """Return who fights whom in the next round, each pair once."""
    for unit in following["sides"][0]["units"]:
        yield M("{unit} against {enemies}", unit=unit["name"], enemies=Phrases(tuple(unit["against"])))


def preview(shown: Part, book: Book, chances: Chances | None = None) -> View:
    """Return what each unit adds to its dice, and what is likeliest to become of it."""
    rows: list[Entry] = []
    for place, side in enumerate(shown["sides"]):
        wins = chances and _wins(side["name"], chances)
        rows.append(Entry([Marked(side["name"], SIDES[place]), None, wins, None]))
        for unit in side["units"]:
            lines = [line for line in unit["modifiers"] if line.value]
            said = [M("{label} {value}", label=line.label, value=gained(line.value)) for line in lines]
            modifiers = M("{modifiers}", modifiers=Phrases(tuple(said), ",")) if said else None
            likeliest = chances and _likeliest(unit["name"], chances)
            rows.append(Entry([unit["name"], gained(unit["bonus"]), modifiers, likeliest]))
    units = [unit for side in shown["sides"] for unit in side["units"]]
    columns = (
        Column(M("Before the dice")),
        Column(M("2D6"), "right"),
        Column(M("Modifiers")),
        Column(M("Likeliest")),
    )
    sections: list[Section] = [
        Grid(UNTITLED, columns, rows),
        Lines(M("Withheld"), list(_withheld(units, book)), shown="explain"),
    ]
    return View(UNTITLED, sections)


def _wins(side: str, chances: Chances) -> Phrases | None:
    """Return how likely *side* wins and how likely nobody does, as far as either can come."""
    win, draw = chances.wins[side], chances.wins[None]
    said = [M("win {chance}", chance=percent(win))] if win else []
    said += [M("draw {chance}", chance=percent(draw))] if draw else []
    return Phrases(tuple(said), ",") if said else None


def _likeliest(unit: str, chances: Chances) -> Message | None:
    """Return the outcome that *unit* is most likely to have, with its chance in whole percents."""
    outcomes = chances.units.get(unit, {}).get("outcome")
    if not outcomes:
        return None
    outcome, chance = max(outcomes.items(), key=lambda item: item[1])
    whole = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return M("{what} {n}%", what=briefly(outcome), n=min(whole, 99) if chance < 1 else whole)
