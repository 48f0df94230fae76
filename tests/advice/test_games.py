"""The dialogue works out what the kernel does: recorded games are typed in, answer by answer."""

from random import Random

import pytest

from quacks_sim.advice.typed_in import Player
from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from quacks_sim.random_games import random_books
from quacks_sim.rules.options import RuleOptions
from tests.advice.standin import StandIn

#: Options that change what the dialogue works out.
_OPTIONS = (
    {},
    {"explosion_limit": 8, "bonus_die_faces": "double_ruby", "final_conversion_exploded": "both"},
    {"first_chip_placement": "always_adjacent", "black_zero_zero": "droplet_each"},
    {"draw_after_pot_full": "yes", "blue_on_last_space": "performed", "starting_rubies": 2},
    {"yellow_s2_scope": "value_only", "blue_s2_window": "cap_4", "purple_s3_space": "index"},
    {"rats_above_50": "none", "droplet_cap": 51, "flea_market_white": "yes"},
    {"green_s2_locked_books": "allowed", "round6_white": "after_event", "price_green_s3_4": 18},
    {"good_start_amount": "all_or_nothing", "wheel_and_deal_orange": "forbidden"},
)


@pytest.mark.interpreted
@pytest.mark.parametrize("number", range(24))
def test_a_recorded_game_comes_out_the_same(number: int) -> None:
    chance = Random(number)
    books = random_books(chance)
    # Chips that have run out are nothing that a dialogue could know.
    rules = RuleOptions(chip_supply="unlimited", **_OPTIONS[number % len(_OPTIONS)])
    players = 2 + number % 3
    # By lot most pots stay small; half of them shall be such as people brew.
    strategy = "random+order=by_books" + ("" if number % 2 else "+stop=bust_risk:0.35")
    match = make_match([strategy] * players, rules=rules, books=books, seed=number)
    player = Player(record_game(match, 0), chance.randrange(players), StandIn())
    for event, now in player.play():
        told = f"game {number}, round {now.round}, seat {player.seat}, {now.card}, {books}"
        if event["event"] == "rats":
            assert (now.rats, now.start) == (event["rats"], event["start"]), told
        elif event["event"] == "brew_end":
            assert now.pot.exploded == (event["reason"] == "exploded"), told
        else:
            found = (now.points, now.rubies, now.droplet, int(now.flask), sum(now.owned))
            wanted = ("victory_points", "rubies", "droplet", "flask_full", "bag_size")
            if not now.kept:
                assert found == tuple(event[name] for name in wanted), told
            else:
                assert found[:4] == tuple(event[name] for name in wanted[:4]), told
    assert player.dialogue.is_over
