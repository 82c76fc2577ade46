"""The questions from the dice on: each throw and choice that matters, then what comes after the result."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from melee_cli.core.dice import Pool, Roll, entered, picked, rolled, written_throw
from melee_cli.core.messages import MN, M, Message, Phrases
from melee_cli.core.problems import Problem
from melee_cli.core.rules import total
from melee_cli.core.stages import (
    Answer,
    Ask,
    Choice,
    Counts,
    Die,
    Option,
    Pending,
    Record,
    Stage,
    Tally,
    given_only,
    play,
)
from melee_cli.core.words import Words
from melee_cli.entry.vocabulary import other_layout
from melee_cli.session.prompts import Completion, Prompt, Shown, Turn, refused
from melee_cli.session.scenario import Desk, Position
from melee_cli.session.state import Given, Table
from melee_cli.session.units import same

APART = re.compile(r"[\s,;+/]+")
SHOWN_DIGITS = 20
REST = ("r", "rest", "к", "р", "все", "остальное")


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line of dice asks for: this throw, a throw by the program, or all the rest by it."""

    kind: Literal["throw", "roll", "rest"]
    value: int | list[int] | None = None


def read_dice(text: str, pool: Pool) -> Typed | Problem:
    """Return what *text* says of a throw of *pool*: its dice, its kept total, or who rolls it.

    A text that reads both as dice and as a total is asked back; anything else that does not fit is a
    problem that says what would.
    """
    text = unicodedata.normalize("NFKC", text).strip()
    if not text:
        return Typed("roll")
    if text.casefold() in REST:
        return Typed("rest")
    if text.startswith("="):
        return _said(text[1:].strip().strip('"'), pool)
    parts = [part for part in APART.split(text) if part]
    if not parts or not all(part.isdecimal() for part in parts):
        return _problem(M("{text} is no dice", text=_short(text)), pool)
    if len(parts) > 1:
        return _dice([int(part) if len(part) < 4 else 9999 for part in parts], pool)
    return _run(parts[0], pool)


def value_of(roll: Roll, pool: Pool) -> int | list[int]:
    """Return *roll* as a scenario writes it: its dice, of a single die the number."""
    return list(roll.dice) if pool.count > 1 and roll.dice else roll.total


def _run(digits: str, pool: Pool) -> Typed | Problem:
    """Return what digits without anything between them say."""
    as_total = len(digits) < 4 and not (digits[0] == "0" and len(digits) > 1) and _in_range(int(digits), pool)
    faces = [int(digit) for digit in digits] if len(digits) == pool.count and pool.sides < 10 else []
    as_dice = pool.count > 1 and bool(faces) and all(1 <= face <= pool.sides for face in faces)
    if as_dice and as_total:
        spaced = " ".join(str(face) for face in faces)
        return Problem(
            "dice-two-ways",
            M("{text} is two things: the dice {spaced}, or a total", text=digits, spaced=spaced),
            hint=M("type {spaced} or ={text}", text=digits, spaced=spaced),
        )
    if as_dice:
        return Typed("throw", faces)
    if as_total:
        return Typed("throw", int(digits))
    if pool.count > 1 and len(digits) == 1:
        return _problem(M("{text} is no total of this throw", text=digits), pool)
    return _problem(M("{text} reads neither as dice nor as a total", text=_short(digits)), pool)


def _said(text: str, pool: Pool) -> Typed | Problem:
    """Return what is said behind ``=``, as in a unit's line: a total, or else dice."""
    if text.isdecimal() and len(text) < 4 and _in_range(int(text), pool):
        return Typed("throw", int(text))
    throw = written_throw(text)
    if isinstance(throw, list) and pool.count > 1:
        return _dice(throw, pool)
    return _problem(M("{text} is no total of this throw", text=_short(text) or "="), pool)


def _dice(dice: list[int], pool: Pool) -> Typed | Problem:
    bad = [str(die) for die in dice if not 1 <= die <= pool.sides]
    if bad:
        return _problem(
            M("a die shows 1 to {sides}, not {bad}", sides=pool.sides, bad=Phrases(tuple(bad))), pool
        )
    if len(dice) != pool.count:
        return _problem(MN("this is {n} die", "these are {n} dice", len(dice)), pool)
    return Typed("throw", dice)


def _in_range(total: int, pool: Pool) -> bool:
    return pool.low <= total <= pool.high


