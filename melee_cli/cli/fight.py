"""``melee fight``: the table-side session; with ``-a`` and ``-b`` the melee is resolved at once."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from melee_cli.cli.options import (
    BriefOption,
    Color,
    ColorOption,
    ExplainOption,
    HouseOption,
    JournalFileOption,
    JournalOption,
    LangOption,
    OutputOption,
    RulingOption,
    ScenarioFormat,
    ScenarioFormatOption,
    SeedOption,
    VersionOption,
    recorder_of,
    split_pairs,
)
from melee_cli.cli.output import Done, Manner, Writer, frame, manner_of, not_kept
from melee_cli.cli.streams import Output, say
from melee_cli.cli.usage import WrongUsage
from melee_cli.core.messages import M
from melee_cli.render.language import surroundings

if TYPE_CHECKING:
    from melee_cli.core.problems import Problem
    from melee_cli.journal.melees import Recorder
    from melee_cli.scenario.book import Options
    from melee_cli.scenario.units import Units

DEFAULT_RULES = "gdb"
Lines = list[str] | None


def command(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="A scenario to put on the table; the dice it does not give are asked."
        ),
    ] = None,
    a: Annotated[
        Lines, typer.Option("-a", metavar="LINE", help="A unit of the first side; repeated.")
    ] = None,
    b: Annotated[
        Lines, typer.Option("-b", metavar="LINE", help="A unit of the second side; repeated.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="SYSTEM", help="The rules system; gdb where nobody is asked."),
    ] = None,
    side_a: Annotated[
        str | None, typer.Option("--side-a", metavar="NAME", help="Name of the first side (A).")
    ] = None,
    side_b: Annotated[
        str | None, typer.Option("--side-b", metavar="NAME", help="Name of the second side (B).")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Set a key of the scenario (terrain=difficult)."),
    ] = None,
    roster: Annotated[
        list[str] | None,
        typer.Option("--roster", metavar="FILE", help="Units to complete names from; repeated."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the session that was broken off.")
    ] = False,
    format_: ScenarioFormatOption = ScenarioFormat.table,
    lang: LangOption = None,
    seed: SeedOption = None,
    house: HouseOption = None,
    ruling: RulingOption = None,
    brief: BriefOption = False,
    explain: ExplainOption = False,
    output: OutputOption = None,
    color: ColorOption = Color.auto,
    journal: JournalOption = None,
    journal_file: JournalFileOption = None,
    version: VersionOption = False,
) -> int:
    """Hold a melee at the table; with -a and -b, resolve it at once."""
    said = {"-a": a, "-b": b, "--rules": rules, "--side-a": side_a, "--side-b": side_b, "--resume": resume}
    _one_way(file, said)
    rulings = split_pairs(ruling or [], "--ruling")
    sets = _sets(split_pairs(set_ or [], "--set"))
    if not a and not b:
        from melee_cli.cli.session import Place, run

        gc.freeze()
        gc.enable()  # an evening is long
        language = lang.value if lang else surroundings()
        place = Place(journal_file, journal, resume)
        return run(rules, side_a, side_b, roster or [], place, house, rulings, seed, language, sets, file)
    if not (a and b):
        missing = "-b" if a else "-a"
        raise WrongUsage(M("give the units of both sides, or of none to be asked"), missing)
    from melee_cli.scenario.book import Options

    scenario: dict[str, Any] = {
        "rules": rules or DEFAULT_RULES,
        **sets,
        "sides": [
            {"name": side_a or "A", "units": a},
            {"name": side_b or "B", "units": b},
        ],
    }
    manner = manner_of(format_.value, lang, brief, explain)
    options = Options(seed=seed, rulings=rulings, house=house)
    with Output(output) as out:
        manner = manner._replace(out=out.terminal())
        recorder = recorder_of(journal, journal_file)
        done = _at_once(scenario, options, manner, recorder)
        shape = frame(manner)
        out.write(shape.first + done.out + shape.last if done.out else shape.none)
    say(done.err)
    unkept = not_kept(recorder, Writer(manner))
    return 0 if done.ok and not unkept else 1


def _one_way(file: str | None, others: Mapping[str, object]) -> None:
    """Refuse what says otherwise than the scenario of *file*, where there is one."""
    for option, given in others.items() if file is not None else ():
        if given:
            raise WrongUsage(M("the scenario of FILE says that itself"), option)


def _at_once(
    scenario: Mapping[str, Any], options: Options, manner: Manner, recorder: Recorder | None
) -> Done:
    """Return the result of *scenario*, or, as yaml, the scenario with what repeats it."""
    from melee_cli.api.resolve import resolve
    from melee_cli.formats.limits import Source
    from melee_cli.scenario.check import check_mapping

    checked = check_mapping(scenario, options, Source("<fight>"))
    checked.problems = [_placed(problem, scenario["sides"], checked.units) for problem in checked.problems]
    resolved = resolve(checked, options)
    if recorder is not None:
        recorder.add(checked, resolved, scenario, options)
    if manner.format == "yaml" and resolved.data["ok"]:
        from melee_cli.scenario.write import to_yaml

        return Done(to_yaml(_repeating(scenario, options, resolved.data["seed"])), "", True)
    return Writer(manner).result(resolved)


def _repeating(scenario: Mapping[str, Any], options: Options, seed: int | None) -> dict[str, Any]:
    """Return *scenario* with the seed, rulings and house file that give the same result again."""
    keys: dict[str, Any] = {key: value for key, value in scenario.items() if key != "sides"}
    if options.rulings:
        keys["rulings"] = {**(keys.get("rulings") or {}), **options.rulings}
    if options.house is not None:
        keys["house"] = options.house
    if seed is not None:
        keys["seed"] = seed
    return {**keys, "sides": scenario["sides"]}


def _placed(problem: Problem, sides: Sequence[Mapping[str, Any]], units: Units) -> Problem:
    """Return *problem* with its pointer into the line that was typed, where it is about one."""
    from melee_cli.core.problems import Place
    from melee_cli.scenario.units import span_in

    match problem.path:
        case ("sides", int(side), "units", int(unit), *_) if unit < len(sides[side]["units"]):
            text = sides[side]["units"][unit]
            spoken = units.get((side, unit))
            start, end = (spoken and span_in(problem, spoken)) or (0, len(text))
            return replace(
                problem, place=Place("-b" if side else "-a", unit + 1, start + 1, max(1, end - start), text)
            )
        case ("sides", int(side), *_):
            return replace(problem, place=Place("--side-b" if side else "--side-a"))
        case ("rules",):
            return replace(problem, place=Place("--rules"))
        case (str(key), *_) if problem.place is None:
            return replace(problem, place=Place(f"--set {key}"))
    return problem


def _sets(pairs: Mapping[str, str]) -> dict[str, Any]:
    """Return ``KEY=VALUE`` pairs as scenario keys, values read as YAML; ``a.b=1`` sets a key within a key."""
    found: dict[str, Any] = {}
    if not pairs:
        return found
    from melee_cli.formats.limits import Unusual
    from melee_cli.formats.yaml import quick

    for key, text in pairs.items():
        *outer, last = key.split(".")
        if key == "sides":
            raise WrongUsage(M("the sides are what -a and -b say"), "--set")
        within = found
        for name in outer:
            within = within.setdefault(name, {})
            if not isinstance(within, dict):
                raise WrongUsage(
                    M("{name} is set already, so there is no {key}", name=name, key=key), "--set"
                )
        try:
            within[last] = quick(text.encode())
        except (Unusual, IndexError) as reason:
            raise WrongUsage(M("{text} is no value for {key}", text=repr(text), key=key), "--set") from reason
    return found
