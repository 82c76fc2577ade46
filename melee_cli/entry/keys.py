"""The ``key=value`` of a one-line unit: which key, and how its value reads."""

from __future__ import annotations

from re import compile as pattern
from typing import Any, NamedTuple

from melee_cli.core.dice import written_throw
from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import did_you_mean
from melee_cli.core.words import Key, Words
from melee_cli.entry.vocabulary import normal, parts_of
from melee_cli.formats.limits import WHOLE, plain

DECIMAL = pattern(r"[-+]?[0-9]+(?:[.,][0-9]+)?")
TRUTH = {"true": True, "yes": True, "да": True, "false": False, "no": False, "нет": False}


class Refusal(Exception):
    """Raised where a key or a value cannot be read."""

    def __init__(self, code: str, message: Message, hint: Message | None, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.hint = hint
        self.field = field


class Given(NamedTuple):
    """What a ``key=value`` sets; ``names`` where its value names units."""

    field: str
    value: Any
    names: bool


def find_key(typed: str, words: Words) -> Key | None:
    """Return the key that *typed* is or begins, None where there is none; raise :class:`Refusal` for several.

    The fields' own names count only where no key made for lines begins so.
    """
    said = "_".join(parts_of(typed))
    found: dict[tuple[str, str | None], tuple[str, Key]] = {}
    longhand: dict[tuple[str, str | None], tuple[str, Key]] = {}
    for key in words.keys:
        for name in key.names:
            listed = "_".join(parts_of(name))
            if listed == said:
                return key
            if said and listed.startswith(said):
                begun = longhand if name == key.field else found
                begun.setdefault((key.field, key.part or key.within), (name, key))
    found = found or longhand
    if len(found) > 1:
        names = Phrases(tuple(name for name, _ in found.values()), ",")
        message = M("{typed} begins several keys", typed=typed)
        raise Refusal("ambiguous-word", message, M("one of {values}", values=names))
    return next((key for _, key in found.values()), None)


def read_value(key: Key, typed: str) -> Given:
    """Return what *typed*, without quotation marks, means for *key*; raise :class:`Refusal` for none."""
    given = _read(key, typed)
    return given if key.within is None else given._replace(value={key.within: given.value})


def _read(key: Key, typed: str) -> Given:
    text = typed.strip()
    if not text:
        raise Refusal("no-value", M("a value is missing after ="), None, key.field)
    match key.kind:
        case "whole":
            if WHOLE.fullmatch(normal(text)):
                return Given(key.field, plain(normal(text)), False)
            raise _refused(key, text, M("a whole number"))
        case "decimal":
            if DECIMAL.fullmatch(normal(text)):
                return Given(key.field, plain(normal(text).replace(",", ".")), False)
            raise _refused(key, text, M("a number"))
        case "truth":
            if normal(text) in TRUTH:
                return Given(key.field, TRUTH[normal(text)], False)
            raise _refused(key, text, M("true or false"))
        case "roll":
            return Given(key.field, _roll(key, normal(text)), False)
        case "names":
            return Given(key.field, _names(text), True)
        case "part":
            return Given(key.field, dict.fromkeys(_names(text), key.part), True)
        case "name":
            return Given(key.field, text, True)
        case "each":
            return Given(key.field, dict(_each(key, one) for one in _names(text)), True)
        case "read":
            return Given(key.field, _meant(key, text), False)
    return Given(key.field, _listed(key, text) if key.values else text, False)


def _each(key: Key, text: str) -> tuple[str, Any]:
    name, _, said = text.rpartition(":")
    if not name.strip():
        raise _refused(key, text, M("a value for each name, as in {example}", example=key.example))
    return name.strip(), _meant(key, said.strip())


def _meant(key: Key, text: str) -> Any:
    found = key.read(normal(text)) if key.read else None
    if found is None:
        raise _refused(key, text, M("something like {example}", example=key.example))
    return found


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _roll(key: Key, text: str) -> int | list[int]:
    throw = written_throw(text)
    if throw is None:
        raise _refused(key, text, M("a total, or dice as in 3+5"))
    return throw


def _listed(key: Key, text: str) -> str:
    said = parts_of(text)
    values = {parts_of(name): value for name, value in key.values.items()}
    if said in values:
        return values[said]
    begun = {value for name, value in values.items() if " ".join(name).startswith(" ".join(said))}
    if len(begun) == 1:
        return begun.pop()
    listed = tuple(dict.fromkeys(begun or key.values.values()))
    hint = did_you_mean(text, key.values) if not begun else None
    message = M("{value} is no value of {key}", value=text[:60], key=key.names[0])
    raise Refusal(
        "ambiguous-word" if begun else "unknown-value",
        message,
        hint or M("one of {values}", values=Phrases(listed, ",")),
        key.field,
    )


def _refused(key: Key, text: str, want: Message) -> Refusal:
    message = M("{key}: {wanted} is needed, not {given}", key=key.names[0], wanted=want, given=text[:60])
    return Refusal("wrong-type", message, None, key.field)
