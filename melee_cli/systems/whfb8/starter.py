"""The commented scenario that ``melee new whfb8`` prints."""

STARTER = """\
rules: whfb8
title: Trolls and Goblins against Dwarfs
sides:
  - name: Greenskins
    units:
      # models now, after casualties, and how many stand in the front rank; wounds it inflicted
      - {name: Goblins, models: 20, width: 5, wounds: 1, standard: true, charged: true, leadership: 6}
      # a one-line unit: models x width, type, what is true of it, key=value
      - "Trolls: 3x3 monstrous infantry w=3 ld=4"
  - name: Dwarfs
    units:
      # leadership is needed when the unit must test; dice left out are rolled
      - {name: Warriors, models: 18, width: 6, wounds: 2, leadership: 9, standard: true, break_roll: 7}
# who touches whom, if not all fight all: attacks: {Warriors: flank} in each unit, flank=Warriors in a line
# rulings: {steadfast_disrupted: self}    # see: melee rules whfb8
# seed: 7                                 # for the dice that are not given
"""

PROFILES = """\
rules: whfb8
title: Spears receive the riders
sides:
  - name: Valley
    units:
      # models and width before the blows; the profile gives everything that a blow needs
      - name: Spearmen
        models: 25
        width: 5
        leadership: 7
        standard: true
        profile: {ws: 3, s: 3, t: 3, i: 3, weapon: spear, save: 5+}
        # blows: {Riders: {hits: 7, wounds: 5, unsaved: 3}}    # what was rolled; what is left out is rolled
      # the same on one line: Weapon Skill, Strength and so on, the save, the weapon, the rules
      - "Old Guard: 20x5 ws4 s3 t3 i3 halberd 5+ hatred champion ld=8"
  - name: Steppe
    units:
      # a mount strikes with a profile of its own; a lance counts on the turn on which it charged
      - "Riders: 10x5 cavalry ws4 s3 t3 i4 lance 3+ mount=(ws3 s3 i3 a1) charged ld=8"
      - {name: Giant, type: monster, leadership: 9, profile: {ws: 3, s: 6, t: 5, i: 3, w: 6, a: 4}}
# who touches whom, if not all fight all: attacks: {Riders: flank}; how many fight whom: fighting: {Riders: 3}
# rulings: {corners: flush}    # see: melee rules whfb8 blows
# seed: 7                      # for the dice that are not given
"""
