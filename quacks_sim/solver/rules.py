"""What holds in a brew, and what of it the solver refuses."""

from dataclasses import dataclass

from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import CARDS
from quacks_sim.rules.entries import check_entries
from quacks_sim.rules.moves import limit_under_card
from quacks_sim.rules.options import RuleOptions

#: Cards that the recursion does not know, because they begin again or draw on after the end.
_CARDS_REFUSED = ("FB3", "FB7")

#: Cards that it knows. Those that are over before a brew begins do not matter to it.
_CARDS_KNOWN = ("FB1", "FB2", "FB4", "FB5", "FB6", "FB8", "FB9", "FB10", "FB11")
check_entries(
    __name__,
    (
        card.id
        for card in CARDS
        if card.moment not in ("on_reveal", "rat_step")
        and card.id not in (*_CARDS_REFUSED, *_CARDS_KNOWN)
    ),
)


@dataclass(frozen=True)
class Rules:
    """What holds in a brew: options, books, the card of the round and the neighbours' black chips.

    Attributes
    ----------
    rival_blacks : tuple of int or None
        Black chips in the pots of the neighbours: of nobody, of the one opponent, or of the two at
        one's sides. None leaves the reward for black out.
    """

    options: RuleOptions
    books: Books
    card: str | None
    rival_blacks: tuple[int, ...] | None

    def check(self, *, flask: bool) -> None:
        """Raise an :class:`InputError` for what cannot be solved exactly."""
        if flask and self.options.flask_target == "any_chip":
            raise InputError(
                "a flask that takes any chip back is not solved",
                "leave flask_target at white_only, or solve with an empty flask (--no-flask)",
            )
        if flask and self.books.red == 2 and self.options.red_s2_aside == "ignored":
            raise InputError(
                "a flask that is offered again after a red chip beside the pot is not solved",
                "leave red_s2_aside at counted, or solve with an empty flask (--no-flask)",
            )
        if self.card in _CARDS_REFUSED:
            raise InputError(
                f"card {self.card} is not solved: it brews again, or on after the end",
                "solve without a card, or estimate it with quacks brew",
            )
        if self.rival_blacks is not None and len(self.rival_blacks) > 2:
            raise InputError(
                f"{len(self.rival_blacks)} neighbours are too many",
                "black is compared with one opponent or the two neighbours: give 1 or 2 numbers",
            )

    @property
    def limit(self) -> int:
        """The highest white total that does not explode, yellow chips apart."""
        return limit_under_card(int(self.options.explosion_limit), self.card)
