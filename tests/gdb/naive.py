"""The Napoleonic melee once more, told straight through: plain dictionaries in, plain dictionaries out.

It shares nothing with the package, so that a mistake would have to be made twice.
"""

from fractions import Fraction
from math import ceil, floor

from tests.gdb.naive_after import area_duties, next_round
from tests.gdb.naive_units import enemies_of, fighting, formation, is_cavalry, is_square, order

DEFAULT_RULINGS = {
    "mixed_opponents": "strict",
    "lancers_as_light_keep_foot_bonus": "no",
    "lancers_pursuing_count_as_charging": "no",
    "fractions": "down",
    "split": "even",
    "foot_pushed_back_by_mixed": "rout_if_any_cavalry",
    "halving_covers": "infantry",
    "halving_terrain": "open_only",
    "beaten_artillery_rate": "none",
    "square_beats_cavalry_by_1_2": "pushed_back",
    "buildings_and_height": "add",
}


def earned(rulings, flags):
    return all(flags) if rulings["mixed_opponents"] == "strict" else any(flags)


def spoilt(rulings, flags):
    return any(flags) if rulings["mixed_opponents"] == "strict" else all(flags)


def charge_withheld(u):
    if u.get("reinforcing"):
        return True
    if is_cavalry(u) and u.get("straight_cm") is not None and u["straight_cm"] < 5:
        return True
    if is_cavalry(u) and formation(u) == "company_column":
        return True
    if is_square(u):
        return True
    return order(u) in ("disordered", "wavering", "retreating")


def outside(u, e):
    if e.get("cover", "none") != u.get("cover", "none"):
        return True
    return bool(u.get("place") and e.get("place") and u["place"] != e["place"])


def modifiers(scenario, rulings, side, u, counts_outnumbering):
    es = enemies_of(scenario, side, u)
    action = u.get("action", "none")
    cover = u.get("cover", "none")
    mods = {}

    really_charging = action == "charging" and not charge_withheld(u)
    as_lancers = really_charging or (
        action == "pursuing" and rulings["lancers_pursuing_count_as_charging"] == "yes"
    )
    light = u["type"] == "lancers" and (
        not as_lancers
        or order(u) in ("disordered", "wavering", "retreating")
        or bool(u.get("reinforcing"))
        or spoilt(rulings, [e["type"] == "cuirassiers" for e in es])
    )
    if light:
        mods["gdb.lancers_as_light"] = 2
    else:
        mods["gdb.type"] = {
            "cuirassiers": 5,
            "heavy_cavalry": 4,
            "lancers": 4,
            "light_cavalry": 2,
            "cossacks": 0,
            "infantry": 1,
            "artillery": -2,
        }[u["type"]]
    if is_cavalry(u):
        mods["gdb.horses"] = {"good": 1, "poor": -1}.get(u.get("horses"), 0)
    if action == "pursuing" or really_charging:
        mods["gdb.charge"] = 2
    if action == "pressing":
        mods["gdb.press"] = 2
    if (
        u["type"] == "infantry"
        and formation(u) == "column"
        and cover == "none"
        and not spoilt(rulings, [e.get("cover", "none") != "none" for e in es])
    ):
        mods["gdb.column"] = 2
    if is_square(u) and earned(rulings, [is_cavalry(e) for e in es]):
        mods["gdb.square"] = 4
    if (
        u["type"] == "lancers"
        and earned(rulings, [not is_cavalry(e) for e in es])
        and (not light or rulings["lancers_as_light_keep_foot_bonus"] == "yes")
    ):
        mods["gdb.lancers_vs_foot"] = 2
    mods["gdb.quality"] = {"guard": 2, "elite": 1, "conscript": -1}.get(u.get("quality"), 0)
    if u.get("british") and u["type"] == "infantry" and formation(u) == "line":
        mods["gdb.british_line"] = 1
    if order(u) == "retreating":
        mods["gdb.retreating"] = -6
    elif order(u) in ("disordered", "wavering") or u.get("reinforcing"):
        mods["gdb.disordered"] = -2
    if u.get("pushed_back"):
        mods["gdb.pushed_back"] = -2
    if u.get("attacked", "front") != "front":
        mods["gdb.flank_or_rear"] = -4
    if 2 * u["figures"] <= (u.get("initial") or u["figures"]):
        mods["gdb.half_lost"] = -4

    house = cover == "building" and earned(rulings, [outside(u, e) for e in es])
    hedge = cover == "cover" and earned(rulings, [outside(u, e) for e in es])
    building = (u.get("building_bonus") or 2) if house else 0
    height = 1 if hedge or u.get("higher") else 0
    if rulings["buildings_and_height"] == "best" and building and height:
        height = 0  # a building is always worth 2 or more
    mods["gdb.building"] = building
    mods["gdb.cover_or_height"] = height

    if counts_outnumbering:
        own = sum(fighting(x) for x in scenario["sides"][side]["units"])
        theirs = sum(fighting(x) for x in scenario["sides"][1 - side]["units"])
        if own > theirs:
            mods["gdb.outnumber"] = min(6, floor(Fraction(2 * (own - theirs), theirs)))
    mods["gdb.other"] = sum(m["value"] for m in u.get("modifiers", []))
    return {rule: value for rule, value in mods.items() if value}


def largest_of(side):
    most = max(fighting(u) for u in side["units"])
    tied = [u for u in side["units"] if fighting(u) == most]
    for u in tied:
        if u.get("largest"):
            return u["name"]
    return tied[0]["name"]


