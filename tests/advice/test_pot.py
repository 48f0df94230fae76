"""The pot of the dialogue against that of the solver, and against the examples of the rules."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quacks_sim.advice.pot import Draw, Holds, Pot, bonus, brew
from quacks_sim.rules.books import Books
from quacks_sim.rules.chips import KIND_COUNT, KINDS
from quacks_sim.rules.options import RuleOptions
from quacks_sim.solver.solve import solve


def pot_of(text: str, books: str = "", card: str | None = None, start: int = 0) -> Pot:
    """Return a pot; a mark behind a chip says what was chosen: f, c, r, d."""
    marks = {"f": "flask", "c": "card", "r": "returned", "d": "declined"}
    draws = [Draw(KINDS.index(word[:2]), marks.get(word[2:], "")) for word in text.split()]
    return brew(draws, Holds(Books.read(books), RuleOptions(), card, start))


@pytest.mark.rule("4.3.1")
@pytest.mark.interpreted
def test_4_3_1_chips_move_by_their_value() -> None:
    assert pot_of("O1 W2").chips == ((KINDS.index("O1"), 1), (KINDS.index("W2"), 3))
    assert [space for _, space in pot_of("W3 O1 W2 G1", start=4).chips] == [7, 8, 10, 11]


@pytest.mark.parametrize(
    ("text", "books", "card", "space", "white_sum", "limit"),
    [
        ("O1 R1", "", None, 3, 0, 7),
        ("O1 O1 O1 R2", "", None, 7, 0, 7),
        ("O1 R1d", "", None, 2, 0, 7),
        ("W1 W2f", "", None, 1, 1, 7),
        ("W1 W2f Y1r", "", None, 2, 0, 7),
        ("W1 Y1r", "", None, 2, 0, 7),
        ("O1 O1", "", "FB6", 4, 0, 7),
        ("W3c W2", "", "FB10", 2, 2, 7),
        ("W2 R1", "red=3", None, 5, 2, 7),
        ("R1 W1 W2", "red=4", None, 5, 3, 7),
        ("Y1 W2", "yellow=2", None, 5, 2, 7),
        ("Y1 W2f O1", "yellow=2", None, 2, 0, 7),
        ("Y1", "yellow=3", None, 1, 0, 8),
        ("Y1 Y1 Y1", "yellow=3", None, 3, 0, 9),
        ("Y1 Y2 Y4 Y1", "yellow=4", None, 14, 0, 7),
        ("W1", "", "FB5", 1, 1, 9),
    ],
)
@pytest.mark.interpreted
def test_books_and_cards_move_chips_as_they_say(
    text: str, books: str, card: str | None, space: int, white_sum: int, limit: int
) -> None:
    pot = pot_of(text, books, card)
    assert (pot.space, pot.white_sum, pot.limit) == (space, white_sum, limit)


@pytest.mark.rule("4.5.1")
@pytest.mark.interpreted
def test_4_5_1_seven_is_safe_and_eight_explodes() -> None:
    assert not pot_of("W3 W2 W2").exploded
    burst = pot_of("W3 W2 W2 W1")
    assert (burst.exploded, burst.space, burst.white_sum) == (True, 8, 8)


@pytest.mark.interpreted
def test_blue_2_protects_the_next_chips() -> None:
    assert pot_of("W3 W2 W2 B1 W1", "blue=2").forgiven
    late = pot_of("W3 W2 W2 B1 O1 W1", "blue=2")
    assert late.exploded
    assert not late.forgiven


@pytest.mark.interpreted
def test_blue_3_and_4_pay_on_a_ruby_at_once() -> None:
    # Space 5 has a ruby.
    assert pot_of("W3 B2", "blue=3").rubies == 1
    assert pot_of("W3 B2", "blue=4").points == 2
    assert pot_of("W3 B1", "blue=4").points == 0


@st.composite
def _brews(draw: st.DrawFn) -> tuple[Books, RuleOptions, str | None, int, list[Draw]]:
    books = Books(*(draw(st.integers(1, 4)) for _ in range(5)))
    rules = RuleOptions(
        first_chip_placement=draw(st.sampled_from(["by_value", "always_adjacent"])),
        yellow_s2_scope=draw(st.sampled_from(["whole_move", "value_only"])),
    )
    card = draw(st.sampled_from([None, "FB5", "FB6", "FB10"]))
    start = draw(st.integers(0, 12))
    holds = Holds(books, rules, card, start)
    draws: list[Draw] = []
    has_flask = True
    for kind in draw(st.lists(st.integers(0, KIND_COUNT - 1), max_size=9)):
        pot = brew(draws, holds)
        choices = [""]
        is_white = KINDS[kind][0] == "W"
        if is_white and has_flask:
            choices.append("flask")
        if is_white and card == "FB10" and not pot.stirred:
            choices.append("card")
        last_is_white = bool(pot.kinds) and KINDS[pot.kinds[-1]][0] == "W"
        if KINDS[kind][0] == "Y" and books.yellow == 1 and last_is_white:
            choices.append("returned")
        if bonus(pot, kind, holds):
            choices.append("declined")
        choice = draw(st.sampled_from(choices))
        after = brew([*draws, Draw(kind, choice)], holds)
        if after.exploded or brew([*draws, Draw(kind)], holds).exploded or after.is_full:
            break
        has_flask = has_flask and choice != "flask"
        draws.append(Draw(kind, choice))
    return books, rules, card, start, draws


@given(_brews())
@settings(max_examples=150, deadline=None)
def test_the_solver_finds_the_same_pot(
    case: tuple[Books, RuleOptions, str | None, int, list[Draw]],
) -> None:
    books, rules, card, start, draws = case
    pot = brew(draws, Holds(books, rules, card, start))
    lying = np.bincount([*pot.kinds, *pot.beside], minlength=KIND_COUNT)
    owned = np.bincount([each.kind for each in draws], minlength=KIND_COUNT)
    owned[KINDS.index("O1")] += 1
    solution = solve(
        owned - lying,
        pot=[each.kind for each in draws],
        choices=[each.choice for each in draws],
        start=start,
        rules=rules,
        books=books,
        card=card,
        most_states=4_000_000,
    )
    assert solution.position.space == pot.space
    assert solution.position.white_sum == pot.white_sum
    in_pot = [*pot.kinds, *pot.beside]
    assert sorted(solution.position.pot) == sorted(in_pot)
