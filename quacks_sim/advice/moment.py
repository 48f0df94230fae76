"""A moment of a game, as it is described by options or arguments."""

from collections.abc import Sequence
from typing import Any

from quacks_sim.advice.pot import PROTECTED_CHIPS, UNTIL_THE_FIFTH, Draw
from quacks_sim.advice.rats import tails_between
from quacks_sim.advice.situation import Situation, counts_of, read_kinds
from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions

#: How many play if nobody says.
USUAL_PLAYERS = 4


def moment(
    bag: str | Sequence[int] | None = None,
    *,
    pot: str | Sequence[int] = "",
    round: int = 1,
    points: int = 0,
    rivals: Sequence[int] | None = None,
    players: int | None = None,
    start: int | None = None,
    space: int | None = None,
    card: str | None = None,
    books: Books | str | None = None,
    rules: RuleOptions | None = None,
    rival_blacks: Sequence[int] | None = None,
    revealed: str | Sequence[int] | None = None,
    **numbers: Any,
) -> Situation:
    """Return the situation that the arguments of :func:`quacks_sim.advise` describe."""
    others = tuple(int(each) for each in rivals) if rivals is not None else ()
    seats = players or (len(others) + 1 if others else USUAL_PLAYERS)
    placed = _kinds(pot)
    situation = Situation(
        players=seats,
        books=Books.read(books or Books()),
        rules=rules or RuleOptions(),
        round=round,
        points=points,
        rivals=others or (points,) * (seats - 1),
        owned=_owned(bag, placed),
        card=card.upper() if card else None,
        rival_blacks=None if rival_blacks is None else tuple(rival_blacks),
        draws=tuple(Draw(kind) for kind in placed),
        protected=_protected(card, placed),
        revealed=_kinds(revealed or ""),
        moved_to=space,
        **numbers,
    )
    situation = situation.changed(rats=_rats(situation, start))
    situation = situation.changed(begun_at=situation.start)
    if (counts_of(situation.revealed) > situation.bag).any():
        raise InputError(
            "revealed chips are not in the bag",
            f"count them as being there; the bag holds {situation.bag_text() or 'nothing'}",
        )
    return situation


def _kinds(chips: str | Sequence[int]) -> tuple[int, ...]:
    return tuple(read_kinds(chips)) if isinstance(chips, str) else tuple(map(int, chips))


def _owned(bag: str | Sequence[int] | None, placed: tuple[int, ...]) -> tuple[int, ...]:
    from quacks_sim.solver.position import read_bag

    counts = read_bag(None if bag is None else bag, placed) + counts_of(placed)
    return tuple(int(count) for count in counts)


def _rats(situation: Situation, start: int | None) -> int:
    if start is not None:
        if start < situation.droplet:
            raise InputError(
                f"the start space {start} is before the droplet on {situation.droplet}",
                "give the space of the rat stone, or leave --start out",
            )
        return start - situation.droplet
    if situation.round == 1:
        return 0
    rats = tails_between(situation.rules, situation.points, max(situation.rivals))
    return rats * 2 if situation.card == "FP7" else rats


def _protected(card: str | None, placed: tuple[int, ...]) -> int:
    if card is None or card.upper() != "FB3":
        return 0
    return UNTIL_THE_FIFTH if len(placed) <= PROTECTED_CHIPS else PROTECTED_CHIPS
