"""Values for these tests, simple enough to be worked out by hand: a chip is worth its price."""

import numpy as np
from numpy.typing import NDArray

from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KIND_COUNT, KINDS
from quacks_sim.solver.worth import Worth

PRICES = np.array([Books().price(kind) for kind in range(KIND_COUNT)])


class ByThePrice:
    """What a round's end is worth: each coin's worth of chips pays in the rounds that are left."""

    def __init__(self, players: int, round_number: int) -> None:
        self.a_coin = 0.06 * (9 - round_number)
        self.coins: NDArray[np.float64] = np.arange(36) * self.a_coin
        self.point = 1.0
        self.ruby = 0.5 + 0.1 * (9 - round_number)
        self.ruby_kept = self.ruby
        self.droplet = 0.3 * (9 - round_number)
        self.flask = 0.2 * (9 - round_number)
        self.seen = np.full(KIND_COUNT, 10_000)

    def gain(self, owned: NDArray[np.int64], kinds: list[int]) -> float:
        return float(sum(PRICES[kind] for kind in kinds)) * self.a_coin

    def worth(self, owned: NDArray[np.int64]) -> Worth:
        return Worth(
            points=1.0,
            coins=[float(each) for each in self.coins],
            rubies=self.ruby,
            droplet=self.droplet,
            flask=self.flask,
            chips={kind: self.gain(owned, [index]) for index, kind in enumerate(KINDS)},
        )

    def chance_to_win(self, lead: float) -> float:
        return 1 / (1 + float(np.exp(-lead / 5)))


class StandIn:
    """Values of all numbers of players and rounds."""

    def at(self, players: int, round_number: int, margin: float = 0.0, /) -> ByThePrice:
        return ByThePrice(players, round_number)

    def players_for(self, players: int, /) -> int:
        return players
