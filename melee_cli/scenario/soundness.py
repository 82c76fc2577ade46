"""Scenarios of which some fields are wrong: reading one of those ends the check that reads it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from melee_cli.core.problems import Path, Unsound
from melee_cli.scenario.shape import field_adapter


class _Sound:
    """Mixed into a model: a field that was left out raises :class:`Unsound` when it is read."""

    def __getattr__(self, name: str) -> Any:
        if name in type(self).model_fields:  # type: ignore[attr-defined]  # it is always a model's
            raise Unsound(name)
        return super().__getattr__(name)  # type: ignore[misc]  # pydantic's own


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
    part = _sound_class(model)
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
    sound = part.model_construct(_fields_set=set(mapping), **values)
    for name in model.model_fields:
        if name not in values:
            sound.__dict__.pop(name, None)
    return sound


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


@lru_cache(maxsize=64)
def _sound_class(model: type[BaseModel]) -> type[BaseModel]:
    return type(model.__name__, (_Sound, model), {"__module__": model.__module__, "__doc__": model.__doc__})


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
