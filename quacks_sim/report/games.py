"""Telling games of a dataset, told in words: the highest score, the closest finish, a wild win."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from quacks_sim.charts.cell_names import cells_frame
from quacks_sim.charts.frames import best_position
from quacks_sim.charts.words import plain, shown
from quacks_sim.errors import InputError, SimulationError
from quacks_sim.journal import record_game
from quacks_sim.kernel.block import GAME_COLUMNS
from quacks_sim.paths import without_owner
from quacks_sim.plugins import Allowed
from quacks_sim.replay import tell, wrapped
from quacks_sim.words import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quacks_sim.experiment import Dataset
    from quacks_sim.match import Match

#: Games among which the telling ones are looked for; they are played again, in a moment.
_MOST_GAMES = 2000

_WIDTH = 92

_POINTS = GAME_COLUMNS.index("victory_points")
_SHARE = GAME_COLUMNS.index("win_share_twelfths")
_EXPLOSIONS = GAME_COLUMNS.index("explosions")
_WHOLE_WIN = 12


@dataclass(frozen=True)
class ToldGame:
    """A game in words.

    Attributes
    ----------
    title : str
        Why it is told.
    command : str
        The command that tells it in a terminal.
    text : str
        The game, line by line.
    """

    title: str
    command: str
    text: str


def telling_games(dataset: "Dataset", allow_plugins: Allowed = False) -> list[ToldGame]:
    """Return a few games of the best cell, told in words.

    They are looked for among the first 2,000 games of the cell. None are returned if a strategy of
    the dataset cannot be played here (its plug-in is missing, or not allowed to run).
    """
    cell = _best_cell(dataset)
    try:
        match = dataset.match(cell, allow_plugins=allow_plugins)
        games = min(dataset.games_per_cell, _MOST_GAMES)
        games -= games % match.rotations
        if games == 0:
            return []
        rows = match.block(0, games, "games").game_rows.reshape(games, match.players, -1)
        return [_told(dataset, match, cell, *each) for each in _chosen(match, rows)]
    except (InputError, SimulationError):
        return []


def _best_cell(dataset: "Dataset") -> int:
    results = dataset.results()
    if len(results) == 1:
        return 0
    frame, _ = cells_frame(dataset, results)
    solo = max(result.match.players for result in results) == 1
    return best_position(frame, "victory_points" if solo else "win_share")


def _chosen(match: "Match", rows: "NDArray[np.int16]") -> Iterator[tuple[int, str]]:
    """Yield the number of a game and why it is told."""
    points = rows[:, :, _POINTS].astype(int)
    seats = match.seats(np.arange(len(rows)))
    game, seat = divmod(int(points.argmax()), match.players)
    name = match.names[seats[game, seat]]
    yield game, f"The highest score: {shown(name)} with {counted(points[game, seat], 'point')}"
    if match.players == 1:
        game = int(points[:, 0].argmin())
        yield game, f"The lowest score: {counted(points[game, 0], 'point')}"
        return
    ranked = np.sort(points, axis=1)
    lead = ranked[:, -1] - ranked[:, -2]
    game = int(lead.argmin())
    ending = "ends level" if lead[game] == 0 else f"decided by {lead[game]}"
    yield game, f"The closest finish: {ending}, {counted(ranked[game, -1], 'point')}"
    game = int(lead.argmax())
    winner = match.names[seats[game, int(points[game].argmax())]]
    yield game, f"The clearest win: {shown(winner)}, {counted(lead[game], 'point')} ahead"
    burst = np.where(rows[:, :, _SHARE] == _WHOLE_WIN, rows[:, :, _EXPLOSIONS], -1)
    game, seat = divmod(int(burst.argmax()), match.players)
    name = match.names[seats[game, seat]]
    yield game, f"The wildest win: {shown(name)} explodes {burst[game, seat]} times and wins"


def _told(dataset: "Dataset", match: "Match", cell: int, game: int, title: str) -> ToldGame:
    told = tell(record_game(match, game), width=_WIDTH)
    lines = [text for line in told for text in wrapped(line, _WIDTH)]
    which = f" --cell {cell}" if cell else ""
    command = f"quacks replay {shlex.quote(without_owner(dataset.path))}{which} --game {game}"
    return ToldGame(plain(title), plain(command), "\n".join(plain(line) for line in lines))
