"""Charts that answer one kind of question: their frames are right, and their figures are whole."""

import numpy as np
import pandas as pd
import pytest

from quacks_sim.charts import figure_of_dataset
from quacks_sim.charts.bases import differences_to
from quacks_sim.charts.cards import card_values_frame
from quacks_sim.charts.cell_names import cells_frame, table_names
from quacks_sim.charts.comebacks import comebacks_frame
from quacks_sim.charts.differences import difference_lines, difference_rows
from quacks_sim.charts.last_chips import last_chips_frame, pots_of
from quacks_sim.charts.luck import luck_frame, strategy_share
from quacks_sim.charts.objectives import two_objectives
from quacks_sim.charts.seats import seats_frames
from quacks_sim.charts.sources import SOURCES, sources_frame
from quacks_sim.charts.special import SPECIAL_CHARTS
from quacks_sim.charts.wildness import spread_frame
from quacks_sim.errors import InputError
from quacks_sim.experiment import Dataset, Experiment, run_experiment
from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from quacks_sim.rules.chips import KINDS
from quacks_sim.simulate import play_match
from tests.charts.conftest import clipped, named_text


def dataset(folder, **content) -> Dataset:
    content = {"question": "Why?", "games": 240, "seed": 3, "cards": "none", **content}
    return run_experiment(Experiment.from_dict(content), folder, threads=1)


@pytest.fixture(scope="session")
def lines(tmp_path_factory) -> Dataset:
    """Two tables, an axis of numbers, and the rows of games."""
    return dataset(
        tmp_path_factory.mktemp("special") / "lines",
        tables=[["yardstick", "safe"], ["yardstick", "safe", "safe"]],
        vary={"explosion.round": [1, 5, 9]},
        level="games",
        chart="differences",
        base=5,
    )


@pytest.fixture(scope="session")
def rules(tmp_path_factory) -> Dataset:
    """One table under three rules, and the rows of rounds."""
    return dataset(
        tmp_path_factory.mktemp("special") / "rules",
        tables=[["yardstick", "yardstick", "safe"]],
        vary={
            "rats": {
                "with rats": {},
                "no rats": {"rules": {"rats_above_50": "own_table", "rat_tails": [1000]}},
                "Set 3": {"books": 3},
            }
        },
        rotate=False,
        level="rounds",
        chart="spread",
    )


@pytest.fixture(scope="session")
def single_cards(tmp_path_factory) -> Dataset:
    return dataset(
        tmp_path_factory.mktemp("special") / "cards",
        tables=[["yardstick", "yardstick"]],
        vary={"cards": ["none", "1=FP1", "9=FP1", "9=FB5"]},
        rotate=False,
        chart="card_values",
        level="games",
    )


def check_whole(figure) -> None:
    assert clipped(figure) == []
    assert "quacks_sim" in named_text(figure, "caption")


@pytest.mark.parametrize("chart", [*SPECIAL_CHARTS])
def test_special_charts_of_cells_are_whole(rules, single_cards, chart):
    of_cards = chart in ("card_values", "last_chips")
    check_whole(figure_of_dataset(single_cards if of_cards else rules, chart))


@pytest.mark.parametrize("chart", ["differences", "spread", "luck", "by_seat"])
def test_special_charts_of_tables_are_whole(lines, chart):
    check_whole(figure_of_dataset(lines, chart))


