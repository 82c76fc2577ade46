"""From a document to a checked scenario: its system, its model, its book, and every problem it has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from inspect import getattr_static
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from melee_cli.core.messages import M, Phrases
from melee_cli.core.problems import Path, Problem, Unsound, did_you_mean, nearest
from melee_cli.core.system import Book, Check, System
from melee_cli.formats.limits import Document, Source
from melee_cli.scenario.book import Options, book_of
from melee_cli.scenario.expectations import check_expect
from melee_cli.scenario.problems import complaints, given
from melee_cli.scenario.units import (
    Units,
    check_names,
    expand,
    field_adapter,
    located,
    unit_model,
)
from melee_cli.systems import find, names
from melee_cli.systems.models import ScenarioModel


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
    """Return *data* checked: whatever of it is sound is checked for contradictions too.

    A document of an unknown system is checked by the system whose name is nearest, if any is.
    """
    if options.sets and isinstance(data, dict):
        data = with_keys(data, options.sets)
    checked = Checked(source, data, list(document.problems) if document else [], document=document)
    problems = checked.problems
    if not isinstance(data, dict):
        if not problems:
            message = M(
                "a scenario is a mapping with {keys}, not {given}", keys="rules, sides", given=given(data)
            )
            problems.append(Problem("wrong-type", message))
    elif setting := setting_of(data.get("rules")):
        checked.system = setting.system
        _check_by(setting, checked, options)
    elif setting := _nearest_system(data, problems):
        _check_by(setting, checked, options)
    else:
        problems.extend(check_names(data))
    if problems:
        checked.problems = located(problems, document, checked.units)
    return checked


def _check_by(setting: Setting, checked: Checked, options: Options) -> None:
    """Check *checked* as a scenario of one system; its ``scenario`` is there if every part of it is sound."""
    problems = checked.problems
    wrong: set[Path] = {problem.path for problem in problems}
    data, units = expand(checked.data, setting.system, setting.fields)
    checked.data, checked.units = data, units
    doubtful = set(_line_problems(units, setting, problems, wrong))
    scenario: Any = None
    try:
        scenario = setting.validate(data)
    except ValidationError as error:
        found = complaints(error, setting.model, data)
        problems.extend(p for p in found.problems if not (p.code == "missing-key" and p.path in doubtful))
        wrong |= found.wrong
    for problem in check_names(data):
        problems.append(problem)
        if problem.code == "two-sides":
            wrong.add(problem.path)
    book = book_of(setting.system, data, checked.source.file, options, problems)
    problems.extend(check_expect(data, setting.system))
    if scenario is None or wrong:
        scenario = sound_parts(setting.model, data, wrong)
    elif not problems:
        checked.scenario, checked.book = scenario, book
    problems.extend(_contradictions(setting.system.checks, scenario, book))


class SoundPart:
    """What of a model is sound, read like the model itself.

    A field that was left out raises :class:`Unsound` when it is read; properties and methods are the
    model's own, and read the fields here.
    """

    def __init__(self, model: type[BaseModel], values: Mapping[str, Any], given: Collection[str]) -> None:
        self.__dict__.update(values, _model=model, model_fields_set=set(given))

    def __getattr__(self, name: str) -> Any:
        model = self.__dict__["_model"]
        if name in model.model_fields:
            raise Unsound(name)
        return getattr_static(model, name).__get__(self, model)


class Some(list[Any]):
    """A list with too few items or too many: it gives what it has, and raises :class:`Unsound` for more."""

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        raise Unsound

    def __getitem__(self, index: Any) -> Any:
        if not (isinstance(index, int) and 0 <= index < len(self)):
            raise Unsound
        return super().__getitem__(index)


def sound_parts(model: type[BaseModel], data: Any, wrong: Collection[Path], base: Path = ()) -> Any:
    """Return an object like *model* that holds what of *data* is sound.

    *wrong* are the paths of the problems; a field at one of them, above or below one, is left out,
    but of a part made of fields itself only those that are wrong.
    """
    values: dict[str, Any] = {}
    mapping = data if isinstance(data, dict) else {}
    if base not in wrong or not base:
        for name, info in model.model_fields.items():
            path = (*base, name)
            if name in mapping:
                value = _field(model, name, mapping[name], wrong, path)
                if value is not _LEFT_OUT:
                    values[name] = value
            elif path not in wrong and not info.is_required() and isinstance(data, dict):
                values[name] = info.get_default(call_default_factory=True)
    return SoundPart(model, values, mapping)


_LEFT_OUT = object()


def _field(model: type[BaseModel], name: str, value: Any, wrong: Collection[Path], path: Path) -> Any:
    beneath = [other for other in wrong if other[: len(path)] == path]
    annotation: Any = model.model_fields[name].annotation
    holder, part = _part(annotation)
    if not beneath or part is None:
        return _LEFT_OUT if beneath else _validated(model, name, value)
    if holder is list and isinstance(value, list):
        items = [sound_parts(part, item, wrong, (*path, place)) for place, item in enumerate(value)]
        return Some(items[:2]) if path in wrong else items
    is_part = holder is None and isinstance(value, dict)
    return sound_parts(part, value, wrong, path) if is_part else _LEFT_OUT


def _validated(model: type[BaseModel], name: str, value: Any) -> Any:
    try:
        return field_adapter(model, name).validate_python(value)
    except ValidationError:
        return _LEFT_OUT


@lru_cache(maxsize=512)
def _part(annotation: Any) -> tuple[type | None, type[BaseModel] | None]:
    """Return the model inside *annotation*, and whether it stands in a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return None, annotation
    origin = get_origin(annotation)
    if origin is Annotated:
        return _part(get_args(annotation)[0])
    if origin is list:
        _, model = _part(get_args(annotation)[0])
        return list, model
    if origin in (Union, UnionType):
        for choice in get_args(annotation):
            holder, model = _part(choice)
            if model is not None:
                return holder, model
    return None, None


