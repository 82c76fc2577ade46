"""A result in the manner and language asked for: what goes to standard output, what to standard error."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from melee_cli.cli.options import Format
from melee_cli.cli.streams import say
from melee_cli.core.messages import M, Marked, Message, Phrases, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from melee_cli.api.resolve import Result
    from melee_cli.cli.options import Lang
    from melee_cli.cli.streams import Output
    from melee_cli.core.problems import Problem
    from melee_cli.core.system import System
    from melee_cli.core.view import Cell, Depth, Section, View
    from melee_cli.formats.limits import Document, Unread
    from melee_cli.journal.melees import Recorder
    from melee_cli.render.language import Language
    from melee_cli.render.tables import Listing
    from melee_cli.render.terminal import Terminal


LANGUAGES = ("en", "ru")
PICTURES = ("svg", "html")


def spoken(asked: str | None, format_: str = "table") -> str:
    """Return the language for results in *format_*: json and jsonl are English unless *asked* otherwise."""
    if asked:
        return asked
    from melee_cli.render.language import surroundings

    return "en" if format_ in ("json", "jsonl") else surroundings()


NO_NEXT_ROUND = M("no next round: nobody is left in contact")
STOPPED = M("the run stops here: no scenario is resolved without the house rules asked for")


def house_is_unsound(problems: Sequence[Problem], house: str | None) -> bool:
    """Return whether any of *problems* is a defect of the file *house* of the command line.

    House rules of another system are none: they fail only the scenarios that they are not for.
    """
    codes = {problem.code for problem in problems if problem.place and problem.place.file == house}
    return bool(codes) and "other-system" not in codes


class Done(NamedTuple):
    """What one scenario gave: text for either stream, for the file beside, and whether all is well.

    ``stop``: what is wrong is wrong for every scenario, and the run ends here.
    """

    out: str
    err: str
    ok: bool
    beside: str = ""
    stop: bool = False


# What is cut out of a stream; what works on one document, at its place in the batch; what makes that work.
Cut: TypeAlias = "Document | Unread"
Work: TypeAlias = "Callable[[Document, int], Done]"
Prepare: TypeAlias = "Callable[[], Work]"


class Frame(NamedTuple):
    """What stands before the first result, between two, after the last, and instead of none."""

    first: str = ""
    between: str = ""
    last: str = ""
    none: str = ""


class Manner(NamedTuple):
    """How results are asked for: everything that shapes their text. Plain, so that it goes to workers.

    ``headings``: each result says which scenario it is of; as a row of one table, unless all is to be
    shown in ``full``. ``next_round``: the next round's scenario is
    wanted beside the result.
    """

    format: str = "table"
    lang: str | None = None
    brief: bool = False
    explain: bool = False
    headings: bool = False
    full: bool = False
    next_round: bool = False
    out: Terminal | None = None
    err: Terminal | None = None

    @property
    def depth(self) -> Depth:
        """How much of a view is shown."""
        return "verdict" if self.brief else "explain" if self.explain else "full"

    @property
    def listed(self) -> bool:
        """Whether each result is a row of one table."""
        return self.format == "table" and self.headings and self.depth == "full" and not self.full


def manner_of(format_: str, lang: Lang | None, brief: bool = False, explain: bool = False) -> Manner:
    """Return the manner that the common options ask for, with what standard error can show."""
    import sys

    from melee_cli.render.terminal import Terminal, terminal_of

    err = terminal_of(sys.stderr) if sys.stderr is not None else Terminal()
    return Manner(format_, lang and lang.value, brief, explain, err=err)


def frame(manner: Manner) -> Frame:
    """Return what *manner*'s format puts around results."""
    match manner.format:
        case "json":
            return Frame("[\n", ",\n", "\n]\n", "[]\n")
        case "csv":
            from melee_cli.render.csv import HEADER

            return Frame(first=HEADER, none=HEADER)
        case "yaml":
            return Frame(between="---\n")
        case "table" if manner.listed:
            return Frame(first=_listing(manner).head())
        case "table" if manner.brief:
            return Frame()
        case "table" | "markdown":
            return Frame(between="\n")
    return Frame()


