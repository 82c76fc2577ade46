"""The fast way from an ordinary YAML document to plain data; anything out of the ordinary is left alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yaml import YAMLError

from melee_cli.scenario.events import (
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    events,
)
from melee_cli.scenario.limits import DEPTH, NODES
from melee_cli.scenario.scalars import PLAIN, Unusual

MARKS = (b"&", b"*", b"!")


def quick(text: bytes) -> Any:
    """Return the plain data of the one document in *text*.

    Raises :class:`Unusual` where it needs the careful reader. A text of fewer bytes than the limit of
    nodes cannot hold more nodes than that, so they are not counted here.
    """
    if len(text) >= NODES or any(mark in text for mark in MARKS):
        raise Unusual
    try:
        return _built(events(text))
    except YAMLError as error:
        raise Unusual from error


def _built(next_event: Callable[[], Any]) -> Any:
    plain = PLAIN

    def collection(depth: int, is_mapping: bool) -> Any:
        if depth > DEPTH:
            raise Unusual
        if is_mapping:
            mapping: dict[str, Any] = {}
            while True:
                event = next_event()
                if type(event) is not ScalarEvent:
                    if type(event) is MappingEndEvent:
                        return mapping
                    raise Unusual
                key = event.value
                if key in mapping:
                    raise Unusual
                event = next_event()
                if type(event) is ScalarEvent:
                    mapping[key] = event.value if event.style else plain[event.value]
                else:
                    mapping[key] = collection(depth + 1, type(event) is MappingStartEvent)
        items: list[Any] = []
        while True:
            event = next_event()
            kind = type(event)
            if kind is ScalarEvent:
                items.append(event.value if event.style else plain[event.value])
            elif kind is SequenceEndEvent:
                return items
            else:
                items.append(collection(depth + 1, kind is MappingStartEvent))

    next_event()
    if type(next_event()) is StreamEndEvent:
        return None
    event = next_event()
    kind = type(event)
    if kind is MappingStartEvent or kind is SequenceStartEvent:
        data = collection(1, kind is MappingStartEvent)
    else:
        data = event.value if event.style else plain[event.value]
    next_event()
    if type(next_event()) is not StreamEndEvent:
        raise Unusual
    return data
