"""Event cards in words."""

import pytest

from quacks_sim.replay import tell
from quacks_sim.replay.fortune import card_in_words
from quacks_sim.rules.cards import CARD_IDS, CARDS
from tests.golden.cases import FOLDER
from tests.golden.lines import event_of, read
from tests.replay.hand_made import journal


def told(events: str, card: str, reasons: bool = False) -> list[str]:
    """Return what is told of round 1 of a game for two in which these events happen."""
    lines = f"1 0 round_start\n1 0 card {card}\n{events.strip()}".splitlines()
    document = {**journal(), "cards": True, "events": [event_of(line) for line in lines]}
    whole = [line.text.rstrip() for line in tell(document, width=80, reasons=reasons)]
    return whole[whole.index("Round 1 · anna is start player") + 1 :]


def test_every_card_has_a_line_of_its_own() -> None:
    lines = {card_in_words(card) for card in CARD_IDS}
    assert len(lines) == len(CARD_IDS)
    for card in CARDS:
        assert any(line.startswith(f"event {card.id}, {card.name}: ") for line in lines)
    assert card_in_words("none") == "no event card"


def test_a_purple_card_is_told_before_the_brews() -> None:
    events = """
1 0 choice FP6 points|white 0
1 0 reward FP6 victory_points 4 - 4
1 1 choice FP6 points|white 1
1 1 payment FP6 chip 1 W1 3
1 0 rats 0 0
1 1 rats 0 0
"""
    assert told(events, "FP6")[:3] == [
        "  event FP6, Just in Time: each takes 4 points or gets rid of a W1",
        "    anna  FP6: 4 points, now 4",
        "    bert  FP6: gives W1, now 3",
    ]
    assert "    anna  FP6? 4 points | a W1 less → points" in told(events, "FP6", reasons=True)


def test_chips_drawn_for_a_card_are_told_and_go_back() -> None:
    events = """
1 0 reveal W1
1 0 reveal G1
1 1 reveal W3
1 1 reveal O1
1 0 reward FP8 chip 1 B2 1
1 1 reward FP8 ruby 1 - 2
1 0 rats 0 0
1 1 rats 0 0
1 0 choice stop draw|stop 1
"""
    lines = told(events, "FP8", reasons=True)
    assert lines[1:5] == [
        "    anna  FP8: draws W1 and G1, 2 in all",
        "    bert  FP8: draws W3 and O1, 4 in all",
        "    anna  FP8: 1 B2 into the bag, now 1",
        "    bert  FP8: 1 ruby, now 2",
    ]
    assert any("no risk (10 chips)" in line for line in lines)


def test_a_second_chance_is_told_in_the_brew() -> None:
    chips = [("W3", 3, 3), ("W2", 5, 5), ("W2", 7, 7), ("W1", 8, 8), ("O1", 9, 8)]
    events = ["1 0 rats 0 0", "1 1 rats 0 0"]
    for number, (chip, space, white) in enumerate(chips):
        events += [f"1 0 draw {chip} {8 - number}", f"1 0 place {chip} {space} 0 {white}"]
    going_on = ["1 0 choice FB3 continue|restart 0", "1 0 draw G1 3", "1 0 place G1 10 0 8"]
    going_on += ["1 0 brew_end exploded 8 6 11"]
    lines = told("\n".join([*events, *going_on]), "FB3")
    assert [line for line in lines if "EXPLODES" in line] == ["    6  G1 → 10           EXPLODES"]
    assert "    5  O1 →  9           FB3: goes on" in lines
    again = ["1 0 choice FB3 continue|restart 1"]
    again += [f"1 0 return {chip} FB3 0 9" for chip, _, _ in chips]
    lines = told(
        "\n".join(
            [*events, *again, "1 0 draw O1 8", "1 0 place O1 1 0 0", "1 0 brew_end empty 0 1 2"]
        ),
        "FB3",
    )
    assert "    5  O1 →  9           FB3: starts again, all chips go back into the bag" in lines
    assert "    6  O1 →  1" in lines


@pytest.mark.parametrize("path", sorted(FOLDER.glob("cards_*.txt")), ids=lambda path: path.stem)
def test_kept_games_with_cards_are_told(path) -> None:  # type: ignore[no-untyped-def]
    game, _ = read(path)
    lines = [line.text for line in tell(game, reasons=True)]
    cards = [event["card"] for event in game["events"] if event["event"] == "card"]
    for card in cards:
        assert f"  {card_in_words(card)}" in lines
    assert not any("victory_points" in line or "droplet " + "1, now" in line for line in lines)
