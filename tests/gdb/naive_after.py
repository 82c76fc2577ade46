"""What follows the dice in the second telling of the melee: the next round, the duties of a built-up area."""

from tests.gdb.naive_units import enemies_of, formation


def next_round(scenario, out):
    """Who is in contact in the next round, and how; the switches and titles are looked at elsewhere."""
    after = out["units"]

    def pair(a, b):
        one, two = after[a["name"]], after[b["name"]]
        if not one["figures_after"] or not two["figures_after"]:
            return False
        outcomes = {one["outcome"], two["outcome"]}
        return outcomes == {"pushed_back", "press"} or outcomes == {"continue"}

    sides = []
    for s, side in enumerate(scenario["sides"]):
        units = []
        for u in side["units"]:
            still = [e["name"] for e in enemies_of(scenario, s, u) if pair(u, e)]
            if not still:
                continue
            new = {k: v for k, v in u.items() if k not in ("roll", "follow_up", "largest", "through")}
            for gone in ("straight_cm", "action", "pushed_back", "reinforcing"):
                new.pop(gone, None)
            mine = after[u["name"]]
            new["figures"] = mine["figures_after"]
            new["initial"] = u.get("initial") or u["figures"]
            if "fighting" in u:
                new["fighting"] = min(u["fighting"], new["figures"])
            new["formation"] = formation(u)
            new["against"] = still
            if u.get("reinforcing"):
                new["order"] = "disordered"
            if mine["outcome"] == "press":
                new["action"] = "pressing"
            if mine["outcome"] == "pushed_back":
                new["pushed_back"] = True
            if mine["outcome"] in ("press", "pushed_back"):
                stays = (
                    mine["outcome"] == "pushed_back"
                    and "built_up" in scenario
                    and u.get("cover") == "building"
                )
                new.pop("higher", None)
                if not stays:
                    for key in ("cover", "place", "building_bonus"):
                        new.pop(key, None)
            units.append(new)
        sides.append(units)
    return sides if sides[0] and sides[1] else None


def area_duties(scenario, out, winner):
    """The duties of a built-up area, as (rule, unit or None)."""
    if "built_up" not in scenario:
        return set()
    asked = set()
    holders = [[u for u in side["units"] if u.get("cover") == "building"] for side in scenario["sides"]]
    for u in holders[0] + holders[1]:
        mine = out["units"][u["name"]]
        if mine["figures_after"] and mine["outcome"] == "pushed_back":
            asked.add(("gdb.bua.push_back", u["name"]))
        if mine["figures_after"] and mine["outcome"] in ("rout", "retreat"):
            asked.add(("gdb.bua.clear_out", u["name"]))
    if winner is None or (holders[0] and holders[1]) or holders[winner]:
        return asked
    gone = all(
        out["units"][u["name"]]["outcome"] in ("rout", "retreat")
        or not out["units"][u["name"]]["figures_after"]
        for u in holders[1 - winner]
    )
    here = [u for u in scenario["sides"][winner]["units"] if out["units"][u["name"]]["figures_after"]]
    if gone and here:
        asked.add(("gdb.bua.occupy", None))
        if len(here) > scenario["built_up"].get("capacity", len(here)):
            asked.add(("gdb.bua.capacity", None))
    return asked
