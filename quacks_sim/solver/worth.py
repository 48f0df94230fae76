"""What the end of a brew is worth: linear in points, coins, rubies and the rest, or by tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short, nearest
from quacks_sim.rules.amounts import COINS_PER_POINT, RUBIES_PER_POINT
from quacks_sim.rules.chips import KIND_COUNT, KINDS, O1, kind_index
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.rewards import Reward, ruby_of_space
from quacks_sim.rules.tables import (
    SPACE_COINS,
    SPACE_COUNT,
    SPACE_RUBY,
    SPACE_VICTORY_POINTS,
    die_faces,
)
from quacks_sim.solver.layout import EXPLODED, FATES, INTACT, PROTECTED

#: The dearest space: a table of coins has an entry for 0 to this many.
MOST_COINS = int(SPACE_COINS.max())

AFTER_EXPLOSION = ("better", "points", "coins", "both")

#: Rule 8.3, as if the brew were the last one: five coins or two rubies are a point.
_LAST_ROUND = f"points=1,coins={1 / COINS_PER_POINT},rubies={1 / RUBIES_PER_POINT}"

_ONE_RUBY = ruby_of_space(None)

#: Beyond it sums of worths would lose the differences that decide.
_MOST = 1e9

_CURE = "write for example points=1,coins=0.3,rubies=1, or points, coins, space"


@dataclass(frozen=True)
class Worth:
    """What the end of a brew is worth, in any unit.

    An intact pot has its points and coins, an exploded one what `after_explosion` says; both have
    rubies and all else (rule 4.5.4).

    Attributes
    ----------
    points : float
        Of a victory point.
    coins : float or sequence of float
        Of a coin, or by the number of coins 0–35 what they are worth together.
    rubies : float
        Of a ruby: that of the scoring space, those of green, black and purple chips, and so on.
    droplet : float
        Of a step of the droplet.
    flask : float
        Of a flask that is still full.
    space : float
        Of the number of the scoring space, for intact pots only.
    die : float or sequence of float
        The chance that an intact pot rolls the bonus die, one number or by scoring space 0–53. Who
        rolls depends on the others (rule 6.A), so it can only be an estimate.
    explosion : float
        What an explosion costs beyond that, taken off.
    after_explosion : {"better", "points", "coins", "both"}
        What is taken then: the better of the two under this worth, always the same, or both
        (the option ``final_conversion_exploded``).
    chips : mapping of str to float
        Of a chip gained or given up, by kind (``{"O1": 1}``); those not named are worth nothing.
    """

    points: float = 0.0
    coins: float | Sequence[float] = 0.0
    rubies: float = 0.0
    droplet: float = 0.0
    flask: float = 0.0
    space: float = 0.0
    die: float | Sequence[float] = 0.0
    explosion: float = 0.0
    after_explosion: str = "better"
    chips: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("points", "rubies", "droplet", "flask", "space", "explosion"):
            object.__setattr__(self, name, _number(name, getattr(self, name)))
        for name, size in (("coins", MOST_COINS + 1), ("die", SPACE_COUNT)):
            object.__setattr__(self, name, _table(name, getattr(self, name), size))
        if np.min(self.die) < 0 or np.max(self.die) > 1:
            raise InputError(
                f"worth: die is {in_short(self.die)}, not a chance", "it goes from 0 to 1"
            )
        checked.one_of(self.after_explosion, "worth: after_explosion", AFTER_EXPLOSION)
        chips = checked.mapping(self.chips, "worth: chips", 'write for example {"O1": 1}')
        names = {kind: KINDS[kind_index(kind)] for kind in chips}
        known = {names[kind]: _number(f"chip {names[kind]}", chips[kind]) for kind in chips}
        object.__setattr__(self, "chips", known)

    def __hash__(self) -> int:
        own = (getattr(self, each.name) for each in fields(self) if each.name != "chips")
        return hash((*own, frozenset(self.chips.items())))

    @classmethod
    def read(cls, worth: "str | Mapping[str, Any] | Worth | None") -> "Self | Worth":
        """Return the worth written as text, as a mapping, or as it is.

        Parameters
        ----------
        worth : str, mapping, Worth or None
            ``"points=1,coins=0.3"``; a name alone counts 1, what is not named 0; a chip is written
            as ``O1=2``. None is the exchange of the last round: five coins or two rubies a point.

        Raises
        ------
        InputError
            For unknown names and for what is no number.

        Examples
        --------
        >>> Worth.read("points,coins=0.2").coins
        0.2
        """
        if isinstance(worth, Worth):
            return worth
        if worth is None:
            worth = _LAST_ROUND
        if isinstance(worth, str):
            values = _read_items(worth)
        else:
            values = checked.mapping(worth, "the worth", _CURE)
        names = [each.name for each in fields(cls)]
        chips = checked.mapping(values.pop("chips", {}), "worth: chips", _CURE)
        for name in list(values):
            if name.upper() in KINDS:
                chips[name.upper()] = values.pop(name)
            elif name not in names:
                raise InputError(
                    f"there is no worth of {in_short(name)}", f"{_CURE}{nearest(name, names)}"
                )
        return cls(**values, chips=chips)

    def changed(self, **values: Any) -> "Worth":
        """Return the same worth with other values of some attributes."""
        return replace(self, **values)

    def of_coins(self) -> NDArray[np.float64]:
        """Return what coins are worth, by their number; shape (36,)."""
        if isinstance(self.coins, int | float):
            return np.arange(MOST_COINS + 1, dtype=np.float64) * float(self.coins)
        return np.asarray(self.coins, np.float64)

    def of_chips(self) -> NDArray[np.float64]:
        """Return what a chip is worth, by kind; shape (18,)."""
        worth = np.zeros(KIND_COUNT)
        for kind, each in self.chips.items():
            worth[kind_index(kind)] = each
        return worth

    def of_die(self, options: RuleOptions) -> float:
        """Return what a roll of the bonus die is worth on average (rule 6.A)."""
        faces = die_faces(options.bonus_die_faces)
        worth = {
            "victory_points": self.points,
            "ruby": self.rubies,
            "droplet": self.droplet,
            "chip_orange_1": self.of_chips()[O1],
        }
        return float(sum(amount * worth[outcome] for outcome, amount in faces) / len(faces))

    def of_spaces(
        self,
        options: RuleOptions,
        *,
        rolls: int = 1,
        ruby: Reward = _ONE_RUBY,
    ) -> NDArray[np.float64]:
        """Return what the scoring space is worth, by fate and space.

        Parameters
        ----------
        options : RuleOptions
            For the faces of the bonus die.
        rolls : int
            How often it is rolled (card FB4).
        ruby : Reward
            What a ruby on the scoring space brings, see
            :func:`quacks_sim.rules.rewards.ruby_of_space`.

        Returns
        -------
        ndarray of float64, shape (3, 54)
            For an intact pot, an exploded one, and one that a protected chip exploded (blue-2).
        """
        points = self.points * SPACE_VICTORY_POINTS
        coins = self.of_coins()[SPACE_COINS]
        on_ruby = ruby.points * self.points + ruby.rubies * self.rubies
        worth = np.tile(on_ruby * SPACE_RUBY, (FATES, 1)).astype(np.float64)
        die = np.asarray(self.die, np.float64) * self.of_die(options) * rolls
        worth[INTACT] += points + coins + die + self.space * np.arange(SPACE_COUNT)
        taken = {
            "better": np.maximum(points, coins),
            "points": points,
            "coins": coins,
            "both": points + coins,
        }
        worth[EXPLODED] += taken[self.after_explosion] - self.explosion
        worth[PROTECTED] += points + coins - self.explosion
        return worth

    def text(self) -> str:
        """Return the worth as text; tables are only named."""
        parts = []
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "chips":
                parts += [f"{kind}={float(worth):g}" for kind, worth in value.items()]
            elif isinstance(value, int | float):
                parts += [f"{each.name}={value:g}"] if value else []
            elif each.name != "after_explosion" or value != "better":
                parts.append(f"{each.name}={value if isinstance(value, str) else 'table'}")
        return ",".join(parts) or "points=0"


def _read_items(text: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for item in text.replace(",", " ").split():
        name, equals, value = item.partition("=")
        if name == "after_explosion":
            values[name] = value
            continue
        try:
            values[name] = float(value) if equals else 1.0
        except ValueError:
            raise InputError(
                f"the worth of {name} is {in_short(value)}, not a number", _CURE
            ) from None
    if not values:
        raise InputError("no worth is named", _CURE)
    return values


def _number(name: str, value: Any) -> int | float:
    return checked.real(
        value, f"the worth of {name}", -_MOST, _MOST, cure=f"{_CURE}; up to {_MOST:g}"
    )


def _table(name: str, value: Any, size: int) -> int | float | tuple[float, ...]:
    if checked.is_number(value):
        return _number(name, value)
    cure = f"give one number, or one for each of 0 to {size - 1}"
    table = checked.items(value, f"the worth of {name}", cure)
    if len(table) != size:
        raise InputError(f"the worth of {name} is no table of {size} numbers", cure)
    return tuple(float(_number(f"{name} of {place}", each)) for place, each in enumerate(table))
