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
from quacks_sim.charts.luck import strategy_share
from quacks_sim.charts.objectives import two_objectives
from quacks_sim.charts.seats import seats_frame
from quacks_sim.charts.sources import SOURCES, sources_frame
from quacks_sim.charts.special import SPECIAL_CHARTS
from quacks_sim.charts.wildness import spread_frame
from quacks_sim.errors import InputError
from quacks_sim.experiment import Dataset, Experiment, run_experiment
from quacks_sim.journal import record_game
from quacks_sim.match import make_match
from quacks_sim.rules.chips import KINDS
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
    apart = points - points.mean()
    error = np.sqrt(((apart**4).mean() - spread**4) / len(points)) / (2 * spread)
    high = row["victory_points_spread_high"]
    assert high - spread == pytest.approx(1.97 * error, rel=0.01)


def test_shares_by_seat_add_up_whoever_sits_there(lines, rules):
    for result in (*lines.results(), rules.results()[0]):
        frame = seats_frame(result)
        assert frame["win_share"].sum() == pytest.approx(1)
        assert frame["seat"].tolist() == list(range(1, result.match.players + 1))
    games = rules.games(["seat", "win_share_twelfths"], 0)
    shares = games.groupby("seat")["win_share_twelfths"].mean() / 12
    assert seats_frame(rules.results()[0])["win_share"].tolist() == pytest.approx(shares.tolist())


def test_sources_add_up_to_the_points_of_a_game(rules):
    result = rules.results()[0]
    frame = sources_frame(result)
    total = frame[[name for name in SOURCES if name in frame]].to_numpy().sum()
    assert total == pytest.approx(result.strategies[0].victory_points.mean)


def test_components_of_variance_are_those_of_a_hand_made_table():
    # Means 1 and 3: their variance is 2; single results spread by 1 about them.
    share, reach = strategy_share([1.0, 3.0], [0.0, 0.0], [1.0, 1.0])
    assert (share, reach) == pytest.approx((2 / 3, 0))
    # What chance leaves in the means is no skill.
    assert strategy_share([1.0, 3.0], [1.0, 1.0], [1.0, 1.0])[0] == pytest.approx(1 / 2)
    assert strategy_share([2.0, 2.0, 2.0], [0.1, 0.1, 0.1], [1.0, 1.0, 1.0])[0] == 0


def test_components_of_variance_are_found_again_in_drawn_numbers():
    chance = np.random.default_rng(5)
    effects = chance.normal(0, 2.0, 60)
    results = effects[:, None] + chance.normal(0, 3.0, (60, 500))
    spreads = results.std(axis=1, ddof=1)
    share, reach = strategy_share(results.mean(axis=1), spreads / np.sqrt(500), spreads)
    truth = effects.var(ddof=1) / (effects.var(ddof=1) + 9)
    assert abs(share - truth) < 2 * reach


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
    assert row["last_high"] - row["last"] == pytest.approx(1.97 * error, rel=0.01)
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
