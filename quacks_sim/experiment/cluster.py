"""Shards played on a Dask cluster: the same blocks, the same files, the same sums."""

import logging
import math
import re
import signal
import sys
import time
import warnings
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quacks_sim.blocks import check_threads, usable_cores
from quacks_sim.errors import InputError, QuacksError, in_short
from quacks_sim.experiment.folders import is_local
from quacks_sim.experiment.orders import Answer, Order, carry_out, check_versions, versions_here
from quacks_sim.experiment.parcel import pack
from quacks_sim.experiment.shards import OpenShard, Piece

if TYPE_CHECKING:
    from distributed import Client, Future

#: Blocks of an order where no file bounds it: about a second of work.
BLOCKS_PER_ORDER = 20

#: Orders under way for each thread of the cluster. Their results wait for the first of them, so
#: this is also how long a worker may be missing before others have nothing to do.
ORDERS_PER_THREAD = 8

#: Orders sent at a time; more would only delay the first of them.
_MOST_SENT = 200

#: How often an order is tried again after an error that another worker may not meet.
_RETRIES = 2

_CONNECT_SECONDS = 4

_ADDRESS = re.compile(r"[a-z]+://\S+|[^\s/]+:[0-9]{1,5}")
_CLOSE_SECONDS = 10
_SECONDS_BETWEEN_COUNTS = 2.0
_SECONDS_UNTIL_NOTE = 3.0

_LOGGERS = "distributed."

_KEPT = "finished shards are kept: the same command goes on"


@contextmanager
def connected(
    scheduler: "str | Client | None", workers: int | None, threads: int | None = None
) -> Iterator["Cluster"]:
    """Connect to a cluster, or start one of this machine that ends with the context.

    Parameters
    ----------
    scheduler : str or distributed.Client, optional
        The address of a scheduler, as ``"tcp://host:8786"``, or who is connected to it.
    workers : int, optional
        Instead of a scheduler: how many worker processes to start here.
    threads : int, optional
        Threads of each of these workers, 1 if not given.

    Raises
    ------
    InputError
        If both or neither are given, Dask is not installed, or no scheduler answers.
    """
    if (scheduler is None) == (workers is None):
        raise InputError(
            "a run has either a scheduler or workers of its own", "give one of the two"
        )
    if isinstance(scheduler, str) and not scheduler.strip():
        raise InputError("the address of the scheduler is empty", "give one as tcp://host:8786")
    if scheduler is not None and threads is not None:
        raise InputError(
            "threads says nothing about a cluster: its workers have their own",
            "leave it out, or start the workers with dask worker --nthreads",
        )
    if not _is_client(scheduler) and scheduler is not None:
        scheduler = _address(scheduler)
    try:
        import distributed
    except ImportError:
        raise InputError(
            "a cluster needs Dask, which is not installed", "pip install 'quacks-sim[cluster]'"
        ) from None
    with _silenced(), ExitStack() as stack:
        if workers is not None:
            client = stack.enter_context(_own_cluster(workers, threads))
        elif isinstance(scheduler, distributed.Client):
            client = scheduler
        else:
            client = stack.enter_context(_client_of(str(scheduler)))
        yield Cluster(client)


