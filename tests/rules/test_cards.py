"""The deck of event cards: rules 1.6 and 2.4."""

import pytest

from quacks_sim.errors import InputError
from quacks_sim.rules.cards import CARD_IDS, CARDS, RIVAL_CARDS, Deck, decks_in_words


def test_1_6_the_box_holds_thirteen_purple_and_eleven_blue_cards() -> None:
    colours = [card.colour for card in CARDS]
    assert (colours.count("purple"), colours.count("blue")) == (13, 11)
    assert len(set(CARD_IDS)) == 24


@pytest.mark.parametrize(
    ("written", "allowed", "fixed"),
    [
        ("all", CARD_IDS, ()),
        ("none", (), ()),
        ("fb3, FP1", ("FP1", "FB3"), ()),
        ("3=FB5", (), ((3, "FB5"),)),
        ("all,3=none,2=FP1", CARD_IDS, ((2, "FP1"), (3, "none"))),
        ({9: "FB4"}, (), ((9, "FB4"),)),
        (["FP2"], ("FP2",), ()),
    ],
)
def test_a_deck_is_read_as_it_is_written(written, allowed, fixed) -> None:
    deck = Deck.read(written)
    assert (deck.allowed, deck.fixed) == (allowed, fixed)
    assert Deck.read(deck.text()) == deck


@pytest.mark.parametrize(
    ("written", "cause"),
    [
        ("FP14", "no event card 'FP14'"),
        ("FP1,FP1", "in the deck twice"),
        ("3=FB5,4=FB5", "in fixed rounds twice"),
        ("3=FB5,3=FB6", "two fixed cards"),
        ("10=FB5", "no round 10"),
        ("x=FB5", "no round 'x'"),
        ("", "empty"),
        (7, "choice of cards is 7"),
        ([3], "no event card 3"),
        ({"x": "FB5"}, "no round 'x'"),
    ],
)
def test_a_wrong_deck_says_what_is_wrong(written, cause) -> None:
    with pytest.raises(InputError, match=cause):
        Deck.read(written)


def test_a_lone_player_has_no_cards_unless_wanted_and_then_none_that_need_rivals() -> None:
    assert Deck.of_players(1).is_empty
    assert Deck.of_players(2) == Deck()
    deck = Deck.read("all,3=FP7,4=FB5").without_rivals()
    assert not set(deck.allowed) & set(RIVAL_CARDS)
    assert deck.fixed == ((4, "FB5"),)


def test_the_deck_of_a_table() -> None:
    assert Deck.of_table(None, 4) == Deck()
    assert Deck.of_table(None, 1) == Deck.none()
    assert Deck.of_table("all", 2) == Deck()
    alone = Deck.of_table("all,4=FB5", 1)
    assert len(alone.allowed) == len(CARD_IDS) - len(RIVAL_CARDS)
    assert alone.fixed == ((4, "FB5"),)
    with pytest.raises(InputError, match="FB2 in round 3 needs rivals") as error:
        Deck.of_table("3=FB2", 1)
    assert "3=FB2" in error.value.cure
    assert Deck.of_table("3=FB2", 2).fixed == ((3, "FB2"),)


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ("all", "all cards"),
        ("none", "no cards"),
        ("3=none", "no cards"),
        ("all,3=FB5", "cards: all,3=FB5"),
        ("FB3,FP1", "cards: FP1,FB3"),
    ],
)
def test_a_deck_in_words(deck: str, words: str) -> None:
    assert Deck.read(deck).in_words() == words


def test_a_deck_that_lacks_a_few_cards_names_those() -> None:
    deck = Deck(tuple(card for card in CARD_IDS if card not in ("FP4", "FB2")), ((3, "FB5"),))
    assert deck.in_words() == "cards: all but FP4,FB2,3=FB5"


def test_decks_of_several_tables_are_told_unless_all_are_the_default() -> None:
    assert decks_in_words([(1, Deck.none()), (2, Deck())]) == []
    assert decks_in_words([(2, Deck.none()), (3, Deck.none())]) == ["no cards"]
    assert decks_in_words([(2, Deck()), (2, Deck.read("3=FB5"))]) == [
        "all cards",
        "cards: none,3=FB5",
    ]
