"""A row of the house's own: so much while one field of the unit has one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from melee_cli.core.messages import M
from melee_cli.core.problems import Path, Problem
from melee_cli.core.rules import Change, Modifier, Row
from melee_cli.core.system import System
from melee_cli.scenario.nearest import did_you_mean
from melee_cli.scenario.shape import field_adapter, unit_model
from melee_cli.scenario.wanted import given, schema_at, schema_of, wanted
from melee_cli.systems.models import as_text

SECTION = M("House rules")
CITE = "house"


def added_row(
    entry: Mapping[str, Any], path: Path, system: System, rows: Mapping[str, Row], others: Sequence[Row]
) -> tuple[Modifier[Any], Change] | Problem:
    """Return the row that *entry*, sound in its shape, adds to *system*, or what is wrong with it."""
    id_ = str(as_text(entry["id"]))
    if id_ in rows or any(id_ == other.id for other in others):
        return Problem("same-name", M("there is already a row {id}", id=id_), (*path, "id"))
    ((field, wanted_value),) = entry["when"].items()
    model = unit_model(system.scenario())
    if field not in model.model_fields or field == "name":
        message = M("a unit has no field {field} to ask about", field=field)
        hint = did_you_mean(field, model.model_fields)
        return Problem("unknown-key", message, (*path, "when", field), "key", hint=hint)
    try:
        value = field_adapter(model, field).validate_python(wanted_value)
    except ValidationError:
        schema = schema_of(model)
        want = wanted(schema, schema_at(schema, (field,)))
        message = M("{wanted} is needed here, not {given}", wanted=want, given=given(wanted_value))
        return Problem("unknown-value", message, (*path, "when", field))
    label = str(as_text(entry["label"]))
    shown = M("{field} is {value}", field=field, value=str(as_text(wanted_value)))
    row = Modifier(
        id=id_,
        section=SECTION,
        cite=CITE,
        label=M("{label}", label=label),
        text=M("{condition}", condition=shown),  # as a row fills places named like its numbers
        numbers={"value": entry["value"]},
        when=_equals(field, value),
    )
    change = M(
        "{label}: {value} while {condition}", label=label, value=f"{entry['value']:+}", condition=shown
    )
    return row, Change(id_, change)


def _equals(field: str, value: Any) -> Callable[[Any], bool]:
    def holds(subject: Any) -> bool:
        """The field of the unit has the value; where it is left open, what the rules make of it counts."""
        known = getattr(subject.unit, field)
        if known is None:
            known = getattr(subject, field, None)
        return bool(known == value)

    return holds
