"""A dialogue at the table: answers one after the other, each of which can be taken back."""

from collections.abc import Callable

from quacks_sim.advice.before_brewing import find_card
from quacks_sim.advice.options import Advice
from quacks_sim.advice.phases import BREWING, advice_at, answer, begin_round
from quacks_sim.advice.situation import Situation, read_numbers
from quacks_sim.advice.terms import Values
from quacks_sim.errors import InputError, nearest
from quacks_sim.rules.chips import parse_bag
from quacks_sim.rules.tables import LAST_SPACE
from quacks_sim.words import counted

#: Begins an entry that is no answer but a correction.
CORRECTION = "set "


class Dialogue:
    """The state of a dialogue, and all that was entered.

    Parameters
    ----------
    first : Situation
        The situation before the first question; its phase may be any.
    values : Values
        Learned values.

    Attributes
    ----------
    first : Situation
    entries : list of str
        Answers and corrections, in their order.
    values : Values
    """

    def __init__(self, first: Situation, values: Values) -> None:
        self.first = first
        self.entries: list[str] = []
        self.values = values
        self._past: list[Situation] = []
        self._now = first

    @classmethod
    def of_game(cls, first: Situation, values: Values) -> "Dialogue":
        """Return the dialogue of a game from its first round on."""
        return cls(begin_round(first.changed(news=()), first.round), values)

    @property
    def situation(self) -> Situation:
        """The situation now."""
        return self._now

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._now.phase == "over"

    def advice(self) -> Advice | None:
        """Return what to answer now; None where only facts are asked."""
        return advice_at(self._now, self.values)

    def enter(self, text: str) -> None:
        """Take an answer or a correction.

        Raises
        ------
        InputError
            If it makes no sense; nothing has changed then.
        """
        text = " ".join(text.split())
        after = entered(self._now, text)
        self._past.append(self._now)
        self.entries.append(text)
        self._now = after

    def undo(self, times: int = 1) -> str:
        """Take the last entry back, or several; return what they were.

        Raises
        ------
        InputError
            If there are not so many.
        """
        if not 1 <= times <= len(self.entries):
            raise InputError(
                "there is nothing to undo" if not self.entries else f"{times} cannot be undone",
                f"{len(self.entries)} entries were made so far",
            )
        undone = self.entries[-times:]
        self._now = self._past[-times]
        del self.entries[-times:], self._past[-times:]
        return ", ".join(entry or "Enter" for entry in undone)


def entered(situation: Situation, text: str) -> Situation:
    """Return the situation after an answer or a correction.

    Raises
    ------
    InputError
        If it makes no sense.
    """
    return corrected(situation, text) if is_correction(text) else answer(situation, text)


def is_correction(text: str) -> bool:
    """Return whether an entry is no answer but a correction."""
    return text.lower().startswith(CORRECTION)


def corrected(situation: Situation, text: str) -> Situation:
    """Return the situation after ``set NAME VALUE``.

    Raises
    ------
    InputError
        For an unknown name or a value that cannot be.
    """
    _, _, rest = text.partition(" ")
    name, _, value = rest.strip().partition(" ")
    change = _CORRECTIONS.get(name.lower())
    if change is None:
        raise InputError(
            f"{name!r} cannot be set" if name else "set what?",
            f"set one of {', '.join(_CORRECTIONS)}{nearest(name, _CORRECTIONS)}",
        )
    after = change(situation.changed(news=()), value.strip())
    if (after.bag < 0).any():
        raise InputError("the pot holds chips that are not owned then", "undo the draws first")
    return after.told(f"Set {name.lower()}: {value.strip()}")


def _number(situation: Situation, field: str, value: str) -> Situation:
    (number,) = _numbers(value, 1)
    return situation.changed(**{field: number})


def _numbers(value: str, count: int) -> tuple[int, ...]:
    numbers = read_numbers(value, "numbers")
    if len(numbers) != count:
        raise InputError(f"{value!r} is not {counted(count, 'number')}", "try again")
    return numbers


def _rivals(situation: Situation, value: str) -> Situation:
    return situation.changed(rivals=_numbers(value, situation.players - 1))


def _blacks(situation: Situation, value: str) -> Situation:
    blacks = _numbers(value, 1 if situation.players == 2 else 2)
    if min(blacks) < 0:
        raise InputError("nobody has fewer than 0 black chips", "give numbers from 0")
    return situation.changed(rival_blacks=blacks)


def _flask(situation: Situation, value: str) -> Situation:
    states = {"full": True, "empty": False, "yes": True, "no": False}
    if value.lower() not in states:
        raise InputError(f"the flask cannot be {value!r}", "it is full or empty")
    return situation.changed(flask=states[value.lower()])


def _bag(situation: Situation, value: str) -> Situation:
    in_pot = situation.owned_counts - situation.bag
    return situation.changed(owned=tuple(int(each) for each in parse_bag(value) + in_pot))


def _round(situation: Situation, value: str) -> Situation:
    (number,) = _numbers(value, 1)
    return begin_round(situation.changed(round=number), number)


def _card(situation: Situation, value: str) -> Situation:
    none = value.lower() in ("", "none")
    return situation.changed(card=None if none else find_card(value))


def _start(situation: Situation, value: str) -> Situation:
    (space,) = _numbers(value, 1)
    if situation.begun_at is None:
        raise InputError("the brew has not begun", "set start once it has")
    if not situation.droplet <= space <= LAST_SPACE:
        raise InputError(
            f"no brew begins on space {space}",
            f"it begins from the droplet on, {situation.droplet} to {LAST_SPACE}",
        )
    return situation.changed(begun_at=space)


def _droplet(situation: Situation, value: str) -> Situation:
    (space,) = _numbers(value, 1)
    after = situation.changed(droplet=space)
    if situation.phase not in BREWING:
        return after
    return after.changed(begun_at=min(space + situation.rats, LAST_SPACE))


_CORRECTIONS: dict[str, Callable[[Situation, str], Situation]] = {
    "points": lambda situation, value: _number(situation, "points", value),
    "rivals": _rivals,
    "rubies": lambda situation, value: _number(situation, "rubies", value),
    "droplet": _droplet,
    "flask": _flask,
    "bag": _bag,
    "start": _start,
    "blacks": _blacks,
    "card": _card,
    "round": _round,
}
