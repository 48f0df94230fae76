"""Draw or stop, the flask, and what the chips and cards of a brew offer."""

import numpy as np

from quacks_sim.advice.brew_values import (
    EXACT,
    POOLED,
    POOLED_STATES,
    ROUGH,
    Values,
    alike,
    nearly_empty,
    solved,
    values_of,
)
from quacks_sim.advice.options import Advice, Option, ranked
from quacks_sim.advice.pot import Draw, bonus, brew
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Terms, brew_worth
from quacks_sim.rules.chips import KIND_COLOUR, KINDS, WHITE
from quacks_sim.rules.tables import LAST_SPACE


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
    other = _other_choice(situation)
    if other is None:
        values, otherwise = values_of(situation, terms), None
    else:
        values, otherwise = alike(situation, with_choice(situation, other), terms)
    options = [Option("draw", "draw another chip", values.draw)]
    if not values.must_draw:
        options.append(Option("stop", _stopping(situation), values.stop))
    if values.draw == -np.inf:
        options = options[1:]
    kind = KINDS[situation.draws[-1].kind] if situation.draws else ""
    if may_use_flask(situation) and values.flask is not None:
        options.append(Option("flask", f"put {kind} back with the flask", values.flask))
    if otherwise is not None and other == "card":
        words = f"put {kind} back by the card, without the flask"
        options.append(Option("back", words, otherwise.best))
    elif otherwise is not None and otherwise.best > values.best:
        options.append(Option("decline", f"move {kind} without its bonus", otherwise.best))
    exact = values.precision == EXACT
    return Advice("brew", ranked(options), exact, chance, _notes(situation, values))


def _other_choice(situation: Situation) -> str | None:
    """Return what else could be chosen with the last chip: card FB10, or to decline a bonus."""
    if may_put_back(situation):
        return "card"
    if situation.draws and not situation.draws[-1].choice:
        *before, last = situation.draws
        if bonus(brew(before, situation.holds), last.kind, situation.holds):
            return "declined"
    return None


def _stopping(situation: Situation) -> str:
    from quacks_sim.replay.pot import space_in_words

    return f"stop with {space_in_words(situation.scoring_space)}"


def _notes(situation: Situation, values: Values) -> tuple[str, ...]:
    notes = []
    if values.precision == POOLED:
        notes.append("Approximate: in this large bag coloured chips come by their average.")
    if values.precision == ROUGH:
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
    return solved(nearly_empty(situation).changed(rules=lifted), worth, True, POOLED_STATES).stop


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
    here = gone_on(situation)
    if situation.pot.white_sum > situation.pot.limit:
        again = values_of(begun_again(situation), terms)
        on = _beyond_the_limit(here, terms).best.value
    else:
        again, going_on = alike(begun_again(situation), here, terms)
        on = going_on.best
    options = [
        Option("again", "put all back and begin again", again.best),
        Option("on", "go on, or stop here", on),
    ]
    notes = [_BEYOND] if situation.pot.white_sum > situation.pot.limit else []
    if KINDS[situation.draws[-1].kind][0] in "BY":
        notes.append("What the fifth chip itself still does is not counted.")
    exact = again.precision == EXACT and not notes
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
        "blue", ranked(options), values.precision == EXACT, None, _notes(situation, values)
    )


def advise_yellow(situation: Situation, terms: Terms) -> Advice:
    """Return whether yellow puts the white chip before it back (rule 5.4)."""
    kept, back = alike(situation, with_choice(situation, "returned"), terms)
    white = KINDS[situation.pot.kinds[-2]]
    options = [
        Option("yes", f"put {white} back into the bag", back.best),
        Option("no", f"leave {white} in the pot", kept.best),
    ]
    exact = kept.precision == EXACT
    return Advice("yellow", ranked(options), exact, None, _notes(situation, kept))
