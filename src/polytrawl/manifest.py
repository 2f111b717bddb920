"""The manifest of a stage: what was made, from what, with which options, and the counts by reason.

A shard is fresh when the stage's signature (code, options, format) and the digest of its input are those it was made
with, and the file is the one that was written. Everything else is made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from polytrawl import shards
from polytrawl.errors import DamagedShard
from polytrawl.records import make_id

FORMAT = 1  # of run directories; raised when an older polytrawl could not read what a newer one writes


class ShardState(msgspec.Struct, frozen=True, kw_only=True):
    """One finished shard."""

    records: int
    digest: str
    input: str  # digest of what it was made from
    size: int
    mtime_ns: int
    seen: int = 0  # records read to make it
    counts: dict[str, int] = {}  # by reason; "" are the records without one

    def is_intact(self, path: Path) -> bool:
        """Whether the file is the one that was written. A changed time stamp costs one reading of the file."""
        try:
            found = path.stat()
        except FileNotFoundError:
            return False
        if found.st_size != self.size:
            return False
        try:
            return found.st_mtime_ns == self.mtime_ns or shards.digest_of(path) == self.digest
        except DamagedShard:
            return False


class Manifest(msgspec.Struct, kw_only=True):
    """The state of one stage."""

    stage: str
    signature: str
    options: dict[str, Any] = {}
    shards: dict[str, ShardState] = {}
    complete: bool = False
    seconds: float = 0.0
    made_from: dict[str, str] = {}  # the stages it reads, and the digest each had
    # The export makes files, not shards:
    exported: dict[str, dict[str, int]] = {}  # counts by kind of record and reason
    files: dict[str, tuple[int, int]] = {}  # size and time stamp of each file
    format: int = FORMAT

    @property
    def counts(self) -> Counter[str]:
        """Counts by reason over all shards."""
        total = Counter(self.exported.get("units", {}))
        for state in self.shards.values():
            total.update(state.counts)
        return total

    @property
    def records(self) -> int:
        """Records in all shards, or units exported."""
        return sum(state.records for state in self.shards.values()) + self.counts[""] * bool(self.exported)

    @property
    def errors(self) -> int:
        """Records on which a plug-in raised."""
        return sum(number for reason, number in self.counts.items() if reason.startswith("error:"))

    @property
    def digest(self) -> str:
        """A digest of everything the stage made: the input fingerprint of the stages that read all of it."""
        return combine(f"{name}:{state.digest}" for name, state in sorted(self.shards.items()))


def combine(parts: Iterable[str]) -> str:
    """One digest of many."""
    return make_id("m", *parts)