def wanted(pool: Pool) -> Message:
    """Return what can be typed for a throw of *pool*."""
    if pool.count == 1:
        return M("one die, 1 to {sides}", sides=pool.sides)
    if pool.drop:
        return M(
            "all {n} dice, or the kept total, {low} to {high}", n=pool.count, low=pool.low, high=pool.high
        )
    return M("{n} dice, or their total, {low} to {high}", n=pool.count, low=pool.low, high=pool.high)


def _problem(message: Message, pool: Pool) -> Problem:
    return Problem("dice", message, hint=M("wanted: {what}", what=wanted(pool)))


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_DIGITS else text[:SHOWN_DIGITS] + "…"


def ask_die(die: Die) -> Prompt:
    """Return the question for a throw."""
    return Prompt("die", die.prompt, M("the dice: {what}", what=die.prompt))


def answer_die(desk: Desk, text: str, die: Die) -> Turn:
    """Take a throw as typed, or roll it, or roll all throws up to the next choice or the next step."""
    typed = read_dice(text, die.pool)
    if isinstance(typed, Problem):
        return refused(typed)
    if typed.kind == "throw":
        assert typed.value is not None
        roll = entered(typed.value, die.pool)
        return Turn(_entered(desk.table, die, typed.value), (thrown(die, roll, bonus(desk.position, die)),))
    if typed.kind == "roll":
        table, shown = _rolled(desk, desk.table, die)
        return Turn(table, (shown,))
    return _rest(desk, die)


def _rest(desk: Desk, die: Die | Tally) -> Turn:
    question = desk.position.question
    assert question is not None
    title = question[0].title
    shows: list[Shown] = []
    table = desk.table
    ask: Ask = die
    while not isinstance(ask, Choice):
        if isinstance(ask, Tally):
            table, shown = _counted(table, ask, ())
        else:
            table, shown = _rolled(desk, table, ask)
        shows.append(shown)
        following = desk.look_at(table).question
        if following is None or following[0].title != title:
            break
        ask = following[1]
    return Turn(table, tuple(shows))


def _rolled(desk: Desk, table: Table, die: Die) -> tuple[Table, Message]:
    roll = rolled(die.pool, table.seed, int(table.keys.get("round", 1)), die.unit, die.key)
    return _entered(table, die, value_of(roll, die.pool)), thrown(die, roll, bonus(desk.position, die))


def _entered(table: Table, die: Die, value: int | list[int]) -> Table:
    given = Given(die.unit, die.key, ((die.unit, die.key, value),))
    return replace(table, answers=(*table.answers, given))


def ask_tally(tally: Tally) -> Prompt:
    """Return the question for a throw that is told count by count."""
    return Prompt("die", tally.prompt, M("the dice: {what}", what=tally.prompt), above=(tally.chances(),))


def counts_wanted(tally: Tally) -> Message:
    """Return what can be typed for a tally."""
    names = Phrases(tally.names, ",")
    return M("{names}, as 7 5 3; the first alone, as 7; the last alone, as =3", names=names)


def read_counts(text: str, tally: Tally) -> Counts | Problem:
    """Return the counts that *text* says: from the first on, or after = the last alone; none to roll all."""
    typed = unicodedata.normalize("NFKC", text).strip()
    alone = typed.startswith("=")
    parts = [part for part in APART.split(typed.removeprefix("=")) if part]
    most = 1 if alone else len(tally.names)
    hint = M(
        "{names}, as 7 5 3; the first alone, as 7; the last alone, as =3", names=Phrases(tally.names, ",")
    )
    if (alone and not parts) or len(parts) > most or not all(p.isdecimal() and len(p) < 5 for p in parts):
        return Problem("dice", M("{text} is none of it", text=_short(typed)), hint=hint)
    counts: Counts = tuple(int(part) for part in parts)
    if alone:
        counts = (*(None for _ in tally.names[1:]), *counts)
    return (tally.refused(counts) if counts else None) or counts


def answer_tally(desk: Desk, text: str, tally: Tally) -> Turn:
    """Take counts as typed, the rest of them rolled; or roll it all, or all of this step."""
    if text.strip().casefold() in REST:
        return _rest(desk, tally)
    counts = read_counts(text, tally)
    if isinstance(counts, Problem):
        return refused(counts)
    table, shown = _counted(desk.table, tally, counts)
    return Turn(table, (shown,))


