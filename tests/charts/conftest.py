"""Small real results, played once for all tests of charts."""

import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import quacks_sim as qs
from quacks_sim.cells import SweepResult
from quacks_sim.results import PlayResult

NASTY = (
    "$x_1$&<b>",
    "Grüne-Sammlerin,mit_sehr_langem_Namen_und_noch_mehr_davon",
    "a_b^{c",
    "勇者–🧪",
)


@pytest.fixture(scope="session")
def four() -> PlayResult:
    strategies = [
        qs.Strategy.from_dict({"stop": f"bust_risk:{risk}"}, name=name)
        for risk, name in zip((0.1, 0.25, 0.4, 0.6), NASTY, strict=True)
    ]
    rules = qs.RuleOptions(explosion_limit=8, starting_rubies=0)
    return qs.play(*strategies, games=800, seed=11, rules=rules, cards="none", threads=1)


@pytest.fixture(scope="session")
def solo() -> PlayResult:
    return qs.play("safe", games=300, seed=0, threads=1)


@pytest.fixture(scope="session")
def one_game() -> PlayResult:
    return qs.play("safe", "yardstick", games=1, seed=0, threads=1)


@pytest.fixture(scope="session")
def numeric_sweep() -> SweepResult:
    values = [round(0.05 * step, 2) for step in range(1, 13)]
    return qs.sweep(
        "yardstick", {"stop.max_risk": values}, against=["safe"], games=200, seed=3, threads=1
    )


@pytest.fixture(scope="session")
def named_sweep() -> SweepResult:
    values = [f"bust_risk:{number / 150:.3f}" for number in range(127)]
    return qs.sweep("yardstick", {"stop": values}, against=["safe"], games=40, seed=3, threads=1)


@pytest.fixture(scope="session")
def map_sweep() -> SweepResult:
    vary = {
        "stop": [f"bust_risk:{number / 10}" for number in range(1, 7)],
        "explosion.round": list(range(1, 9)),
    }
    return qs.sweep("yardstick", vary, against=["safe"], games=40, seed=3, threads=1)


@pytest.fixture(scope="session")
def solo_sweep() -> SweepResult:
    return qs.sweep("yardstick", {"rubies": ["keep", "droplet"]}, games=60, seed=3, threads=1)


def shares(
    count: int, name: str = "my_strategy_with_a_long_name+stop.max_risk=0.{:02d}"
) -> pd.DataFrame:
    """A frame of made-up win shares, the last one best."""
    return pd.DataFrame(
        {
            "strategy": name.format(number),
            "win_share": 0.1 + number / 100,
            "win_share_low": 0.09 + number / 100,
            "win_share_high": 0.11 + number / 100,
            "victory_points": 40.0,
            "victory_points_low": 39.0,
            "victory_points_high": 41.0,
            "games": 1000,
        }
        for number in range(count)
    )


def texts(figure: Figure) -> list[Text]:
    """Everything that is written in a figure."""
    return [
        text
        for text in figure.findobj(Text)
        if isinstance(text, Text) and text.get_visible() and text.get_text().strip()
    ]


def clipped(figure: Figure) -> list[str]:
    """Texts that are not completely inside the figure."""
    if figure.get_layout_engine() is not None:  # not laid out yet
        figure.draw_without_rendering()
    box = figure.bbox
    return [
        text.get_text()
        for text in texts(figure)
        for extent in [text.get_window_extent()]
        if extent.x0 < box.x0 or extent.y0 < box.y0 or extent.x1 > box.x1 or extent.y1 > box.y1
    ]


def named_text(figure: Figure, gid: str) -> str:
    """The title or caption of a figure, as one line."""
    (found,) = (text for text in figure.texts if text.get_gid() == gid)
    return str(found.get_label())
