"""What comes between the end of a brew and the market. Rules 4.8 and 6.A–6.D; books.md."""

from itertools import product

from quacks_sim.advice.before_brewing import read_hand
from quacks_sim.advice.cards import DIE, two_chips
from quacks_sim.advice.gain import Gain
from quacks_sim.advice.gains import gain_of_space, worth_of_end
from quacks_sim.advice.market import budget
from quacks_sim.advice.options import Advice, Option, ranked
from quacks_sim.advice.phase import Choice, Moved, Phase
from quacks_sim.advice.situation import Placed, Situation, read_kinds
from quacks_sim.advice.terms import Terms
from quacks_sim.errors import InputError
from quacks_sim.rules.amounts import COINS_PER_POINT, FB1_WHITE_SUM, FB7_DRAWS
from quacks_sim.rules.chips import KINDS, kind_index
from quacks_sim.rules.tables import LAST_SPACE, ROUNDS, SPACE_VICTORY_POINTS
from quacks_sim.words import counted


class StrongPhase(Phase):
    """The chips that card FB7 shows to an intact pot."""

    name = "strong"

    def enter(self, situation: Situation) -> Moved:
        """Bring what card FB1 pays; ask only with card FB7."""
        shows = situation.card == "FB7" and not situation.pot.exploded
        asks = shows and not situation.pot.is_full and bool(situation.bag.any())
        if situation.card == "FB1" and situation.pot.white_sum == FB1_WHITE_SUM:
            situation = situation.gained(Gain(droplet=1), f"FB1, white total {FB1_WHITE_SUM}")
        return situation, asks

    def prompt(self, situation: Situation) -> str:
        """Ask for the chips."""
        return f"FB7: which {counted(_strong_hand(situation), 'chip')} did you draw?"

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take note of them, then ask which one is placed."""
        hand = read_hand(situation, text, _strong_hand(situation))
        return situation.changed(revealed=hand, phase="strong choice"), False


def _strong_hand(situation: Situation) -> int:
    return min(FB7_DRAWS, int(situation.bag.sum()))


class StrongChoicePhase(Phase):
    """Which of them is placed."""

    name = "strong choice"

    def prompt(self, situation: Situation) -> str:
        """Ask for the chip."""
        shown = " ".join(dict.fromkeys(KINDS[kind].lower() for kind in situation.revealed))
        return f"FB7: which one do you place ({shown}, or none)?"

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return the chips, by what their space is worth."""
        options = [Option("none", "place none", worth_of_place(situation, terms))]
        for kind in dict.fromkeys(situation.revealed):
            placed = _placed(situation, kind, pays=False)
            options.append(
                Option(
                    KINDS[kind].lower(), f"to space {placed.space}", worth_of_place(placed, terms)
                )
            )
        return Advice(self.name, ranked(options))

    def answer(self, situation: Situation, text: str) -> Moved:
        """Place it."""
        word = text.strip().lower()
        if word in ("none", "no", "n"):
            return situation.changed(revealed=()), True
        kind = kind_index(word)
        if kind not in situation.revealed:
            raise InputError(f"{KINDS[kind]} was not drawn", "type one of the drawn chips, or none")
        return _placed(situation, kind, pays=False).changed(revealed=()), True


def _placed(situation: Situation, kind: int, *, pays: bool = True) -> Situation:
    space = min(situation.space + int(KINDS[kind][1]), LAST_SPACE)
    chip = Placed(kind, space, pays)
    return situation.changed(moved_to=space, placed_after=(*situation.placed_after, chip))


def worth_of_place(situation: Situation, terms: Terms) -> float:
    rubies = len(situation.last_greens) * terms.ruby if situation.books.green == 1 else 0.0
    return worth_of_end(situation, terms, situation.space) + rubies


