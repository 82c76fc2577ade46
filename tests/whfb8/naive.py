"""A second, naive reading of the rules, from their digest alone: plain dicts in, plain dicts out.

It shares nothing with the system it checks: no rows, no stages, no objects. It wants every roll in the
scenario and says of each unit what becomes of it; where chance decides a direction it says among whom.
"""

from __future__ import annotations

NO_RANKS = ("chariot", "monster", "war_machine", "character")
BIG = ("monstrous_infantry", "monstrous_beasts", "monstrous_cavalry")
FAST = ("cavalry", "war_beasts", "monstrous_beasts", "monstrous_cavalry", "chariot")
USUAL = {
    "steadfast_disrupted": "enemy",
    "steadfast_against": "facing",
    "charge_bonus": "once",
    "battle_standard_bonus": "on",
    "high_ground": "standing",
    "overkill_cap": 5,
    "musician_breaks_draws": "no",
}


def ranks(unit, need):
    if unit["type"] in NO_RANKS or unit.get("skirmishing") or unit.get("models") == 0:
        return 0
    if "ranks" in unit:
        return unit["ranks"]
    models, width = unit.get("models", 1), unit.get("width", 0)
    if width < need or models < need:
        return 0
    count = 0
    while models > 0:
        if min(models, width) >= need:
            count += 1
        models -= width
    return count


def kept(roll, drop):
    if isinstance(roll, int):
        return roll
    if len(roll) == 2:
        return sum(roll)
    return sum(roll) - (max(roll) if drop == "highest" else min(roll))


def muster(scenario):
    """Return what is known of the units whoever touches whom, so that many contacts can be tried on it."""
    law = {**USUAL, **(scenario.get("rulings") or {})}
    names = [side["name"] for side in scenario["sides"]]
    units = {}
    for side in scenario["sides"]:
        for unit in side["units"]:
            units[unit["name"]] = {"type": "infantry", **unit, "side": side["name"]}
    of = {name: [u for u in units if units[u]["side"] == name] for name in names}
    alive = {u: units[u].get("models") != 0 for u in units}
    fixed = {}
    for side in names:
        mine = of[side]
        living = [u for u in mine if alive[u]]

        def any_has(key, living=living):
            return any(units[u].get(key) for u in living)

        points = fixed[side] = {"whfb8.wounds": sum(units[u].get("wounds", 0) for u in mine)}
        points["whfb8.overkill"] = sum(min(units[u].get("overkill", 0), law["overkill_cap"]) for u in mine)
        points["whfb8.standard"] = 1 if any_has("standard") else 0
        points["whfb8.battle_standard"] = (
            1 if any_has("battle_standard") and law["battle_standard_bonus"] == "on" else 0
        )
        chargers = sum(1 for u in living if units[u].get("charged"))
        points["whfb8.charge"] = {"once": min(1, chargers), "per_unit": chargers, "off": 0}[
            law["charge_bonus"]
        ]
        points["whfb8.high_ground"] = int(
            any(
                units[u].get("high_ground") and (law["high_ground"] == "standing" or units[u].get("charged"))
                for u in living
            )
        )
        points["whfb8.other"] = sum(e["value"] for u in living for e in units[u].get("other") or ())
    return {
        "law": law,
        "names": names,
        "units": units,
        "of": of,
        "alive": alive,
        "deep": {u: ranks(units[u], 3 if units[u]["type"] in BIG else 5) for u in units},
        "fives": {u: ranks(units[u], 5) for u in units},
        "fixed": fixed,
    }


def combat(scenario, dice=True):
    mustered = muster(scenario)
    return fought(mustered, {u: unit.get("attacks") for u, unit in mustered["units"].items()}, dice)


