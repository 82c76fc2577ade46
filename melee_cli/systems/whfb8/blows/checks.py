"""Contradictions that a scenario with profiles is refused for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from melee_cli.core.messages import M, Message, Phrases
from melee_cli.core.problems import Path, Problem, Unsound
from melee_cli.core.system import Book, Check
from melee_cli.systems.whfb8.blows.exchange import KEYS, Blow, Exchange, Group, Log, given_of
from melee_cli.systems.whfb8.blows.tallies import attacks_known, impossible
from melee_cli.systems.whfb8.checks import attacks as sound_attacks
from melee_cli.systems.whfb8.checks import contact as sound_contact
from melee_cli.systems.whfb8.checks import each_unit, enemy_problem, lacking_leadership, ranks_sound
from melee_cli.systems.whfb8.profile import COUNTS, stomp_of
from melee_cli.systems.whfb8.units import fought_out

#: What a unit may say only with a profile.
BESIDE = (
    "champion",
    "mount",
    "base_mm",
    "fighting",
    *KEYS.values(),
    "wounds_lost",
    "fear_failed",
    "first_round",
)
#: What a unit with a profile does not say: it comes of the blows, or of the models.
INSTEAD = {
    "wounds": M("with profiles the wounds come of the blows"),
    "ranks": M("with profiles the ranks follow from models and width"),
}


def _units(scenario: Any) -> Iterator[tuple[Path, Any]]:
    for s, side in enumerate(scenario.sides):
        for u, unit in enumerate(side.units):
            yield ("sides", s, "units", u), unit


def all_or_none(scenario: Any, book: Book) -> Iterator[Problem]:
    """All units of a scenario have a profile or none has."""
    found = [(path, unit.name, unit.profile is None) for path, unit in _units(scenario)]
    if len({bare for _, _, bare in found}) == 2:
        for path, name, bare in found:
            if bare:
                yield Problem(
                    "profile-missing",
                    M("{unit} has no profile, while other units have one", unit=name),
                    path,
                    hint=M("give every unit a profile, or none"),
                )


def alone(unit: Any, path: Path, book: Book) -> list[Problem]:
    """What goes with a profile is refused without one, and what it stands for beside one."""
    said = unit.model_fields_set
    if unit.profile is None:
        return [
            Problem(
                "profile-needed",
                M("{key} goes with a profile, and there is none", key=key),
                (*path, key),
                "key",
                hint=M("write the unit's profile, or leave {key} out", key=key),
            )
            for key in BESIDE
            if key in said and getattr(unit, key) not in (None, False)
        ]
    return [
        Problem("beside-profile", message, (*path, key), "key", hint=M("leave {key} out", key=key))
        for key, message in INSTEAD.items()
        if key in said and getattr(unit, key) is not None
    ]


def wounds_agree(unit: Any, path: Path, book: Book) -> list[Problem]:
    """The Wounds of a model are those of the profile, and fewer than that are lost without a model's."""
    if unit.profile is None:
        return []
    each = unit.profile.w
    found = []
    if "wounds_each" in unit.model_fields_set and unit.wounds_each != each:
        message = M("{n} wounds each, but the profile says {w}", n=unit.wounds_each, w=each)
        hint = M("leave out {key}: it is w of the profile", key="wounds_each")
        found.append(Problem("wounds-differ", message, (*path, "wounds_each"), hint=hint))
    if unit.wounds_lost >= each:
        message = M("{n} Wounds lost would have cost a model of {w}", n=unit.wounds_lost, w=each)
        hint = M("take the model off, and write what is left: 0 to {most}", most=each - 1)
        found.append(Problem("wounds-lost", message, (*path, "wounds_lost"), hint=hint))
    return found


def blows_without_cause(unit: Any, path: Path, book: Book) -> list[Problem]:
    """Blows are given only of what the unit strikes with, and from the first count on."""
    if unit.profile is None:
        return []
    reasons: dict[str, Message] = {}
    if unit.mount is None:
        reasons["mount_blows"] = M("{unit} has no mount", unit=unit.name)
    if not unit.profile.impact_hits:
        reasons["impact_blows"] = M("{unit} has no impact hits", unit=unit.name)
    elif not unit.charged:
        reasons["impact_blows"] = M("{unit} did not charge, so it has no impact hits", unit=unit.name)
    if stomp_of(unit) == "none":
        reasons["stomp_blows"] = M("{unit} does not stomp", unit=unit.name)
    found = [
        Problem("no-such-blows", reason, (*path, key), "key", hint=M("leave {key} out", key=key))
        for key, reason in reasons.items()
        if getattr(unit, key)
    ]
    for key in KEYS.values():
        for enemy, value in (getattr(unit, key) or {}).items():
            if isinstance(value, dict) and _gap(value):
                message = M("what is missing must be missing from the end: hits, wounds, unsaved")
                hint = M("write hits first, or the unsaved wounds alone")
                found.append(Problem("counts-missing", message, (*path, key, enemy), hint=hint))
    return found


