"""A moment of a game, as it is described by options or arguments."""

from collections.abc import Sequence

from quacks_sim import checked
from quacks_sim.advice.pot import UNTIL_THE_FIFTH, Draw
from quacks_sim.advice.rats import tails_between
from quacks_sim.advice.situation import MOST_POINTS, Situation, counts_of
from quacks_sim.errors import InputError
from quacks_sim.rules.amounts import FB3_CHIPS
from quacks_sim.rules.books import Books
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS, ROUNDS
from quacks_sim.solver.position import read_bag, read_card, read_pot, read_rivals, read_spaces

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
    rubies: int = 1,
    droplet: int = 0,
    flask: bool = True,
) -> Situation:
    """Return the situation that the arguments of :func:`quacks_sim.advise` describe."""
    others = () if rivals is None else _points(rivals)
    if players is not None:
        cure = "2 to 4 players get advice: give the scores of the others, as 22,15"
        players = checked.whole(players, "the number of players", 2, MOST_SEATS, cure=cure)
    seats = players or (len(others) + 1 if others else USUAL_PLAYERS)
    placed = read_pot(pot)
    flask = checked.switch(flask, "flask")
    round, points = checked.whole(round, "round", 1, ROUNDS), _whole(points, "points")
    rubies, droplet = _whole(rubies, "rubies"), _whole(droplet, "droplet")
    known = None if start is None else read_spaces(start, None)[0]
    if space is not None:
        _, space = read_spaces(0, space)
    card = read_card(card)
    situation = Situation(
        players=seats,
        books=Books.read(books),
        rules=RuleOptions.read(rules),
        round=round,
        points=points,
        rivals=others or (points,) * (seats - 1),
        owned=_owned(bag, placed),
        rubies=rubies,
        droplet=droplet,
        flask=flask,
        card=card,
        rival_blacks=read_rivals(rival_blacks),
        draws=tuple(Draw(kind) for kind in placed),
        protected=_protected(card, placed),
        revealed=() if revealed is None else read_pot(revealed),
        moved_to=space,
    )
    situation = situation.changed(rats=_rats(situation, known))
    situation = situation.changed(begun_at=situation.start)
    if (counts_of(situation.revealed) > situation.bag).any():
        raise InputError(
            "revealed chips are not in the bag",
            f"count them as being there; the bag holds {situation.bag_text() or 'nothing'}",
        )
    return situation


def _whole(value: object, what: str) -> int:
    return checked.whole(value, what, 0, MOST_POINTS)


def _points(rivals: object) -> tuple[int, ...]:
    cure = "give the points of the others, clockwise from the left neighbour, as [22, 15]"
    return tuple(
        _whole(each, "points of a rival") for each in checked.items(rivals, "rivals", cure)
    )


def _owned(bag: str | Sequence[int] | None, placed: tuple[int, ...]) -> tuple[int, ...]:
    counts = read_bag(bag, placed) + counts_of(placed)
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
    if card != "FB3":
        return 0
    return UNTIL_THE_FIFTH if len(placed) <= FB3_CHIPS else FB3_CHIPS
