"""Draw or stop, the flask, and what the chips and cards of a brew offer: by the solver."""

from dataclasses import dataclass

import numpy as np

from quacks_sim.advice.options import Advice, Option, ranked
from quacks_sim.advice.pot import Draw, bonus, brew
from quacks_sim.advice.situation import Situation, counts_of
from quacks_sim.advice.terms import Terms, brew_worth
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KIND_COLOUR, KIND_COUNT, KIND_VALUE, KINDS, R1, R2, R4, WHITE
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import LAST_SPACE
from quacks_sim.solver.solve import TooManyStates, solve
from quacks_sim.solver.worth import Worth

#: States for an exact answer, and with pooled chips: together they take about 0.2 s.
EXACT_STATES, POOLED_STATES = 80_000, 200_000
#: When no more is wanted than a rough value.
ROUGH_STATES = 400_000

#: Cards that change how a brew goes on, but not as the solver knows it.
_UNSOLVED = ("FB3", "FB7")

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
    precision : {"exact", "pooled", "rough"}
    must_draw : bool
    """

    stop: float
    draw: float
    flask: float | None
    after: dict[int, float]
    precision: str
    must_draw: bool = False

    @property
    def best(self) -> float:
        """The value of stopping or drawing, whichever is better."""
        return self.draw if self.must_draw else max(self.stop, self.draw)


def values_of(situation: Situation, terms: Terms) -> Values:
    """Return what stopping, drawing and the flask are worth now, within a fraction of a second."""
    worth = brew_worth(terms, situation.owned_counts, situation.rules)
    for pooled, states in ((False, EXACT_STATES), (True, POOLED_STATES)):
        try:
            return _solved(situation, worth, pooled, states)
        except TooManyStates:
            continue
    return _roughly(situation, worth)


def _solved(situation: Situation, worth: Worth, pooled: bool, states: int) -> Values:
    solution = solve(
        situation.bag,
        pot=[draw.kind for draw in situation.draws],
        choices=[draw.choice for draw in situation.draws],
        start=situation.start,
        space=situation.moved_to,
        flask=situation.flask or any(draw.choice == "flask" for draw in situation.draws),
        worth=worth,
        rules=situation.rules,
        books=situation.books,
        card=None if situation.card in _UNSOLVED else situation.card,
        rival_blacks=situation.rival_blacks,
        pooled=pooled,
        most_states=states,
    )
    after = {KINDS.index(kind): value for kind, value in solution.values_of_chips.items()}
    return Values(
        solution.stop,
        solution.draw,
        solution.flask,
        after,
        "pooled" if pooled else "exact",
        solution.must_draw,
    )


def _roughly(situation: Situation, worth: Worth) -> Values:
    """Return values as if coloured chips did nothing but move; what stopping is worth is exact.

    Early in the brew of a large bag, where drawing cannot explode the pot, more is not needed.
    """
    stop = _solved(_nearly_empty(situation), worth, False, POOLED_STATES)
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
    return Values(stop.stop, rough.draw + shift, flask, after, "rough")


def _nearly_empty(situation: Situation) -> Situation:
    """Return the situation with no more in the bag than what went back: stopping is worth as much.

    Its brew has few states.
    """
    drawn = counts_of([draw.kind for draw in situation.draws])
    few = np.minimum(drawn, situation.owned_counts)
    return situation.changed(owned=tuple(int(count) for count in few))


def may_use_flask(situation: Situation) -> bool:
    """Return whether the flask may take the last chip back (rule 4.6.1)."""
    if not situation.flask or situation.pot.exploded or not situation.draws:
        return False
    last = situation.draws[-1]
    return KIND_COLOUR[last.kind] == WHITE and not last.choice


def may_put_back(situation: Situation) -> bool:
    """Return whether card FB10 lets the last chip go back: the first white one placed."""
    if situation.card != "FB10" or situation.pot.exploded or not situation.draws:
        return False
    last = situation.draws[-1]
    before = brew(situation.draws[:-1], situation.holds)
    return KIND_COLOUR[last.kind] == WHITE and not last.choice and not before.stirred


def with_choice(situation: Situation, choice: str) -> Situation:
    """Return the situation with another choice at the last chip."""
    last = situation.draws[-1]
    draws = (*situation.draws[:-1], Draw(last.kind, choice))
    flask = situation.flask and choice != "flask"
    changed = situation.changed(draws=draws, flask=flask)
    if situation.moved_to is None:
        return changed
    moved = changed.pot.space - situation.pot.space
    return changed.changed(moved_to=situation.moved_to + moved)


def advise_brew(situation: Situation, terms: Terms) -> Advice:
    """Return whether to draw, to stop, or to use flask or card now."""
    chance = situation.chance_to_explode
    if len(situation.draws) < situation.protected:
        return _protected(situation)
    if situation.pot.white_sum > situation.pot.limit:
        return _beyond_the_limit(situation, terms)
    values = values_of(situation, terms)
    options = [Option("draw", "draw another chip", values.draw)]
    if not values.must_draw:
        options.append(Option("stop", _stopping(situation), values.stop))
    if values.draw == -np.inf:
        options = options[1:]
    if may_use_flask(situation) and values.flask is not None:
        kind = KINDS[situation.draws[-1].kind]
        options.append(Option("flask", f"put {kind} back with the flask", values.flask))
    options += _other_choices(situation, terms, values.best)
    return Advice(
        "brew", ranked(options), values.precision == "exact", chance, _notes(situation, values)
    )


def _other_choices(situation: Situation, terms: Terms, best: float) -> list[Option]:
    """Return card FB10's offer, and going without a bonus where that is better."""
    if may_put_back(situation):
        kind = KINDS[situation.draws[-1].kind]
        back = values_of(with_choice(situation, "card"), terms).best
        return [Option("back", f"put {kind} back by the card, without the flask", back)]
    if situation.draws and not situation.draws[-1].choice:
        *before, last = situation.draws
        if bonus(brew(before, situation.holds), last.kind, situation.holds):
            without = values_of(with_choice(situation, "declined"), terms).best
            if without > best:
                words = f"move {KINDS[last.kind]} without its bonus"
                return [Option("decline", words, without)]
    return []


