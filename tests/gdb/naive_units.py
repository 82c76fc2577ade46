"""What the second telling of the melee knows of one unit, and of whom it fights."""

MOUNTED = ("cuirassiers", "heavy_cavalry", "lancers", "light_cavalry", "cossacks")


def is_cavalry(u):
    return u["type"] in MOUNTED


def fighting(u):
    return u.get("fighting") or u["figures"]


def formation(u):
    if u.get("formation"):
        return u["formation"]
    return "none" if u.get("cover") == "building" else "line"


def order(u):
    return u.get("order", "good")


def is_square(u):
    return u["type"] == "infantry" and formation(u) == "square"


def enemies_of(scenario, side, u):
    found = []
    for e in scenario["sides"][1 - side]["units"]:
        if u.get("against") is not None and e["name"] not in u["against"]:
            continue
        if e.get("against") is not None and u["name"] not in e["against"]:
            continue
        found.append(e)
    return found
