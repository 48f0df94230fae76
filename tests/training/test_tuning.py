"""Whole searches, small ones: what is played, kept, resumed, written and said of it."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import quacks_sim as qs
from quacks_sim.match import make_match
from quacks_sim.simulate import play_match
from quacks_sim.strategy import load_strategy
from quacks_sim.training.plan import plan_tuning
from quacks_sim.training.record import Generation
from quacks_sim.training.tables import TableArena, Tables, seed_of
from quacks_sim.training.tuning import tune
from quacks_sim.training.verdict import judge

#: Few games, in which nothing is found.
SMALL: dict[str, Any] = {
    "vary": {"stop.max_risk@each": (0, 0.8), "rubies": None},
    "against": ["cautious"],
    "games": 48,
    "generations": 3,
    "candidates": 6,
    "verdict_games": 60,
    "holdout": ["safe"],
    "seed": 11,
}


def small(**changes: Any) -> dict[str, Any]:
    return {**SMALL, **changes}


def without_time(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for each in content["generations"]:
        del each["seconds"]
    return content


class Stop(Exception):
    pass


def stop_after(wanted: int) -> Any:
    def told(number: int, generation: Generation) -> None:
        if number == wanted:
            raise Stop

    return told


def test_a_search_goes_on_as_if_it_had_not_been_interrupted(tmp_path: Path) -> None:
    whole, parts = tmp_path / "a" / "mine.toml", tmp_path / "b" / "mine.toml"
    expected = tune("balanced", **SMALL, out=whole)
    for after in (1, 2):
        with pytest.raises(Stop):
            tune(
                "balanced",
                **small(seed=None if after == 2 else 11),
                out=parts,
                told=stop_after(after),
            )
        assert not parts.exists()
    told: list[int] = []
    found = tune("balanced", **SMALL, out=parts, told=lambda number, _: told.append(number))
    assert told == [3]
    assert parts.read_bytes() == whole.read_bytes()
    beside = [each.with_name("mine.tune.json") for each in (whole, parts)]
    assert without_time(beside[0]) == without_time(beside[1])
    assert found.values == expected.values
    assert found.verdict == expected.verdict
    assert found.games == expected.games


def test_threads_do_not_change_what_is_found() -> None:
    one, three = (tune("balanced", **SMALL, threads=threads) for threads in (1, 3))
    assert one.history.equals(three.history)
    assert one.verdict == three.verdict
    other = tune("balanced", **small(seed=12))
    assert not one.history.equals(other.history)


def test_a_longer_search_begins_with_the_shorter_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    long = tune("balanced", **small(generations=4), out=file)
    file.unlink()
    again = tune("balanced", **SMALL, out=file)
    assert again.generations == long.generations[:3]
    short = tune("balanced", **SMALL)
    assert (short.values, short.verdict) == (again.values, again.verdict)


def test_no_generation_begins_after_the_budget() -> None:
    found = tune("balanced", **small(generations=50, budget=400))
    played = [each.games for each in found.generations]
    assert sum(played) >= 400 > sum(played[:-1])


def test_the_history_tells_every_candidate() -> None:
    found = tune("balanced", **SMALL)
    history = found.history
    assert len(history) == 3 * 6
    assert history.groupby("generation")["place"].apply(sorted).tolist() == [[1, 2, 3, 4, 5, 6]] * 3
    assert set(history.columns) >= {"gain", "stop.max_risk@1", "rubies.until"}
    spared = sum(each.saved for each in found.generations)
    searched = sum(each.games for each in found.generations)
    assert spared + searched == 3 * 7 * 48
    assert found.saved == spared / (3 * 7 * 48)
    judged = 2 * 60 * len(found.verdict.judged)
    assert 0 < found.games - searched - judged <= 5 * 60


def test_a_gain_is_that_of_the_same_games_at_the_same_tables() -> None:
    """Played once more through the plain API."""
    found = tune("balanced", **small(generations=1))
    plan = found.plan
    candidate = found.generations[0].candidates[found.generations[0].order[0]]
    seed = seed_of(plan.seed, 0, 0, 0)
    shares = []
    for strategy in (plan.space.strategy_at(candidate.values), "balanced"):
        match = make_match([strategy, "cautious"], seed=seed)
        shares.append(play_match(match, candidate.games, threads=1).strategies[0].win_share.mean)
    assert candidate.gain == pytest.approx(shares[0] - shares[1])


def test_the_games_of_the_verdict_are_new() -> None:
    found = tune("balanced", **SMALL)
    first = found.verdict.judged[0]
    assert first.rivals == (("cautious",),)
    match = make_match([found.strategy, "cautious"], seed=seed_of(11, 2, 0, 0))
    again = play_match(match, 60, threads=1).strategies[0].win_share.mean
    assert first.found == pytest.approx(again)
    seeds = {seed_of(11, *path) for path in ((0, 0, 0), (0, 1, 0), (1, 0), (2, 0, 0), (2, 1, 0))}
    assert len(seeds) == 5


def test_what_is_better_by_far_is_found_and_said_to_be() -> None:
    """A strategy that draws until it explodes learns to stop."""
    start = load_strategy("balanced+stop=bust_risk:0.9")
    found = tune(
        start,
        {"stop.max_risk": None},
        against=["cautious"],
        games=400,
        generations=6,
        verdict_games=1_000,
        seed=1,
    )
    assert found.verdict.better
    assert 0.1 < found.values[0] < 0.6
    assert found.verdict.judged[0].comparison.difference.low > 0.05
    assert found.saved > 0


def test_what_plays_alike_is_not_said_to_be_better() -> None:
    """No chip is put aside in these games, so this parameter changes nothing."""
    found = tune("balanced", **small(vary={"beside.from_round": None}))
    assert not found.verdict.better
    assert all(not each.comparison.resolved for each in found.verdict.judged)


def test_a_start_that_is_worse_than_the_found_one_elsewhere_is_told() -> None:
    tables = Tables(((load_strategy("cautious"),),), "win_share")
    verdict = judge(
        tables,
        load_strategy("balanced"),
        load_strategy("random"),
        [load_strategy("safe")],
        games=200,
        seed=1,
        threads=1,
        played=lambda _: None,
    )
    assert not verdict.better
    assert [each.what for each in verdict.worse_elsewhere] == ["held out", "start"]


def test_tables_are_one_for_all_rivals_or_one_for_each() -> None:
    def names(**changes: Any) -> list[list[str]]:
        plan = plan_tuning(
            "balanced", **small(against=["cautious", "safe"], holdout=None, **changes)
        )
        return [[each.name for each in rivals] for rivals in plan.tables.rivals]

    assert names() == [["cautious", "safe"]]
    assert names(players=2) == [["cautious"], ["safe"]]
    assert names(players=4) == [["cautious"] * 3, ["safe"] * 3]


def test_several_tables_count_alike() -> None:
    rivals = tuple((load_strategy(each),) for each in ("cautious", "safe"))
    arena = TableArena(
        Tables(rivals, "victory_points"), [load_strategy("balanced")], [3, 4], 1, lambda _: None
    )
    arena.play([0], 20)
    arena.play([0], 40)
    expected = [
        play_match(make_match(["balanced", rival], seed=seed), 40, threads=1)
        for rival, seed in (("cautious", 3), ("safe", 4))
    ]
    means = [each.strategies[0].victory_points.mean for each in expected]
    assert arena.score(0).mean == pytest.approx(sum(means) / 2)
    assert arena.score(0).games == 80


def test_alone_it_is_tuned_for_points() -> None:
    found = tune("balanced", **small(against=[], holdout=None))
    assert found.verdict.measure == "victory_points"
    assert [each.what for each in found.verdict.judged] == ["search"]


def test_a_candidate_that_could_never_do_anything_ranks_last() -> None:
    """Purchase policies that choose no colour are refused before they play."""
    start = "safe+purchase=dearest_of+purchase.red=1"
    found = tune(start, **small(vary={"purchase.red": None}, generations=4, spread=1.0))
    never = found.history[found.history["purchase.red"] == 0]
    assert len(never)
    assert set(never["games"]) == {0}
    assert found.values == (1,)


def test_the_file_says_where_it_comes_from(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    found = tune("balanced", **SMALL, out=file)
    text = file.read_text(encoding="utf-8")
    assert load_strategy(file).fingerprint == found.strategy.fingerprint
    head = [line for line in text.splitlines() if line.startswith("#")]
    assert qs.__version__ in head[0]
    assert head[1] == f"# {found.command}"
    assert "--vary stop.max_risk@each=0:0.8 --vary rubies" in head[1]
    assert "seed 11" in head[2]
    first = found.verdict.judged[0]
    assert f"{first.games:,} games that the search never saw" in head[3]
    assert "±" in head[3] or "plays just as" in head[3]
    assert "held out" in head[4].lower()
    description = tomllib.loads(text)["description"]
    assert description.startswith("balanced with parameters found by quacks tune against cautious")


def test_what_is_there_is_kept_unless_it_may_be_replaced(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("# mine", encoding="utf-8")
    with pytest.raises(qs.InputError, match="already there"):
        tune("balanced", **SMALL, out=file)
    assert file.read_text(encoding="utf-8") == "# mine"
    assert list(tmp_path.iterdir()) == [file]
    tune("balanced", **SMALL, out=file, overwrite=True)
    assert load_strategy(file).name == "mine"


def edited(path: Path, **changes: Any) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**content, **changes}), encoding="utf-8")


def test_a_record_of_another_search_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    tune("balanced", **SMALL, out=file)
    file.unlink()
    for changes, named in (
        ({"games": 52}, "games"),
        ({"against": ["safe"], "holdout": ["cautious"]}, "against"),
        ({"seed": 12}, "seed"),
        ({"cards": "none"}, "cards"),
        ({"vary": {"rubies": None}}, "vary"),
    ):
        with pytest.raises(qs.InputError, match=rf"another search: .*{named}"):
            tune("balanced", **small(**changes), out=file)


def test_a_damaged_record_is_refused(tmp_path: Path) -> None:
    file, record = tmp_path / "mine.toml", tmp_path / "mine.tune.json"
    tune("balanced", **SMALL, out=file)
    file.unlink()
    whole = record.read_text(encoding="utf-8")
    known: Mapping[str, Any] = json.loads(whole)
    edited(record, tune=2)
    with pytest.raises(qs.InputError, match="schema 2"):
        tune("balanced", **SMALL, out=file)
    first, *others = known["generations"]
    first["candidates"][0]["values"][0] += 0.1
    edited(record, tune=1, generations=[first, *others])
    with pytest.raises(qs.InputError, match="generation 1 is not what"):
        tune("balanced", **SMALL, out=file)
    record.write_text(whole[:-40], encoding="utf-8")
    with pytest.raises(qs.InputError, match="no record of a search"):
        tune("balanced", **SMALL, out=file)


def test_a_strategy_with_its_own_policy_is_written_beside_it(tmp_path: Path) -> None:
    plugin = tmp_path / "own" / "mine.py"
    plugin.parent.mkdir()
    plugin.write_text(
        "from quacks_sim.policies import Parameter, policy\n\n\n"
        '@policy("stop", Parameter("chips", 5, 1, 30, "chips in the pot", whole=True))\n'
        "def few(view, params):\n"
        '    """Stop once some chips lie in the pot."""\n'
        "    return view.pot_size >= params.chips\n",
        encoding="utf-8",
    )
    start = plugin.with_name("start.toml")
    start.write_text('[stop]\npolicy = "mine.py:few"\n', encoding="utf-8")
    options = small(vary={"stop.chips": None}, allow_plugins=True)
    for out, named in (
        (start.with_name("found.toml"), "mine.py:few"),
        (tmp_path / "found.toml", "own/mine.py:few"),
        (tmp_path / "other" / "found.toml", "../own/mine.py:few"),
    ):
        found = tune(start, **options, out=out)
        again = load_strategy(out, allow_plugins=True)
        assert again.choices["stop"].at(1).policy.name == named
        assert again.fingerprint == found.strategy.fingerprint


@pytest.mark.parametrize(
    ("changes", "cause", "cure"),
    [
        ({"against": ["cautius"]}, "no strategy 'cautius'", "did you mean cautious?"),
        ({"against": ["safe"] * 4}, "4 rivals", "up to 3"),
        ({"against": [], "holdout": None, "players": 2}, "no rivals", "against"),
        ({"players": 5}, "players is 5", "2 to 4"),
        ({"objective": "win"}, "no objective 'win'", "win_share"),
        ({"against": [], "holdout": None, "objective": "win_share"}, "alone", "points"),
        ({"against": [], "holdout": ["safe"]}, "meets nobody", "leave holdout out"),
        ({"holdout": ["cautious"]}, "cautious is both", "hold out a strategy"),
        ({"games": 0}, "games is 0", "from 1"),
        ({"games": 3}, "3 games would tell nothing", "at least 4"),
        ({"generations": 0}, "generations is 0", "from 1"),
        ({"budget": 0}, "budget is 0", "from 1"),
        ({"candidates": 5}, "candidates is 5", "from 6"),
        ({"spread": 0.0}, "spread is 0.0", "above 0"),
        ({"spread": float("nan")}, "spread is nan", "above 0"),
        ({"verdict_games": 2}, "2 games would be no verdict", "at least 4"),
        ({"threads": 0}, "threads is 0", "at least 1"),
        ({"seed": -1}, "seed is -1", "from 0"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    changes: dict[str, Any], cause: str, cure: str, tmp_path: Path
) -> None:
    with pytest.raises(qs.InputError) as caught:
        tune("balanced", **small(**changes), out=tmp_path / "new" / "mine.toml")
    assert cause in caught.value.cause
    assert cure in caught.value.cure
    assert not (tmp_path / "new").exists()
