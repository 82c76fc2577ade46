"""What a gdb result shows: the verdict, each unit's account, casualties, duties, notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.rules import Line, Withheld
from melee_cli.core.system import Book
from melee_cli.core.view import Account, Beside, Column, Entry, Grid, Heading, Lines, Section, View
from melee_cli.systems.gdb.results import STAYS_IN_MELEE
from melee_cli.systems.gdb.sayings import LABELS, one_after_the_other, sentence, thrown

Part = Mapping[str, Any]


def view(result: Part, book: Book) -> View:
    """Return *result* as sections, the verdict first."""
    sections: list[Section] = []
    for side in result["sides"]:
        sections.append(Heading(_side(side)))
        sections.append(Beside([_account(unit, side["counting_unit"], book) for unit in side["units"]]))
    units = [unit for side in result["sides"] for unit in side["units"]]
    sections.append(_casualties(units))
    sections.append(
        Lines(M("How they were inflicted, figures × rate"), list(_hits(units, book)), detail=True)
    )
    sections.append(Lines(M("To do, in this order"), [_duty(duty, book) for duty in result["duties"]]))
    sections.append(Lines(M("Notes"), result["notes"]))
    if result["next_round"]:
        sections.append(Lines(M("Still in contact"), list(_pairs(result["next_round"]))))
    return View(verdict(result), [section for section in sections if _has_something(section)])


def _has_something(section: Section) -> bool:
    return not isinstance(section, Lines) or bool(section.items)


def verdict(result: Part) -> Message:
    """Return who won by how much and what became of the losers, in one sentence."""
    outcome = result["outcome"]
    if outcome["winner"] is None:
        back = [
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


def _fate(unit: Part) -> Message:
    return M(
        "{what}, {lost} of {figures} lost",
        what=sentence(unit["name"], unit["outcome"]),
        lost=unit["losses"],
        figures=unit["figures_before"],
    )


def _side(side: Part) -> Message:
    score = {"side": side["name"], "score": side["score"]}
    return Message(SIDES[side["result"]].text, score)


SIDES = {
    "win": M("{side}: {score}, wins"),
    "loss": M("{side}: {score}, loses"),
    "draw": M("{side}: {score}, a draw"),
}


def _account(unit: Part, counting: str, book: Book) -> Account:
    """Return how one unit came to its total and what becomes of it."""
    name = unit["name"]
    title = M("{unit} (its total counts)", unit=name) if name == counting else M("{unit}", unit=name)
    tail = M(
        "{what} ({cite})",
        what=LABELS[unit["outcome"]],
        cite=book.rows[unit["outcome_rule"]].cite,
    )
    return Account(
        title,
        [
            thrown(unit["roll"], unit["dice"], unit["roll_origin"]),
            *_modifiers(unit["modifiers"], unit["withheld"], book),
            Entry(M("Total"), unit["total"], None, False, "total"),
        ],
        tail,
    )


def _modifiers(lines: Sequence[Line], withheld: Sequence[Withheld], book: Book) -> Iterator[Entry]:
    """Return the lines of a total, of which those worth nothing only where they name the arm."""
    for line in lines:
        if line.value or line.rule in ("gdb.type", "gdb.other"):
            yield Entry(line.label, line.value, line.cite)
    for held in withheld:
        what = M("{row}: {reason}", row=book.rows[held.rule].label, reason=held.reason)
        yield Entry(what, None, held.cite, tone="held")


def _casualties(units: Sequence[Part]) -> Grid:
    """Return who lost how many, and by whom."""
    by: dict[str, list[Message]] = {unit["name"]: [] for unit in units}
    for unit in units:
        for hit in unit["inflicted"]:
            if hit["casualties"] != "0":
                said = M("{unit} {casualties}", unit=unit["name"], casualties=hit["casualties"])
                by[hit["target"]].append(said)
    columns = (
        Column(M("Unit")),
        Column(M("Figures"), "right"),
        Column(M("Lost"), "right"),
        Column(M("Exactly"), "right"),
        Column(M("Left"), "right"),
        Column(M("Inflicted by")),
    )
    rows = [
        (
            unit["name"],
            unit["figures_before"],
            unit["losses"],
            unit["losses_exact"],
            unit["figures_after"],
            M("{units}", units=Phrases(tuple(by[unit["name"]]), ",")) if by[unit["name"]] else None,
        )
        for unit in units
    ]
    return Grid(M("Casualties"), columns, rows)


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
    return M(
        "{side}: {what} ({cite})",
        side=duty["side"],
        what=duty["text"],
        cite=book.rows[duty["rule"]].cite,
    )


def _pairs(following: Part) -> Iterator[Message]:
    """Return who fights whom in the next round, each pair once."""
    for unit in following["sides"][0]["units"]:
        yield M("{unit} against {enemies}", unit=unit["name"], enemies=Phrases(tuple(unit["against"])))


def preview(shown: Part, book: Book) -> View:
    """Return both sides with what they add to their dice."""
    sections: list[Section] = []
    for side in shown["sides"]:
        sections.append(Heading(M("{side}", side=side["name"])))
        sections.append(
            Beside(
                [
                    Account(
                        M("{unit}", unit=unit["name"]),
                        [
                            *_modifiers(unit["modifiers"], unit["withheld"], book),
                            Entry(M("on two dice"), unit["bonus"], None, True, "total"),
                        ],
                    )
                    for unit in side["units"]
                ]
            )
        )
    best = [_best(side) for side in shown["sides"]]
    return View(M("Before the dice: {best}", best=Phrases(tuple(best), ",")), sections)


def _best(side: Part) -> Message:
    """Return what the dice of *side* get at most."""
    most = max(unit["bonus"] for unit in side["units"])
    return M("{side} 2D6 {bonus}", side=side["name"], bonus=format(most, "+d"))