class Cluster:
    """Who plays shards on the workers of a scheduler; see :class:`.threads.Player`."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._threads = 0
        self._counted = self._seen = time.monotonic()

    def play(
        self, shards: Iterator[tuple[int, OpenShard]], folder: Path
    ) -> Generator[Piece, None, None]:
        """Play shards into a folder that all workers see; see :meth:`.threads.Player.play`.

        Raises
        ------
        InputError
            If a worker has other versions, or does not see the folder.
        SimulationError
            If a policy fails.
        QuacksError
            If the scheduler is lost, or an order has cost too many workers.
        OSError
            If a worker cannot write a file.
        """
        opened: dict[int, OpenShard] = {}
        orders = _orders(shards, opened, str(folder.resolve()) if is_local(folder) else str(folder))
        waiting: deque[Future[Any]] = deque()
        try:
            self._meet()
            while True:
                room = max(0, ORDERS_PER_THREAD * max(self._count(), 1) - len(waiting))
                waiting.extend(self._send(list(islice(orders, min(room, _MOST_SENT)))))
                if not waiting:
                    return
                for answer in self._receive(waiting):
                    shard = opened[answer.piece.number]
                    shard.files.update(answer.files)
                    if answer.piece.last == shard.shard.last:
                        del opened[answer.piece.number]
                    yield answer.piece
        except _lost() as error:
            raise self._loss() from error
        finally:
            with suppress(*_lost()):
                self._client.cancel(list(waiting), force=True)

    @property
    def _address(self) -> str:
        return str(self._client.scheduler.address) if self._client.scheduler else "of the run"

    def meet(self) -> None:
        """Wait for the first worker, and look whether all that are there have what is needed.

        Raises
        ------
        InputError
            If one of them has not.
        QuacksError
            If the scheduler is lost.
        """
        try:
            self._meet()
        except _lost() as error:
            raise self._loss() from error

    def _loss(self) -> QuacksError:
        return QuacksError(f"the scheduler {self._address} was lost", _KEPT)

    def _meet(self) -> None:
        while not self._count():
            time.sleep(0.1)
        found = self._client.run(versions_here, on_error="return")
        for worker, versions in found.items():
            if isinstance(versions, OSError):  # it has just gone
                continue
            if isinstance(versions, Exception):
                raise InputError(
                    f"the worker {worker} cannot import quacks_sim: {versions}",
                    "install the same versions on all machines: pip install 'quacks-sim[cluster]'",
                )
            check_versions(versions_here(), versions, f"the worker {worker}")

    def _count(self) -> int:
        """Return how many threads all workers have; not asked for all the time."""
        now = time.monotonic()
        if not self._threads or now - self._counted >= _SECONDS_BETWEEN_COUNTS:
            self._threads = sum(self._client.nthreads().values())
            self._counted = now
        if self._threads:
            self._seen = now
        elif now - self._seen >= _SECONDS_UNTIL_NOTE:
            print(f"waiting for a worker of {self._address} …", file=sys.stderr, flush=True)
            self._seen = math.inf  # say so once, until one comes
        return self._threads

    def _send(self, orders: Sequence[Order]) -> "list[Future[Any]]":
        if not orders:
            return []
        sent: list[Future[Any]] = self._client.map(carry_out, orders, pure=False, retries=_RETRIES)
        return sent

    def _receive(self, waiting: "deque[Future[Any]]") -> Iterator[Answer]:
        """Yield the answers of the first orders that are done, after waiting for one of them."""
        from distributed import wait

        with suppress(TimeoutError), self._client.as_current():
            wait([waiting[0]], timeout=_SECONDS_BETWEEN_COUNTS)
        done = 0
        while done < len(waiting) and waiting[done].status == "finished":
            done += 1
        if not done and waiting[0].status != "pending":
            self._raise(waiting[0])
        for answer in self._client.gather([waiting.popleft() for _ in range(done)]):
            if isinstance(answer, QuacksError):
                raise answer
            yield answer

    def _raise(self, future: "Future[Any]") -> None:
        from distributed import KilledWorker

        try:
            future.result(timeout=_CLOSE_SECONDS)
        except KilledWorker as error:
            raise QuacksError(
                f"an order was given up because the workers that played it died: {error}",
                f"{_KEPT}; look for the reason in the logs of the workers",
            ) from error


def _orders(
    shards: Iterator[tuple[int, OpenShard]], opened: dict[int, OpenShard], folder: str
) -> Iterator[Order]:
    needs = versions_here()
    match, packed = None, ""
    for number, shard in shards:
        opened[number] = shard
        if shard.match is not match:
            match, packed = shard.match, pack(shard.match)
        bounds = tuple(shard.bounds.items())
        size = BLOCKS_PER_ORDER if shard.level == "summary" else len(bounds)
        for start in range(0, len(bounds), size):
            part = bounds[start : start + size]
            yield Order(number, shard.shard, part, shard.level, packed, folder, needs)


def _lost() -> tuple[type[BaseException], ...]:
    """Return what Dask raises when the scheduler is gone."""
    from distributed.client import ClosedClientError
    from distributed.comm.core import CommClosedError

    return CancelledError, CommClosedError, ClosedClientError, TimeoutError


def _is_client(scheduler: object) -> bool:
    known = sys.modules.get("distributed")  # without it nobody can have one
    return known is not None and isinstance(scheduler, known.Client)


def _address(scheduler: object) -> str:
    """Return what can be an address, or raise an :class:`InputError` before it is tried."""
    if isinstance(scheduler, str) and _ADDRESS.fullmatch(scheduler):
        return scheduler
    raise InputError(
        f"the scheduler is {in_short(scheduler)}, not an address",
        "name the one that dask scheduler prints, as tcp://host:8786",
    )


@contextmanager
def _client_of(address: str) -> "Iterator[Client]":
    from distributed import Client

    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = " ".join(str(error).split())
        raise InputError(
            f"no scheduler answers at {address}: {reason}",
            "start one with dask scheduler, and name the address that it prints",
        ) from None
    try:
        yield client
    finally:
        client.close(timeout=_CLOSE_SECONDS)


@contextmanager
def _own_cluster(workers: int, threads: int | None) -> "Iterator[Client]":
    from distributed import Client, LocalCluster

    with _deaf_to_ctrl_c():
        cluster = LocalCluster(
            n_workers=min(workers, 4 * usable_cores()),
            threads_per_worker=1 if threads is None else check_threads(threads),
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # any port; without an address it takes 8787
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )
    with cluster, Client(cluster, set_as_default=False) as client:
        yield client


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let the threads and processes that are started now leave Ctrl-C to this process.

    A terminal sends it to all of them, and each worker would print how it was interrupted. What is
    blocked here stays blocked in whatever is started; this thread hears it a moment later.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # whoever starts it first hears Ctrl-C again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _silenced() -> Iterator[None]:
    """Keep Dask's own words about workers that come and go off the terminal."""
    names = [name for name in logging.root.manager.loggerDict if f"{name}.".startswith(_LOGGERS)]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="distributed")
            yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
