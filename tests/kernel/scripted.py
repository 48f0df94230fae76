"""Lets the compiled phases of the kernel run one by one, with chance and choices written down."""

from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np

from quacks_sim.kernel import aside, entries, evaluation, fortune_round
from quacks_sim.kernel.bag import ASKED_CHIP, fill_bag, own_chip
from quacks_sim.kernel.brewing import brew_alone, brew_together
from quacks_sim.kernel.decisions import BLUE, CARD, DECISION_NAMES, FLASK, RED, STOP, YELLOW
from quacks_sim.kernel.game import begin_round, ready_to_brew, renew_chance, set_up
from quacks_sim.kernel.journal import new_journal
from quacks_sim.kernel.market import shop, spend_rubies, visit_market
from quacks_sim.kernel.random import game_key
from quacks_sim.kernel.round_end import convert_leftovers, end_round, share_the_win
from quacks_sim.kernel.ruleset import make_rules
from quacks_sim.kernel.state import (
    AVAILABLE,
    BAD_TAPE,
    BAG_SIZE,
    DECIDING,
    FLASK_FULL,
    OK,
    OWNED_SIZE,
    POT_SIZE,
    ROUND,
    STATUS,
    TABLE,
)
from quacks_sim.kernel.state import CARD as CARD_OF_ROUND
from quacks_sim.rules.books import Books
from quacks_sim.rules.cards import CARD_IDS, NO_CARD, WITHOUT_CARD, Deck
from quacks_sim.rules.chips import KIND_COUNT, KINDS, NO_KIND, kind_index
from quacks_sim.rules.options import RuleOptions
from quacks_sim.rules.tables import MOST_SEATS
from tests.worked_examples import Item

#: More of every kind than a brew can use, but less than the capacity of a bag.
LARGE_BAG = [8] * KIND_COUNT


@numba.njit
def _set_up(rules, table, players):  # type: ignore[no-untyped-def]
    set_up(rules, table, players, game_key(0, 0))


@numba.njit
def _give_bag(table, seat, bag):  # type: ignore[no-untyped-def]
    table.seats[seat, OWNED_SIZE] = 0
    for kind in range(KIND_COUNT):
        table.owned[seat, kind] = 0
        for _ in range(bag[kind]):
            own_chip(table, seat, kind)
    fill_bag(table, seat)


@numba.njit
def _begin(rules, table, round_number, journal, tape):  # type: ignore[no-untyped-def]
    begin_round(rules, table, round_number, game_key(0, 0), journal, tape)


@numba.njit
def _ready(rules, table, seat, start):  # type: ignore[no-untyped-def]
    renew_chance(table, seat, game_key(0, 0))
    ready_to_brew(rules, table, seat, start)


@numba.njit
def brew(rules, table, seat, journal, tape):  # type: ignore[no-untyped-def]
    brew_alone(rules, table, seat, journal, tape)


@numba.njit
def _stir(rules, table, journal, tape):  # type: ignore[no-untyped-def]
    brew_together(rules, table, journal, tape)


@numba.njit
def _use_red_chips(rules, table, journal, tape):  # type: ignore[no-untyped-def]
    aside.use_red_chips(table, journal, tape)


@numba.njit
def evaluate(rules, table, journal, tape):  # type: ignore[no-untyped-def]
    evaluation.evaluate(rules, table, journal, tape)


@numba.njit
def _shop(rules, table, seat, journal, tape):  # type: ignore[no-untyped-def]
    shop(rules, table, seat, journal, tape)


@numba.njit
def _spend_rubies(rules, table, seat, journal, tape):  # type: ignore[no-untyped-def]
    spend_rubies(rules, table, seat, journal, tape)


@numba.njit
def _visit_market(rules, table, journal, tape):  # type: ignore[no-untyped-def]
    visit_market(rules, table, journal, tape)


@numba.njit
def _end_round(table):  # type: ignore[no-untyped-def]
    end_round(table, None)