def test_a_difference_is_that_of_the_same_games(lines):
    results = lines.results()
    frame, axes = cells_frame(lines, results)
    found = differences_to(results, frame[axes], axes, 5)
    assert found.base == "explosion.round 5"
    assert found.axes == ["explosion.round", "table"]
    assert found.frame["explosion.round"].tolist() == [1, 9, 1, 9]
    columns = ["deal", "strategy_index", "victory_points", "win_share_twelfths"]
    for row, (cell, base) in enumerate(((0, 1), (2, 1), (3, 4), (5, 4))):
        own, other = (
            lines.games(columns, each).query("strategy_index == 0") for each in (cell, base)
        )
        apart = own["victory_points"].to_numpy(int) - other["victory_points"].to_numpy(int)
        assert found.frame["victory_points"].iloc[row] == pytest.approx(apart.mean())
        deals = pd.Series(apart).groupby(own["deal"].to_numpy()).mean()
        error = deals.std(ddof=1) / len(deals) ** 0.5
        low, high = (found.frame[f"victory_points_{end}"].iloc[row] for end in ("low", "high"))
        assert (high - low) / 2 == pytest.approx(1.98 * error, rel=0.02)
        wins = own["win_share_twelfths"].mean() - other["win_share_twelfths"].mean()
        assert found.frame["win_share"].iloc[row] == pytest.approx(100 * wins / 12)


def test_a_base_is_a_value_of_an_axis(lines):
    results = lines.results()
    frame, axes = cells_frame(lines, results)
    with pytest.raises(InputError, match="base 'never' is no value"):
        differences_to(results, frame[axes], axes, "never")
    assert differences_to(results, frame[axes], axes, None).base == "1"


def differences(**more: object) -> pd.DataFrame:
    """Made-up differences: one that adds, one that is not resolved, one that costs."""
    values = {"plan": ["a", "b", "c"], "victory_points": [1.0, 0.1, -2.0], **more}
    frame = pd.DataFrame(values)
    frame["victory_points_low"] = frame["victory_points"] - 0.3
    frame["victory_points_high"] = frame["victory_points"] + 0.3
    frame["victory_points_resolved"] = frame["victory_points"].abs() > 0.3
    return frame


def test_rows_of_differences_have_a_line_at_zero_and_their_numbers():
    ax = difference_rows(differences(), "plan", base="nothing")
    title = " ".join(ax.get_title(loc="left").split())
    assert title == "Final victory points, compared with nothing"
    written = {text.get_text() for text in ax.texts}
    assert "+1.0 ± 0.3" in written
    assert "\N{MINUS SIGN}2.0 ± 0.3" in written
    assert ax.get_xlim()[0] < -2.3


def test_lines_of_differences_need_numbers():
    with pytest.raises(InputError, match="plan cannot be drawn as lines"):
        difference_lines(differences(), "plan", None)
    ax = difference_lines(differences(chips=[3, 1, 2]), "chips", None)
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "3"]


def test_what_a_card_adds_is_the_mean_of_all_seats(single_cards):
    frame = card_values_frame(single_cards.results())
    found = frame.set_index(["card", "round"])["victory_points"]
    points = [single_cards.games(["victory_points"], cell)["victory_points"] for cell in range(4)]
    for cell, key in ((1, ("FP1", 1)), (2, ("FP1", 9)), (3, ("FB5", 9))):
        assert found[key] == pytest.approx(points[cell].mean() - points[0].mean())
    means = frame.groupby("card", sort=False)["victory_points"].mean()
    assert means.is_monotonic_decreasing


def test_cards_need_games_without_any(rules):
    with pytest.raises(InputError, match="one card in one round"):
        card_values_frame(rules.results())


def test_the_spread_is_that_of_the_games(rules):
    frame = spread_frame(rules.results())
    games = rules.games(["strategy_index", "victory_points"], 2).query("strategy_index == 0")
    points = games["victory_points"].to_numpy(float)
    spread, row = points.std(ddof=1), frame.iloc[2]
    assert row["victory_points_spread"] == pytest.approx(spread)
    # Games that do not rotate are independent: the textbook's error, from the fourth moment.
    apart = points - points.mean()
    error = np.sqrt(((apart**4).mean() - spread**4) / len(points)) / (2 * spread)
    high = row["victory_points_spread_high"]
    assert high - spread == pytest.approx(1.97 * error, rel=0.01)


