"""Black, purple and green chips once brewing is over. Rules 5.5–5.7 and 6.B; books.md."""

from quacks_sim.advice.after_brewing import SEVEN, worth_of_place
from quacks_sim.advice.cards import GREEN_GAINS
from quacks_sim.advice.gain import Gain
from quacks_sim.advice.gains import chip_option
from quacks_sim.advice.options import Advice, Option, ranked
from quacks_sim.advice.phase import Choice, Moved, Phase
from quacks_sim.advice.pot import number_on
from quacks_sim.advice.situation import Placed, Situation, read_numbers
from quacks_sim.advice.terms import Terms
from quacks_sim.errors import InputError
from quacks_sim.rules.chips import B2, G1, K1, KINDS, P1, Y4
from quacks_sim.rules.tables import LAST_SPACE

#: Books purple-1 and purple-2, by tier; in the latter the purple chips are given up.
_TIERS = {
    1: (Gain(points=1), Gain(points=1, rubies=1), Gain(points=2, droplet=1)),
    2: (
        Gain(points=1, rubies=1, chips=(K1,), lost=(P1,)),
        Gain(points=3, droplet=1, chips=(G1, B2), lost=(P1, P1)),
        Gain(points=6, rubies=1, droplet=2, chips=(Y4,), lost=(P1, P1, P1)),
    ),
}
#: Book purple-4, by tier: the value that grows, and what it becomes.
_GROWTH = ((1, 2), (2, 4), (1, 4))


class BlackPhase(Phase):
    """Black chips against those of the neighbours (rule 5.7)."""

    name = "black"

    def enter(self, situation: Situation) -> Moved:
        """Ask only if black may bring something."""
        level = situation.players == 2 and situation.rules.black_zero_zero == "droplet_each"
        return situation, bool(situation.paying("K")) or level

    def prompt(self, situation: Situation) -> str:
        """Ask for the black chips of the others."""
        own = len(situation.paying("K"))
        if situation.players == 2:
            return f"You have {own} black. How many has {situation.name_of(0)}?"
        return f"You have {own} black. How many have your left and your right neighbour?"

    def answer(self, situation: Situation, text: str) -> Moved:
        """Work the reward out."""
        blacks = read_numbers(text, "black chips")
        wanted = 1 if situation.players == 2 else 2
        if len(blacks) != wanted or min(blacks) < 0:
            example = "1" if wanted == 1 else "0 2"
            raise InputError(f"{text.strip()!r} is not what is asked", f"type it as {example}")
        gain = black_gain(len(situation.paying("K")), blacks, situation)
        if gain == Gain():
            return situation.told("Black brings nothing."), True
        return situation.gained(gain, "Black"), True


def black_gain(own: int, others: tuple[int, ...], situation: Situation) -> Gain:
    """Return what so many black chips bring against the neighbours'."""
    beaten = sum(own > each for each in others)
    if len(others) == 2:
        return Gain(droplet=int(beaten > 0), rubies=int(beaten == 2))
    counts = own > 0 or situation.rules.black_zero_zero == "droplet_each"
    return Gain(droplet=int(own >= others[0] and counts), rubies=int(beaten == 1))


class PurplePhase(Choice):
    """What purple chips in the pot bring (rule 5.6)."""

    name = "purple"
    why = "Purple"

    def options(self, situation: Situation) -> list[Option]:
        """Return the tiers, or what grows."""
        count = len(situation.paying("P"))
        if not count:
            return []
        book = situation.books.purple
        if book == 3:
            points = _points_of_purple(situation)
            return [Option(str(points), gain=Gain(points=points))]
        if book == 4:
            return [Option("none"), *_growing(situation, count)]
        tiers = [Option(str(n), gain=gain) for n, gain in enumerate(_TIERS[book][:count], start=1)]
        return [Option("0"), *tiers] if book == 2 else tiers

    def prompt(self, situation: Situation) -> str:
        """Ask for the tier."""
        if situation.books.purple == 4:
            return "Purple: which chip do you change (as g1 g2), or none?"
        return f"{len(situation.paying('P'))} purple: for how many do you take the reward?"

    def take(self, situation: Situation, option: Option) -> Situation:
        """Return the situation after the reward; what was given up has left the pot."""
        after = super().take(situation, option)
        return after.changed(given_up=(*after.given_up, *option.gain.lost))