def losers_outcome(rulings, difference, u, winners, counting_unit):
    if difference < 8 and is_square(u) and all(is_cavalry(w) for w in winners):
        return "holds"
    if difference >= 8:
        return "rout"
    if difference >= 3:
        return "retreat"
    if order(u) == "retreating" or u["type"] == "artillery":
        return "retreat"
    if u["type"] == "infantry":
        horse = [is_cavalry(w) for w in winners]
        rule = rulings["foot_pushed_back_by_mixed"]
        if all(horse):
            return "rout"
        if not any(horse):
            return "pushed_back"
        if rule == "rout_if_any_cavalry":
            return "rout"
        if rule == "rout_if_all_cavalry":
            return "pushed_back"
        return "rout" if is_cavalry(counting_unit) else "pushed_back"
    if rulings["square_beats_cavalry_by_1_2"] == "fall_back" and all(is_square(w) for w in winners):
        return "fall_back"
    return "pushed_back"


def winners_outcome(difference, u, loser_outcomes):
    if is_cavalry(u) and all(o == "holds" for o in loser_outcomes):
        return "fall_back"
    if difference >= 3:
        return "pursuit_test" if is_cavalry(u) else "stand"
    if is_cavalry(u):
        return "press"
    if u["type"] == "infantry":
        return u.get("follow_up") or "press_or_stand"
    return "stand"


def rate(rulings, u, result, target, target_outcome):
    """One loss for so many figures; None for no losses at all."""
    if is_cavalry(u):
        if result != "win":
            return 8
        if is_cavalry(target):
            return 6 if target_outcome == "pushed_back" else 4
        if target_outcome in ("rout", "retreat"):
            return 4 if u["type"] == "cossacks" else 1
        return 8
    if result == "win":
        return 8 if target_outcome == "pushed_back" else 6
    if u["type"] == "infantry":
        return 12
    return None if rulings["beaten_artillery_rate"] == "none" else 12


def melee(scenario):
    rulings = {**DEFAULT_RULINGS, **scenario.get("rulings", {})}
    sides = scenario["sides"]
    out = {"units": {}}
    scores, counting = [], []
    for s, side in enumerate(sides):
        best = None
        for u in side["units"]:
            mods = modifiers(scenario, rulings, s, u, u["name"] == largest_of(side))
            roll = u["roll"] if isinstance(u["roll"], int) else sum(u["roll"])
            total = roll + sum(mods.values())
            out["units"][u["name"]] = {"modifiers": mods, "total": total}
            if best is None or total > best[0]:
                best = (total, u)
        scores.append(best[0])
        counting.append(best[1])
    difference = abs(scores[0] - scores[1])
    winner = None if difference == 0 else 0 if scores[0] > scores[1] else 1
    out["winner"] = None if winner is None else sides[winner]["name"]
    out["difference"] = difference
    out["scores"] = scores
    out["counting"] = [u["name"] for u in counting]
    out["band"] = "draw" if not difference else "1-2" if difference < 3 else "3-7" if difference < 8 else "8+"

    outcome = {}
    if winner is None:
        for s, side in enumerate(sides):
            for u in side["units"]:
                es = enemies_of(scenario, s, u)
                charged = u.get("action") == "charging" or u.get("reinforcing")
                if is_cavalry(u) and (
                    all(is_square(e) for e in es) or (charged and any(e["type"] == "infantry" for e in es))
                ):
                    outcome[u["name"]] = "fall_back"
        fallen = set(outcome)
        for s, side in enumerate(sides):
            for u in side["units"]:
                if u["name"] not in fallen:
                    es = enemies_of(scenario, s, u)
                    gone = all(e["name"] in fallen for e in es)
                    outcome[u["name"]] = "stand" if gone else "continue"
    else:
        for u in sides[1 - winner]["units"]:
            es = enemies_of(scenario, 1 - winner, u)
            outcome[u["name"]] = losers_outcome(rulings, difference, u, es, counting[winner])
        for u in sides[winner]["units"]:
            beaten = [outcome[e["name"]] for e in enemies_of(scenario, winner, u)]
            outcome[u["name"]] = winners_outcome(difference, u, beaten)

    hurt = {u["name"]: Fraction(0) for side in sides for u in side["units"]}
    for s, side in enumerate(sides):
        result = "draw" if winner is None else "win" if s == winner else "loss"
        for u in side["units"]:
            es = enemies_of(scenario, s, u)
            for e in es:
                if rulings["split"] == "even":
                    share = Fraction(fighting(u), len(es))
                else:
                    share = Fraction(fighting(u) * fighting(e), sum(fighting(x) for x in es))
                n = rate(rulings, u, result, e, outcome[e["name"]])
                if n is None:
                    continue
                loss = share / n
                halver = u["type"] == "infantry" or (
                    u["type"] == "artillery" and rulings["halving_covers"] == "foot"
                )
                in_the_open = scenario.get("terrain", "open") == "open"
                if halver and is_cavalry(e) and (in_the_open or rulings["halving_terrain"] == "always"):
                    loss /= 2
                hurt[e["name"]] += loss
    for side in sides:
        for u in side["units"]:
            exact = hurt[u["name"]]
            how = rulings["fractions"]
            whole = (
                floor(exact)
                if how == "down"
                else ceil(exact)
                if how == "up"
                else floor(exact + Fraction(1, 2))
            )
            lost = min(whole, u["figures"])
            out["units"][u["name"]] |= {
                "outcome": outcome[u["name"]],
                "losses": lost,
                "losses_exact": str(exact),
                "figures_after": u["figures"] - lost,
            }
    out["next_round"] = next_round(scenario, out)
    out["area"] = area_duties(scenario, out, winner)
    return out
