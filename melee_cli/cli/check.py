"""``melee check``: validates scenarios; those with ``expect:`` are resolved and compared, a test bench."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from melee_cli.cli.batch import Bar, read, run_batch
from melee_cli.cli.options import (
    Color,
    ColorOption,
    Format,
    FormatOption,
    HouseOption,
    JobsOption,
    LangOption,
    OutputOption,
    Paths,
    RulingOption,
    SeedOption,
    VersionOption,
    job_count,
    split_pairs,
)
from melee_cli.cli.output import (
    STOPPED,
    Done,
    Manner,
    Writer,
    checked_summary,
    frame,
    house_is_unsound,
    manner_of,
)
from melee_cli.cli.streams import Output, say

if TYPE_CHECKING:
    from melee_cli.core.problems import Problem
    from melee_cli.formats.limits import Document
    from melee_cli.scenario.book import Options
    from melee_cli.scenario.check import Checked

FORMAT = "melee-check/1"


def command(
    paths: Paths,
    format_: FormatOption = Format.table,
    lang: LangOption = None,
    seed: SeedOption = None,
    house: HouseOption = None,
    ruling: RulingOption = None,
    output: OutputOption = None,
    jobs: JobsOption = "auto",
    color: ColorOption = Color.auto,
    version: VersionOption = False,
) -> int:
    """Validate scenarios, and compare results with what they expect."""
    from melee_cli.scenario.book import Options

    manner = manner_of(format_.value, lang)
    options = Options(seed=seed, rulings=split_pairs(ruling or [], "--ruling"), house=house)
    with Output(output) as out:
        manner = manner._replace(out=out.terminal())
        work = partial(Checking, options, manner)
        tally = run_batch(read(paths), work, out, frame(manner), Bar(paths), job_count(jobs))
    if tally.stopped:
        say(Writer(manner).say(STOPPED))
    say(Writer(manner).say(checked_summary(tally.done + tally.failed, tally.failed)))
    return 1 if tally.failed else 0


class Checking:
    """Checks one document after the other, each to the text of its problems."""

    def __init__(self, options: Options, manner: Manner) -> None:
        from melee_cli.api.comparison import compare
        from melee_cli.api.resolve import resolve
        from melee_cli.scenario.check import check

        self._check, self._resolve, self._compare = check, resolve, compare
        self._options = options
        self._manner = manner
        self._writer = Writer(manner)

    def __call__(self, document: Document, place: int) -> Done:
        """Return what is wrong with *document*, the one at *place* (from 0) of the batch."""
        checked = self._check(document, self._options)
        problems = list(checked.problems)
        if self._expects(document):
            problems = self._compare(checked, self._resolve(checked, self._options, place))
        done = self._told(checked, problems)
        return done._replace(stop=house_is_unsound(problems, self._options.house))

    def _told(self, checked: Checked, problems: list[Problem]) -> Done:
        from melee_cli.api.resolve import Result, failed

        ok = not problems
        match self._manner.format:
            case "json" | "jsonl":
                return Done(self._writer.json(_entry(checked, problems), checked.system), "", ok)
            case "csv" | "markdown" if problems:
                result = failed(checked.source, problems)
                return self._writer.result(Result(result, checked.book, checked.system))
        return Done("", self._writer.problems(problems, checked.system) if problems else "", ok)

    def _expects(self, document: Document) -> bool:
        return isinstance(document.data, dict) and "expect" in document.data


def _entry(checked: Checked, problems: list[Problem]) -> dict[str, Any]:
    source = checked.source
    title = checked.data.get("title") if isinstance(checked.data, dict) else None
    return {
        "format": FORMAT,
        "ok": not problems,
        "source": {"file": source.file, "document": source.document, "line": source.line},
        "title": title if isinstance(title, str) else None,
        "problems": problems,
    }
