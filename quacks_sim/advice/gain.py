"""What an option brings, or costs."""

from dataclasses import dataclass, fields

from quacks_sim.rules.chips import KINDS
from quacks_sim.rules.rewards import Reward


@dataclass(frozen=True)
class Gain:
    """What an option brings, or costs.

    Attributes
    ----------
    points, rubies, droplet : int
    flask : int
        1 fills the flask, −1 empties it.
    chips, lost : tuple of int
        Kinds that come into the bag, and that leave it for good.
    rats : int
        Steps of this round's rat stone.
    """

    points: int = 0
    rubies: int = 0
    droplet: int = 0
    flask: int = 0
    chips: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    rats: int = 0

    def __add__(self, other: "Gain") -> "Gain":
        return Gain(
            *(getattr(self, each.name) + getattr(other, each.name) for each in fields(self))
        )

    def words(self) -> str:
        """Return the gain in a few words: ``"2 points, a ruby, G1"``."""
        parts = [_some(self.points, "point"), _some(self.rubies, "ruby", "rubies")]
        parts += [_some(self.droplet, "droplet step"), _some(self.rats, "rat tail")]
        parts += ["the flask filled" if self.flask > 0 else ""]
        parts += [KINDS[kind] for kind in self.chips]
        parts += [f"without {KINDS[kind]}" for kind in self.lost]
        return ", ".join(part for part in parts if part) or "nothing"


def gain_of(reward: Reward, lost: tuple[int, ...] = ()) -> Gain:
    """Return a reward of the rules, for which chips may be given up, as a gain."""
    return Gain(**reward._asdict(), lost=lost)


def _some(number: int, one: str, many: str = "") -> str:
    return "" if not number else f"{number} {one if abs(number) == 1 else many or f'{one}s'}"