def _listing(manner: Manner) -> Listing:
    """Return the table of a batch, a row a scenario."""
    from melee_cli.core.view import Column
    from melee_cli.render.language import language_for
    from melee_cli.render.tables import Listing
    from melee_cli.render.terminal import Terminal

    columns = [
        (Column(M("File"), role="cite"), 7),
        (Column(M("Scenario")), 7),
        (Column(M("Winner")), 3),
        (Column(M("By"), "right"), 0),
        (Column(M("Losses")), 4),
    ]
    return Listing(columns, language_for(spoken(manner.lang)), manner.out or Terminal())


def _row(result: Mapping[str, Any]) -> Sequence[Cell]:
    """Return what the table of a batch says of *result*: its file, who won by how much, the losses."""
    source = result["source"]
    title = str(result.get("title") or "")
    place = os.path.basename(source["file"])
    front: list[Cell] = [place if source["line"] == 1 else f"{place}:{source['line']}", title]
    if not result["ok"]:
        return [*front, Marked(M("no result"), "problem"), None, None]
    roles: tuple[Role, Role] = ("side.first", "side.second")
    names = {side["name"]: role for side, role in zip(result["sides"], roles, strict=True)}
    winner = result["outcome"]["winner"]
    won: Cell = M("a draw") if winner is None else Marked(winner, names[winner])
    lost = tuple(
        M("{side} {n}", side=Marked(side["name"], names[side["name"]]), n=sum(losses))
        for side in result["sides"]
        if (losses := [unit["losses"] for unit in side["units"] if "losses" in unit])
    )
    by = None if winner is None else result["outcome"]["difference"]
    return [*front, won, by, Phrases(lost, ",") if lost else None]


class Writer:
    """Writes results and problems in one manner."""

    def __init__(self, manner: Manner) -> None:
        from melee_cli.render.language import language_for, surroundings

        self._manner = manner
        self._language_for = language_for
        self._lang = spoken(manner.lang, manner.format)
        self._general = language_for(manner.lang or surroundings())
        self._encoders: dict[str | None, Any] = {}
        self._listed = _listing(manner) if manner.listed else None

    def result(self, resolved: Result) -> Done:
        """Return *resolved* as text: its result, or its problems where it failed."""
        manner, result, ok = self._manner, resolved.data, bool(resolved.data["ok"])
        beside = ""
        if manner.next_round and ok:
            beside = self._next_round(result)
        match manner.format:
            case "json" | "jsonl":
                return Done(self._json(result, resolved.system), "", ok, beside)
            case "csv":
                from melee_cli.render.csv import csv_rows

                return Done(csv_rows(result, self._language(resolved.system)), "", ok, beside)
            case "markdown" if not ok:
                from melee_cli.render.markdown import draw_problems

                return Done(draw_problems(result["problems"], self._language(resolved.system)), "", ok)
            case "yaml" if ok:
                text = self._next_round(result)
                return Done(text, "" if text else self.say(NO_NEXT_ROUND), ok, beside)
            case _ if not ok:
                said = self.problems(result["problems"], resolved.system)
                return Done(self._listed.row(_row(result)) if self._listed else "", said, ok)
            case _ if self._listed:
                return Done(self._listed.row(_row(result)), "", ok, beside)
        notes = ""
        if manner.brief and resolved.seed_used:  # the verdict is all that is shown of the result
            seed = M("seed {seed}: gives the same dice again", seed=result["seed"])
            titled = M("{title}: {verdict}", title=_title(result), verdict=seed)
            notes = self.say(titled if manner.headings else seed)
        return Done(self._drawn(resolved), notes, ok, beside)

    def problems(self, problems: Sequence[Problem], system: System | None = None) -> str:
        """Return *problems* as text for standard error."""
        from melee_cli.render.problems import draw_problems
        from melee_cli.render.terminal import Terminal

        language = self._language_for(self._general.code, system)
        return draw_problems(problems, language, self._manner.err or Terminal())

    def json(self, data: Mapping[str, Any], system: System | None = None) -> str:
        """Return *data* as JSON: one line for jsonl, an element of the array for json."""
        return self._json(data, system)

    def say(self, message: Message) -> str:
        """Return *message* as a line of standard error."""
        return self._general.text(message) + "\n"

    def _language(self, system: System | None) -> Language:
        return self._language_for(self._lang, system)

    def _json(self, data: Mapping[str, Any], system: System | None) -> str:
        key = system.id if system else None
        encoder = self._encoders.get(key)
        array = self._manner.format == "json"
        if encoder is None:
            from melee_cli.render.json import Encoder

            encoder = self._encoders[key] = Encoder(self._language(system), 2 if array else None)
        text: str = encoder.encode(data)
        return "  " + text.replace("\n", "\n  ") if array else text + "\n"

    def _next_round(self, result: Mapping[str, Any]) -> str:
        following = result.get("next_round")
        if following is None:
            return ""
        from melee_cli.scenario.write import to_yaml

        return to_yaml(following)

    def _before(self, resolved: Result) -> Sequence[Section]:
        """Return the odds there were before the dice, as far as they are counted at a glance."""
        from melee_cli.api.odds import odds_before
        from melee_cli.core.view import Lines
        from melee_cli.render.odds import glance

        assert resolved.book is not None and resolved.melee is not None  # noqa: PT018 - what explaining needs
        found = odds_before(resolved.scenario, resolved.book, resolved.melee)
        return [Lines(M("Before the dice"), [glance(found, resolved.book.system)])] if found else []

    def _drawn(self, resolved: Result) -> str:
        from melee_cli.render.report import framed

        manner, result, book = self._manner, resolved.data, resolved.book
        assert book is not None, "a sound result has its book"
        language = self._language(resolved.system)
        title = _title(result)
        if manner.headings and not manner.brief:
            result = {**result, "title": None}  # the heading says it
        if manner.explain and resolved.melee is not None and resolved.record is not None:
            from melee_cli.core.sensitivity import margins, that_mattered
            from melee_cli.core.view import Lines

            mattered = that_mattered(resolved.scenario, book, resolved.melee, resolved.record)
            view = framed(result, book, mattered)
            said = margins(resolved.melee, book.system, resolved.record)
            more = [*self._before(resolved), Lines(M("What would have changed it"), said)]
            view = view._replace(sections=[*view.sections, *more])
        else:
            view = framed(result, book)
        if manner.headings and manner.brief:
            view = view._replace(verdict=M("{title}: {verdict}", title=title, verdict=view.verdict))
        heading = manner.headings and not manner.brief
        if manner.format == "markdown":
            from melee_cli.render.markdown import draw as draw_markdown
            from melee_cli.render.markdown import plain

            text = draw_markdown(view, language, manner.depth)
            return f"## {plain(title)}\n\n{text}" if heading else text
        from melee_cli.render.tables import draw
        from melee_cli.render.terminal import Terminal

        terminal = manner.out or Terminal()
        if manner.format in PICTURES:
            from melee_cli.render.export import page, picture

            text = draw(view, language, Terminal(terminal.width, colour=True), manner.depth)
            return picture(text, title) if manner.format == "svg" else page(text, title, language.code)
        text = draw(view, language, terminal, manner.depth)
        if heading:
            from melee_cli.core.view import View

            text = draw(View(M("# {title}", title=title), ()), language, terminal) + text
        return text


