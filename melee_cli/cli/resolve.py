"""``melee resolve``: scenario files in, audited results out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from melee_cli.cli.batch import Bar, has_several, is_batch, read, run_batch
from melee_cli.cli.options import (
    BriefOption,
    Color,
    ColorOption,
    ExplainOption,
    FullOption,
    HouseOption,
    JobsOption,
    JournalFileOption,
    JournalOption,
    LangOption,
    OutputOption,
    Paths,
    RulingOption,
    ScenarioFormat,
    ScenarioFormatOption,
    SeedOption,
    VersionOption,
    job_count,
    recorder_of,
    split_pairs,
)
from melee_cli.cli.output import (
    NO_NEXT_ROUND,
    PICTURES,
    STOPPED,
    Done,
    Manner,
    Writer,
    frame,
    house_is_unsound,
    manner_of,
    not_kept,
    resolved_summary,
)
from melee_cli.cli.streams import Output, say
from melee_cli.cli.usage import WrongUsage
from melee_cli.core.messages import M

if TYPE_CHECKING:
    from melee_cli.formats.limits import Document
    from melee_cli.journal.melees import Recorder
    from melee_cli.scenario.book import Options

STREAMED = ("json", "jsonl", "csv")


def command(
    paths: Paths,
    format_: ScenarioFormatOption = ScenarioFormat.table,
    lang: LangOption = None,
    seed: SeedOption = None,
    house: HouseOption = None,
    ruling: RulingOption = None,
    brief: BriefOption = False,
    explain: ExplainOption = False,
    full: FullOption = False,
    output: OutputOption = None,
    next_: Annotated[
        str | None, typer.Option("--next", metavar="FILE", help="Write the next round's scenario here.")
    ] = None,
    jobs: JobsOption = "auto",
    journal: JournalOption = None,
    journal_file: JournalFileOption = None,
    color: ColorOption = Color.auto,
    version: VersionOption = False,
) -> int:
    """Resolve scenarios: who won and why, what each unit does and lost."""
    from melee_cli.scenario.book import Options

    manner = manner_of(format_.value, lang, brief, explain)
    options = Options(seed=seed, rulings=split_pairs(ruling or [], "--ruling"), house=house)
    found = read(paths)
    several = is_batch(paths)
    if not several and format_.value not in STREAMED:
        several, found = has_several(found)
    if several and format_.value in PICTURES:
        raise WrongUsage(M("{format} shows one scenario", format=format_.value), "--format")
    with Output(output) as out, _next_rounds(next_) as beside:
        manner = manner._replace(
            headings=several, full=full, next_round=next_ is not None, out=out.terminal()
        )
        recorder = recorder_of(journal, journal_file)
        shared = job_count(jobs) if recorder is None else 1  # a battle's melees are in the order of the files
        work = partial(Resolving, options, manner, recorder)
        tally = run_batch(found, work, out, frame(manner), Bar(paths), shared, beside)
    writer = Writer(manner)
    if next_ is not None and not tally.beside:
        say(writer.say(NO_NEXT_ROUND))
    if tally.stopped:
        say(writer.say(STOPPED))
    if several or tally.done + tally.failed > 1:
        say(writer.say(resolved_summary(tally.done, tally.failed)))
    return 1 if tally.failed + not_kept(recorder, writer) else 0


@contextmanager
def _next_rounds(path: str | None) -> Iterator[Output | None]:
    """Open the file for the next rounds, where one is wanted; it is left alone if there are none."""
    if path is None:
        yield None
    else:
        with Output(path, optional=True) as beside:
            yield beside


class Resolving:
    """Checks and resolves one document after the other, each to its text."""

    def __init__(self, options: Options, manner: Manner, recorder: Recorder | None = None) -> None:
        from melee_cli.api.resolve import resolve
        from melee_cli.scenario.check import check

        self._check, self._resolve = check, resolve
        self._options = options
        self._writer = Writer(manner)
        self._table = manner.format == "table"
        self._recorder = recorder

    def __call__(self, document: Document, place: int) -> Done:
        """Return the result of *document*, the one at *place* (from 0) of the batch."""
        checked = self._check(document, self._options)
        result = self._resolve(checked, self._options, place)
        if self._recorder is not None:
            self._recorder.add(checked, result, document.data, self._options)
        done = self._writer.result(result)
        if done.ok:
            return done
        stop = house_is_unsound(checked.problems, self._options.house)
        return done._replace(stop=stop, out="" if stop and self._table else done.out)