def _counted(table: Table, tally: Tally, counts: Counts) -> tuple[Table, Message]:
    answer = tally.rolled(table.seed, int(table.keys.get("round", 1)), counts)
    sets = ((tally.unit, tally.key, tally.written(answer)),)
    told = M("{unit} against {enemy}: {came}", unit=tally.unit, enemy=tally.of, came=tally.told(answer))
    return replace(table, answers=(*table.answers, Given(tally.unit, tally.key, sets))), told


def known_so_far(position: Position) -> list[Message]:
    """Return the throws and choices that are known, in the order of the table, under a line of their own."""
    found: list[Message] = []

    def known(stage: Stage, ask: Ask, record: Record) -> Answer:
        answer = given_only(stage, ask, record)
        if isinstance(ask, Tally):
            known = record.tallies[ask.unit, ask.key, ask.of]
            found.append(M("{what}: {came}", what=ask.prompt, came=ask.told(known)))
        elif isinstance(ask, Die):
            found.append(thrown(ask, record.rolls[ask.unit, ask.key], bonus(position, ask)))
        else:
            label = next((option.label for option in ask.options if option.value == answer), M("drawn"))
            found.append(M("{question} {answer}", question=ask.prompt, answer=label))
        return answer

    with suppress(Pending):
        play(position.melee, known, ask_all=True)
    return [M("Known so far:"), *found] if found else []


def bonus(position: Position, die: Die) -> int | None:
    """Return what a unit's modifiers add to its roll, None where a throw has no modifiers of its own."""
    if die.key != "roll":
        return None
    for side in position.melee.preview()["sides"]:
        for unit in side["units"]:
            if unit["name"] == die.unit and "modifiers" in unit:
                return total(unit["modifiers"])
    return None


def thrown(die: Die, roll: Roll, added: int | None) -> Message:
    """Return a throw as it was understood: its sum, what is *added* to it, what it comes to at once."""
    shown: Message | str = str(roll.total)
    if die.pool.count > 1 and roll.dice:
        shown = M("{dice} = {total}", dice=" + ".join(map(str, roll.dice)), total=roll.total)
        if die.pool.drop:
            shown = M("{dice}, kept {total}", dice=", ".join(map(str, roll.dice)), total=roll.total)
    if roll.origin == "rolled":
        shown = M("rolled {dice}", dice=shown)
    if added is not None:
        return M(
            "{unit}: {roll}, {added} makes {total}",
            unit=die.unit,
            roll=shown,
            added=f"{added:+}",
            total=roll.total + added,
        )
    if die.verdict is not None:
        return M("{unit}: {roll}: {verdict}", unit=die.unit, roll=shown, verdict=die.verdict(roll.total))
    return M("{unit}: {total}", unit=die.unit, total=shown)


def ask_choice(choice: Choice) -> Prompt:
    """Return the question for a choice, its options numbered, the default marked."""
    default: Message | str = M("drawn")
    for number, option in enumerate(choice.options, 1):
        if not choice.random and option.value == choice.default:
            default = str(number)
    listed = tuple(M("{n} {item}", n=n, item=option.label) for n, option in enumerate(choice.options, 1))
    options = Phrases(listed, joiner=",")
    completions = tuple(
        Completion((option.value,), option.label, True)
        for option in choice.options
        if isinstance(option.value, str)
    )
    return Prompt(
        "choice",
        M("{question} {options} [{default}]", question=choice.prompt, options=options, default=default),
        M("the choice: {what}", what=choice.prompt),
        completions=completions,
    )


def answer_choice(desk: Desk, text: str, choice: Choice) -> Turn:
    """Take an option by its number, its value, or a word for it; an empty line takes the default."""
    table = desk.table
    if not text.strip() and choice.random:
        index = picked(
            len(choice.options), table.seed, int(table.keys.get("round", 1)), choice.unit, choice.key
        )
        found = [choice.options[index]]
    elif not text.strip():
        found = [option for option in choice.options if option.value == choice.default]
    else:
        found = _meant(text, choice, desk.position.system.words)
    if len(found) != 1:
        few = M("a number from 1 to {n}, or how its name begins", n=len(choice.options))
        what = (
            M("{text} is none of them", text=text) if not found else M("{text} is several of them", text=text)
        )
        return refused(Problem("choice", what, hint=few))
    option = found[0]
    sets = option.sets if option.sets is not None else ((choice.unit, choice.key, option.value),)
    given = Given(choice.unit, choice.key, sets)
    shown = M("{question} {answer}", question=choice.prompt, answer=option.label)
    return Turn(replace(table, answers=(*table.answers, given)), (shown,))


