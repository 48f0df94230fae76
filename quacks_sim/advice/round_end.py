"""Market, rubies, the points of the others, and the end of the game. Rules 6.E, 6.F, 7 and 8.3."""

from quacks_sim.advice.before_brewing import ask_points, read_points
from quacks_sim.advice.gain import Gain
from quacks_sim.advice.market import (
    advise_market,
    baskets,
    budget,
    last_points,
    price_of,
    read_purchase,
    ruby_options,
)
from quacks_sim.advice.options import Advice, Option
from quacks_sim.advice.phase import Choice, Moved, Phase
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Terms
from quacks_sim.errors import InputError
from quacks_sim.rules.amounts import RUBIES_FOR_A_THING
from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.tables import ROUNDS
from quacks_sim.words import counted


class MarketPhase(Phase):
    """What is bought (rule 6.E)."""

    name = "market"

    def enter(self, situation: Situation) -> Moved:
        """Ask whoever may shop in rounds 1–8 and can afford something."""
        may_shop = situation.taken in ("coins", "both") and situation.round < ROUNDS
        return situation, may_shop and any(baskets(situation, budget(situation)))

    def prompt(self, situation: Situation) -> str:
        """Ask for the chips."""
        return (
            f"You have {counted(budget(situation), 'coin')}. What did you buy (as g1 r1, or none)?"
        )

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return the purchases, the best first."""
        return advise_market(situation, terms, budget(situation))

    def answer(self, situation: Situation, text: str) -> Moved:
        """Put what was bought into the bag."""
        kinds = read_purchase(situation, text, budget(situation))
        if not kinds:
            return situation, True
        bought = " ".join(KINDS[kind] for kind in kinds)
        after = situation.gained(Gain(chips=kinds))
        return after.told(
            f"Bought for {counted(price_of(situation, kinds), 'coin')}: {bought}"
        ), True


class RubiesPhase(Choice):
    """What rubies are spent on (rule 6.F)."""

    name = "rubies"
    why = "Rubies"

    def enter(self, situation: Situation) -> Moved:
        """Fill the flask by card FB9; in the last round rubies and coins become points (8.3)."""
        if situation.card == "FB9" and not situation.flask:
            situation = situation.gained(Gain(flask=1), "FB9")
        if situation.round == ROUNDS:
            points = last_points(situation, situation.taken in ("coins", "both"))
            why = "The last exchange of coins and rubies"
            return (situation.gained(Gain(points=points), why) if points else situation), False
        return super().enter(situation)

    def options(self, situation: Situation) -> list[Option]:
        """Return the ways to spend them."""
        return ruby_options(situation)

    def prompt(self, situation: Situation) -> str:
        """Ask for it."""
        return (
            f"You have {counted(situation.rubies, 'ruby')}. Two each for droplet, flask (or none)"
        )

    def answer(self, situation: Situation, text: str) -> Moved:
        """Spend them."""
        gain = read_spending(situation, text)
        return (situation.gained(gain, self.why) if gain != Gain() else situation), True


def read_spending(situation: Situation, text: str) -> Gain:
    """Return what an answer such as ``"flask droplet x2"`` spends and brings."""
    words = text.lower().replace(",", " ").replace("×", "x").split()
    steps = fills = 0
    for word in words:
        if word in ("d", "droplet", "droplets"):
            steps += 1
        elif word in ("f", "flask"):
            fills += 1
        elif word[:1] == "x" and word[1:].isdigit() and steps:
            steps += int(word[1:]) - 1
        elif word not in ("none", "no", "n", "keep"):
            raise InputError(
                f"rubies buy no {word!r}", "type droplet, flask, droplet x2, flask droplet, or none"
            )
    if not words:
        raise InputError("an answer is wanted here", "type droplet, flask, or none")
    for option in ruby_options(situation):
        if (option.gain.droplet, option.gain.flask) == (steps, fills):
            return option.gain
    if fills and (situation.flask or fills > 1):
        raise InputError("the flask is full", "type droplet, or none")
    raise InputError(
        f"that costs {RUBIES_FOR_A_THING * (steps + fills)} rubies, you have {situation.rubies}",
        "two rubies each for a droplet step or the flask",
    )


class ScoresPhase(Phase):
    """The points of the others at the end of the round."""

    name = "scores"

    def prompt(self, situation: Situation) -> str:
        """Ask for them."""
        return f"You have {counted(situation.points, 'point')}. {ask_points(situation)}"

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take them."""
        return situation.changed(rivals=read_points(situation, text)), True


class OverPhase(Phase):
    """The end of the game."""

    name = "over"

    def prompt(self, situation: Situation) -> str:
        """Nothing is asked any more."""
        return "The game is over: undo, save FILE or quit"

    def answer(self, situation: Situation, text: str) -> Moved:
        """Refuse whatever comes."""
        raise InputError("the game is over", "undo takes the last answer back; quit ends")


def closing(situation: Situation) -> str:
    """Return the last line of a game."""
    points, best = situation.points, max(situation.rivals)
    who = situation.name_of(situation.rivals.index(best))
    who = who[:1].upper() + who[1:]
    own = counted(points, "point")
    if points > best:
        return f"You win with {own}, {points - best} ahead of {who}. Congratulations!"
    if points == best:
        return f"You and {who} have {own}: the farther pot of round 9 wins (rule 8.4)."
    return f"{who} wins with {counted(best, 'point')}; you have {points}. Well brewed all the same."
