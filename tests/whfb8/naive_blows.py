"""The round of blows once more, straight from the text: every die of every blow, one joint table of losses.

Nothing here is shared with the package but the rest of the combat, which is asked for the odds of each end
by itself. Slow, and for small units only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

from melee_cli.core.odds import odds
from melee_cli.systems.whfb8 import SYSTEM
from tests.whfb8.playing import opened

Unit = dict[str, Any]
State = tuple[int, ...]
BIG = ("monstrous_infantry", "monstrous_beasts", "monstrous_cavalry")
RANKLESS = ("chariot", "monster", "war_machine", "character")
BASES = {
    "infantry": 20,
    "character": 20,
    "war_beasts": 25,
    "cavalry": 25,
    "swarm": 40,
    "monstrous_infantry": 40,
}
STOMPS = {**dict.fromkeys(BIG, "stomp"), "monster": "thunderstomp"}
HARDER = {"halberd": 1, "great_weapon": 2}
FIRST_ROUND = {"flail": 2, "morning_star": 1}
ON_CHARGE = {"lance": 2, "cavalry_spear": 1}
SIXTH = Fraction(1, 6)


class Melee:
    """A scenario with profiles as plain dicts, and its joint chances."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.scenario = scenario
        self.units: list[Unit] = [unit for side in scenario["sides"] for unit in side["units"]]
        self.side = [place for place, side in enumerate(scenario["sides"]) for _ in side["units"]]
        self.start = tuple(unit["models"] for unit in self.units)
        self.profiles = [unit["profile"] for unit in self.units]
        self.first = scenario.get("round", 1) == 1

    def rules(self, u: int) -> list[str]:
        return self.profiles[u].get("rules") or []

    def kind(self, u: int) -> str:
        return str(self.units[u].get("type", "infantry"))

    def base(self, u: int) -> int:
        return int(self.units[u].get("base_mm") or BASES.get(self.kind(u), 50))

    def width(self, u: int) -> int:
        return int(self.units[u].get("width") or max(1, self.start[u]))

    def alone(self, u: int) -> bool:
        return self.kind(u) in RANKLESS or self.start[u] == 1

    def part(self, u: int, e: int) -> str | None:
        """Return the part of *e* that *u* touches, None without contact."""
        if self.side[u] == self.side[e]:
            return None
        if not any(unit.get("attacks") for unit in self.units):
            return "front"
        forth = (self.units[u].get("attacks") or {}).get(self.units[e]["name"])
        back = (self.units[e].get("attacks") or {}).get(self.units[u]["name"])
        return forth or ("front" if back else None)

    def enemies(self, u: int) -> list[int]:
        return [e for e in range(len(self.units)) if self.part(u, e) and self.start[e]]

    def room(self, u: int, e: int, models: int) -> int:
        if self.part(u, e) == "flank":
            front = ceil(models / self.width(e)) * self.base(e)
        else:
            front = min(models, self.width(e)) * self.base(e)
        return front // self.base(u) + 2

    def fighting(self, u: int, now: State) -> dict[int, int]:
        """Return how many models of *u* fight each enemy."""
        found: dict[int, int] = {}
        lines: dict[str, list[int]] = {}
        for e in self.enemies(u):
            lines.setdefault("all" if self.alone(u) else str(self.part(e, u)), []).append(e)
        for line, enemies in lines.items():
            if line == "all":
                models, most = now[u], [now[u]] * len(enemies)
            else:
                deep = ceil(now[u] / self.width(u))
                models = deep if line == "flank" else min(now[u], self.width(u))
                most = [min(models, self.room(u, e, self.start[e])) for e in enemies]
            shares = [0] * len(enemies)
            while models and shares != most:
                for place, enough in enumerate(most):
                    if models and shares[place] < enough:
                        shares[place] += 1
                        models -= 1
            for e, share in zip(enemies, shares, strict=True):
                narrow = line != "all" and now[e]
                found[e] = min(share, self.room(u, e, now[e])) if narrow else share
        return found

    def supports(self, u: int, now: State, fighting: Mapping[int, int]) -> dict[int, int]:
        """Return how many models of *u* support against each enemy at its front."""
        front = [e for e in self.enemies(u) if self.part(e, u) == "front" and fighting[e]]
        found = dict.fromkeys(fighting, 0)
        if self.alone(u):
            return found
        ranks = 1 + (self.width(u) >= (6 if self.kind(u) in BIG else 10))
        if not self.units[u].get("charged"):
            ranks += self.profiles[u].get("extra_ranks", 0) + (self.profiles[u].get("weapon") == "spear")
        for rank in range(1, ranks + 1):
            models = max(0, min(self.width(u), now[u] - rank * self.width(u)))
            taken = dict.fromkeys(front, 0)
            while models and any(taken[e] < fighting[e] for e in front):
                for e in front:
                    if models and taken[e] < fighting[e]:
                        taken[e] += 1
                        models -= 1
            for e in front:
                found[e] += taken[e]
        return found

    def step(self, u: int, who: Mapping[str, Any]) -> int:
        rules = who.get("rules") or []
        first = "always_strikes_first" in rules
        last = "always_strikes_last" in rules or who.get("weapon") == "great_weapon"
        return (1 if first else 13) if first != last else 12 - who["i"]

    def groups(self, step: int, now: State) -> Iterator[tuple[int, int, str, dict[int, Fraction]]]:
        """Yield striker, enemy, kind and the chances of the number of blows in a step."""
        for u in range(len(self.units)):
            if not now[u]:
                continue
            fighting = self.fighting(u, now)
            behind = self.supports(u, now, fighting)
            profile, mount = self.profiles[u], self.units[u].get("mount")
            leader = next((e for e in self.enemies(u) if fighting[e]), None)
            for e in self.enemies(u):
                if not now[e] or not fighting[e]:
                    continue
                if step == 0 and self.units[u].get("charged") and profile.get("impact_hits"):
                    yield u, e, "impact", dice(profile["impact_hits"], fighting[e])
                if step == self.step(u, profile):
                    each = profile.get("a", 1) + profile.get("extra_attacks", 0)
                    each += ("frenzy" in self.rules(u)) + (profile.get("weapon") == "two_hand_weapons")
                    support = min(3, profile.get("a", 1)) if self.kind(u) in BIG else 1
                    count = fighting[e] * max(0, each) + behind[e] * support
                    count += bool(self.units[u].get("champion") and e == leader)
                    yield u, e, "fighting", {count: Fraction(1)}
                if mount and step == self.step(u, mount):
                    each = mount.get("a", 1) + ("frenzy" in (mount.get("rules") or []))
                    yield u, e, "mount", {fighting[e] * each: Fraction(1)}
                stomp = profile.get("stomp", STOMPS.get(self.kind(u), "none"))
                if step == 14 and stomp != "none" and self.kind(e) in ("infantry", "war_beasts", "swarm"):
                    yield u, e, "stomp", dice("D6" if stomp == "thunderstomp" else 1, fighting[e])

    def blow(self, u: int, e: int, kind: str) -> dict[int, Fraction]:
        """Return the chances of the Wounds that one blow takes, die by die."""
        mine = self.profiles[u]
        hits_only = kind in ("impact", "stomp")
        who = self.units[u]["mount"] if kind == "mount" else mine
        rules = [] if hits_only else who.get("rules") or []
        own = mine if kind == "fighting" else {}
        strength = who["s"]
        if kind == "impact":
            strength = mine.get("impact_strength", mine["s"])
        elif kind == "stomp":
            strength = (self.units[u].get("mount") or mine)["s"]
        elif kind == "fighting":
            weapon = mine.get("weapon")
            strength += HARDER.get(weapon, 0) + (FIRST_ROUND.get(weapon, 0) if self.first else 0)
            strength += ON_CHARGE.get(weapon, 0) if self.units[u].get("charged") else 0
        found: dict[int, Fraction] = {}
        for hit, six, chance in self.hit(u, e, who, own, rules, hits_only):
            if not hit:
                found[0] = found.get(0, Fraction(0)) + chance
                continue
            poisoned = six and "poisoned_attacks" in rules
            for wounds, share in self.wound(u, e, strength, own, rules, poisoned, hits_only).items():
                found[wounds] = found.get(wounds, Fraction(0)) + chance * share
        return found

    def hit(
        self, u: int, e: int, who: Unit, own: Unit, rules: list[str], hits_only: bool
    ) -> Iterator[tuple[bool, bool, Fraction]]:
        skill, enemy = who["ws"], self.profiles[e]["ws"]
        if self.units[u].get("fear_failed"):
            skill = min(1, skill)
        if self.units[e].get("fear_failed"):
            enemy = min(1, enemy)
        if hits_only or enemy == 0:
            yield True, False, Fraction(1)
            return
        need = 3 if skill > enemy else 5 if enemy > 2 * skill else 4
        need = min(6, max(2, need - own.get("to_hit", 0) + self.profiles[e].get("harder_to_hit", 0)))
        again = {own.get("reroll_hits", "none")}
        if "hatred" in rules and self.first:
            again.add("failed")
        first = self.step(u, who) == 1
        if first and self.step(e, self.profiles[e]) != 1 and who["i"] >= self.profiles[e]["i"]:
            again.add("failed")
        for face, chance in rolls(need, again):
            yield face >= need, face == 6, chance

    def wound(
        self, u: int, e: int, strength: int, own: Unit, rules: list[str], poisoned: bool, hits_only: bool
    ) -> dict[int, Fraction]:
        theirs = self.profiles[e]
        need = min(6, max(2, 4 + theirs["t"] - strength))
        need = min(6, max(2, need - own.get("to_wound", 0)))
        slayable = self.kind(e) in ("infantry", "cavalry", "war_beasts", "character")
        kills = ("killing_blow" in rules and slayable) or (
            "heroic_killing_blow" in rules and self.kind(e) != "swarm"
        )
        found: dict[int, Fraction] = {}
        thrown = [(6, Fraction(1))] if poisoned else rolls(need, {own.get("reroll_wounds", "none")})
        for face, chance in thrown:
            if face < need:
                found[0] = found.get(0, Fraction(0)) + chance
                continue
            slain = kills and face == 6 and not poisoned
            saved = self.saved(u, e, strength, own, rules, slain, hits_only)
            found[0] = found.get(0, Fraction(0)) + chance * saved
            for wounds, share in self.count(e, own, slain).items():
                found[wounds] = found.get(wounds, Fraction(0)) + chance * (1 - saved) * share
        return found

    def saved(
        self, u: int, e: int, strength: int, own: Unit, rules: list[str], slain: bool, hits_only: bool
    ) -> Fraction:
        theirs = self.profiles[e]
        need = theirs.get("save", 99) + max(0, strength - 3) + own.get("armour_piercing", 0)
        armour = Fraction(0)
        if need <= 6 and not slain and "ignores_armour" not in rules:
            again = {theirs.get("reroll_saves", "none")}
            armour = sum((c for face, c in rolls(max(2, need), again) if face >= max(2, need)), Fraction(0))
        wards = []
        if "ignores_ward" not in rules:
            wards.append(theirs.get("ward", 99))
            foot = "mount" not in self.units[e] and self.kind(e) not in ("cavalry", "chariot", "monster")
            shield = theirs.get("weapon") == "hand_weapon_and_shield" and "frenzy" not in self.rules(e)
            if shield and foot and not hits_only and self.part(u, e) == "front":
                wards.append(6)
        if not slain and "flaming_attacks" not in rules:
            wards.append(theirs.get("regeneration", 99))
        ward = min(wards, default=99)
        kept = Fraction(0)
        if ward <= 6:
            again = {theirs.get("reroll_wards", "none")}
            kept = sum((c for face, c in rolls(ward, again) if face >= ward), Fraction(0))
        return armour + (1 - armour) * kept

    def count(self, e: int, own: Unit, slain: bool) -> dict[int, Fraction]:
        each = self.profiles[e].get("w", 1)
        many = own.get("multiple_wounds")
        if slain or many is None:
            return {each if slain else 1: Fraction(1)}
        found: dict[int, Fraction] = {}
        for count, chance in dice(many, 1).items():
            found[min(count, each)] = found.get(min(count, each), Fraction(0)) + chance
        return found

    def losses(self) -> dict[State, Fraction]:
        """Return the chances of the Wounds that all units have lost, in one table."""
        table: dict[State, Fraction] = {tuple(0 for _ in self.units): Fraction(1)}
        for step in range(15):
            after: dict[State, Fraction] = {}
            for lost, chance in table.items():
                now = tuple(self.left(u, lost[u]) for u in range(len(self.units)))
                ends = {lost: chance}
                for u, e, kind, counts in self.groups(step, now):
                    blow = self.blow(u, e, kind)
                    ends = self.struck(ends, e, blow, counts)
                for end, weight in ends.items():
                    after[end] = after.get(end, Fraction(0)) + weight
            table = after
        return table

    def struck(
        self, ends: dict[State, Fraction], e: int, blow: dict[int, Fraction], counts: dict[int, Fraction]
    ) -> dict[State, Fraction]:
        found: dict[State, Fraction] = {}
        done = ends
        for count in range(max(counts) + 1):
            for end, weight in done.items():
                if count in counts:
                    found[end] = found.get(end, Fraction(0)) + weight * counts[count]
            after: dict[State, Fraction] = {}
            for end, weight in done.items():
                for wounds, chance in blow.items():
                    if chance:
                        key = (*end[:e], min(end[e] + wounds, self.whole(e)), *end[e + 1 :])
                        after[key] = after.get(key, Fraction(0)) + weight * chance
            done = after
        return found

    def whole(self, u: int) -> int:
        return int(self.start[u] * self.profiles[u].get("w", 1) - self.units[u].get("wounds_lost", 0))

    def left(self, u: int, lost: int) -> int:
        before = self.units[u].get("wounds_lost", 0)
        return max(0, self.start[u] - (lost + before) // self.profiles[u].get("w", 1))

    def chances(self) -> dict[Any, Fraction]:
        """Return the chances of who wins by how much, of what becomes of each unit, and of models left."""
        found: dict[Any, Fraction] = {}

        def add(key: Any, chance: Fraction) -> None:
            if chance:
                found[key] = found.get(key, Fraction(0)) + chance

        for lost, weight in self.losses().items():
            after = odds(*self.ended(lost))
            for (winner, difference, _), part in after.ends.items():
                add((winner, difference), weight * Fraction(part, after.total))
            for name, measures in after.units.items():
                for measure in ("holds", "breaks", "catches"):
                    if measure in measures:
                        add((name, measure), weight * measures[measure].chance())
            for u, unit in enumerate(self.units):
                add((unit["name"], "models", self.left(u, lost[u])), weight)
            for side in (0, 1):
                wounds = sum(lost[u] for u in range(len(self.units)) if self.side[u] != side)
                add((side, "wounds", wounds), weight)
        return found

    def ended(self, lost: State) -> tuple[Any, Any, Any]:
        """Return the combat as it goes on after these losses, to be asked for its odds."""
        sides = []
        u = 0
        for place, side in enumerate(self.scenario["sides"]):
            units = []
            for unit in side["units"]:
                dropped = ("profile", "mount", "champion", "base_mm", "wounds_lost", "fear_failed")
                kept = {key: value for key, value in unit.items() if key not in dropped}
                each = unit["profile"].get("w", 1)
                pending = (lost[u] + unit.get("wounds_lost", 0)) % each if self.left(u, lost[u]) else 0
                left = {"models": self.left(u, lost[u]), "wounds_each": each, "wounds_lost": pending}
                units.append({**kept, **left})
                u += 1
            taken = sum(lost[e] for e in range(len(self.units)) if self.side[e] != place)
            units[0]["wounds"] = taken
            sides.append({"name": side["name"], "units": units})
        scenario = {**self.scenario, "sides": sides}
        return opened(scenario), SYSTEM, SYSTEM.scenario().model_validate(scenario)


def rolls(need: int, again: set[str]) -> list[tuple[int, Fraction]]:
    """Return every face on which a die may come to rest, with its chance, its re-roll made die by die."""
    found = []
    for first in range(1, 7):
        good = first >= need and first > 1
        if (
            ("ones" in again and first == 1)
            or ("sixes" in again and first == 6)
            or ("failed" in again and not good)
            or ("successful" in again and good)
        ):
            found += [(second, SIXTH * SIXTH) for second in range(1, 7)]
        else:
            found.append((first, SIXTH))
    return found


def dice(text: Any, times: int) -> dict[int, Fraction]:
    """Return the chances of the sum of a number or of dice like 2D6+1, thrown so many times."""
    if isinstance(text, int):
        return {text * times: Fraction(1)}
    count, _, rest = text.partition("D")
    sides, _, plus = rest.partition("+")
    found: dict[int, Fraction] = {}
    many = int(count or 1) * times
    for faces in product(range(1, int(sides) + 1), repeat=many):
        total = sum(faces) + int(plus or 0) * times
        found[total] = found.get(total, Fraction(0)) + Fraction(1, int(sides) ** many)
    return found
