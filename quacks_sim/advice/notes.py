"""What to know about advice in a game of these players and books, and in its last round."""

from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Values, unlearned
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.words import counted


def value_notes(situation: Situation, values: Values) -> tuple[str, ...]:
    """Return what to know about the values in a game of these players and books."""
    notes = []
    learned = values.players_for(situation.players)
    if learned != situation.players:
        notes.append(f"Values were learned with {counted(learned, 'player')}.")
    if unlearned(situation.books):
        others = [colour for colour, number in situation.books.sets().items() if number != 1]
        notes.append(
            "Values were learned with the books of Set 1: to buy "
            f"{', '.join(others)} counts by its price here."
        )
    return tuple(notes)


def last_round_notes(situation: Situation) -> tuple[str, ...]:
    """Return what counts beyond points when the game is about to end."""
    if situation.round < ROUNDS:
        return ()
    margin = situation.margin
    if margin == 0:
        return ("Round 9, level with the best rival: most points on average is what to go for.",)
    where = counted(abs(margin), "point")
    if margin > 0:
        return (f"Round 9, {where} ahead: a safe pot is worth more than the values say.",)
    return (f"Round 9, {where} behind: to win you may have to dare more than the values say.",)
