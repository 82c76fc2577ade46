"""The session: asks, takes answers, goes back, and is the same after every interruption."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from secrets import randbelow
from typing import Any

from melee_cli.core.messages import M
from melee_cli.core.problems import Problem
from melee_cli.core.stages import Ask, Die, Tally
from melee_cli.core.view import View
from melee_cli.session import actions, commands, play, setup
from melee_cli.session.commands import NAMES, SIGNS, Called, read_command
from melee_cli.session.files import load, named_system
from melee_cli.session.next_melee import dice_again, needs_of, new_melee, next_round
from melee_cli.session.preview import Preview
from melee_cli.session.prompts import Prompt, Shown, Turn, refused
from melee_cli.session.scenario import Desk, before_dice, odds_of
from melee_cli.session.state import Known, Step, Table, packed, unpacked
from melee_cli.session.units import overview, same
from melee_cli.systems import find

DRAWN_BELOW = 1_000_000
STEPS_KEPT = 400
LINES_KEPT = 200
HELP = ("?", ",")
BACK = ("<", "Б")
HELP_ON = {
    "roster": M("y goes on without the roster; Enter ends the session, so that it can be mended."),
    "name": M("What the side is called; Enter takes the name in brackets."),
    "mend": M(":edit N changes unit N, :del N takes it away, :set KEY= a key of the scenario."),
    "menu": M("The number of what comes next; Enter takes the first."),
}


@dataclass(frozen=True, slots=True)
class Opening:
    """How a session begins: what the command line said."""

    rules: str | None = None
    sides: tuple[str | None, str | None] = (None, None)
    rosters: Sequence[str] = ()
    seed: int | None = None
    keys: Mapping[str, Any] = field(default_factory=dict)
    file: str | None = None


class NoSuchRules(Exception):
    """Raised for a session of rules that are not installed."""


class Machine:
    """A session without a terminal.

    ``prompt()`` is what it asks now, ``answer(line)`` takes a line and returns what came of it.
    ``carries`` says that losses stay with the units without being asked, as they do where a journal is kept.
    ``data()`` is the whole session as plain data, from which ``Machine.of`` makes it again.
    """

    def __init__(
        self, opening: Opening | None = None, tongue: str = "en", remembered: str | None = None
    ) -> None:
        opening = opening or Opening()
        first, second = opening.sides
        seed = randbelow(DRAWN_BELOW) if opening.seed is None else opening.seed
        system = opening.rules or named_system(opening.rosters)
        table = Table(
            system=system,
            names=(first or "", second or ""),
            seed=seed,
            keys=opening.keys,
            pending=tuple(opening.rosters),
        )
        self.desk = Desk(table, tongue)
        self.steps: list[Step] = []
        self.lines: dict[str, list[str]] = {}
        self.remembered = remembered
        self.carries = False
        self._draft = ""
        self._offered = ""
        self._step: str | None = None
        self._opening = Turn()
        if opening.file is not None:
            self._opening = _prepared(opening, table)
        elif system:
            self._opening = setup.settled(table)
        self.desk.look_at(self._opening.table or table)

    @classmethod
    def of(cls, data: Mapping[str, Any], tongue: str = "en") -> Machine:
        """Return the session that *data* holds.

        Raises :class:`NoSuchRules`, and LookupError, TypeError or ValueError where it holds none.
        """
        machine = cls(tongue=tongue)
        table, machine.steps = unpacked(data)
        if table.system is not None and find(table.system) is None:
            raise NoSuchRules(table.system)
        if table.side not in (0, 1):
            raise ValueError(table.side)
        machine.desk = Desk(table, tongue, set(data["written"]))
        machine.lines = {kind: list(lines) for kind, lines in data["lines"].items()}
        machine.remembered = data["remembered"]
        return machine

    def put_by(self, kind: str, text: str) -> None:
        """Keep *text*, left unfinished at a prompt of *kind*, among the lines that can be had again."""
        if text.strip():
            self._keep_line(kind, text.strip())

    def draft_more(self, lines: Sequence[str]) -> None:
        """Put *lines* behind the line that is to be corrected."""
        self._draft = "\n".join((self._draft, *lines))

    def data(self) -> dict[str, Any]:
        """Return the session as plain data."""
        more = {
            "written": sorted(self.desk.written),
            "remembered": self.remembered,
        }
        return packed(self.table, self.steps, self.lines, more)

    @property
    def table(self) -> Table:
        """The melee on the table."""
        return self.desk.table

    def know(self, units: Sequence[Known], gone: Collection[str]) -> None:
        """Let *units* be recalled as they are now instead of as they were, and those *gone* no longer."""
        newer = {same(unit.name): unit for unit in units}
        lost = {same(name) for name in gone}
        known = [newer.pop(same(k.name), k) for k in self.table.known if same(k.name) not in lost]
        self.desk.look_at(replace(self.table, known=(*known, *newer.values())))

    def opening(self) -> Turn:
        """Return what to show before the first prompt: of a session resumed, where it stands."""
        opening = self._opening
        if self.table.phase == "roster" and not opening.warnings:
            opening = setup.settled(self.table)
        shows = list(opening.shows)
        if self.steps and self.table.phase == "units":
            shows += overview(self.table, self.desk.position.system, self.desk.tongue)
        if self.table.phase == "ready":
            shows += self._arrival(None)
        return replace(opening, table=None, shows=tuple(shows))

    def preview(self) -> Preview | None:
        """Return what can tell of a unit's line while it is typed, None where none is asked."""
        asked = self._prompt()
        return Preview(self.table, self.desk.tongue) if asked.kind == "unit" else None

    def prompt(self) -> Prompt:
        """Return what is asked now."""
        prompt = self._prompt()
        return replace(prompt, draft=self._draft) if self._draft else prompt

    def _prompt(self) -> Prompt:
        table = self.table
        if table.phase == "system":
            return setup.ask_system(self.remembered)
        if table.phase == "roster":
            return setup.ask_roster(table)
        if table.phase == "names":
            return setup.ask_name(table)
        if table.editing or table.phase == "units":
            words = commands.word_completions(self.desk.position.system.words)
            return setup.ask_unit(table, words, self._offered)
        if self.desk.position.problems:
            return setup.ask_mend(self.desk)
        ask = self._ask()
        if ask is None:
            return play.ask_menu(self._menu())
        if isinstance(ask, Tally):
            return play.ask_tally(ask)
        return play.ask_die(ask) if isinstance(ask, Die) else play.ask_choice(ask)

    def _ask(self) -> Ask | None:
        question = self.desk.position.question
        return None if question is None else question[1]

    def _menu(self) -> list[str]:
        position = self.desk.position
        return play.menu(position.resolved.data, self.table, position.system.lasting is not None)

    def answer(self, text: str) -> Turn:
        """Take a line: an answer, a question mark, a step back, or a command.

        A refused line comes back as the draft of the next prompt, to be corrected.
        """
        typed = text.strip()
        before = self.table
        kind = self._prompt().kind
        offered, self._offered = self._offered, ""
        if offered and not typed:
            text = typed = offered
        elif offered and typed in BACK:
            self._draft = offered
            return Turn(draft=offered)
        if typed in HELP:
            return Turn(shows=(self._help(),))
        if self._asks_for_help(typed, kind):  # in the middle of a line, which stays
            self._draft = typed.removesuffix("?")
            return Turn(shows=(self._help(),), draft=self._draft)
        if typed in BACK and not (typed != "<" and kind == "name"):
            return self.back()
        called = read_command(typed)
        if isinstance(called, Problem):
            turn = refused(called)
        elif called is not None:
            turn = self._command(called)
        else:
            turn = self._taken(kind, text)
        return self._settle(before, text, kind, turn, command=called is not None)

    def _asks_for_help(self, typed: str, kind: str) -> bool:
        """Tell whether a line ends in a question mark that is not its own, as a name or a file may have."""
        if typed.endswith(" ?"):
            return True
        return typed.endswith("?") and kind not in ("name", "roster") and typed[:1] not in SIGNS

    def _settle(self, before: Table, text: str, kind: str, turn: Turn, command: bool) -> Turn:
        """Put the turn's table down, keep the step, and show where that led."""
        if turn.offers:
            self._draft, self._offered = "", turn.offers
            return turn
        if turn.problems:
            self.desk.look_at(before)
            self._draft = text
            return replace(turn, draft=text)
        self._draft = turn.draft
        if text.strip():
            self._keep_line("command" if command else kind, text.strip())
        if turn.table is None or turn.leave is not None:
            return turn
        if turn.table is before:
            return turn
        self.steps = [*self.steps, Step(before, text, not command)][-STEPS_KEPT:]
        table = turn.table
        self.desk.look_at(replace(table, applied=True) if self.carries and not table.applied else table)
        return replace(turn, shows=(*turn.shows, *self._arrival(before)))

    def _keep_line(self, kind: str, text: str) -> None:
        lines = [line for line in self.lines.get(kind, []) if line != text]
        self.lines[kind] = [*lines, text][-LINES_KEPT:]

    def back(self, draft: bool = True) -> Turn:
        """Take back the last line; the old answer stands in the line again if *draft*."""
        if not self.steps:
            return refused(Problem("no-way-back", M("this is the first question")))
        step = self.steps[-1]
        self.steps = self.steps[:-1]
        before = self.table
        self.desk.look_at(step.before)
        self._draft = step.text if draft and step.answer else ""
        shows: tuple[Shown, ...] = ()
        if before.phase == "ready" and step.before.phase == "ready":
            shows = (M("taken back: {text}", text=step.text or M("Enter")),)
        return Turn(shows=shows, draft=self._draft)

    def _command(self, called: Called) -> Turn:
        if called.command.id == "undo":
            return self.back(draft=False)
        return actions.run(self.desk, called)

    def _taken(self, kind: str, text: str) -> Turn:
        if kind == "roster":
            return setup.answer_roster(self.desk, text)
        if kind == "system":
            return setup.answer_system(self.desk, text, self.remembered)
        if kind == "name":
            return setup.unit_for_name(self.desk, text) or setup.answer_name(self.desk, text)
        if kind == "unit":
            return setup.answer_unit(self.desk, text)
        if kind == "mend":
            hint = M(":edit N changes a unit, :del N takes it away, < goes back")
            return refused(Problem("to-mend", M("the units do not go together yet"), hint=hint))
        ask = self._ask()
        if ask is None:
            return self._chosen(text)
        if isinstance(ask, Tally):
            return play.answer_tally(self.desk, text, ask)
        return (
            play.answer_die(self.desk, text, ask)
            if isinstance(ask, Die)
            else play.answer_choice(self.desk, text, ask)
        )

    def _chosen(self, text: str) -> Turn:
        """Do what the menu after a result offers."""
        item = play.meant_item(text, self._menu())
        position = self.desk.position
        if item is None:
            return refused(
                Problem(
                    "menu", M("{text} is none of them", text=text), hint=M("a number, or Enter for the first")
                )
            )
        match item:
            case "next":
                return Turn(next_round(self.desk))
            case "again":
                return Turn(dice_again(self.table, position))
            case "new":
                return Turn(new_melee(position, has_result=True))
            case "edit":
                shows = overview(self.table, position.system, self.desk.tongue)
                return Turn(shows=tuple(shows), draft=":edit ")
            case "save":
                return Turn(draft=":save ")
            case "apply":
                return actions.run(self.desk, Called(NAMES["apply"], ""))
        return Turn(leave=0)

    def _arrival(self, before: Table | None) -> tuple[Shown, ...]:
        """Return what to show on arriving from *before*: both sides, a step's name, the result."""
        table, position = self.table, self.desk.position
        if table.phase == "units" and before is not None and before.phase == "ready":
            shows: list[Shown] = list(overview(table, position.system, self.desk.tongue))
            needs = needs_of(position)
            if needs is not None and shows:
                shows.append(M("Missing now: {what}. Type a unit's name and what is new of it.", what=needs))
            return tuple(shows)
        if table.phase != "ready" or table.editing or position.problems:
            return ()
        assert position.checked.book is not None
        if position.question is None:
            if before is not None and _played(before) == _played(table):
                return ()
            return (position.system.view(position.resolved.data, position.checked.book),)
        shows = []
        if before is not None and before.keys.get("round", 1) != table.keys.get("round", 1):
            shows.append(M("Round {n}", n=int(table.keys.get("round", 1))))
        if before is None or _laid(before) != _laid(table):
            self._step = None
            odds = odds_of(position)
            shows.append(before_dice(position, odds))
            if isinstance(odds, Problem):
                shows.append(M("Exact odds of this melee take a while: :odds counts them."))
            shows += play.known_so_far(position)
        title = position.question[0].title
        if self._step != title.text:
            self._step = title.text
            shows.append(M("{step}:", step=title))
        return tuple(shows)

    def _help(self) -> View:
        table = self.table
        prompt = self._prompt()
        if prompt.kind == "unit":
            words = self.desk.position.system.words
            return commands.unit_help(words, self.desk.tongue, bool(table.known))
        if prompt.kind == "system":
            return commands.view(commands.here(prompt.missing), setup.system_help())
        ask = self._ask() if prompt.kind in ("die", "choice") else None
        return commands.view(
            commands.here(prompt.missing), [HELP_ON[prompt.kind]] if ask is None else play.question_help(ask)
        )


def _prepared(opening: Opening, table: Table) -> Turn:
    """Return the turn that puts the opening's file on *table*, or says what is wrong with it."""
    assert opening.file is not None
    found = load(opening.file, table)
    if isinstance(found, list):
        return Turn(warnings=tuple(found), leave=1)
    seed = found.seed if opening.seed is None else opening.seed
    found = replace(found, keys={**found.keys, **opening.keys}, seed=seed)
    wrong = setup.settings_wrong(found)
    return Turn(warnings=tuple(wrong), leave=1) if wrong else Turn(found)


def _laid(table: Table) -> tuple[object, ...]:
    """Return what of a table the account before the dice shows."""
    units = tuple(tuple(sorted(map(str, unit.fields.items()))) for side in table.sides for unit in side)
    return (table.phase, table.editing, table.names, units, str(table.keys))


def _played(table: Table) -> object:
    """Return what of a table its result depends on."""
    return (*_laid(table), table.answers)
