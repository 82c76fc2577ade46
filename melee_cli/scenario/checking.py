"""From a document to a checked scenario: its system, its model, its book, and every problem it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import ValidationError

from melee_cli.core.problems import Problem
from melee_cli.core.rules import Book
from melee_cli.core.system import System
from melee_cli.scenario.books import book_of, plain_book
from melee_cli.scenario.expanding import Units, expand
from melee_cli.scenario.names import names_are_fine
from melee_cli.scenario.options import Options
from melee_cli.scenario.shape import unit_model
from melee_cli.scenario.source import Document, Source
from melee_cli.systems import find

__all__ = ["Checked", "Options", "Setting", "check", "check_mapping", "setting_of", "unit_model", "with_keys"]


@dataclass(slots=True)
class Checked:
    """A document after every check: sound (``scenario`` and ``book`` are there) or with problems.

    ``data`` is what the document says, its one-line units written out; ``units`` are those lines.
    """

    source: Source
    data: Any
    problems: list[Problem]
    system: System | None = None
    scenario: Any = None
    book: Book | None = None
    document: Document | None = None
    units: Units = field(default_factory=Units)


class Setting(NamedTuple):
    """What checking needs of a system, looked up once."""

    system: System
    model: Any
    validate: Callable[[Any], Any]
    fields: frozenset[str]


_settings: dict[str, Setting] = {}


def check(document: Document, options: Options) -> Checked:
    """Return *document* checked under *options*."""
    return _check(document.data, options, document.source, document)


def check_mapping(data: Any, options: Options, source: Source | None = None) -> Checked:
    """Return a scenario that is plain data already (of a session, a next round) checked.

    Its problems have a path and no place.
    """
    return _check(data, options, source or Source("<scenario>"), None)


def setting_of(name: Any) -> Setting | None:
    """Return the setting of the system called *name*, None where there is none."""
    if not isinstance(name, str):
        return None
    setting = _settings.get(name)
    if setting is None:
        system = find(name)
        if system is None:
            return None
        model = system.scenario()
        model.model_rebuild()  # its validator was put off until it is needed
        unit = unit_model(model)
        setting = Setting(
            system, model, model.__pydantic_validator__.validate_python, frozenset(unit.model_fields)
        )
        _settings[name] = setting
    return setting


def with_keys(data: dict[str, Any], sets: Mapping[str, Any]) -> dict[str, Any]:
    """Return *data* with the keys of *sets* set; a dot in a key leads into a mapping."""
    changed = dict(data)
    for key, value in sets.items():
        *holders, last = key.split(".")
        here = changed
        for holder in holders:
            inner = here.get(holder)
            here[holder] = dict(inner) if isinstance(inner, dict) else {}
            here = here[holder]
        here[last] = value
    return changed


def _check(data: Any, options: Options, source: Source, document: Document | None) -> Checked:
    if options.sets and isinstance(data, dict):
        data = with_keys(data, options.sets)
    checked = Checked(source, data, list(document.problems) if document else [], document=document)
    setting = setting_of(data.get("rules")) if type(data) is dict else None
    if setting is not None:
        checked.system = setting.system
        checked.data, checked.units = expand(data, setting.system, setting.fields)
        if _is_sound(checked, setting, options):
            return checked
    from melee_cli.scenario.thorough import examine

    examine(checked, setting, options)
    return checked


def _is_sound(checked: Checked, setting: Setting, options: Options) -> bool:
    """Whether every part of *checked* is sound by itself; its scenario may still contradict itself."""
    if checked.problems or any(spoken.line.problems for spoken in checked.units.values()):
        return False
    try:
        scenario = setting.validate(checked.data)
    except ValidationError:
        return False
    if not names_are_fine(scenario):
        return False
    book = plain_book(setting.system)
    if (
        scenario.rulings
        or options.rulings
        or scenario.house is not None
        or options.house is not None
        or scenario.expect is not None
    ):
        found: list[Problem] = []
        book = book_of(setting.system, checked.data, checked.source.file, options, found)
        if scenario.expect is not None:
            from melee_cli.scenario.expectations import check_expect

            found.extend(check_expect(checked.data, setting.system))
        if found:
            return False
    checked.scenario, checked.book = scenario, book
    found = [problem for run in setting.system.checks for problem in run(scenario, book)]
    if found:
        from melee_cli.scenario.locating import located

        checked.problems = located(found, checked.document, checked.units)
    return True
