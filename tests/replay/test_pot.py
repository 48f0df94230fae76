"""The pot as a line."""

from quacks_sim.replay.lines import Line, wrapped
from quacks_sim.replay.pot import LEGEND, pot_lines, space_in_words
from quacks_sim.replay.standings import standings


def test_chips_lie_on_their_spaces() -> None:
    pot = [("O1", 1), ("W2", 3), ("G1", 4)]
    assert pot_lines(pot, 0, 0, 80, indent=0) == [" 0 ◆  O1 ·  W2 G1 ▸5"]


def test_droplet_and_rat_stone_stand_on_theirs() -> None:
    assert pot_lines([("W1", 6)], 3, 5, 80, indent=2) == ["   3 ◆  ·  ◇  W1 ▸7"]
    assert pot_lines([], 2, 2, 80, indent=0) == [" 2 ◆  ▸3"]
    assert pot_lines([], 2, 4, 80, indent=0) == [" 2 ◆  ·  ◇  ▸5"]


def test_a_long_pot_breaks_after_tens_of_spaces() -> None:
    lines = pot_lines([("W1", 1), ("K1", 27)], 0, 0, 80, indent=0)
    assert lines == [
        " 0 ◆  W1 " + "  ".join("·" * 18),
        "20 " + "  ".join("·" * 7) + "  K1 ▸28",
    ]
    assert all(len(line) <= 80 for line in lines)
    narrow = pot_lines([("K1", 52)], 0, 0, 40)
    assert [line.split()[0] for line in narrow] == ["0", "10", "20", "30", "40", "50"]
    assert narrow[-1].split() == ["50", "·", "·", "K1", "▸53"]


def test_two_chips_on_the_last_space_show_the_later_one() -> None:
    assert pot_lines([("W1", 52), ("G1", 52)], 51, 51, 80, indent=0) == ["51 ◆  G1 ▸53"]


def test_what_a_space_prints() -> None:
    assert space_in_words(1) == "1 coin"
    assert space_in_words(9) == "9 coins, 1 point, a ruby"
    assert space_in_words(53) == "35 coins, 15 points"


def test_a_narrow_legend_keeps_each_symbol_with_its_meaning() -> None:
    assert wrapped(Line(f"  {LEGEND}", hang=2), 30) == [
        "  ◆ droplet  ◇ rat stone",
        "  · empty space",
        "  ▸ scoring space",
    ]
    assert wrapped(Line(LEGEND), 80) == ["◆ droplet  ◇ rat stone  · empty space  ▸ scoring space"]


def test_a_long_item_between_dots_is_broken_between_words() -> None:
    line = Line("  DRAW · the next chip explodes the pot: 0%", hang=4)
    assert wrapped(line, 24) == ["  DRAW · the next chip", "    explodes the pot: 0%"]


def test_standings_are_sentences_where_the_table_does_not_fit() -> None:
    end = {"victory_points": 1, "rubies": 2, "droplet": 0, "flask_full": False, "bag_size": 11}
    events = [{**end, "seat": 0}]
    wide = [line.text for line in standings(events, ["safe"], 1, 80)]
    assert wide[2].split() == ["safe", "1", "2", "0", "empty", "11"]
    narrow = [line.text for line in standings(events, ["safe"], 1, 40)]
    assert narrow == [
        "",
        "  after round 1",
        "  safe: 1 point, 2 rubies, droplet 0, flask empty, 11 chips in the bag",
    ]
