"""The search, on functions whose best values are known."""

import builtins
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from quacks_sim import InputError
from quacks_sim.training.search import Search, default_candidates, load_cma
from quacks_sim.training.space import Dimension

RISK = Dimension("stop.max_risk", 0, 1, 0.9)
WEIGHT = Dimension("purchase.black", 0, 10, 1)
CHIPS = Dimension("purchase.most_black", 0, 18, 1, whole=True)

Values = Sequence[float]


def run(
    dimensions: Sequence[Dimension],
    loss: Callable[[Values], float],
    generations: int = 40,
    seed: int = 1,
) -> Search:
    """Search for the least loss."""
    search = Search(dimensions, candidates=12, spread=0.2, seed=seed)
    for _ in range(generations):
        losses = [loss(each) for each in search.ask()]
        search.tell(sorted(range(12), key=lambda each: losses[each]))
    return search


def distance(values: Values) -> float:
    """Be least at a risk of 0.2, a weight of 7 and 5 chips; the weight hangs on the risk."""
    risk, weight, chips = values
    return (10 * (risk - 0.2)) ** 2 + (weight - 5 - 10 * risk) ** 2 / 4 + (chips - 5) ** 2 / 9


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_best_values_are_found(seed: int) -> None:
    found = run([RISK, WEIGHT, CHIPS], distance, 60, seed)
    assert found.mean == (pytest.approx(0.2, abs=0.01), pytest.approx(7, abs=0.1), 5)
    assert found.spread < 0.1


def test_it_is_found_in_noise() -> None:
    luck = np.random.default_rng(4)
    found = run([RISK, WEIGHT, CHIPS], lambda values: distance(values) + luck.normal(0, 0.5), 150)
    assert distance(found.mean) < 0.25


def test_one_parameter_alone_can_be_searched() -> None:
    assert run([RISK], lambda values: (values[0] - 0.35) ** 2).mean == (
        pytest.approx(0.35, abs=0.01),
    )
    assert run([CHIPS], lambda values: (values[0] - 11) ** 2).mean == (11,)


def test_the_ends_of_a_range_are_found() -> None:
    assert run([RISK, CHIPS], lambda values: values[0] - values[1]).mean == (
        pytest.approx(0, abs=0.01),
        18,
    )


def test_all_candidates_are_in_range_and_whole_where_they_must_be() -> None:
    search = Search([RISK, WEIGHT, CHIPS], candidates=200, spread=1, seed=5)
    for risk, weight, chips in search.ask():
        assert 0 <= risk <= 1
        assert 0 <= weight <= 10
        assert chips in range(19)


def test_the_same_seed_gives_the_same_search_and_leaves_other_luck_alone() -> None:
    np.random.seed(7)  # noqa: NPY002
    expected = np.random.random(3).tolist()  # noqa: NPY002
    np.random.seed(7)  # noqa: NPY002
    first = run([RISK, WEIGHT, CHIPS], distance, 5)
    assert np.random.random(3).tolist() == expected  # noqa: NPY002
    assert run([RISK, WEIGHT, CHIPS], distance, 5).ask() == first.ask()
    assert run([RISK, WEIGHT, CHIPS], distance, 5, seed=2).ask() != first.ask()


@pytest.mark.parametrize(("dimensions", "candidates"), [(1, 8), (2, 10), (9, 14), (20, 16)])
def test_more_parameters_take_more_candidates(dimensions: int, candidates: int) -> None:
    assert default_candidates(dimensions) == candidates


def test_without_cma_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refused(name: str, *rest: object) -> object:
        if name == "cma":
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", refused)
    with pytest.raises(InputError) as caught:
        load_cma()
    assert "cma" in caught.value.cause
    assert "quacks-sim[tune]" in caught.value.cure
