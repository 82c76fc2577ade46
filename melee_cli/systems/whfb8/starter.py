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