class BesidePhase(Phase):
    """Red chips beside the pot: place them, keep them, or put them into the bag (red-2)."""

    name = "beside"

    def enter(self, situation: Situation) -> Moved:
        """Ask only if some lie there."""
        return situation, bool(situation.pot.beside)

    def prompt(self, situation: Situation) -> str:
        """Ask for them."""
        lying = " ".join(KINDS[kind].lower() for kind in situation.pot.beside)
        return f"Beside the pot: {lying}. Which do you place (or none; 'bag r1' returns some)?"

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return the ways to place some; the others stay for a later round."""
        beside = situation.pot.beside
        options = {}
        for picked in product((False, True), repeat=len(beside)):
            kinds = tuple(sorted(kind for kind, take in zip(beside, picked, strict=True) if take))
            after = situation
            for kind in kinds:
                after = _placed(after, kind)
            name = " ".join(KINDS[kind].lower() for kind in kinds) or "none"
            words = f"to space {after.space}" if kinds else "keep all for later"
            options[name] = Option(name, words, worth_of_place(after, terms))
        note = "What a chip kept beside the pot is worth later is not counted."
        return Advice(self.name, ranked(options.values()), False, None, (note,))

    def answer(self, situation: Situation, text: str) -> Moved:
        """Place some, return some, keep the others."""
        placing, _, returning = text.lower().partition("bag")
        placed = [] if placing.strip() in ("", "none", "no", "n") else read_kinds(placing)
        if not text.strip():
            raise InputError("an answer is wanted here", "type chips as r1, or none")
        left = list(situation.pot.beside)
        for kind in (*placed, *read_kinds(returning)):
            if kind not in left:
                raise InputError(
                    f"there is no {KINDS[kind]} beside the pot", "type chips that lie there"
                )
            left.remove(kind)
        if placed and situation.pot.is_full:
            raise InputError("the pot is full", "nothing can be placed: type none")
        after = situation.changed(kept=tuple(left))
        for kind in placed:
            after = _placed(after, kind)
        return after, True


class NeighbourPhase(Choice):
    """A 2-chip for the left neighbour of an exploded pot (card FB2)."""

    name = "neighbour"
    why = "FB2"

    def options(self, situation: Situation) -> list[Option]:
        """Return the chips, with none if nobody at the right has exploded."""
        return two_chips(situation) if situation.card == "FB2" else []

    def prompt(self, situation: Situation) -> str:
        """Ask for the chip."""
        who = "the player at your right" if situation.players > 2 else situation.name_of(0)
        return f"FB2: if {who} exploded, which 2-chip do you take (else none)?"


class DiePhase(Phase):
    """What the bonus die brought to the farthest intact pot (rule 6.A)."""

    name = "die"

    def enter(self, situation: Situation) -> Moved:
        """Only an intact pot may have rolled."""
        return situation, not situation.pot.exploded

    def prompt(self, situation: Situation) -> str:
        """Ask for the result."""
        twice = ", both results" if situation.card == "FB4" else ""
        return f"Bonus die, if your pot is farthest{twice} ({', '.join(DIE)}; Enter for no roll)"

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take the result, or nothing."""
        words = text.lower().replace(",", " ").split()
        if words in ([], ["none"], ["no"], ["-"]):
            return situation, True
        rolls = 2 if situation.card == "FB4" else 1
        if len(words) != rolls or any(word not in DIE for word in words):
            raise InputError(
                f"{text.strip()!r} is no result of {'two rolls' if rolls > 1 else 'the die'}",
                f"type {' or '.join(DIE)}, or just Enter if you did not roll",
            )
        total = sum((DIE[word] for word in words), Gain())
        return situation.gained(total, "Bonus die"), True


class TakenPhase(Choice):
    """Ruby and points of the scoring space; after an explosion points or coins (6.C, 6.D)."""

    name = "taken"

    def enter(self, situation: Situation) -> Moved:
        """Bring what is due without a choice."""
        number = situation.scoring_space
        gain = gain_of_space(situation)
        if gain != Gain():
            situation = situation.gained(gain, f"Space {number} with a ruby")
        both = situation.round == ROUNDS and situation.rules.final_conversion_exploded == "both"
        if situation.exploded and not both:
            return situation, True
        points = Gain(points=int(SPACE_VICTORY_POINTS[number]))
        after = situation.changed(taken="both")
        return after.gained(points, f"Space {number}") if points.points else after, False

    def options(self, situation: Situation) -> list[Option]:
        """Return both."""
        points = int(SPACE_VICTORY_POINTS[situation.scoring_space])
        coins = budget(situation)
        what = f"{counted(coins, 'coin')} to shop with"
        if situation.round == ROUNDS:
            last = counted(coins // COINS_PER_POINT, "point")
            what = f"{counted(coins, 'coin')}, {last} by the last exchange"
        return [
            Option("points", counted(points, "point"), gain=Gain(points=points)),
            Option("coins", what),
        ]

    def prompt(self, situation: Situation) -> str:
        """Ask for the choice."""
        return "Your pot has exploded: points or coins?"

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return what both are worth."""
        points, coins = self.options(situation)
        options = (
            Option(points.name, points.words, points.gain.points * terms.point, points.gain),
            Option(coins.name, coins.words, float(terms.coins[budget(situation)])),
        )
        return Advice(self.name, ranked(options))

    def take(self, situation: Situation, option: Option) -> Situation:
        """Remember the choice, and take the points."""
        after = situation.changed(taken=option.name)
        if option.gain.points:
            return after.gained(option.gain, f"Space {situation.scoring_space}")
        return after
