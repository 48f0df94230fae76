"""The last round on the compiled kernel: the stir, the conversion and the winner. Rule 8."""

import pytest

from quacks_sim.kernel.bag import ASKED_CHIP
from quacks_sim.kernel.decisions import FLASK, STOP
from quacks_sim.kernel.state import (
    BREWING,
    COINS,
    EMPTY,
    END_REASON,
    EXPLODED,
    POT_SIZE,
    ROUND,
    RUBIES,
    SCORING_SPACE,
    VICTORY_POINTS,
    WIN_SHARE,
)
from quacks_sim.policies.registry import policy
from quacks_sim.rules.chips import KINDS, parse_bag
from tests.kernel.games import journals, match_of, of, with_policy
from tests.kernel.scripted import Scene


@policy("stop")
def behind_nobody(view, params):  # type: ignore[no-untyped-def]
    """Stop when another pot holds more chips, or with six chips."""
    for seat in range(view.players):
        if view.table[seat, POT_SIZE] > view.pot_size:
            return True
    return view.pot_size >= 6


@policy("stop")
def with_a_rival_who_stopped(view, params):  # type: ignore[no-untyped-def]
    """Seat 0 stops with two chips; another seat stops when it sees that a rival has stopped."""
    if view.seat == 0:
        return view.pot_size >= 2
    brewing = 0
    for seat in range(view.players):
        brewing += view.table[seat, BREWING]
    return brewing < view.players


class Answers:
    """Draws chips of one kind, keeps the flask, and stops as written down for each seat."""

    def __init__(self, chip: str, stops: list[list[int]]) -> None:
        self.chip = KINDS.index(chip)
        self.stops = [iter(answers) for answers in stops]

    def __call__(self, asked: int) -> int:
        if asked == ASKED_CHIP:
            return self.chip
        decision, seat = divmod(asked, 4)
        return next(self.stops[seat]) if decision == STOP else 0


def ready_for_round_9(bags: list[str]) -> Scene:
    scene = Scene(len(bags))
    scene.begin_rounds(9)
    for seat, bag in enumerate(bags):
        scene.ready(seat, 0, parse_bag(bag).tolist())
    return scene


@pytest.mark.rule("8.1")
def test_at_each_cue_all_seats_commit_themselves_before_anybody_draws() -> None:
    scene = ready_for_round_9(["O1x9", "O1x9", "O1x9"])
    asked = scene.stir(Answers("O1", stops=[[0, 1], [0, 0, 1], [1]]))
    # Round 9 of three players begins with seat 2.
    stop, chip = 4 * STOP, ASKED_CHIP
    cues = [[2, 0, 1], [0, 1], [1]]
    draws = [2, 1, 0]
    expected = [
        what
        for seats, drawn in zip(cues, draws, strict=True)
        for what in [*(stop + seat for seat in seats), *[chip] * drawn]
    ]
    assert asked == expected
    assert [scene[seat, POT_SIZE] for seat in range(3)] == [1, 2, 0]


@pytest.mark.rule("8.1", "4.6.1")
def test_the_flask_comes_before_the_next_cue_in_seat_order() -> None:
    scene = ready_for_round_9(["W1x9", "W1x9"])
    asked = scene.stir(Answers("W1", stops=[[0, 0, 1], [0, 0, 1]]))
    stop, flask = 4 * STOP, 4 * FLASK
    cue = [stop, stop + 1, ASKED_CHIP, flask, ASKED_CHIP, flask + 1]
    assert asked == [*cue, *cue, stop, stop + 1]


@pytest.mark.rule("8.1")
def test_a_pot_that_ends_by_itself_is_not_asked_any_more() -> None:
    scene = ready_for_round_9(["O1", "O1x3"])
    asked = scene.stir(Answers("O1", stops=[[0], [0, 0, 1]]))
    stop = 4 * STOP
    assert asked == [stop, stop + 1, ASKED_CHIP, ASKED_CHIP, stop + 1, ASKED_CHIP, stop + 1]
    assert scene[0, END_REASON] == EMPTY


def cues_of(events: list[dict]) -> list[list[dict]]:
    """Return the stop decisions of round 9, cue by cue."""
    cues: list[list[dict]] = []
    fresh = True
    for event in events:
        if event["round"] != 9:
            continue
        if event["event"] == "choice" and event["decision"] == "stop":
            if fresh:
                cues.append([])
            cues[-1].append(event)
            fresh = False
        elif event["event"] == "draw":
            fresh = True
    return cues


@pytest.mark.rule("8.1")
def test_a_policy_sees_rival_pots_as_they_stood_at_the_cue() -> None:
    # Were a chip to be seen by those who are asked after it at the same cue, they would stop.
    player = with_policy(behind_nobody, "white_six").with_params({"flask": "never"})
    player = player.with_params({"yellow": "never", "blue": "none"})
    for events in journals(match_of(*[player] * 3, explosion_limit=9), 6):
        pots = dict.fromkeys(range(3), 0)
        for cue in cues_of(events):
            drawn = dict(pots)
            for choice in cue:
                seat = choice["seat"]
                behind = max(pots.values()) > pots[seat]
                assert choice["choice"] == int(behind or pots[seat] >= 6)
                drawn[seat] += 1 - choice["choice"]
            pots = drawn
        assert min(pots.values()) >= 1