def _title(result: Mapping[str, Any]) -> str:
    """Return what names a result among others: its title, else its place."""
    source = result["source"]
    return str(result.get("title") or f"{source['file']}:{source['line']}")


def resolved_summary(done: int, failed: int) -> Message:
    """Return the last line of a batch of results."""
    return M("{done} resolved, {failed} with problems", done=done, failed=failed)


def checked_summary(count: int, failed: int) -> Message:
    """Return the last line of a check."""
    return M("{count} checked, {failed} with problems", count=count, failed=failed)


def listing(
    format_: Format,
    view: View,
    data: Mapping[str, Any],
    entries: Sequence[Mapping[str, Any]],
    language: Language,
    out: Output,
) -> str:
    """Return a listing in *format_*: *view* for people, *data* as JSON, *entries* as lines or as CSV."""
    from melee_cli.render.json import dumps

    match format_:
        case Format.json:
            return dumps(data, language, 2) + "\n"
        case Format.jsonl:
            inside = [entry for part in data.values() if isinstance(part, list) for entry in part]
            return "".join(dumps(entry, language) + "\n" for entry in inside)
        case Format.csv:
            from melee_cli.render.csv import entries_text

            return entries_text(entries, language)
        case Format.markdown:
            from melee_cli.render.markdown import draw as draw_markdown

            return draw_markdown(view, language, "explain")
    from melee_cli.render.tables import draw

    return draw(view, language, out.terminal(), "explain")


def not_kept(recorder: Recorder | None, writer: Writer) -> int:
    """Tell on standard error what could not be kept in the journal; return 1 where that is so, else 0."""
    if recorder is None or recorder.problem is None:
        return 0
    say(writer.problems([recorder.problem]))
    return 1
