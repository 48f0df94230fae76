"""The dialogue: what was entered can be taken back, corrected, saved and gone on with."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.saved import resume, save
from quacks_sim.advice.situation import Situation
from quacks_sim.errors import InputError
from quacks_sim.rules.books import Books
from tests.advice.standin import StandIn

#: What anybody might type, much of it senseless at most moments.
_TYPED = st.sampled_from(
    [
        *("w1", "w1", "w2", "w3", "o1", "g1", "b1", "r2", "y1", "W1 O1", "stop", "flask", "back"),
        *("", "none", "yes", "no", "points", "coins", "g1 r1", "o1", "droplet", "1", "2", "ruby"),
        *("0 2", "12", "5 7", "10 20 15", "FB6", "FP1", "FP9", "FB3", "again", "on", "k1", "soup"),
        *(
            "set points 12",
            "set rubies 4",
            "set flask full",
            "set bag W1x3 O1 B2 Y1",
            "set droplet 3",
        ),
        *(
            "set rivals 9 9",
            "set round 5",
            "set nonsense 1",
            "set points -1",
            "r1 bag r2",
            "99 99 99",
        ),
    ]
)


def new_dialogue(players: int = 3, books: str = "", **more: object) -> Dialogue:
    first = Situation(players=players, rivals=(0,) * (players - 1), books=Books.read(books), **more)  # type: ignore[arg-type]
    return Dialogue.of_game(first, StandIn())


@given(st.integers(2, 4), st.sampled_from(["", "green=2,red=2", "yellow=2,purple=2"]), st.data())
@settings(max_examples=60, deadline=None)
def test_undo_gives_every_earlier_situation_back(
    players: int, books: str, data: st.DataObject
) -> None:
    dialogue = new_dialogue(players, books)
    past = [dialogue.situation]
    for text in data.draw(st.lists(_TYPED, max_size=60)):
        with suppress(InputError):
            dialogue.enter(text)
            past.append(dialogue.situation)
        assert dialogue.situation == past[-1]
        assert min(dialogue.situation.bag) >= 0
    assert len(dialogue.entries) == len(past) - 1
    again = Dialogue(past[0], StandIn())
    for entry in dialogue.entries:
        again.enter(entry)
    assert again.situation == dialogue.situation
    while len(past) > 1:
        times = data.draw(st.integers(1, min(3, len(past) - 1)))
        dialogue.undo(times)
        del past[-times:]
        assert dialogue.situation == past[-1]
    with pytest.raises(InputError, match="nothing to undo"):
        dialogue.undo()


def played() -> Dialogue:
    dialogue = new_dialogue(names=("Red", "Blue"))
    for text in ("FB6", "w1 o1", "w2", "flask", "g1", "stop", "1", "g1", "none", "4 6", "", "w3"):
        dialogue.enter(text)
    return dialogue


def test_a_saved_dialogue_goes_on_where_it_was(tmp_path: Path) -> None:
    dialogue = played()
    path = save(dialogue, tmp_path / "game.json")
    resumed = resume(path, StandIn())
    assert resumed.situation == dialogue.situation
    assert resumed.entries == dialogue.entries
    resumed.undo(3)
    assert resumed.situation.phase == "scores"


def test_a_file_is_never_replaced_unasked(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("mine")
    with pytest.raises(InputError, match="already there"):
        save(played(), path)
    assert path.read_text() == "mine"
    save(played(), path, overwrite=True)
    assert json.loads(path.read_text())["entries"][0] == "FB6"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda document: "no JSON", "no saved dialogue"),
        (lambda document: json.dumps([1]), "no saved dialogue"),
        (lambda document: json.dumps({**document, "what": "else"}), "no saved dialogue"),
        (lambda document: json.dumps({**document, "schema": 7}), "schema 7"),
        (lambda document: json.dumps({**document, "entries": ["soup"]}), "makes no sense"),
        (lambda document: json.dumps({**document, "entries": ["FB6"]}), "another situation"),
        (lambda document: json.dumps({**document, "first": {"round": 1}}), "damaged"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, change, words: str) -> None:  # type: ignore[no-untyped-def]
    path = save(played(), tmp_path / "game.json")
    path.write_text(change(json.loads(path.read_text())))
    with pytest.raises(InputError, match=words):
        resume(path, StandIn())
    with pytest.raises(InputError, match="cannot be read"):
        resume(tmp_path / "missing.json", StandIn())


@pytest.mark.rule("4.1.1", "3.5")
def test_rats_and_droplet_say_where_a_brew_begins() -> None:
    dialogue = new_dialogue(with_cards=False)
    for text in ("stop", "", "12 5", "stop"):
        dialogue.enter(text)
    # 0 against 12: four tails (rule 3.5).
    assert (dialogue.situation.rats, dialogue.situation.start) == (4, 4)


@pytest.mark.rule("2.3")
def test_2_3_round_6_adds_a_white_chip() -> None:
    dialogue = new_dialogue(with_cards=False)
    dialogue.enter("set round 6")
    assert dialogue.situation.owned[0] == 5
    assert "Round 6: W1" in dialogue.situation.news


@pytest.mark.rule("6.E.1")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("o1 o1", "two chips of one colour"),
        ("g1 b1 r1", "two chips at most"),
        ("w1", "white is never sold"),
        ("k1", "it costs 10, you have 5"),
        ("y1", "sold from round 2"),
        ("soup", "no chip is called"),
    ],
)
def test_6_e_1_purchases_are_checked(text: str, words: str) -> None:
    dialogue = new_dialogue(with_cards=False)
    for each in ("w1 o1 w2", "stop", ""):
        dialogue.enter(each)
    assert dialogue.situation.phase == "market"
    with pytest.raises(InputError, match=words):
        dialogue.enter(text)
    dialogue.enter("B1")
    assert dialogue.situation.owned[7] == 1


@pytest.mark.rule("8.3")
def test_8_3_coins_and_rubies_are_exchanged_in_the_last_round() -> None:
    dialogue = new_dialogue(with_cards=False)
    for each in ("set round 9", "set rubies 5", "o1 w3 w2 g1", "stop", ""):
        dialogue.enter(each)
    # Space 8: a point, 8 coins are a point; 5 rubies and that of the green chip are three.
    assert dialogue.situation.points == 1 + 1 + 3
    dialogue.enter("4 3")
    assert dialogue.situation.phase == "over"
    assert dialogue.situation.news[-1].startswith("You win with 5 points, 1 ahead")


def test_a_chip_that_is_not_there_cannot_be_drawn() -> None:
    dialogue = new_dialogue(with_cards=False)
    dialogue.enter("w3")
    with pytest.raises(InputError, match="no W3 in the bag"):
        dialogue.enter("w3")


def test_several_chips_stop_at_a_question_and_nothing_is_taken_down() -> None:
    dialogue = new_dialogue(with_cards=False)
    dialogue.enter("set bag W1x2 B1 O1")
    with pytest.raises(InputError, match="after b1 a question comes first"):
        dialogue.enter("w1 b1 o1")
    assert dialogue.situation.draws == ()
    dialogue.enter("w1 b1")
    assert dialogue.situation.phase == "blue"
