"""What a system's models are made of: the model of a unit, and one field's validation by itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, TypeAdapter


def unit_model(model: Any) -> type[BaseModel]:
    """Return the model of a unit in the scenario *model*."""
    side = model.model_fields["sides"].annotation.__args__[0]
    unit: type[BaseModel] = side.model_fields["units"].annotation.__args__[0]
    return unit


@lru_cache(maxsize=512)
def field_adapter(model: type[BaseModel], name: str) -> TypeAdapter[Any]:
    """Return what validates the field *name* of *model* by itself."""
    info = model.model_fields[name]
    annotated: Any = Annotated[info.annotation, info]
    return TypeAdapter(annotated)
