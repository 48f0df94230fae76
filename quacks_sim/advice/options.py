"""What advice consists of: the options at a decision, each with what it is worth."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from quacks_sim.advice.gain import Gain
from quacks_sim.rules.chips import KINDS

#: Options that differ by less are told to be as good as each other.
LEVEL = 0.005


@dataclass(frozen=True)
class Option:
    """One thing that can be done.

    Attributes
    ----------
    name : str
        What is typed for it: ``"draw"``, ``"g1 r1"``.
    words : str
        What it does, in a few words.
    value : float or None
        What it is worth in points to come; None if that is not known. Only differences count.
    gain : Gain
        What it brings at once.
    note : str
        What to know about the value.
    win : float or None
        About the chance to win the game then; None if it is not known.
    """

    name: str
    words: str = ""
    value: float | None = None
    gain: Gain = field(default_factory=Gain)
    note: str = ""
    win: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the option for a JSON document."""
        gain = asdict(self.gain)
        for name in ("chips", "lost"):
            gain[name] = [KINDS[kind] for kind in gain[name]]
        brings = {name: value for name, value in gain.items() if value}
        return {
            "name": self.name,
            "words": self.words,
            "value": self.value,
            "brings": brings,
            "note": self.note,
            "chance_to_win": self.win,
        }


@dataclass(frozen=True)
class Advice:
    """What to do now.

    Attributes
    ----------
    decision : str
        Which decision it is: ``"brew"``, ``"blue"``, ``"market"`` …
    options : tuple of Option
        The best first.
    is_exact : bool
        False if the values are approximate.
    chance_to_explode : float or None
        Of the very next chip, while brewing.
    notes : tuple of str
        What else to know, a sentence each.
    """

    decision: str
    options: tuple[Option, ...]
    is_exact: bool = True
    chance_to_explode: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    @property
    def other(self) -> Option | None:
        """What the best option is compared with: the next one, but drawing with stopping."""
        if self.best.name in ("draw", "stop"):
            facing = self.named("stop" if self.best.name == "draw" else "draw")
            if facing is not None:
                return facing
        return self.options[1] if len(self.options) > 1 else None

    @property
    def lead(self) -> float | None:
        """By how much the best option is worth more than the other one; None if not known."""
        if self.other is None or self.best.value is None or self.other.value is None:
            return None
        return self.best.value - self.other.value

    def named(self, name: str) -> Option | None:
        """Return the option of a name."""
        return next((option for option in self.options if option.name == name), None)

    def to_dict(self) -> dict[str, Any]:
        """Return the advice for a JSON document."""
        return {
            "decision": self.decision,
            "best": self.best.name,
            "options": [option.to_dict() for option in self.options],
            "exact": self.is_exact,
            "chance_to_explode": self.chance_to_explode,
            "notes": list(self.notes),
        }


def ranked(options: Iterable[Option]) -> tuple[Option, ...]:
    """Return options, the best first; those of unknown value keep their order behind."""
    return tuple(
        sorted(options, key=lambda each: -float("inf") if each.value is None else -each.value)
    )
