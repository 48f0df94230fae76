"""``advise()``: what to do now, at one moment of a game."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quacks_sim import checked
from quacks_sim.advice.cards import FACTS, REVEALS, card_options
from quacks_sim.advice.market import advise_market, budget
from quacks_sim.advice.moment import moment
from quacks_sim.advice.notes import last_round_notes, value_notes
from quacks_sim.advice.options import Advice
from quacks_sim.advice.phases import advice_at, terms_now, with_chances
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Values, values_by
from quacks_sim.errors import InputError
from quacks_sim.rules.amounts import FB3_CHIPS, RUBIES_FOR_A_THING
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.solver.entries import prepare
from quacks_sim.solver.worth import MOST_COINS


@dataclass(frozen=True)
class Advised:
    """What to do at a moment of a game.

    Attributes
    ----------
    situation : Situation
    advices : tuple of Advice
        One for each decision that is due, in their order.
    rivals_known : bool
        Whether the points of the others were given.
    values : str
        The name of the learned values.
    notes : tuple of str
        What else to know.
    elapsed_seconds : float
        Without compiling.
    """

    situation: Situation
    advices: tuple[Advice, ...]
    rivals_known: bool
    values: str
    notes: tuple[str, ...]
    elapsed_seconds: float

    @property
    def best(self) -> str:
        """What to do first."""
        return self.advices[0].best.name

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks advise --json``."""
        from quacks_sim.results import SCHEMA, rules_to_dict, versions
        from quacks_sim.rules.cards import Deck

        situation = self.situation
        return {
            "command": "advise",
            "schema": SCHEMA,
            "players": situation.players,
            "round": situation.round,
            "points": situation.points,
            "rivals": list(situation.rivals) if self.rivals_known else None,
            "rubies": situation.rubies,
            "droplet": situation.droplet,
            "flask_full": situation.flask,
            "card": situation.card,
            "bag": situation.bag_text(),
            "pot": [KINDS[kind] for kind in situation.pot.kinds],
            "start": situation.start,
            "space": situation.space,
            "scoring_space": situation.scoring_space,
            "white_sum": situation.pot.white_sum,
            "limit": situation.pot.limit,
            "best": self.best,
            "advice": [each.to_dict() for each in self.advices],
            "values": self.values,
            "notes": list(self.notes),
            "rules": rules_to_dict(situation.rules, situation.books, Deck.none()),
            "elapsed_seconds": self.elapsed_seconds,
            "versions": versions(),
        }


def advise(
    bag: str | Sequence[int] | None = None,
    *,
    pot: str | Sequence[int] = "",
    round: int = 1,
    points: int = 0,
    rivals: Sequence[int] | None = None,
    players: int | None = None,
    rubies: int = 1,
    droplet: int = 0,
    start: int | None = None,
    space: int | None = None,
    flask: bool = True,
    card: str | None = None,
    books: Books | str | None = None,
    rules: RuleOptions | None = None,
    rival_blacks: Sequence[int] | None = None,
    revealed: str | Sequence[int] | None = None,
    coins: int | None = None,
    exploded: bool = False,
    values: "str | Path | Values" = "champion",
) -> Advised:
    """Say what to do now in a game at a real table.

    While nothing else is given, it is about drawing, stopping and the flask, and about the offer of
    a purple card while the pot is empty. `revealed` asks which chip to place, `exploded` or a pot
    beyond the limit for points or coins, `coins` for purchases; after a brew also for rubies.

    Parameters
    ----------
    bag : str or sequence of int, optional
        Chips in the bag now, as for :func:`quacks_sim.solve`. If not given, what the pot leaves of
        a starting bag.
    pot : str or sequence of int
        Chips in the pot in the order of placement, every bonus of a move used.
    round : int
        1–9.
    points : int
        Own points.
    rivals : sequence of int, optional
        Points of the others, clockwise from the left neighbour; they give the rats and the chance
        to win.
    players : int, optional
        2–4; by default as `rivals` say, or four.
    rubies, droplet : int
        Rubies, and the space of the droplet.
    start : int, optional
        Space of the rat stone; by default as droplet and rats say.
    space : int, optional
        Space of the last chip, if it does not follow from the pot because a chip was put back.
    flask : bool
        Whether the flask is full.
    card : str, optional
        The event card of the round, ``"FB5"``.
    books : Books or str, optional
        Ingredient books in play.
    rules : RuleOptions, optional
    rival_blacks : sequence of int, optional
        Black chips in the pots of the one rival, or of both neighbours.
    revealed : str or sequence of int, optional
        Chips that a blue one in the pot, card FB7 or card FP13 has revealed; they count as being in
        the bag.
    coins : int, optional
        Coins to shop with, 0–35.
    exploded : bool
        Whether the pot has exploded.
    values : str, Path or Values
        Learned values: shipped ones by name, or a file of ``quacks train``.

    Returns
    -------
    Advised

    Raises
    ------
    InputError
        For what is no moment of a game.
    """
    known = values_by(values)
    exploded = checked.switch(exploded, "exploded")
    if coins is not None:
        cure = f"spaces print 0 to {MOST_COINS} coins"
        coins = checked.whole(coins, "coins", 0, MOST_COINS, cure=cure)
    prepare()
    begun = time.perf_counter()
    situation = moment(
        bag,
        pot=pot,
        round=round,
        points=points,
        rivals=rivals,
        players=players,
        rubies=rubies,
        droplet=droplet,
        start=start,
        space=space,
        flask=flask,
        card=card,
        books=books,
        rules=rules,
        rival_blacks=rival_blacks,
        revealed=revealed,
    )
    ask = _Asking(situation, known, rivals is not None)
    advices = tuple(ask.all(coins, exploded or situation.pot.exploded))
    return Advised(
        situation,
        advices,
        rivals is not None,
        getattr(known, "name", "values"),
        _notes(situation, known, rivals is not None),
        time.perf_counter() - begun,
    )


