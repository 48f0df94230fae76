"""What comes back from brewing one bag very many times."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_sim.results import SCHEMA, rules_to_dict, versions
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import Deck
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import SPACE_COINS, SPACE_COUNT, SPACE_VICTORY_POINTS
from quacks_sim.statistics import Estimate, mean_estimate, share_estimate


@dataclass(frozen=True)
class BrewResult:
    """One bag brewed very many times.

    Attributes
    ----------
    totals : record
        Sums, see :data:`quacks_sim.kernel.block.BREW_TOTALS`.
    rounds : int
        How many brews.
    """

    totals: Any
    rounds: int
    seed: int
    bag: str
    start: int
    policies: Mapping[str, str]
    rules: RuleOptions
    books: Books
    elapsed_seconds: float

    @property
    def space_counts(self) -> NDArray[np.int64]:
        """Brews by scoring space; int64, shape (54,)."""
        counts: NDArray[np.int64] = self.totals.space_counts
        return counts

    @property
    def explosion_rate(self) -> Estimate:
        """Share of brews that explode."""
        return share_estimate(self.rounds, int(self.totals.exploded.sum()))

    @property
    def scoring_space(self) -> Estimate:
        """Scoring space, 1–53."""
        return self._of_space(np.arange(SPACE_COUNT))

    @property
    def coins(self) -> Estimate:
        """Coins printed on the scoring space, exploded or not."""
        return self._of_space(SPACE_COINS)

    @property
    def victory_points(self) -> Estimate:
        """Victory points printed on the scoring space, exploded or not."""
        return self._of_space(SPACE_VICTORY_POINTS)

    @property
    def chips_drawn(self) -> Estimate:
        """Chips that came into the pot."""
        return mean_estimate(self.rounds, int(self.totals.sums[0]), int(self.totals.squares[0]))

    @property
    def rubies(self) -> Estimate:
        """Ruby of the scoring space plus what green chips give."""
        return mean_estimate(self.rounds, int(self.totals.sums[1]), int(self.totals.squares[1]))

    @property
    def rounds_per_second(self) -> float:
        """Speed, without compiling."""
        return self.rounds / self.elapsed_seconds

    def _of_space(self, worth: NDArray[np.int64]) -> Estimate:
        counts = self.space_counts
        return mean_estimate(
            self.rounds, int((counts * worth).sum()), int((counts * worth * worth).sum())
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``quacks brew --json``."""
        names = ("explosion_rate", "scoring_space", "coins", "victory_points", "rubies")
        return {
            "command": "brew",
            "schema": SCHEMA,
            "rounds": self.rounds,
            "seed": self.seed,
            "bag": self.bag,
            "start": self.start,
            "policies": dict(self.policies),
            "rules": rules_to_dict(self.rules, self.books, Deck.none()),
            **{name: getattr(self, name).to_dict() for name in (*names, "chips_drawn")},
            "space_counts": self.space_counts.tolist(),
            "elapsed_seconds": self.elapsed_seconds,
            "rounds_per_second": self.rounds_per_second,
            "versions": versions(),
        }
