"""What a policy did wrong in a game, as an error that names it and the game."""

from collections.abc import Callable, Sequence
from typing import Any

from quacks_sim.errors import SimulationError
from quacks_sim.kernel.decisions import DECISIONS
from quacks_sim.kernel.state import (
    BAD_TAPE,
    DECIDING,
    GAME,
    ILLEGAL_CHOICE,
    ROUND,
    STATUS,
    STATUS_DECISION,
    STATUS_SEAT,
    STRATEGY,
)
from quacks_sim.rules.tables import MOST_SEATS
from quacks_sim.strategy import Strategy


def failure_of_policy(
    table: Any,
    strategies: Sequence[Strategy],
    seed: int,
    command: Callable[[int], str],
    error: Exception | None = None,
) -> SimulationError:
    """Return the error for a run that a policy brought to an end.

    Parameters
    ----------
    table : record
        As the kernel left it, see :data:`quacks_sim.kernel.state.TABLE`.
    strategies : sequence of Strategy
        In the order in which the table knows them.
    seed : int
        The seed of the run.
    command : callable
        Returns the command that plays up to the game of a number again.
    error : Exception, optional
        What the policy raised; without it the kernel refused its answer.
    """
    game = int(table.common[GAME])
    if error is not None:
        decision, seat = divmod(int(table.common[DECIDING]), MOST_SEATS)
        reason = f"raised {type(error).__name__}: {error}"
    elif table.common[STATUS] == ILLEGAL_CHOICE:
        decision, seat = int(table.common[STATUS_DECISION]), int(table.common[STATUS_SEAT])
        reason = "made an illegal choice"
    else:
        what = "tape does not fit" if table.common[STATUS] == BAD_TAPE else "game did not end"
        return SimulationError(
            f"the {what} (seed {seed}, game {game}, status {table.common[STATUS]})",
            f"if the program wrote it itself, please report this with {command(game)}",
        )
    strategy = strategies[int(table.seats[seat, STRATEGY])]
    point = DECISIONS[decision].name
    policy = strategy.choices[point].at(int(table.common[ROUND])).policy
    return SimulationError(
        f"{point} policy {policy.name!r} of {strategy.name} {reason} (seed {seed}, game {game})",
        f"{command(game)} repeats it; quacks strategies check tests a policy",
    )
