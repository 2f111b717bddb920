"""Engines run the two shapes of work, `Map` and `Group`, over shards: `local` processes, or a `ray` cluster.

An engine is one method: batches in, outcomes out, in the same order. What a shard is, when it is finished and what
was already made is the business of `shapes.py` and the same for all engines.
"""

from __future__ import annotations

from polytrawl.engine.base import Engine
from polytrawl.errors import ConfigError


def make_engine(name: str, workers: int) -> Engine:
    """The engine a config names: `local`, `ray`, or `ray:ADDRESS` for a cluster that runs already."""
    kind, _, address = name.partition(":")
    if kind == "local" and not address:
        from polytrawl.engine.local import LocalEngine  # noqa: PLC0415 - workers need not load it

        return LocalEngine(workers)
    if kind == "ray":
        from polytrawl.engine.ray import RayEngine  # noqa: PLC0415 - an extra

        return RayEngine(workers, address)
    raise ConfigError(f"engine: {name!r} is not known; use 'local', 'ray' or 'ray:ADDRESS'")