@numba.njit
def _finish(rules, table):  # type: ignore[no-untyped-def]
    convert_leftovers(rules, table, None, None)
    share_the_win(table, None)


@numba.njit
def after_brewing(rules, table, journal, tape):  # type: ignore[no-untyped-def]
    fortune_round.after_brewing(rules, table, journal, tape)


class Illegal(Exception):
    """What was written down is not something that the kernel lets a player do."""


class Scene:
    """One table of the kernel, on which single phases are played.

    Attributes
    ----------
    rules, table : record
        As the kernel uses them; a test may set any column.
    """

    def __init__(self, players: int = 1, books: str = "", card: str = "", **options: Any) -> None:
        self.books = Books.read(books)
        # The tape says which cards are turned up.
        deck = Deck() if card else Deck.none()
        self.rules = make_rules(RuleOptions.read(options), self.books, deck)
        self._memory = np.zeros(1, TABLE).view(np.recarray)
        self.table = self._memory[0]  # a view of it
        entries.add_to_table(self.rules, self.table, "tape")
        _set_up(self.rules, self.table, players)
        if card:
            self.lay(card)

    def __getitem__(self, place: tuple[int, int]) -> int:
        return int(self.table.seats[place])

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        self.table.seats[place] = value

    def lay(self, card: str) -> None:
        """Lay a card on the table, as if it had been turned up before."""
        self.table.seats[:, CARD_OF_ROUND] = CARD_IDS.index(card)

    def begin_round(self, number: int, card: str = NO_CARD, tape: tuple[int, ...] = ()) -> None:
        """Play everything before the first draw of a round; raises :class:`Illegal` off the tape.

        The tape holds what is chosen, drawn and rolled for the card.
        """
        turned_up = [WITHOUT_CARD if card == NO_CARD else CARD_IDS.index(card)]
        written = [*(turned_up if self.rules.has_cards else []), *tape]
        if not self.run(_begin, number, tape=written):
            raise Illegal("one of these answers is not allowed, or the tape is too short")

    def ready(self, seat: int, start: int, bag: list[int] | None = None) -> None:
        """Give a seat a bag and an empty pot."""
        self.table.common[ROUND] = max(int(self.table.common[ROUND]), 1)
        _give_bag(self.table, seat, np.array(bag or LARGE_BAG, dtype=np.int64))
        _ready(self.rules, self.table, seat, start)

    def run(self, phase: Callable[..., None], *seat: int, tape: list[int]) -> bool:
        """Run a phase with a tape; return whether the tape was enough."""
        written = np.array([0, *tape], dtype=np.int64)
        phase(self.rules, self.table, *seat, new_journal(500), written)
        status = self.table.common[STATUS]
        if status == OK and written[0] != len(tape):
            raise Illegal(f"{len(tape) - written[0]} numbers of the tape are left")
        return bool(status == OK)

    def answered(
        self, phase: Callable[..., None], *seat: int, answer: Callable[[int], int]
    ) -> list[int]:
        """Run a phase, asking for each number of its tape when it is wanted; return the tape."""
        before = self.table.copy()
        tape: list[int] = []
        while not self.run(phase, *seat, tape=tape):
            if self.table.common[STATUS] != BAD_TAPE:
                raise Illegal(f"status {self.table.common[STATUS]}")
            if len(tape) > 300:
                raise AssertionError("the phase does not come to an end")
            asked = int(self.table.common[DECIDING])
            self._memory[0] = before
            tape.append(answer(asked))
        return tape

    def brew(self, seat: int, items: tuple[Item, ...]) -> None:
        """Let a seat brew as the items of a worked example say."""
        script = Script(items, yellow_moves=self.books.yellow == 4)
        self.answered(brew, seat, answer=script.answer)
        strong = script.strong()
        if strong is not None:
            chosen = len(strong.revealed)
            if strong.chosen is not None:
                chosen = strong.revealed.index(strong.chosen.chip)
            self.after_brewing([*(kind_index(name) for name in strong.revealed), chosen])
        script.check_end()

    def stir(self, answer: Callable[[int], int]) -> list[int]:
        """Let all seats brew together, cue by cue; return everything that was asked, in order."""
        asked: list[int] = []

        def noted(what: int) -> int:
            asked.append(what)
            return answer(what)

        self.answered(_stir, answer=noted)
        return asked

    def pot(self, seat: int = 0) -> str:
        """Return a pot as the worked examples write it."""
        size = self[seat, POT_SIZE]
        kinds, spaces = self.table.pot_kinds[seat], self.table.pot_spaces[seat]
        return ",".join(f"{KINDS[kinds[place]]}@{spaces[place]}" for place in range(size))

    def put_in_pot(self, seat: int, chips: str) -> None:
        """Lay chips into a pot without any of their effects (their spaces do not matter)."""
        names = chips.split()
        for place, name in enumerate(names):
            kind = kind_index(name)
            self.table.pot_kinds[seat, place] = kind
            # The kernel looks for no chip in the pot that its seat does not own.
            owned = max(int(self.table.owned[seat, kind]), names.count(name))
            self.table.owned[seat, kind] = owned
            self[seat, POT_SIZE] = place + 1

    def use_red_chips(self, tape: list[int]) -> None:
        """The chips beside the pots after brewing; raises :class:`Illegal` for a wrong answer."""
        if not self.run(_use_red_chips, tape=tape):
            raise Illegal("one of these answers is not allowed, or the tape is too short")

    def after_brewing(self, tape: list[int]) -> None:
        """What a card does when all brews are over; raises :class:`Illegal` for a wrong answer."""
        if not self.run(after_brewing, tape=tape):
            raise Illegal("one of these answers is not allowed, or the tape is too short")

    def evaluate(self, tape: list[int]) -> None:
        """Steps A to D."""
        assert self.run(evaluate, tape=tape), "the tape is too short"

    def shop(self, seat: int, basket: int) -> None:
        """Step E for one seat; raises :class:`Illegal` if the basket may not be bought."""
        if not self.run(_shop, seat, tape=[basket]):
            raise Illegal("this basket may not be bought")

    def spend_rubies(self, seat: int, answers: list[int]) -> None:
        """Step F for one seat; raises :class:`Illegal` for what cannot be bought."""
        if not self.run(_spend_rubies, seat, tape=answers):
            raise Illegal("this cannot be bought")

    def visit_market(self, tape: list[int]) -> None:
        """Steps E and F for the whole table; raises :class:`Illegal` for a wrong answer."""
        if not self.run(_visit_market, tape=tape):
            raise Illegal("one of these answers is not allowed, or the tape is too short")

    def end_round(self) -> None:
        """Everything goes back into the bags."""
        _end_round(self.table)

    def finish(self) -> None:
        """Final conversion and the winner."""
        _finish(self.rules, self.table)

    def basket(self, chips: str) -> int:
        """Return the index of the basket of these chips, e.g. ``"G1,R1"``.

        Raises
        ------
        Illegal
            If the market has no such basket.
        """
        kinds = sorted(kind_index(name) for name in chips.split(",") if name)
        wanted = (*kinds, NO_KIND, NO_KIND)[:2]
        for index in range(self.rules.nothing + 1):
            if (self.rules.basket_first[index], self.rules.basket_second[index]) == wanted:
                return index
        raise Illegal(f"no basket of {chips}")

    def sell_out(self, chips: str) -> None:
        """Take all chips of some kinds out of the supply."""
        for name in chips.split(","):
            self.table.supply[kind_index(name)] = 0
            self.table.common[AVAILABLE] &= ~(1 << kind_index(name))

    def begin_rounds(self, last: int) -> None:
        """Play what stands before the first draw of the rounds 1 … `last`, one after the other."""
        for number in range(1, last + 1):
            self.begin_round(number)

    def leave_in_supply(self, chip: str, count: int) -> None:
        """Leave only so many chips of a kind in the supply."""
        self.table.supply[kind_index(chip)] = count

    def available(self, chip: str) -> bool:
        """Return whether a kind can be bought or gained now."""
        return bool(int(self.table.common[AVAILABLE]) >> kind_index(chip) & 1)

    def flask(self, seat: int = 0) -> str:
        """Return the state of a flask as the worked examples write it."""
        return "full" if self[seat, FLASK_FULL] else "empty"

    def bag(self, seat: int = 0) -> list[str]:
        """Return the chips in a bag, sorted by kind."""
        assert self.table.bag[seat].sum() == self[seat, BAG_SIZE]
        return [
            KINDS[kind] for kind in range(KIND_COUNT) for _ in range(self.table.bag[seat, kind])
        ]


