"""Verdicts on claims: only what the numbers decide."""

import pytest

from quacks_sim.batches import games_of_batches
from quacks_sim.experiment import run_experiment
from quacks_sim.experiment.spec import Experiment
from quacks_sim.report import claims_of
from quacks_sim.report.claims import AGREES, DEPENDS, DISAGREES, OPEN, verdict_on

SOURCE = {"source": "a player"}


@pytest.fixture(scope="session")
def judged(tmp_path_factory) -> dict[str, str]:
    """Stopping at 1 % and at 90 % are both bad; 20 % and 25 % are alike."""
    claims = [
        {"claim": "right", "better": 0.25, "than": 0.9, **SOURCE},
        {"claim": "wrong", "better": 0.9, "than": 0.25, **SOURCE},
        {"claim": "alike", "better": 0.25, "than": 0.2501, **SOURCE},
        {"claim": "best", "best": [0.25, 0.2501], **SOURCE},
        {"claim": "not best", "best": [0.9], **SOURCE},
        {"claim": "one of the best", "best": [0.25], **SOURCE},
        {"claim": "words", **SOURCE},
    ]
    content = {
        "question": "When?",
        "tables": [["yardstick", "safe"], ["yardstick", "safe", "safe"]],
        "vary": {"stop.max_risk": [0.9, 0.25, 0.2501]},
        "games": 600,
        "seed": 1,
        "cards": "none",
        "claims": claims,
    }
    folder = tmp_path_factory.mktemp("claims") / "claims"
    dataset = run_experiment(Experiment.from_dict(content), folder, threads=1)
    return {each.claim: each.verdict for each in claims_of(dataset, dataset.results())}


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("right", AGREES),
        ("wrong", DISAGREES),
        ("alike", OPEN),
        ("best", AGREES),
        ("not best", DISAGREES),
        ("one of the best", OPEN),
        ("words", ""),
    ],
)
def test_a_claim_is_judged_by_paired_games(judged, claim, verdict):
    assert judged[claim] == verdict


def test_a_claim_may_be_right_here_and_wrong_there(tmp_path):
    content = {
        "question": "When?",
        "tables": [["yardstick", "safe"]],
        "vary": {
            "in_round": [1, 2],
            "plan": {"as usual": {}, "wild": {"stop.max_risk@in_round": 1}},
        },
        "games": 60,
        "seed": 1,
        "cards": "none",
    }
    dataset = run_experiment(Experiment.from_dict(content), tmp_path / "set", threads=1)
    usual, wild = dataset.results()[2:]
    results = [usual, wild, wild, usual]
    cells = [
        {"table": "0", "in_round": number, "plan": plan}
        for number in ("1", "2")
        for plan in ("as usual", "wild")
    ]
    better = {"better": "as usual", "than": "wild"}
    assert verdict_on(better | {"among": 1}, cells, _sharpened(results)) == AGREES
    assert verdict_on(better | {"among": 2}, cells, _sharpened(results)) == DISAGREES
    assert verdict_on(better, cells, _sharpened(results)) == DEPENDS


def _sharpened(results):
    """Results in which the first and the last one win every game that they can."""
    from copy import copy

    made = []
    for place, result in enumerate(results):
        other = copy(result)
        other.totals = result.totals.copy()
        won = games_of_batches(result) if place in (0, 3) else 0
        other.totals.batch_sums[:, 1, 0] = 12 * won
        made.append(other)
    return made


def test_the_axis_of_a_claim_is_never_the_number_of_the_table():
    cells = [{"table": "0", "chips": "0"}, {"table": "1", "chips": "0"}]
    with pytest.raises(StopIteration):
        verdict_on({"better": "1", "than": "0"}, cells, [])
