"""YAML as events of PyYAML's C parser, or of its pure one where the C one was not built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

__all__ = [
    "AliasEvent",
    "DocumentStartEvent",
    "Event",
    "MappingEndEvent",
    "MappingStartEvent",
    "ScalarEvent",
    "SequenceEndEvent",
    "SequenceStartEvent",
    "StreamEndEvent",
    "events",
]

_make: Callable[[Any], Any]
try:
    from yaml._yaml import CParser as _make
except ImportError:
    from yaml import SafeLoader as _make


def events(text: str | bytes) -> Callable[[], Any]:
    """Return the function that gives one event of *text* after the other.

    It raises yaml.YAMLError where the text is no YAML.
    """
    next_event: Callable[[], Any] = _make(text).get_event
    return next_event