def test_the_interval_of_a_spread_has_deals_as_its_unit(lines):
    row = spread_frame(lines.results()[:1]).iloc[0]
    games = lines.games(["deal", "strategy_index", "victory_points"], 0)
    points = games.query("strategy_index == 0").set_index("deal")["victory_points"].astype(float)
    squares = (points**2 - 2 * points.mean() * points).groupby(level=0).mean()
    error = squares.std(ddof=1) / len(squares) ** 0.5 / (2 * points.std(ddof=1))
    reach = row["victory_points_spread_high"] - row["victory_points_spread"]
    assert reach == pytest.approx(1.98 * error, rel=0.01)


def test_shares_by_seat_add_up_whoever_sits_there(lines, rules):
    results = [*lines.results(), rules.results()[0]]
    for result, frame in zip(results, seats_frames(results), strict=True):
        assert frame["win_share"].sum() == pytest.approx(1)
        assert frame["seat"].tolist() == list(range(1, result.match.players + 1))
    games = rules.games(["seat", "win_share_twelfths"], 0)
    shares = games.groupby("seat")["win_share_twelfths"].mean() / 12
    (frame,) = seats_frames(rules.results()[:1])
    assert frame["win_share"].tolist() == pytest.approx(shares.tolist())


def test_the_more_seats_are_looked_at_the_wider_are_their_intervals(rules):
    results = rules.results()
    alone, among = seats_frames(results[:1])[0], seats_frames(results)[0]
    widths = [(frame["win_share_high"] - frame["win_share_low"]).mean() for frame in (alone, among)]
    # Bonferroni for 3 and for 9 intervals: 2.41 and 2.80 standard errors for 239 degrees.
    assert widths[1] / widths[0] == pytest.approx(2.80 / 2.41, rel=0.01)


def test_sources_add_up_to_the_points_of_a_game(rules):
    result = rules.results()[0]
    frame = sources_frame(result)
    total = frame[[name for name in SOURCES if name in frame]].to_numpy().sum()
    assert total == pytest.approx(result.strategies[0].victory_points.mean)


ONCE = np.ones(4, np.int64)


def test_components_of_variance_are_those_of_a_hand_made_table():
    # Means 1 and 3, each ± 1: half of the variance of all eight results lies between the two. The
    # luck of a deal is common to both, so it cannot have made them differ.
    results = np.array([[0.0, 2.0], [2.0, 4.0], [0.0, 2.0], [2.0, 4.0]])
    assert strategy_share(results, results**2, ONCE).mean == pytest.approx(1 / 2)
    # Here it can: the means have a variance of 1/3 each by chance, which is no skill.
    results[:, 1] = results[::-1, 1]
    assert strategy_share(results, results**2, ONCE).mean == pytest.approx((1 - 1 / 3) / 2)


def test_a_single_deal_tells_no_interval_of_luck():
    found = strategy_share(np.array([[1.0, 0.0]]), np.array([[1.0, 0.0]]), np.array([1]))
    assert np.isnan([found.low, found.high]).all()


def test_equals_owe_nothing_to_their_strategy():
    match = make_match(["yardstick"] * 3, seed=2)
    row = luck_frame([play_match(match, 90, threads=1)], ["equals"]).iloc[0]
    assert row["skill_of_points":"skill_of_wins_high"].tolist() == [0] * 6


def test_components_of_variance_are_found_again_in_drawn_numbers():
    # What one gains the others lose, as with wins. 600 runs: 95 % ± three times 0.9 points.
    chance = np.random.default_rng(5)
    effects, games = np.array([-0.6, 0.0, 0.1, 0.5]), np.ones(150, np.int64)
    whole = effects.var() + 9 * 3 / 4
    truth, covered, means = effects.var() / whole, 0, []
    for _ in range(600):
        noise = chance.normal(0, 3.0, (150, 4))
        results = effects + noise - noise.mean(axis=1, keepdims=True)
        found = strategy_share(results, results**2, games)
        covered += found.low <= truth <= found.high
        means.append(found.mean)
    assert abs(covered / 600 - 0.95) < 3 * 0.009
    assert np.mean(means) == pytest.approx(truth, abs=4 * np.std(means) / 600**0.5)


