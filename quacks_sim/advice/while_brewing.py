"""A brew at the table, chip by chip: draws, blue, yellow, the flask. Rules 4 and 5."""

from quacks_sim.advice.before_brewing import begun_brew, read_hand
from quacks_sim.advice.brewing import (
    advise_blue,
    advise_brew,
    advise_second_chance,
    advise_yellow,
    begun_again,
    gone_on,
    may_put_back,
    may_use_flask,
    with_choice,
)
from quacks_sim.advice.gain import Gain
from quacks_sim.advice.options import Advice
from quacks_sim.advice.phase import Moved, Phase
from quacks_sim.advice.pot import Draw, bonus, brew
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Terms
from quacks_sim.errors import InputError, nearest
from quacks_sim.rules.amounts import FB3_CHIPS
from quacks_sim.rules.chips import KINDS, kind_index
from quacks_sim.rules.tables import LAST_SPACE
from quacks_sim.words import counted

_WORDS = ("draw", "stop", "flask", "back", "decline")


class BrewPhase(Phase):
    """Draw, stop, or use the flask."""

    name = "brew"

    def enter(self, situation: Situation) -> Moved:
        """Begin to brew."""
        return begun_brew(situation), True

    def prompt(self, situation: Situation) -> str:
        """Ask for the chip that was drawn, or what was done instead."""
        return "Drawn chip, or " + ", ".join(_offers(situation))

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return the advice of the solver."""
        return advise_brew(situation, terms)

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take one or more chips, or do what is named."""
        words = text.lower().replace(",", " ").split()
        if not words:
            raise InputError(
                "an answer is wanted here", f"type a chip as w1, or {_named(situation)}"
            )
        done = False
        for number, word in enumerate(words):
            if done or situation.phase != self.name:
                rest = " ".join(words[number:])
                raise InputError(
                    f"after {words[number - 1]} a question comes first",
                    f"type {rest} when it is answered; nothing was taken down",
                )
            situation, done = _one(situation, word)
        return situation, done


def _offers(situation: Situation) -> list[str]:
    offers = ["stop"]
    offers += ["flask"] if may_use_flask(situation) else []
    offers += ["back (card FB10)"] if may_put_back(situation) else []
    return offers


def _named(situation: Situation) -> str:
    return " or ".join(offer.split()[0] for offer in _offers(situation))


def _one(situation: Situation, word: str) -> Moved:
    if word == "stop":
        if situation.rules.may_stop_before_first_draw == "no" and not situation.draws:
            raise InputError("the first chip must be drawn", "may_stop_before_first_draw is no")
        return situation.changed(stopped=True), True
    if word == "draw":
        raise InputError("which chip did you draw?", f"type it as {_example(situation)}")
    if word == "flask":
        if not may_use_flask(situation):
            raise InputError(
                "the flask cannot be used now",
                "it must be full, and the last thing drawn a white chip in an intact pot",
            )
        return _over_or_on(_took_back(situation, "flask"))
    if word == "back":
        if not may_put_back(situation):
            raise InputError("no card lets this chip go back", "FB10 does, the first white one")
        return _over_or_on(_took_back(situation, "card"))
    if word == "decline":
        return _without_bonus(situation)
    if len(word) > 2 or not word[-1].isdigit():
        raise InputError(
            f"{word!r} is neither a chip nor a command",
            f"type a chip as {_example(situation)}, or help{nearest(word, _WORDS)}",
        )
    return drawn(situation, kind_index(word))


def _example(situation: Situation) -> str:
    bag = situation.bag
    return next((kind.lower() for kind, count in zip(KINDS, bag, strict=True) if count), "w1")


def _took_back(situation: Situation, choice: str) -> Situation:
    kind = KINDS[situation.draws[-1].kind]
    return with_choice(situation, choice).told(f"{kind} is back in the bag.")


def _without_bonus(situation: Situation) -> Moved:
    *before, last = situation.draws or (Draw(0),)
    pot = brew(before, situation.holds)
    if last.choice or not situation.draws or not bonus(pot, last.kind, situation.holds):
        raise InputError("the last chip has moved without a bonus anyway", "draw on, or stop")
    return _over_or_on(with_choice(situation, "declined"))


def drawn(situation: Situation, kind: int) -> Moved:
    """Return the situation after a chip has been placed, by a draw or through blue."""
    if situation.bag[kind] <= 0:
        raise InputError(
            f"there is no {KINDS[kind]} in the bag",
            f"it holds {situation.bag_text() or 'nothing'}; undo or 'set bag …' corrects it",
        )
    after = situation.changed(draws=(*situation.draws, Draw(kind)), revealed=())
    pot = after.pot
    if pot.exploded:
        whites = f"White total {pot.white_sum}, the limit is {pot.limit}"
        saved = " A protected chip: points and coins are kept." if pot.forgiven else ""
        return after.changed(stopped=True).told(f"BOOM! {whites}.{saved}"), True
    if len(after.draws) <= after.protected and len(pot.chips) == FB3_CHIPS:
        return after.changed(phase="second chance"), False
    return _acted(after)


