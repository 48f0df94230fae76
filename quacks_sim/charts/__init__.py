"""Every chart: each a function of a frame and, if wanted, of axes, which it returns.

Nothing is ever shown on a screen and no backend is chosen: figures are drawn into memory, and
:func:`save` writes them.

>>> from quacks_sim import charts, play
>>> figure = charts.figure_of_play(play("balanced", "cautious", seed=7))  # doctest: +SKIP
>>> charts.save(figure, "pictures/match.svg")  # doctest: +SKIP
"""

from quacks_sim.charts.datasets import CHARTS, figure_of_dataset
from quacks_sim.charts.figures import PLAY_CHARTS, figure_of_play, figure_of_sweep
from quacks_sim.charts.files import check_chart_path, save
from quacks_sim.charts.frames import points_frame, purchases_frame, rounds_frame
from quacks_sim.charts.heat import heat_map
from quacks_sim.charts.rounds import by_round, purchases
from quacks_sim.charts.rows import mean_points, win_shares
from quacks_sim.charts.searches import figure_of_tuning, gains, searched_values
from quacks_sim.charts.spread import distribution
from quacks_sim.charts.sweeps import swept, swept_lines
from quacks_sim.charts.tournaments import figure_of_tournament, win_matrix

__all__ = [
    "CHARTS",
    "PLAY_CHARTS",
    "by_round",
    "check_chart_path",
    "distribution",
    "figure_of_dataset",
    "figure_of_play",
    "figure_of_sweep",
    "figure_of_tournament",
    "figure_of_tuning",
    "gains",
    "heat_map",
    "mean_points",
    "points_frame",
    "purchases",
    "purchases_frame",
    "rounds_frame",
    "save",
    "searched_values",
    "swept",
    "swept_lines",
    "win_matrix",
    "win_shares",
]
