"""Blocks of games on threads: fixed pieces, worked on in parallel, handed out in order.

The kernel releases Python's lock, so threads are enough; results do not depend on how many there
are, because pieces are fixed and every random number belongs to its game.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from quacks_sim import checked

Result = TypeVar("Result")

#: What a whole block of games comes to: about a tenth of a second, a multiple of every number of
#: seats.
GAMES_PER_BLOCK = 6_000
BREWS_PER_BLOCK = 500_000


#: No machine has as many cores; whoever asks for more has mistyped.
MOST_THREADS = 10_000


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_threads(threads: int | None) -> int:
    """Return the number of threads to use; None means all usable cores.

    Raises
    ------
    InputError
        If it is no whole number of at least 1, or more than any machine has cores.
    """
    if threads is None:
        return usable_cores()
    return min(checked_workers(threads, "threads"), 4 * usable_cores())


def checked_workers(number: object, what: str) -> int:
    """Return a number of threads or processes, or raise an :class:`InputError`."""
    cure = f"it is a whole number of at least 1, and of at most {MOST_THREADS:,}"
    return checked.whole(number, what, 1, MOST_THREADS, cure=cure)


def pieces(first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the bounds of the pieces of `first` … `last`; they are multiples of `size`."""
    start = first
    while start < last:
        end = min((start // size + 1) * size, last)
        yield start, end
        start = end


def in_order(
    work: Callable[[int, int], Result], bounds: Iterator[tuple[int, int]], threads: int
) -> Generator[Result, None, None]:
    """Yield ``work(first, last)`` for each pair of bounds, in order, on so many threads.

    Only a few results wait at any time. When the caller stops early or an error comes up, pieces
    that have not begun are dropped.
    """
    with ThreadPoolExecutor(max_workers=threads) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for first, last in bounds:
                waiting.append(pool.submit(work, first, last))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