def fought(mustered, attacks, dice=True):
    law, names, units, of, alive, deep, fives, fixed = mustered.values()
    foe = {names[0]: names[1], names[1]: names[0]}

    # who touches whom, and which part of the other: touches[x, y] is the part of y
    touches = {}
    enemies = {u: [] for u in units}
    listed = any(attacks.values())
    for x in of[names[0]]:
        for y in of[names[1]]:
            xy = attacks[x] and attacks[x].get(y)
            yx = attacks[y] and attacks[y].get(x)
            if not listed or xy or yx:
                touches[x, y] = xy or "front"
                touches[y, x] = yx or "front"
                enemies[x].append(y)
                enemies[y].append(x)

    disrupted = dict.fromkeys(units, False)
    flanked, reared = set(), set()
    for (u, victim), part in touches.items():
        if part == "front" or not alive[u]:
            continue
        if alive[victim] and deep[u] >= 2:
            disrupted[victim] = True
        if part == "rear":
            reared.add(victim)
        elif not (alive[victim] and touches[victim, u] == "flank"):
            flanked.add(victim)

    lines = {}
    for side in names:
        points = dict(fixed[side])
        living = [u for u in of[side] if alive[u]]
        bonuses = [min(3, deep[u] - 1) for u in living if not disrupted[u]]
        points["whfb8.ranks"] = max([0, *bonuses])
        points["whfb8.flank"] = sum(1 for victim in of[foe[side]] if victim in flanked)
        points["whfb8.rear"] = sum(2 for victim in of[foe[side]] if victim in reared)
        lines[side] = points
    scores = {side: sum(lines[side].values()) for side in names}

    here = {side: any(alive[u] for u in of[side]) for side in names}
    if law["musician_breaks_draws"] == "yes" and scores[names[0]] == scores[names[1]] and all(here.values()):
        music = [s for s in names if any(alive[u] and units[u].get("musician") for u in of[s])]
        if len(music) == 1:
            lines[music[0]]["whfb8.musician"] = 1
            scores[music[0]] += 1
    if not any(here.values()):
        winner = None
    elif not all(here.values()):
        winner = names[0] if here[names[0]] else names[1]
    elif scores[names[0]] == scores[names[1]]:
        winner = None
    else:
        winner = max(names, key=lambda side: scores[side])
    loser = foe[winner] if winner else None
    difference = max(0, scores[winner] - scores[loser]) if winner else 0

    out = {u: {"ranks": deep[u], "disrupted": disrupted[u], "steadfast": None} for u in units}
    due = []
    broken = []
    destroyed = []
    for u in units:
        unit = units[u]
        if not alive[u]:
            out[u]["outcome"] = "wiped_out"
        elif winner is None:
            out[u]["outcome"] = "fights_on"
        elif unit["side"] == loser:
            if unit.get("unstable"):
                out[u]["crumble_wounds"] = difference
                models = None if "ranks" in unit else unit.get("models", 1)
                if models is not None and models * unit.get("wounds_each", 1) <= difference:
                    out[u]["outcome"] = "destroyed"
                    destroyed.append(u)
                else:
                    out[u]["outcome"] = "crumbles"
                continue
            if unit.get("unbreakable"):
                out[u]["outcome"] = "holds"
                continue
            against = enemies[u] if law["steadfast_against"] == "facing" else of[winner]
            if law["steadfast_disrupted"] in ("enemy", "both"):
                against = [e for e in against if not disrupted[e]]
            deeper = deep[u] >= 1 and all(deep[u] > deep[e] for e in against)
            if law["steadfast_disrupted"] in ("self", "both") and disrupted[u]:
                deeper = False
            if unit.get("never_steadfast"):
                deeper = False
            if unit.get("stubborn"):
                deeper = True
            out[u]["steadfast"] = deeper
            if unit.get("leadership") is None:
                due.append(u)
                continue
            target = max(unit["leadership"], unit.get("general_leadership") or 0)
            target -= 0 if deeper else difference
            target += sum(e["value"] for e in unit.get("break_modifiers") or ())
            out[u]["break_target"] = target
            for key in ("break_roll", "break_reroll")[: 2 if unit.get("battle_standard_near") else 1]:
                roll = kept(unit[key], "highest")
                if roll <= target or roll == 2:
                    break
            else:
                broken.append(u)
            out[u]["outcome"] = "broken" if u in broken else "holds"
    summary = {
        "winner": winner,
        "difference": difference,
        "scores": scores,
        "lines": {side: {k: v for k, v in lines[side].items() if v} for side in names},
        "units": out,
        "due": due,
        "next_round": None,
    }
    if due or not dice:
        return summary

    chase = {}
    for u in units:
        unit = units[u]
        if "outcome" in out[u]:
            continue
        gone = [e for e in enemies[u] if e in broken or e in destroyed or not alive[e]]
        fleeing = [e for e in enemies[u] if e in broken]
        if len(gone) < len(enemies[u]):
            out[u]["outcome"] = "fights_on"
        elif not fleeing:
            out[u]["outcome"] = "stays"
        else:
            target = unit["pursue"] if unit.get("pursue") in fleeing else fleeing[0]
            out[u]["outcome"] = "pursues"
            if unit.get("restrain"):
                if unit.get("leadership") is None:
                    due.append(u)
                    continue
                limit = max(unit["leadership"], unit.get("general_leadership") or 0)
                tries = ["restrain_roll"] + ["restrain_reroll"] * bool(unit.get("battle_standard_near"))
                rolls = [kept(unit[key], "highest") for key in tries]
                if any(roll <= limit or roll == 2 for roll in rolls):
                    out[u]["outcome"] = "restrains"
                    continue
            chase[u] = target
            out[u]["target"] = target
    for u in broken:
        distance = kept(units[u]["flee_roll"], "lowest")
        catchers = [
            p for p in units if chase.get(p) == u and kept(units[p]["pursuit_roll"], "lowest") >= distance
        ]
        out[u]["caught_by"] = catchers
        if catchers:
            out[u]["outcome"] = "destroyed"
        there = [e for e in enemies[u] if alive[e]]
        most = max([fives[e] for e in there], default=0)
        out[u]["from"] = [e for e in there if fives[e] == most]

    going = [u for u in units if out[u]["outcome"] in ("holds", "crumbles", "fights_on")]
    still = {u: {e: touches[u, e] for e in enemies[u] if e in going} for u in going}
    still = {u: foes for u, foes in still.items() if foes}
    if still:
        summary["next_round"] = {
            u: {
                "attacks": foes,
                "models": units[u].get("models", 1)
                - out[u].get("crumble_wounds", 0) // units[u].get("wounds_each", 1)
                if "ranks" not in units[u]
                else None,
            }
            for u, foes in still.items()
        }
    return summary