@pytest.mark.rule("8.1")
def test_nobody_sees_who_stops_at_this_cue() -> None:
    # In round 9 seat 0 is asked first; who sees its empty hand at the next cue draws once more.
    player = with_policy(with_a_rival_who_stopped, "white_six").with_params({"flask": "never"})
    seen = 0
    for events in journals(match_of(player, player, explosion_limit=9), 30):
        ended = of(events, "brew_end", round=9)
        if all(event["reason"] == "stopped" for event in ended):
            seen += 1
            drawn = [len(of(events, "draw", round=9, seat=seat)) for seat in (0, 1)]
            assert drawn == [2, 3]
    assert seen >= 5


@pytest.mark.rule("8.3")
@pytest.mark.parametrize(
    ("coins", "rubies", "points"),
    [(4, 1, 0), (5, 1, 1), (9, 1, 1), (35, 0, 7), (4, 3, 1), (9, 9, 5), (14, 1, 2)],
)
def test_coins_and_rubies_are_converted_separately(coins: int, rubies: int, points: int) -> None:
    scene = Scene(1)
    scene.begin_rounds(9)
    scene[0, COINS], scene[0, RUBIES] = coins, rubies
    scene.finish()
    assert scene[0, VICTORY_POINTS] == points


@pytest.mark.rule("8.2", "8.3")
@pytest.mark.parametrize(("answer", "points"), [(1, 4), (0, 3)])
def test_in_round_9_an_explosion_leaves_points_or_the_coins_converted(
    answer: int, points: int
) -> None:
    scene = Scene(1)
    scene.begin_rounds(9)
    scene[0, SCORING_SPACE], scene[0, EXPLODED] = 18, 1  # 16 coins, 4 points, no ruby
    scene.evaluate([answer])
    scene.finish()
    assert scene[0, VICTORY_POINTS] == points


@pytest.mark.rule("8.3")
def test_the_last_round_has_no_market_and_spends_no_rubies() -> None:
    for events in journals(match_of("balanced", "random"), 3):
        last = {event["event"] for event in events if event["round"] == 9}
        assert not last & {"budget", "purchase", "ruby_spent"}
        assert len(of(events, "budget", round=8)) >= 1


def shared(points: list[int], spaces: list[int]) -> list[int]:
    scene = Scene(len(points))
    scene.begin_rounds(9)
    for seat, (each, space) in enumerate(zip(points, spaces, strict=True)):
        scene[seat, VICTORY_POINTS], scene[seat, SCORING_SPACE] = each, space
        scene[seat, RUBIES] = 0
    scene.finish()
    return [scene[seat, WIN_SHARE] for seat in range(len(points))]


@pytest.mark.rule("8.4")
def test_most_points_win_and_a_tie_goes_to_the_farthest_last_pot() -> None:
    assert shared([40, 41], [53, 1]) == [0, 12]
    assert shared([41, 41], [20, 21]) == [0, 12]
    # Spaces 15 and 16 print the same coins: the index decides.
    assert shared([41, 41, 10], [16, 15, 53]) == [12, 0, 0]


@pytest.mark.rule("8.4")
def test_a_tie_of_points_and_pots_is_a_shared_win() -> None:
    assert shared([41, 41, 10], [20, 20, 53]) == [6, 6, 0]
    assert shared([41, 41, 41], [20, 20, 20]) == [4, 4, 4]
    assert shared([7] * 4, [9] * 4) == [3, 3, 3, 3]
    assert shared([41, 41, 41, 41], [20, 21, 21, 3]) == [0, 6, 6, 0]


@pytest.mark.rule("8.4")
def test_the_pot_of_the_tie_break_counts_even_if_it_exploded() -> None:
    scene = Scene(2)
    scene.begin_rounds(9)
    for seat, space in ((0, 30), (1, 29)):
        scene[seat, VICTORY_POINTS], scene[seat, SCORING_SPACE] = 50, space
        scene[seat, RUBIES] = 0
    scene[0, EXPLODED] = 1
    scene.finish()
    assert [scene[seat, WIN_SHARE] for seat in (0, 1)] == [12, 0]


@pytest.mark.rule("8.4")
def test_the_win_of_every_game_is_shared_out_completely() -> None:
    match = match_of("random", "random", "safe", "safe", seed=2)
    shares = match.block(0, 100, "games").game_rows[:, 1].reshape(-1, 4)
    assert (shares.sum(axis=1) == 12).all()


@pytest.mark.rule("9.1")
def test_points_run_on_above_50() -> None:
    scene = Scene(1)
    scene.begin_rounds(9)
    scene[0, VICTORY_POINTS], scene[0, COINS] = 99, 35
    scene.finish()
    assert scene[0, VICTORY_POINTS] == 106
    assert scene.table.common[ROUND] == 9