def _gap(value: dict[str, int]) -> bool:
    said = [name for name in COUNTS if name in value]
    return said not in ([*COUNTS[: len(said)]], ["unsaved"])


def enemies(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit strikes and has struck units of the other side."""
    for path, unit in _units(scenario):
        side = path[1]
        assert isinstance(side, int)
        for key in ("fighting", *KEYS.values()):
            try:
                said = getattr(unit, key)
            except Unsound:
                continue
            for name in said or ():
                problem = enemy_problem(scenario, side, name, (*path, key, name))
                if problem is not None:
                    yield problem


def _sound(scenario: Any, book: Book) -> bool:
    """Whether contact, ranks and profiles are sound, without which nobody knows who strikes whom."""
    if not fought_out(scenario):
        return False
    doubts = (all_or_none, unit_sound, enemies, ranks_sound, sound_attacks, sound_contact)
    return not any(True for check in doubts for _ in check(scenario, book))


def in_contact(scenario: Any, book: Book) -> Iterator[Problem]:
    """Only enemies in contact are struck, by no more models than there are, as often as can be."""
    if not _sound(scenario, book):
        return
    exchange = Exchange(scenario, book)
    for (path, unit), body in zip(_units(scenario), exchange.bodies, strict=True):
        touched = [enemy.name for enemy in body.troop.enemies]
        for key in ("fighting", *KEYS.values()):
            for name in getattr(unit, key) or ():
                if name not in touched:
                    message = M("{unit} does not touch {enemy}", unit=unit.name, enemy=name)
                    hint = M("it touches {names}", names=Phrases(tuple(touched)))
                    yield Problem("not-touched", message, (*path, key, name), "key", hint=hint)
        many = sum((unit.fighting or {}).values())
        if many > body.models:
            message = M("{n} models are to fight, but there are {models}", n=many, models=body.models)
            yield Problem("too-many-fight", message, (*path, "fighting"))
    yield from _impossible(exchange)


def _impossible(exchange: Exchange) -> Iterator[Problem]:
    """Yield what cannot have come of the blows: measured by who lives then, as far as that is known."""
    log: Log | None = ()
    start = [body.models for body in exchange.bodies]
    paths = [path for path, _ in _units(exchange.scenario)]
    for step in exchange.steps:
        models = start if log is None else [lost.models for lost in exchange.losses(log)]
        groups = exchange.groups(step, models)
        struck = []
        for group in groups:
            given, path = _given(exchange, group, paths)
            wrong = impossible(group, given)
            if wrong is not None:
                at = (*path, wrong[0]) if _is_mapping(exchange, group) else path
                yield Problem("impossible-blows", wrong[1], at)
            struck.append(attacks_known(group, given))
        if log is not None:
            yield from _never_struck(exchange, step, groups, paths)
        known = [Blow(group, one) for group, one in zip(groups, struck, strict=True) if one is not None]
        log = (*log, *known) if log is not None and len(known) == len(groups) else None


def _is_mapping(exchange: Exchange, group: Group) -> bool:
    value = getattr(exchange.bodies[group.striker].troop.unit, group.key) or {}
    return isinstance(value.get(exchange.bodies[group.target].troop.name), dict)


def _given(exchange: Exchange, group: Group, paths: list[Path]) -> tuple[Any, Path]:
    unit = exchange.bodies[group.striker].troop.unit
    target = exchange.bodies[group.target].troop.name
    value = (getattr(unit, group.key) or {}).get(target)
    return given_of(value), (*paths[group.striker], group.key, target)


def _never_struck(exchange: Exchange, step: int, groups: list[Group], paths: list[Path]) -> Iterator[Problem]:
    """Yield the blows that are given of a step in which, as is known, nobody strikes them."""
    struck = {(group.striker, group.target, group.kind) for group in groups}
    for body, kinds in exchange.strike_in(step):
        for kind in kinds:
            for enemy in body.enemies:
                value = (getattr(body.troop.unit, KEYS[kind]) or {}).get(enemy.troop.name)
                given = given_of(value)
                if any(given) and (body.index, enemy.index, kind) not in struck:
                    message = M(
                        "{unit} has no such blows to strike against {enemy} any more",
                        unit=body.troop.name,
                        enemy=enemy.troop.name,
                    )
                    path = (*paths[body.index], KEYS[kind], enemy.troop.name)
                    yield Problem("impossible-blows", message, path)


def leadership(scenario: Any, book: Book) -> Iterator[Problem]:
    """A unit that the blows may make test needs its Leadership; so does one to restrain itself."""
    if not fought_out(scenario):
        return
    for _, unit in _units(scenario):
        tests = not (unit.unbreakable or unit.unstable) and unit.models != 0
        if unit.leadership is None and (tests or unit.restrain):
            yield from lacking_leadership(scenario, unit.name)


unit_sound = each_unit(alone, wounds_agree, blows_without_cause)
CHECKS: tuple[Check, ...] = (all_or_none, unit_sound, enemies, in_contact, leadership)
