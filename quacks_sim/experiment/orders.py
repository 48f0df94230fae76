"""What a worker of a cluster is asked to do, and how it does it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from quacks_sim.errors import InputError, QuacksError
from quacks_sim.experiment.folders import as_folder
from quacks_sim.experiment.identity import rules_hash
from quacks_sim.experiment.manifest import FILE_NAME
from quacks_sim.experiment.parcel import unpack
from quacks_sim.experiment.plan import Shard
from quacks_sim.experiment.shards import OpenShard, Piece
from quacks_sim.results import add_totals
from quacks_sim.version import __version__


@dataclass(frozen=True)
class Order:
    """Blocks of a shard that a worker plays, and files that it writes.

    Attributes
    ----------
    number : int
        That of the shard in the run.
    shard : Shard
    bounds : tuple of (int, int)
        First and last game of each block.
    level : {"summary", "games", "rounds"}
        Which rows are written; unless it is "summary", `bounds` are all blocks of the shard.
    match : str
        See :mod:`quacks_sim.experiment.parcel`.
    folder : str
        The folder of the dataset.
    needs : mapping of str to str
        The versions that the dataset rests on; see :func:`versions_here`.
    """

    number: int
    shard: Shard
    bounds: tuple[tuple[int, int], ...]
    level: str
    match: str
    folder: str
    needs: Mapping[str, str]


@dataclass(frozen=True)
class Answer:
    """What a worker has played, and what it has written."""

    piece: Piece
    files: Mapping[str, Any] = field(default_factory=dict)


@cache
def versions_here() -> dict[str, str]:
    """Return the versions on which every byte of a dataset rests, and that of the cluster."""
    from importlib.metadata import version

    import numba
    import numpy
    import pyarrow

    return {
        "quacks_sim": __version__,
        "rules": rules_hash(),
        "numpy": numpy.__version__,
        "numba": numba.__version__,
        "pyarrow": pyarrow.__version__,
        "distributed": version("distributed"),
    }


def check_versions(needs: Mapping[str, str], found: Mapping[str, str], where: str) -> None:
    """Raise an :class:`InputError` unless a worker has the versions that a run needs."""
    for name, wanted in needs.items():
        if found.get(name) != wanted:
            what = "the sources of quacks_sim" if name == "rules" else name
            raise InputError(
                f"{where} has {what} {found.get(name)}, and this machine {wanted}",
                "install the same versions on all machines: pip install -c constraints.txt",
            )


def carry_out(order: Order) -> Answer | QuacksError:
    """Play an order on a worker.

    A failure that another worker would meet as well is an answer: it must not be tried again.

    Raises
    ------
    OSError
        If a file cannot be written.
    Reschedule
        If nobody waits for it any more.
    """
    try:
        check_versions(order.needs, versions_here(), f"the worker {_address()}")
        folder = _folder_of(order)
        return _play(order, folder)
    except QuacksError as error:
        return error


def _play(order: Order, folder: Path) -> Answer:
    match = unpack(order.match)
    shard = OpenShard(order.shard, match, dict(order.bounds), order.level, is_counted=False)
    totals: Any = None
    for first, _ in order.bounds:
        _check_wanted()
        piece = shard.play(order.number, first, folder)
        if totals is None:
            totals = piece.totals
        else:
            add_totals(totals, piece.totals)
    return Answer(Piece(order.number, order.bounds[0][0], order.bounds[-1][1], totals), shard.files)


def _folder_of(order: Order) -> Path:
    folder = as_folder(order.folder)
    if order.level != "summary" and not (folder / FILE_NAME).is_file():
        raise InputError(
            f"the worker {_address()} does not see the dataset in {folder}",
            "name a folder that all machines share, or the URL of an object store",
        )
    return folder


def _address() -> str:
    from distributed import get_worker

    with suppress(ValueError):
        return str(get_worker().address)
    return "here"


def _check_wanted() -> None:
    """End the task that calls this unless the scheduler still waits for it."""
    from distributed import Reschedule, get_worker
    from distributed.worker import thread_state  # type: ignore[attr-defined]

    try:
        task = get_worker().state.tasks.get(thread_state.key)
    except (ValueError, AttributeError):  # called by no worker
        return
    if task is None or task.state not in ("executing", "long-running"):
        # No answer: should somebody ask again meanwhile, it would be taken for that of the order.
        raise Reschedule
