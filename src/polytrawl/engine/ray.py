"""The Ray engine (extra `ray`): the same batches on a Ray cluster. The only file that imports Ray."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from polytrawl.engine import worker
from polytrawl.engine.base import Batch, Job, Outcome
from polytrawl.errors import ConfigError

_AHEAD = 2


class RayEngine:
    """Runs batches as Ray tasks: on a Ray started here, or on the cluster at an address."""

    def __init__(self, workers: int, address: str = "") -> None:
        # Ray phones home and paints a dashboard unless told not to.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray  # noqa: PLC0415 - an extra, and slow to load
        except ImportError as err:
            raise ConfigError("engine: 'ray' needs a package: pip install 'polytrawl[ray]'") from err
        self._ray: Any = ray  # Any: Ray's own types do not cover remote functions
        self._start(workers, address)
        self.workers = workers or int(self._ray.cluster_resources().get("CPU", 1))
        self._perform = self._ray.remote(worker.perform)

    def _start(self, workers: int, address: str) -> None:
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if address:
                self._ray.init(address=address, **quiet)
            else:
                self._ray.init(num_cpus=workers or None, include_dashboard=False, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as err:
            raise ConfigError(f"engine: no Ray at {address or 'this machine'}: {err}") from err

    def outcomes(self, job: Job, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """The outcome of each batch, in order."""
        data = self._ray.put(msgspec.msgpack.encode(job))
        waiting: deque[tuple[Batch, Any]] = deque()
        for batch in batches:
            waiting.append((batch, self._perform.remote(data, batch)))
            if len(waiting) >= self.workers * (1 + _AHEAD):
                yield self._next(job, data, *waiting.popleft())
        while waiting:
            yield self._next(job, data, *waiting.popleft())

    def _next(self, job: Job, data: Any, batch: Batch, future: Any) -> Outcome:  # noqa: ANN401 - Ray's references
        crashed = self._ray.exceptions.WorkerCrashedError
        try:
            outcome: Outcome = self._ray.get(future)
        except crashed:
            if len(batch) == 1:
                return worker.lost(job, batch[0])
            parts = [self._next(job, data, [item], self._perform.remote(data, [item])) for item in batch]
            return worker.joined(parts)
        return outcome

    def close(self) -> None:
        """Leave the cluster; a Ray started here ends."""
        self._ray.shutdown()