class Script:
    """Answers what the kernel asks from the items of a worked example, in their order."""

    def __init__(self, items: tuple[Item, ...], *, yellow_moves: bool = False) -> None:
        self._yellow_moves = yellow_moves
        self._items: Iterator[Item] = iter(items)
        self._next = next(self._items, None)
        self._chip: Item | None = None  # the chip whose action is going on
        self._unused = False  # whether that action has been written down but not been asked for
        self._reveals: list[str] = []

    def answer(self, asked: int) -> int:
        """Return the answer to a decision (4 × decision + seat), or the kind to draw."""
        if asked == ASKED_CHIP:
            return self._draw()
        decision = asked // MOST_SEATS
        if decision == STOP:
            return self._stop()
        if decision == FLASK:
            return self._take("flask")
        if decision == CARD:
            return self._take("restart") or self._take("back")
        assert self._chip is not None
        if decision == RED or (decision == YELLOW and self._yellow_moves):
            return 0 if self._use("~") else 1
        if decision == YELLOW:
            return 1 if self._use("!") else 0
        if decision == BLUE:
            return self._choose()
        raise AssertionError(f"no item answers {DECISION_NAMES[decision]}")

    def strong(self) -> Item | None:
        """Return the item of card FB7, after the brew, if it is the next one."""
        return self._advance() if self._next is not None and self._next.what == "strong" else None

    def check_end(self) -> None:
        """Raise :class:`Illegal` if the brew ended before the items did."""
        if self._next is not None or self._unused or self._reveals:
            raise Illegal(f"not allowed: {self._next or self._chip}")

    def _advance(self) -> Item:
        if self._unused:
            raise Illegal(f"this action is not asked for: {self._chip}")
        item, self._next = self._next, next(self._items, None)
        assert item is not None
        return item

    def _begin(self, chip: Item) -> None:
        self._chip = chip
        self._unused = bool(chip.action)
        self._reveals = list(chip.revealed)

    def _draw(self) -> int:
        if self._reveals:
            return kind_index(self._reveals.pop(0))
        if self._next is None or self._next.what != "chip":
            raise Illegal(f"a chip is drawn, not {self._next}")
        self._begin(self._advance())
        assert self._chip is not None
        return kind_index(self._chip.chip)

    def _stop(self) -> int:
        if self._next is None:
            raise Illegal("the example ends before the brew")
        if self._next.what == "chip":
            return 0
        return self._take("stop") or self._refuse()

    def _take(self, what: str) -> int:
        if self._next is not None and self._next.what == what:
            self._advance()
            return 1
        return 0

    def _refuse(self) -> int:
        raise Illegal(f"not allowed: {self._next}")

    def _use(self, action: str) -> bool:
        assert self._chip is not None
        self._unused = False
        return self._chip.action == action

    def _choose(self) -> int:
        assert self._chip is not None
        revealed, chosen = self._chip.revealed, self._chip.chosen
        if chosen is None:
            return len(revealed)
        self._begin(chosen)
        return revealed.index(chosen.chip)