def _stopping(situation: Situation) -> str:
    from quacks_sim.replay.pot import space_in_words

    return f"stop with {space_in_words(situation.scoring_space)}"


def _notes(situation: Situation, values: Values) -> tuple[str, ...]:
    notes = []
    if values.precision == "pooled":
        notes.append("Approximate: in this large bag coloured chips come by their average.")
    if values.precision == "rough":
        notes.append("Rough: in this large bag coloured chips count by their move alone.")
    if situation.card == "FB7":
        notes.append("FB7 makes stopping intact worth a little more than it says here.")
    if situation.rival_blacks is None and situation.owned[KINDS.index("K1")]:
        notes.append("Black counts nothing here: what the others have is not known yet.")
    return tuple(notes)


def _protected(situation: Situation) -> Advice:
    """Card FB3: until the fifth chip nothing can explode, then one may begin again."""
    note = "FB3: the first five chips cannot explode the pot, and then you may begin again."
    options = (Option("draw", "draw another chip"), Option("stop", _stopping(situation)))
    return Advice("brew", options, True, 0.0, (note,))


def _beyond_the_limit(situation: Situation, terms: Terms) -> Advice:
    """Card FB3: the next chip explodes a pot that went on beyond the limit."""
    options = [Option("stop", _stopping(situation), _worth_of_stopping(situation, terms))]
    if may_use_flask(situation):
        back = with_choice(situation, "flask")
        kind = KINDS[situation.draws[-1].kind]
        value = _best_after(back, terms)
        options.append(Option("flask", f"put {kind} back with the flask", value))
    return Advice("brew", ranked(options), True, 1.0, (_BEYOND,))


_BEYOND = "The next chip explodes this pot, whatever its colour."


def _worth_of_stopping(situation: Situation, terms: Terms) -> float:
    worth = brew_worth(terms, situation.owned_counts, situation.rules)
    lifted = situation.rules.model_copy(update={"explosion_limit": 9})
    return _solved(_nearly_empty(situation).changed(rules=lifted), worth, True, POOLED_STATES).stop


def _best_after(situation: Situation, terms: Terms) -> float:
    if situation.pot.white_sum > situation.pot.limit:
        return _worth_of_stopping(situation, terms)
    return values_of(situation, terms).best


def begun_again(situation: Situation) -> Situation:
    """Return the situation with all chips of the brew back in the bag (card FB3)."""
    kept = tuple(Draw(kind) for kind in situation.kept)
    return situation.changed(draws=kept, protected=0)


def gone_on(situation: Situation) -> Situation:
    """Return the situation in which card FB3 protects no further chip."""
    return situation.changed(protected=len(situation.draws))


def advise_second_chance(situation: Situation, terms: Terms) -> Advice:
    """Return whether to begin again now that the fifth chip lies in the pot (card FB3)."""
    again = values_of(begun_again(situation), terms)
    options = [
        Option("again", "put all back and begin again", again.best),
        Option("on", "go on, or stop here", _best_after(gone_on(situation), terms)),
    ]
    notes = [_BEYOND] if situation.pot.white_sum > situation.pot.limit else []
    if KINDS[situation.draws[-1].kind][0] in "BY":
        notes.append("What the fifth chip itself still does is not counted.")
    exact = again.precision == "exact" and not notes
    return Advice("second chance", ranked(options), exact, None, tuple(notes))


def advise_blue(situation: Situation, terms: Terms) -> Advice:
    """Return which of the chips that blue reveals to place, or none (rule 5.2)."""
    values = values_of(situation, terms)
    options = []
    for kind in dict.fromkeys(situation.revealed):
        placed = situation.changed(draws=(*situation.draws, Draw(kind))).pot
        space = min(situation.space + placed.space - situation.pot.space, LAST_SPACE)
        words = "explodes the pot" if placed.exploded else f"to space {space}"
        options.append(Option(KINDS[kind].lower(), words, values.after[kind]))
    options.append(Option("none", "put all of them back", values.best))
    return Advice(
        "blue", ranked(options), values.precision == "exact", None, _notes(situation, values)
    )


def advise_yellow(situation: Situation, terms: Terms) -> Advice:
    """Return whether yellow puts the white chip before it back (rule 5.4)."""
    kept = values_of(situation, terms)
    back = values_of(with_choice(situation, "returned"), terms)
    white = KINDS[situation.pot.kinds[-2]]
    options = [
        Option("yes", f"put {white} back into the bag", back.best),
        Option("no", f"leave {white} in the pot", kept.best),
    ]
    exact = kept.precision == back.precision == "exact"
    return Advice("yellow", ranked(options), exact, None, _notes(situation, kept))