@dataclass(frozen=True)
class _Asking:
    """Asks for one advice after the other."""

    situation: Situation
    values: Values
    rivals_known: bool

    def all(self, coins: int | None, exploded: bool) -> list[Advice]:
        """Return the advice of all decisions that are due."""
        if coins is not None or exploded:
            return self._after_the_brew(coins, exploded)
        if self.situation.revealed:
            return [self._at(_revealed_by(self.situation))]
        return self._while_brewing()

    def _at(self, phase: str) -> Advice:
        situation = self.situation.changed(phase=phase)
        advice = advice_at(situation, self.values, rivals_known=self.rivals_known)
        assert advice is not None
        return advice

    def _while_brewing(self) -> list[Advice]:
        situation, found = self.situation, []
        has_offer = situation.card not in (*REVEALS, *FACTS) and len(card_options(situation)) > 1
        if has_offer and not situation.draws:
            found.append(self._at("rats" if situation.card == "FP9" else "offer"))
        if _yellow_is_open(situation):
            found.append(self._at("yellow"))
        if situation.protected and len(situation.pot.chips) == FB3_CHIPS:
            return [self._at("second chance")]
        return [*found, self._at("brew")]

    def _after_the_brew(self, coins: int | None, exploded: bool) -> list[Advice]:
        found = [self._at("taken")] if exploded else []
        if self.situation.round < ROUNDS:
            found.append(self._market(coins))
            if self.situation.rubies >= RUBIES_FOR_A_THING:
                found.append(self._at("rubies"))
        if not found:
            raise InputError(
                "nothing is bought in the last round", "coins and rubies become points (rule 8.3)"
            )
        return found

    def _market(self, coins: int | None) -> Advice:
        shopping = self.situation.changed(phase="market")
        terms = terms_now(shopping, self.values)
        money = budget(shopping) if coins is None else coins
        advice = advise_market(shopping, terms, money)
        return with_chances(advice, shopping, terms) if self.rivals_known else advice


def _revealed_by(situation: Situation) -> str:
    if situation.card == "FP13" and not situation.draws:
        return "offer"
    kinds = situation.pot.kinds
    if situation.books.blue == 1 and kinds and KINDS[kinds[-1]][0] == "B":
        return "blue choice"
    if situation.card == "FB7":
        return "strong choice"
    raise InputError(
        "nothing reveals these chips",
        "the last chip of the pot is blue (Set 1), or the card is FB7 or FP13",
    )


def _yellow_is_open(situation: Situation) -> bool:
    kinds = situation.pot.kinds
    if situation.books.yellow != 1 or len(kinds) < 2 or situation.moved_to is not None:
        return False
    return KINDS[kinds[-1]][0] == "Y" and KINDS[kinds[-2]][0] == "W"


def _notes(situation: Situation, values: Values, rivals_known: bool) -> tuple[str, ...]:
    last = last_round_notes(situation) if rivals_known else ()
    return (*value_notes(situation, values), *last)
