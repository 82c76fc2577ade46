"""The schema of odds: exact chances, by side, difference, band and unit."""

from __future__ import annotations

from typing import Any

from melee_cli.scenario.schema_result import COUNT, HOUSE, SOURCE, TEXT

Schema = dict[str, Any]
WHOLE: Schema = {"type": "string", "pattern": "^-?[0-9]+$"}
CHANCE_REF: Schema = {"$ref": "#/$defs/Chance"}
WINNER: Schema = {"type": ["string", "null"]}


def _object(required: Schema, **more: Any) -> Schema:
    return {"type": "object", "properties": {**required, **more}, "required": list(required)}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


MEAN = _object({"numerator": WHOLE, "denominator": WHOLE, "rounded": {"type": "number"}})
SPREAD = _object(
    {
        "distribution": _list(_object({"value": {"type": ["number", "string"]}, "chance": CHANCE_REF})),
        "mean": MEAN,
    }
)
UNIT = {
    **_object({"name": TEXT}),
    "additionalProperties": {"anyOf": [CHANCE_REF, SPREAD, _list(_object({"chance": CHANCE_REF}))]},
}
BAND = _object({"winner": WINNER, "band": {"type": ["string", "null"]}, "chance": CHANCE_REF})
DIFFERENCE = _object({"winner": WINNER, "difference": COUNT, "exactly": CHANCE_REF, "at_least": CHANCE_REF})
ODDS: Schema = {
    **_object(
        {
            "format": {"const": "melee-odds/1"},
            "ok": {"const": True},
            "source": SOURCE,
            "title": {"type": ["string", "null"]},
            "rules": _object(
                {
                    "id": TEXT,
                    "title": TEXT,
                    "house": {"anyOf": [HOUSE, {"type": "null"}]},
                    "rulings": {"type": "object"},
                }
            ),
            "round": COUNT,
            "policy": _object({"text": {}}),
            "sides": _list(_object({"name": TEXT, "win": CHANCE_REF, "units": _list(UNIT)})),
            "draw": CHANCE_REF,
            "differences": _list(DIFFERENCE),
        },
        bands=_list(BAND),
        together=_list({"type": "object"}),
        rounds={"type": "object"},
        what_if=_list({"type": "object"}),
    ),
    "$defs": {"Chance": _object({"numerator": WHOLE, "denominator": WHOLE, "percent": {"type": "number"}})},
}
