"""The local engine: a pool of processes, or this process alone for one worker."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import ModuleType
from typing import ParamSpec, TypeVar

import msgspec

from polytrawl.engine import worker
from polytrawl.engine.base import Batch, Job, Outcome
from polytrawl.errors import StageError

P = ParamSpec("P")
T = TypeVar("T")

# Batches in flight beyond one per worker: enough that no worker waits, few enough that memory stays small.
_AHEAD = 2


class LocalEngine:
    """Runs batches on the cores of this machine. A worker that dies takes one record with it, not the run."""

    def __init__(self, workers: int) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    def outcomes(self, job: Job, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """The outcome of each batch, in order."""
        data = msgspec.msgpack.encode(job)
        if self.workers == 1:
            yield from (worker.perform(data, batch) for batch in batches)
            return
        waiting: deque[tuple[Batch, Future[Outcome]]] = deque()
        for batch in batches:
            waiting.append((batch, self._submit(data, batch)))
            if len(waiting) >= self.workers * (1 + _AHEAD):
                yield self._next(job, data, waiting)
        while waiting:
            yield self._next(job, data, waiting)

    def close(self) -> None:
        """End the worker processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _submit(self, data: bytes, batch: Batch) -> Future[Outcome]:
        return self.submit(worker.perform, data, batch)

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let a worker process do something; who waits may see a `BrokenProcessPool`."""
        if self._pool is None:
            self._pool = _make_pool(self.workers)
        try:
            return _submit(self._pool, work, *args, **kwargs)
        except BrokenProcessPool:  # a worker has died since the last batch: go on with new ones
            self.close()
            return self.submit(work, *args, **kwargs)

    def _next(self, job: Job, data: bytes, waiting: deque[tuple[Batch, Future[Outcome]]]) -> Outcome:
        batch, future = waiting.popleft()
        try:
            return future.result()
        except BrokenProcessPool:
            return worker.joined(_one_by_one(job, data, batch))


def alone(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do something in a process of its own; `BrokenProcessPool` where that dies of it."""
    pool = _make_pool(1)
    try:
        return _submit(pool, work, *args, **kwargs).result()
    finally:
        pool.shutdown()


def _one_by_one(job: Job, data: bytes, batch: Batch) -> Iterator[Outcome]:
    """The outcomes of a batch that was in the hands of a dying pool; in a pool of its own, to find who is to blame."""
    pool = _make_pool(1)
    for item in batch:
        try:
            yield _submit(pool, worker.perform, data, [item]).result()
        except BrokenProcessPool:
            pool.shutdown()
            pool = _make_pool(1)
            yield worker.lost(job, item)
    pool.shutdown()


def _make_pool(workers: int) -> ProcessPoolExecutor:
    # "spawn": no locks or open files of this process leak into workers, on any system.
    context = multiprocessing.get_context("spawn")
    try:
        return ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker)
    except OSError as err:  # for instance no shared memory
        raise StageError(f"worker processes cannot be started: {err}; go on without them: --set workers=1") from err


def _submit(pool: ProcessPoolExecutor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
    """Hand work to a pool; the first piece starts its processes.

    A spawned process runs the main script again, unless it sees none. Our workers need nothing of it, and a user's
    script or notebook should not have to guard against being run twice.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        return pool.submit(work, *args, **kwargs)
    finally:
        sys.modules["__main__"] = script


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process, which ends its workers
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    # A pool's workers wait for ever when the main process is killed; this ends them.
    parent.join()
    os._exit(1)