def _meant(text: str, choice: Choice, words: Words) -> list[Option]:
    typed = same(text)
    if typed.isdecimal() and len(typed) < 4 and 0 < int(typed) <= len(choice.options):
        return [choice.options[int(typed) - 1]]
    for form in (typed, other_layout(typed) or typed):
        named = [(option, _names(option, words)) for option in choice.options]
        exact = [option for option, said in named if form in said]
        found = exact or [option for option, said in named if any(name.startswith(form) for name in said)]
        if found:
            return found
    return []


def _names(option: Option, words: Words) -> list[str]:
    """Return what may be typed for *option*: its value, the words of the system that set that value."""
    if option.value is True:
        return ["yes", "y", "да", "д"]
    if option.value is False:
        return ["no", "n", "нет", "н"]
    said = [same(str(option.value).replace("_", " "))]
    if isinstance(option.value, str):
        for word in words.words:
            if option.value in word.sets.values():
                said += [same(name) for name in (*word.english, *word.russian, *word.short)]
    return said


MENU = {
    "next": M("next round"),
    "again": M("dice again"),
    "edit": M("edit"),
    "save": M("save"),
    "new": M("new melee"),
    "apply": M("keep losses"),
    "quit": M("quit"),
}


MENU_WORDS = {  # in either language, what names each item in the menu first
    "next": ("next", "следующий", "дальше"),
    "again": ("dice", "again", "кубики", "заново"),
    "edit": ("edit", "изменить", "правка"),
    "save": ("save", "сохранить"),
    "new": ("new", "новый"),
    "apply": ("keep", "losses", "apply", "потери", "применить"),
    "quit": ("quit", "exit", "выход"),
}


def menu(result: Mapping[str, Any], table: Table, lasting: bool) -> list[str]:
    """Return what can follow a result, in the order of its numbers; the first is what Enter does."""
    items = ["next"] if result["next_round"] is not None else []
    items += ["new", "again", "edit", "save"]
    if lasting and not table.applied:
        items.append("apply")
    return [*items, "quit"]


def ask_menu(items: list[str]) -> Prompt:
    """Return the question after a result."""
    listed = Phrases(
        tuple(M("{n} {item}", n=i, item=MENU[item]) for i, item in enumerate(items, 1)), joiner=","
    )
    return Prompt(
        "menu",
        M("Next [{item}]", item=MENU[items[0]]),
        M("what comes next"),
        above=(M("{items}", items=listed),),
        completions=tuple(Completion((item,), MENU[item], True) for item in items),
    )


def meant_item(text: str, items: list[str]) -> str | None:
    """Return the item of the menu that *text* means: its number, or the beginning of a word for it."""
    typed = same(text)
    if not typed:
        return items[0]
    if typed.isdecimal() and len(typed) < 3:
        return items[int(typed) - 1] if 0 < int(typed) <= len(items) else None
    for form in (typed, other_layout(typed) or typed):
        for fits in (str.__eq__, str.startswith):
            found = [item for item in items if any(fits(word, form) for word in MENU_WORDS[item])]
            if len(found) == 1:
                return found[0]
    return None


def question_help(ask: Ask) -> list[Message]:
    """Return what can be typed for a throw or a choice."""
    if isinstance(ask, Tally):
        return [
            M("{what}.", what=counts_wanted(ask)),
            M("Enter: the program rolls what is not said. r: it rolls the rest of this step."),
        ]
    if isinstance(ask, Choice):
        return [
            M("The number of an option, or the beginning of its name."),
            M("Enter: drawn by chance.") if ask.random else M("Enter: the one in brackets."),
        ]
    said = [M("{what}.", what=wanted(ask.pool))]
    if ask.pool.count > 1 and ask.pool.sides < 10:
        example = "465"[: ask.pool.count]
        said = [
            M("Wanted: {what}.", what=wanted(ask.pool)),
            M(
                "The dice as {run}, {spaced} or {plus}; their total as it is, or as ={low}.",
                run=example,
                spaced=" ".join(example),
                plus="+".join(example),
                low=ask.pool.high - 1,
            ),
        ]
    return [*said, M("Enter: the program rolls it. r: it rolls the rest of this step.")]
