"""Rulings as a scenario, a house file or the command line gives them: known, and with an accepted value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from melee_cli.core.messages import M, Phrases
from melee_cli.core.problems import Place, Problem, did_you_mean
from melee_cli.core.rules import Value
from melee_cli.core.system import System
from melee_cli.scenario.problems import given as given_phrase
from melee_cli.systems.models import as_text


def accepted(system: System, rulings: Any, problems: list[Problem], given: str = "") -> dict[str, Value]:
    """Return the rulings in *rulings* that *system* accepts; the others are added to *problems*.

    *given* names the option they came from, where that is not the scenario.
    """
    found: dict[str, Value] = {}
    for problem_or_pair in _rulings(system, rulings if isinstance(rulings, Mapping) else {}, given):
        if isinstance(problem_or_pair, Problem):
            problems.append(problem_or_pair)
        else:
            found[problem_or_pair[0]] = problem_or_pair[1]
    return found


def _rulings(system: System, rulings: Mapping[str, Any], given: str) -> Iterator[Problem | tuple[str, Value]]:
    place = Place(given) if given else None
    known = {ruling.id: ruling for ruling in system.rulings}
    for id_, value in rulings.items():
        ruling = known.get(id_)
        path = ("rulings", str(id_))
        if ruling is None:
            switches = [ruling.id for ruling in system.rulings if ruling.values]
            listed = M("the rulings are {ids}", ids=Phrases(tuple(switches), ","))
            hint = did_you_mean(str(id_), known) or listed
            message = M("there is no ruling {id} in {system}", id=str(id_), system=system.id)
            yield Problem("unknown-ruling", message, path, "key", hint=hint, place=place)
        elif not ruling.values:
            message = M("the ruling {id} has one reading only and cannot be switched", id=ruling.id)
            yield Problem("unknown-ruling", message, path, "key", place=place)
        elif (switch := ruling.accept(value)) is None:
            if ruling.at_least is not None:
                hint = M("a whole number from {low} up", low=ruling.at_least)
            else:
                hint = M("one of {values}", values=Phrases(tuple(str(v) for v in ruling.values), ","))
                hint = did_you_mean(str(as_text(value)), map(str, ruling.values)) or hint
            said = value[:60] if isinstance(value, str) else given_phrase(value)
            message = M("{value} is no value of the ruling {id}", value=said, id=ruling.id)
            yield Problem("unknown-value", message, path, hint=hint, place=place)
        else:
            yield ruling.id, switch