def _nearest_system(data: dict[str, Any], problems: list[Problem]) -> Setting | None:
    known = names()
    if "rules" not in data:
        meant = nearest("rules", [key for key in data if key not in ScenarioModel.model_fields])
        if meant is not None:
            message = M("there is no key {key} here", key=meant)
            hint = M("did you mean '{name}'?", name="rules")
            problems.append(Problem("unknown-key", message, (meant,), "key", hint=hint))
            return setting_of(data[meant])
        message = M("the key {key} is missing", key="rules")
        hint = M(
            "{key}: {wanted}", key="rules", wanted=M("one of {values}", values=Phrases(tuple(known), ","))
        )
        problems.append(Problem("missing-key", message, (), hint=hint))
        return None
    value = data["rules"]
    name = value if isinstance(value, str) else ""
    hint = did_you_mean(name, known) or M("one of {values}", values=Phrases(tuple(known), ","))
    message = M("{given} is no rules system here", given=given(value))
    problems.append(Problem("unknown-system", message, ("rules",), hint=hint))
    return setting_of(nearest(name, known))


def _line_problems(
    units: Units, setting: Setting, problems: list[Problem], wrong: set[Path]
) -> Iterator[Path]:
    """Add what is wrong with one-line units; yield those of which any field may have been meant otherwise."""
    made = ((side, at, spoken) for (side, place), spoken in units.items() for at in units.made(side, place))
    for side, at, spoken in made:
        unit: Path = ("sides", side, "units", at)
        for problem in spoken.line.problems:
            path = (*unit, *problem.path)
            problems.append(
                Problem(problem.code, problem.message, path, problem.on, problem.span, problem.hint)
            )
            if problem.path:
                wrong.add(path)
            else:
                unsaid = setting.fields - {"name", *spoken.line.fields}
                wrong |= {(*unit, name) for name in unsaid}
                yield unit


def _contradictions(checks: Iterable[Check], scenario: Any, book: Book) -> Iterator[Problem]:
    """Yield what each check says before it meets something unsound."""
    for check in checks:
        try:
            yield from check(scenario, book)
        except Unsound:
            continue
