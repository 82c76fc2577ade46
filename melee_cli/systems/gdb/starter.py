"""The commented scenario that ``melee new gdb`` prints."""

STARTER = """\
rules: gdb
title: A first melee
terrain: open              # open or difficult: in difficult terrain foot inflicts its full rate on cavalry
# scale: 15mm              # 15mm or 28mm: which push back is shown; both without it
sides:
  - name: French
    units:
      # type: cuirassiers, heavy_cavalry, lancers, light_cavalry, cossacks, infantry, artillery
      # quality: guard, elite, veteran, line, second_line, conscript
      # formation: none, line, column, square (infantry), company_column (cavalry)
      # action: none, charging, pursuing, pressing
      - {name: 1st Line, type: infantry, figures: 30, initial: 36, formation: column, action: charging}
      # the same in one line; =8 is the roll of its two dice
      - "2nd Light: infantry 24 column charging elite =8"
  - name: British
    units:
      # without a roll the dice are thrown, from the seed below
      - {name: 3rd Foot, type: infantry, figures: 24, formation: line, british: true, higher: true}
# more of a unit: horses, straight_cm, order, pushed_back, attacked, cover, place, building_bonus, against,
# fighting, largest, follow_up, reinforcing, through, modifiers: [{value: 1, reason: general}], roll: [4, 6]
# rulings: {fractions: down}
seed: 1815
"""
