"""Black, purple and green chips once brewing is over. Rules 5.5–5.7 and 6.B; books.md."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from quacks_sim.advice.after_brewing import worth_of_place
from quacks_sim.advice.gain import Gain, gain_of
from quacks_sim.advice.gains import chip_option
from quacks_sim.advice.options import Advice, Option, ranked
from quacks_sim.advice.phase import Choice, Moved, Phase
from quacks_sim.advice.pot import number_on
from quacks_sim.advice.situation import Placed, Situation, read_numbers
from quacks_sim.advice.terms import Terms
from quacks_sim.errors import InputError
from quacks_sim.rules.amounts import GREEN_3_WHITE_SUM
from quacks_sim.rules.books import BOOK_SETS, each_book
from quacks_sim.rules.chips import KIND_VALUE, KINDS, P1
from quacks_sim.rules.entries import check_entries
from quacks_sim.rules.rewards import (
    GREEN,
    GREEN_PAYS,
    PURPLE,
    PURPLE_4_GROWTH,
    Reward,
    black_reward,
    points_by_number,
)
from quacks_sim.rules.tables import LAST_SPACE


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
    left, right = (*others, *others)[:2]  # at two seats they are one
    level = situation.rules.black_zero_zero == "droplet_each"
    droplet, ruby = black_reward(len(others) + 1, own, left, right, level, False)
    return Gain(droplet=int(droplet), rubies=int(ruby))


class PurplePhase(Choice):
    """What purple chips in the pot bring (rule 5.6)."""

    name = "purple"
    why = "Purple"

    def options(self, situation: Situation) -> list[Option]:
        """Return the tiers, or what grows."""
        count = len(situation.paying("P"))
        if not count:
            return []
        return _OF_PURPLE[situation.books.purple](situation, count)

    def prompt(self, situation: Situation) -> str:
        """Ask for the tier."""
        if situation.books.purple == 4:
            return "Purple: which chip do you change (as g1 g2), or none?"
        return f"{len(situation.paying('P'))} purple: for how many do you take the reward?"

    def take(self, situation: Situation, option: Option) -> Situation:
        """Return the situation after the reward; what was given up has left the pot."""
        after = super().take(situation, option)
        return after.changed(given_up=(*after.given_up, *option.gain.lost))


def _tiers(situation: Situation, count: int) -> list[Option]:
    return [
        Option(str(tier), gain=gain_of(reward))
        for tier, reward in enumerate(PURPLE[situation.books.purple][:count], start=1)
    ]


def _trades(situation: Situation, count: int) -> list[Option]:
    tiers = _tiers(situation, count)
    given = [replace(each, gain=replace(each.gain, lost=(P1,) * int(each.name))) for each in tiers]
    return [Option("0"), *given]


def _scored(situation: Situation, count: int) -> list[Option]:
    points = _points_of_purple(situation)
    return [Option(str(points), gain=Gain(points=points))]


def _points_of_purple(situation: Situation) -> int:
    *others, last = situation.lying
    chips = [*others, last._replace(space=situation.space)]  # green-3 may have moved it
    numbers = [number_on(chip.space, situation.rules) for chip in chips if _is_paying(chip)]
    return sum(points_by_number(number) for number in numbers)


def _is_paying(chip: Placed) -> bool:
    return chip.kind == P1 and chip.pays


def _growing(situation: Situation, count: int) -> list[Option]:
    options = [Option("none")]
    for value, grown in PURPLE_4_GROWTH[:count]:
        for letter in "GBRY":
            old, new = f"{letter}{value}", f"{letter}{grown}"
            if KINDS.index(old) in [chip.kind for chip in situation.lying]:
                gain = Gain(chips=(KINDS.index(new),), lost=(KINDS.index(old),))
                options.append(Option(f"{old} {new}".lower(), f"{old} becomes {new}", gain=gain))
    return options


_OF_PURPLE: Mapping[int, Callable[[Situation, int], list[Option]]] = each_book(
    __name__, "purple", {1: _tiers, 2: _trades, 3: _scored, 4: _growing}
)


class GreenPhase(Choice):
    """What green chips bring: rubies, chips, a move, or droplet steps (rule 5.5)."""

    name = "green"
    why = "Green"

    def enter(self, situation: Situation) -> Moved:
        """Pay what is no choice; line up what other books ask."""
        greens = situation.last_greens
        if situation.books.green in GREEN_PAYS:
            gain = sum((gain_of(_rewards(kind, situation)[0]) for kind in greens), Gain())
            return (situation.gained(gain, "Green") if greens else situation), False
        return self._next(situation.changed(pending=greens))

    def _next(self, situation: Situation) -> Moved:
        """Skip what leaves nothing to choose."""
        while situation.pending and len(self.options(situation)) < 2:
            situation = situation.changed(pending=situation.pending[1:])
        return situation, len(self.options(situation)) > 1

    def options(self, situation: Situation) -> list[Option]:
        """Return what the next green chip offers."""
        return _OFFERED[situation.books.green](situation)

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


def _rewards(kind: int, situation: Situation) -> tuple[Reward, ...]:
    return GREEN[situation.books.green][int(KIND_VALUE[kind])]


def _chips_of_green(situation: Situation) -> list[Option]:
    if not situation.pending:
        return []
    kinds = [kind for each in _rewards(situation.pending[0], situation) for kind in each.chips]
    return [
        Option("none"),
        *(chip_option(kind) for kind in kinds if _is_given(kind, situation)),
    ]


def _steps_of_green(situation: Situation) -> list[Option]:
    if not situation.pending:
        return []
    (paid,) = _rewards(situation.pending[0], situation)
    paying = [Option("yes", gain=gain_of(paid))] if situation.rubies else []
    return [Option("no"), *paying]


def _values_of_green(situation: Situation) -> int:
    return sum(int(KINDS[chip.kind][1]) for chip in situation.paying("G"))


def _moving(situation: Situation) -> list[Option]:
    steps = _values_of_green(situation)
    if situation.white_sum != GREEN_3_WHITE_SUM or not steps or situation.space >= LAST_SPACE:
        return []
    space = min(situation.space + steps, LAST_SPACE)
    return [Option("yes", f"to space {space}"), Option("no", f"stay on space {situation.space}")]


def _is_given(kind: int, situation: Situation) -> bool:
    if situation.rules.green_s2_locked_books == "allowed":
        return True
    yellow, purple = situation.is_out
    return {"Y": yellow, "P": purple}.get(KINDS[kind][0], True)


_OFFERED: dict[int, Callable[[Situation], list[Option]]] = {
    2: _chips_of_green,
    3: _moving,
    4: _steps_of_green,
}
check_entries(
    __name__,
    (
        f"green-{number}"
        for number in BOOK_SETS["green"]
        if number not in _OFFERED and number not in GREEN_PAYS
    ),
)