def _points_of_purple(situation: Situation) -> int:
    *others, last = situation.lying
    chips = [*others, last._replace(space=situation.space)]  # green-3 may have moved it
    numbers = [number_on(chip.space, situation.rules) for chip in chips if _is_paying(chip)]
    return sum(min(number // 10, 3) for number in numbers)


def _is_paying(chip: Placed) -> bool:
    return chip.kind == P1 and chip.pays


def _growing(situation: Situation, count: int) -> list[Option]:
    options = []
    for value, grown in _GROWTH[:count]:
        for letter in "GBRY":
            old, new = f"{letter}{value}", f"{letter}{grown}"
            if KINDS.index(old) in [chip.kind for chip in situation.lying]:
                gain = Gain(chips=(KINDS.index(new),), lost=(KINDS.index(old),))
                options.append(Option(f"{old} {new}".lower(), f"{old} becomes {new}", gain=gain))
    return options


class GreenPhase(Choice):
    """What green chips bring: rubies, chips, a move, or droplet steps (rule 5.5)."""

    name = "green"
    why = "Green"

    def enter(self, situation: Situation) -> Moved:
        """Pay the rubies of Set 1; line up what the other books ask."""
        greens = situation.last_greens
        if situation.books.green == 1:
            gain = Gain(rubies=len(greens))
            return (situation.gained(gain, "Green") if greens else situation), False
        return self._next(situation.changed(pending=greens))

    def _next(self, situation: Situation) -> Moved:
        """Skip what leaves nothing to choose."""
        while situation.pending and len(self.options(situation)) < 2:
            situation = situation.changed(pending=situation.pending[1:])
        return situation, len(self.options(situation)) > 1

    def options(self, situation: Situation) -> list[Option]:
        """Return what the next green chip offers."""
        book = situation.books.green
        if book == 3:
            return _moving(situation)
        if not situation.pending:
            return []
        if book == 2:
            value = int(KINDS[situation.pending[0]][1])
            kinds = [kind for kind in GREEN_GAINS[value] if _is_given(kind, situation)]
            return [Option("none"), *map(chip_option, kinds)]
        paying = Option("yes", gain=Gain(rubies=-1, droplet=1))
        return [Option("no"), *([paying] if situation.rubies else [])]

    def prompt(self, situation: Situation) -> str:
        """Ask as the book does."""
        if situation.books.green == 3:
            return "Green, white total 7: does the last chip move on (yes or no)?"
        kind = KINDS[situation.pending[0]]
        if situation.books.green == 2:
            return f"{kind} among the last two: which chip do you take, or none?"
        return f"{kind} among the last two: do you pay a ruby for a droplet step (yes or no)?"

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return the options, the best first."""
        if situation.books.green != 3:
            return super().advise(situation, terms)
        options = [
            Option(each.name, each.words, worth_of_place(self.take(situation, each), terms))
            for each in _moving(situation)
        ]
        return Advice(self.name, ranked(options))

    def take(self, situation: Situation, option: Option) -> Situation:
        """Move the last chip (Set 3), or gain."""
        if situation.books.green != 3:
            return super().take(situation, option)
        if option.name == "no":
            return situation
        space = min(situation.space + _values_of_green(situation), LAST_SPACE)
        return situation.changed(moved_to=space).told(f"The last chip moves to space {space}.")

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take an option, then ask for the next green chip."""
        after, _ = super().answer(situation, text)
        if situation.books.green == 3:
            return after, True
        after, asks = self._next(after.changed(pending=after.pending[1:]))
        return after, not asks


def _values_of_green(situation: Situation) -> int:
    return sum(int(KINDS[chip.kind][1]) for chip in situation.paying("G"))


def _moving(situation: Situation) -> list[Option]:
    steps = _values_of_green(situation)
    if situation.white_sum != SEVEN or not steps or situation.space >= LAST_SPACE:
        return []
    space = min(situation.space + steps, LAST_SPACE)
    return [Option("yes", f"to space {space}"), Option("no", f"stay on space {situation.space}")]


def _is_given(kind: int, situation: Situation) -> bool:
    if situation.rules.green_s2_locked_books == "allowed":
        return True
    yellow, purple = situation.is_out
    return {"Y": yellow, "P": purple}.get(KINDS[kind][0], True)
