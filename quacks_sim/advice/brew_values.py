"""What stopping, drawing and the flask are worth, fast enough to be told at once: by the solver."""

from dataclasses import dataclass

import numpy as np

from quacks_sim.advice.situation import Situation, counts_of
from quacks_sim.advice.terms import Terms, brew_worth
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KIND_COLOUR, KIND_COUNT, KIND_VALUE, KINDS, R1, R2, R4, WHITE
from quacks_sim.rules.options import RuleOptions
from quacks_sim.solver.solution import Solution
from quacks_sim.solver.solve import TooManyStates, solve
from quacks_sim.solver.worth import Worth

#: States for an exact answer, and with pooled chips: to try both takes about 0.15 s.
EXACT_STATES, POOLED_STATES = 80_000, 150_000
#: With more chips in the bag an exact answer is not tried.
_MOST_CHIPS_EXACT = 22
#: When no more is wanted than a rough value.
ROUGH_STATES = 400_000

#: Cards that change how a brew goes on, but not as the solver knows it.
UNSOLVED = ("FB3", "FB7")

#: How precise values are, the best first.
EXACT, POOLED, ROUGH = range(3)

_PLAIN = {1: R1, 2: R2, 4: R4}


@dataclass(frozen=True)
class Values:
    """Values of a moment of a brew.

    Attributes
    ----------
    stop, draw : float
        ``draw`` is −inf if none is possible.
    flask : float or None
        Of using it on the last chip.
    after : dict of int to float
        Value after each kind that may come.
    precision : int
        One of EXACT, POOLED and ROUGH.
    must_draw : bool
    """

    stop: float
    draw: float
    flask: float | None
    after: dict[int, float]
    precision: int
    must_draw: bool = False

    @property
    def best(self) -> float:
        """The value of stopping or drawing, whichever is better."""
        return self.draw if self.must_draw else max(self.stop, self.draw)


def values_of(situation: Situation, terms: Terms, precision: int = EXACT) -> Values:
    """Return what stopping, drawing and the flask are worth now, within a fraction of a second.

    Parameters
    ----------
    situation : Situation
    terms : Terms
    precision : int
        The highest one to try.
    """
    worth = brew_worth(terms, situation.owned_counts, situation.rules)
    if precision == EXACT and situation.bag.sum() > _MOST_CHIPS_EXACT:
        precision = POOLED
    while precision < ROUGH:
        pooled = precision == POOLED
        try:
            return solved(situation, worth, pooled, POOLED_STATES if pooled else EXACT_STATES)
        except TooManyStates:
            precision += 1
    return _roughly(situation, worth)


def alike(one: Situation, other: Situation, terms: Terms) -> tuple[Values, Values]:
    """Return the values of two situations with the same precision, so that they compare."""
    first = values_of(one, terms)
    second = values_of(other, terms, first.precision)
    if second.precision > first.precision:
        first = values_of(one, terms, second.precision)
    return first, second


def solved(situation: Situation, worth: Worth, pooled: bool, states: int) -> Values:
    solution = solution_of(situation, worth, pooled, states)
    after = {KINDS.index(kind): value for kind, value in solution.values_of_chips.items()}
    return Values(
        solution.stop,
        solution.draw,
        solution.flask,
        after,
        POOLED if pooled else EXACT,
        solution.must_draw,
    )


def solution_of(situation: Situation, worth: Worth, pooled: bool, states: int) -> Solution:
    """Return what the solver finds out about a moment of a brew.

    Raises
    ------
    TooManyStates
        If there are more than `states`.
    """
    return solve(
        situation.bag,
        pot=[draw.kind for draw in situation.draws],
        choices=[draw.choice for draw in situation.draws],
        start=situation.start,
        space=situation.moved_to,
        flask=situation.flask or any(draw.choice == "flask" for draw in situation.draws),
        worth=worth,
        rules=situation.rules,
        books=situation.books,
        card=None if situation.card in UNSOLVED else situation.card,
        rival_blacks=situation.rival_blacks,
        pooled=pooled,
        most_states=states,
    )


def _roughly(situation: Situation, worth: Worth) -> Values:
    """Return values as if coloured chips did nothing but move; what stopping is worth is exact.

    Early in the brew of a large bag, where drawing cannot explode the pot, more is not needed.
    """
    stop = solved(nearly_empty(situation), worth, False, POOLED_STATES)
    whites = [kind for kind in situation.pot.kinds if KIND_COLOUR[kind] == WHITE]
    bag = np.zeros(KIND_COUNT, np.int64)
    for kind in np.flatnonzero(situation.bag):
        is_white = KIND_COLOUR[kind] == WHITE
        bag[kind if is_white else _PLAIN[int(KIND_VALUE[kind])]] += situation.bag[kind]
    rough = solve(
        bag,
        pot=whites,
        start=situation.space if not whites else min(situation.start, situation.space),
        space=situation.space if whites else None,
        flask=situation.flask,
        worth=worth,
        rules=RuleOptions(explosion_limit=situation.pot.limit),
        books=Books(),
        pooled=True,
        most_states=ROUGH_STATES,
    )
    shift = stop.stop - rough.stop
    named = {KINDS.index(kind): value + shift for kind, value in rough.values_of_chips.items()}
    after = {
        kind: named[kind if KIND_COLOUR[kind] == WHITE else _PLAIN[int(KIND_VALUE[kind])]]
        for kind in map(int, np.flatnonzero(situation.bag))
    }
    last_is_white = situation.pot.chips and KIND_COLOUR[situation.pot.kinds[-1]] == WHITE
    flask = rough.flask + shift if rough.flask is not None and last_is_white else None
    return Values(stop.stop, rough.draw + shift, flask, after, ROUGH)


def nearly_empty(situation: Situation) -> Situation:
    """Return the situation with no more in the bag than what went back: stopping is worth as much.

    Its brew has few states.
    """
    drawn = counts_of([draw.kind for draw in situation.draws])
    few = np.minimum(drawn, situation.owned_counts)
    return situation.changed(owned=tuple(int(count) for count in few))
