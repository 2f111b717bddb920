"""What engines and workers exchange: a job, batches of it, and their outcomes. All of it is plain bytes and text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol, TypeAlias

import msgspec

from polytrawl.plugin import PluginFile
from polytrawl.records import Record

# A key and the encoded records of its group; for the step `weigh`, what was counted and one record.
Bundle: TypeAlias = tuple[str, list[bytes]]
Item: TypeAlias = bytes | Bundle
Batch: TypeAlias = list[Item]


class Job(msgspec.Struct, frozen=True):
    """The recipe of a worker: which stage, which of its methods, with which options."""

    stage: str
    step: str  # apply, mark, weigh, key, ties, survey, gather, sketch
    options: dict[str, Any]
    files: tuple[PluginFile, ...] = ()
    # Of the surveys, for the step `gather`, or what a `Study` learned; Any: plain values that the stage alone knows.
    summary: Any = None
    keep: str = ""  # the folder in which the stage may keep what took long to make


class Note(Record, frozen=True, kw_only=True, tag="note"):
    """What one group tells the others: travels from the steps `ties` and `survey`, is never stored."""

    told: Any  # plain values that the stage alone knows


class Failure(msgspec.Struct, frozen=True):
    """A record on which a plug-in raised."""

    id: str
    stage: str
    reason: str
    traceback: str


class Outcome(msgspec.Struct):
    """What came of one batch."""

    lines: list[bytes]  # encoded records
    keys: list[str]  # beside each line its key, for the step `key`, or its marks, for the step `mark`
    seen: int
    counts: dict[str, int]
    failures: list[Failure]


class Engine(Protocol):
    """Runs batches on workers."""

    workers: int

    def outcomes(self, job: Job, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """The outcome of each batch, in order; reads only a few batches ahead."""

    def close(self) -> None:
        """Free the workers."""