def _acted(situation: Situation) -> Moved:
    """Return the situation after what the last chip does, or at the question that it asks."""
    *earlier, last = situation.draws
    before, pot = brew(earlier, situation.holds), situation.pot
    colour = KINDS[last.kind][0]
    gain = Gain(points=pot.points - before.points, rubies=pot.rubies - before.rubies)
    if gain != Gain():
        situation = situation.gained(gain, f"{KINDS[last.kind]} on a ruby")
    if colour == "B" and _reveals(situation):
        return situation.changed(phase="blue"), False
    is_white = bool(before.kinds) and KINDS[before.kinds[-1]][0] == "W"
    if colour == "Y" and situation.books.yellow == 1 and is_white:
        return situation.changed(phase="yellow"), False
    return _over_or_on(situation)


def _reveals(situation: Situation) -> bool:
    on_last = situation.pot.space >= LAST_SPACE
    performed = not on_last or situation.rules.blue_on_last_space == "performed"
    return situation.books.blue == 1 and performed and bool(situation.bag.any())


def _over_or_on(situation: Situation) -> Moved:
    """End a brew that is over by itself, unless a chip may still go back (rule 4.4)."""
    full = situation.pot.is_full and situation.rules.draw_after_pot_full == "no"
    empty = not situation.bag.any()
    if not full and not empty:
        return situation.changed(phase="brew"), False
    if may_use_flask(situation) or may_put_back(situation):
        return situation.changed(phase="brew"), False
    why = "The pot is full." if full else "The bag is empty."
    return situation.changed(stopped=True).told(why), True


class BluePhase(Phase):
    """Which chips a blue one reveals (rule 5.2)."""

    name = "blue"

    def prompt(self, situation: Situation) -> str:
        """Ask for the chips."""
        size = _hand(situation)
        kind = KINDS[situation.draws[-1].kind]
        return f"{kind} reveals {counted(size, 'chip')}: which?"

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take note of them, then ask which one is placed."""
        hand = read_hand(situation, text, _hand(situation))
        return situation.changed(revealed=hand, phase="blue choice"), False


def _hand(situation: Situation) -> int:
    value = int(KINDS[situation.draws[-1].kind][1])
    return min(value, int(situation.bag.sum()))


class BlueChoicePhase(Phase):
    """Which of the revealed chips is placed, or none."""

    name = "blue choice"

    def prompt(self, situation: Situation) -> str:
        """Ask for the chip."""
        shown = " ".join(dict.fromkeys(KINDS[kind].lower() for kind in situation.revealed))
        return f"Which one do you place ({shown}, or none)?"

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return the chips, the best first."""
        return advise_blue(situation, terms)

    def answer(self, situation: Situation, text: str) -> Moved:
        """Place a chip, or none."""
        word = text.strip().lower()
        if word in ("none", "no", "n"):
            return _over_or_on(situation.changed(revealed=()))
        shown = [KINDS[kind].lower() for kind in situation.revealed]
        if word not in shown:
            raise InputError(
                f"{text.strip()!r} was not revealed", f"type {' or '.join(shown)} or none"
            )
        return drawn(situation.changed(phase="brew"), kind_index(word))


class YellowPhase(Phase):
    """Whether yellow puts the white chip before it back (rule 5.4)."""

    name = "yellow"

    def prompt(self, situation: Situation) -> str:
        """Ask for it."""
        yellow, white = (KINDS[situation.pot.kinds[-1]], KINDS[situation.pot.kinds[-2]])
        return f"{yellow}: do you put {white} back (yes or no)?"

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return both ways."""
        return advise_yellow(situation, terms)

    def answer(self, situation: Situation, text: str) -> Moved:
        """Put it back, or leave it."""
        if is_yes(text):
            return _over_or_on(with_choice(situation, "returned"))
        return _over_or_on(situation)


class SecondChancePhase(Phase):
    """Whether to begin again when the fifth chip lies in the pot (card FB3), before its action."""

    name = "second chance"

    def prompt(self, situation: Situation) -> str:
        """Ask for it."""
        return "FB3, the fifth chip: begin again, or go on (again or on)?"

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return both ways."""
        return advise_second_chance(situation, terms)

    def answer(self, situation: Situation, text: str) -> Moved:
        """Put all back, or go on with what the fifth chip does."""
        word = text.strip().lower()
        if word == "again":
            after = begun_again(situation).told("All chips are back in the bag.")
            return after.changed(phase="brew"), False
        if word == "on":
            return _acted(gone_on(situation))
        raise InputError(f"{text.strip()!r} is neither again nor on", "type again, or on")


def is_yes(text: str) -> bool:
    """Return whether an answer is yes; no is the only other one."""
    word = text.strip().lower()
    if word in ("y", "yes"):
        return True
    if word in ("n", "no"):
        return False
    raise InputError(f"{text.strip()!r} is neither yes nor no", "type y or n")