def test_comebacks_are_counted_as_by_hand(rules):
    frame = comebacks_frame(rules, ["a", "b", "c"])
    rounds = rules.rounds(["game", "seat", "round", "victory_points"], 1)
    games = rules.games(["game", "seat", "win_share_twelfths"], 1)
    points = rounds[rounds["round"] == 5].pivot(
        index="game", columns="seat", values="victory_points"
    )
    shares = games.pivot(index="game", columns="seat", values="win_share_twelfths") / 12
    last = points.eq(points.min(axis=1), axis=0)
    won = (last * shares).sum(axis=1) / last.sum(axis=1)
    row = frame[(frame["cell"] == "b") & (frame["round"] == 5)].iloc[0]
    assert row["last"] == pytest.approx(won.mean())
    error = won.std(ddof=1) / len(won) ** 0.5
    # Wilson's interval: about as wide, but not in the middle of a share below one half.
    width = row["last_high"] - row["last_low"]
    assert width / 2 == pytest.approx(1.97 * error, rel=0.03)
    assert row["last_high"] - row["last"] > width / 2
    assert row["leader"] > row["last"]


def test_two_objectives_mark_the_best_of_either_by_paired_differences(rules):
    frame, _ = cells_frame(rules, rules.results())
    ax = two_objectives(frame)
    marks = {line.get_gid(): line.get_xydata()[0] for line in ax.lines if line.get_gid()}
    winner, scorer = (int(frame[name].argmax()) for name in ("win_share", "victory_points"))
    assert marks["best win_share"].tolist() == [frame["victory_points_to_best"][winner], 0]
    assert marks["best victory_points"].tolist() == pytest.approx(
        [0, 100 * frame["win_share_to_best"][scorer]]
    )


def test_objectives_need_the_same_games(lines):
    with pytest.raises(InputError, match="over the same games"):
        figure_of_dataset(lines, "objectives")


@pytest.mark.parametrize("cards", ["none", "all,2=FB3,3=FB7,4=FB10"])
def test_5_5_the_last_two_green_chips_are_those_that_bring_rubies(cards):
    match = make_match(["green_collector", "yardstick"], seed=2, cards=cards)
    wanted = {kind for kind, name in enumerate(KINDS) if name.startswith("G")}
    brought = counted = 0
    for game in range(8):
        seat = int(match.seats(np.array([game]))[0].tolist().index(0))
        for pot in pots_of(match.journal(game), seat):
            counted += sum(kind in wanted and not late for kind, late in pot[-2:])
        brought += sum(
            event["amount"]
            for event in record_game(match, game)["events"]
            if event["event"] == "reward" and event["cause"] == "green" and event["seat"] == seat
        )
    assert brought == counted > 5


def test_more_of_the_last_chips_bring_more_rubies(single_cards):
    frame = last_chips_frame(single_cards, ["a", "b", "c", "d"])
    assert frame["cell"].unique().tolist() == ["a", "b", "c", "d"]
    for _, own in frame.groupby("cell"):
        assert own["last"].tolist() == [1, 2, 3, 4, 5]
        assert own["rubies"].is_monotonic_increasing
        assert own["rubies"].iloc[-1] <= own["placed"].iloc[0]
        assert (own["rubies_low"] < own["rubies"]).all()
    assert frame["games"].unique().tolist() == [240]


def test_the_last_chips_are_those_of_the_book_of_set_1(rules):
    with pytest.raises(InputError, match="green chips of Set 3"):
        last_chips_frame(rules, ["a", "b", "c"])


def test_tables_of_one_strategy_are_told_apart_by_the_number_of_players(lines):
    assert table_names(lines.results())[0] == "against safe"
    assert table_names(lines.results())[-1] == "against 2 × safe"


def test_cells_keep_their_rules_and_books(rules):
    matches = [rules.match(cell) for cell in range(3)]
    assert [each.rules.rats_above_50 for each in matches] == ["loop", "own_table", "loop"]
    assert [each.books.sets()["green"] for each in matches] == [1, 1, 3]
    plain, without = (rules.rounds(["rats"], cell)["rats"] for cell in (0, 1))
    assert plain.sum() > 0
    assert without.sum() == 0
