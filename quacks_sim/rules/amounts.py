"""Numbers of the rules that no table of the box prints, each with the rule that it comes from.

Whatever needs one takes it from here; the referee alone has its own reading.
"""

#: A droplet step, a full flask or a tube is bought for so many rubies (rules 6.F and 11.2).
RUBIES_FOR_A_THING = 2

#: At the end so many coins, and so many rubies, are a point (rule 8.3).
COINS_PER_POINT = 5
RUBIES_PER_POINT = 2

#: Chips of different colours that may be bought in a round (rule 6.E.1).
MOST_PURCHASES = 2

#: The round in which a white chip comes into each bag (rule 2.3).
EXTRA_WHITE_ROUND = 6

#: So many chips at the end of a pot are its last ones for green (rule 5.5; green-2, green-4).
LAST_CHIPS = 2

#: Green-3 acts at exactly this white total, and so does card FB1.
GREEN_3_WHITE_SUM = 7
FB1_WHITE_SUM = 7

#: Amounts of event cards, named by the card.
FP1_RUBIES = 3
FP6_POINTS = 4
FP7_TIMES = 2
FP8_DRAWS = 5
FP9_MOST_RATS = 3
FP11_STEPS = 2
FP13_DRAWS = 4
FB3_CHIPS = 5
FB4_ROLLS = 2
FB5_LIMIT = 9
FB7_DRAWS = 5
FB8_POINTS = 2
FB11_RUBIES = 1
