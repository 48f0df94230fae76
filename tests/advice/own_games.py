"""Games and brews at a table that never was: of chance, by advice or by any other decisions."""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from quacks_sim.advice.dialogue import Dialogue, entered
from quacks_sim.advice.options import Advice
from quacks_sim.advice.phases import BREWING, advice_at
from quacks_sim.advice.saved import save
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Values
from quacks_sim.rules.chips import KINDS, parse_bag
from quacks_sim.values import load_values
from tests.advice.standin import StandIn

#: Chooses among what is advised on.
Choose = Callable[[Advice], str]

#: Those of docs/advise.md.
ENTRIES = (
    *("FB6", "w1 o1 w2", "w2", "flask", "w1", "stop", "1", "b1", "4 6"),
    *("", "b1", "g1", "g1"),
)


def evening(*more: str) -> Dialogue:
    """Return the dialogue of docs/advise.md, and what else is entered."""
    first = Situation(players=3, names=("Red", "Blue"), rivals=(0, 0))
    dialogue = Dialogue.of_game(first, load_values("champion"))
    for entry in (*ENTRIES, *more):
        dialogue.enter(entry)
    return dialogue


def saved_evening() -> str:
    """Return the text of the file in which that dialogue is saved."""
    with TemporaryDirectory() as folder:
        return save(evening(), Path(folder, "evening.json")).read_text(encoding="utf-8")


def before_a_brew(bag: str, **more: object) -> Situation:
    """Return the situation before the first draw from a bag, in round 5 of two players."""
    owned = tuple(int(count) for count in parse_bag(bag))
    given = {"players": 2, "rivals": (0,), "round": 5, "with_cards": False, "flask": False}
    return Situation(owned=owned, phase="brew", **{**given, **more})  # type: ignore[arg-type]


def as_advised(advice: Advice) -> str:
    """Choose what is advised."""
    return advice.best.name


def by_lot(chance: Random) -> Choose:
    """Return a player who decides by lot."""
    return lambda advice: chance.choice(advice.options).name


def brewed(start: Situation, choose: Choose, chance: Random, values: Values) -> Dialogue:
    """Return a brew with draws of chance."""
    dialogue = Dialogue(start, values)
    while dialogue.situation.phase in BREWING:
        answers, weights = zip(*_possible(dialogue.situation, choose, values), strict=True)
        dialogue.enter(chance.choices(answers, weights)[0])
    return dialogue


def all_brews(
    start: Situation, choose: Choose, values: Values | None = None
) -> Iterator[tuple[float, Dialogue]]:
    """Yield every brew that may come of a bag, with its chance."""
    known = values or StandIn()

    def follow(now: Situation, chance: float, entries: tuple[str, ...]) -> Iterator[tuple]:  # type: ignore[type-arg]
        if now.phase not in BREWING:
            yield chance, entries
            return
        possible = _possible(now, choose, known)
        total = sum(weight for _, weight in possible)
        for answer, weight in possible:
            yield from follow(entered(now, answer), chance * weight / total, (*entries, answer))

    for chance, entries in follow(start, 1.0, ()):
        dialogue = Dialogue(start, known)
        for entry in entries:
            dialogue.enter(entry)
        yield chance, dialogue


def _possible(now: Situation, choose: Choose, values: Values) -> list[tuple[str, int]]:
    """Return what may be answered in a brew, and how likely each is."""
    if now.phase == "blue":
        chips = [kind for kind, count in enumerate(now.bag) for _ in range(count)]
        size = min(int(KINDS[now.draws[-1].kind][1]), len(chips))
        hands = list(combinations(chips, size))
        return [
            (" ".join(KINDS[kind] for kind in hand), hands.count(hand))
            for hand in dict.fromkeys(hands)
        ]
    advice = advice_at(now, values)
    assert advice is not None
    name = choose(advice)
    if name != "draw":
        return [(name, 1)]
    return [(KINDS[kind], int(count)) for kind, count in enumerate(now.bag) if count]


def played(first: Situation, choose: Choose, chance: Random, values: Values, last: int) -> Dialogue:
    """Return a game up to the end of round `last`, with draws of chance, without event cards."""
    dialogue = Dialogue.of_game(first.changed(with_cards=False), values)
    while not dialogue.is_over and dialogue.situation.round <= last:
        now = dialogue.situation
        if now.phase in BREWING:
            answers, weights = zip(*_possible(now, choose, values), strict=True)
            dialogue.enter(chance.choices(answers, weights)[0])
        elif (advice := advice_at(now, values)) is not None:
            dialogue.enter(choose(advice))
        else:
            rivals = [str(each + chance.randrange(6)) for each in now.rivals]
            facts = {"die": "", "black": "0" if now.players == 2 else "0 1"}
            dialogue.enter(facts.get(now.phase, " ".join(rivals)))
    return dialogue
