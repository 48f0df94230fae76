"""The moments at which a game turns to its event cards.

Three of them it shares with the books of other sets (:mod:`quacks_sim.kernel.book_steps`): RESOLVE
and OFFERED_BONUS while a card changes what a placement does, and AFTER_BREWING.
"""

from quacks_sim.kernel.book_steps import AFTER_BREWING, OFFERED_BONUS, RESOLVE

__all__ = ["AFTER_BREWING", "OFFERED_BONUS", "RESOLVE"]

(
    TURN_UP,  # the card of the round is turned up (rule 2.4)
    RAT_STEP,  # rats of a seat have been counted (FP7, FP9, FP10)
    CHANCE_AGAIN,  # the action of the fifth chip is over (FB3, an option)
    POT_EXPLODED,  # the brew of a seat has ended so (FB2, an option)
    STEP_C,  # the ruby of the scoring space has been paid (FB8, FB11)
    BEFORE_RUBIES,  # rubies are about to be spent (FB9)
) = range(10, 16)
