"""Run tasks in this process, in several or in a Dask cluster; also a clock of processor time."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children
from signal import SIG_DFL, SIGINT, SIGTERM, default_int_handler, signal
from time import perf_counter, process_time
from typing import Any, TypeVar

from tqdm import tqdm

from triqueta.cli import CommandError
from triqueta.cli.arguments import integer

STALE = 0.02
"""Seconds for which a reading of the processor time is reused. A reading costs up to a
millisecond, and a robot reads its clock about a thousand times per second."""


class CpuClock:
    """A clock that counts the processor time of this process; at most STALE seconds ahead."""

    def __init__(
        self,
        clock: Callable[[], float] = perf_counter,
        processor: Callable[[], float] = process_time,
    ) -> None:
        self._clock, self._processor = clock, processor
        self._asked, self._worked = clock(), processor()

    def __call__(self) -> float:
        since = self._clock() - self._asked
        if since < STALE:
            return self._worked + since
        self._asked, self._worked = self._clock(), self._processor()
        return self._worked


T = TypeVar("T")
AHEAD = 200
"""The number of tasks that are submitted in advance: enough to keep a cluster busy."""


def add_worker_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--workers",
        type=integer(1, 1000),
        metavar="N",
        help="number of processes (default: 1)",
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="run on the cluster of this Dask scheduler, for example tcp://host:8786",
    )


class InThisProcess(Executor):
    """An executor that runs each task in this process, at once."""

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        future.set_result(work(*args, **kwargs))
        return future


@contextmanager
def executor_for(args: Namespace, command: str) -> Iterator[Executor]:
    if args.dask:
        with _dask_executor(args.dask, command) as executor:
            yield executor
    elif args.workers and args.workers > 1:
        with _Processes(args.workers) as executor:
            yield executor
    else:
        yield InThisProcess()


class _Processes(ProcessPoolExecutor):
    """A pool of processes whose unfinished work is dropped when the command is stopped."""

    def __init__(self, number: int) -> None:
        self._others = active_children()
        super().__init__(number, initializer=_end_at, initargs=(SIG_DFL,))

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return super().submit(_unless_stopped, work, *args, **kwargs)

    def __exit__(self, error_type: type[BaseException] | None, *error: Any) -> bool | None:
        if error_type is not None:
            for process in set(active_children()).difference(self._others):
                process.terminate()
        # This waits for the pool's own thread, which ends once its processes are gone. Otherwise
        # it could close its pipe just when Python writes to it at exit.
        return super().__exit__(error_type, *error)


def _unless_stopped(work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Do the work in a worker; when it is stopped, end external players, then the worker."""
    _end_at(default_int_handler)
    try:
        return work(*args, **kwargs)
    except KeyboardInterrupt:
        os._exit(1)
    finally:
        _end_at(SIG_DFL)


def _end_at(handler: Any) -> None:
    for number in (SIGINT, SIGTERM):
        signal(number, handler)


@contextmanager
def _dask_executor(address: str, command: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        wanted = "pip install 'triqueta[cluster]'"
        raise CommandError(f"{command}: --dask needs Dask: {wanted}") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise CommandError(f"{command}: --dask: no scheduler at {address}: {error}") from None
    with client:
        yield client.get_executor(pure=False)


def done_by(
    executor: Executor, work: Callable[..., T], tasks: Iterable[tuple[Any, ...]]
) -> Iterator[T]:
    """Yield the results of the tasks, in their order."""
    left = iter(tasks)
    ahead = 1 if isinstance(executor, InThisProcess) else AHEAD
    waiting = deque(executor.submit(work, *task) for task in islice(left, ahead))
    while waiting:
        yield waiting.popleft().result()
        waiting.extend(executor.submit(work, *task) for task in islice(left, 1))


def chunks(games: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the end (excluded) of each chunk of at most `size` games."""
    return ((first, min(first + size, games)) for first in range(0, games, size))


def one_game(_: object) -> int:
    return 1


def progress(done: Iterator[T], total: int, size_of: Callable[[T], int] = one_game) -> Iterator[T]:
    """Yield the items of `done`; show a progress bar in a terminal, but not in a file or pipe."""
    with tqdm(total=total, unit=" games", leave=False, disable=None) as bar:
        for one in done:
            bar.update(size_of(one))
            yield one
