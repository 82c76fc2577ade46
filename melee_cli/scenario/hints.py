"""What was most likely meant by a value of the wrong type, where that is plain to see; never assumed."""

from __future__ import annotations

from re import compile as pattern
from typing import Any
from unicodedata import normalize

from melee_cli.core.messages import M, Message
from melee_cli.core.problems import Path
from melee_cli.scenario.keyed import TRUTH
from melee_cli.scenario.wanted import LONGEST_SHOWN, Schema, alternatives, keys_at
from melee_cli.systems.models import as_text

MORE_TRUTH = {"y": True, "on": True, "1": True, "n": False, "off": False, "0": False}
# Zeros in front, marks between thousands, nothing behind a decimal point, a word for what is counted.
WHOLE = pattern(r"([-+]?)0*([0-9]{1,9})(?:\.0*)?(?: *[^\W\d]+\.?)?")
THOUSANDS = pattern(r"[0-9]{1,3}(?:[_,' ][0-9]{3})+")
DECIMAL = pattern(r"[-+]?[0-9]{1,9}[.,][0-9]{1,9}")
DICE = pattern(r"([0-9])[ ,+;/]*([0-9])")
UNFINISHED = pattern(r"(\w+)(?::|：|=| )\s*(.+)")
MANY = 30


def value_hint(root: Schema, schema: Schema, value: Any) -> Message | None:
    """Return what to write instead of *value*, which is not as *schema* wants it, None where who knows."""
    kinds = {part.get("type"): part for part in alternatives(root, schema)}
    if isinstance(value, list):
        if len(value) == 1 and "array" not in kinds and "object" not in kinds:
            return value_hint(root, schema, value[0]) or _alone(value[0])
        if "integer" in kinds and "array" in kinds and all(isinstance(item, str) for item in value):
            return _dice(kinds, " ".join(value))
        return None
    if isinstance(value, dict):
        return _list_of_one() if "array" in kinds and "integer" not in kinds else None
    if value is None:
        return M("leave the key out where there is nothing to say") if "boolean" in kinds else None
    text = normalize("NFKC", str(as_text(value))).strip()
    if "boolean" in kinds:
        truth = {**TRUTH, **MORE_TRUTH}.get(text.lower())
        return None if truth is None else _write("true" if truth else "false")
    if "integer" in kinds:
        return _whole(kinds["integer"], text, value) or ("array" in kinds and _dice(kinds, text)) or None
    if "number" in kinds and not isinstance(value, bool) and (DECIMAL.fullmatch(text) or text.isdecimal()):
        return _write(text.replace(",", "."))
    if "array" in kinds:
        item = kinds["array"].get("items", {})
        if not any(part.get("type") == "object" for part in alternatives(root, item)):
            return _write(f"[{text}]") if text and len(text) <= MANY else _list_of_one()
    return None


def part_hint(path: Path) -> Message | None:
    """Return how the mapping at *path* is written, where something else stands there."""
    match path:
        case ("sides", int(), "units", int()):
            return M("a unit is a mapping, {example}, or one line, NAME: words", example="{name: …, type: …}")
        case ("sides", int()):
            return M("a side is a mapping with {keys}", keys="name, units")
    return None


def key_hint(root: Schema, path: Path, key: str) -> tuple[Message, str] | None:
    """Return what an unknown *key* lacks and which key it was to be, where its value ran into it."""
    said = UNFINISHED.fullmatch(key)
    if said is None or said[1] not in keys_at(root, path):
        return None
    written = f"{said[1]}: {said[2]}"[:LONGEST_SHOWN]
    return M("a colon and a space stand between a key and its value: {written}", written=written), said[1]


def one_line() -> Message:
    """Return what to do about a text with line breaks where none may be."""
    return M("write it on one line; a text after | or > ends with a line break")


def _whole(part: Schema, text: str, value: Any) -> Message | None:
    if isinstance(value, int):
        return None
    if THOUSANDS.fullmatch(text):
        text = "".join(filter(str.isdigit, text))
    said = WHOLE.fullmatch(text)
    number = int(said[1] + said[2]) if said else None
    if number is None or not part.get("minimum", number) <= number <= part.get("maximum", number):
        return None
    if type(value) is str and text == str(number) == value:
        return M("write {number} without quotation marks", number=str(number))
    return _write(str(number))


def _dice(kinds: dict[Any, Schema], text: str) -> Message | None:
    dice = DICE.fullmatch(text)
    face = kinds["array"].get("items", {})
    if dice is None or not all(
        face.get("minimum", 1) <= int(die) <= face.get("maximum", 6) for die in dice.groups()
    ):
        return None
    return M("two dice are written {dice}", dice=f"[{dice[1]}, {dice[2]}]")


def _alone(value: object) -> Message | None:
    text = as_text(value)
    return _write(text) if isinstance(text, str) and 0 < len(text) <= MANY else None


def _write(value: object) -> Message:
    return M("write {value}", value=str(value))


def _list_of_one() -> Message:
    return M("a list stands in square brackets, or each of its items begins with -")
