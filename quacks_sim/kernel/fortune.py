"""Event cards: one entry for all that they do, which the kernel calls by its address.

A game without cards neither compiles nor enters any of it. The address travels in the table; see
:func:`quacks_sim.kernel.entries.fortune`. What a card changes for a whole brew (FB5, FB6) is data:
``Rules.card_limit`` and ``Rules.card_passive``.
"""

from quacks_sim.kernel.annotations import Journal, Record, Tape
from quacks_sim.kernel.card_steps import (
    AFTER_BREWING,
    BEFORE_RUBIES,
    CHANCE_AGAIN,
    OFFERED_BONUS,
    POT_EXPLODED,
    RAT_STEP,
    RESOLVE,
    STEP_C,
    TURN_UP,
)
from quacks_sim.kernel.evaluation import roll_die
from quacks_sim.kernel.fortune_brewing import bonus_offered, resolve_under_card, second_chance
from quacks_sim.kernel.fortune_reveal import AT_ONCE, begin_with_card
from quacks_sim.kernel.fortune_round import (
    AFTER_ALL_BREWS,
    OF_RATS,
    ON_RUBY,
    after_brewing,
    gloat,
    refill_flasks,
    shine_on_ruby,
    step_of_rats,
)
from quacks_sim.kernel.ruleset import BREWS
from quacks_sim.kernel.state import PLAYERS
from quacks_sim.rules.cards import FB4, FB9, each_card

each_card(
    __name__,
    {
        **AT_ONCE,
        **OF_RATS,
        **BREWS,
        **AFTER_ALL_BREWS,
        FB4: roll_die,
        **ON_RUBY,
        FB9: refill_flasks,
    },
)


def fortune(
    step: int,
    rules: Record,
    table: Record,
    seat: int,
    number: int,
    journal: Journal,
    tape: Tape,
) -> int:
    """Carry out one step of the card of the round.

    Parameters
    ----------
    step : int
        Which one; see :mod:`quacks_sim.kernel.card_steps`.
    seat : int
        Whose step it is, where that matters.
    number : int
        The kind of chip that it is about; in the step of the rats, the rats that were counted.

    Returns
    -------
    int
        For OFFERED_BONUS the bonus, for RESOLVE whether all actions are over, for CHANCE_AGAIN
        whether the brew starts again, for RAT_STEP the rats, else 0.
    """
    if step == RESOLVE:
        return resolve_under_card(rules, table, seat, number, journal, tape)
    if step == OFFERED_BONUS:
        return bonus_offered(rules, table, seat, number, journal, tape)
    if step == CHANCE_AGAIN:
        return second_chance(rules, table, seat, journal, tape)
    if step == RAT_STEP:
        return step_of_rats(rules, table, seat, number, journal, tape)
    if step == TURN_UP:
        begin_with_card(rules, table, journal, tape)
    elif step == AFTER_BREWING:
        after_brewing(rules, table, journal, tape)
    elif step == POT_EXPLODED:
        gloat(rules, table, (seat + 1) % table.common[PLAYERS], journal, tape)
    elif step == STEP_C:
        shine_on_ruby(rules, table, seat, journal)
    elif step == BEFORE_RUBIES:
        refill_flasks(table, journal)
    return 0
