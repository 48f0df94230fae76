"""What gains are worth, and choices between them."""

import difflib
from collections.abc import Sequence
from dataclasses import replace

from quacks_sim.advice.gain import Gain, gain_of
from quacks_sim.advice.options import Advice, Option, ranked
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import SELDOM, LastRound, Terms, brew_worth, unlearned
from quacks_sim.errors import InputError
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.rewards import ruby_of_space
from quacks_sim.rules.tables import SPACE_RUBY, SPOON
from quacks_sim.solver.layout import EXPLODED, INTACT, PROTECTED

#: How far a brew goes beyond its start, roughly, and the stretch to measure a step's worth on.
_USUAL_BREW, _STRETCH = 12, 5


def worth_of(gain: Gain, situation: Situation, terms: Terms) -> float:
    """Return what a gain is worth in points to come; what is paid with rubies is not kept."""
    owned = situation.owned_counts
    for kind in gain.lost:
        owned[kind] -= 1
    spent = situation.phase == "rubies"
    value = gain.points * terms.point + gain.rubies * (terms.ruby_kept if spent else terms.ruby)
    room = int(situation.rules.droplet_cap) - situation.droplet
    value += min(gain.droplet, room) * terms.droplet
    if gain.flask > 0 and not situation.flask:
        value += terms.flask
    # A white chip that leaves the bag is worth something: not to have it.
    value -= terms.gain(owned, list(gain.lost)) if gain.lost else 0.0
    value += terms.gain(owned, list(gain.chips)) if gain.chips else 0.0
    return value + gain.rats * worth_of_step(situation, terms)


def worth_of_step(situation: Situation, terms: Terms) -> float:
    """Return about what one space further at the start of this brew is worth."""
    worth = brew_worth(terms, situation.owned_counts, situation.rules).of_spaces(situation.rules)[
        INTACT
    ]
    middle = min(situation.start + _USUAL_BREW, SPOON - _STRETCH)
    return float(worth[middle + _STRETCH] - worth[middle - _STRETCH]) / (2 * _STRETCH)


def worth_of_end(situation: Situation, terms: Terms, space: int) -> float:
    """Return what it is worth that the last chip lies on a space when the brew is over."""
    worth = brew_worth(terms, situation.owned_counts, situation.rules).of_spaces(
        situation.rules, ruby=ruby_of_space(situation.card)
    )
    fate = PROTECTED if situation.pot.forgiven else EXPLODED if situation.exploded else INTACT
    return float(worth[fate, space + 1])


def gain_of_space(situation: Situation) -> Gain:
    """Return what the scoring space brings in step C (rule 6.C)."""
    if not SPACE_RUBY[situation.scoring_space]:
        return Gain()
    return gain_of(ruby_of_space(situation.card))


def marks(kinds: Sequence[int], situation: Situation, terms: Terms) -> str:
    """Return what to know about the value of chips: not learned, or seldom seen."""
    if isinstance(terms, LastRound):
        return ""
    if unlearned(situation.books).intersection(kinds):
        return "by its price"
    if any(terms.seen[kind] < SELDOM for kind in kinds):
        return "seldom seen in training"
    return ""


def advise_gains(
    decision: str,
    options: Sequence[Option],
    situation: Situation,
    terms: Terms,
    notes: tuple[str, ...] = (),
) -> Advice:
    """Return options that are gains, the best first."""
    valued = [
        replace(
            option,
            value=worth_of(option.gain, situation, terms),
            words=option.words or option.gain.words(),
            note=option.note or marks((*option.gain.chips, *option.gain.lost), situation, terms),
        )
        for option in options
    ]
    return Advice(decision, ranked(valued), True, None, notes)


def chosen(text: str, options: Sequence[Option]) -> Option:
    """Return the option that an answer names.

    Raises
    ------
    InputError
        If there is none.
    """
    name = " ".join(text.lower().replace(",", " ").split())
    names = [option.name for option in options]
    shorts = [each for each in names if each.startswith(name)] if name else []
    if name in names:
        return options[names.index(name)]
    if len(shorts) == 1:
        return options[names.index(shorts[0])]
    near = difflib.get_close_matches(name, names, n=1)
    raise InputError(
        f"{text.strip()!r} is none of the options" if name else "an answer is wanted here",
        f"type {_listed(names)}" + (f"; did you mean {near[0]}?" if near else ""),
    )


def _listed(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def chip_option(kind: int, *, lost: tuple[int, ...] = (), rubies: int = 0) -> Option:
    """Return the option to take a chip."""
    return Option(KINDS[kind].lower(), gain=Gain(chips=(kind,), lost=lost, rubies=rubies))


def sized_kinds(situation: Situation, value: int) -> list[int]:
    """Return the kinds of green, blue, red, and yellow once it is out, with a value."""
    letters = "GBRY" if situation.is_out[0] else "GBR"
    return [KINDS.index(f"{letter}{value}") for letter in letters]
